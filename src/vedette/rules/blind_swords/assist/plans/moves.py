"""Who makes the plans of steps that move units: marches, retreats, who gives way, who panics."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.procedure import Procedure
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.assist.gestures.falling_back import panic_plans, retreat_plans, withdrawal_plans
from vedette.rules.blind_swords.assist.gestures.marching import movement_plans
from vedette.rules.blind_swords.assist.plans.riders import rider_plans
from vedette.rules.blind_swords.chapters.morale import Panic
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.retreat import Retreat
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal
from vedette.rules.blind_swords.state import State

MOVES: dict[type[Procedure], Callable[[State, str, int, tuple[str, ...]], list[Plan]]] = {
    MovementStep: movement_plans,
    MoveUnit: movement_plans,
    Retreat: retreat_plans,
    ScreensGiveWay: withdrawal_plans,
    Panic: panic_plans,
    CavalryWithdrawal: rider_plans,
}
