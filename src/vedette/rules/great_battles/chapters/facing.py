"""Chapter 7: facing, and the formations of chapter 6 that have one.

faces(g, id), front(g, id)      whether a unit has a front, and the hexes before it
turn_bar, turn                  a unit turns, and who stands with it
fitting(g, id)                  the facing that a unit takes when it comes to have one
align(g, id, cite)              a unit faces as those do with whom it stands
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import mask_of
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.state import State

LOCKED = Reason("units turn in their own movement phase alone", "SW-7.13-1")
NO_FRONT = Reason("it has no facing", "SW-7.0-3")
SO_ALREADY = Reason("it faces so already", "SW-7.12-1")


@cites("SW-7.0-3")
def faces(g: State, id: str) -> bool:
    """Whether a unit has a front: line infantry, dismounted cavalry, unlimbered artillery; nobody else."""
    unit, c = g.units[id], g.counter(id)
    return not (unit.column or unit.reserve or c.leader or c.wagon or unit.engaged)


@cites("SW-7.0-1", "SW-7.0-4", "SW-7.21", "SW-7.0-2", "SW-24.0-5")
def front(g: State, id: str) -> int:
    """The hexes before the three frontal hexsides of a unit, as bits; none without a front."""
    unit = g.units[id]
    return front_of(g, unit.at, unit.facing) if unit.facing >= 0 and faces(g, id) else 0


def front_of(g: State, hex: int, facing: int) -> int:
    """The hexes before the front of whoever stands in a hex and faces a direction, as bits."""
    around = g.setting.grid.around[hex]
    return mask_of(n for n in (around[(facing + d) % 6] for d in (-1, 0, 1)) if n >= 0)


@cites("SW-7.12-1", "SW-7.12-2", "SW-7.13-1", "SW-7.0-3", "SW-10.81-2", "GB-25.6-2")
def turn_bar(g: State, id: str, facing: int) -> Reason | None:
    """Why a unit may not turn: it is not its movement phase, or it has no front.

    Nothing else keeps it: neither a pin (SW-10.81) nor that it may not move; it costs nothing.
    """
    if g.phase != "movement" or g.side(id) != g.player or g.at(id) < 0:
        return LOCKED
    if not faces(g, id):
        return NO_FRONT
    return SO_ALREADY if g.units[id].facing == facing else None


@cites("SW-7.0-4", "SW-7.12-1", "SW-8.4")
def turn(g: State, id: str, facing: int, cite: str = "SW-7.12-1") -> None:
    """A unit turns to one of the six hexsides, and with it all who stand there."""
    for other in g.troops(g.at(id), g.side(id)):
        if faces(g, other) and g.units[other].facing != facing:
            change(g, other, cite if other == id else "SW-8.4", "turned", (facing,), facing=facing)


@cites("SW-8.4")
def fitting(g: State, id: str) -> int:
    """The facing of those with whom a unit stands; alone, the one toward the nearest enemy."""
    hex, side, grid = g.at(id), g.side(id), g.setting.grid
    for other in g.troops(hex, side):
        if other != id and faces(g, other) and g.units[other].facing >= 0:
            return g.units[other].facing
    theirs = g.hexes_of_side(1 - side)
    if not theirs:
        return 0
    near = min(theirs, key=lambda h: (grid.distance(hex, h), h))
    ahead = [(grid.distance(n, near), d) for d, n in enumerate(grid.around[hex]) if n >= 0]
    return min(ahead)[1]


@cites("SW-8.4")
def align(g: State, id: str) -> None:
    """A unit with a front faces as those do with whom it stands; alone it keeps its own."""
    if not faces(g, id):
        if g.units[id].facing >= 0:
            change(g, id, "SW-7.0-3", "turned", (-1,), facing=-1)
        return
    others = [i for i in g.troops(g.at(id), g.side(id)) if i != id and faces(g, i)]
    if g.units[id].facing < 0 or (others and g.units[others[0]].facing != g.units[id].facing):
        facing = fitting(g, id)
        change(g, id, "SW-8.4", "turned", (facing,), facing=facing)
