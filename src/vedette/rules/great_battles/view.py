"""What a seat may know: all of it, since nothing is hidden in this book. Built up from nothing (design 8)."""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.state import State


def view(g: State, seat: str) -> dict[str, Any]:
    """The view of a seat; every seat has the same."""
    return {"battle": g.setting.battle.id, "seat": seat, "turn": g.turn, "phase": g.phase, "over": g.over}
