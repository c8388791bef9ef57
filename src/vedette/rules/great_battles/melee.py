"""Chapter 13: melee."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-melee")
class MeleePhase(Procedure, frozen=True):
    """Chapter 13: melee."""

    side: int

    def title(self, g: State) -> str:
        return "melee"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
