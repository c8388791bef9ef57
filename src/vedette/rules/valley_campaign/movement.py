"""Chapter 4.7 to 4.9: the movement phase."""

from __future__ import annotations

from vedette.engine.procedure import Ask, Done, Procedure, Result, procedure
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

DONE = ""


@procedure("movement-phase")
class MovementPhase(Procedure, frozen=True):
    """Unit after unit moves, in any order, until its owner ends the phase."""

    side: int

    def title(self, g: State) -> str:
        return "movement"

    def choose(self, g: State) -> Result:
        """Which unit moves."""
        return Ask(SIDES[self.side], (DONE,), self.move, "move-unit", "JV-4.8-3", always=True, text=lambda g, v: "done")

    def move(self, g: State, id: str) -> Result:
        """Move it, or end the phase."""
        return Done()
