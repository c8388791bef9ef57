"""Which answer is put under Enter: the adjutant's best by his own values, without lots; none where that is taste."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from vedette.engine.procedure import Ask, Procedure
from vedette.rules.blind_swords.ai.adjutant import advice
from vedette.rules.blind_swords.imagining import imagine
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import best_answer, question


def _never(top: Procedure) -> bool:
    return False


def _moving(top: Procedure) -> bool:
    return not getattr(top, "fresh", True)


def _declared(top: Procedure) -> bool:
    return bool(getattr(top, "declared", ()))


OPEN: dict[str, Callable[[Procedure], bool]] = {
    "key": _never,
    "fire": _never,
    "artillery-act": _never,
    "move-unit": _never,
    "move": _moving,
    "close-combat": _declared,
}
"""Kinds in which a key pressed too often would spend something: only their end is proposed, once they have begun.

Whether they have begun their frame says; in some the end is never proposed, and what kind of chit one likes is taste.
"""


def proposed(g: State, seat: str) -> Any:
    """The answer to put under Enter for a seat that is asked, one of the raw answers; None where there is none.

    Worked out in a state that the seat could be in, always the same one, so that nothing it cannot know tells.
    """
    ask = question(g, seat)
    if ask is None:
        return None
    begun = OPEN.get(ask.kind)
    if begun is not None and not begun(g.stack[-1][0]):
        return None
    best = best_of(g, ask)
    return None if begun is not None and best != ask.usual else best


def ending(g: State, seat: str) -> Any:
    """The answer that ends what a seat has begun itself; None where it has begun nothing."""
    ask = question(g, seat)
    if ask is None or not ask.optional:
        return None
    begun = OPEN.get(ask.kind)
    return ask.usual if begun is not None and begun(g.stack[-1][0]) else None


def best_of(g: State, ask: Ask) -> Any:
    """The answer worth most to the adjutant; of equals the usual one, else the first that is listed."""
    return best_answer(ask, lambda: imagine(g, ask.seat, Random(0)), advice)
