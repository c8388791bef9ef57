"""What an attack does on average, column by column of the odds table."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.rules.common.ai import SIXTH
from vedette.rules.valley_campaign.charts import COLUMNS
from vedette.rules.valley_campaign.setting import Setting

DICE = range(1, 7)


class Expected(NamedTuple):
    """Chances and means of one column: steps lost, retreats and demoralization of attacker and defender."""

    own_steps: float
    their_steps: float
    own_back: float
    their_back: float
    own_shaken: float
    their_shaken: float
    clears: tuple[float, float]
    """The chance that a hex is emptied, for defenders with one step and with more."""


@lru_cache(maxsize=8)
def expected(s: Setting) -> tuple[Expected, ...]:
    """Every column of the odds table."""
    return tuple(_column(s, column) for column in range(len(COLUMNS)))


def _column(s: Setting, column: int) -> Expected:
    rows = [s.odds[die, column] for die in DICE]

    def mean(values: list[float]) -> float:
        return sum(values) * SIXTH

    return Expected(
        mean([float(r.attacker_steps) for r in rows]),
        mean([float(r.defender_steps) for r in rows]),
        mean([float(r.attacker_retreats) for r in rows]),
        mean([float(r.defender_retreats) for r in rows]),
        mean([float(r.attacker_retreats and r.demoralizes) for r in rows]),
        mean([float(r.defender_retreats and r.demoralizes) for r in rows]),
        (
            mean([float(r.defender_retreats or r.defender_steps > 0) for r in rows]),
            mean([float(r.defender_retreats or r.defender_steps > 1) for r in rows]),
        ),
    )
