"""Where a rulebook leaves a gap or contradicts itself, and how the program reads it: the tables of docs/rulings.md."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from .cases import BOOKS, END, NUMBER
from .wording import text_of, wanted

NAME = "rulings.md"
CITE = re.compile(r"\d+(?:\.\d+)?[a-z]?")
WAITS = "They wait for"
"""How a reading begins that is of no use yet."""
HERE = "KT"
"""The book of a table whose heading names none."""


class Ruling(msgspec.Struct, frozen=True):
    """One reading."""

    book: str
    """The prefix of its book."""
    cite: str
    """The numbers that it is about, as they are printed: "13.7, 15.4"."""
    gap: str
    """What the book says, or leaves out."""
    reading: str

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers one by one."""
        return tuple(CITE.findall(self.cite))

    def about(self, number: str) -> bool:
        """Whether it is about a case or what is under a number: 15.1b is about 15.1 and about 15.1b-P1."""
        return any(_under(mine, number) or _under(number, mine) for mine in self.numbers)


def _under(longer: str, shorter: str) -> bool:
    return longer.startswith(shorter) and END.match(longer[len(shorter) :]) is not None


@lru_cache(maxsize=1)
def rulings() -> tuple[Ruling, ...]:
    """Every reading, in the order of the page; a heading that begins with the title of a book opens its tables."""
    found, book = [], HERE
    for line in _text().splitlines():
        if line.startswith("## "):
            book = _book_of(line[3:])
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if len(cells) == 5 and CITE.search(cells[1]) and not cells[3].startswith(WAITS):
            found.append(Ruling(book, cells[1], cells[2], cells[3].replace("*", "")))
    return tuple(found)


def _book_of(heading: str) -> str:
    named = [prefix for prefix, title in BOOKS.items() if heading.startswith(title)]
    return max(named, key=lambda prefix: len(BOOKS[prefix]), default=HERE)


def _text() -> str:
    """The page: in an installed program beside the cases, in a checkout among the docs."""
    packed = files("vedette").joinpath("rules", "cases", NAME)
    if packed.is_file():
        return packed.read_text(encoding="utf-8")
    return (Path(__file__).resolve().parents[3] / "docs" / NAME).read_text(encoding="utf-8")


def of_case(id: str) -> list[Ruling]:
    """The readings of the place where a case stands."""
    book, _, number = id.partition("-")
    return [ruling for ruling in rulings() if ruling.book == book and ruling.about(number.lower())]


def searched(words: str, book: str) -> list[Ruling]:
    """The readings of a book about a number, or with every word in them; all of them where nothing is asked."""
    mine = [ruling for ruling in rulings() if ruling.book == book]
    written = NUMBER.match(words.strip())
    if written:
        return [ruling for ruling in mine if ruling.about(written[2].lower())]
    looked_for = wanted(words)
    return [r for r in mine if all(word.found(text_of(r.cite, r.gap, r.reading)) for word in looked_for)]
