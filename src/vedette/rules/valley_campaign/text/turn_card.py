"""The card at the end of a turn: score, losses, leaders, who left, who is demoralized, who comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.lists import arrivals, item
from vedette.rules.valley_campaign.text.score import level_words, points_of, score_section
from vedette.rules.valley_campaign.text.toll import LOSSES
from vedette.rules.valley_campaign.text.words import say

Section = dict[str, Any]
RANK = ("retreated", "demoralized", "step-lost", "leader-lost", "eliminated")
"""What befalls a unit, the lightest first."""
LEADERS = ("leader-lost", "leader-drawn", "not-replaced")


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands then, `events` of the turn."""
    return [
        {**score_section(g), "items": [item(level_words(g)), *_taken(g, events, seat)]},
        _section("Losses", _losses(g, events, seat), "none"),
        *_some("Leaders", [item(say(g, e), units=e.units) for e in events if e.kind in LEADERS]),
        *_some("Left the map", _left(g, events, seat)),
        *_some("Bridges", [item(say(g, e)) for e in events if e.kind in ("bridge-burned", "bridge-repaired")]),
        _section("Demoralized", _demoralized(g, seat), "nobody"),
        _section("Arrivals", _next_arrivals(g), "nobody more"),
    ]


def _section(title: str, items: list[dict[str, Any]], nothing: str) -> Section:
    return {"title": title, "items": items or [item(nothing)]}


def _some(title: str, items: list[dict[str, Any]]) -> list[Section]:
    return [{"title": title, "items": items}] if items else []


def tone(seat: str, side: str) -> str:
    """Bad for the seat that it happens to, good for the other, nothing for who is neither."""
    return "none" if seat not in SIDES else "bad" if seat == side else "good"


def _taken(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    """Hexes of victory that changed hands in the turn."""
    return [item(say(g, e), tone(seat, SIDES[1 - e.data[0]]), g.hex_name(e.hex)) for e in events if e.kind == "control"]


def worst(events: Sequence[Event]) -> dict[str, str]:
    """Each unit with the worst that happened to it."""
    found: dict[str, str] = {}
    for e in events:
        if e.kind in RANK:
            for id in e.units:
                if id not in found or RANK.index(e.kind) > RANK.index(found[id]):
                    found[id] = e.kind
    return found


def _losses(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    rows = []
    for side in SIDES:
        mine = {id: kind for id, kind in worst(events).items() if g.seat(id) == side}
        if mine:
            words = ", ".join(f"{id} {LOSSES[kind]}" for id, kind in mine.items())
            rows.append(item(f"{side.capitalize()}: {words}", tone(seat, side), None, tuple(mine)))
    return rows


def _left(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    gone = [id for e in events if e.kind == "exited" for id in e.units]
    rows = []
    for side in SIDES:
        mine = tuple(id for id in gone if g.seat(id) == side)
        if mine:
            points = sum(points_of(g, id) for id in mine)
            words = f"{side.capitalize()}: {', '.join(mine)}, {points} point{'' if points == 1 else 's'}"
            rows.append(item(words, "none" if seat not in SIDES else "good" if seat == side else "bad", None, mine))
    return rows


def _demoralized(g: State, seat: str) -> list[dict[str, Any]]:
    rows = []
    for i, side in enumerate(SIDES):
        mine = tuple(id for id in g.on_map(i) if g.units[id].demoralized)
        if mine:
            rows.append(item(f"{side.capitalize()}: {', '.join(mine)}", tone(seat, side), None, mine))
    return rows


def _next_arrivals(g: State) -> list[dict[str, Any]]:
    """Who comes next turn or the next that brings anybody, who is overdue, and whether his hex is free."""
    following = min((a.turn for a in g.waiting if a.turn > g.turn), default=g.turn)
    due = {a.unit for a in g.waiting if a.turn <= max(g.turn, following)}
    rows = []
    for side, name in enumerate(SIDES):
        for row in arrivals(g, side):
            if due.intersection(row["units"]):
                rows.append({**row, "text": f"{name.capitalize()}, {row['text']}"})
    return rows
