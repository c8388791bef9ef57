"""The keys of a position and what each may hold, checked before anything is set up (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from vedette.engine.keys import CommonKeys, Text
from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import check_file, check_marks, one_place
from vedette.rules.great_battles.content import FORMATIONS
from vedette.rules.great_battles.setting import DIRECTIONS

FLAGS = ("reserve", "routed", "pinned", "engaged", "depleted", "abandoned", "taken")
"""Marks that are fields of a unit."""
LISTED = ("moved", "evaded", "advanced", "struck", "shots")
"""Marks that the state keeps in a list of units, by the name of the list."""
OUT, IN, CHARGED = "out-of-command", "in-command", "charged"
MARKS = (*FLAGS, *LISTED, OUT, IN, CHARGED)
BOXES = ("waiting", "eliminated", "exited", "captured", "destroyed", "vacant", "unplaced")
"""Places off the map."""


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Printed values."""

    strength: int | None = None
    weapon: str | None = None
    morale: str | None = None
    crew: int | None = None
    horse: bool | None = None
    ratings: tuple[int, int] | None = None
    replacement: tuple[int, int] | None = None


class UnitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[unit]]."""

    id: str
    hex: Text | None = None
    box: str | None = None
    strength: int | None = None
    crew: int | None = None
    rounds: int | None = None
    formation: str | None = None
    facing: str | None = None
    layer: int | None = None
    marks: tuple[str, ...] = ()
    spent: float | int | None = None
    fired: Text | tuple[Text, ...] | None = None
    charges: Text | None = None
    start: Text | None = None
    crew_at: Text | None = None
    values: Values | None = None
    side: str | None = None
    arm: str | None = None
    brigade: str | None = None
    name: str | None = None


class Keys(CommonKeys, frozen=True, forbid_unknown_fields=True):
    """The keys above all tables."""

    active: Literal["", "union", "confederate"] = ""
    waiting: bool = True
    morale: int | None = None
    paid: tuple[str, ...] | None = None
    opened: tuple[str, ...] = ()
    losses: dict[str, int] = {}
    demoralized: dict[str, int] = {}
    toll: dict[str, int] = {}
    guards: dict[str, int] = {}
    together: tuple[tuple[str, str], ...] = ()


def check_keys(spec: Mapping[str, Any]) -> None:
    """Raises PositionError naming the first key that is unknown or holds the wrong kind of thing, and the mend."""
    check_file(spec, Keys, UnitKeys, _check_unit)


def _check_unit(row: Mapping[str, Any]) -> None:
    """A unit has one place, and its words are known."""
    one_place(row, ("hex", "box"))
    for key, known in (("box", BOXES), ("formation", FORMATIONS), ("facing", DIRECTIONS)):
        if key in row and row[key] not in known:
            raise PositionError(f"unit {row['id']!r}: {key} {row[key]!r} is none of {', '.join(known)}")
    check_marks(row, MARKS)
