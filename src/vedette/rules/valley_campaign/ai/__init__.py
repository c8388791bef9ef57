"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

Nothing is hidden here, so that both read the state itself. `cautious` likes each answer by what it is at a glance;
`adjutant` weighs it by what the scenario asks, the exact odds and where everybody could come to.

adjutant   the judge of each kind of decision
proposing  what Enter proposes
cautious   the careful commander
chances    the odds table as averages
distances  how far hexes are, by the ground
aims       what a scenario asks, and who marches for the edge
scene      a position as the judges see it
places     what a hex is worth to a unit
moving     who moves where; bridges
attacks    bombardments and attacks
losses     steps, retreats, advances
"""

from vedette.rules.valley_campaign.ai.adjutant import adjutant
from vedette.rules.valley_campaign.ai.cautious import cautious
from vedette.rules.valley_campaign.ai.proposing import ending, proposed

__all__ = ["adjutant", "cautious", "ending", "proposed"]
