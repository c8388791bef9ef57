"""What is left undone by passing."""

from __future__ import annotations

from vedette.rules.great_battles.state import State


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing at its open decision; empty where nothing."""
    return ""


def passing(g: State, seat: str) -> str:
    """The answer that passes, where no other can do anything."""
    return ""
