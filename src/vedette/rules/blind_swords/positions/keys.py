"""The keys of a position and what each may hold, checked before anything is set up (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.keys import CommonKeys, Text
from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import check_file, one_place


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chits by side."""

    union: tuple[str, ...] = ()
    confederate: tuple[str, ...] = ()


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Printed values of both faces, and for cavalry on foot: strength, weapon, rating."""

    fresh: tuple[Text, str, int] | None = None
    worn: tuple[Text, str, int] | None = None
    dismounted: tuple[Text, str, int] | None = None
    dismounted_worn: tuple[Text, str, int] | None = None


class ExitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit has left the map."""

    edge: str | tuple[str, ...] | None = None
    turn: int | None = None
    forced: bool = False


class Arrives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When and where a reinforcement comes, and whether it has been put off once."""

    turn: int
    hex: Text
    late: bool = False


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points by side."""

    union: int | None = None
    confederate: int | None = None


class UnitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[unit]]."""

    id: str
    hex: Text | None = None
    box: Text | None = None
    arrives: Arrives | None = None
    face: str | None = None
    marks: tuple[str, ...] = ()
    values: Values | None = None
    exit: ExitKeys | None = None
    side: str | None = None
    arm: str | None = None
    brigade: str | None = None
    division: str | None = None
    name: str | None = None
    sharpshooter: bool = False
    fragile: bool = False


class Blind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Event chits lie in the cup unseen, by side."""

    union: int = 0
    confederate: int = 0


class Keys(CommonKeys, frozen=True, forbid_unknown_fields=True):
    """The keys above all tables."""

    order: str = ""
    side: str = ""
    held: Seats = Seats()
    cup: tuple[str, ...] = ()
    blind: Blind = Blind()
    activated: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    casualties: tuple[str, ...] = ()
    common: Seats = Seats()
    surprise: int = 0
    raised: tuple[str, ...] = ()
    control: dict[str, str] = {}
    points: Points = Points()
    effects: tuple[str, ...] = ()
    tracks: dict[str, int | tuple[int, int]] = {}
    released: bool = False
    bonuses: tuple[str, ...] = ()
    waiting: bool = True


ON_THE_MAP = ("shaken", "disrupted", "skirmish", "frozen", "chaos", "good-ground", "deceived", "acted", "charging")
"""Marks that a unit off the map cannot have."""


def check_keys(spec: Mapping[str, Any]) -> None:
    """Raises PositionError naming the first key that is unknown or holds the wrong kind of thing, and the mend."""
    check_file(spec, Keys, UnitKeys, _check_unit)


def _check_unit(row: Mapping[str, Any]) -> None:
    """A unit is in one place, its marks fit the place, and given values are those of a face."""
    where = f"unit {row['id']!r}"
    one_place(row, ("hex", "box", "arrives"))
    if "values" in row and not row["values"]:
        raise PositionError(f"{where}: key 'values' is empty: give it fresh, worn or both")
    field = [mark for mark in row.get("marks", ()) if mark in ON_THE_MAP]
    if {"shaken", "disrupted"} <= set(row.get("marks", ())):
        raise PositionError(f"{where} is marked shaken and disrupted: keep one of them")
    if ("box" in row or "arrives" in row) and field:
        raise PositionError(f"{where}: mark {field[0]!r} is for units on the map: give it a hex, or take the mark out")
