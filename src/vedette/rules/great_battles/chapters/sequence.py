"""Chapter 4: the sequence of play."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters import victory
from vedette.rules.great_battles.chapters.army_morale import raise_morale
from vedette.rules.great_battles.chapters.charge import DeclareCharges
from vedette.rules.great_battles.chapters.command import CommandPhase
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.chapters.final import FinalPhase
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.interphase import Interphase
from vedette.rules.great_battles.chapters.melee import MeleePhase
from vedette.rules.great_battles.chapters.movement import MovementPhase
from vedette.rules.great_battles.chapters.placing import SetUp
from vedette.rules.great_battles.chapters.rounds import pairs
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

SET_UP = "set-up"
PHASES = (SET_UP, "command", "movement", "defensive-fire", "offensive-fire", "retreat", "melee", "final", "interphase")
"""In the order in which they are played."""


@procedure("gb-battle")
class BattleOfTurns(Procedure, frozen=True):
    """Turn after turn until the last one is over (SW 4.0)."""

    left: tuple[int, ...] = ()
    """Sides whose player turn is still to come in this game turn."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}, {g.setting.hour(g.turn)}"

    @cites("SW-3.2-1", "SW-3.2-2", "GB-19.0-2")
    def set_up(self, g: State) -> Result:
        """The Union sets up, then the Confederates (SW 3.2)."""
        g.phase = SET_UP
        return Call(SetUp(), then=self.begin)

    @cites("SW-4.0-1", "SW-19.2-2", "GB-25.2")
    def begin(self, g: State) -> Result:
        """A game turn of two player turns begins; army morale comes in (SW 19.2)."""
        g.shots, g.together = (), pairs(g)
        g.log(Event("turn", "SW-4.0-1", data=(g.turn,)))
        raise_morale(g, g.setting.numbers["morale-income"], "SW-19.2-2")
        return Goto(self.but(left=g.setting.players).player)

    def player(self, g: State) -> Result:
        """The next player turn, or the end of the game turn."""
        if not self.left:
            g.phase, g.player = "interphase", -1
            return Call(Interphase(), then=self.end)
        side, *rest = self.left
        return Call(PlayerTurn(side), then=self.but(left=tuple(rest)).player)

    @cites("SW-4.0-3rd-1", "SW-4.0-2")
    def end(self, g: State) -> Result:
        """On to the next turn, or the game is over."""
        if g.turn >= g.setting.last_turn:
            g.over = True
            return Call(victory.Ending(), then=self.finish)
        g.turn += 1
        return Goto(self.begin)

    def finish(self, g: State) -> Result:
        return Done()


@procedure("gb-player-turn")
class PlayerTurn(Procedure, frozen=True):
    """Phases A to G of one side (SW 4.0)."""

    side: int

    def title(self, g: State) -> str:
        return f"{SIDES[self.side].capitalize()} player turn"

    @cites("SW-4.0-3", "SW-4.0-4", "SW-4.0-A-1", "SW-4.0-2nd", "SW-24.0-2", "SW-3.1-absent", "SW-3.1-errata")
    def command(self, g: State) -> Result:
        g.player = self.side
        g.paid = g.commanded = g.moved = g.evaded = g.advanced = ()
        g.spent, g.starts, g.charges, g.offensive = (), (), (), ()
        return self._phase(g, "command", "SW-4.0-A-1", CommandPhase(self.side), self.movement)

    @cites("SW-4.0-B-1", "SW-4.0-B-3")
    def movement(self, g: State) -> Result:
        """B. Movement of the phasing side alone."""
        return self._phase(g, "movement", "SW-4.0-B-1", MovementPhase(self.side), self.defensive_fire)

    @cites("SW-4.0-C-1")
    def defensive_fire(self, g: State) -> Result:
        """C. Defensive fire of the other side."""
        return self._phase(g, "defensive-fire", "SW-4.0-C-1", FirePhase(1 - self.side), self.offensive_fire)

    @cites("SW-4.0-D", "SW-3.1-4.0")
    def offensive_fire(self, g: State) -> Result:
        return self._phase(g, "offensive-fire", "SW-4.0-D", FirePhase(self.side), self.charges)

    @cites("SW-18.25-1")
    def charges(self, g: State) -> Result:
        """Cavalry that will charge says so before anybody can fall back."""
        return Call(DeclareCharges(self.side), then=self.evasion)

    @cites("SW-4.0-E-1")
    def evasion(self, g: State) -> Result:
        """E. Retreat before melee."""
        return self._phase(g, "retreat", "SW-4.0-E-1", EvasionPhase(self.side), self.melee)

    @cites("SW-4.0-F-1")
    def melee(self, g: State) -> Result:
        return self._phase(g, "melee", "SW-4.0-F-1", MeleePhase(self.side), self.final)

    @cites("SW-4.0-G-1")
    def final(self, g: State) -> Result:
        return self._phase(g, "final", "SW-4.0-G-1", FinalPhase(self.side), None)

    def _phase(self, g: State, phase: str, cite: str, procedure: Procedure, then: object) -> Result:
        """Begin a phase: what is counted by phases begins anew."""
        g.phase = phase
        g.fired, g.hit, g.fought, g.retired = (), (), (), ()
        g.log(Event("phase", cite, SIDES[self.side], data=(phase,)))
        return Call(procedure, then=then)  # type: ignore[arg-type]
