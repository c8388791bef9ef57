"""What each choice is called in records, positions and on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vedette.engine.choice import Choice
from vedette.rules.valley_campaign.chapters.bridges import bridge_name
from vedette.rules.valley_campaign.state import State


def _place(g: State, c: Choice) -> str:
    """ "15 AL: 1533": a step, a hex of the set-up, a leader's new post."""
    return f"{c.unit}: {g.hex_name(c.hex)}"


TEXTS: Mapping[str, Callable[[State, Choice], str]] = {
    "done": lambda g, c: "done",
    # set-up
    "place": _place,
    "rest as proposed": lambda g, c: "rest as proposed",
    "turn to": lambda g, c: f"place {c.unit}",
    # movement
    "move": lambda g, c: f"move {c.unit}",
    "enter": lambda g, c: f"enter {c.unit} at {g.hex_name(c.hex)}",
    "step": _place,
    "exit": lambda g, c: f"{c.unit}: exit",
    "burn": lambda g, c: f"{c.unit}: burn {bridge_name(g, c.arg)}",
    "repair": lambda g, c: f"{c.unit}: repair {bridge_name(g, c.arg)}",
    # combat
    "attack": lambda g, c: f"attack {g.hex_name(c.hex)}",
    "bombard": lambda g, c: f"{c.unit} bombard {c.arg}",
    "add": lambda g, c: f"add {c.unit}",
    "go": lambda g, c: "attack",
    "cancel": lambda g, c: "cancel",
    "use": lambda g, c: f"use {c.unit}",
    "no leader": lambda g, c: "no leader",
    "draw a leader": lambda g, c: "draw a leader",
    # what comes of it
    "lose": lambda g, c: f"{c.unit} loses a step",
    "perish": lambda g, c: f"{c.unit} is eliminated",
    "retreat": lambda g, c: f"retreat {c.unit} to {g.hex_name(c.hex)}",
    "displace": lambda g, c: f"displace {c.unit} to {g.hex_name(c.hex)}",
    "advance": lambda g, c: f"advance {c.unit}",
    "no advance": lambda g, c: "no advance",
}
"""Kind of choice -> its text."""
