"""How a battle is won, in a sentence: what families word alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from vedette.board import Board


def ahead(bands: Sequence[tuple[str | None, int, int]], names: Mapping[str, str]) -> str:
    """Who wins by how many points, from the bands of a lead of the Confederates: winner, least, most."""
    south = min(least for winner, least, _ in bands if winner == "confederate")
    north = max(most for winner, _, most in bands if winner == "union")
    if south == 1 and north == -1:
        return "whoever has more points wins"
    one, other = names["confederate"], names["union"]
    if south == north + 1 and south > 1:
        return f"the {one} win if they are {south} points or more ahead, else the {other} wins"
    return f"the {one} win from a lead of {south}, the {other} from a lead of {-north}"


def named(board: Board, hexes: Sequence[str]) -> str:
    """Hexes by what they are together, where the board has a name for it: " of the stone wall (1834 and 1835)"."""
    known = [board.features[board.grid.index(hex)] for hex in hexes]
    for kind in ("wall", "place"):
        names = {features.get(kind, ()) for features in known}
        if len(names) == 1 and (name := names.pop()):
            return f" of {name[0]} ({joined(hexes)})"
    return f" {joined(hexes)}"


def joined(words: Sequence[str]) -> str:
    """ "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def prize(mark: str, text: str, hexes: Sequence[str], side: str | None = None, exit: bool = False) -> dict[str, Any]:
    """Ground that counts, as the map shows it.

    Args:
        mark: what it is worth, in a few letters.
        text: the same as a line.
        side: whom it counts for, where not for both.
        exit: it is left by, off the map.
    """
    return {"mark": mark, "text": text, "hexes": list(hexes), "side": side, "exit": exit}


DECIDES = "★"
"""The mark of a hex that is not counted in points."""
