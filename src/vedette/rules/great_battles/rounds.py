"""Chapter 12.36: batteries share rounds."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-transfers")
class Transfers(Procedure, frozen=True):
    """Chapter 12.36: batteries share rounds."""


    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
