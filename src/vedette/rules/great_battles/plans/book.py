"""Plans at the open decision of a seat."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.state import State


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Gestures worth giving at the open decision, JSON-ready: for a hex, or for all."""
    return []
