"""A scenario that begins with another: `base`, `take`, `add`, `remove` and `change` made one whole scenario.

What its keys may hold is for its rulebook to say (`engine/content.py`).
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from vedette.engine.content import Scenario

from . import toml
from .description import content
from .easing import cited, eased, within
from .errors import PackError, fault, listed
from .find import Folder
from .scenario import line_of, named
from .table import decode

Plain = dict[str, Any]

ROWS = {"setup": "unit", "reinforcement": "unit", "activation": "chit", "special": "do"}
"""The lists that can be added to and taken from, each with the key that names a row of it."""
OWN = ("id", "title", "about", "order", "minutes", "advice", "cite")
"""What a scenario says of itself, whatever its base says."""
READ = ("about", "battle", "date", "order", "minutes", "advice")
"""What only a reader of the list of battles sees."""
STEPS = ("base", "take", "add", "remove", "change")
"""The keys that are gone once a scenario is whole."""


def _optional(struct: type[msgspec.Struct], *more: Any) -> type[msgspec.Struct]:
    """The same keys, none of which must be there."""
    found = [(f.name, f.type | msgspec.UnsetType, msgspec.UNSET) for f in msgspec.structs.fields(struct)]
    strict = struct.__struct_config__.forbid_unknown_fields
    return msgspec.defstruct("Own", [*found, *more], forbid_unknown_fields=strict, kw_only=True)


@lru_cache(maxsize=16)
def _own(form: type[Scenario]) -> type[msgspec.Struct]:
    """What the file of a scenario with a base may hold: its keys, and the steps from the base to it."""
    rows = [f for f in msgspec.structs.fields(form) if f.name in ROWS]
    added = msgspec.defstruct("Added", [(f.name, f.type, []) for f in rows], forbid_unknown_fields=True)
    marked = msgspec.defstruct("Marked", [(f.name, list[Plain], []) for f in rows], forbid_unknown_fields=True)
    steps = [("add", added), ("remove", marked), ("change", marked)]
    return _optional(
        form,
        ("base", str, ""),
        ("take", dict[str, list[str]], {}),
        *((name, kind, msgspec.field(default_factory=kind)) for name, kind in steps),
    )


class Whole(msgspec.Struct, frozen=True):
    """A scenario with everything that it takes from others."""

    file: str
    text: str
    plain: Plain
    checked: Any
    """All keys in the form that its rulebook gives them, a `Scenario`."""
    places: Mapping[str, str] = {}
    """Where a part of the whole stands in the text: `reinforcement[14]` as `add.reinforcement[0]`."""

    def rules(self) -> bytes:
        """All of it that is played, for a fingerprint: without what is only read in a list of battles."""
        played = {key: value for key, value in self.plain.items() if key not in READ}
        return msgspec.json.encode(played, order="deterministic")


@lru_cache(maxsize=32)
def _parsed(text: str) -> Plain:
    """The tables of a text, shared by all who read it: nobody changes them."""
    return toml.loads(text)


def read_whole(folder: Folder, path: str, form: type[Scenario] | None = None, after: tuple[str, ...] = ()) -> Whole:
    """A scenario file, its base and the others it takes from laid together.

    Its keys are held against `form`, that of its rulebook if none is given; `after` are the files that led here.
    """
    form = form or content(folder).scenario
    file = folder.shown(path)
    text = decode(file, folder.read(path))
    try:
        plain = _parsed(text)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise fault(file, str(e), "mend the TOML there") from None
    plain = eased(plain, form, laying_over := "base" in plain)
    if folder.own(path):
        plain = cited(plain, _own(form) if laying_over else form)
    if not {"base", "take"} & plain.keys():
        return Whole(file, text, plain, _checked(file, text, plain, form))
    _checked(file, text, plain, _own(form))
    laying = _Laying(file, text, plain, form)

    def other(name: str, key: str) -> Whole:
        name = name.removeprefix(f"{folder.name}/")
        there = f"{path.rpartition('/')[0]}/{name}.toml"
        if there in (*after, path):
            raise laying.wrong(key, f"{name} itself begins with this scenario", "name another")
        if "/" in name or not folder.has(there):
            raise laying.wrong(key, f"there is no scenario {name!r} beside this one", "write the name of a file there")
        return read_whole(folder, there, form, (*after, path))

    return _laid(laying, other)


class _Laying(msgspec.Struct):
    """A scenario in the making."""

    file: str
    text: str
    own: Plain
    form: type[Scenario]
    whole: Plain = {}
    places: dict[str, str] = {}

    def wrong(self, path: str, what: str, mend: str) -> PackError:
        """A fault of the file at a key."""
        return fault(self.file, what, mend, line=line_of(self.text, path), column=path)


def _laid(laying: _Laying, other: Callable[[str, str], Whole]) -> Whole:
    """Base, then what is taken, then the steps, then the keys of the file itself."""
    if "base" in laying.own:
        base = other(laying.own["base"], "base")
        laying.whole = {k: list(v) if k in ROWS else v for k, v in base.plain.items() if k not in OWN}
        laying.places = dict.fromkeys(laying.whole, "base")
    for name, keys in laying.own.get("take", {}).items():
        source = other(name, f"take.{name}")
        _take(laying, name, keys, source.plain)
    for step, carry_out in (("remove", _remove), ("change", _change), ("add", _add)):
        for key, rows in laying.own.get(step, {}).items():
            if key in laying.own:
                raise laying.wrong(
                    f"{step}.{key}", f"{key} is also given whole", f"leave [[{step}.{key}]] or [[{key}]] out"
                )
            carry_out(laying, key, rows)
    laying.own = laying.own | within(laying.own, laying.whole)
    for key, value in laying.own.items():
        if key not in STEPS:
            both = isinstance(value, dict) and isinstance(laying.whole.get(key), dict)
            laying.whole[key] = laying.whole[key] | value if both else value
            laying.places.pop(key, None)
    return Whole(
        laying.file,
        laying.text,
        laying.whole,
        _checked(laying.file, laying.text, laying.whole, laying.form, laying.places),
        laying.places,
    )


def _take(laying: _Laying, name: str, keys: list[str], source: Plain) -> None:
    """Whole keys of another scenario in the place of the base's."""
    for key in keys:
        if key not in source:
            raise laying.wrong(f"take.{name}", f"{name} has no {key}", f"take some of {listed(sorted(source))}")
        laying.whole[key] = list(source[key]) if key in ROWS else source[key]
        laying.places[key] = f"take.{name}"


def _fits(row: Plain, wanted: Plain) -> bool:
    return all(row.get(k) == v for k, v in wanted.items())


def _remove(laying: _Laying, key: str, rows: list[Plain]) -> None:
    """Every row of the base that has all the values given is taken out."""
    for i, wanted in enumerate(rows):
        kept = [row for row in laying.whole.get(key, []) if not (wanted and _fits(row, wanted))]
        if len(kept) == len(laying.whole.get(key, [])):
            words = " and ".join(f"{k} = {v!r}" for k, v in wanted.items()) or "nothing"
            raise laying.wrong(
                f"remove.{key}[{i}]", f"the base has no {key} with {words}", "write values that a row has"
            )
        laying.whole[key] = kept


def _change(laying: _Laying, key: str, rows: list[Plain]) -> None:
    """The row of the base with the same unit, chit or name gets the values given."""
    by = ROWS[key]
    for i, row in enumerate(rows):
        path = f"change.{key}[{i}]"
        if by not in row:
            raise laying.wrong(path, f"it does not say which {by}", f"add {by} = ..., a row for each")
        found = [n for n, old in enumerate(laying.whole.get(key, [])) if old.get(by) == row[by]]
        if len(found) != 1:
            count = "no" if not found else str(len(found))
            what = f"the base has {count} {key} with {by} = {row[by]!r}"
            raise laying.wrong(path, what, _like(laying.whole.get(key, []), by, str(row[by])))
        laying.whole[key][found[0]] = laying.whole[key][found[0]] | row
        laying.places[f"{key}[{found[0]}]"] = path


def _like(rows: list[Plain], by: str, given: str) -> str:
    """The mend where no row, or more than one, has a name: those that are like it."""
    names = list(dict.fromkeys(str(row.get(by)) for row in rows))
    begun = [name for name in names if name.lower().startswith(given.lower())]
    near = begun or difflib.get_close_matches(given, names, 3, 0.5)
    return f"name one that it has once{f', such as {listed(near[:5])}' if near and given not in names else ''}"


def _add(laying: _Laying, key: str, rows: list[Plain]) -> None:
    """Rows at the end of the base's."""
    old = laying.whole.get(key, [])
    laying.places |= {f"{key}[{len(old) + i}]": f"add.{key}[{i}]" for i in range(len(rows))}
    laying.whole[key] = [*old, *rows]


def _checked(file: str, text: str, plain: Plain, form: Any, places: Mapping[str, str] = {}) -> Any:
    """The plain mapping in its checked form."""
    try:
        return msgspec.convert(plain, form)
    except msgspec.ValidationError as e:
        raise named(file, text, str(e), places) from None
