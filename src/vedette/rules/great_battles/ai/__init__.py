"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

Nothing is hidden here, so that both read the state itself. `cautious` likes each answer by what it is at a glance;
`adjutant` weighs it in victory points by the charts, the ground and where everybody could come to.
"""

from vedette.rules.great_battles.ai.adjutant import adjutant
from vedette.rules.great_battles.ai.cautious import cautious
from vedette.rules.great_battles.ai.proposing import ending, proposed

__all__ = ["adjutant", "cautious", "ending", "proposed"]
