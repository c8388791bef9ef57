"""The Blind Swords family: one engine, one module a rulebook chapter, a profile of named differences for each book."""

from vedette.rules.blind_swords.rulebook import BlindSwords

rulebook = BlindSwords()

__all__ = ["BlindSwords", "rulebook"]
