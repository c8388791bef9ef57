"""Chapters 6.2, 6.3 and 6.11: steps lost, demoralization, and the recovery phase (3.2 C).

TakeSteps(side, ids, n)         a side loses steps; its owner says which units lose them
demoralize(g, id, cite)         a unit is demoralized, or suffers for being demoralized again
RecoveryPhase(side)             markers come off, and burned bridges may be repaired
"""

from __future__ import annotations

from collections.abc import Iterable

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters.bridges import RepairBridge, repairs_of, watch_repairs
from vedette.rules.valley_campaign.chapters.deeds import change, lose_step
from vedette.rules.valley_campaign.setting import SIDES
from vedette.rules.valley_campaign.state import State

# -- steps lost, and demoralization (6.2, 6.3, 6.11) -----------------------------------------------------

THEIR_PHASE, OWN_PHASE = 1, 2
"""Own recovery phases that a marker lasts (JV-6.3-2, JV-6.3-11)."""


@cites("JV-6.2-13")
def bearers(g: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Who takes the steps that a combat costs: leaders only where nobody but leaders takes part."""
    units = tuple(ids)
    troops = tuple(id for id in units if not g.counter(id).leader)
    return troops or units


@procedure("take-steps")
class TakeSteps(Procedure, frozen=True):
    """A side loses steps, one after the other (JV 6.11)."""

    side: int
    ids: tuple[str, ...]
    """Among whom its owner chooses."""
    steps: int
    cite: str = "JV-6.11-2"

    def title(self, g: State) -> str:
        return f"{self.steps} step{'' if self.steps == 1 else 's'} to lose"

    @cites("JV-6.2-12", "JV-6.11-6")
    def begin(self, g: State) -> Result:
        """The number is that of the whole side; what nobody is left to lose is not lost."""
        left = self._left(g)
        if self.steps and self.steps < sum(g.steps(id) for id in left):
            return Goto(self.choose)
        if self.steps:
            for id in left:
                for _ in range(g.steps(id)):
                    lose_step(g, id, self.cite)
        return Done()

    @cites("JV-6.2-12")
    def choose(self, g: State) -> Result:
        """Its owner says who loses the next one."""
        left = self._left(g)
        options = tuple(Choice("lose", id, g.at(id)) for id in left)
        return Ask(
            SIDES[self.side], options, self.lose, "lose-step", "JV-6.2-12", "which unit loses a step?",
            usual=min(options, key=lambda choice: price(g, choice.unit)), about=left,
        )  # fmt: skip

    @cites("JV-6.11-2")
    def lose(self, g: State, choice: Choice) -> Result:
        """It is turned, or eliminated."""
        lose_step(g, choice.unit, self.cite)
        return Goto(self.but(steps=self.steps - 1).begin)

    def _left(self, g: State) -> tuple[str, ...]:
        return tuple(id for id in self.ids if g.at(id) >= 0)


def price(g: State, id: str) -> tuple[bool, int]:
    """What a unit's next step is worth: whether it is the last, and the strength that goes with it."""
    full, reduced = g.counter(id).strength
    last = g.steps(id) == 1
    return last, g.strength(id) if last else full - reduced


@cites("JV-6.3-1", "JV-6.3-2", "JV-6.3-7", "JV-6.3-8", "JV-6.3-11", "JV-6.3-12")
def demoralize(g: State, id: str, cite: str) -> None:
    """A unit gets a marker; if it has one already it loses a step as well, a leader his life.

    The marker stays to the end of its next own combat phase, also where it had one before. If it gets it in a combat
    phase of its own, that is the one of the turn after.
    """
    unit = g.units[id]
    if unit.demoralized and not spared(g, id):
        lose_step(g, id, "JV-6.3-12" if g.counter(id).leader else "JV-6.3-7")
        if g.at(id) < 0:
            return
    length = OWN_PHASE if g.player == g.side(id) and not g.setting.options.get("attackers-recover") else THEIR_PHASE
    change(g, id, cite, "demoralized", demoralized=max(length, unit.demoralized))


@cites("JV-6.3-12", "JV-6.14-4")
def spared(g: State, id: str) -> bool:
    """Whether an option spares a leader what kills units of one step."""
    return g.counter(id).leader and not g.setting.options.get("leader-losses", True)


# -- the recovery phase (3.2 C) --------------------------------------------------------------------------


@procedure("recovery-phase", title="recovery")
class RecoveryPhase(Procedure, frozen=True):
    """Markers come off, and burned bridges may be repaired."""

    side: int

    @cites("JV-6.3-2", "JV-6.3-11")
    def recover(self, g: State) -> Result:
        """A marker goes when its unit's own combat phase is over; one got in that phase goes after the next."""
        watch_repairs(g, fought=True)
        for id in g.on_map(self.side):
            left = g.units[id].demoralized
            if left == 1:
                change(g, id, "JV-6.3-2", "recovered", demoralized=0)
            elif left:
                change(g, id, "JV-6.3-11", "recovers-later", demoralized=left - 1)
        watch_repairs(g)
        return Goto(self.repair)

    @cites("JV-9.4-1")
    def repair(self, g: State) -> Result:
        """Which unit begins to repair which bridge, if any."""
        options = (*(Choice("repair", id, g.at(id), bridge) for id, bridge in repairs_of(g, self.side)), DONE)
        return Ask(
            SIDES[self.side], options, self.work, "repair", "JV-9.4-1", "which bridge is repaired?", usual=DONE,
            optional=True,
        )  # fmt: skip

    def work(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Done()
        return Call(RepairBridge(choice.unit, choice.arg), then=self.repair)
