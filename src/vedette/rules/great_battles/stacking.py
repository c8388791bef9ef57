"""Chapter 8: stacking, order of stacks, reserve."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.rules.great_battles.state import State


@cites("SW-8.21", "SW-8.22-1", "SW-8.23-1")
def size(g: State, id: str) -> int:
    """Points of a unit for stacking: base strength (SW-8.21), four for the wagon (SW-8.22), none for leaders."""
    c = g.counter(id)
    return g.setting.numbers["wagon-stack"] if c.wagon else 0 if c.leader else g.units[id].strength
