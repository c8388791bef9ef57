"""What choices are called that several families have; a family's own stand in its `text/choices.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
