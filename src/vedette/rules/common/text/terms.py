"""Words of a rulebook with what they mean, as the page explains them where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

ON_A_COUNTER = "numbers of a counter"
"""The term that says what is printed on one: the page shows it beside counters that are looked at."""


class Term(msgspec.Struct, frozen=True):
    """A word of the book."""

    term: str
    forms: tuple[str, ...]
    """In what other forms it stands in texts."""
    text: str
    cite: str


def listed(terms: Iterable[Term], cited: Callable[[str], str] = str) -> list[dict[str, Any]]:
    """Terms JSON-ready, each with the case that `cited` gives for its own."""
    return [{"term": t.term, "forms": list(t.forms), "text": t.text, "cite": cited(t.cite)} for t in terms]
