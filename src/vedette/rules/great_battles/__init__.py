"""The rules of the *Great Battles* of 1978: facing, defensive and offensive fire, melee, rout. One module a chapter."""

from vedette.rules.great_battles.rulebook import GreatBattles

rulebook = GreatBattles()

__all__ = ["GreatBattles", "rulebook"]
