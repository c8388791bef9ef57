"""Lines of the log: how an event is put into words, and what its line holds besides them.

Depth 0 is a turn, a phase or the end; 1 the heading of a combat or an activation; 2 an event; 3 an only answer.
Details are the third depth: dice, column, every shift used or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.engine.change import AGREED
from vedette.engine.content import SIDES
from vedette.engine.events import Event
from vedette.engine.field import FieldState
from vedette.engine.outcome import Outcome
from vedette.engine.state import DRAW_AGREED

Detail = dict[str, Any]
Details = Mapping[str, Callable[[Any, Event], list[Detail]]]
"""Kind of event -> what makes its details, given state and event."""
Cell = dict[str, Any]
"""A cell of a printed chart: the chart, its row by some of its columns, its column."""
Cells = Mapping[str, Callable[[Any, Event], list[Cell]]]
"""Kind of event -> the cells in which its dice are read."""
Say = Callable[[Any, Event], str]
"""What puts an event of one kind into words."""
NAMES = ("Union", "Confederates")


class Kinds(msgspec.Struct, frozen=True):
    """How a family's kinds of event appear in the log."""

    top: tuple[str, ...]
    headings: tuple[str, ...]
    fires: tuple[str, ...]
    moves: tuple[str, ...]
    good: tuple[str, ...]
    bad: tuple[str, ...]
    quiet: tuple[str, ...] = ("automatic",)
    fights: tuple[str, ...] = ()
    """The combats themselves, with what they come to behind them; all fires where none is named."""

    def depth(self, event: Event) -> int:
        """How deep in the log a line lies."""
        if event.kind in self.top:
            return 0
        return 1 if event.kind in self.headings else 3 if event.kind in self.quiet else 2

    def trace(self, event: Event) -> str | None:
        """What is drawn from the hexes it came from: a fire, a way, or nothing."""
        return "fire" if event.kind in self.fires else "way" if event.kind in self.moves else None

    def tone(self, event: Event) -> str:
        """Whether it is good or bad for the units that it names."""
        return "good" if event.kind in self.good else "bad" if event.kind in self.bad else "none"

    def line(self, event: Event, opens: bool, heading: str | None, note: str | None = None) -> dict[str, Any]:
        """The keys of a line besides its words, with empty places for what may be hidden: where from, and details."""
        found: dict[str, Any] = {
            "depth": self.depth(event), "opens": opens, "heading": heading, "note": note, "from": [],
            "trace": self.trace(event), "tone": self.tone(event), "detail": [], "cells": [],
        }  # fmt: skip
        return found | {"fight": True} if event.kind in (self.fights or self.fires) else found


def row(text: str, cite: str = "", used: bool = True) -> Detail:
    """One line of the third depth."""
    return {"text": text, "cite": cite, "used": used}


def detail(details: Details, g: FieldState, event: Event) -> list[Detail]:
    """The details of an event, line by line."""
    made = details.get(event.kind)
    return made(g, event) if made else []


def reconstructed(rows: Any, column: str, value: str, what: str, **where: str) -> list[Detail]:
    """A line that says so, if the row of a chart that was read is ours and not the rulebook's.

    The row is the one that names the value, or a span that includes it; `where` names further columns.
    """
    read = _row_of(rows, column, value, where)
    ours = read is not None and read.get("source", "").startswith("reconstructed")
    return [row(f"the {what} is reconstructed")] if ours else []


def cells(made: Cells, g: FieldState, event: Event) -> list[Cell]:
    """The cells of printed charts in which the dice of an event are read."""
    found = made.get(event.kind)
    return found(g, event) if found else []


def cell(g: Any, chart: str, column: str, value: str, read: str, **where: str) -> list[Cell]:
    """The cell of a chart that is read in one of its columns, in the row of a value; none without such a row."""
    found = _row_of(g.setting.battle.charts.get(chart, ()), column, value, where)
    return [{"chart": chart, "where": {column: found[column], **where}, "column": read}] if found else []


def _row_of(rows: Any, column: str, value: str, where: Mapping[str, str]) -> Any:
    """The row of a chart that names a value, or a span that includes it."""
    for found in rows:
        low, _, high = found[column].partition("-")
        if low <= value <= (high or low) and all(found[k] == v for k, v in where.items()):
            return found
    return None


def hexes_of_units(g: FieldState, event: Event) -> list[str]:
    """The hexes where the units of an event stand, each once."""
    return list(dict.fromkeys(g.hex_name(g.at(id)) for id in event.units if id in g.units and g.at(id) >= 0))


def left_hex(g: FieldState, event: Event) -> list[str]:
    """The hex that a move left, which comes first in its data."""
    before = event.data[0] if event.data else -1
    return [g.hex_name(before)] if isinstance(before, int) and before >= 0 else []


# -- words ----------------------------------------------------------------------------------------------------


def side_name(seat: str) -> str:
    """A side by its name."""
    return NAMES[SIDES.index(seat)] if seat in SIDES else seat


def who(event: Event) -> str:
    """The units of an event, joined as in the texts of answers."""
    return " + ".join(event.units)


def at(g: FieldState, event: Event) -> str:
    """The hex of an event."""
    return g.hex_name(event.hex) if event.hex >= 0 else "off the map"


def reason(why: Mapping[str, str], event: Event) -> str:
    """The reason behind a case, in a few words after a comma; empty where it is obvious."""
    found = why.get(event.cite, "")
    return f", {found}" if found else ""


def worded(why: Mapping[str, str], text: str) -> Say:
    """Words with places for who, units, at, side, why, roll and data."""

    def words(g: FieldState, e: Event) -> str:
        places = {"who": who(e), "units": ", ".join(e.units), "at": at(g, e), "side": side_name(e.seat)}
        return text.format(**places, why=reason(why, e), roll=e.roll, data=e.data)

    return words


def said(table: Mapping[str, Say], g: FieldState, event: Event) -> str:
    """An event in the words of a table, by its kind."""
    if event.kind == AGREED:
        return str(event.data[0])
    words = table.get(event.kind)
    return words(g, event) if words else f"{who(event)} {event.kind}".strip()


def turn(g: Any, event: Event) -> str:
    """ "Turn 3, 10:00 am"."""
    hour = g.setting.hour(event.data[0])
    return f"Turn {event.data[0]}" + (f", {hour}" if hour else "")


def automatic(g: FieldState, event: Event) -> str:
    """The only answer that there was."""
    return f"only answer: {g.text_of(event.data[1])}"


def resigned(end: Outcome | None, event: Event) -> str:
    """A side has given the game up, and what the other wins by it."""
    if DRAW_AGREED in event.data:
        return resigning(event)
    return f"{resigning(event)}: {end.level if end else 'the other side has won'}"


def resigning(event: Event) -> str:
    """Who gives the game up, or that both have agreed to a draw."""
    if DRAW_AGREED in event.data:
        return "Both sides agree to a draw"
    return "The Union resigns" if event.seat == "union" else f"The {side_name(event.seat)} resign"


def the_end(event: Event, kind: str) -> str | None:
    """What the last chapter of a game is called: after the level, or after who has given up; None of any other event.

    Args:
        kind: the family's kind of event that ends a game, which has the level first.
    """
    if event.kind == "resigned":
        return f"The end: {resigning(event)}"
    return f"The end: {event.data[0]}" if event.kind == kind else None


def event_row(
    g: FieldState, event: Event, n: int, text: str, more: dict[str, Any], hidden: bool = False
) -> dict[str, Any]:
    """An event as `vedette try` shows it; a hidden one shows its words, but not where, who and what was rolled."""
    return {
        "n": n,
        "kind": event.kind,
        "text": text,
        "cite": event.cite,
        "seat": event.seat or None,
        "units": [] if hidden else list(event.units),
        "hex": g.hex_name(event.hex) if event.hex >= 0 and not hidden else None,
        "roll": event.roll or None if not hidden else None,
        **more,
    }
