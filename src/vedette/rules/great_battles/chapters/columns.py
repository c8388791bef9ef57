"""Chapters 10.1 to 10.5 and 18.4: with what strength a unit fires, and the column of a fire with all that moves it.

usable(g, id)               points that a unit may fire with: a battery by its crew
unfired(g, id)              those that it has not fired in this phase
power(g, id, n, target)     the fire strength of so many of them at a unit
column(g, shots, hex, target)   base column, every shift with its case, final column
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.rulebook import Aim
from vedette.rules.great_battles.chapters.formations import faces
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State

# -- strengths (10.1 to 10.3) ----------------------------------------------------------------------------


@cites("SW-10.24-1", "SW-10.24-2", "SW-10.24-3", "SW-10.23-0", "SW-10.31-2")
def multiplier(s: Setting, weapon: str, distance: int) -> Fraction:
    """What the range does to a weapon's strength; 0 out of range."""
    return next((by for low, high, by in s.ranges.get(weapon, ()) if low <= distance <= high), Fraction(0))


def longest_range(s: Setting, weapon: str) -> int:
    """The farthest range of a weapon, in hexes; 0 for no weapon."""
    return max((high for _, high, _ in s.ranges.get(weapon, ())), default=0)


@cites("SW-10.13", "SW-10.14-1", "SW-18.83", "SW-18.84", "SW-2.4-combat-strength-2", "SW-2.4-combat-unit-1")
def usable(g: State, id: str) -> int:
    """Points that a unit may fire with: its strength; of a battery those that its crew can serve.

    Half a crew serves half the guns, rounded up, no crew none.
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
    """The fire strength of so many points of a unit at a target: by range, for guns at foot half, rounded down.

    A battery that overshoots by two hexes halves its base strength before that (SW-23.14).
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


# -- columns (10.4, 10.5, 18.4) --------------------------------------------------------------------------

Shift = tuple[str, int, str, bool]
"""Name, columns (to the right positive), case, whether it is applied."""

NAMED = {
    "SW-10.42-1": "ridge", "SW-10.42-2": "crest", "GB-21.84-3": "crest", "SW-10.44": "stone wall", "SW-10.43": "woods",
    "SW-10.23-1": "weapon P", "SW-7.22-2": "enfilade", "SW-6.11-5": "column", "SW-18.4": "mounted, in column",
    "SW-23.13-3": "overshot",
}  # fmt: skip
"""The shifts of a fire that a case tells."""


class Shot(msgspec.Struct, frozen=True, array_like=True):
    """One unit that fires, with so many points of its base strength."""

    unit: str
    points: int


class Column(msgspec.Struct, frozen=True):
    """Where on the fire table a fire ends up."""

    strength: Fraction
    base: int
    final: int
    shifts: tuple[Shift, ...]
    powers: tuple[tuple[str, int, str], ...]
    """(unit, points, strength at this target) of each firer."""


def sides_of(g: State, a: int, b: int) -> tuple[int, ...]:
    """The hexsides of b, as directions, through which a line from a comes in: two at a corner."""
    entry = g.setting.grid.entry(a, b)
    return (entry // 2, (entry // 2 + 1) % 6) if entry & 1 else (entry // 2,)


def _crossed(g: State, a: int, b: int) -> set[str]:
    """What lies on the hexsides of b through which a line from a comes in."""
    around = g.setting.grid.around[b]
    words: set[str] = set()
    for d in sides_of(g, a, b):
        words.update(g.setting.board.crossing.get((around[d], b), ()))
    return words


@cites("SW-7.22-2", "SW-7.22-3", "SW-7.23", "SW-10.51-2", "SW-11.16-2", "SW-7.0-2")
def enfiladed(g: State, target: str, frm: int) -> bool:
    """Whether fire from a hex comes in through a rear hexside of a unit, or at a corner of one."""
    u = g.units[target]
    if u.facing < 0 or not faces(g, target):
        return False
    front = {(u.facing + d) % 6 for d in (-1, 0, 1)}
    return any(d not in front for d in sides_of(g, frm, u.at))


@cites(
    "SW-10.4", "SW-10.42-1", "SW-10.42-2", "SW-10.42-3", "SW-10.44", "SW-10.43", "SW-10.41-1", "SW-10.41-2",
    "SW-10.45-1", "SW-10.46", "SW-5.26-5", "SW-5.31-3", "GB-21.21-3", "GB-21.51-1", "GB-21.53",
)  # fmt: skip
def ground_shifts(g: State, froms: Sequence[int], hex: int) -> list[Shift]:
    """What the ground gives a target: one firer through or into it is enough.

    Ridge or crest upslope, wall, woods; slopes, marsh, towns, roads give nothing.
    """
    words = {w for a in froms for w in _crossed(g, a, hex)}
    rows = g.setting.grounds
    found: list[Shift] = []
    if "ridge" in words:
        found.append(("ridge", rows["ridge"].fire, "SW-10.42-1", True))
    elif "crest up" in words:
        cite = "GB-21.84-3" if g.setting.profile.sight_from_edge else "SW-10.42-2"
        found.append(("crest", rows["crest up"].fire, cite, True))
    if "stone wall" in words:
        found.append(("stone wall", rows["stone wall"].fire, "SW-10.44", True))
    if g.setting.board.terrain[hex] == "woods":
        found.append(("woods", rows["woods"].fire, "SW-10.43", True))
    return [row for row in found if row[1]]


@cites("SW-6.11-5", "SW-6.14-4", "SW-18.4", "SW-10.23-1", "SW-10.23-2", "SW-10.23-3")
def target_shifts(g: State, froms: Sequence[int], target: str, covered: bool) -> list[Shift]:
    """What the target gives: P weapons lie low unless caught moving; enfilade, column, mounted."""
    c, u = g.counter(target), g.units[target]
    found: list[Shift] = []
    if c.weapon == "P" and covered:
        found.append(("weapon P", -1, "SW-10.23-1", True))
    if any(enfiladed(g, target, a) for a in froms):
        found.append(("enfilade", 1, "SW-7.22-2", True))
    if u.column and c.arm == "infantry":
        found.append(("column", 1, "SW-6.11-5", True))
    if u.column and c.arm == "cavalry":
        found.append(("mounted, in column", 2, "SW-18.4", True))
    return found


@cites("SW-10.47-1", "SW-10.47-2", "SW-23.3-4")
def limited(g: State, found: list[Shift]) -> tuple[Shift, ...]:
    """All shifts, with one that takes back whatever exceeds the limit of two columns net."""
    total, most = sum(by for _, by, _, _ in found), g.setting.numbers["shift-limit"]
    if abs(total) > most:
        back = (most if total > 0 else -most) - total
        found = [*found, (f"never more than {most}", back, "SW-10.47-2", True)]
    return tuple(found)


@cites(
    "SW-10.31-1", "SW-23.3-1", "SW-23.3-2", "SW-23.3-3", "SW-10.47-1", "SW-10.47-3", "SW-10.47-4", "SW-10.0-3",
    "SW-10.0-2",
)  # fmt: skip
def column(
    g: State, shots: Sequence[Shot], hex: int, target: str, *, covered: bool = True, more: Sequence[Shift] = (),
    halved: Sequence[str] = (), aimed: int = -1,
) -> Column:  # fmt: skip
    """The column of a fire of one arm at one unit: all strengths added, each by its own range.

    Args:
        hex: where the fire falls.
        covered: whether a P weapon helps: not for whom withdrawal or retreat fire catches (SW-10.23-2).
        more: further shifts, such as that of an overshot.
        halved: batteries that halve their strength first (SW-23.14).
        aimed: the hex aimed at where that is another: its hexsides help too.
    """
    powers = []
    total = Fraction(0)
    for shot in shots:
        distance = max(g.setting.grid.distance(g.at(shot.unit), aimed if aimed >= 0 else hex), 1)
        found = power(g, shot.unit, shot.points, target, distance, shot.unit in halved)
        powers.append((shot.unit, shot.points, text(found)))
        total += found
    froms = [g.at(shot.unit) for shot in shots if g.at(shot.unit) != hex]
    shifts = [*ground_shifts(g, froms, hex), *target_shifts(g, froms, target, covered), *more]
    if aimed >= 0 and aimed != hex:
        names = {name for name, *_ in shifts}
        side = [row for row in ground_shifts(g, froms, aimed) if row[0] != "woods" and row[0] not in names]
        shifts += [row for row in side if not ({"ridge", "crest"} & names and row[0] in ("ridge", "crest"))]
    table = g.setting.fire
    base = table.column(total)
    if changed := g.setting.battle.shifts:
        shifts = [(name, changed.get(cite, by), cite, on) for name, by, cite, on in shifts]
    kept = limited(g, shifts)
    note(*(cite for _, _, cite, _ in kept))
    return Column(total, base, table.shifted(base, sum(by for _, by, _, _ in kept)), kept, tuple(powers))


def aim(g: State, found: Column) -> Aim:
    """A column as the programs above the rules read it."""
    names = g.setting.fire.names
    return Aim(names[found.base], names[found.final], found.shifts, text(found.strength))
