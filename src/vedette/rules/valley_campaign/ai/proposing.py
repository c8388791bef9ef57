"""Which answer is put under Enter: the adjutant's best by his own values, without lots; none where that is taste."""

from __future__ import annotations

from typing import Any

from vedette.engine.procedure import Ask
from vedette.rules.common.ai import best_answer, question
from vedette.rules.valley_campaign.ai.adjutant import advice
from vedette.rules.valley_campaign.chapters.movement import MoveUnit
from vedette.rules.valley_campaign.chapters.setup import REST
from vedette.rules.valley_campaign.state import State

OPEN = frozenset({"repair", "move-unit", "attack"})
"""Kinds in which nothing is proposed while there is a choice: a key pressed too often would spend or end something."""


def proposed(g: State, seat: str) -> Any:
    """The answer to put under Enter for a seat that is asked, one of the raw answers; None where there is none.

    Nothing is hidden in these rules, so that it is worked out from the position itself.
    """
    ask = question(g, seat)
    if ask is None or (ask.kind in OPEN and len(ask.options) > 1):
        return None
    if ask.kind == "move" and len(ask.options) > 1:
        top = g.stack[-1][0]
        begun = isinstance(top, MoveUnit) and not top.start
        return ask.usual if begun and best_of(g, ask) == ask.usual else None
    best = best_of(g, ask)
    return None if best == REST else best


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun itself; None where it has begun nothing."""
    ask = question(g, seat)
    top = g.stack[-1][0] if g.stack else None
    begun = isinstance(top, MoveUnit) and not top.start
    return ask.usual if ask is not None and ask.optional and begun else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; of equals the usual one, else the first that is listed."""
    return best_answer(ask, g.clone, advice)
