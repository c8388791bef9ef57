"""What a whole game is counted by."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State


def figures(g: State, events: Sequence[Event]) -> dict[str, dict[str, dict[str, int]]]:
    """What a whole game is counted by."""
    return {}
