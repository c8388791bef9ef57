"""Views of movement: how far a unit comes, what it costs, where it draws fire."""

from __future__ import annotations

from vedette.engine.overlays import BAD, GOOD, WARN, Drawing, Overlay, Place, cell, line
from vedette.rules.blind_swords.assist.gestures.reaching import mover_later, reach
from vedette.rules.blind_swords.chapters.costs import POINT
from vedette.rules.blind_swords.state import State

LEGEND = {GOOD: "it can end there", WARN: "drawing fire on the way", BAD: "fired at, or no place to end"}


def _range(g: State, seat: str, place: Place) -> Drawing:
    """Every hex that a unit can come to on the terms that it has or would have, and who fires at it on the way."""
    id = place.unit
    mover = mover_later(g, id)
    if mover is None:
        return Drawing({}, (), (f"{id} cannot move",))
    most = mover.left / POINT or 1
    hexes, lines = {}, {}
    for name, row in reach(g, id, later=True).items():
        tone = BAD if not row["end"] else WARN if row["draws_fire"] else GOOD
        hexes[name] = cell(f"{row['cost']:g}", 1 - row["left"] / most / 2, tone, row["text"], row["cite"])
        for fire in row["fires"]:
            for by in fire["by"]:
                if by["allowed"]:
                    lines[by["hex"], fire["hex"]] = line(by["hex"], fire["hex"], BAD, f"{by['unit']} {by['sp']} SP")
    words = [f"{id}: {most:g} movement points{f', {mover.assumed}' if mover.assumed else ''}"]
    if lines:
        words.append("a way through the hexes that the lines point at draws fire")
    return Drawing(hexes, tuple(lines.values()), tuple(words), LEGEND)


RANGE = Overlay("range", "How far a unit comes", "r", _range, ("unit",))
