"""Chapter 13.9: cavalry mounts and dismounts within its move."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.costs import POINT, may_stand
from vedette.rules.blind_swords.chapters.deeds import change, replace
from vedette.rules.blind_swords.state import State

COST = 3 * POINT

UNKNOWN = Reason("this book's cavalry only rides: it has no counters on foot", "SS-9.5-3")
NOT_CAVALRY = Reason("only cavalry mounts and dismounts", "KT-13.9-5")
NO_COUNTER = Reason("it has no dismounted counter and only rides", "KT-13.9-6")
CLOSED = Reason("the ground there is closed to who is mounted", "BS-10.9-2")
NO_POINTS = Reason("mounting or dismounting takes three movement points", "KT-13.9-3")


def verb(g: State, id: str) -> str:
    """What a unit does when it changes from one state to the other."""
    return "mount" if g.units[id].dismounted else "dismount"


@cites("KT-13.9-1", "KT-13.9-2", "KT-13.9-3", "KT-13.9-6")
def mounting_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not mount or dismount: for three points of those that are left.

    Not with fewer, and not without a counter on foot. Nobody mounts where no horse may go. A book without charges knows
    no cavalry on foot either.
    """
    if not g.setting.profile.charge_terrain:
        return UNKNOWN
    printed = g.setting.counters[id]
    if printed.arm != "cavalry":
        return NOT_CAVALRY
    if printed.foot is None:
        return NO_COUNTER
    if left < COST:
        return NO_POINTS
    return saddle_bar(g, g.at(id)) if g.units[id].dismounted else None


@cites("BS-10.9-2")
def saddle_bar(g: State, hex: int) -> Reason | None:
    """Nobody mounts on ground that is closed to the mounted."""
    return None if may_stand(g.setting, "cavalry", hex) else CLOSED


def after_mounting(g: State, id: str) -> State:
    """The state in which the unit has changed."""
    new = g.clone()
    new.events = None
    new.units[id] = replace(new.units[id], dismounted=not new.units[id].dismounted)
    return new


@cites("KT-13.9-5")
def turn_counter(g: State, id: str) -> None:
    """Put its other counter in place of the one that lies there."""
    on_foot = g.units[id].dismounted
    change(g, id, "KT-13.9-5", "mounted" if on_foot else "dismounted", dismounted=not on_foot)
