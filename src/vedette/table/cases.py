"""The numbered cases of the rulebooks in our own words, for those who click on a citation or search."""

from __future__ import annotations

from typing import Any

from vedette.packs import cases, rulings

MOST = 200
"""Cases that one search gives."""


class Cases:
    """Every case by its id, and by its words."""

    def get(self, id: str) -> dict[str, Any] | None:
        """A case with the readings of its place and what other books say; None where there is none of that id."""
        known = cases.found(id)
        if known is None:
            return None
        readings = [_read(ruling) for ruling in rulings.of_case(id)]
        return {**_plain(*known), "rulings": readings, "beside": [_beside(other) for other in cases.beside(id)]}

    def search(self, words: str, book: str) -> dict[str, Any] | None:
        """The contents of a book, the cases and the readings that a search finds; None where there is no such book.

        A number with its book, such as "SS-12.4", is looked up in that one.
        """
        named = cases.book_of(words)
        wanted = named if named in cases.BOOKS else book
        prefix = next((key for key, title in cases.BOOKS.items() if wanted in (key, title)), None)
        if prefix is None:
            return None
        hits = cases.searched(words, (prefix,))
        shown = [_plain(prefix, case) for case in hits[:MOST]]
        readings = [_read(ruling) for ruling in rulings.searched(words, prefix)]
        found = {"cases": shown, "found": len(hits), "rulings": readings}
        books = list(cases.BOOKS.values())
        return {"book": cases.BOOKS[prefix], "books": books, "chapters": cases.contents(prefix), **found}


def _plain(prefix: str, case: cases.Case) -> dict[str, str]:
    return {
        "id": case.id,
        "title": case.title,
        "requirement": case.requirement,
        "kind": case.kind,
        "book": cases.BOOKS[prefix],
    }


def _beside(other: cases.Beside) -> dict[str, str]:
    prefix = other.id.split("-")[0]
    said = {"id": other.id, "title": other.title, "requirement": other.requirement, "book": cases.BOOKS[prefix]}
    return {**said, "relation": other.relation, "note": other.note}


def _read(ruling: rulings.Ruling) -> dict[str, str]:
    return {"cite": ruling.cite, "gap": ruling.gap, "reading": ruling.reading}
