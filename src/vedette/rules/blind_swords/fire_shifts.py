"""Chapter 12.3: the column of a fire, with every shift, used or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.range import CANISTER, DEFENSIVE, EXTREME, LONG, OPPORTUNITY, fire_points, range_class
from vedette.rules.blind_swords.setting import UNION
from vedette.rules.blind_swords.sight import sight
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.values import is_cavalry, modified_sp, sharpshooter


class Shift(msgspec.Struct, frozen=True):
    """A column shift: its name, its columns (right positive), its case."""

    name: str
    columns: int
    cite: str


TARGET_COVER = Shift("target in orchard or Light Woods", -1, "KT-12.3-shift-obscured-target")
OVER_UNITS = Shift("over intervening units", -1, "KT-12.3-shift-obscured-units")
THROUGH_WOODS = Shift("through orchard or Light Woods", -1, "KT-12.3-shift-obscured-woods")
FIRER_SKIRMISH = Shift("firer in Skirmish Order", -1, "KT-12.3-shift-firer-skirmish")
TARGET_SKIRMISH = Shift("target in Skirmish Order", -2, "KT-12.3-shift-target-skirmish")
MIXED = Shift("mixed artillery at Long or Extreme", -1, "KT-12.3-shift-mixed")
SMOOTHBORE_CANISTER = Shift("smoothbore canister", 1, "KT-12.3-shift-canister")
FLANKING = Shift("flanking fire", 1, "KT-12.3-shift-flanking")
CARBINES = Shift("carbines", 1, "KT-12.3-shift-carbine")
SS_TARGET = Shift("sharpshooters as target", -1, "KT-12.3-shift-ss-target")
SS_FIRER = Shift("sharpshooters firing", 1, "KT-12.3-shift-ss-firer")
GOOD_GROUND = Shift("Good Ground", -2, "KT-12.3-shift-good-ground")
WALL = Shift("stone wall", -2, "KT-12.3-shift-wall")
CAVALRY = Shift("mounted target", 2, "KT-12.3-shift-cavalry")


class FirePlan(msgspec.Struct, frozen=True):
    """One fire as it will be resolved."""

    kind: str
    target: int
    firers: tuple[str, ...]
    support: tuple[str, ...] = ()
    flank: bool = False
    bonus: int = 0
    """Columns that an event adds, right positive."""
    bonus_cite: str = ""
    shot: tuple[str, ...] = ()
    """Batteries that do without canister (KT-12.1c-iv-2)."""


def points_of(g: State, plan: FirePlan, id: str) -> int:
    """What one of the firers adds, in sixty-fourths."""
    return fire_points(g, id, plan.target, plan.kind, id in plan.support, id in plan.shot)


def half_or_more(points: Mapping[str, int], belongs: Callable[[str], bool]) -> bool:
    """Whether some of the units have half or more of all points; of the units themselves where no point is left."""
    whole = sum(points.values())
    weights = points if whole else dict.fromkeys(points, 1)
    part = sum(n for id, n in weights.items() if belongs(id))
    return part > 0 and 2 * part >= sum(weights.values())


@cites("KT-12.1e-6")
def total_points(g: State, plan: FirePlan) -> int:
    """All that fires, fractions added before anything is dropped, in sixty-fourths (KT-12.1e-6)."""
    return sum(points_of(g, plan, i) for i in plan.firers)


def shares_words(g: State, plan: FirePlan) -> tuple[str, ...]:
    """What makes a firer count more or less than its strength, in words; nothing of those that count in full."""
    found = []
    for id in plan.firers:
        words = [w for w in (RANGE_WORDS.get(range_class(g, id, plan.target), ""),) if w]
        if plan.kind == OPPORTUNITY or id in plan.support:
            words.append("half in " + ("opportunity fire" if plan.kind == OPPORTUNITY else "support"))
        if id in g.chaos:
            words.append("half in Battlefield Chaos")
        if g.units[id].low_ammo:
            words.append("half with Low Ammo")
        if words:
            found.append(f"{id}: {_points_words(modified_sp(g, id))} SP, {', '.join(words)}")
    return tuple(found)


RANGE_WORDS = {LONG: "half at long range", EXTREME: "a quarter at extreme range", CANISTER: "half again as canister"}


def fire_shifts(g: State, plan: FirePlan, lead: str) -> tuple[tuple[Shift, bool], ...]:
    """Every shift of KT 12.3 in the book's order, and whether it applies."""
    return (
        *_sight_shifts(g, plan),
        *_skirmish_shifts(g, plan, lead),
        *_gun_shifts(g, plan),
        (FLANKING, _flanking(plan)),
        (CARBINES, _carbines(g, plan)),
        *_sharpshooter_shifts(g, plan),
        (GOOD_GROUND, good_ground(g, plan.target)),
        (WALL, behind_wall(g, plan.target, {g.units[i].at for i in plan.firers})),
        (CAVALRY, _mounted(g, lead)),
    )


@cites(
    "KT-12.3-shift-obscured-target", "KT-12.3-shift-obscured-units", "KT-12.3-shift-obscured-woods", "KT-12.1a-3",
    "KT-12.1a-10", "KT-12.1e-7",
)  # fmt: skip
def _sight_shifts(g: State, plan: FirePlan) -> tuple[tuple[Shift, bool], ...]:
    """What obscures the line costs a column for each kind (KT-12.1a-3, KT-12.1a-10); the worst hex counts (KT-12.1e-7).

    The target's woods (KT-12.3-shift-obscured-target), units on the way (KT-12.3-shift-obscured-units), woods on the
    way (KT-12.3-shift-obscured-woods).
    """
    lines = [sight(g, at, plan.target) for at in {g.units[i].at for i in plan.firers}]
    return (
        (TARGET_COVER, any(s.target_cover for s in lines)),
        (OVER_UNITS, any(s.over_units for s in lines)),
        (THROUGH_WOODS, any(s.woods for s in lines)),
    )


@cites("KT-12.3-shift-firer-skirmish", "KT-12.3-shift-target-skirmish", "KT-16.3-2")
def _skirmish_shifts(g: State, plan: FirePlan, lead: str) -> tuple[tuple[Shift, bool], ...]:
    """Skirmish Order, firing or fired at (KT-16.3-2)."""
    return (
        (FIRER_SKIRMISH, any(g.units[i].skirmish for i in plan.firers)),
        (TARGET_SKIRMISH, g.units[lead].skirmish),
    )


@cites("KT-12.3-shift-mixed", "KT-12.3-shift-canister")
def _gun_shifts(g: State, plan: FirePlan) -> tuple[tuple[Shift, bool], ...]:
    """Mixed guns far off (KT-12.3-shift-mixed), smoothbores at Canister (KT-12.3-shift-canister)."""
    guns = {i: points_of(g, plan, i) for i in plan.firers if g.counter(i).arm == "artillery"}

    def are(id: str, weapon: str, *classes: str) -> bool:
        c = g.counter(id)
        return c.weapon == weapon and range_class(g, id, plan.target, id in plan.shot) in classes

    return (
        (MIXED, half_or_more(guns, lambda i: are(i, "Mx", LONG, EXTREME))),
        (SMOOTHBORE_CANISTER, half_or_more(guns, lambda i: are(i, "S", CANISTER))),
    )


@cites("KT-12.3-shift-flanking", "KT-12.4-3")
def _flanking(plan: FirePlan) -> bool:
    """Each fire of a Flanking Fire (KT-12.3-shift-flanking, KT-12.4-3)."""
    return plan.flank


@cites("KT-12.3-shift-carbine")
def _carbines(g: State, plan: FirePlan) -> bool:
    """Half or more of the units that fire carry carbines (KT-12.3-shift-carbine)."""
    return half_or_more(dict.fromkeys(plan.firers, 1), lambda i: g.counter(i).weapon == "C")


@cites("KT-12.3-shift-ss-target", "KT-12.3-shift-ss-firer")
def _sharpshooter_shifts(g: State, plan: FirePlan) -> tuple[tuple[Shift, bool], ...]:
    """Half or more of the infantry points, there or here (KT-12.3-shift-ss-target, KT-12.3-shift-ss-firer)."""
    there = {i: modified_sp(g, i) for i in g.in_hex(plan.target) if g.counter(i).arm == "infantry"}
    here = {i: points_of(g, plan, i) for i in plan.firers if g.counter(i).arm == "infantry"}
    return (
        (SS_TARGET, half_or_more(there, lambda i: sharpshooter(g, i))),
        (SS_FIRER, half_or_more(here, lambda i: sharpshooter(g, i))),
    )


@cites("KT-12.3-shift-good-ground", "KT-14.3d-good-ground")
def good_ground(g: State, hex: int) -> bool:
    """A Union hex with a Good Ground chit (KT-12.3-shift-good-ground, KT-14.3d-good-ground)."""
    return hex in g.good_ground and g.holder(hex) == UNION


@cites(
    "KT-12.3-shift-wall", "KT-12.3-wall-exception-1", "KT-12.3-wall-exception-2", "KT-12.3-wall-points", "KT-3.2d-1",
    "KT-14.3d-wall", "KT-14.3d-wall-exception-1", "KT-14.3d-wall-exception-2",
)  # fmt: skip
def behind_wall(g: State, target: int, firing: set[int]) -> bool:
    """Whether a wall protects a hex against fire or an attack from these hexes.

    KT-12.3-shift-wall, KT-14.3d-wall, KT-3.2d-1. Not against the adjacent hex of the same wall
    (KT-12.3-wall-exception-1, KT-14.3d-wall-exception-1) nor the first hex beyond its end, to which it points
    (KT-12.3-wall-exception-2, KT-12.3-wall-points, KT-14.3d-wall-exception-2); a fire from two hexes passes it only
    if both do.
    """
    open_to = g.setting.walls.get(target)
    return open_to is not None and not firing <= open_to


@cites("KT-12.3-shift-cavalry")
def _mounted(g: State, lead: str) -> bool:
    """The target, by the unit that leads it, is mounted (KT-12.3-shift-cavalry)."""
    return is_cavalry(g, lead)


@cites(
    "KT-12.3-shift-net", "KT-12.3-shift-left-limit", "KT-12.3-shift-right-limit",
    "KT-12.3-shift-defensive",
)  # fmt: skip
def aim(g: State, plan: FirePlan, lead: str) -> tuple[Aim, int]:
    """The column of a fire by all its points and its index; -1 where the fire is lost.

    The shifts are summed first (KT-12.3-shift-net). Left of C the fire is lost (KT-12.3-shift-left-limit), but
    Defensive Fire stays on C (KT-12.3-shift-defensive); right of the last column it stays there
    (KT-12.3-shift-right-limit).
    """
    crt = g.setting.crt
    total = total_points(g, plan)
    base = crt.column(total)
    rows = [(s.name, s.columns, s.cite, on) for s, on in fire_shifts(g, plan, lead)]
    if plan.bonus:
        rows.append(("event", plan.bonus, plan.bonus_cite, True))
    for _, _, cite, on in rows:
        if on:
            note(cite)
    final = min(base + sum(n for _, n, _, on in rows if on), len(crt.columns) - 1)
    if final < 0:
        final = 0 if plan.kind == DEFENSIVE or not g.setting.profile.fire_left_of_c_lost else -1
    name = crt.columns[final] if final >= 0 else "none"
    return Aim(crt.columns[base], name, tuple(rows), _points_words(total)), final


def _points_words(total: int) -> str:
    whole = total / SP
    return f"{whole:g}"


@cites("KT-12.4-1")
def separated(g: State, target: int, a: int, b: int) -> bool:
    """Whether two lines enter the target with at least one full hexside between them (KT-12.4-1).

    The grid numbers the way round a hex in half steps: even for a hexside, odd for a corner.
    """
    if a == b:
        return False
    grid = g.setting.grid
    x, y = grid.entry(a, target), grid.entry(b, target)
    gap = abs(x - y)
    gap = min(gap, 12 - gap)
    needed = 4 - x % 2 - y % 2
    return gap >= needed


@cites("KT-12.4-3")
def flank_marks(g: State, target: int, groups: tuple[tuple[str, ...], ...]) -> tuple[bool, ...]:
    """For each fire announced together whether it takes part in Flanking Fire (KT-12.4-3)."""
    hexes = [{g.units[i].at for i in group} for group in groups]
    return tuple(
        any(separated(g, target, a, b) for a in here for k, there in enumerate(hexes) if k != i for b in there)
        for i, here in enumerate(hexes)
    )
