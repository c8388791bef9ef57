"""Where a position may begin (docs/positions.md): the frames on the stack at that moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vedette.engine.rulebook import PositionError
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import ArtilleryPhase
from vedette.rules.blind_swords.chapters.chits import ChitDrawPhase
from vedette.rules.blind_swords.chapters.orders import ORDERS, turn_marker
from vedette.rules.blind_swords.chapters.sequence import BattleOfTurns, EndTurnPhase, gather_chits
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State
from vedette.rules.common.positions import Frames

EFFECTS = ("quick-march", "fatigue")
"""What chits may have done to an activation before the position begins."""

Begin = Callable[[State, Mapping[str, Any]], Frames]


def _turn(g: State, spec: Mapping[str, Any]) -> Frames:
    """The turn, from its beginning, with all chits in their owners' hands."""
    gather_chits(g)
    return [(BattleOfTurns(), "command")]


def _artillery(g: State, spec: Mapping[str, Any]) -> Frames:
    return [(BattleOfTurns(), "chits"), (ArtilleryPhase(), "begin")]


def _draw(g: State, spec: Mapping[str, Any]) -> Frames:
    """The Chit Draw Phase, before a draw."""
    g.phase = "chits"
    return [(BattleOfTurns(), "end"), (ChitDrawPhase(), "held")]


def _end(g: State, spec: Mapping[str, Any]) -> Frames:
    """The End Turn Phase."""
    return [(BattleOfTurns(), "next"), (EndTurnPhase(), "begin")]


def _inside(step: str) -> Begin:
    """A step inside the activation of the brigade `active`."""

    def begin(g: State, spec: Mapping[str, Any]) -> Frames:
        side, brigade = active(g, spec)
        order = str(spec.get("order", "attack"))
        if order not in ORDERS:
            raise PositionError(f"order {order!r} is none of {', '.join(ORDERS)}")
        g.phase = "chits"
        name = f"{'union' if side == 0 else 'confederate'}/{brigade}"
        if name not in g.activated:
            turn_marker(g, side, brigade, False)
        effects = tuple(spec.get("effects", ()))
        for effect in effects:
            if effect not in EFFECTS:
                raise PositionError(f"effects: {effect!r} is none of {', '.join(EFFECTS)}")
        act = Activation(side, brigade, True, "" if step == "announce" else order, effects)
        return [(BattleOfTurns(), "end"), (ChitDrawPhase(), "held"), (act, step)]

    return begin


def active(g: State, spec: Mapping[str, Any]) -> tuple[int, str]:
    """The active brigade of a position, and its side."""
    name = spec.get("active")
    if not name:
        raise PositionError(f"begin {spec.get('begin')!r} needs active = the brigade that acts")
    side = spec.get("side") or None
    if side is not None and side not in SIDE_INDEX:
        raise PositionError(f"side {side!r} is neither union nor confederate")
    found = [(s, b) for s, b in g.setting.brigade_units if b == name and (side is None or SIDE_INDEX[side] == s)]
    if not found:
        raise PositionError(f"active: there is no brigade {name!r} in this battle")
    if len(found) > 1:
        raise PositionError(f"active: both sides have a brigade {name!r}: add side = 'union' or 'confederate'")
    return found[0]


BEGINS: dict[str, Begin] = {
    "turn": _turn,
    "artillery": _artillery,
    "draw": _draw,
    "orders": _inside("announce"),
    "fire": _inside("fire"),
    "movement": _inside("move"),
    "close-combat": _inside("fight"),
    "rally": _inside("rally"),
    "end-turn": _end,
}
