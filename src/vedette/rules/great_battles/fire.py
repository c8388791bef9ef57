"""Chapter 10: fire combat."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-fire")
class FirePhase(Procedure, frozen=True):
    """Chapter 10: fire combat."""

    side: int
    """Who fires."""

    def title(self, g: State) -> str:
        return "fire"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
