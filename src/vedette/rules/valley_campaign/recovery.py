"""Chapters 3.2 C and 6.3: the recovery from demoralization, and the repair of bridges (JV 9.4)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Done, Procedure, Result, procedure
from vedette.rules.valley_campaign.deeds import change
from vedette.rules.valley_campaign.state import State


@procedure("recovery-phase")
class RecoveryPhase(Procedure, frozen=True):
    """Markers come off."""

    side: int

    def title(self, g: State) -> str:
        return "recovery"

    @cites("JV-6.3-2", "JV-6.3-11")
    def recover(self, g: State) -> Result:
        """A marker goes as its unit's own combat phase is over (JV-6.3-2), of who got it in that phase the next one.

        JV-6.3-11.
        """
        for id in g.on_map(self.side):
            left = g.units[id].demoralized
            if left == 1:
                change(g, id, "JV-6.3-2", "recovered", demoralized=0)
            elif left:
                change(g, id, "JV-6.3-11", "recovers-later", demoralized=left - 1)
        return Done()
