"""How far every hex is from what a side wants, in quarters of a movement point by the ground's own costs."""

from __future__ import annotations

from functools import lru_cache

from vedette.rules.common.ai import FAR, Field, Steps, backward, spread
from vedette.rules.great_battles.chapters.terrain import WHOLE, cost
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import Counter, Setting

TOWN = 6 * POINT
"""What a step counts for that takes a whole allowance."""


def gait(counter: Counter) -> str:
    """How a unit marches: infantry in column, cavalry and leaders mounted, all else on wheels."""
    if counter.gun or counter.wagon:
        return "wheels"
    return "column" if counter.arm == "infantry" else "mounted"


def pace(counter: Counter, s: Setting) -> int:
    """A whole move on the march, in quarters of a point."""
    n = s.numbers
    if counter.leader or counter.horse or counter.arm == "cavalry":
        return n["allowance-mounted"] * POINT
    return n["allowance-limbered" if counter.gun else "allowance-foot"] * POINT


@lru_cache(maxsize=32)
def steps(s: Setting, kind: str) -> Steps:
    """The steps out of every hex that the ground allows to a kind of mover: where to, and at what cost."""
    found = []
    for a in range(s.grid.size):
        row = []
        for b in s.grid.neighbours[a]:
            n = cost(s, kind, a, b)
            if n is not None:
                row.append((b, TOWN if n == WHOLE else n))
        found.append(tuple(row))
    return tuple(found)


@lru_cache(maxsize=16)
def _backward(s: Setting, kind: str) -> Steps:
    """The steps into every hex: from where, and at what cost."""
    return backward(steps(s, kind))


@lru_cache(maxsize=256)
def field(s: Setting, kind: str, targets: tuple[int, ...], first: int = 0, extra: Field = ()) -> Field:
    """From every hex the quarters of a point to the nearest of these hexes.

    Args:
        first: what is counted at the target itself.
        extra: what entering or leaving a hex counts besides.
    """
    return spread(_backward(s, kind), targets, first, extra)


def way(s: Setting, kind: str, start: int, to: Field, extra: Field = ()) -> list[tuple[int, int]]:
    """The hexes of the shortest way from a hex, down a field, each with the points that the march to it takes."""
    table = steps(s, kind)
    found, at, spent = [(start, 0)], start, 0
    seen = {start}
    while to[at] < FAR:
        ahead = [(n + to[b] + (extra[b] if extra else 0), b, n) for b, n in table[at] if b not in seen]
        if not ahead:
            break
        _, b, n = min(ahead)
        if to[b] >= to[at]:
            break
        at, spent = b, spent + n
        seen.add(at)
        found.append((at, spent))
    return found
