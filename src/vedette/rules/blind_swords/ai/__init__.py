"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

`cautious` reads a view and says how much a careful commander likes each answer. `adjutant` reads a state that the
seat could be in, made from its view (`Game.imagine`), so that it can ask the rules' own questions of it: who may
fire at whom, on which column, at what cost a unit gets where.

adjutant                  the judge of each kind of decision; all weigh in strength points
proposing                 what Enter proposes
cautious                  the careful commander, all of him
chances                   the charts as averages
threat                    the fire that a side can bring on each hex
stakes                    what is to be won
worth                     what losses, and leaving the map, score
aims                      what each brigade goes for, and who leaves the map
scene                     a position as the judges see it
places                    what a hex is worth to a unit
chits, brigades, orders   which chits are played; which brigades act; under which Order
marches, moving, cavalry  where units can come to; who moves where; charges and riders
fires, guns               who fires at what; batteries
assaults, losses          close combat; losses, advances and placing
falling_back              whole ways of a retreat
"""

from vedette.rules.blind_swords.ai.adjutant import adjutant
from vedette.rules.blind_swords.ai.cautious import cautious
from vedette.rules.blind_swords.ai.proposing import ending, proposed

__all__ = ["adjutant", "cautious", "ending", "proposed"]
