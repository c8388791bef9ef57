"""What a line of the log holds besides its words: depth, chapter, where it happened, whom it hurts, its details.

Depth 0 is a turn, a phase or the end, 1 what heads a combat, 2 an event, 3 what was the only answer. A chapter is a
turn's beginning or a phase of a player turn. Details are the third depth: dice, column, every shift used or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.events import Event
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.text.combat_words import attack_rows

Detail = dict[str, Any]
TOP = ("turn", "phase", "outcome")
HEADINGS = ("attacked", "bombarded")
MOVES = ("moved", "entered", "retreated", "displaced", "advanced")
FIRES = ("attacked", "bombarded")
GOOD = ("recovered", "leader-drawn", "bridge-repaired")
BAD = (
    "step-lost", "eliminated", "retreated", "displaced", "demoralized", "recovers-later", "leader-lost",
    "not-replaced",
)  # fmt: skip


def extra(g: State, event: Event) -> dict[str, Any]:
    """The keys that a line has besides words and places."""
    return {
        "depth": depth(event),
        "opens": event.kind in TOP,
        "heading": _heading(event),
        "note": None,
        "from": origin(g, event),
        "trace": "fire" if event.kind in FIRES else "way" if event.kind in MOVES else None,
        "tone": "good" if event.kind in GOOD else "bad" if event.kind in BAD else "none",
        "detail": detail(g, event),
    }


def depth(event: Event) -> int:
    """How deep in the log a line lies."""
    if event.kind in TOP:
        return 0
    return 1 if event.kind in HEADINGS else 3 if event.kind == "automatic" else 2


def _heading(event: Event) -> str | None:
    """What the chapter is called that begins with an event."""
    if event.kind == "turn":
        return f"Turn {event.data[0]} begins"
    if event.kind == "phase":
        return f"{event.seat.capitalize()} {event.data[0]}"
    return f"The end: {event.data[0]}" if event.kind == "outcome" else None


def origin(g: State, event: Event) -> list[str]:
    """The hexes that it came from: of a move the one left, of an attack or a bombardment those of the attackers."""
    if event.kind == "bombarded" and g.at(event.units[0]) >= 0:
        return [g.hex_name(g.at(event.units[0]))]
    if event.kind == "attacked":
        return [g.hex_name(hex) for hex in event.data[8]]
    if event.kind in MOVES and event.data and event.data[0] >= 0:
        return [g.hex_name(event.data[0])]
    return []


def detail(g: State, event: Event) -> list[Detail]:
    """What stands behind an event, line by line."""
    made = DETAILS.get(event.kind)
    return made(g, event) if made else []


def row(text: str, cite: str = "", used: bool = True) -> Detail:
    """One line of the third depth."""
    return {"text": text, "cite": cite, "used": used}


def source(g: State, chart: str, column: str, value: str, what: str) -> list[Detail]:
    """A line that says so where the row of a chart that was read is ours and not the rulebook's."""
    for line in g.setting.battle.charts.get(chart, ()):
        if line[column] == value:
            ours = str(line.get("source", "")).startswith("reconstructed")
            return [row(f"the {what} is reconstructed")] if ours else []
    return []


def _points(g: State, e: Event) -> list[Detail]:
    """What a step of a move cost."""
    return [row(f"{e.data[1]} MP", "JV-4.8-8")] if len(e.data) > 1 else []


def _bombarded(g: State, e: Event) -> list[Detail]:
    """The die with all that is added, against the range."""
    hit, modified, distance, modifiers = e.data
    rows = [row(f"die {e.roll}", "JV-7.1-2")]
    rows += [row(f"{name} {amount:+d}", cite) for name, amount, cite in modifiers]
    verdict = "a hit" if hit else "no hit"
    return [
        *rows,
        row(f"{modified} {'is above' if hit else 'is not above'} the range of {distance}: {verdict}", e.cite),
    ]


def _hit(g: State, e: Event) -> list[Detail]:
    """The row of the table of hits."""
    return [row(f"die {e.roll}: {e.data[0]}", e.cite), *source(g, "bombardment_hits", "die", str(e.roll), "row")]


def _attacked(g: State, e: Event) -> list[Detail]:
    rows = [row(text, cite, used) for text, cite, used in attack_rows(g, e)]
    return [*rows, *source(g, "crt", "die", str(e.roll), "row of the odds table")]


DETAILS: Mapping[str, Callable[[State, Event], list[Detail]]] = {
    "moved": _points,
    "attacked": _attacked,
    "bombarded": _bombarded,
    "hit": _hit,
}
