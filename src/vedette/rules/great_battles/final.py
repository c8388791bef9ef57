"""Chapter 4.0 G: the final command phase: rally, resupply, pins, new leaders."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-final")
class FinalPhase(Procedure, frozen=True):
    """Chapter 4.0 G: the final command phase: rally, resupply, pins, new leaders."""

    side: int

    def title(self, g: State) -> str:
        return "final command"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
