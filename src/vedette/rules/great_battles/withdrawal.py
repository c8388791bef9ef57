"""Chapter 11.1: withdrawal fire."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-withdrawal-fire")
class WithdrawalFire(Procedure, frozen=True):
    """Chapter 11.1: withdrawal fire."""

    movers: tuple[str, ...]
    frm: int
    to: int

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
