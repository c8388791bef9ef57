"""The rules of the *Great Battles* of 1978: facing, defensive and offensive fire, melee, rout. One module a chapter."""

from vedette.engine.rulebook import Rulebook
from vedette.rules.great_battles.rulebook import GreatBattles
from vedette.rules.great_battles.state import State

rulebook: Rulebook[State] = GreatBattles()

__all__ = ["GreatBattles", "rulebook"]
