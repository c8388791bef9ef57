"""What each answer of a decision is worth to the adjutant, kind by kind of decision; one coin, victory points."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import NEAR, usual
from vedette.rules.great_battles.ai import choices, fires, melees, moving
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

Judge = Callable[[Scene, Ask, Procedure], list[float]]
"""Of a scene, a question and the procedure that asks it."""

JUDGES: dict[str, Judge] = {
    "set-up": choices.set_up,
    "pay": moving.pay,
    "move-unit": moving.move_unit,
    "move": moving.move,
    "leave-too": moving.leave_too,
    "enter": moving.enter,
    "wagon": moving.wagon,
    "guard": moving.guard,
    "fire": fires.fire,
    "firers": fires.who_fires,
    "withdrawal-fire": fires.free_shot,
    "retreat-fire": fires.free_shot,
    "reorder": usual,
    "overshot": usual,
    "transfer": fires.transfer,
    "charge": melees.charge,
    "evade": melees.evade,
    "advance": melees.advance,
    "melee": melees.melee,
    "attackers": melees.attackers,
    "engaged": melees.engaged,
    "retreat": choices.retreat,
    "lose": choices.lose,
    "lead": choices.lead,
    "rally": choices.rally,
    "new-leader": choices.new_leader,
    "face": choices.face,
}
"""Every kind of decision that these rules know."""


def adjutant(desk: Desk[State]) -> Advice:
    """What each answer of the decision on a desk is worth."""
    return advice(desk.state, desk.ask)


def advice(g: State, ask: Ask) -> Advice:
    """What each answer of a question is worth, as the position stands."""
    judge = JUDGES.get(ask.kind, usual)
    return Advice(judge(Scene.of(g, SIDE_INDEX[ask.seat]), ask, g.stack[-1][0]), NEAR)
