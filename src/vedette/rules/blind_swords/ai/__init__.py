"""What a commander must know of these rules: pure functions of what a seat may know, nothing of how to choose.

`cautious` reads a view and says how much a careful commander likes each answer. `adjutant` reads a state that the
seat could be in, made from its view (`Game.imagine`), so that it can ask the rules' own questions of it: who may
fire at whom, on which column, at what cost a unit gets where.
"""

from vedette.rules.blind_swords.ai.adjutant import adjutant
from vedette.rules.blind_swords.ai.cautious import cautious
from vedette.rules.blind_swords.ai.proposing import ending, proposed

__all__ = ["adjutant", "cautious", "ending", "proposed"]
