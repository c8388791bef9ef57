"""The views by name."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.rules.great_battles.state import State


def boards() -> list[dict[str, Any]]:
    """Every view: name, title, key, and what it needs."""
    return []


def board(g: State, name: str, at: str, to: str, unit: str) -> dict[str, Any]:
    """One of them."""
    raise EngineError(f"there is no view {name!r}")
