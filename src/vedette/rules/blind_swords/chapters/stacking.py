"""Chapter 6: stacking."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.blind_swords.chapters.values import is_cavalry, printed_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

FULL = Reason("the hex would hold more than the stacking limit", "KT-6.1-1")
MOUNTED = Reason("mounted cavalry stands only with mounted cavalry", "KT-6.1b-1")
SPLIT = Reason("one half of a split regiment stands only with its other half or with artillery", "KT-6.1d-1")


@cites("KT-6.1-2")
def stacking_value(g: State, id: str) -> int:
    """What a unit counts in a stack, in sixty-fourths: its printed strength whatever its markers.

    Guns may count less than their strength, and large units no more than the limit.
    """
    value = printed_sp(g, id)
    if g.counter(id).arm == "artillery" and guns_count_less(g):
        value = gun_value(g, value)
    return limited(g, value) if g.setting.profile.large_units else value


def guns_count_less(g: State) -> bool:
    """Whether artillery takes up less room than its strength, by its book or by the option (SS 6.1a)."""
    return g.setting.profile.gun_stacking == "table" or g.options.artillery_stacking


@cites("KT-6.1a-1", "KT-6.1a-2", "SS-6.1a-2")
def gun_value(g: State, sp: int) -> int:
    """Artillery by its table: six guns count 4.5, ten at most eight."""
    return g.setting.gun_stacking.get(sp, sp * 3 // 4)


@cites("SS-6.2-1", "SS-6.2-2")
def limited(g: State, value: int) -> int:
    """A unit larger than the limit counts as the limit, for stacking and on the road, not in combat."""
    limit = g.setting.profile.stacking_limit * SP
    return value if value < limit else limit


def stack_total(g: State, hex: int, without: str = "") -> int:
    """The stacking points in a hex, in sixty-fourths."""
    return sum([stacking_value(g, i) for i in g.stacks.get(hex, ()) if i != without])


def stack_words(g: State, hex: int) -> str:
    """What a hex holds of the limit, "9 of 10", in quarters as players count them (KT-6.1a-1).

    A cadre battery takes up three eighths of a point; such remainders are rounded so that what fits still fits.
    """
    quarters = -(-4 * stack_total(g, hex) // SP)
    return f"{quarters / 4:g} of {g.setting.profile.stacking_limit}"


@cites("KT-6.1-1")
def room_bar(g: State, id: str, hex: int) -> Reason | None:
    """Whether a unit finds no room in a hex under its limit."""
    if hex not in g.stacks:
        return None
    if stack_total(g, hex, id) + stacking_value(g, id) > g.setting.profile.stacking_limit * SP:
        return FULL
    return None


@cites("KT-6.1b-1", "KT-6.1b-2")
def riders_bar(g: State, id: str, hex: int) -> Reason | None:
    """Mounted cavalry ends neither a move nor a retreat with infantry or guns, nor they with it.

    With other mounted cavalry it stacks like other units.
    """
    if hex not in g.stacks or not g.setting.profile.cavalry_stacks_apart:
        return None
    rides = is_cavalry(g, id)
    return MOUNTED if any(is_cavalry(g, i) != rides for i in g.in_hex(hex) if i != id) else None


@cites("KT-6.1b-1")
def mixed(g: State, hex: int) -> bool:
    """Whether riders and others stand in one hex, as they may while some arrive (rulings: oddity 95)."""
    return g.setting.profile.cavalry_stacks_apart and len({is_cavalry(g, i) for i in g.in_hex(hex)}) > 1


@cites("KT-6.1d-1", "KT-16.1-4")
def company_bar(g: State, id: str, hex: int) -> Reason | None:
    """Whether a unit may not willingly end with the units in a hex.

    Half of a split unit stands only with the other half or with artillery. Skirmishers stack like others.
    """
    if not g.setting.profile.split_regiments:
        return None
    me = g.counter(id)
    for other in g.in_hex(hex):
        if other == id:
            continue
        c = g.counter(other)
        if me.half == c.half or "artillery" in (me.arm, c.arm):
            continue
        if me.half or c.half:
            return SPLIT
    return None


@cites("KT-6.1-3", "KT-13.1-2")
def end_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not end its move in a hex; the limit applies then, not on the way."""
    here = g.stacks.get(hex)
    if here is None:
        return None
    if here == (id,):  # nobody's company
        return room_bar(g, id, hex)
    return room_bar(g, id, hex) or riders_bar(g, id, hex) or company_bar(g, id, hex)


@cites("KT-6.1-3", "KT-6.1d-2", "KT-15.4-stack-1")
def retreat_end_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a retreat may not end in a hex: the limit, or riders and others together; it may force halves together."""
    return room_bar(g, id, hex) or riders_bar(g, id, hex)
