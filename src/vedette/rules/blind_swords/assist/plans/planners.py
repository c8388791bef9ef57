"""Plans: whole gestures that are worth giving at the decision that is open, by the step that asks."""

from __future__ import annotations

from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.run import asks
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.assist.overlays.look import hex_of, unit_of
from vedette.rules.blind_swords.assist.plans.askers import FIRES
from vedette.rules.blind_swords.assist.plans.assault import assault_planner, assaulting_planner
from vedette.rules.blind_swords.assist.plans.defence import defence_planner
from vedette.rules.blind_swords.assist.plans.moves import MOVES
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, CloseCombatStep, DefensiveFire
from vedette.rules.blind_swords.state import State

PLANNERS: dict[type[Procedure], Planner] = {
    **FIRES,
    DefensiveFire: defence_planner,
    CloseCombatStep: assault_planner,
    CloseCombat: assaulting_planner,
    **MOVES,
}
"""The step on top of the stack -> who makes its plans."""


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = ()) -> list[Plan]:
    """The plans of the decision that a seat has to take; none where it is not asked.

    Raises:
        EngineError: where there is no such hex or unit.
    """
    hex = hex_of(g, at) if at else -1
    ids = tuple(unit_of(g, u) for u in units)
    if not g.stack or not any(a.seat == seat for a in asks(g)):
        return []
    planner = PLANNERS.get(type(g.stack[-1][0]))
    return planner(g, seat, hex, ids) if planner else []
