"""The card at the end of a turn: score, army morale, brigades, losses, leaders, who left, who is routed or dry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text.lists import brigade_words, item
from vedette.rules.great_battles.text.score import level_words, score_section
from vedette.rules.great_battles.text.toll import FATES, worst
from vedette.rules.great_battles.text.words import because, say

Section = dict[str, Any]
LEADERS = ("leader-lost", "leader-placed", "leader-removed")


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands then, `events` of the turn."""
    g = before_income(g, events)
    return [
        {**score_section(g), "items": [item(level_words(g))]},
        _section("Army morale", _morale(g, events), "unchanged"),
        *_some("Brigades", _brigades(g, events, seat)),
        _section("Losses", _losses(g, events, seat), "none"),
        *_some("Leaders", [item(say(g, e), units=e.units) for e in events if e.kind in LEADERS]),
        *_some("Left the map", _left(g, events, seat)),
        *_some("Routed", _marked(g, seat, "routed")),
        *_some("Out of ammunition", _marked(g, seat, "depleted")),
    ]


def before_income(g: State, events: Sequence[Event]) -> State:
    """The field as the turn left it: where the next one has begun, its income of army morale is not counted yet."""
    turns = [int(e.data[0]) for e in events if e.kind == "turn"]
    if not turns or g.turn <= turns[-1] or g.over:
        return g
    new = g.clone()
    new.morale = max(0, g.morale - g.setting.numbers["morale-income"])
    return new


def _section(title: str, items: list[dict[str, Any]], nothing: str) -> Section:
    return {"title": title, "items": items or [item(nothing)]}


def _some(title: str, items: list[dict[str, Any]]) -> list[Section]:
    return [{"title": title, "items": items}] if items else []


def tone(seat: str, side: str) -> str:
    """Bad for the seat that it happens to, good for the other, nothing for who is neither."""
    return "none" if seat not in SIDES else "bad" if seat == side else "good"


def _morale(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """What raised and lowered army morale, added up by the reason, and where it stands."""
    found: dict[str, int] = {}
    for e in events:
        if e.kind == "morale":
            why = because(e).lstrip(", ") or "otherwise"
            found[why] = found.get(why, 0) + e.data[0]
    least = g.setting.numbers["demoralization-below"]
    rows = [item(f"{why}: {n:+d}") for why, n in found.items()]
    return [*rows, item(f"now {g.morale}", "warn" if g.morale < least else "none")] if rows else []


def _brigades(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    """The sheets of brigades that lost somebody in the turn, or their effectiveness."""
    hurt = {g.counter(id).brigade for e in events if e.kind == "lost" for id in e.units}
    hurt |= {str(e.data[0]) for e in events if e.kind in ("ineffective", "demoralized") and e.data}
    rows = [row for row in g.setting.brigades.values() if row.name in hurt]
    return [item(brigade_words(g, row), tone(seat, SIDES[row.side])) for row in rows]


def _losses(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    points: dict[str, int] = {}
    for e in events:
        if e.kind == "lost":
            points[e.units[0]] = points.get(e.units[0], 0) + e.data[0]
    rows = []
    for side in SIDES:
        mine = {id: kind for id, kind in worst(events).items() if g.seat(id) == side}
        if mine:
            words = ", ".join(f"{id} {_fate(kind, points.get(id, 0))}" for id, kind in mine.items())
            rows.append(item(f"{side.capitalize()}: {words}", tone(seat, side), None, tuple(mine)))
    return rows


def _fate(kind: str, points: int) -> str:
    """ "-2, routed"."""
    if kind == "lost":
        return f"-{points}"
    return f"-{points}, {FATES[kind]}" if points else FATES[kind]


def _left(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    gone = [id for e in events if e.kind == "exited" for id in e.units]
    rows = []
    for side in SIDES:
        mine = tuple(id for id in gone if g.seat(id) == side)
        if mine:
            good = "none" if seat not in SIDES else "good" if seat == side else "bad"
            rows.append(item(f"{side.capitalize()}: {', '.join(mine)}", good, None, mine))
    return rows


def _marked(g: State, seat: str, mark: str) -> list[dict[str, Any]]:
    rows = []
    for i, side in enumerate(SIDES):
        mine = tuple(id for id in g.on_map(i) if getattr(g.units[id], mark))
        if mine:
            rows.append(item(f"{side.capitalize()}: {', '.join(mine)}", tone(seat, side), None, mine))
    return rows
