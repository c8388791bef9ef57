"""How much of a game was luck: at every entry of chance, what came of it less what was to be expected of it.

Expected is the mean, over everything that chance could have answered there, of a value that is fixed beforehand: how
much more strength the first seat has left (`Rulebook.ahead`). Whatever the players do, the sum of these differences has
the mean 0; so a match may be corrected by it without favour, and its spread falls by as much as luck explains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from vedette.engine.chance import Chance
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import answer
from vedette.engine.state import State


class Watched:
    """A game's chance that also adds up the luck of the first seat."""

    def __init__(self, chance: Chance, value: Callable[[Any], float]) -> None:
        self.chance = chance
        self.value = value
        self.luck = 0.0

    def answer(self, g: State, ask: Ask) -> Any | None:
        """What chance answers; what it means is added to the luck."""
        found = self.chance.answer(g, ask)
        if found is not None and len(ask.options) > 1:
            values = [self._after(g, option) for option in ask.options]
            weights = ask.weights or (1,) * len(values)
            expected = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
            self.luck += values[ask.options.index(found)] - expected
        return found

    def _after(self, g: State, option: Any) -> float:
        """The value where chance has given this answer and the next question is asked."""
        new = g.clone()
        answer(new, CHANCE, option)
        return self.value(new)


class Corrected(NamedTuple):
    """A mean score without the part of it that luck explains."""

    luck: float
    """The mean of the luck of the first commander, in strength points a pair; 0 within its error."""
    error: float
    """Its standard error."""
    score: float
    low: float
    high: float
    """The corrected score, and where it lies by 95 in 100."""
    spread: float
    """The spread of corrected scores, of that of the plain ones: 1 where luck explains nothing."""


def corrected(scores: Sequence[float], luck: Sequence[float], bound: float = 1.96) -> Corrected | None:
    """Scores of pairs by their luck: what a point of it brings is taken from the pairs themselves; None for too few."""
    n = len(scores)
    if n < 3:
        return None
    mean, middle = sum(scores) / n, sum(luck) / n
    both = sum((x - mean) * (c - middle) for x, c in zip(scores, luck, strict=True))
    squares = sum((c - middle) ** 2 for c in luck)
    brings = both / squares if squares else 0.0
    left = [x - brings * c for x, c in zip(scores, luck, strict=True)]
    score = sum(left) / n
    variance, plain = (sum((x - m) ** 2 for x in xs) / (n - 2) for xs, m in ((left, score), (scores, mean)))
    half = bound * sqrt(variance / n)
    spread = sqrt(variance / plain) if plain else 1.0
    return Corrected(middle, sqrt(squares / (n - 1) / n), score, score - half, score + half, spread)
