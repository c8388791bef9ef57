"""The keys of a position file: each known, each with the right kind of thing in it, or one line that says the mend."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from vedette.engine.rulebook import PositionError

Text = str | int
"""Hex numbers and dice may be written without quotes where they do not begin with 0."""


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


class CommonKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys above all tables that positions of every rulebook have."""

    battle: str = ""
    empty: bool = False
    turn: int = 1
    begin: str = ""
    active: str = ""
    seed: int | None = None
    set: dict[str, Any] = {}
    actions: tuple[str, ...] = ()
    dice: tuple[Text, ...] = ()
    chits: tuple[str, ...] = ()
    assume: dict[str, str] = {}
    unit: tuple[dict[str, Any], ...] = ()
    hex: tuple[dict[str, Any], ...] = ()
    hexside: tuple[dict[str, Any], ...] = ()


PLAIN = {"battle", "set", "seed", "dice", "chits", "actions", "assume"}
"""A position with no other keys is the scenario from its beginning."""

Tables = Mapping[str, type[msgspec.Struct]]


def check_tables(spec: Mapping[str, Any], keys: type[msgspec.Struct], tables: Tables) -> None:
    """Raises PositionError naming the first key that is unknown or holds the wrong kind of thing, and the mend.

    No table with an `id` may be given twice.
    """
    check(dict(spec), keys, "")
    for name, row_keys in tables.items():
        seen: set[str] = set()
        for n, row in enumerate(spec.get(name, ()), 1):
            where = f"{name} {row['id']!r}" if isinstance(row.get("id"), str) else f"[[{name}]] number {n}"
            check(row, row_keys, f"{where}: ")
            if "id" not in row:
                continue
            if str(row["id"]) in seen:
                raise PositionError(f"{where} is given twice: write one table for it")
            seen.add(str(row["id"]))


def check(row: dict[str, Any], keys: type[msgspec.Struct], where: str) -> None:
    """The same for one table; `where` begins the message."""
    unknown = [k for k in row if k not in keys.__struct_fields__]
    if unknown:
        known = ", ".join(sorted(keys.__struct_fields__))
        raise PositionError(f"{where}key {unknown[0]!r} is not known; known are {known}")
    try:
        msgspec.convert(row, keys)
    except msgspec.ValidationError as error:
        words = _words(str(error))
        if found := re.match(r"key '(\w+)': invalid enum value", words):
            choices = [repr(value) for value in get_args(get_type_hints(keys)[found[1]]) if value]
            words += f": write {' or '.join(choices)}"
        raise PositionError(where + words) from None


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
