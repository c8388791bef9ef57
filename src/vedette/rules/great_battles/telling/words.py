"""Events in words."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State


def say(g: State, event: Event) -> str:
    """An event in words."""
    return f"{' + '.join(event.units)} {event.kind}".strip()


def event_json(g: State, event: Event, n: int) -> dict[str, Any]:
    """An event as `vedette try` shows it, with what a log in three depths needs."""
    return {
        "n": n,
        "kind": event.kind,
        "text": say(g, event),
        "cite": event.cite,
        "seat": event.seat or None,
        "units": list(event.units),
        "hex": g.hex_name(event.hex) if event.hex >= 0 else None,
        "roll": event.roll or None,
        "depth": 2,
        "opens": False,
        "heading": None,
        "note": None,
        "from": [],
        "trace": None,
        "tone": "none",
        "detail": [],
    }
