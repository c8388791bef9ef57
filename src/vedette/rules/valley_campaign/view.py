"""What a seat may know: all of it, since nothing is hidden in this book."""

from __future__ import annotations

from typing import Any

from vedette.rules.valley_campaign.state import State


def view(g: State, seat: str) -> dict[str, Any]:
    """The view of a seat."""
    return {"battle": g.setting.battle.id, "seat": seat, "turn": g.turn, "phase": g.phase, "over": g.over}
