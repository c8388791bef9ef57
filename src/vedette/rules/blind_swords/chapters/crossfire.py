"""Chapter 12.4: fires announced together at one hex from several sides, and which of them are shifted for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from vedette.engine.cites import cites
from vedette.rules.blind_swords.chapters.fire_shifts import FirePlan, aim
from vedette.rules.blind_swords.chapters.values import lead_candidates, modified_cr
from vedette.rules.blind_swords.charts import SEVERITIES
from vedette.rules.blind_swords.state import State

Groups = tuple[tuple[str, ...], ...]
Worth = Callable[[int, bool], float]
"""What a fire of an announcement is worth to who fires, by its place, plain or shifted."""
WEIGHT = {"": 0, **{name: n for n, name in enumerate(reversed(SEVERITIES), 1)}}
NONE = -1
"""No hexside is chosen: the fires do not converge, or the book has no such choice."""


@cites("KT-12.4-1")
def separated(g: State, target: int, a: int, b: int) -> bool:
    """Whether two lines enter the target with at least one full hexside between them.

    The grid numbers the way round a hex in half steps: even for a hexside, odd for a corner.
    """
    if a == b:
        return False
    grid = g.setting.grid
    x, y = grid.entry(a, target), grid.entry(b, target)
    needed = 4 - x % 2 - y % 2
    return _gap(x, y) >= needed


def _gap(x: int, y: int) -> int:
    """Half steps between two ways into a hex, the shorter way round."""
    apart = abs(x - y)
    return min(apart, 12 - apart)


def _hexes(g: State, groups: Groups) -> list[set[int]]:
    return [{g.units[i].at for i in group} for group in groups]


def _crossing(g: State, target: int, groups: Groups) -> tuple[bool, ...]:
    """For each fire whether some other one comes in with a full hexside between."""
    hexes = _hexes(g, groups)
    return tuple(
        any(separated(g, target, a, b) for a in here for k, there in enumerate(hexes) if k != i for b in there)
        for i, here in enumerate(hexes)
    )


@cites("SS-12.4-3")
def hexsides(g: State, target: int, groups: Groups) -> tuple[int, ...]:
    """The hexsides that the target's owner may call primary: all that a fire traverses.

    None where the fires do not converge or the book knows no such choice. A line through a corner traverses both
    hexsides that meet there (rulings).
    """
    if g.setting.profile.crossfire != "converging" or not any(_crossing(g, target, groups)):
        return ()
    entries = {g.setting.grid.entry(hex, target) for here in _hexes(g, groups) for hex in here}
    sides = {side % 6 for x in entries for side in (x // 2, (x + 1) // 2)}
    return tuple(side for side in sorted(sides) if beyond(g, target, side) >= 0)


@cites("SS-12.4-4", "SS-12.4-5")
def outside(g: State, target: int, group: tuple[str, ...], primary: int) -> bool:
    """Whether a fire is shifted: it comes in neither by the primary hexside nor next to it.

    Its corners and the hexsides beside it count as next to it. Of a fire out of two hexes both lines must be clear of
    it (rulings).
    """
    grid = g.setting.grid
    return all(_gap(grid.entry(g.units[i].at, target), 2 * primary) > 2 for i in group)


@cites("KT-12.4-3")
def marks(g: State, target: int, groups: Groups, primary: int) -> tuple[bool, ...]:
    """For each fire announced together whether it is shifted.

    All that take part in Flanking Fire; of Converging Fire those outside the primary hexside.
    """
    if g.setting.profile.crossfire == "flanking":
        return _crossing(g, target, groups)
    return tuple(primary != NONE and outside(g, target, group, primary) for group in groups)


def sensible(g: State, target: int, groups: Groups, worth: Worth) -> int:
    """The hexside that leaves the fires worth least in all, which their target's owner would choose."""
    options = hexsides(g, target, groups)
    if len(options) < 2:
        return options[0] if options else NONE

    def whole(primary: int) -> float:
        return round(sum(worth(n, on) for n, on in enumerate(marks(g, target, groups, primary))), 9)

    return min(options, key=whole)


def tests_by(g: State, plans: Sequence[FirePlan], lead: str) -> Worth:
    """The tests to be expected of each fire, a severe one counting three times: so a primary hexside is proposed."""
    rating = modified_cr(g, lead)

    def worth(n: int, on: bool) -> float:
        column = aim(g, msgspec.structs.replace(plans[n], flank=on), lead)[1]
        cells = g.setting.crt.cells[column] if column >= 0 else {}
        return sum(WEIGHT[boxes[rating]] for boxes in cells.values()) / 36

    return worth


def proposed(g: State, plans: Sequence[FirePlan], mover: str = "", struck: tuple[str, ...] = ()) -> int:
    """The hexside that is proposed to the target's owner, and assumed in odds and plans."""
    target = plans[0].target
    groups = tuple(p.firers for p in plans)
    if not hexsides(g, target, groups):
        return NONE
    return sensible(g, target, groups, tests_by(g, plans, mover or lead_candidates(g, target, struck)[0]))


def marked(g: State, plans: Sequence[FirePlan], primary: int) -> tuple[FirePlan, ...]:
    """The fires of an announcement, each with its mark."""
    on = marks(g, plans[0].target, tuple(p.firers for p in plans), primary)
    return tuple(msgspec.structs.replace(p, flank=m) for p, m in zip(plans, on, strict=True))


def beyond(g: State, target: int, side: int) -> int:
    """The hex behind a hexside, -1 off the board."""
    return g.setting.grid.around[target][side]


def firers_of(plans: Iterable[FirePlan]) -> tuple[str, ...]:
    """All units of an announcement."""
    return tuple(i for p in plans for i in p.firers)
