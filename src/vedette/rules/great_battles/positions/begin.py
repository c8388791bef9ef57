"""Where a position may begin (docs/positions.md): the frames on the stack at that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.procedure import FINISH, Procedure
from vedette.rules.common.positions import Frames, begun, nobody_active
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.melee import MeleePhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.sequence import SET_UP, BattleOfTurns, FinalPhase, Interphase, PlayerTurn
from vedette.rules.great_battles.chapters.victory import Ending
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

Begin = Callable[[State, str], Frames]

TURN, COMMAND, END = "turn", "command", "end"


def _set_up(g: State, active: str) -> Frames:
    """The set-up, with all turns to come."""
    nobody_active(active, SET_UP)
    return [(BattleOfTurns(), "set_up")]


def _turn(g: State, active: str) -> Frames:
    """The turn, from its beginning."""
    nobody_active(active, TURN)
    return [(BattleOfTurns(), "begin")]


def _interphase(g: State, active: str) -> Frames:
    """The end of the turn."""
    nobody_active(active, "interphase")
    g.phase, g.player = "interphase", -1
    return [(BattleOfTurns(), "end"), (Interphase(), "begin")]


def _end(g: State, active: str) -> Frames:
    """The end of the battle."""
    nobody_active(active, END)
    g.phase, g.player, g.over = "interphase", -1, True
    return [(BattleOfTurns(), "finish"), (Ending(), "announce")]


def _side(g: State, active: str) -> tuple[int, tuple[int, ...]]:
    """The side whose player turn it is, and the sides still to follow."""
    order = g.setting.players
    side = SIDES.index(active) if active else order[0]
    g.player = side
    return side, order[order.index(side) + 1 :]


def _command(g: State, active: str) -> Frames:
    """The player turn, from its beginning."""
    side, left = _side(g, active)
    return [(BattleOfTurns(left), "player"), (PlayerTurn(side), COMMAND)]


def _phase(word: str, phase: Callable[[int], Procedure], step: str, then: str, owner: int = 0) -> Begin:
    """The first question of a phase; the marks say what its units have done. With owner 1 the other side is asked."""

    def begin(g: State, active: str) -> Frames:
        side, left = _side(g, active)
        g.phase = word
        if word == "movement":
            said = dict(g.starts)
            horse = (id for id in g.on_map(side) if g.counter(id).arm == "cavalry")
            g.starts = tuple((id, said.get(id, g.at(id))) for id in horse)
        turn = [(BattleOfTurns(left), "player"), (PlayerTurn(side), then)]
        return [*turn, (phase(side if not owner else 1 - side), step)]

    return begin


BEGINS: Mapping[str, Begin] = {
    TURN: _turn,
    SET_UP: _set_up,
    COMMAND: _command,
    "movement": _phase("movement", MovementPhase, "choose", "defensive_fire"),
    "defensive-fire": _phase("defensive-fire", FirePhase, "begin", "offensive_fire", 1),
    "offensive-fire": _phase("offensive-fire", FirePhase, "begin", "charges"),
    "charge": _phase("offensive-fire", DeclareCharges, "choose", "evasion"),
    "retreat": _phase("retreat", EvasionPhase, "choose", "melee"),
    "melee": _phase("melee", MeleePhase, "begin", "final"),
    "final": _phase("final", FinalPhase, "new_leaders", FINISH),
    "interphase": _interphase,
    END: _end,
}


def frames(g: State, spec: Mapping[str, Any]) -> Frames:
    """The frames for the moment that a position names."""
    return begun(spec, BEGINS)(g, spec.get("active", ""))
