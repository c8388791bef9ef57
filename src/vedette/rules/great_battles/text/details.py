"""What stands behind a line of the log, line by line: strengths, columns, shifts, dice, modifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.fire_words import fire_rows
from vedette.rules.great_battles.text.states import points_words

Detail = dict[str, Any]


def row(text: str, cite: str = "", used: bool = True) -> Detail:
    """One line of the third depth."""
    return {"text": text, "cite": cite, "used": used}


def detail(g: State, event: Event) -> list[Detail]:
    """What stands behind an event."""
    made = DETAILS.get(event.kind)
    return made(g, event) if made else []


def signed(n: int) -> str:
    """A number with its sign; nought without one."""
    return f"{n:+d}" if n else "0"


def _rout_check(g: State, e: Event) -> list[Detail]:
    """The die of a check with all that is added to it."""
    _, total, letter, modifiers = e.data
    rows = [row(f"die {e.roll}", "SW-14.22")]
    rows += [row(f"{name} {signed(amount)}", cite) for name, amount, cite in modifiers]
    return [*rows, row(f"{total} for morale {letter}", e.cite)]


def _melee(g: State, e: Event) -> list[Detail]:
    """The sums of both sides, line by line, and the column."""
    words, attacker, defender, difference, column, attack, defence = e.data
    rows = [row(f"attacker: {name} {points}", cite) for name, points, cite in attack]
    rows += [row(f"defender: {name} {points}", cite) for name, points, cite in defence]
    rows.append(row(f"{attacker} less {defender}: {signed(difference)}, column {column}", "SW-13.5-1"))
    return [*rows, row(f"die {e.roll}: {words}", "SW-13.8")]


def _points(g: State, e: Event) -> list[Detail]:
    """What a step of a move cost."""
    return [row(f"{points_words(e.data[1])} MP", e.cite)] if len(e.data) > 1 else []


def _fired(g: State, e: Event) -> list[Detail]:
    return [row(text, cite, used) for text, cite, used in fire_rows(g, e)]


DETAILS: Mapping[str, Callable[[State, Event], list[Detail]]] = {
    "moved": _points,
    "entered": _points,
    "fired": _fired,
    "withdrawal-fired": _fired,
    "retreat-fired": _fired,
    "rout-check": _rout_check,
    "melee": _melee,
}
