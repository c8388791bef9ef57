"""Chapter 12.2: small-arms ammunition."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-resupply")
class Resupply(Procedure, frozen=True):
    """Chapter 12.2: small-arms ammunition."""

    side: int

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
