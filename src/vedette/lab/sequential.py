"""Which of two commanders is the better: a test that looks at pairs of games in their order, and stops when it knows.

A pair's score is the share of its two games that the first commander won, a draw being half a game. Two tests run side
by side, one for each side of an even match: even against better by the margin, even against worse by it; in place of
even the first may have a higher null, such as 52 in 100, which it must be better than. Each adds up
the logarithm of a likelihood ratio, by the normal approximation for the mean of pairs with their measured spread
(a generalized sequential probability ratio test, as Fishtest runs it over pairs).
"""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

EVEN = 0.5
LEAST = 10
"""Pairs before which nothing is decided: the spread of fewer says little."""
WIDEST, ADDED = 0.25, 4
"""The square of the largest distance from the mean that a score can have, and so many such pairs are added to the
measured ones: a few pairs that end alike do not pass for a spread of nothing, and the risk is kept."""
BOUND = 1.96
"""Standard errors of an interval of 95 in 100."""


class Interval(NamedTuple):
    """A mean score and where it lies by 95 in 100, as of a match of fixed length."""

    mean: float
    low: float
    high: float


class Sequential:
    """The test."""

    def __init__(self, margin: float = 0.05, risk: float = 0.05, null: float = EVEN) -> None:
        self.margin = margin
        """What a difference must be to count, as a share of the games: 0.05 is 55 won in 100."""
        self.null = null
        """Against which share of the games the first commander must show that he wins more; half of them or more."""
        if not EVEN <= null < EVEN + margin:
            raise ValueError(f"{null:g} must be 0.5 or more, and below 0.5 + the margin ({EVEN + margin:g})")
        self.upper = log((1 - risk) / (risk / 2))
        """Beyond it one of both is better; half the risk is for each side."""
        self.lower = log(risk / (1 - risk / 2))
        """Below it one of both is not better by the margin."""
        self.scores: list[float] = []
        self.total = self.squares = 0.0
        """Of the scores, and of their squares."""
        self.sums: list[tuple[float, float]] = []
        """Both sums after each pair: for the first commander, for the second."""
        self.ended: list[bool] = [False, False]
        """Which of both tests has found its commander not better."""
        self.verdict = ""
        """first, second or even; nothing while it is open."""

    def add(self, score: float) -> str:
        """The next pair; the verdict, which pairs after it do not change, though the score counts them."""
        self.scores.append(score)
        self.total += score
        self.squares += score * score
        found = self._sum(EVEN + self.margin, self.null), self._sum(EVEN - self.margin, EVEN)
        self.sums.append(found)
        if self.verdict or len(self.scores) < LEAST:
            return self.verdict
        for i, name in enumerate(("first", "second")):
            if self.ended[i]:
                continue
            if found[i] >= self.upper:
                self.verdict = name
            self.ended[i] = found[i] <= self.lower
        if all(self.ended):
            self.verdict = "even"
        return self.verdict

    def _sum(self, other: float, null: float) -> float:
        """The logarithm of how much likelier the scores are by another mean than by that of the null."""
        n, (mean, variance) = len(self.scores), self._spread()
        return n * (other - null) * (2 * mean - null - other) / (2 * variance)

    def _spread(self) -> tuple[float, float]:
        n = len(self.scores)
        mean = self.total / n
        return mean, (max(0.0, self.squares - n * mean * mean) + ADDED * WIDEST) / (n + ADDED)

    def interval(self) -> Interval:
        """The mean score of the first commander."""
        if not self.scores:
            return Interval(EVEN, 0.0, 1.0)
        mean, variance = self._spread()
        half = BOUND * sqrt(variance / len(self.scores))
        return Interval(mean, max(0.0, mean - half), min(1.0, mean + half))
