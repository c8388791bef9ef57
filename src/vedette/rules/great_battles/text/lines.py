"""What a line of the log holds besides its words: depth, chapter, place, whom it hurts, details.

A chapter begins with a turn or with a phase of a player turn.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.events import Event
from vedette.rules.common.text.log import (
    Cell,
    Cells,
    Detail,
    Details,
    Kinds,
    cell,
    cells,
    detail,
    hexes_of_units,
    left_hex,
    row,
    the_end,
)
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import FIRES
from vedette.rules.great_battles.text.fire_words import fire_rows
from vedette.rules.great_battles.text.states import points_words

KINDS = Kinds(
    top=("turn", "phase", "outcome", "resigned"),
    headings=(*FIRES, "melee", "rout-check", "leader-check"),
    fires=FIRES,
    fights=(*FIRES, "melee"),
    moves=("moved", "entered", "retreated", "evaded", "advanced", "assaulted", "leader-placed", "made-room"),
    quiet=("automatic", "round-fired", "rounds-taken"),
    good=("rallied", "resupplied", "effective", "unpinned", "free", "manned"),
    bad=(
        "lost", "eliminated", "pinned", "routed", "retreated", "crew-lost", "leader-lost", "depleted", "caisson",
        "rounds-lost", "demoralized", "ineffective", "wagon-captured", "wagon-destroyed", "abandoned", "must-fight",
    ),
)  # fmt: skip
PHASES = {
    "set-up": "set-up",
    "command": "initial command",
    "movement": "movement",
    "defensive-fire": "defensive fire",
    "offensive-fire": "offensive fire",
    "retreat": "retreat before melee",
    "melee": "melee",
    "final": "final command",
    "interphase": "end of the game turn",
}
"""Phase -> its name."""


def extra(g: State, event: Event) -> dict[str, Any]:
    """The keys of a line besides its words and places."""
    found = KINDS.line(event, event.kind in KINDS.top, _heading(event))
    shown = {"detail": detail(DETAILS, g, event), "cells": cells(CELLS, g, event)}
    return found | {"from": _origin(g, event), **shown}


def shooter(event: Event) -> str:
    """The side that acts in a phase: in the defensive fire phase it is the other one that fires (SW 4.0)."""
    if event.data[0] == "defensive-fire" and event.seat in SIDES:
        return SIDES[1 - SIDES.index(event.seat)]
    return event.seat


def _heading(event: Event) -> str | None:
    """The name of the chapter that an event opens."""
    if event.kind == "turn":
        return f"Turn {event.data[0]} begins"
    if event.kind == "phase":
        return f"{shooter(event).capitalize()} {PHASES.get(event.data[0], event.data[0])}".strip()
    return the_end(event, "outcome")


def _origin(g: State, event: Event) -> list[str]:
    """Where an event came from: the hex that a move left, the hexes of the firers."""
    if event.kind in FIRES:
        return hexes_of_units(g, event)
    return left_hex(g, event) if event.kind in KINDS.moves else []


# -- the third depth ------------------------------------------------------------------------------------------


def signed(n: int) -> str:
    """A number with its sign; zero without one."""
    return f"{n:+d}" if n else "0"


def _rout_check(g: State, e: Event) -> list[Detail]:
    """The die of a check with all its modifiers."""
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
    """What one step of a move cost."""
    return [row(f"{points_words(e.data[1])} MP", e.cite)] if len(e.data) > 1 else []


def _fired(g: State, e: Event) -> list[Detail]:
    return [row(text, cite, used) for text, cite, used in fire_rows(g, e)]


def _fire_cell(g: State, e: Event) -> list[Cell]:
    return cell(g, "fire", "die", str(e.roll), e.data[2])


def _rout_cell(g: State, e: Event) -> list[Cell]:
    """By the table of 1978, or by the number of a letter."""
    _, total, letter, _ = e.data
    if g.setting.profile.morale_numbers:
        return cell(g, "morale_numbers", "letter", letter, "number")
    return cell(g, "rout", "die", str(total), letter)


CELLS: Cells = {
    **dict.fromkeys(FIRES, _fire_cell),
    "melee": lambda g, e: cell(g, "melee", "die", str(e.roll), e.data[4]),
    "rout-check": _rout_cell,
}
DETAILS: Details = {
    "moved": _points,
    "entered": _points,
    "fired": _fired,
    "withdrawal-fired": _fired,
    "retreat-fired": _fired,
    "rout-check": _rout_check,
    "melee": _melee,
}
