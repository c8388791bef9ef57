"""The numbered cases of the rulebooks in our own words, for those who click on a citation or search."""

from __future__ import annotations

from typing import Any

from vedette.packs import cases

MOST = 200
"""Cases that one search gives."""


class Cases:
    """Every case by its id, and by its words."""

    def get(self, id: str) -> dict[str, str] | None:
        """A case, None where there is none of that id."""
        known = cases.found(id)
        return _plain(*known) if known else None

    def search(self, words: str, book: str) -> dict[str, Any] | None:
        """The contents of a book and the cases that a search finds in it; None where there is no such book."""
        prefix = next((key for key, title in cases.BOOKS.items() if book in (key, title)), None)
        if prefix is None or not cases.cases_of(prefix):
            return None
        hits = cases.searched(words, (prefix,))
        shown = [_plain(prefix, case) for case in hits[:MOST]]
        return {"book": cases.BOOKS[prefix], "chapters": cases.contents(prefix), "cases": shown, "found": len(hits)}


def _plain(prefix: str, case: cases.Case) -> dict[str, str]:
    return {
        "id": case.id,
        "title": case.title,
        "requirement": case.requirement,
        "kind": case.kind,
        "book": cases.BOOKS[prefix],
    }
