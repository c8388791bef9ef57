"""Plans: whole gestures worth giving at the open decision, each with its chances, by the procedure that asks."""

from __future__ import annotations

from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.shapes import Plan
from vedette.rules.common.assist.gestures import asked_of, planned
from vedette.rules.valley_campaign.assist.plans.attack import attack_planner
from vedette.rules.valley_campaign.assist.plans.moves import movement_plans
from vedette.rules.valley_campaign.assist.plans.retreats import retreat_planner
from vedette.rules.valley_campaign.chapters.combat import Attack, CombatPhase
from vedette.rules.valley_campaign.chapters.movement import MovementPhase, MoveUnit
from vedette.rules.valley_campaign.chapters.retreat import FallBack, Retreat
from vedette.rules.valley_campaign.state import State

PLANNERS: dict[type[Procedure], Planner] = {
    MovementPhase: movement_plans,
    MoveUnit: movement_plans,
    CombatPhase: attack_planner,
    Attack: attack_planner,
    FallBack: retreat_planner,
    Retreat: retreat_planner,
}
"""The procedure on top of the stack -> what makes its plans."""


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = ()) -> list[Plan]:
    """The plans for the decision that a seat has to take; none if it is not asked.

    Raises:
        EngineError: where there is no such hex or unit.
    """
    place, ids = asked_of(g, at, units=units)
    return planned(g, seat, PLANNERS, place.at, ids)
