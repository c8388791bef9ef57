"""Plans: whole gestures worth giving at the open decision, each with its chances, by the step that asks."""

from __future__ import annotations

from functools import partial

from vedette.engine.plan import Planner
from vedette.engine.procedure import Procedure
from vedette.engine.shapes import Plan
from vedette.rules.common.assist.gestures import asked_of, planned
from vedette.rules.great_battles.assist.plans.backward import passing_planner, retreat_planner
from vedette.rules.great_battles.assist.plans.fire import fire_planner
from vedette.rules.great_battles.assist.plans.melee import charge_planner, melee_planner
from vedette.rules.great_battles.assist.plans.moves import movement_plans
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.evasion import Evade
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.melee import Melee, MeleePhase
from vedette.rules.great_battles.chapters.movement import MovementPhase, MoveUnit
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.zone_fire import FireAtChange, RetreatFire, WithdrawalFire
from vedette.rules.great_battles.state import State

PLANNERS: dict[type[Procedure], Planner] = {
    FirePhase: fire_planner,
    WithdrawalFire: passing_planner,
    RetreatFire: passing_planner,
    FireAtChange: passing_planner,
    DeclareCharges: charge_planner,
    MeleePhase: melee_planner,
    Melee: melee_planner,
    Retreat: retreat_planner,
    Evade: retreat_planner,
}
"""The step on top of the stack -> the function that makes its plans."""


def plans(g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = "") -> list[Plan]:
    """The plans of the decision that a seat has to take; none where it is not asked.

    Raises:
        EngineError: where there is no such hex or unit.
    """
    place, ids = asked_of(g, at, by, units=units)
    march = partial(movement_plans, by=place.to)
    return planned(g, seat, {MovementPhase: march, MoveUnit: march, **PLANNERS}, place.at, ids)
