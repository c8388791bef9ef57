"""Which answer is put under Enter: the adjutant's best by his own values, without lots; none where that is taste."""

from __future__ import annotations

from typing import Any

from vedette.engine.choice import DONE
from vedette.engine.procedure import Ask
from vedette.rules.common.ai import best_answer, question
from vedette.rules.great_battles.ai.adjutant import advice
from vedette.rules.great_battles.chapters.movement import MoveUnit
from vedette.rules.great_battles.state import State

OPEN = frozenset({"pay", "move-unit", "move", "fire", "evade", "melee"})
"""Kinds in which nothing is proposed while there is a choice: a key pressed too often would spend or end something.

Of a unit that is under way the adjutant follows the plan with which it set out, which who looks at it in mid-move has
not seen made.
"""


def proposed(g: State, seat: str) -> Any:
    """The answer to put under Enter for a seat that is asked, one of the answers; None where there is none.

    Nothing is hidden in these rules, so that it is worked out from the position itself.
    """
    ask = question(g, seat)
    if ask is None or (ask.kind in OPEN and len(ask.options) > 1):
        return None
    return best_of(g, ask)


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun itself; None where it has begun nothing."""
    ask = question(g, seat)
    top = g.stack[-1][0] if g.stack else None
    if ask is None or not ask.optional or ask.kind != "move" or not isinstance(top, MoveUnit) or ask.usual != DONE:
        return None
    return ask.usual if top.over or top.unit in dict(g.spent) else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; of equals the usual one, else the first that is listed."""
    return best_answer(ask, g.clone, advice)
