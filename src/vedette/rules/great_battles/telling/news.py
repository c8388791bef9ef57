"""What some events did to whom, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.rules.great_battles.state import State


def news(g: State, events: Sequence[Event], seat: str) -> list[dict[str, Any]]:
    """What some events did to whom, worst first."""
    return []
