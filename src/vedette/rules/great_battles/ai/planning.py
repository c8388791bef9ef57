"""Plans of a whole player turn: for whom the army pays, in which temper a side moves and fights, judged after it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from vedette.engine.planning import Look
from vedette.engine.procedure import Ask
from vedette.engine.temper import Temper
from vedette.rules.common.ai import in_reach
from vedette.rules.great_battles.ai.lead import lead
from vedette.rules.great_battles.setting import SIDE_INDEX
from vedette.rules.great_battles.state import State

__all__ = ["begins", "kinds", "lead", "look", "opens", "period", "postures", "several", "under_way"]

NEAR = 12
"""Hexes to an enemy beyond which a side only marches."""
DEAR = 8
"""How many answers of The Stone Wall one answer costs here."""

kinds = frozenset({"pay", "move-unit"})
several = True

postures: Mapping[str, Temper] = {
    "bold": Temper(danger=0.5, losses=0.7, hope=1.3, daring=0.0, thrift=0.7),
    "careful": Temper(danger=1.7, losses=1.4, daring=2.5, thrift=1.2),
    "hold": Temper(hold=3.0, danger=1.2, thrift=1.6),
    "concentrate": Temper(together=3.0),
    "storm": Temper(prizes=1.8, danger=0.6, thrift=0.8),
    "hunt": Temper(hope=2.0, danger=0.8, thrift=0.8),
    "spare": Temper(thrift=2.5, danger=1.2),
}


def opens(g: State, ask: Ask) -> bool:
    """At the Union's first payment of its player turn, else at the first unit that a side moves.

    A unit that has only turned leaves no trace: the next one looks like the first again.
    """
    if ask.kind == "pay":
        return not g.paid
    return ask.kind == "move-unit" and not g.moved and not g.spent


def begins(g: State, ask: Ask) -> bool:
    """Where anybody stands near enough to an enemy that it matters how the turn is played."""
    return in_reach(g, ask, NEAR)


def under_way(g: State, seat: str) -> Hashable | None:
    """The player turn of the seat."""
    return (g.turn, g.player) if g.player == SIDE_INDEX[seat] else None


def period(g: State) -> int:
    """The player turn, and what lies between two turns."""
    return g.turn * 4 + g.player + 1


def look(g: State) -> Look:
    """To the end of the player turn. Moves take long to think about here: the dearest answers of all."""
    return Look(others=0, stands=True, least=0, most=40, dear=DEAR, whole=300, doubt=6.0)
