"""A game as a whole, or as far as it has come: losses by brigade, activations, chits played, luck, turning points."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.figures import LOSSES, activations
from vedette.rules.blind_swords.text.luck import luck_table
from vedette.rules.blind_swords.text.score import score_sections, score_words
from vedette.rules.common.text.sections import by_group, by_turn, dated, item, section

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
        by_group(g, events, LOSSES, lambda id: g.counter(id).brigade or g.counter(id).arm.capitalize()),
        _acted(g, events),
        section("Chits played", _played(g, events), "none"),
        luck_table(g, events),
        section("Turning points", dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"),
    ]


def _result(g: State) -> list[Item]:
    end, here = victory.outcome(g), victory.standing(g)
    rows = [item(score_words(g))]
    if end is not None:
        return [item(end.level), *rows]
    return [*rows, item(f"not over; now {here.level}" if here else "not over")]


def _acted(g: State, events: Sequence[Event]) -> Section:
    rows = [[brigade, *map(str, row.values())] for brigade, row in sorted(activations(g, events).items())]
    return {"title": "Activations", "head": ["Brigade", "full", "limited", "lost to Fortunes of War"], "rows": rows}


def _played(g: State, events: Sequence[Event]) -> list[Item]:
    return [
        {**item(f"turn {turn}, {e.seat.capitalize()}: {e.data[0]}"), "event": i}
        for i, turn, e in by_turn(events, g.setting.first_turn)
        if e.kind == "played"
    ]


def _turning(g: State, e: Event) -> Item | None:
    """Victory hexes that changed hands, units that were lost, who came to the field."""
    if e.kind == "control":
        return item(f"{SIDES[e.data[0]].capitalize()} takes {g.hex_name(e.hex)}", hex=g.hex_name(e.hex))
    if e.kind in MARKED:
        return item(MARKED[e.kind](e), units=e.units)
    return item(f"{', '.join(e.units)} {TURNING[e.kind]}", units=e.units) if e.kind in TURNING else None
