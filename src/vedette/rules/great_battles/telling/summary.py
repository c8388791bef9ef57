"""The list of units and of a battle (`vedette show`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.rules.great_battles.state import State


def unit_rows(g: State) -> list[dict[str, Any]]:
    """Every unit JSON-ready."""
    return []


def summary(battle: Battle, options: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of `vedette show`."""
    return {}
