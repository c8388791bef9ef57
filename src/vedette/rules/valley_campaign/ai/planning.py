"""Plans of a whole player turn: the temper in which a side moves and attacks, judged when the enemy has answered."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from vedette.engine.planning import Look
from vedette.engine.procedure import Ask
from vedette.engine.temper import Temper
from vedette.rules.common.ai import in_reach
from vedette.rules.valley_campaign.ai.lead import lead
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

__all__ = ["begins", "kinds", "lead", "look", "opens", "period", "postures", "several", "under_way"]

NEAR = 7
"""Hexes to an enemy beyond which a side only marches."""

kinds = frozenset({"move-unit"})
several = True

postures: Mapping[str, Temper] = {
    "bold": Temper(danger=0.4, hope=1.5, entering=True, no_empty_attack=True),
    "careful": Temper(danger=1.7, losses=1.3, no_empty_attack=True),
    "hold": Temper(hold=2.0, hope=0.6, no_empty_attack=True),
    "concentrate": Temper(together=4.0, danger=1.2, no_empty_attack=True),
    "storm": Temper(prizes=1.6, danger=0.6, losses=0.6, entering=True, no_empty_attack=True),
    "hunt": Temper(hope=2.2, danger=0.8, no_empty_attack=True),
    "wait": Temper(danger=4.0, hope=0.3, prizes=0.3, hold=0.0, no_empty_attack=True),
}


def opens(g: State, ask: Ask) -> bool:
    """At the first unit of a movement phase."""
    return ask.kind in kinds and not g.moved


def begins(g: State, ask: Ask) -> bool:
    """Where anybody stands near enough to an enemy that it matters how the turn is played."""
    return in_reach(g, ask, NEAR)


def under_way(g: State, seat: str) -> Hashable | None:
    """The player turn of the seat."""
    return (g.turn, g.player) if g.player == SIDE_INDEX[seat] and g.phase in PHASES else None


PHASES = ("movement", "combat")


def period(g: State) -> int:
    """The player turn."""
    return g.turn * 4 + g.player + 1


def look(g: State) -> Look:
    """To the end of the enemy's answer. A plan is told by its temper: who moves first matters little."""
    return Look(others=0, stands=True, periods=2, least=1, most=40, dear=1, whole=100, doubt=2.5)
