"""A game in numbers, for programs that learn: what a seat may know, from whom nothing is hidden, and who is ahead."""

from __future__ import annotations

from vedette.engine.rulebook import Facts
from vedette.rules.common.ai import strength_ahead, strength_since
from vedette.rules.valley_campaign.chapters.victory import outcome_now
from vedette.rules.valley_campaign.state import CUP, UNPLACED, WAITING, State

TO_COME = (WAITING, UNPLACED, CUP)
"""Places off the map from which units come."""


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


def ahead(g: State) -> float:
    """How much more strength the Union has left than the Confederates, on the map and still to come, as it is now."""
    return strength_ahead(g, _strength, TO_COME)


def ahead_since(g: State, before: State, ahead: float) -> float:
    """The same, from what it was in an earlier state of the same units."""
    return strength_since(g, before, ahead, _strength, TO_COME)


def _strength(g: State, id: str) -> float:
    """What a unit counts for."""
    return g.strength(id)
