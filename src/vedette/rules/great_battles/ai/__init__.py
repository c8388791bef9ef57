"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

Nothing is hidden here, so that both read the state itself. `cautious` likes each answer by what it is at a glance;
`adjutant` weighs it in victory points by the charts, the ground and where everybody could come to.

adjutant       the judge of each kind of decision
proposing      what Enter proposes
cautious       the careful commander
chances        the charts as averages
distances      how far hexes are, by the ground
aims           what the battle pays for, and who marches for the edge
scene          a position as the judges see it
places         what a hex is worth to a unit
going, moving  the best end of a move; who moves next, who is paid for
fires, melees  who fires at what; who attacks, charges, falls back before it
choices        retreats, losses, leaders, rally, facing
"""

from vedette.rules.great_battles.ai.adjutant import adjutant
from vedette.rules.great_battles.ai.cautious import cautious
from vedette.rules.great_battles.ai.proposing import ending, proposed

__all__ = ["adjutant", "cautious", "ending", "proposed"]
