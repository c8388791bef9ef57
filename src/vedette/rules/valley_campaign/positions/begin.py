"""Where a position may begin (docs/positions.md): the frames on the stack at that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.procedure import FINISH, Procedure
from vedette.engine.rulebook import PositionError
from vedette.rules.common.positions import Frames, begun, nobody_active
from vedette.rules.valley_campaign.chapters.combat import CombatPhase
from vedette.rules.valley_campaign.chapters.losses import RecoveryPhase
from vedette.rules.valley_campaign.chapters.movement import MovementPhase
from vedette.rules.valley_campaign.chapters.sequence import SET_UP, BattleOfTurns, PlayerTurn, players_of
from vedette.rules.valley_campaign.chapters.setup import SetUp
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

Begin = Callable[[State, str], Frames]

TURN = "turn"


def _set_up(g: State, active: str) -> Frames:
    """The set-up by the players, with all turns to come."""
    nobody_active(active, SET_UP)
    g.phase = SET_UP
    return [(BattleOfTurns(), "begin"), (SetUp(), "choose")]


def _turn(g: State, active: str) -> Frames:
    """The turn, from its beginning."""
    nobody_active(active, TURN)
    return [(BattleOfTurns(), "begin")]


def _phase(word: str, phase: Callable[[int], Procedure], step: str, then: str) -> Begin:
    """The first question of a phase; the marks say what its units have already done in it."""

    def begin(g: State, active: str) -> Frames:
        order = players_of(g, g.turn)
        side = SIDES.index(active) if active else order[0]
        if side not in order:
            raise PositionError(f"active: {active!r} has no player turn in turn {g.turn}: name the other side")
        g.player, g.phase = side, word
        left = order[order.index(side) + 1 :]
        return [(BattleOfTurns(left), "player"), (PlayerTurn(side), then), (phase(side), step)]

    return begin


BEGINS: Mapping[str, Begin] = {
    TURN: _turn,
    SET_UP: _set_up,
    "movement": _phase("movement", MovementPhase, "choose", "combat"),
    "combat": _phase("combat", CombatPhase, "choose", "recovery"),
    "recovery": _phase("recovery", RecoveryPhase, "recover", FINISH),
}


def frames(g: State, spec: Mapping[str, Any]) -> Frames:
    """The frames for the moment that a position names."""
    return begun(spec, BEGINS)(g, spec.get("active", ""))
