"""Chapters 10.1 to 10.3: with what strength a unit fires, and how much of it is left.

usable(g, id)               points that a unit may fire with: a battery by its crew
unfired(g, id)              those that it has not fired in this phase
power(g, id, n, target)     the fire strength of so many of them at a unit
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from vedette.engine.cites import cites
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State


@cites("SW-10.24-1", "SW-10.24-2", "SW-10.24-3", "SW-10.23-0", "SW-10.31-2")
def multiplier(s: Setting, weapon: str, distance: int) -> Fraction:
    """What the range does to a weapon's strength; 0 out of range (SW-10.24)."""
    return next((by for low, high, by in s.ranges.get(weapon, ()) if low <= distance <= high), Fraction(0))


def reach(s: Setting, weapon: str) -> int:
    """The farthest range of a weapon, in hexes; 0 without one."""
    return max((high for _, high, _ in s.ranges.get(weapon, ())), default=0)


@cites("SW-10.13", "SW-10.14-1", "SW-18.83", "SW-18.84", "SW-2.4-combat-strength-2", "SW-2.4-combat-unit-1")
def usable(g: State, id: str) -> int:
    """Points that a unit may fire with: its strength; a battery with half its crew half its guns, rounded up.

    , without crew none.
    """
    c, u = g.counter(id), g.units[id]
    if not c.gun:
        return u.strength
    return 0 if not u.crew else u.strength if u.crew >= c.crew else ceil(u.strength / 2)


@cites("SW-10.34-1")
def unfired(g: State, id: str) -> int:
    """What a unit has left to fire with in this phase."""
    return usable(g, id) - sum(n for who, _, n in g.fired if who == id)


@cites("SW-10.15-2", "SW-8.72-4")
def foot(g: State, id: str) -> bool:
    """Whether a unit is hit as infantry: infantry, dismounted cavalry, the wagon's guard."""
    c = g.counter(id)
    return c.arm == "infantry" or c.wagon or (c.arm == "cavalry" and not g.units[id].column)


@cites("SW-10.15-1", "SW-10.15-2", "SW-10.31-2", "SW-10.34-3", "SW-2.4-fire-strength", "SW-2.4-small-arms")
def power(g: State, id: str, n: int, target: str, distance: int, halved: bool = False) -> Fraction:
    """The fire strength of so many points of a unit at a target: by range, of guns at foot half, rounded down.

    The base strength is what is divided; a battery that overshoots by two hexes halves first (SW-23.14).
    """
    c = g.counter(id)
    base = Fraction(n // 2 if halved else n)
    found = base * multiplier(g.setting, c.weapon, distance)
    return Fraction(floor(found / 2)) if c.gun and foot(g, target) else found


def text(strength: Fraction) -> str:
    """A strength as players write it: 3, 1/2, 2 1/2."""
    whole, rest = divmod(strength, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
