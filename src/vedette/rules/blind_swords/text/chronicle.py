"""A game as a whole, or as far as it has come: losses by brigade, activations, chits played, luck, turning points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.figures import LOSSES, activations
from vedette.rules.blind_swords.text.luck import luck_table
from vedette.rules.blind_swords.text.score import score_sections
from vedette.rules.blind_swords.text.turn_card import item

Section = dict[str, Any]
TURNING = {"broken": "breaks", "eliminated": "is eliminated", "off-map": "retreats off the map"}


MARKED: dict[str, Callable[[Event], str]] = {
    "track-end": lambda e: f"{e.data[0]} comes",
    "called": lambda e: f"{e.data[0]} is called",
    "released": lambda e: f"{', '.join(e.units)} released",
    "sudden": lambda e: f"{', '.join(e.units)} wins the battle at once",
}


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count. Names no chit that was not played."""
    return [
        {"title": "Result", "items": _result(g)},
        *score_sections(g),
        _losses(g, events),
        _acted(g, events),
        {"title": "Chits played", "items": _played(g, events) or [item("none")]},
        luck_table(g, events),
        {"title": "Turning points", "items": _turning(g, events) or [item("none")]},
    ]


def _result(g: State) -> list[dict[str, Any]]:
    end, here = victory.outcome(g), victory.standing(g)
    rows = [item(victory.score_words(g))]
    if end is not None:
        return [item(end.level), *rows]
    return [*rows, item(f"not over; now {here.level}" if here else "not over")]


def _losses(g: State, events: Sequence[Event]) -> Section:
    """Brigade by brigade: how often units were depleted, broken, eliminated."""
    kinds = list(dict.fromkeys(LOSSES.values()))
    found: dict[tuple[str, str], dict[str, int]] = {}
    for e in events:
        if e.kind in LOSSES:
            for id in e.units:
                key = (g.seat(id), g.counter(id).brigade or g.counter(id).arm.capitalize())
                row = found.setdefault(key, dict.fromkeys(kinds, 0))
                row[LOSSES[e.kind]] += 1
    rows = [[side.capitalize(), brigade, *map(str, found[side, brigade].values())] for side, brigade in sorted(found)]
    return {"title": "Losses by brigade", "head": ["Side", "Brigade", *kinds], "rows": rows}


def _acted(g: State, events: Sequence[Event]) -> Section:
    rows = [[brigade, *map(str, row.values())] for brigade, row in sorted(activations(g, events).items())]
    return {"title": "Activations", "head": ["Brigade", "full", "limited", "lost to Fortunes of War"], "rows": rows}


def _played(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {**item(f"turn {turn}, {e.seat.capitalize()}: {e.data[0]}"), "event": i}
        for i, turn, e in _by_turn(g, events)
        if e.kind == "played"
    ]


def _turning(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """Victory hexes that changed hands, units that were lost, who came to the field."""
    rows = []
    for i, turn, e in _by_turn(g, events):
        if e.kind == "control":
            hex = g.hex_name(e.hex)
            rows.append({**item(f"turn {turn}: {SIDES[e.data[0]].capitalize()} takes {hex}", hex=hex), "event": i})
        elif e.kind in MARKED:
            rows.append({**item(f"turn {turn}: {MARKED[e.kind](e)}", units=e.units), "event": i})
        elif e.kind in TURNING:
            rows.append({**item(f"turn {turn}: {', '.join(e.units)} {TURNING[e.kind]}", units=e.units), "event": i})
    return rows


def _by_turn(g: State, events: Sequence[Event]) -> Iterator[tuple[int, int, Event]]:
    """Every event with its place among them and the turn in which it happened."""
    turn = g.setting.first_turn
    for i, event in enumerate(events):
        if event.kind == "turn":
            turn = event.data[0]
        yield i, turn, event
