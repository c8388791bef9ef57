"""The steps of the procedure that is under way, as the view lists them: of an activation, else of the game turn."""

from __future__ import annotations

from typing import Any

from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.close_combat import CloseCombatStep
from vedette.rules.blind_swords.chapters.fire import FireStep
from vedette.rules.blind_swords.chapters.movement_step import MovementStep
from vedette.rules.blind_swords.chapters.orders import REGROUP, hits_recovered, may_assault, may_fire
from vedette.rules.blind_swords.chapters.rally import RallyStep
from vedette.rules.blind_swords.state import State
from vedette.rules.common.text.summary import step_row

OF_TURN = {
    "command": "command decision",
    "artillery": "artillery phase",
    "chits": "chit draw",
    "end-turn": "end of turn",
}
"""The phases of a game turn."""
OF_ACTIVATION = {FireStep: "fire", MovementStep: "movement", CloseCombatStep: "close combat", RallyStep: "rally"}
"""The steps of an activation."""


def step_view(g: State) -> dict[str, Any]:
    """The steps of the innermost activation that has its Order, and the present one; outside of one the phases."""
    frames = [frame for frame, _ in g.stack]
    acting = next((f for f in reversed(frames) if isinstance(f, Activation) and f.order), None)
    if acting is None:
        return step_row(OF_TURN, g.phase)
    allowed = {
        FireStep: may_fire(acting.order),
        MovementStep: acting.order != REGROUP,
        CloseCombatStep: may_assault(acting.order),
        RallyStep: bool(hits_recovered(acting.order)),
    }
    inside = frames[frames.index(acting) :]
    now = next((OF_ACTIVATION[type(f)] for f in inside if type(f) in OF_ACTIVATION), "")
    return step_row({OF_ACTIVATION[kind]: OF_ACTIVATION[kind] for kind in OF_ACTIVATION if allowed[kind]}, now)
