"""The score on cards and in notes: what a turn brought, the parts of the score, what leaving the map comes to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.deeds import leaving
from vedette.rules.blind_swords.chapters.movement import EXIT
from vedette.rules.blind_swords.chapters.retreat import OFF
from vedette.rules.blind_swords.chapters.victory.exits import counts, exit_points, row_of, strength_out
from vedette.rules.blind_swords.chapters.victory.words import NAMES, when
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

Section = dict[str, Any]
WHO_LEAVES = ("move", "retreat")
"""Questions among whose answers one may lead off the map."""


def score_sections(g: State, events: Sequence[Event] = ()) -> list[Section]:
    """The score with its parts, and before them what `events` brought; nothing where points are not counted."""
    section = victory.score_section(g)
    if section is None:
        return []
    won: list[dict[str, Any]] = [
        {"text": f"{NAMES[e.seat]} {e.data[0]}: {e.data[1]}{' (bonus)' if e.data[2] else ''}", "tone": "none",
         "hex": None, "units": []}
        for e in events if e.kind == "points"
    ]  # fmt: skip
    return [{**section, "items": won} if won else section]


def exit_notes(g: State, ask: Ask) -> dict[str, str]:
    """The answers of a question that lead a unit off the map -> what that comes to."""
    off = EXIT if ask.kind == "move" else OFF
    if ask.kind not in WHO_LEAVES or off not in ask.options or not ask.about:
        return {}
    words = exit_words(g, ask.about[0], forced=ask.kind == "retreat")
    return {ask.text(g, off): words} if words else {}


def exit_words(g: State, id: str, forced: bool) -> str:
    """What it earns a side that a unit leaves here and now; empty where a retreat off the map is no exit."""
    side = g.side(id)
    row, gone = row_of(g, side), leaving(g, id, forced)
    if forced and not victory.is_exit(g, side):
        return ""
    words = f"it leaves for good with {gone.strength / SP:g} SP"
    if row is None:
        return f"{words}: no points"
    if not counts(row, gone):
        early = not forced and g.turn < row.from_
        why = f"before {when(g.setting, row.from_)}" if early else f"but off the {' or '.join(row.edges)} edge"
        return f"{words}: no points {why}"
    before = strength_out(g, row)
    after = before + gone.strength
    more = exit_points(row, after) - exit_points(row, before)
    return f"{words}: {more} point{'' if more == 1 else 's'} now, {after / SP:g} SP led off at {row.per} a point"
