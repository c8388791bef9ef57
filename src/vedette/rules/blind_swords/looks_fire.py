"""Views of fire: who can fire at a hex and with how much."""

from __future__ import annotations

from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.looks import NONE, Drawing, Look, Place, cell
from vedette.rules.blind_swords.range import fire_bar, fire_points, range_class
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State


def _chances(g: State, seat: str, place: Place) -> Drawing:
    """The best chance on every enemy hex."""
    return Drawing()


def _fire_at(g: State, seat: str, place: Place) -> Drawing:
    """Points that can fire at a hex, by the hex they stand in."""
    holder = g.holder(place.at)
    side = 1 - holder if holder >= 0 else SIDE_INDEX.get(seat, 0)
    points: dict[int, dict[str, int]] = {}
    for id in g.on_map(side):
        if fire_bar(g, id, place.at, "") is None:
            points.setdefault(g.at(id), {})[id] = fire_points(g, id, place.at, "", False)
    most = max((sum(p.values()) for p in points.values()), default=1)
    hexes = {}
    for hex, found in sorted(points.items()):
        total = sum(found.values())
        why = ", ".join(f"{id} {n / SP:g} SP ({range_class(g, id, place.at)})" for id, n in found.items())
        hexes[g.hex_name(hex)] = cell(f"{total / SP:g}", total / most, NONE, why)
    whole = sum(sum(p.values()) for p in points.values())
    return Drawing(hexes, (), (f"{whole / SP:g} SP can fire at {g.hex_name(place.at)}",))


CHANCES = Look("chances", "Best chance on each enemy hex", "c", _chances)
FIRE_AT = Look("fire-at", "Who can fire at a hex", "f", _fire_at, ("hex",))
