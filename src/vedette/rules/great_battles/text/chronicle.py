"""A game as a whole, or as far as it has come: result, score, losses by brigade, combats, turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.effectiveness import lost, rating
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.figures import fires, melees, points_lost
from vedette.rules.great_battles.text.lists import item
from vedette.rules.great_battles.text.score import score_section, score_words
from vedette.rules.great_battles.text.toll import by_turn
from vedette.rules.great_battles.text.words import say

Section = dict[str, Any]
TURNING = ("ineffective", "demoralized", "leader-lost", "eliminated", "wagon-captured", "wagon-destroyed")


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    return [
        {"title": "Result", "items": _result(g)},
        score_section(g),
        _brigades(g),
        _table("Points lost", points_lost(g, events)),
        _table("Fires", fires(g, events)),
        _table("Melees", melees(events)),
        {"title": "Left the map", "items": _exits(g, events) or [item("nobody")]},
        {"title": "Turning points", "items": _turning(g, events) or [item("none")]},
    ]


def _result(g: State) -> list[dict[str, Any]]:
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


def _table(title: str, table: dict[str, dict[str, int]]) -> Section:
    """A table of figures with a row a side."""
    columns = list(dict.fromkeys(name for row in table.values() for name in row))
    rows = [[side.capitalize(), *(str(row.get(name, 0)) for name in columns)] for side, row in table.items()]
    return {"title": title, "head": ["Side", *columns], "rows": rows}


def _exits(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Who left, a line a turn."""
    gone: dict[int, tuple[int, list[str]]] = {}
    for i, turn, e in by_turn(g, events):
        if e.kind == "exited":
            gone.setdefault(turn, (i, []))[1].extend(e.units)
    return [{**item(f"turn {t}: {', '.join(ids)}", units=ids), "event": i} for t, (i, ids) in gone.items()]


def _turning(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Brigades that broke, units and leaders who were lost, the wagon."""
    return [
        {**item(f"turn {turn}: {say(g, e)}", hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units), "event": i}
        for i, turn, e in by_turn(g, events)
        if e.kind in TURNING
    ]
