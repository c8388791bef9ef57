"""A position made whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.rulebook import PositionError
from vedette.rules.great_battles.state import State


def position(battle: Battle, spec: Mapping[str, Any]) -> State:
    """The state of a position file. Raises PositionError."""
    raise PositionError("positions of this family cannot be read yet")
