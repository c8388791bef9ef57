"""Chapter 3: the sequence of play."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters import victory
from vedette.rules.valley_campaign.chapters.bridges import finish_repairs
from vedette.rules.valley_campaign.chapters.combat import CombatPhase
from vedette.rules.valley_campaign.chapters.losses import RecoveryPhase
from vedette.rules.valley_campaign.chapters.movement import MovementPhase
from vedette.rules.valley_campaign.chapters.setup import SetUp
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

SET_UP = "set-up"


@cites("JV-3.1-1", "JV-3.1-2", "JV-10.2-4", "JV-10.2-6", "JV-10.6-4", "JV-10.6-7", "JV-10.7-t1-skip")
def players_of(g: State, turn: int) -> tuple[int, ...]:
    """Whose player turns make a game turn: both, the first player's first; in the first turn as the scenario says."""
    return g.setting.opening if turn == g.setting.first_turn else g.setting.players


@procedure("valley-battle")
class BattleOfTurns(Procedure, frozen=True):
    """Turn after turn until the last one is over (JV 3.0)."""

    left: tuple[int, ...] = ()
    """Sides whose player turn is still to come in this game turn."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}, {g.setting.hour(g.turn)}"

    def set_up(self, g: State) -> Result:
        """Who may place units freely does so before the first turn (JV 2.8)."""
        g.phase = SET_UP
        return Call(SetUp(), then=self.begin)

    @cites("JV-3.1-3")
    def begin(self, g: State) -> Result:
        """A game turn begins; bridges stand whose repair is done."""
        g.log(Event("turn", "JV-3.1-3", data=(g.turn,)))
        finish_repairs(g)
        return Goto(self.but(left=players_of(g, g.turn)).player)

    def player(self, g: State) -> Result:
        """The next player turn, or the end of the game turn."""
        if not self.left:
            return Goto(self.end)
        side, *rest = self.left
        return Call(PlayerTurn(side), then=self.but(left=tuple(rest)).player)

    @cites("JV-3.1-3")
    def end(self, g: State) -> Result:
        """On to the next turn, or the game is over."""
        if g.turn >= g.setting.last_turn:
            g.over = True
            victory.announce(g)
            return Done()
        g.turn += 1
        return Goto(self.begin)


@procedure("player-turn")
class PlayerTurn(Procedure, frozen=True):
    """Movement, combat and recovery of one side (JV 3.2)."""

    side: int

    def title(self, g: State) -> str:
        return f"{SIDES[self.side].capitalize()} player turn"

    @cites("JV-3.1-5", "JV-3.2-I.A", "JV-3.2-II.A")
    def movement(self, g: State) -> Result:
        """Movement and reinforcement; each phase by itself."""
        g.player, g.phase = self.side, "movement"
        g.log(Event("phase", f"JV-3.2-{self._part}.A", SIDES[self.side], data=("movement",)))
        return Call(MovementPhase(self.side), then=self.combat)

    @cites("JV-3.2-I.B", "JV-3.2-II.B", "JV-3.1-8")
    def combat(self, g: State) -> Result:
        """Combat; the enemy only answers to what a result asks of him."""
        g.phase = "combat"
        g.log(Event("phase", f"JV-3.2-{self._part}.B", SIDES[self.side], data=("combat",)))
        return Call(CombatPhase(self.side), then=self.recovery)

    @cites("JV-3.2-I.C", "JV-3.2-II.C")
    def recovery(self, g: State) -> Result:
        g.phase = "recovery"
        g.log(Event("phase", f"JV-3.2-{self._part}.C", SIDES[self.side], data=("recovery",)))
        return Call(RecoveryPhase(self.side))

    @property
    def _part(self) -> str:
        """The half of the turn as the book numbers it."""
        return "I" if self.side == 1 else "II"
