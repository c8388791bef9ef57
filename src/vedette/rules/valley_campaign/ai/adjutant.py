"""What each answer of a decision is worth to the adjutant, kind by kind of decision."""

from __future__ import annotations

from collections.abc import Callable

from vedette.engine.counsel import Advice, Desk
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.common.ai import NEAR, usual
from vedette.rules.valley_campaign.ai import attacks, losses, moving
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

Judge = Callable[[Scene, Ask, Procedure], list[float]]
"""Of a scene, a question and the procedure that asks it."""


JUDGES: dict[str, Judge] = {
    "set-up": moving.set_up,
    "move-unit": moving.move_unit,
    "move": moving.move,
    "attack": attacks.attack,
    "attackers": attacks.attackers,
    "leader": attacks.leader,
    "leader-place": attacks.leader_place,
    "lose-step": losses.lose_step,
    "retreat": losses.retreat,
    "advance": losses.advance,
    "repair": moving.repair,
}
"""Every kind of decision that these rules know."""


def adjutant(desk: Desk[State]) -> Advice:
    """What each answer of the decision on a desk is worth."""
    return advice(desk.state, desk.ask)


def advice(g: State, ask: Ask) -> Advice:
    """What each answer of a question is worth, as the position stands."""
    judge = JUDGES.get(ask.kind, usual)
    return Advice(judge(Scene.of(g, SIDE_INDEX[ask.seat]), ask, g.stack[-1][0]), NEAR)
