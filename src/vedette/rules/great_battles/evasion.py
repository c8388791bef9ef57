"""Chapters 13.7 and 18.1: retreat before melee."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-evasion")
class EvasionPhase(Procedure, frozen=True):
    """Chapters 13.7 and 18.1: retreat before melee."""

    side: int

    def title(self, g: State) -> str:
        return "retreat before melee"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
