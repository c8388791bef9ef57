"""The rules of the *Great Battles* of 1978 and of 2007: facing, defensive and offensive fire, melee, rout.

Which chapter of the book is in which file stands in `chapters`.
"""

from vedette.engine.rulebook import Rulebook
from vedette.rules.great_battles.rulebook import GreatBattles
from vedette.rules.great_battles.state import State

rulebook: Rulebook[State] = GreatBattles()

__all__ = ["GreatBattles", "rulebook"]
