"""What a sense position may want of a commander: one function a word, asked of a stretch of play that is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine import Game
from vedette.engine.choice import Choice

STRIKES = ("attack", "assault", "melee", "charge")
FOOT = ("infantry", "cavalry")
FIRES = ("fire", "fire at", "bombard", "shoot", "firefight")


class Course(msgspec.Struct):
    """A stretch of play: how it stood before and after, and what the seat in question answered."""

    game: Game
    """As it stands at the end."""
    seat: str
    before: Mapping[str, Mapping[str, Any]]
    """Unit -> its row of the view at the beginning."""
    after: Mapping[str, Mapping[str, Any]]
    said: Sequence[tuple[str, Any]]
    """The text and the choice of every answer of the seat."""


def grid_of(course: Course) -> Any:
    """The grid of the board."""
    state: Any = course.game.state
    return state.setting.grid


def holders(course: Course, hex: str) -> list[str]:
    """The units of the seat in a hex at the end that can hold it, leaders and wagons aside."""
    return [
        id for id, row in course.after.items()
        if row["side"] == course.seat and row["hex"] == hex and row["arm"] not in ("leader", "supply")
    ]  # fmt: skip


def hex_of(course: Course, choice: Choice) -> str:
    """The hex that an answer aims at: named itself, or where its target stood at the beginning."""
    if choice.hex >= 0:
        return str(grid_of(course).name(choice.hex))
    target = course.before.get(choice.arg) if isinstance(choice.arg, str) else None
    return str(target["hex"]) if target else ""


def aimed(course: Course, kinds: Sequence[str]) -> set[str]:
    """The hexes at which the seat aimed answers of some kinds."""
    return {hex_of(course, c) for _, c in course.said if isinstance(c, Choice) and c.kind in kinds}


def near_enemy(course: Course, id: str) -> bool:
    """Whether a unit ends next to an enemy who is no leader."""
    grid, at = grid_of(course), course.after[id]["hex"]
    foes = [r["hex"] for r in course.after.values() if r["side"] != course.seat and r["arm"] != "leader" and r["hex"]]
    return bool(at) and any(grid.distance(grid.index(at), grid.index(foe)) <= 1 for foe in foes)


def keeps(course: Course, hexes: Sequence[str]) -> bool:
    """In each of these hexes stands one of the seat's fighting units at the end."""
    return all(holders(course, hex) for hex in hexes)


def reaches(course: Course, hexes: Sequence[str]) -> bool:
    """In one of these hexes at least stands one of the seat's fighting units at the end."""
    return any(holders(course, hex) for hex in hexes)


def avoids(course: Course, hexes: Sequence[str]) -> bool:
    """In none of these hexes stands one of the seat's fighting units at the end."""
    return not reaches(course, hexes)


def controls(course: Course, hexes: Sequence[str]) -> bool:
    """Each of these victory hexes is the seat's at the end, whether anybody stands there or has passed on."""
    control = course.game.view("")["control"]
    return all(control[hex] == course.seat for hex in hexes)


def attacks(course: Course, hexes: Sequence[str]) -> bool:
    """One of these hexes at least was attacked hand to hand, or the attack announced."""
    return not aimed(course, STRIKES).isdisjoint(hexes)


def attacks_not(course: Course, hexes: Sequence[str]) -> bool:
    """None of these hexes was attacked."""
    return not attacks(course, hexes)


def fires_at(course: Course, hexes: Sequence[str]) -> bool:
    """One of these hexes at least was fired at."""
    return not aimed(course, FIRES).isdisjoint(hexes)


def fires_not(course: Course, hexes: Sequence[str]) -> bool:
    """None of these hexes was fired at."""
    return not fires_at(course, hexes)


def stays(course: Course, ids: Sequence[str]) -> bool:
    """Each of these units ends where it began."""
    return all(course.before[id]["hex"] == course.after[id]["hex"] for id in ids)


def moves(course: Course, ids: Sequence[str]) -> bool:
    """Each of these units ends elsewhere than it began."""
    return all(course.before[id]["hex"] != course.after[id]["hex"] for id in ids)


def leaves(course: Course, ids: Sequence[str]) -> bool:
    """Each of these units has gone off the map by an answer of its own."""
    gone = {c.unit for _, c in course.said if isinstance(c, Choice) and c.kind == "exit"}
    return all(id in gone for id in ids)


def leaves_not(course: Course, ids: Sequence[str]) -> bool:
    """None of these units has gone off the map by an answer of its own."""
    return not any(leaves(course, [id]) for id in ids)


def beside(course: Course, ids: Sequence[str]) -> bool:
    """Each of these units ends next to an enemy."""
    return all(near_enemy(course, id) for id in ids)


def not_beside(course: Course, ids: Sequence[str]) -> bool:
    """None of these units ends next to an enemy."""
    return not any(near_enemy(course, id) for id in ids)


def guarded(course: Course, ids: Sequence[str]) -> bool:
    """Each of these units ends on the map with foot or horse of its own side in its hex or the next one."""
    grid = grid_of(course)
    foot = [r["hex"] for r in course.after.values() if r["side"] == course.seat and r["arm"] in FOOT and r["hex"]]
    ends = [course.after[id]["hex"] for id in ids]
    return all(at and any(grid.distance(grid.index(at), grid.index(hex)) <= 1 for hex in foot) for at in ends)


def within(course: Course, rows: Sequence[Sequence[Any]]) -> bool:
    """Of each row (unit, hex, number) the unit ends at most so many hexes from the hex."""
    grid = grid_of(course)
    ends = [(course.after[id]["hex"], hex, far) for id, hex, far in rows]
    return all(at and grid.distance(grid.index(at), grid.index(hex)) <= far for at, hex, far in ends)


def says(course: Course, texts: Sequence[str]) -> bool:
    """One of the answers begins with one of these texts."""
    return any(said.startswith(text) for said, _ in course.said for text in texts)


def says_not(course: Course, texts: Sequence[str]) -> bool:
    """None of the answers begins with one of these texts."""
    return not says(course, texts)


WORDS: Mapping[str, Callable[[Course, Any], bool]] = {
    word.__name__: word
    for word in (
        keeps, reaches, avoids, controls, attacks, attacks_not, fires_at, fires_not, stays, moves, leaves, leaves_not,
        beside, not_beside, guarded, within, says, says_not,
    )
}  # fmt: skip
