"""A game as a whole, or as far as it has come: result, score, losses by brigade, combats, turning points."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.rules.common.text.sections import dated, exits, item, section, table
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.effectiveness import lost, rating
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import fires, melees, points_lost
from vedette.rules.great_battles.text.score import score_section, score_words
from vedette.rules.great_battles.text.words import say

TURNING = ("ineffective", "demoralized", "leader-lost", "eliminated", "wagon-captured", "wagon-destroyed")


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    return [
        {"title": "Result", "items": _result(g)},
        score_section(g),
        _brigades(g),
        table("Points lost", points_lost(g, events)),
        table("Fires", fires(g, events)),
        table("Melees", melees(events)),
        exits(events, g.setting.first_turn),
        section("Turning points", dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"),
    ]


def _result(g: State) -> list[Item]:
    end, here = victory.outcome(g), victory.standing(g)
    rows = [item(score_words(g))]
    return [item(end.level), *rows] if end is not None else [*rows, item(f"not over; now {here.level}")]


def _brigades(g: State) -> Section:
    """Brigade by brigade: points lost against the rating, whether it is effective, what it is worth."""
    rows = [
        [
            SIDES[row.side].capitalize(), row.name, f"{lost(g, row.name)} of {row.total}", str(rating(g, row.name)),
            "no" if row.name in g.ineffective else "yes", str(row.points),
        ]
        for row in g.setting.brigades.values()
    ]  # fmt: skip
    return {"title": "Brigades", "head": ["Side", "Brigade", "lost", "rating", "effective", "VP"], "rows": rows}


def _turning(g: State, e: Event) -> Item | None:
    """Brigades that broke, units and leaders who were lost, the wagon."""
    return item(say(g, e), hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units) if e.kind in TURNING else None
