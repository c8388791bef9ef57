"""Chapters 4.0 A and 17.1: the initial command phase; the army morale that a brigade costs."""

from __future__ import annotations

from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.great_battles.state import State


@procedure("gb-command")
class CommandPhase(Procedure, frozen=True):
    """Chapters 4.0 A and 17.1: the initial command phase; the army morale that a brigade costs."""

    side: int

    def title(self, g: State) -> str:
        return "initial command"

    def begin(self, g: State) -> Result:
        """Nothing yet."""
        return Done()
