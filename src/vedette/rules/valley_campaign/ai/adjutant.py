"""What each answer of a decision is worth to the adjutant, kind by kind of decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from vedette.engine.procedure import Ask, Procedure
from vedette.rules.valley_campaign.ai import attacks, bridging, losses, moving
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

Judge = Callable[[Scene, Ask, Procedure], list[float]]
"""Of a scene, a question and the procedure that asks it."""


def usual(scene: Scene, ask: Ask, top: Procedure) -> list[float]:
    """Of a kind of decision that is not known here the usual answer, else the first."""
    known = ask.usual if ask.usual in ask.options else ask.options[0]
    return [float(option == known) for option in ask.options]


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
    "repair": bridging.repair,
}
"""Every kind of decision that these rules know."""
NEAR = 1e-6


class Advice(NamedTuple):
    """What the answers are worth, and by how much one may fall short of the best and still be drawn by lot."""

    values: list[float]
    within: float


def adjutant(desk: Any) -> Advice:
    """What each answer of the decision on a desk is worth."""
    return advice(desk.state, desk.ask)


def advice(g: State, ask: Ask) -> Advice:
    """What each answer of a question is worth, as the position stands."""
    judge = JUDGES.get(ask.kind, usual)
    return Advice(judge(Scene.of(g, SIDE_INDEX[ask.seat]), ask, g.stack[-1][0]), NEAR)
