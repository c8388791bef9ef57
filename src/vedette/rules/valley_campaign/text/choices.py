"""What each choice is called in records, positions and on the page."""

from __future__ import annotations

from vedette.rules.common.text.words import CANCEL, MOVING, SETTING_UP, Texts
from vedette.rules.valley_campaign.chapters.bridges import bridge_name

TEXTS: Texts = {
    **SETTING_UP,
    # movement
    **MOVING,
    "burn": lambda g, c: f"{c.unit}: burn {bridge_name(g, c.arg)}",
    "repair": lambda g, c: f"{c.unit}: repair {bridge_name(g, c.arg)}",
    # combat
    "attack": lambda g, c: f"attack {g.hex_name(c.hex)}",
    "bombard": lambda g, c: f"{c.unit} bombard {c.arg}",
    "add": lambda g, c: f"add {c.unit}",
    "go": lambda g, c: "attack",
    **CANCEL,
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
