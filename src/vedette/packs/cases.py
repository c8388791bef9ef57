"""The numbered cases of the rulebooks in our own words: by id, by chapter, by their words."""

from __future__ import annotations

import csv
import io
import re
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

BOOKS = {
    "KT": "Kernstown",
    "BS": "Blind Swords, series rules",
    "SS": "Stonewall's Sword",
    "JV": "Shenandoah Valley Campaign",
    "SW": "Stonewall",
    "GB": "Great Battles of the American Civil War, 2007",
}
NUMBER = re.compile(r"(?:([A-Za-z]{2})[- ]?)?(\d+(?:\.\S*)?)$")
"""A case as people write it: "15.4", "KT 15.4", "kt-15"."""
END = re.compile(r"[-.a-z]|$")
"""What may follow a number that is whole: 15.1 begins 15.1a and 15.1-2, and not 15.10."""


class Case(msgspec.Struct, frozen=True):
    """A numbered case."""

    id: str
    title: str
    requirement: str
    kind: str
    scenario: str

    @property
    def chapter(self) -> int:
        """The chapter of its book."""
        return int(re.split(r"\D", self.id.split("-")[1])[0])


@lru_cache(maxsize=len(BOOKS))
def cases_of(prefix: str) -> dict[str, Case]:
    """The cases of a book, by id in the book's order."""
    return {row["id"]: Case(**row) for row in _rows(prefix)}


@lru_cache(maxsize=len(BOOKS))
def chapters_of(prefix: str) -> dict[int, str]:
    """The titles of the chapters of a book, none where they are not written down."""
    return {int(row["chapter"]): row["title"] for row in _rows(f"{prefix}-chapters")}


def _rows(name: str) -> list[dict[str, str]]:
    # A path and not a package: nothing above the rules imports them.
    file = files("vedette").joinpath("rules", "cases", f"{name}.csv")
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))) if file.is_file() else []


class Beside(msgspec.Struct, frozen=True):
    """A case of another book of the same family that speaks of the same thing."""

    id: str
    title: str
    requirement: str
    relation: str
    """same, differs, or game where that book leaves it to each game."""
    note: str
    """How it differs."""


@lru_cache(maxsize=1)
def _concordance() -> tuple[tuple[str, tuple[str, ...], str, str], ...]:
    """Every row of the books that are told apart by another: its case, the cases beside it, relation, note."""
    rows = [row for prefix in BOOKS for row in _rows(f"concordance-{prefix}")]
    return tuple((row["id"], tuple(row["kt"].split()), row["relation"], row["note"]) for row in rows)


def stands_for(id: str) -> tuple[str, ...]:
    """The cases of another book by whose procedures a case is carried out."""
    held = [cases for row, cases, relation, _ in _concordance() if row == id and relation in ("same", "differs")]
    return tuple(other for cases in held for other in cases)


def beside(id: str) -> list[Beside]:
    """The cases of the other books that say the same as a case, or speak of the same thing and differ.

    Two books are each held against a third one: what the one says otherwise than that, it says otherwise than whoever
    says the same as that.
    """
    mine = {id} | {kt for row, cases, _, _ in _concordance() if row == id for kt in cases}
    hits = {row: (relation, note) for row, cases, relation, note in _concordance() if mine & set(cases) and row != id}
    for row, cases, relation, note in _concordance():
        if row == id:
            third = {other: said if said[0] != "same" else (relation, note) for other, said in hits.items()}
            hits = third | dict.fromkeys(cases, (relation, note))
    every = {other: cases_of(other.split("-")[0])[other] for other in hits}
    rank = list(BOOKS)
    order = sorted(every, key=lambda other: rank.index(other.split("-")[0]))
    return [Beside(other, every[other].title, every[other].requirement, *hits[other]) for other in order]


def found(id: str) -> tuple[str, Case] | None:
    """A case and the prefix of its book."""
    prefix = id.split("-")[0]
    case = cases_of(prefix).get(id) if prefix in BOOKS else None
    return (prefix, case) if case else None


def beginning(number: str, prefixes: tuple[str, ...] = tuple(BOOKS)) -> list[Case]:
    """All cases under a number: "KT-12.3" gives 12.3, 12.3-1 and 12.3a, and not 12.30."""
    written = NUMBER.match(number.strip())
    if not written:
        return []
    book = (written[1] or "").upper()
    within = [prefix for prefix in prefixes if not book or prefix == book]
    start = written[2].lower()
    return [
        case
        for prefix in within
        for case in cases_of(prefix).values()
        if (rest := case.id.lower().removeprefix(f"{prefix.lower()}-")).startswith(start)
        and END.match(rest[len(start) :])
    ]


def searched(words: str, prefixes: tuple[str, ...] = tuple(BOOKS)) -> list[Case]:
    """The cases that have every word in them, those with a word in their title first; or those under a number."""
    if numbered := beginning(words, prefixes):
        return numbered
    wanted = words.lower().split()
    if not wanted:
        return []
    hits = [
        (sum(word in case.title.lower() for word in wanted), case)
        for prefix in prefixes
        for case in cases_of(prefix).values()
        if all(word in f"{case.id} {case.title} {case.requirement}".lower() for word in wanted)
    ]
    return [case for _, case in sorted(hits, key=lambda hit: -hit[0])]


def contents(prefix: str) -> list[dict[str, Any]]:
    """The chapters of a book with their titles and how many cases each has."""
    counts: dict[int, int] = {}
    for case in cases_of(prefix).values():
        counts[case.chapter] = counts.get(case.chapter, 0) + 1
    titles = chapters_of(prefix)
    return [
        {"id": f"{prefix}-{n}", "number": n, "title": titles.get(n, ""), "cases": counts[n]} for n in sorted(counts)
    ]
