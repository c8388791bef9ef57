"""Chapter 6.1 to 6.7: the combat phase."""

from __future__ import annotations

from vedette.engine.procedure import Ask, Done, Procedure, Result, procedure
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

DONE = ""


@procedure("combat-phase")
class CombatPhase(Procedure, frozen=True):
    """Attack after attack, in any order, until their owner ends the phase."""

    side: int

    def title(self, g: State) -> str:
        return "combat"

    def choose(self, g: State) -> Result:
        """Whom to attack or bombard."""
        return Ask(SIDES[self.side], (DONE,), self.take, "attack", "JV-6.1-4", always=True, text=lambda g, v: "done")

    def take(self, g: State, what: str) -> Result:
        """Carry it out, or end the phase."""
        return Done()
