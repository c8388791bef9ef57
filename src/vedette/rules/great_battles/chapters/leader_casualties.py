"""Chapter 17.4: leaders fall.

CheckLeaders(hex, side, cause)      two dice for each leader of a side in a hex, after a loss there
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.leaders import Settle, lose_leader
from vedette.rules.great_battles.state import State

DICE = tuple(10 * a + b for a in range(1, 7) for b in range(1, 7))
CASES = {
    "small-arms": "SW-17.41-2",
    "artillery": "SW-17.41-3",
    "melee-killed": "SW-17.41-4",
    "melee-captured": "SW-17.41-5",
}


@procedure("gb-check-leaders")
class CheckLeaders(Procedure, frozen=True):
    """Leaders of a hex where a unit has lost (SW-17.41-1)."""

    hex: int
    side: int
    cause: str
    """small-arms, artillery, melee-killed, melee-captured."""
    also: str = ""
    """Another cause that struck with it: the same two dice are read for both (SW-17.41-1)."""
    left: tuple[str, ...] = ()
    begun: bool = False
    settle: bool = True
    """Who is left alone is seen to at once; not in the middle of a melee."""

    def title(self, g: State) -> str:
        return "the leaders under fire"

    @cites("SW-17.4", "SW-17.41-1", "SW-17.3-1")
    def begin(self, g: State) -> Result:
        """Each of them by himself."""
        left = tuple(id for id in (self.left if self.begun else g.leaders(self.hex, self.side)) if g.at(id) == self.hex)
        if not left:
            return Call(Settle(self.hex, self.side)) if self.settle else Done()
        return Goto(self.but(left=left, begun=True).roll)

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DICE, self.read, "dice", CASES[self.cause], f"the fate of {self.left[0]}")

    @cites("SW-17.41-2", "SW-17.41-3", "SW-17.41-4", "SW-17.41-5")
    def read(self, g: State, roll: int) -> Result:
        """What the sum says for this cause, and for the other if there is one."""
        leader, both = self.left[0], [c for c in (self.cause, self.also) if c]
        told = {c: g.setting.casualties.get((c, sum(divmod(roll, 10))), "") for c in both}
        cause = next((c for c in both if told[c]), self.cause)
        found, cite = told[cause], CASES[cause]
        g.log(Event("leader-check", cite, g.seat(leader), (leader,), self.hex, (found, cause), roll))
        if found:
            lose_leader(g, leader, found, cite)
        return Goto(self.but(left=self.left[1:], begun=True).begin)
