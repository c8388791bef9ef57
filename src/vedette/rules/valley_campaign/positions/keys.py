"""The keys of a position and what each may hold, checked before anything is set up (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from vedette.engine.keys import CommonKeys, Text
from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import check_file, check_marks, one_place

LISTED = ("moved", "fought", "attacked", "retreated", "displaced", "advanced")
"""Marks that the state keeps in a list of units, by the name of the list."""
DEMORALIZED = {"demoralized": 1, "demoralized-longer": 2}
"""Marks of a demoralized unit -> after how many of its own recovery phases the marker comes off."""
MARKS = (*DEMORALIZED, *LISTED)
BOXES = ("eliminated", "exited", "cup", "unplaced")
"""Places off the map; who waits has `arrives`."""


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Printed values: strength and movement of each side; for a leader, columns and movement."""

    full: tuple[int, int] | None = None
    reduced: tuple[int, int] | None = None
    leader: tuple[int, int] | None = None


class Arrives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When and where a reinforcement comes."""

    turn: int
    hex: Text


class UnitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[unit]]."""

    id: str
    hex: Text | None = None
    box: str | None = None
    arrives: Arrives | None = None
    face: str | None = None
    marks: tuple[str, ...] = ()
    values: Values | None = None
    side: str | None = None
    arm: str | None = None
    brigade: str | None = None
    division: str | None = None
    command: str | None = None
    name: str | None = None


class RepairKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[repair]]: a burned bridge that a unit is repairing, and the turn from which it stands again."""

    between: tuple[Text, Text]
    unit: str
    ready: int


class Keys(CommonKeys, frozen=True, forbid_unknown_fields=True):
    """The keys above all tables."""

    active: Literal["", "union", "confederate"] = ""
    waiting: bool = True
    cup: tuple[str, ...] = ()
    control: dict[str, str] = {}
    burned: tuple[tuple[Text, Text], ...] = ()
    entered: dict[str, int] = {}
    instead: dict[str, Text] = {}
    repair: tuple[dict[str, Any], ...] = ()


def check_keys(spec: Mapping[str, Any]) -> None:
    """Raises PositionError naming the first key that is unknown or holds the wrong kind of thing, and the mend."""
    check_file(spec, Keys, UnitKeys, _check_unit, repair=RepairKeys)


def _check_unit(row: Mapping[str, Any]) -> None:
    """A unit has one place, and its marks are known and fit it."""
    where, places = f"unit {row['id']!r}", one_place(row, ("hex", "box", "arrives"))
    if row.get("box", BOXES[0]) not in BOXES:
        raise PositionError(f"{where}: box {row['box']!r} is none of {', '.join(BOXES)}")
    if row.get("face", "full") not in ("full", "reduced"):
        raise PositionError(f"{where}: face {row['face']!r} is neither full nor reduced")
    if "values" in row and not row["values"]:
        raise PositionError(f"{where}: key 'values' is empty: give it full, or full and reduced, or leader")
    check_marks(row, MARKS)
    if set(row.get("marks", ())) >= DEMORALIZED.keys():
        raise PositionError(f"{where} is marked demoralized and demoralized-longer: keep one of them")
    off = [mark for mark in row.get("marks", ()) if mark in DEMORALIZED]
    if off and "hex" not in row and places:
        raise PositionError(f"{where}: mark {off[0]!r} is for units on the map: give it a hex, or take the mark out")
