"""What a commander must know of these rules: pure functions of what a seat may know."""

from __future__ import annotations

from typing import Any


def cautious(view: dict[str, Any], decision: dict[str, Any], odds_of: Any = None) -> list[float]:
    """How much a careful commander likes each answer."""
    return [0.0 for _ in decision["actions"]]


def adjutant(desk: Any) -> tuple[list[float], float]:
    """How much the adjutant likes each answer, and how sharply he tells them apart."""
    return [0.0 for _ in desk.ask.options], 1.0
