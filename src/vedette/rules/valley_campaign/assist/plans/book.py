"""Plans at the open decision of a seat, by the step that asks."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.run import asks
from vedette.rules.valley_campaign.assist.gestures.naming import Bad, hex_named, unit_named
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
"""The step on top of the stack -> who makes its plans."""


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The plans of the decision that a seat has to take; none where it is not asked.

    Raises:
        EngineError: where there is no such hex or unit.
    """
    try:
        hex = hex_named(g, at) if at else -1
        ids = tuple(unit_named(g, u) for u in units)
    except Bad as bad:
        raise EngineError(bad.reason.text) from bad
    if not g.stack or not any(a.seat == seat for a in asks(g)):
        return []
    planner = PLANNERS.get(type(g.stack[-1][0]))
    return planner(g, seat, hex, ids) if planner else []
