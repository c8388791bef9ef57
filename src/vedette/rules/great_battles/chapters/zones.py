"""Chapter 11: zones of control, and the lines that they cut."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.great_battles.chapters.formations import faces, front
from vedette.rules.great_battles.chapters.terrain import crossed_from
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


@cites("SW-12.0-5", "SW-11.0-1", "SW-11.0-3", "SW-17.12-4", "SW-12.12-2", "SW-10.82-2", "SW-14.32-2", "SW-13.86-1")
def exerts(g: State, id: str) -> bool:
    """Whether a unit has a zone: it has a front and is not pinned, routed, engaged or left by its crew."""
    u = g.units[id]
    return u.at >= 0 and faces(g, id) and not (u.pinned or u.routed or u.engaged or u.abandoned)


@cites("SW-11.0-2", "SW-11.5-1", "SW-24.0-6")
def zone_of(g: State, id: str) -> int:
    """The hexes in the zone of a unit, as bits: its front, not over impassable hexsides."""
    if not exerts(g, id):
        return 0
    return front(g, id) & crossed_from(g.setting, g.at(id))


def zone(g: State, side: int) -> int:
    """All hexes in the zone of control of a side, as bits."""
    key = ("zone", SIDES[side])
    found = g.sets.get(key)
    if found is None:
        found = 0
        for id in g.on_map(side):
            found |= zone_of(g, id)
        g.sets[key] = found
    return found


@cites("SW-11.5-2", "SW-11.3", "SW-11.4")
def barred(g: State, side: int) -> int:
    """Hexes that a side's lines of supply and command avoid: enemy units, and enemy zones without a friend in them."""
    return g.masks[1 - side] | zone(g, 1 - side) & ~g.masks[side]
