"""Chapter 5: movement."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-movement")
class MovementPhase(Procedure, frozen=True):
    """Chapter 5: movement."""

    side: int

    def title(self, g: State) -> str:
        return "movement"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
