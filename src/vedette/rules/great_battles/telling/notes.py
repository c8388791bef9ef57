"""What answers come to, in a few words."""

from __future__ import annotations

from vedette.rules.great_battles.state import State


def notes(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> a few words."""
    return {}
