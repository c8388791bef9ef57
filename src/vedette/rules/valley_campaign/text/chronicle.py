"""A game as a whole, or as far as it has come: result, score, losses by brigade, combats, turning points."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.rules.common.text.sections import by_group, dated, exits, item, section, table
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.figures import attacks, bombardments
from vedette.rules.valley_campaign.text.score import score_section, score_words
from vedette.rules.valley_campaign.text.toll import group_of
from vedette.rules.valley_campaign.text.words import say

TURNING = ("control", "eliminated", "leader-lost", "leader-drawn", "bridge-burned", "bridge-repaired")
KINDS = {
    "step-lost": "steps lost", "eliminated": "eliminated", "leader-lost": "eliminated", "demoralized": "demoralized",
    "retreated": "hexes back",
}  # fmt: skip
"""Kind of event -> the column of the losses by brigade."""


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    return [
        {"title": "Result", "items": _result(g)},
        score_section(g),
        by_group(g, events, KINDS, lambda id: group_of(g, id)),
        table("Attacks", attacks(events)),
        table("Bombardments", bombardments(events)),
        exits(events, g.setting.first_turn),
        section("Turning points", dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"),
    ]


def _result(g: State) -> list[Item]:
    end, here = victory.outcome(g), victory.standing(g)
    rows = [item(score_words(g))]
    return [item(end.level), *rows] if end is not None else [*rows, item(f"not over; now {here.level}")]


def _turning(g: State, e: Event) -> Item | None:
    """Hexes of victory that changed hands, units and leaders who were lost, bridges."""
    return item(say(g, e), hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units) if e.kind in TURNING else None
