"""What each choice is called: the texts of records, positions and the page."""

from __future__ import annotations

from vedette.engine.choice import Choice
from vedette.rules.common.text.words import CANCEL, MOVING, SETTING_UP, Texts
from vedette.rules.great_battles.chapters.columns import unfired
from vedette.rules.great_battles.chapters.evasion import goers
from vedette.rules.great_battles.chapters.formations import change_word
from vedette.rules.great_battles.chapters.losses import KILLED
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import State


def _add(g: State, c: Choice) -> str:
    """ "add 5 VA", to a melee or with all it has to a fire; "add 5 VA with 2"."""
    return f"add {c.unit}" if c.arg in (None, unfired(g, c.unit)) else f"add {c.unit} with {c.arg}"


def _evade(g: State, c: Choice) -> str:
    """ "5 VA retreats", "5 VA + 42 VA retreat"."""
    return f"{_names(c)} {'retreat' if c.arg else 'retreats'}"


def _lose(g: State, c: Choice) -> str:
    return f"{c.unit} loses a point" if c.arg == KILLED else f"{c.unit} loses a captured point"


def _names(c: Choice) -> str:
    return " + ".join(goers(c))


TEXTS: Texts = {
    **SETTING_UP,
    # command
    "pay": lambda g, c: f"pay for {c.arg}",
    "rally": lambda g, c: f"{c.unit} rallies {c.arg}",
    "go with": lambda g, c: f"{c.unit} goes with {c.arg}",
    "stay": lambda g, c: f"{c.unit} stays",
    "join": lambda g, c: f"{c.unit} with {c.arg}",
    # movement
    "move": MOVING["move"],
    "enter": MOVING["enter"],
    "form": lambda g, c: f"{c.unit} in {c.arg}",
    "step": MOVING["step"],
    "exit": MOVING["exit"],
    "change formation": lambda g, c: f"{c.unit}: {change_word(g, c.unit)}",
    "face": lambda g, c: f"{c.unit}: face {DIRECTIONS[c.arg]}",
    "reserve": lambda g, c: f"{c.unit}: reserve",
    "leave reserve": lambda g, c: f"{c.unit}: leave reserve",
    "on top": lambda g, c: f"{c.unit}: on top",
    "leave too": lambda g, c: f"{c.unit} leaves too",
    # supply
    "capture": lambda g, c: f"capture {c.unit}",
    "destroy": lambda g, c: f"destroy {c.unit}",
    "guard": lambda g, c: f"{c.unit} gives a guard",
    "give rounds": lambda g, c: f"{c.unit} gives {c.arg.n} rounds to {c.arg.taker}",
    # fire
    "fire at": lambda g, c: f"fire at {g.hex_name(c.hex)}",
    "add": _add,
    "fire": lambda g, c: "fire",
    **CANCEL,
    "overshoot": lambda g, c: f"in {g.hex_name(c.hex)}",
    "shoot": lambda g, c: f"fire {c.unit}",
    "hold fire": lambda g, c: "hold fire",
    # melee, and what comes before it; of the attackers "add" too
    "charge": lambda g, c: f"{c.unit} charges {g.hex_name(c.hex)}",
    "evade": _evade,
    "stop": lambda g, c: f"{_names(c)} stops",
    "advance": lambda g, c: f"{c.unit} advances to {g.hex_name(c.hex)}",
    "melee": lambda g, c: f"melee {g.hex_name(c.hex)}",
    "fight": lambda g, c: "melee",
    "fight on": lambda g, c: f"fight on in {g.hex_name(c.hex)}",
    "break off": lambda g, c: f"{c.unit} retreats",
    # what comes of it
    "lose": _lose,
    "retreat": lambda g, c: f"retreat {_names(c)} to {g.hex_name(c.hex)}",
    "flee": lambda g, c: f"retreat the crew of {c.unit} to {g.hex_name(c.hex)}",
}
"""Kind of choice -> its text."""
