"""A game as a whole, or as far as it has come: result, score, losses by brigade, combats, turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.figures import attacks, bombardments
from vedette.rules.valley_campaign.text.lists import item
from vedette.rules.valley_campaign.text.score import score_section, score_words
from vedette.rules.valley_campaign.text.toll import by_turn, group_of
from vedette.rules.valley_campaign.text.words import say

Section = dict[str, Any]
TURNING = ("control", "eliminated", "leader-lost", "leader-drawn", "bridge-burned", "bridge-repaired")
KINDS = {"step-lost": "steps lost", "eliminated": "eliminated", "demoralized": "demoralized", "retreated": "hexes back"}


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count."""
    return [
        {"title": "Result", "items": _result(g)},
        score_section(g),
        _losses(g, events),
        _table("Attacks", attacks(events)),
        _table("Bombardments", bombardments(events)),
        {"title": "Left the map", "items": _exits(g, events) or [item("nobody")]},
        {"title": "Turning points", "items": _turning(g, events) or [item("none")]},
    ]


def _result(g: State) -> list[dict[str, Any]]:
    end, here = victory.outcome(g), victory.standing(g)
    rows = [item(score_words(g))]
    return [item(end.level), *rows] if end is not None else [*rows, item(f"not over; now {here.level}")]


def _losses(g: State, events: Sequence[Event]) -> Section:
    """Brigade by brigade: steps lost, units eliminated, demoralized, hexes that they fell back."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for e in events:
        name = "eliminated" if e.kind == "leader-lost" else e.kind
        if name in KINDS:
            for id in e.units:
                row = found.setdefault((g.seat(id), group_of(g, id)), dict.fromkeys(KINDS, 0))
                row[name] += 1
    rows = [[side.capitalize(), brigade, *map(str, found[side, brigade].values())] for side, brigade in sorted(found)]
    return {"title": "Losses by brigade", "head": ["Side", "Brigade", *KINDS.values()], "rows": rows}


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
    """Hexes of victory that changed hands, units and leaders who were lost, bridges."""
    return [
        {**item(f"turn {turn}: {say(g, e)}", hex=g.hex_name(e.hex) if e.hex >= 0 else None, units=e.units), "event": i}
        for i, turn, e in by_turn(g, events)
        if e.kind in TURNING
    ]
