"""What lies between game turns: army morale comes in, demoralization, ammunition is shared (SW 4.0, 12.36, 19)."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-interphase")
class Interphase(Procedure, frozen=True):
    """The end of a game turn."""

    def title(self, g: State) -> str:
        return "end of the turn"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
