"""A game as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State


def chronicle(g: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """A game as a whole."""
    return []
