"""Chapter 7: the sequence of play."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.artillery import ArtilleryPhase
from vedette.rules.blind_swords.chapters.chits import ChitDrawPhase
from vedette.rules.blind_swords.chapters.command import CommandPhase
from vedette.rules.blind_swords.chapters.end_turn import EndTurnPhase
from vedette.rules.blind_swords.chapters.specials.alarms import thaw
from vedette.rules.blind_swords.chapters.specials.first_chit import first_chit
from vedette.rules.blind_swords.chapters.specials.onset import onset
from vedette.rules.blind_swords.state import State


@procedure("battle")
class BattleOfTurns(Procedure, frozen=True):
    """Turn after turn until the last one is over (KT 7.0)."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}"

    @cites("KT-7.0-1", "KT-7.0-P1", "KT-3.1-4")
    def command(self, g: State) -> Result:
        """Phase 1, each phase before the next."""
        g.log(Event("turn", "KT-7.0-1", data=(g.turn,)))
        thaw(g)
        return Call(CommandPhase(), then=self.artillery)

    @cites("KT-7.0-1")
    def artillery(self, g: State) -> Result:
        """Phase 2."""
        return Call(ArtilleryPhase(), then=self.chits)

    @cites("KT-7.0-1")
    def chits(self, g: State) -> Result:
        """Phases 3 and 4."""
        g.phase = "chits"
        g.log(Event("phase", "KT-7.0-P3a", data=("chits",)))
        first = onset(g) or first_chit(g)
        return Goto(self.draw) if first is None else Call(first, then=self.draw)

    def draw(self, g: State) -> Result:
        """Draw after draw until the cup is empty."""
        return Call(ChitDrawPhase(), then=self.end)

    @cites("KT-7.0-1", "KT-7.0-P4g")
    def end(self, g: State) -> Result:
        """Phase 5."""
        return Call(EndTurnPhase(), then=self.next)

    @cites("KT-7.0-end")
    def next(self, g: State, on: bool) -> Result:
        """The next turn, or the end."""
        return Goto(self.command) if on else Done()
