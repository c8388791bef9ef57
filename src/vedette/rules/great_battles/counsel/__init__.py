"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

Nothing is hidden here, so that both read the state itself. `cautious` likes each answer by what it is at a glance;
`adjutant` weighs it in victory points by the charts, the ground and where everybody could come to.
"""

from __future__ import annotations

from typing import Any

from vedette.rules.great_battles.counsel.adjutant import adjutant

__all__ = ["adjutant", "cautious"]


def cautious(view: dict[str, Any], decision: dict[str, Any], odds_of: Any = None) -> list[float]:
    """How much a careful commander likes each answer."""
    return [0.0 for _ in decision["actions"]]
