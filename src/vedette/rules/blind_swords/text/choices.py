"""What each choice is called: the texts of records, positions and the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vedette.engine.choice import Choice
from vedette.rules.blind_swords.state import State


def _to_hex(g: State, c: Choice) -> str:
    """ "14 IN: 1208": where a unit goes or is put."""
    return f"{c.unit}: {g.hex_name(c.hex)}"


def _going(c: Choice) -> str:
    """A unit with those who go along."""
    return " + ".join((c.unit, *(c.arg or ())))


TEXTS: Mapping[str, Callable[[State, Choice], str]] = {
    "done": lambda g, c: "done",
    "pass": lambda g, c: "pass",
    "deplete": lambda g, c: f"deplete {c.unit}",
    # movement
    "move": lambda g, c: f"move {c.unit}",
    "step": lambda g, c: f"{_going(c)}: {g.hex_name(c.hex)}",
    "exit": lambda g, c: f"{_going(c)}: exit",
    "mount": lambda g, c: f"{c.unit}: mount",
    "dismount": lambda g, c: f"{c.unit}: dismount",
    "charge": lambda g, c: f"{c.unit}: charge",
    "leave skirmish order": lambda g, c: f"{c.unit}: leave skirmish order",
    "take along": lambda g, c: f"{' + '.join((c.unit, *c.arg[:-1]))}: with {c.arg[-1]}",
    "make room": _to_hex,
}
"""Kind of choice -> its text."""
