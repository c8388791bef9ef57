"""What each choice is called: the texts of records, positions and the page."""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.rules.common.text.words import Texts, to_hex


def _going(c: Choice) -> str:
    """A unit with those who go along."""
    return " + ".join((c.unit, *(c.arg or ())))


TEXTS: Texts = {
    "done": lambda g, c: "done",
    "pass": lambda g, c: "pass",
    # fire
    "fire": lambda g, c: f"fire at {g.hex_name(c.hex)}",
    "add": lambda g, c: f"add {c.unit}",
    "without canister": lambda g, c: f"{c.unit} without canister",
    "another fire": lambda g, c: "another fire",
    "go": lambda g, c: "fire",
    "primary hexside": lambda g, c: f"primary hexside {g.hex_name(c.hex)}",
    "lead": lambda g, c: f"lead {c.unit}",
    # the artillery phase
    "artillery": lambda g, c: f"artillery {g.hex_name(c.hex)}",
    "cavalry": lambda g, c: f"cavalry {g.hex_name(c.hex)}",
    "ride": lambda g, c: f"ride {c.unit}",
    # close combat
    "assault": lambda g, c: f"assault {g.hex_name(c.hex)}",
    "resolve": lambda g, c: f"resolve {g.hex_name(c.hex)}",
    "assault from": lambda g, c: f"assault from {g.hex_name(c.hex)}",
    # what comes of it
    "deplete": lambda g, c: f"deplete {c.unit}",
    "shake": lambda g, c: f"shake {c.unit}",
    "repel": lambda g, c: f"repel {c.unit}",
    "panic": lambda g, c: f"panic {c.unit}",
    "go first": lambda g, c: f"{c.unit} goes first",
    "retreat": lambda g, c: f"retreat {c.unit} to {g.hex_name(c.hex)}",
    "retreat off the map": lambda g, c: f"retreat {c.unit} off the map",
    "advance": to_hex,
    # rally
    "recover": lambda g, c: f"recover {c.unit}",
    "rebuild": lambda g, c: f"rebuild {c.unit}",
    # movement
    "move": lambda g, c: f"move {c.unit}",
    "step": lambda g, c: f"{_going(c)}: {g.hex_name(c.hex)}",
    "exit": lambda g, c: f"{_going(c)}: exit",
    "mount": lambda g, c: f"{c.unit}: mount",
    "dismount": lambda g, c: f"{c.unit}: dismount",
    "charge": lambda g, c: f"{c.unit}: charge",
    "leave skirmish order": lambda g, c: f"{c.unit}: leave skirmish order",
    "take along": lambda g, c: f"{' + '.join((c.unit, *c.arg[:-1]))}: with {c.arg[-1]}",
    "make room": to_hex,
    # chits
    "key": lambda g, c: f"key {c.arg}",
    "name": lambda g, c: f"name {c.arg}",
    "play": lambda g, c: f"play {c.arg}",
    "use": lambda g, c: f"use {c.arg}",
    "use left": lambda g, c: f"use {c.arg} left",
    "use right": lambda g, c: f"use {c.arg} right",
    "announce": lambda g, c: "announce",
    "first": lambda g, c: f"first the {c.arg}",
    "hold": lambda g, c: f"hold {c.arg}",
    "discard": lambda g, c: f"discard {c.arg}",
    "give up": lambda g, c: f"give up {c.arg}",
    # brigades
    "activate": lambda g, c: f"activate {c.arg}",
    "order": lambda g, c: f"order {c.arg}",
    "surprise": lambda g, c: f"announce {c.arg}",
    "call": lambda g, c: f"call {c.arg}",
    "enter": lambda g, c: f"enter at {g.hex_name(c.hex)}",
    "arrive": to_hex,
    # events
    "good ground": lambda g, c: f"good ground {g.hex_name(c.hex)}",
    "low ammo": lambda g, c: f"low ammo {c.unit}",
    "supply": lambda g, c: f"supply {c.unit}",
    "firefight": lambda g, c: f"fire from {g.hex_name(c.arg)} at {g.hex_name(c.hex)}",
    "fire back": lambda g, c: f"fire at {g.hex_name(c.arg)}",
    "sudden assault": lambda g, c: f"assault from {g.hex_name(c.arg)} against {g.hex_name(c.hex)}",
    "stray": to_hex,
    "chaos": lambda g, c: f"chaos {g.hex_name(c.hex)}",
    "deceive": lambda g, c: f"deceive {c.unit}",
    "friendly fire": lambda g, c: f"{c.unit} + {c.arg}",
    # cavalry that withdraws
    "withdraw": lambda g, c: f"withdraw {c.unit} to {g.hex_name(c.hex)}",
    "stand": lambda g, c: f"{c.unit} stands",
}
"""Kind of choice -> its text."""
