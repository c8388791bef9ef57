"""What is changed in a battle to see what it does: a cell of a table, an arrival, the columns of a named shift."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

import msgspec

from vedette.engine import Known
from vedette.engine.battle import Battle
from vedette.engine.game import Playable
from vedette.engine.rulebook import rulebook_of
from vedette.packs.varied import Cell, bare_of, cell_of, varied

COUNTERS = "counters"
MOST = 20
"""Columns by which a shift may be told to move; no table has as many."""


class ChangeError(ValueError):
    """A change that cannot be made: what is wrong, and the mend."""


class Changes(msgspec.Struct, frozen=True):
    """All that is changed, in the form that a plan keeps."""

    cells: tuple[Cell, ...] = ()
    arrivals: tuple[tuple[str, int], ...] = ()
    """Who arrives in another turn: (unit, turn)."""
    shifts: tuple[tuple[str, int], ...] = ()
    """Shifts by their case, with the columns that they have instead."""
    bare: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether what an owner has laid over the pack is taken off first."""

    def __bool__(self) -> bool:
        return bool(self.cells or self.arrivals or self.shifts or self.bare is True)

    def words(self) -> str:
        """The changes in words."""
        cells = [f"{c.table}, {c.row}, {c.column}: {c.value or 'nothing'}" for c in self.cells]
        arrivals = [f"{unit} arrives in turn {turn}" for unit, turn in self.arrivals]
        shifts = [f"shift {case}: {columns:+d}" if columns else f"no shift {case}" for case, columns in self.shifts]
        return "; ".join([*cells, *arrivals, *shifts, *["without the owner's values"] * (self.bare is True)])


def changes_of(
    battle: Playable,
    cells: Sequence[str] = (),
    values: Sequence[str] = (),
    arrivals: Sequence[str] = (),
    shifts: Sequence[str] = (),
) -> Changes:
    """The changes as they are written on the command line.

    Args:
        cells: TABLE/ROW/COLUMN:VALUE.
        values: UNIT/COLUMN:VALUE, a cell of counters.csv.
        arrivals: UNIT:TURN.
        shifts: CASE:COLUMNS.

    Raises:
        PackError: there is no such cell.
        ChangeError: there is no such unit, turn or shift.
    """
    found = [cell_of(battle, words) for words in (*cells, *(f"{COUNTERS}/{value}" for value in values))]
    return Changes(
        tuple(found),
        tuple(_arrival(battle, words) for words in arrivals),
        tuple(_shift(battle, words) for words in shifts),
    )


def _number(words: str, what: str, low: int, high: int) -> tuple[str, int]:
    name, colon, number = words.rpartition(":")
    digits = number.strip().removeprefix("+").removeprefix("-")
    if not (colon and digits.isdecimal() and len(digits) < 4 and low <= int(number) <= high):
        raise ChangeError(f"{words}: write {what}")
    return name.strip(), int(number)


def _arrival(battle: Battle, words: str) -> tuple[str, int]:
    turns = battle.scenario["turns"]
    what = f"UNIT:TURN, a turn from {turns['first']} to {turns['last']}"
    unit, turn = _number(words, what, turns["first"], turns["last"])
    coming = [row["unit"] for row in battle.scenario.get("reinforcement", ()) if row.get("turn")]
    if unit not in coming:
        raise ChangeError(f"{unit}: does not arrive in {battle.id}; those who do are {_some(unit, coming)}")
    return unit, turn


def _shift(battle: Battle, words: str) -> tuple[str, int]:
    case, columns = _number(words, "CASE:COLUMNS, such as KT-12.3-shift-wall:-1", -MOST, MOST)
    known = rulebook_of(battle).shifts(battle)
    if case not in known:
        raise ChangeError(f"{case}: is the case of no shift; those that can be changed are {_some(case, list(known))}")
    return case, columns


def _some(name: str, names: Sequence[str]) -> str:
    """Those that could be meant; all of them where none is near."""
    return ", ".join(difflib.get_close_matches(name, names, 3, 0.5) or names) or "none"


def battle_of(id: str, changes: Changes | None) -> Battle:
    """A battle by its id, changed or as it is."""
    battle = Known.loader()(id)
    return _changed(battle, changes) if changes else battle


@lru_cache(maxsize=8)
def _changed(battle: Playable, changes: Changes) -> Playable:
    """The battle with all changes; its fingerprint is another."""
    new = varied(bare_of(battle) if changes.bare is True else battle, changes.cells)
    total = blake2b(f"{new.hash} {changes.arrivals} {changes.shifts}".encode(), digest_size=16)
    scenario = MappingProxyType({**new.scenario, **_arriving(new.scenario, dict(changes.arrivals))})
    return msgspec.structs.replace(
        new, scenario=scenario, shifts=MappingProxyType(dict(changes.shifts)), hash=total.hexdigest()
    )


def _arriving(scenario: Mapping[str, Any], turns: Mapping[str, int]) -> dict[str, Any]:
    """The reinforcements with other turns."""
    if not turns:
        return {}
    rows = [{**row, "turn": turns.get(row["unit"], row["turn"])} for row in scenario["reinforcement"]]
    return {"reinforcement": sorted(rows, key=lambda row: int(row["turn"]))}
