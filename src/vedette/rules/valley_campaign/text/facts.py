"""A game in numbers, for programs that learn: what a seat may know, from whom nothing is hidden, and who is ahead."""

from __future__ import annotations

from vedette.engine.rulebook import Facts
from vedette.rules.common.ai import Lead
from vedette.rules.valley_campaign.chapters.victory import outcome_now
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State

LEAD = Lead[State](State.strength, (WAITING, UNPLACED, CUP))
"""Who is ahead, in strength points."""


def facts(g: State, seat: str) -> Facts:
    """Score, bridges, what each unit has done in this phase, and whose the hexes are that victory asks for."""
    numbers = {
        "points": float(outcome_now(g).points),
        "units that left the map": float(len(g.exits)),
        "bridges burned": float(len(g.burned)),
        "leaders fallen": float(len(g.fallen)),
    }
    units = {
        "strength": {id: float(g.strength(id)) for id in g.units},
        "moved in this phase": dict.fromkeys(g.moved, 1.0),
        "attacked in this phase": dict.fromkeys(g.fought, 1.0),
        "was attacked in this phase": dict.fromkeys(g.attacked, 1.0),
        "fell back in this phase": dict.fromkeys(g.retreated, 1.0),
    }
    grid = g.setting.grid
    asked = [grid.index(hex) for hex in g.setting.victory.get("hexes", ())]
    return Facts(numbers, units, dict(zip(asked, g.holders, strict=True)))
