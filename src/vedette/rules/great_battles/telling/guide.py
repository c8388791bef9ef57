"""Hints for who plays for the first time."""

from __future__ import annotations

from vedette.engine.battle import Battle


def guide(battle: Battle) -> list[dict[str, str]]:
    """One for a kind of question: kind, title, text, cite."""
    return []
