"""Which case of a book stands for which: the rules are written with Kernstown's ids, a game shows those of its book.

`rules/cases/concordance-SS.csv` and `-BS.csv` have a row for each case of their book: the Kernstown cases that say the
same, or speak of the same thing and differ. A procedure cites what it was written with; where a citation leaves the
rules (decisions, refusals, views, records of odds) it becomes that of the game's book (`recited`).
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from vedette.rules.blind_swords.profile import Profile

BOOKS = ("SS", "BS")
"""The books that have a concordance."""
CITES = frozenset({"cite"})
"""Keys of JSON under which one case id stands."""


class Twin(NamedTuple):
    """A case of a book beside what Kernstown says."""

    id: str
    kt: tuple[str, ...]
    relation: str
    """same, differs, game (left to each game) or own."""
    note: str


@lru_cache(maxsize=4)
def twins(prefix: str) -> tuple[Twin, ...]:
    """The rows of a book's concordance, in the order of the book; none for a book that has no concordance."""
    file = files("vedette.rules.cases") / f"concordance-{prefix}.csv"
    if prefix not in BOOKS or not file.is_file():
        return ()
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return tuple(Twin(r["id"], tuple(r["kt"].split()), r["relation"], r["note"]) for r in rows)


@lru_cache(maxsize=4)
def _renamed(prefix: str) -> Mapping[str, str]:
    """Kernstown's id -> the book's. The same rule goes before one that differs, the earlier before the later."""
    found: dict[str, str] = {}
    for relation in ("same", "differs"):
        for twin in twins(prefix):
            if twin.relation == relation:
                for kt in twin.kt[:1]:
                    found.setdefault(kt, twin.id)
        for twin in twins(prefix):
            if twin.relation == relation:
                for kt in twin.kt[1:]:
                    found.setdefault(kt, twin.id)
    return found


@lru_cache(maxsize=8)
def ids_of(prefix: str, under: str) -> Mapping[str, str]:
    """What a book calls the cases with which the rules are written; those it leaves open as `under` calls them."""
    return {**_renamed(under), **_renamed(prefix)}


def cite_of(profile: Profile) -> Callable[[str], str] | None:
    """How a game by this book renames a citation; None where nothing is renamed."""
    known = ids_of(profile.prefix, profile.under)
    return (lambda id: known.get(id, id)) if known else None


def recited(data: Any, cite: Callable[[str], str] | None) -> Any:
    """JSON-ready data with every citation in it renamed; the data itself where there is nothing to rename."""
    if cite is None:
        return data
    if isinstance(data, dict):
        return {k: cite(v) if k in CITES and isinstance(v, str) else recited(v, cite) for k, v in data.items()}
    if isinstance(data, list | tuple):
        return type(data)(recited(v, cite) for v in data) if type(data) in (list, tuple) else data
    return data
