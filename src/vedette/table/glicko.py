"""How strong somebody is, as his results tell, and how sure that is: the Glicko system of Mark Glickman.

Plain arithmetic over the results in their order, so that anybody who has them gets the same numbers. Each game is a
rating period of its own.
"""

from __future__ import annotations

import math

import msgspec

START, UNSURE = 1500.0, 350.0
"""Of somebody of whom nothing is known."""
SURE = 50.0
FORGOTTEN = 3 * 365.0
"""Days without a game after which somebody who was well known is known no better than at the start."""
DRIFT = (UNSURE**2 - SURE**2) / FORGOTTEN
Q = math.log(10) / 400
SPAN = 1.96
"""So many deviations to either side hold 95 of 100."""


class Strength(msgspec.Struct, frozen=True):
    """What is known of somebody."""

    rating: float = START
    deviation: float = UNSURE

    @property
    def within(self) -> float:
        """The true strength lies within so much of the rating, in 95 of 100 cases."""
        return SPAN * self.deviation

    @property
    def at_least(self) -> float:
        """The lower end of that."""
        return self.rating - self.within

    def after(self, days: float) -> Strength:
        """The longer somebody has not played, the less is known of him."""
        wider = math.sqrt(self.deviation**2 + DRIFT * max(0.0, days))
        return Strength(self.rating, min(UNSURE, wider))


def played(one: Strength, results: list[tuple[Strength, float]]) -> Strength:
    """What is known of somebody after the games of one period.

    Args:
        results: each opponent as he was before, and 1, 0.5 or 0 points.
    """
    if not results:
        return one
    gain = certainty = 0.0
    for other, points in results:
        weight = _weight(other.deviation)
        expected = 1 / (1 + 10 ** (-weight * (one.rating - other.rating) / 400))
        gain += weight * (points - expected)
        certainty += weight**2 * expected * (1 - expected)
    narrowed = 1 / one.deviation**2 + Q**2 * certainty
    return Strength(one.rating + Q / narrowed * gain, math.sqrt(1 / narrowed))


def _weight(deviation: float) -> float:
    """How much a game counts against somebody who is known so well."""
    return 1 / math.sqrt(1 + 3 * Q**2 * deviation**2 / math.pi**2)
