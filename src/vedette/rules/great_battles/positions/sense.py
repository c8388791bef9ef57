"""What a position may not say even though every word in it is known: impossible units, each with its mend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vedette.engine.content import listed
from vedette.engine.rulebook import PositionError
from vedette.rules.great_battles.chapters.edges import row_of
from vedette.rules.great_battles.chapters.stacking import over
from vedette.rules.great_battles.chapters.supply import beside
from vedette.rules.great_battles.chapters.victory import TOLL
from vedette.rules.great_battles.content import FORMED
from vedette.rules.great_battles.positions.keys import IN, OUT
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import CAPTURED, DESTROYED, ELIMINATED, VACANT, WAITING, State

LOST = (ELIMINATED, CAPTURED)
"""Boxes of units that have nothing left."""
NOBODY, MANY = 0, 999
"""The least and the most that anything may count."""
APART = ("reserve", "engaged")
"""Marks that a unit loses when it routs (SW 14.3)."""


def check_armies(g: State, spec: Mapping[str, Any]) -> None:
    """Raises PositionError for impossible numbers, brigades that are never paid for, and losses that nobody scores."""
    if not NOBODY <= spec.get("morale", NOBODY) <= MANY:
        raise PositionError(f"morale {spec['morale']}: write a number from 0 to {MANY}")
    for key in ("losses", "demoralized", "toll", "guards"):
        for name, n in spec.get(key, {}).items():
            if not NOBODY <= n <= MANY:
                raise PositionError(f"{key}: {name} {n}: write a number from 0 to {MANY}")
    scored = [f"{side} {what}" for side in SIDES for what in TOLL]
    for name in spec.get("toll", {}):
        if name not in scored:
            raise PositionError(f"toll: {name!r} is none of {', '.join(scored)}")
    for key in ("paid", "opened", "demoralized"):
        names = list(spec.get(key) or ())
        for name in names:
            if name in g.setting.brigades and g.setting.brigades[name].side != UNION:
                raise PositionError(f"{key}: {name!r} is no brigade of the Union: take it out")
            if names.count(name) > 1:
                raise PositionError(f"{key}: {name!r} is given twice: write it once")


def check_row(g: State, row: Mapping[str, Any]) -> None:
    """Raises PositionError for what a table [[unit]] cannot say about its unit."""
    if wrong := next(_of_row(g, row), ""):
        raise PositionError(f"unit {row['id']!r} {wrong}")


def _of_row(g: State, row: Mapping[str, Any]) -> Iterator[str]:
    u, c, marks = g.units[row["id"]], g.counter(row["id"]), row.get("marks", ())
    still = c.leader or c.wagon
    if "rounds" in row and not c.gun:
        yield f"is {c.arm} and has no rounds: take rounds out"
    if not NOBODY <= row.get("spent", NOBODY) <= MANY:
        yield f"has spent {row['spent']}: write points from 0 on"
    for mark in marks:
        if marks.count(mark) > 1:
            yield f"has the mark {mark} twice: write it once"
        if mark == IN and OUT in marks:
            yield f"is both {IN} and {OUT}: take one of the marks out"
        if mark in APART and u.routed:
            yield f"is routed and cannot be {mark}: take one of the marks out"
    if u.at == WAITING and not row_of(g, row["id"]):
        yield "is no reinforcement of this battle: give it a hex or another box"
    if u.at not in LOST and not u.strength and not still:
        yield "is there without strength: give it some, or the box eliminated"
    if u.at in LOST and row.get("strength", NOBODY) > NOBODY and not still:
        yield "is lost and has no strength: take strength out"
    if u.at == VACANT and not c.leader:
        yield "is no leader whose successor is due: give it another box"
    if u.at == DESTROYED and not c.wagon:
        yield "is no wagon that was destroyed: give it another box"
    for mark in ("reserve", "pinned", "engaged", "abandoned"):
        if u.at < 0 and mark in marks:
            yield f"is off the map and cannot be {mark}: take the mark out"
    if u.reserve and (still or (c.arm == "infantry" and u.column)):
        yield "cannot be in reserve: take the mark out" if still else "is in column: in reserve infantry is in line"
    wanted = {
        "taken": still, "depleted": c.small_arms or c.wagon, "abandoned": c.gun, "shots": c.gun, "routed": not c.leader,
        "engaged": not c.leader, IN: c.small_arms, "charged": c.arm == "cavalry",
    }  # fmt: skip
    for mark, good in wanted.items():
        if mark in marks and not good:
            yield f"is {c.arm} and cannot be {mark}: take the mark out"
    formation = row.get("formation", "")
    if formation and formation not in FORMED.get(c.arm, ()):
        yield f"is {c.arm} and cannot be {formation}: {_write(c.arm)}"
    if g.phase == "movement" and "moved" in marks and g.side(row["id"]) != g.player:
        yield "is not of the side that moves: take the mark moved out"
    if "charges" in row and c.arm != "cavalry":
        yield f"is {c.arm} and charges nobody: take charges out"
    if "start" in row and c.arm != "cavalry":
        yield f"is {c.arm}, of which nobody asks where it began: take start out"
    if "charged" in marks and not u.engaged:
        yield "is not engaged since a charge: mark it engaged, or take charged out"
    if "crew_at" in row and "abandoned" not in marks:
        yield "has its crew: mark it abandoned, or take crew_at out"


def _write(arm: str) -> str:
    return f"write {listed(FORMED[arm])}" if arm in FORMED else "take formation out"


def check_pairs(g: State) -> None:
    """Raises PositionError for batteries that cannot have been together (SW 12.36): off the map, enemies, or apart."""
    for a, b in g.together:
        here = [i for i in (a, b) if i in g.units and g.counter(i).gun and g.at(i) >= 0]
        if len(here) < 2 or g.side(a) != g.side(b) or not beside(g, a, b):
            raise PositionError(f"together: {a} and {b} are no batteries of a side, side by side: take them out")


def check_stacks(g: State) -> None:
    """Raises PositionError for both sides or too many units in a hex, or nobody to be engaged with (SW 8.0, 13.84)."""
    for hex, here in sorted(g.stacks.items()):
        where = f"hex {g.hex_name(hex)}"
        fighting = any(g.units[i].engaged or (g.counter(i).wagon and not g.strength(i)) for i in here)
        if len({g.side(i) for i in here}) > 1 and not fighting:
            raise PositionError(f"{where}: both sides stand there, {', '.join(here)}: mark one of them engaged")
        both = g.masks[0] & g.masks[1] & (1 << hex)
        engaged = [i for i in here if g.units[i].engaged]
        if engaged and not both:
            raise PositionError(f"{where}: {', '.join(engaged)} is engaged with nobody: take the mark out")
        for side in range(len(SIDES)):
            if not both and (fault := over(g, hex, side)):
                names = ", ".join(g.troops(hex, side))
                raise PositionError(f"{where}: {names} cannot stand there together: {fault.text} ({fault.cite})")
