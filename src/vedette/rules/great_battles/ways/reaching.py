"""How far a unit comes now."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.state import State


def reach(g: State, unit: str) -> dict[str, Any]:
    """Hexes in reach with cost and path."""
    return {}
