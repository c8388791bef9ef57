"""Chapter 8: stacking.

size(g, id)                 points of a unit for stacking
fault(g, ids)               what is wrong with these troops in one hex
stack_bar(g, id, hex)       why a unit may not end a phase in a hex beside those who are there
over(g, hex, side)          what is wrong with the stack of a side in a hex
"""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.great_battles.state import State

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
    """Points of a unit for stacking: base strength, four for the wagon (SW-8.22), none for leaders."""
    c = g.counter(id)
    return g.setting.numbers["wagon-stack"] if c.wagon else 0 if c.leader else g.units[id].strength


@cites("SW-8.24-1", "SW-8.72-3")
def rides(g: State, id: str) -> bool:
    """Whether a unit counts as mounted cavalry: it is, or limbered horse artillery."""
    c = g.counter(id)
    return g.units[id].column and (c.arm == "cavalry" or c.horse)


@cites("SW-8.72-1", "SW-8.72-2", "SW-8.72-3", "SW-8.72-4")
def kind(g: State, id: str) -> str:
    """Of which type a unit is in reserve: dismounted cavalry infantry, limbered horse artillery cavalry (SW 8.72)."""
    c = g.counter(id)
    if rides(g, id):
        return "cavalry"
    if c.gun:
        return "limbered artillery" if g.units[id].column else "unlimbered artillery"
    return "infantry"


@cites("SW-8.71-A", "SW-8.71-B", "SW-8.72-1", "SW-8.72-2", "SW-8.76")
def reserve_fault(g: State, ids: Sequence[str]) -> Reason | None:
    """What is wrong with troops that are all in reserve in one hex (SW 8.71, 8.72); the terrain never."""
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
    """What is wrong with these troops of a side in one hex, whatever its terrain; leaders count not."""
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
