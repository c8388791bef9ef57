"""Chapter 8: stacking, and reserve status (8.7).

size(g, id)                 points of a unit for stacking
fault(g, ids)               what is wrong with these troops in one hex
stack_bar(g, id, hex)       why a unit may not end a phase in a hex beside those who are there
over(g, hex, side)          what is wrong with the stack of a side in a hex
join_bar(g, id), join       a unit enters reserve status
joins(g, id, hex)           whether it could enter it in another hex
leave_bar(g, id), leave     it leaves reserve status
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import mask_of
from vedette.rules.great_battles.chapters.deeds import change, replace
from vedette.rules.great_battles.chapters.formations import ROUTED, fitting
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

# -- stacking --------------------------------------------------------------------------------------------

TWO = Reason("two units at most stand in a hex", "SW-8.0-2")
EIGHT = Reason("eight points at most stand in a hex", "SW-8.0-1")
COLUMN = Reason("infantry in column stands alone", "SW-8.1-1")
MOUNTED = Reason("mounted cavalry stands with mounted cavalry alone", "SW-8.24-1")
NO_OVER = Reason("more than eight points or two units stand together in reserve alone", "SW-8.73-1")
SIXTEEN = Reason("sixteen points at most stand in reserve", "SW-8.71-A")
FOUR = Reason("four batteries at most stand in reserve", "SW-8.71-B")
KINDS = Reason("only one type stands in a hex in reserve", "SW-8.72-1")
LIMBERED = Reason("limbered and unlimbered artillery stand apart in reserve", "SW-8.72-2")


@cites("SW-8.21", "SW-8.22-1", "SW-8.23-1")
def size(g: State, id: str) -> int:
    """Points of a unit for stacking: base strength, four for the wagon, none for leaders."""
    c = g.counter(id)
    return g.setting.numbers["wagon-stack"] if c.wagon else 0 if c.leader else g.units[id].strength


@cites("SW-8.24-1", "SW-8.72-3")
def rides(g: State, id: str) -> bool:
    """Whether a unit counts as mounted cavalry: it is, or limbered horse artillery."""
    c = g.counter(id)
    return g.units[id].column and (c.arm == "cavalry" or c.horse)


@cites("SW-8.72-1", "SW-8.72-2", "SW-8.72-3", "SW-8.72-4")
def kind(g: State, id: str) -> str:
    """The type of a unit in reserve: dismounted cavalry is infantry, limbered horse artillery is cavalry."""
    c = g.counter(id)
    if rides(g, id):
        return "cavalry"
    if c.gun:
        return "limbered artillery" if g.units[id].column else "unlimbered artillery"
    return "infantry"


@cites("SW-8.71-A", "SW-8.71-B", "SW-8.72-1", "SW-8.72-2", "SW-8.76")
def reserve_fault(g: State, ids: Sequence[str]) -> Reason | None:
    """What is wrong with troops that are all in reserve in one hex; the terrain never is."""
    kinds, n = {kind(g, i) for i in ids}, g.setting.numbers
    if len(kinds) > 1:
        return LIMBERED if all("artillery" in k for k in kinds) else KINDS
    guns = [i for i in ids if g.counter(i).gun]
    if len(guns) > n["reserve-batteries"]:
        return FOUR
    return SIXTEEN if sum(size(g, i) for i in ids if i not in guns) > n["reserve-points"] else None


@cites(
    "SW-8.0-1", "SW-8.0-2", "SW-8.1-1", "SW-8.2-1", "SW-8.2-2", "SW-8.24-1", "SW-8.24-2", "SW-8.3-3", "SW-8.73-1",
    "SW-8.8", "SW-24.0-4",
)  # fmt: skip
def fault(g: State, ids: Sequence[str]) -> Reason | None:
    """What is wrong with these troops of a side in one hex, whatever its terrain; leaders do not count."""
    troops = [i for i in ids if not g.counter(i).leader]
    if len(troops) < 2:
        return None
    n = g.setting.numbers
    reserves = sum(g.units[i].reserve for i in troops)
    if reserves == len(troops):
        return reserve_fault(g, troops)
    if any(g.counter(i).arm == "infantry" and g.units[i].column for i in troops):
        return COLUMN
    if len({rides(g, i) for i in troops}) > 1:
        return MOUNTED
    if len(troops) > n["stack-units"]:
        return NO_OVER if reserves else TWO
    if sum(size(g, i) for i in troops) > n["stack-points"]:
        return NO_OVER if reserves else EIGHT
    return None


@cites("SW-8.3-1")
def stack_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not end a phase in a hex beside its friends there, or those who are with it already."""
    return fault(g, [*(i for i in g.troops(hex, g.side(id)) if i != id), id])


@cites("SW-8.3-1", "SW-8.0-4")
def over(g: State, hex: int, side: int) -> Reason | None:
    """What is wrong with the stack of a side in a hex at the end of a phase."""
    return fault(g, g.troops(hex, side))


# -- reserve (8.7) ---------------------------------------------------------------------------------------

TURN = Reason("reserves are named in their own movement phase", "SW-8.7-1")
NEVER = Reason("supply units, leaders and infantry in column are never in reserve", "SW-8.74")
ALREADY = Reason("it is in reserve", "SW-8.7-1")
NOT = Reason("it is not in reserve", "SW-8.7-1")
ENGAGED = Reason("it is engaged", "SW-13.84-2")
PASS = Reason("nobody moves through units in reserve", "SW-8.73-3")


@cites("SW-8.7-1", "SW-8.74", "SW-8.71-A", "SW-8.71-B", "SW-8.72-1", "SW-14.3-5")
def join_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not enter reserve status where it stands: it never may, or not with those in reserve there.

    A routed unit moves one hex, and no more.
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
    """Why a unit may not be in reserve together with those in reserve in a hex."""
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
    """It enters reserve status, in any terrain, at no cost."""
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
    """It leaves reserve status, at no cost."""
    change(g, id, "SW-8.73-2", "reserve", (False,), reserve=False)
    if not g.units[id].column:
        facing = fitting(g, id)
        change(g, id, "SW-8.4", "turned", (facing,), facing=facing)


def reserves(g: State, side: int) -> int:
    """The hexes where units of a side are in reserve, as bits."""
    key = ("reserve", SIDES[side])
    found = g.sets.get(key)
    if found is None:
        found = g.sets[key] = mask_of({g.at(i) for i in g.on_map(side) if g.units[i].reserve})
    return found


def shut(g: State, id: str) -> int:
    """The hexes through which a unit does not move, as bits: those that are `closed` to it."""
    found, at = reserves(g, g.side(id)), g.at(id)
    own = at >= 0 and found >> at & 1 and not closed(g, id, at)
    return found ^ 1 << at if own else found


@cites("SW-8.73-3")
def closed(g: State, id: str, hex: int) -> bool:
    """Whether units in reserve close a hex, so that nobody moves through it."""
    if not reserves(g, g.side(id)) >> hex & 1:
        return False
    return any(g.units[i].reserve for i in g.troops(hex, g.side(id)) if i != id)
