"""Chapter 10.6: line of sight."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.state import State


def explain(g: State, a: int, b: int, units: bool) -> dict[str, Any]:
    """The JSON of `vedette los`."""
    return {}
