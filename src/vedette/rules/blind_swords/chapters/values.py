"""Chapter 4: what a counter's numbers are worth at the moment, and chapter 15.5: Unit Support."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.blind_swords.chapters.sight import COVER, WOODS
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Counter, Setting
from vedette.rules.blind_swords.state import State

INFANTRY_LIKE = ("infantry", "cavalry")
STEADIEST = 6
"""What a chit raises a rating to at most, by its text, also where ratings have no upper limit."""


@cites("KT-6.1b-3", "KT-6.1b-4", "KT-13.9-7", "KT-12.3-cavalry-definition")
def is_cavalry(g: State, id: str) -> bool:
    """Whether a unit counts as cavalry now, which it does while mounted; on foot it is infantry."""
    return g.counter(id).arm == "cavalry"


@cites("KT-4.1-SP-1", "KT-4.1-9", "KT-4.1-SP-2")
def printed_sp(g: State, id: str) -> int:
    """Printed strength of the side that shows, Fresh or Battleworn, in sixty-fourths; for combat and stacking alike."""
    return g.counter(id).sp[g.units[id].worn]


@cites("KT-4.1-SP-4", "KT-4.1-SP-5", "KT-15.6-none-1", "KT-15.6-none-2")
def modified_sp(g: State, id: str) -> int:
    """Strength after Morale Hits, never below 0, in sixty-fourths: Shaken takes one off, Disrupted two."""
    sp = printed_sp(g, id) - g.units[id].hits * SP
    return sp if sp > 0 else 0


@cites("KT-4.1-CR-2", "KT-15.5-1", "KT-15.5b", "KT-15.6-none-1", "KT-15.6-none-2")
def modified_cr(g: State, id: str, bonus: int = 0) -> int:
    """Cohesion Rating after Morale Hits, Unit Support and chits, from 0 to 6, or without a ceiling."""
    unit = g.units[id]
    cr = g.counter(id).cr[unit.worn] - unit.hits
    if g.automatic is not None:
        cr += cohesion_bonus(g, id)
    if not supported(g, id):
        cr -= 1
    cr = max(cr, min(cr + bonus, STEADIEST))
    cap = g.setting.profile.cr_cap
    return max(0, cr if cap is None else min(cap, cr))


@cites("KT-20.4e-3", "KT-20.4e-4", "KT-20.5-surprise-e-3")
def cohesion_bonus(g: State, id: str) -> int:
    """What automatic activations add to the ratings of all their brigades, acting or not, while they last."""
    a, c = g.automatic, g.setting.counters[id]
    return a.cr_bonus if a is not None and c.side == a.side and c.brigade in a.brigades else 0


@cites("KT-15.5a-i-1", "KT-15.5a-i-2", "KT-15.5a-ii", "KT-15.5a-iii", "KT-10.5b-chaos-5")
def supported(g: State, id: str) -> bool:
    """Whether a unit has Unit Support.

    A steady unit of its brigade must be stacked with it or adjacent, Battleworn or not; for artillery any steady
    infantry or cavalry will do; in the Available box a unit always has it. Units in Battlefield Chaos neither give
    nor receive it. A book may make exceptions for woods and cavalry.
    """
    unit = g.units[id]
    if unit.at < 0:
        return True
    if id in g.chaos:
        return False
    me = g.setting.counters[id]
    ground = _by_ground(g, me, unit.at)
    return ground if ground is not None else _supports_in(g, me, unit.at) or _beside(g, me, unit.at)


def support_apart(g: State, id: str) -> bool | None:
    """Whether a unit has support whatever units are stacked with it; None if that depends on these."""
    unit, me = g.units[id], g.setting.counters[id]
    ground = _by_ground(g, me, unit.at)
    return ground if ground is not None else _beside(g, me, unit.at) or None


def _by_ground(g: State, me: Counter, hex: int) -> bool | None:
    """Whether ground or arm alone decide if a unit has support; None if others decide it."""
    profile = g.setting.profile
    if profile.woods_without_support and unseen_in(g.setting, hex):
        return False
    return True if profile.cavalry_always_supported and me.arm == "cavalry" and on_its_own() else None


@cites("SS-15.5a-i")
def unseen_in(setting: Setting, hex: int) -> bool:
    """Woods in which no unit has support from others or gives it."""
    return COVER.get(setting.board.terrain[hex]) == WOODS


@cites("SS-15.5a-iv-1")
def on_its_own() -> bool:
    """Cavalry that needs no unit beside it."""
    return True


def _beside(g: State, me: Counter, hex: int) -> bool:
    """Whether a unit beside a hex supports another."""
    friends = g.setting.grid.near[hex] & g.masks[me.side]
    while friends:
        low = friends & -friends
        if _supports_in(g, me, low.bit_length() - 1):
            return True
        friends ^= low
    return False


def _supports_in(g: State, me: Counter, hex: int) -> bool:
    """Whether a steady unit of a hex supports another."""
    setting, units, chaos = g.setting, g.units, g.chaos
    profile, counters = setting.profile, setting.counters
    if profile.woods_without_support and unseen_in(setting, hex):
        return False
    gives = INFANTRY_LIKE if profile.support_by == "any" else infantry_alone()
    for other in g.stacks[hex]:
        if units[other].hits or other == me.id or (chaos and other in chaos):
            continue
        c = counters[other]
        if c.arm in gives and (me.arm == "artillery" or c.brigade == me.brigade):
            return True
    return False


@cites("SS-15.5a-ii", "SS-15.5a-iii", "SS-15.5a-iv-2")
def infantry_alone() -> tuple[str, ...]:
    """Infantry supports infantry of its brigade and any guns, cavalry nobody."""
    return ("infantry",)


@cites("KT-4.1-WT-smooth-2")
def smoothbore_muskets(g: State, id: str) -> bool:
    """Infantry with smoothbore muskets, which count at close quarters."""
    c = g.counter(id)
    return c.arm != "artillery" and c.weapon == "S"


@cites("KT-4.1-WT-crosshair")
def sharpshooter(g: State, id: str) -> bool:
    """Whether a unit is marked with the crosshairs."""
    return g.setting.counters[id].sharpshooter


def largest(g: State, ids: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The units with the largest printed strength: one, or several that tie."""
    best = max(printed_sp(g, id) for id in ids)
    return tuple(id for id in ids if printed_sp(g, id) == best)


@cites("KT-12.2-1", "KT-12.2-2", "KT-12.2-3", "KT-12.2-4")
def lead_candidates(g: State, hex: int, among: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The Lead Unit of a hex, or those among which its owner chooses: the largest printed strength.

    If only some of its units can be struck it is one of these.
    """
    return largest(g, touched(g, hex, among))


def touched(g: State, hex: int, among: tuple[str, ...]) -> tuple[str, ...]:
    """The units of a hex that can be struck: all, or those of the units named that are still there."""
    return tuple(i for i in g.in_hex(hex) if i in among) if among else g.in_hex(hex)
