"""The keys of a position and what each may hold: checked before anything is set up (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from vedette.engine.rulebook import PositionError

Text = str | int
"""Hex numbers and dice may be written without quotes where they do not begin with 0."""


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chits by side."""

    union: tuple[str, ...] = ()
    confederate: tuple[str, ...] = ()


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Printed values of both faces, and of cavalry on foot: strength, weapon, rating."""

    fresh: tuple[Text, str, int] | None = None
    worn: tuple[Text, str, int] | None = None
    dismounted: tuple[Text, str, int] | None = None
    dismounted_worn: tuple[Text, str, int] | None = None


class ExitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a unit has left the map."""

    edge: str | None = None
    turn: int | None = None
    forced: bool = False


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Victory points by side."""

    union: int | None = None
    confederate: int | None = None


class UnitKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[unit]]."""

    id: str
    hex: Text | None = None
    box: Text | None = None
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


class HexKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[hex]]."""

    id: Text
    terrain: str | None = None
    level: int | None = None
    features: str | tuple[str, ...] | None = None


class HexsideKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table [[hexside]]."""

    between: tuple[Text, Text]
    feature: str


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys above all tables."""

    battle: str = ""
    empty: bool = False
    turn: int = 1
    begin: str = ""
    active: str = ""
    order: str = ""
    side: str = ""
    seed: int | None = None
    set: dict[str, Any] = {}
    held: Seats = Seats()
    cup: tuple[str, ...] = ()
    activated: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    casualties: tuple[str, ...] = ()
    common: Seats = Seats()
    surprise: int = 0
    raised: tuple[str, ...] = ()
    control: dict[str, str] = {}
    points: Points = Points()
    effects: tuple[str, ...] = ()
    tracks: dict[str, int] = {}
    waiting: bool = True
    actions: tuple[str, ...] = ()
    dice: tuple[Text, ...] = ()
    chits: tuple[str, ...] = ()
    assume: dict[str, str] = {}
    unit: tuple[dict[str, Any], ...] = ()
    hex: tuple[dict[str, Any], ...] = ()
    hexside: tuple[dict[str, Any], ...] = ()


ON_THE_MAP = ("shaken", "disrupted", "skirmish", "frozen", "chaos", "good-ground", "deceived", "acted", "charging")
"""Marks that a unit off the map cannot bear."""

TABLES: dict[str, type[msgspec.Struct]] = {"unit": UnitKeys, "hex": HexKeys, "hexside": HexsideKeys}


def check_keys(spec: Mapping[str, Any]) -> None:
    """Raises PositionError naming the first key that is unknown or holds the wrong kind of thing, and the mend."""
    _check(dict(spec), Keys, "")
    for name, keys in TABLES.items():
        seen: set[str] = set()
        for n, row in enumerate(spec.get(name, ()), 1):
            where = f"{name} {row['id']!r}" if isinstance(row.get("id"), str) else f"[[{name}]] number {n}"
            _check(row, keys, f"{where}: ")
            if "id" not in row:
                continue
            if str(row["id"]) in seen:
                raise PositionError(f"{where} is given twice: write one table for it")
            seen.add(str(row["id"]))
    for row in spec.get("unit", ()):
        _check_unit(row, f"unit {row['id']!r}")


def _check_unit(row: Mapping[str, Any], where: str) -> None:
    """A unit stands in one place, its marks fit the place, and given values are those of a face."""
    if "hex" in row and "box" in row:
        raise PositionError(f"{where} has both hex and box: keep one of them")
    if "values" in row and not row["values"]:
        raise PositionError(f"{where}: key 'values' is empty: give it fresh, worn or both")
    field = [mark for mark in row.get("marks", ()) if mark in ON_THE_MAP]
    if {"shaken", "disrupted"} <= set(row.get("marks", ())):
        raise PositionError(f"{where} is marked shaken and disrupted: keep one of them")
    if "box" in row and field:
        raise PositionError(f"{where}: mark {field[0]!r} is for units on the map: give it a hex, or take the mark out")


def _check(row: dict[str, Any], keys: type[msgspec.Struct], where: str) -> None:
    unknown = [k for k in row if k not in keys.__struct_fields__]
    if unknown:
        known = ", ".join(sorted(keys.__struct_fields__))
        raise PositionError(f"{where}key {unknown[0]!r} is not known; known are {known}")
    try:
        msgspec.convert(row, keys)
    except msgspec.ValidationError as error:
        raise PositionError(where + _words(str(error))) from None


def _words(text: str) -> str:
    """The words of msgspec for a person: "Expected `int`, got `str` - at `$.turn`" and its kin."""
    text, _, place = text.partition(" - at ")
    key = re.sub(r"^\$\.?|\[\.\.\.\]", "", place.strip("`"))
    missing = re.match(r"Object missing required field `(\w+)`", text)
    if missing:
        return f"key {missing[1]!r} is missing"
    unknown = re.match(r"Object contains unknown field `(.*)`", text)
    if unknown:
        return f"key {(key + '.' if key else '') + unknown[1]!r} is not known"
    text = text[:1].lower() + text[1:]
    for theirs, ours in KINDS.items():
        text = text.replace(theirs, ours)
    return f"key {key!r}: {text}"


KINDS = {
    "`int | str | null`": "a text or whole number", "`int | str`": "a text or whole number",
    "`str | int`": "a text or whole number", "`str | null`": "a text",
    "`object | null`": "a table", "`array | null`": "a list",
    "`int | null`": "a whole number", "`array`": "a list", "`object`": "a table", "`str`": "a text",
    "`int`": "a whole number", "`bool`": "true or false", "`float`": "a number", "| null`": "`", "`": "",
}  # fmt: skip
