"""What a line of the log holds besides its words: depth, chapter, where it happened, whom it hurts, its details.

Depth 0 is a turn, a phase or the end, 1 what heads a combat, 2 an event, 3 what was the only answer. A chapter is a
turn's beginning or a phase of a player turn. Details are the third depth: dice, column, every shift used or not.
"""

from __future__ import annotations

from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State
from vedette.rules.great_battles.text import details
from vedette.rules.great_battles.text.toll import FIRES

TOP = ("turn", "phase", "outcome")
HEADINGS = (*FIRES, "melee", "rout-check", "leader-check")
MOVES = ("moved", "entered", "retreated", "evaded", "advanced", "assaulted", "leader-placed", "made-room")
QUIET = ("automatic", "round-fired", "rounds-taken")
GOOD = ("rallied", "resupplied", "effective", "unpinned", "free", "manned")
BAD = (
    "lost", "eliminated", "pinned", "routed", "retreated", "crew-lost", "leader-lost", "depleted", "caisson",
    "rounds-lost", "demoralized", "ineffective", "wagon-captured", "wagon-destroyed", "abandoned", "must-fight",
)  # fmt: skip
PHASES = {
    "set-up": "set-up",
    "command": "initial command",
    "movement": "movement",
    "defensive-fire": "defensive fire",
    "offensive-fire": "offensive fire",
    "retreat": "retreat before melee",
    "melee": "melee",
    "final": "final command",
    "interphase": "end of the game turn",
}
"""Phase -> how it is called."""


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
        "detail": details.detail(g, event),
    }


def depth(event: Event) -> int:
    """How deep in the log a line lies."""
    if event.kind in TOP:
        return 0
    return 1 if event.kind in HEADINGS else 3 if event.kind in QUIET else 2


def shooter(event: Event) -> str:
    """The side that does what a phase is for: in the defensive fire phase the other one fires (SW 4.0)."""
    if event.data[0] == "defensive-fire" and event.seat in SIDES:
        return SIDES[1 - SIDES.index(event.seat)]
    return event.seat


def _heading(event: Event) -> str | None:
    """What the chapter is called that begins with an event."""
    if event.kind == "turn":
        return f"Turn {event.data[0]} begins"
    if event.kind == "phase":
        return f"{shooter(event).capitalize()} {PHASES.get(event.data[0], event.data[0])}".strip()
    return f"The end: {event.data[0]}" if event.kind == "outcome" else None


def origin(g: State, event: Event) -> list[str]:
    """The hexes that it came from: of a move the one left, of a fire those of the firers."""
    if event.kind in FIRES:
        hexes = [g.at(id) for id in event.units if id in g.units and g.at(id) >= 0]
        return list(dict.fromkeys(g.hex_name(hex) for hex in hexes))
    if event.kind in MOVES and event.data and isinstance(event.data[0], int) and event.data[0] >= 0:
        return [g.hex_name(event.data[0])]
    return []
