"""Chapter 4: what a counter's numbers are worth at the moment, and chapter 15.5: Unit Support."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Counter
from vedette.rules.blind_swords.state import State

INFANTRY_LIKE = ("infantry", "cavalry")


@cites("KT-6.1b-3", "KT-6.1b-4", "KT-13.9-7", "KT-12.3-cavalry-definition")
def is_cavalry(g: State, id: str) -> bool:
    """Whether a unit is cavalry now: it is as long as it is mounted (KT-6.1b-3), on foot it is infantry.

    KT-6.1b-4, KT-13.9-7, KT-12.3-cavalry-definition.
    """
    return g.counter(id).arm == "cavalry"


@cites("KT-4.1-SP-1", "KT-4.1-9", "KT-4.1-SP-2")
def printed_sp(g: State, id: str) -> int:
    """Printed strength of the side that shows, in sixty-fourths, for combat and stacking alike (KT-4.1-SP-1).

    Fresh or Battleworn: KT-4.1-9, KT-4.1-SP-2.
    """
    return g.counter(id).sp[g.units[id].worn]


@cites("KT-4.1-SP-4", "KT-4.1-SP-5", "KT-15.6-none-1", "KT-15.6-none-2")
def modified_sp(g: State, id: str) -> int:
    """Strength after Morale Hits, never below 0, in sixty-fourths.

    KT-4.1-SP-4, KT-4.1-SP-5; Shaken takes one off, Disrupted two: KT-15.6-none-1, KT-15.6-none-2.
    """
    sp = printed_sp(g, id) - g.units[id].hits * SP
    return sp if sp > 0 else 0


@cites("KT-4.1-CR-2", "KT-15.5-1", "KT-15.5b", "KT-15.6-none-1", "KT-15.6-none-2")
def modified_cr(g: State, id: str, bonus: int = 0) -> int:
    """Cohesion Rating after Morale Hits, Unit Support and what a chit adds, from 0 to 6.

    KT-4.1-CR-2, KT-15.5-1, KT-15.5b, KT-15.6-none-1, KT-15.6-none-2.
    """
    unit = g.units[id]
    cr = g.counter(id).cr[unit.worn] - unit.hits + bonus
    if g.automatic is not None:
        cr += cohesion_bonus(g, id)
    if not supported(g, id):
        cr -= 1
    return max(0, min(6, cr))


@cites("KT-20.4e-3", "KT-20.4e-4", "KT-20.5-surprise-e-3")
def cohesion_bonus(g: State, id: str) -> int:
    """What automatic activations add to the rating of all their brigades, acting or not, while they last.

    KT-20.4e-3, KT-20.4e-4, KT-20.5-surprise-e-3.
    """
    a, c = g.automatic, g.setting.counters[id]
    return a.cr_bonus if a is not None and c.side == a.side and c.brigade in a.brigades else 0


@cites("KT-15.5a-i-1", "KT-15.5a-i-2", "KT-15.5a-ii", "KT-15.5a-iii", "KT-10.5b-chaos-5")
def supported(g: State, id: str) -> bool:
    """Whether a unit has Unit Support.

    A steady unit of its brigade stacked or adjacent (KT-15.5a-i-1, Battleworn or not KT-15.5a-i-2); for
    artillery any steady infantry or cavalry (KT-15.5a-ii); always in the Available box (KT-15.5a-iii). Units
    under Battlefield Chaos neither give nor receive it (KT-10.5b-chaos-5).
    """
    unit = g.units[id]
    if unit.at < 0:
        return True
    if id in g.chaos:
        return False
    me = g.setting.counters[id]
    return _supports_in(g, me, unit.at) or supported_beside(g, id)


def supported_beside(g: State, id: str) -> bool:
    """Whether a unit beside the hex of this one gives it support."""
    unit, me = g.units[id], g.setting.counters[id]
    friends = g.setting.grid.near[unit.at] & g.masks[me.side]
    while friends:
        low = friends & -friends
        if _supports_in(g, me, low.bit_length() - 1):
            return True
        friends ^= low
    return False


def _supports_in(g: State, me: Counter, hex: int) -> bool:
    counters, units, chaos = g.setting.counters, g.units, g.chaos
    for other in g.stacks[hex]:
        if units[other].hits or other == me.id or (chaos and other in chaos):
            continue
        c = counters[other]
        if me.arm == "artillery":
            if c.arm in INFANTRY_LIKE:
                return True
        elif c.brigade == me.brigade and c.arm in INFANTRY_LIKE:
            return True
    return False


@cites("KT-4.1-WT-smooth-2")
def smoothbore_muskets(g: State, id: str) -> bool:
    """Infantry with smoothbore muskets, which tell at close quarters (KT-4.1-WT-smooth-2)."""
    c = g.counter(id)
    return c.arm != "artillery" and c.weapon == "S"


@cites("KT-4.1-WT-crosshair")
def sharpshooter(g: State, id: str) -> bool:
    """A unit marked with the crosshairs (KT-4.1-WT-crosshair)."""
    return g.setting.counters[id].sharpshooter


def largest(g: State, ids: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Those with the largest printed strength: one, or several that tie."""
    best = max(printed_sp(g, id) for id in ids)
    return tuple(id for id in ids if printed_sp(g, id) == best)


def steadiest(g: State, ids: tuple[str, ...]) -> str:
    """Of units among which their owner may choose the one that is likeliest to pass a test: it is proposed to lead."""
    if len(ids) == 1:
        return ids[0]
    return max(ids, key=lambda i: (modified_cr(g, i), not g.units[i].worn, -g.units[i].hits))


def hardiest(g: State, ids: tuple[str, ...]) -> str:
    """Of units one of which must be depleted the one that bears it best: Fresh before Battleworn, then steady."""
    if len(ids) == 1:
        return ids[0]
    worn = {i: g.units[i].worn or g.setting.counters[i].fragile for i in ids}
    return max(ids, key=lambda i: (not worn[i], modified_cr(g, i), -g.units[i].hits))


@cites("KT-12.2-1", "KT-12.2-2", "KT-12.2-3", "KT-12.2-4")
def lead_candidates(g: State, hex: int) -> tuple[str, ...]:
    """The Lead Unit of a hex, or those among which its owner chooses: the largest printed strength.

    KT-12.2-1 to KT-12.2-4.
    """
    return largest(g, g.in_hex(hex))
