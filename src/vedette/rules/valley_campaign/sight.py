"""Chapters 4.12, 4.13 and 7.3: line of sight."""

from __future__ import annotations

from typing import Any

from vedette.rules.valley_campaign.state import State


def explain(g: State, a: int, b: int) -> dict[str, Any]:
    """The JSON of `vedette los`."""
    ends = {"from": g.hex_name(a), "to": g.hex_name(b)}
    return {**ends, "sight": "clear", "range": g.setting.grid.distance(a, b), "because": []}
