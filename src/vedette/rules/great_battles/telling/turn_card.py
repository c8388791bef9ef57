"""What a turn brought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    """What a turn brought."""
    return []
