"""Chapter 8.7: reserve status.

join_bar(g, id), join       a unit enters reserve status
leave_bar(g, id), leave     and leaves it
joins(g, id, hex)           whether it could enter it in another hex
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.deeds import change, replace
from vedette.rules.great_battles.chapters.facing import fitting
from vedette.rules.great_battles.chapters.formations import ROUTED
from vedette.rules.great_battles.chapters.stacking import fault
from vedette.rules.great_battles.state import State

TURN = Reason("reserves are named in their own movement phase", "SW-8.7-1")
NEVER = Reason("supply units, leaders and infantry in column are never in reserve", "SW-8.74")
ALREADY = Reason("it is in reserve", "SW-8.7-1")
NOT = Reason("it is not in reserve", "SW-8.7-1")
ENGAGED = Reason("it is engaged", "SW-13.84-2")
PASS = Reason("nobody moves through units in reserve", "SW-8.73-3")


@cites("SW-8.7-1", "SW-8.74", "SW-8.71-A", "SW-8.71-B", "SW-8.72-1", "SW-14.3-5")
def join_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not enter reserve status where it stands: who never may, or those in reserve there.

    Of a routed unit 14.3 leaves one hex.
    """
    if g.phase != "movement" or g.side(id) != g.player or g.at(id) < 0:
        return TURN
    u, c = g.units[id], g.counter(id)
    if c.leader or c.wagon or (c.arm == "infantry" and u.column):
        return NEVER
    if u.reserve:
        return ALREADY
    if u.engaged:
        return ENGAGED
    if u.routed:
        return ROUTED
    return _beside_bar(g, id, g.at(id))


def _beside_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not be in reserve together with those who are so in a hex."""
    others = [i for i in g.troops(hex, g.side(id)) if i != id and g.units[i].reserve]
    if not others:
        return None
    new = g.clone()
    new.units[id] = replace(new.units[id], reserve=True)
    return fault(new, [*others, id])


def joins(g: State, id: str, hex: int) -> bool:
    """Whether a unit that comes into a hex could end its move there in reserve."""
    u, c = g.units[id], g.counter(id)
    if c.leader or c.wagon or u.routed or (c.arm == "infantry" and u.column):
        return False
    new = g.clone()
    new.units[id] = replace(new.units[id], reserve=True)
    return fault(new, [*(i for i in g.troops(hex, g.side(id)) if i != id), id]) is None


@cites("SW-8.7-1", "SW-8.73-2", "SW-8.76")
def join(g: State, id: str) -> None:
    """It enters reserve status, in any terrain, for nothing."""
    change(g, id, "SW-8.73-2", "reserve", (True,), reserve=True, facing=-1)


@cites("SW-8.7-1", "SW-13.84-2", "SW-13.6-2")
def leave_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not leave reserve status; engaged it fights as it stands, whatever the limits."""
    if g.phase != "movement" or g.side(id) != g.player or g.at(id) < 0:
        return TURN
    if g.units[id].reserve and g.units[id].engaged:
        return ENGAGED
    return None if g.units[id].reserve else NOT


@cites("SW-8.7-1", "SW-8.73-2")
def leave(g: State, id: str) -> None:
    """It leaves reserve status, for nothing."""
    change(g, id, "SW-8.73-2", "reserve", (False,), reserve=False)
    if not g.units[id].column:
        facing = fitting(g, id)
        change(g, id, "SW-8.4", "turned", (facing,), facing=facing)


@cites("SW-8.73-3")
def closed(g: State, id: str, hex: int) -> bool:
    """Whether units in reserve hold a hex, so that nobody moves through it."""
    return any(g.units[i].reserve for i in g.troops(hex, g.side(id)) if i != id)
