"""The Blind Swords family: one engine, one module a rulebook chapter, a profile of named differences for each book."""

from vedette.engine.rulebook import Rulebook
from vedette.rules.blind_swords.rulebook import BlindSwords
from vedette.rules.blind_swords.state import State

rulebook: Rulebook[State] = BlindSwords()

__all__ = ["BlindSwords", "rulebook"]
