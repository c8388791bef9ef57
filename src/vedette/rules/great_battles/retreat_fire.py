"""Chapter 11.2: retreat fire."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


def firers_at(g: State, id: str, hex: int, but: tuple[int, ...]) -> tuple[str, ...]:
    """Enemies who may fire at a unit that falls back into a hex."""
    return ()


@procedure("gb-retreat-fire")
class RetreatFire(Procedure, frozen=True):
    """Chapter 11.2: retreat fire."""

    unit: str
    hex: int
    but: tuple[int, ...] = ()

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
