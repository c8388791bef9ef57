"""Chapter 12.3: the column of a fire, with every shift, used or not; 12.4, fires at one hex from several sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.chapters.range import (
    CANISTER,
    DEFENSIVE,
    EXTREME,
    LONG,
    OPPORTUNITY,
    fire_points,
    range_class,
)
from vedette.rules.blind_swords.chapters.sight import COVER, CROPS, WOODS, Sight, sight
from vedette.rules.blind_swords.chapters.values import (
    is_cavalry,
    lead_candidates,
    modified_cr,
    modified_sp,
    sharpshooter,
)
from vedette.rules.blind_swords.charts import SEVERITIES, SP
from vedette.rules.blind_swords.setting import UNION, Setting
from vedette.rules.blind_swords.state import State


class Shift(msgspec.Struct, frozen=True):
    """A column shift: its name, its columns (right positive), its case."""

    name: str
    columns: int
    cite: str


TARGET_COVER = Shift("target in orchard or Light Woods", -1, "KT-12.3-shift-obscured-target")
TARGET_WOODS = Shift("target in Woods", -2, "SS-12.3a-shift-target-woods")
TARGET_CROPS = Shift("target in Cornfield", -1, "SS-12.3a-shift-target-corn")
OVER_UNITS = Shift("over intervening units", -1, "KT-12.3-shift-obscured-units")
THROUGH_WOODS = Shift("through orchard or Light Woods", -1, "KT-12.3-shift-obscured-woods")
OVER_WOODS = Shift("over Woods", -1, "SS-12.3a-shift-over-woods")
FIRER_SKIRMISH = Shift("firer in Skirmish Order", -1, "KT-12.3-shift-firer-skirmish")
TARGET_SKIRMISH = Shift("target in Skirmish Order", -2, "KT-12.3-shift-target-skirmish")
MIXED = Shift("mixed artillery at Long or Extreme", -1, "KT-12.3-shift-mixed")
SMOOTHBORE_CANISTER = Shift("smoothbore canister", 1, "KT-12.3-shift-canister")
FLANKING = Shift("flanking fire", 1, "KT-12.3-shift-flanking")
CONVERGING = Shift("converging fire", 2, "SS-12.3a-shift-converging")
CARBINES = Shift("carbines", 1, "KT-12.3-shift-carbine")
SS_TARGET = Shift("sharpshooters as target", -1, "KT-12.3-shift-ss-target")
SS_FIRER = Shift("sharpshooters firing", 1, "KT-12.3-shift-ss-firer")
GOOD_GROUND = Shift("Good Ground", -2, "KT-12.3-shift-good-ground")
WALL = Shift("stone wall", -2, "KT-12.3-shift-wall")
CAVALRY = Shift("mounted target", 2, "KT-12.3-shift-cavalry")


NAMED = (
    TARGET_COVER, TARGET_WOODS, TARGET_CROPS, OVER_UNITS, THROUGH_WOODS, OVER_WOODS, FIRER_SKIRMISH, TARGET_SKIRMISH,
    MIXED, SMOOTHBORE_CANISTER, FLANKING, CONVERGING, CARBINES, SS_TARGET, SS_FIRER, GOOD_GROUND, WALL, CAVALRY,
)  # fmt: skip
"""All of fire."""


class FirePlan(msgspec.Struct, frozen=True):
    """One fire as it will be resolved."""

    kind: str
    target: int
    firers: tuple[str, ...]
    support: tuple[str, ...] = ()
    flank: bool = False
    """Shifted as part of a Flanking or Converging Fire."""
    bonus: int = 0
    """Columns that an event adds, right positive."""
    bonus_cite: str = ""
    shot: tuple[str, ...] = ()
    """Batteries that do without canister (KT-12.1c-iv-2)."""


def points_of(g: State, plan: FirePlan, id: str) -> int:
    """What one of the firers adds, in sixty-fourths."""
    return fire_points(g, id, plan.target, plan.kind, id in plan.support, id in plan.shot)


def half_or_more(units: Sequence[str], points: Callable[[str], int], belongs: Callable[[str], bool]) -> bool:
    """Whether those who belong have half or more of all points; if no points are left, half or more of the units."""
    some = [id for id in units if belongs(id)]
    if not some:
        return False
    weights = {id: points(id) for id in units}
    if not any(weights.values()):
        return 2 * len(some) >= len(units)
    part = sum(weights[id] for id in some)
    return part > 0 and 2 * part >= sum(weights.values())


@cites("KT-12.1e-6")
def total_points(g: State, plan: FirePlan) -> int:
    """All that fires, in sixty-fourths; fractions are added up before anything is dropped."""
    return sum(points_of(g, plan, i) for i in plan.firers)


def shares_words(g: State, plan: FirePlan) -> tuple[str, ...]:
    """What makes a firer count more or less than its strength, in words; nothing for firers that count in full."""
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


Used = tuple[Shift, bool]
"""A shift, and whether it applies."""


@cites("KT-12.3-shift-net")
def fire_shifts(g: State, plan: FirePlan, lead: str) -> tuple[Used, ...]:
    """Every shift of the battle's own book in its order, and whether it applies."""
    lines = [sight(g, at, plan.target) for at in {g.units[i].at for i in plan.firers}]
    return tuple([SHIFTS[name](g, plan, lead, lines) for name in g.setting.profile.fire_shifts])


CROSSFIRE = {"flanking": FLANKING, "converging": CONVERGING}
Lines = Sequence[Sight]


@cites("KT-12.3-shift-obscured-target", "SS-12.3a-shift-target-woods", "SS-12.3a-shift-target-corn", "KT-12.1a-10")
def _cover(g: State, target: int, lines: Lines, shift: Shift, *kinds: str) -> Used:
    """The shift for the ground the target stands in, by the columns of the terrain chart; the worst hex counts."""
    on = any(s.cover in kinds for s in lines)
    if on:
        columns = g.setting.terrain.fire_shift[g.setting.board.terrain[target]]
    else:
        columns = _usual_cover(g.setting, shift, kinds)
    return msgspec.structs.replace(shift, columns=columns), on


@lru_cache
def _usual_cover(setting: Setting, shift: Shift, kinds: tuple[str, ...]) -> int:
    """The columns for such ground where the target stands in none."""
    rows = setting.terrain.fire_shift.items()
    return min((n for name, n in rows if COVER.get(name) in kinds), default=shift.columns)


@cites("KT-12.3-shift-obscured-units", "KT-12.1a-3", "KT-12.1e-7")
def _over_units(lines: Lines) -> Used:
    """Units on the way obscure the line, once however many."""
    return OVER_UNITS, any(s.over_units for s in lines)


@cites("KT-12.3-shift-obscured-woods", "SS-12.3a-shift-over-woods", "KT-12.1a-10")
def _woods(lines: Lines, shift: Shift) -> Used:
    """Woods on the way obscure the line, once however many."""
    return shift, any(s.woods for s in lines)


@cites("KT-12.3-shift-firer-skirmish")
def _skirmishers(g: State, plan: FirePlan) -> Used:
    """A firer is in Skirmish Order."""
    return FIRER_SKIRMISH, any(g.units[i].skirmish for i in plan.firers)


@cites("KT-12.3-shift-target-skirmish", "KT-16.3-2")
def _spread_target(g: State, lead: str) -> Used:
    """The target is in Skirmish Order."""
    return TARGET_SKIRMISH, g.units[lead].skirmish


@cites("KT-12.3-shift-mixed", "KT-12.3-shift-canister")
def _guns(g: State, plan: FirePlan, shift: Shift, weapon: str, *classes: str) -> Used:
    """Half or more of the guns' points: mixed guns at long range, smoothbores firing canister."""
    guns = [i for i in plan.firers if g.counter(i).arm == "artillery"]

    def are(id: str) -> bool:
        return g.counter(id).weapon == weapon and range_class(g, id, plan.target, id in plan.shot) in classes

    return shift, half_or_more(guns, lambda i: points_of(g, plan, i), are)


@cites("KT-12.3-shift-flanking", "KT-12.4-3", "SS-12.3a-shift-converging")
def _crossfire(g: State, plan: FirePlan) -> Used:
    """Each fire of a Flanking Fire; of a Converging Fire those that qualify."""
    return CROSSFIRE[g.setting.profile.crossfire], plan.flank


@cites("KT-12.3-shift-carbine")
def _carbines(g: State, plan: FirePlan) -> Used:
    """Half or more of the firing units carry carbines."""
    return CARBINES, half_or_more(plan.firers, lambda i: 1, lambda i: g.counter(i).weapon == "C")


@cites("KT-12.3-shift-ss-target")
def _at_sharpshooters(g: State, plan: FirePlan) -> Used:
    """Half or more of the infantry points of the target are sharpshooters."""
    there = [i for i in g.in_hex(plan.target) if g.counter(i).arm == "infantry"]
    return SS_TARGET, half_or_more(there, lambda i: modified_sp(g, i), lambda i: sharpshooter(g, i))


@cites("KT-12.3-shift-ss-firer")
def _by_sharpshooters(g: State, plan: FirePlan) -> Used:
    """Half or more of the infantry points that fire are sharpshooters."""
    here = [i for i in plan.firers if g.counter(i).arm == "infantry"]
    return SS_FIRER, half_or_more(here, lambda i: points_of(g, plan, i), lambda i: sharpshooter(g, i))


@cites("KT-12.3-shift-good-ground", "KT-14.3d-good-ground")
def good_ground(g: State, hex: int) -> bool:
    """Whether it is a Union hex with a Good Ground chit."""
    return hex in g.good_ground and g.holder(hex) == UNION


@cites(
    "KT-12.3-shift-wall", "KT-12.3-wall-exception-1", "KT-12.3-wall-exception-2", "KT-12.3-wall-points", "KT-3.2d-1",
    "KT-14.3d-wall", "KT-14.3d-wall-exception-1", "KT-14.3d-wall-exception-2",
)  # fmt: skip
def behind_wall(g: State, target: int, firing: set[int]) -> bool:
    """Whether a wall protects a hex against fire or an attack from these hexes.

    Not against the adjacent hex along the same wall, nor the first hex beyond the end to which it points; of two
    hexes both must be so placed.
    """
    open_to = g.setting.walls.get(target)
    return open_to is not None and not firing <= open_to


@cites("KT-12.3-shift-cavalry")
def _mounted(g: State, lead: str) -> Used:
    """The unit that leads the target is mounted."""
    return CAVALRY, is_cavalry(g, lead)


SHIFTS: dict[str, Callable[[State, FirePlan, str, Lines], Used]] = {
    "target-cover": lambda g, plan, lead, lines: _cover(g, plan.target, lines, TARGET_COVER, WOODS, CROPS),
    "target-woods": lambda g, plan, lead, lines: _cover(g, plan.target, lines, TARGET_WOODS, WOODS),
    "target-crops": lambda g, plan, lead, lines: _cover(g, plan.target, lines, TARGET_CROPS, CROPS),
    "over-units": lambda g, plan, lead, lines: _over_units(lines),
    "through-woods": lambda g, plan, lead, lines: _woods(lines, THROUGH_WOODS),
    "over-woods": lambda g, plan, lead, lines: _woods(lines, OVER_WOODS),
    "firer-skirmish": lambda g, plan, lead, lines: _skirmishers(g, plan),
    "target-skirmish": lambda g, plan, lead, lines: _spread_target(g, lead),
    "mixed": lambda g, plan, lead, lines: _guns(g, plan, MIXED, "Mx", LONG, EXTREME),
    "canister": lambda g, plan, lead, lines: _guns(g, plan, SMOOTHBORE_CANISTER, "S", CANISTER),
    "crossfire": lambda g, plan, lead, lines: _crossfire(g, plan),
    "carbines": lambda g, plan, lead, lines: _carbines(g, plan),
    "ss-target": lambda g, plan, lead, lines: _at_sharpshooters(g, plan),
    "ss-firer": lambda g, plan, lead, lines: _by_sharpshooters(g, plan),
    "good-ground": lambda g, plan, lead, lines: (GOOD_GROUND, good_ground(g, plan.target)),
    "wall": lambda g, plan, lead, lines: (WALL, behind_wall(g, plan.target, {g.units[i].at for i in plan.firers})),
    "cavalry": lambda g, plan, lead, lines: _mounted(g, lead),
}
"""The shifts that a book may have, by name."""


@cites(
    "KT-12.3-shift-net", "KT-12.3-shift-left-limit", "KT-12.3-shift-right-limit",
    "KT-12.3-shift-defensive",
)  # fmt: skip
def aim(g: State, plan: FirePlan, lead: str) -> tuple[Aim, int]:
    """The column of a fire by all its points, and its index; -1 if the fire is lost.

    The shifts are added up first. Left of column C the fire is lost, but Defensive Fire stays on C; it never goes
    right of the last column.
    """
    crt = g.setting.crt
    total = total_points(g, plan)
    base = crt.column(total)
    rows = [(s.name, g.setting.battle.columns(s.cite, s.columns), s.cite, on) for s, on in fire_shifts(g, plan, lead)]
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


# -- 12.4: Flanking Fire and Converging Fire -------------------------------------------------------------------------


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
    """For each fire, whether another one comes in with a full hexside between."""
    hexes = _hexes(g, groups)
    return tuple(
        any(separated(g, target, a, b) for a in here for k, there in enumerate(hexes) if k != i for b in there)
        for i, here in enumerate(hexes)
    )


@cites("SS-12.4-3")
def hexsides(g: State, target: int, groups: Groups) -> tuple[int, ...]:
    """The hexsides that the target's owner may call primary: all that a fire crosses.

    None if the fires do not converge or the book has no such choice. A line through a corner crosses both hexsides
    that meet there (rulings).
    """
    if g.setting.profile.crossfire != "converging" or not any(_crossing(g, target, groups)):
        return ()
    entries = {g.setting.grid.entry(hex, target) for here in _hexes(g, groups) for hex in here}
    sides = {side % 6 for x in entries for side in (x // 2, (x + 1) // 2)}
    return tuple(side for side in sorted(sides) if beyond(g, target, side) >= 0)


@cites("SS-12.4-4", "SS-12.4-5")
def outside(g: State, target: int, group: tuple[str, ...], primary: int) -> bool:
    """Whether a fire is shifted: it comes in neither through the primary hexside nor next to it.

    Its corners and the hexsides beside it count as next to it. If a fire comes from two hexes, both lines must be
    clear of it (rulings).
    """
    grid = g.setting.grid
    return all(_gap(grid.entry(g.units[i].at, target), 2 * primary) > 2 for i in group)


@cites("KT-12.4-3")
def marks(g: State, target: int, groups: Groups, primary: int) -> tuple[bool, ...]:
    """For each of the fires announced together, whether it is shifted.

    All that take part in a Flanking Fire; of a Converging Fire those outside the primary hexside.
    """
    if g.setting.profile.crossfire == "flanking":
        return _crossing(g, target, groups)
    return tuple(primary != NONE and outside(g, target, group, primary) for group in groups)


def sensible(g: State, target: int, groups: Groups, worth: Worth) -> int:
    """The hexside that makes the fires worth least together, which the target's owner would choose."""
    options = hexsides(g, target, groups)
    if len(options) < 2:
        return options[0] if options else NONE

    def whole(primary: int) -> float:
        return round(sum(worth(n, on) for n, on in enumerate(marks(g, target, groups, primary))), 9)

    return min(options, key=whole)


def tests_by(g: State, plans: Sequence[FirePlan], lead: str) -> Worth:
    """The tests to be expected of each fire, a severe one counting three times; this decides the usual hexside."""
    rating = modified_cr(g, lead)

    def worth(n: int, on: bool) -> float:
        column = aim(g, msgspec.structs.replace(plans[n], flank=on), lead)[1]
        cells = g.setting.crt.cells[column] if column >= 0 else {}
        return sum(WEIGHT[boxes[rating]] for boxes in cells.values()) / 36

    return worth


def usual_hexside(g: State, plans: Sequence[FirePlan], mover: str = "", struck: tuple[str, ...] = ()) -> int:
    """The hexside that is the usual answer of the target's owner, assumed in odds and plans."""
    target = plans[0].target
    groups = tuple(p.firers for p in plans)
    if not hexsides(g, target, groups):
        return NONE
    return sensible(g, target, groups, tests_by(g, plans, mover or lead_candidates(g, target, struck)[0]))


def marked(g: State, plans: Sequence[FirePlan], primary: int) -> tuple[FirePlan, ...]:
    """The fires of an announcement, each marked as shifted or not."""
    on = marks(g, plans[0].target, tuple(p.firers for p in plans), primary)
    return tuple(msgspec.structs.replace(p, flank=m) for p, m in zip(plans, on, strict=True))


def beyond(g: State, target: int, side: int) -> int:
    """The hex behind a hexside, -1 off the board."""
    return g.setting.grid.around[target][side]


def firers_of(plans: Iterable[FirePlan]) -> tuple[str, ...]:
    """All firing units of an announcement."""
    return tuple(i for p in plans for i in p.firers)
