"""Words that several families have: what choices are called, and the words of a book with what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from vedette.engine.choice import Choice
from vedette.engine.field import FieldState

Texts = Mapping[str, Callable[[Any, Choice], str]]
"""Kind of choice -> its text, of a state and the choice."""


def to_hex(g: FieldState, c: Choice) -> str:
    """ "14 IN: 1208": a step, a hex of the set-up, a leader's new post."""
    return f"{c.unit}: {g.hex_name(c.hex)}"


SETTING_UP: Texts = {
    "done": lambda g, c: "done",
    "place": to_hex,
    "rest as proposed": lambda g, c: "rest as proposed",
    "turn to": lambda g, c: f"place {c.unit}",
}
MOVING: Texts = {
    "move": lambda g, c: f"move {c.unit}",
    "enter": lambda g, c: f"enter {c.unit} at {g.hex_name(c.hex)}",
    "step": to_hex,
    "exit": lambda g, c: f"{c.unit}: exit",
}
CANCEL: Texts = {"cancel": lambda g, c: "cancel"}
"""Of an attack or a fire that was begun."""
# A family's table keeps its order: programs that learn know a kind of choice by its place (docs/observation.md).


# -- the words of a book ---------------------------------------------------------------------------------------------

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
