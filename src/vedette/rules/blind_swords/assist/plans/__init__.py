"""Plans: whole gestures worth giving at the open decision, each with its chances, by the step that asks."""

from __future__ import annotations

from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.assist.gestures import hex_of, unit_of
from vedette.rules.blind_swords.assist.gestures.falling_back import panic_plans, retreat_plans, withdrawal_plans
from vedette.rules.blind_swords.assist.gestures.marching import movement_plans
from vedette.rules.blind_swords.assist.plans.askers import FIRES
from vedette.rules.blind_swords.assist.plans.assault import assault_planner, assaulting_planner
from vedette.rules.blind_swords.assist.plans.defence import defence_planner
from vedette.rules.blind_swords.assist.plans.riders import rider_plans
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, CloseCombatStep, DefensiveFire
from vedette.rules.blind_swords.chapters.morale import Panic
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.retreat import Retreat
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist.gestures import planned

PLANNERS: dict[type[Procedure], Planner] = {
    **FIRES,
    DefensiveFire: defence_planner,
    CloseCombatStep: assault_planner,
    CloseCombat: assaulting_planner,
    MovementStep: movement_plans,
    MoveUnit: movement_plans,
    Retreat: retreat_plans,
    ScreensGiveWay: withdrawal_plans,
    Panic: panic_plans,
    CavalryWithdrawal: rider_plans,
}
"""The step on top of the stack -> the function that makes its plans."""


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = ()) -> list[Plan]:
    """The plans of the decision that a seat has to take; none where it is not asked.

    Raises:
        EngineError: where there is no such hex or unit.
    """
    hex = hex_of(g, at) if at else -1
    ids = tuple(unit_of(g, u) for u in units)
    return planned(g, seat, PLANNERS, hex, ids)
