"""A game in numbers, for programs that learn: what a seat may know, from whom nothing is hidden, and who is ahead."""

from __future__ import annotations

from vedette.engine.rulebook import Facts
from vedette.rules.common.ai import Lead
from vedette.rules.great_battles.chapters.victory import outcome_now
from vedette.rules.great_battles.state import UNPLACED, WAITING, State

LEAD = Lead[State](State.strength, (WAITING, UNPLACED))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """Score, army morale, what each unit has done in this player turn, and whose the hills are."""
    numbers = {"points": float(outcome_now(g).points), "army morale": float(g.morale)}
    units = {
        "moved in this player turn": dict.fromkeys(g.moved, 1.0),
        "movement points spent": {id: quarters / 4 for id, quarters in g.spent},
        "within command": dict.fromkeys(g.commanded, 1.0),
        "fired in this phase": dict.fromkeys((id for id, _, _ in g.fired), 1.0),
        "fired upon in this phase": dict.fromkeys((id for id, _ in g.hit), 1.0),
        "was in a melee of this player turn": dict.fromkeys(g.struck, 1.0),
        "charging": dict.fromkeys((id for id, _ in g.charges), 1.0),
    }
    grid = g.setting.grid
    hills = [grid.index(hex) for hill in g.setting.victory.get("hills", ()) for hex in hill["hexes"]]
    return Facts(numbers, units, {hex: g.holder(hex) for hex in hills})
