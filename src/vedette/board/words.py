"""What lies in a hex and between two of them, in words: for those who point or listen, and for programs."""

from __future__ import annotations

from vedette.board.board import Board
from vedette.board.reading import DIRECTED


def side_words(board: Board) -> dict[str, dict[str, str]]:
    """What lies between a hex and each neighbour, for those who listen: "slope up, road"; nothing for plain ones."""
    found: dict[str, dict[str, list[str]]] = {}

    def add(a: int, b: int, word: str) -> None:
        """One more word for the way from one hex into another."""
        found.setdefault(board.grid.name(a), {}).setdefault(board.grid.name(b), []).append(word)

    for (high, low), features in board.hexsides.items():
        for feature in sorted(features):
            word = feature.replace("-", " ")
            down, up = (f"{word} down", f"{word} up") if feature in DIRECTED else (word, word)
            add(high, low, down)
            add(low, high, up)
    for (a, b), kind in board.road.items():
        add(a, b, kind)
    return {
        hex: {other: ", ".join(dict.fromkeys(words)) for other, words in sides.items()} for hex, sides in found.items()
    }


def ground_words(board: Board, hex: int) -> str:
    """What lies in a hex, for those who point or listen: "light woods, level 10, the stone wall, lane"."""
    found = [board.terrain[hex].replace("-", " "), f"level {board.level[hex]}"]
    for key in ("wall", "house", "town", "place", "stream"):
        found += [name or key for name in board.features[hex].get(key, ())]
    found += [word.replace("-", " ") for word in ("dry-stream", "angled", "building") if word in board.features[hex]]
    found += sorted({kind for n in board.grid.neighbours[hex] if (kind := board.road.get((hex, n)))})
    return ", ".join(found)
