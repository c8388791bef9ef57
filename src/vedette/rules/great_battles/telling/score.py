"""The score in words and with its parts: victory points of both sides, army morale, hills, exits."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles import victory
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

NAMES = ("Union", "Confederates")


def side_name(seat: str) -> str:
    """A side by its name."""
    return NAMES[SIDES.index(seat)] if seat in SIDES else seat


def score_words(g: State) -> str:
    """Both totals and army morale."""
    union, confederate = victory.points(g)
    return f"Union {union}, Confederates {confederate}; army morale {g.morale}"


def level_words(g: State) -> str:
    """The level as things stand with the score."""
    return f"{score_words(g)}; now {victory.standing(g).level}"


def exit_words(g: State, id: str) -> str:
    """What it comes to that a unit leaves the map."""
    return "it leaves for good"


def parts(g: State) -> list[list[str]]:
    """What each side's points are made of, a row each: what, the Union's, the Confederates'."""
    return [["army morale", str(g.morale), ""]]


def score_section(g: State) -> dict[str, Any]:
    """The parts of the score as a titled table."""
    union, confederate = victory.points(g)
    rows = parts(g)
    rows.append(["total", str(union), str(confederate)])
    found = victory.standing(g)
    lead = abs(union - confederate)
    ahead = "" if not lead else f" ({NAMES[union < confederate]} by {lead})"
    return {
        "title": "Score",
        "head": ["what", *NAMES],
        "rows": rows,
        "note": f"If the game ended now: {found.level}{ahead}.",
    }
