"""The numbered cases of the rulebooks in our own words: by id, by chapter, by their words."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from .wording import Text, Wanted, text_of, wanted

BOOKS = {
    "KT": "Kernstown",
    "BS": "Blind Swords, series rules",
    "SS": "Stonewall's Sword",
    "JV": "Shenandoah Valley Campaign",
    "SW": "Stonewall",
    "GB": "Great Battles of the American Civil War, 2007",
}
NUMBER = re.compile(r"(?:([A-Za-z]{2})[- ]?)?([0-9]+(?:\.\S*)?)$")
"""A case as people write it: "15.4", "KT 15.4", "kt-15"."""
LETTERED = re.compile(r"([A-Za-z]{2})[- ]([A-Za-z]+(?:-[0-9]+)?)$")
"""One of a part of a book that has letters in place of a number: "SW-BCE", "sw bce-1"."""
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
    def chapter(self) -> str:
        """The chapter of its book: a number, or the letters of a part that has none, such as BCE."""
        return re.split(r"[-.]", self.id)[1]


@lru_cache(maxsize=len(BOOKS))
def cases_of(prefix: str) -> dict[str, Case]:
    """The cases of a book, by id in the book's order."""
    return {row["id"]: Case(**row) for row in _rows(prefix)}


@lru_cache(maxsize=len(BOOKS))
def chapters_of(prefix: str) -> dict[str, str]:
    """The titles of the chapters of a book, in the book's order."""
    return {row["chapter"]: row["title"] for row in _rows(f"{prefix}-chapters")}


@lru_cache(maxsize=len(BOOKS))
def _texts(prefix: str) -> dict[str, tuple[Text, Text, Text]]:
    """What is searched through, a case each: its title, the title of its chapter, and all that it says."""
    titles = chapters_of(prefix)
    return {
        case.id: (
            text_of(case.title),
            text_of(titles.get(case.chapter, "")),
            text_of(case.id, case.title, case.requirement),
        )
        for case in cases_of(prefix).values()
    }


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


def book_of(words: str) -> str:
    """The prefix of the book that a number names itself, as "SS-12.4" does; empty where it names none."""
    written = NUMBER.match(words.strip()) or LETTERED.match(words.strip())
    named = (written[1] or "").upper() if written else ""
    return named if named in BOOKS else ""


def beginning(number: str, prefixes: tuple[str, ...] = tuple(BOOKS)) -> list[Case]:
    """All cases under a number: "KT-12.3" gives 12.3, 12.3-1 and 12.3a, and not 12.30; "SW-BCE" those of that part."""
    written = NUMBER.match(number.strip()) or LETTERED.match(number.strip())
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
    """The cases that have every word in them or over them, or those under a number.

    Those with the words in their title come first, then those of a chapter that is called so. A word stands for its
    forms and for what means the same (see `wording`). Where no case has all of several words, those that have most
    count, two at least.
    """
    if numbered := beginning(words, prefixes):
        return numbered
    looked_for = wanted(words)
    hits = []
    for prefix in prefixes if looked_for else ():
        for id, texts in _texts(prefix).items():
            here, rank = _rank(looked_for, *texts)
            hits.append((here, rank, cases_of(prefix)[id]))
    most = max((here for here, _, _ in hits), default=0)
    if not most or (most < len(looked_for) and most < 2):
        return []
    found = [(rank, case) for here, rank, case in hits if here == most]
    return [case for _, case in sorted(found, key=lambda hit: hit[0], reverse=True)]


def _rank(words: tuple[Wanted, ...], title: Text, chapter: Text, text: Text) -> tuple[int, tuple[int, ...]]:
    """How many of the words a case has, and how it stands among those that have as many."""
    above = [word.named(chapter) for word in words]
    here = sum(over or word.found(text) for over, word in zip(above, words, strict=True))
    over = [word.said(chapter) for word in words]
    titled, alike = sum(word.said(title) for word in words), sum(word.named(title) for word in words)
    return here, (all(above), all(over), titled > 0, titled + sum(over), alike, sum(above))


def contents(prefix: str) -> list[dict[str, Any]]:
    """The chapters of a book with their titles and how many cases each has; a part with letters has no number."""
    counts = Counter(case.chapter for case in cases_of(prefix).values())
    return [
        {"id": f"{prefix}-{at}", "number": int(at) if at.isdigit() else None, "title": title, "cases": counts[at]}
        for at, title in chapters_of(prefix).items()
        if counts[at]
    ]
