"""Chapters 3.2 C and 6.3: the recovery from demoralization, and the repair of bridges (JV 9.4)."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters.bridges import begin_repair, bridge_name, repairs_of
from vedette.rules.valley_campaign.chapters.deeds import change
from vedette.rules.valley_campaign.chapters.repairs import watch_repairs
from vedette.rules.valley_campaign.setting import SIDES, Pair
from vedette.rules.valley_campaign.state import State

DIE = (1, 2, 3, 4, 5, 6)
DONE = ("", (-1, -1))


@procedure("recovery-phase")
class RecoveryPhase(Procedure, frozen=True):
    """Markers come off, and burned bridges may be repaired."""

    side: int

    def title(self, g: State) -> str:
        return "recovery"

    @cites("JV-6.3-2", "JV-6.3-11")
    def recover(self, g: State) -> Result:
        """A marker goes as its unit's own combat phase is over, of who got it in that phase the next one."""
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
        options = (*repairs_of(g, self.side), DONE)
        return Ask(
            SIDES[self.side], options, self.work, "repair", "JV-9.4-1", "which bridge is repaired?", _text, _spot,
            usual=DONE, optional=True,
        )  # fmt: skip

    def work(self, g: State, choice: tuple[str, Pair]) -> Result:
        if choice == DONE:
            return Done()
        return Call(RepairBridge(*choice), then=self.repair)


def _text(g: State, choice: tuple[str, Pair]) -> str:
    return "done" if choice == DONE else f"{choice[0]}: repair {bridge_name(g, choice[1])}"


def _spot(g: State, choice: tuple[str, Pair]) -> int:
    return -1 if choice == DONE else g.at(choice[0])


@procedure("repair-bridge")
class RepairBridge(Procedure, frozen=True):
    """A die says how long a repair takes (JV 9.4)."""

    unit: str
    bridge: tuple[int, int]

    def title(self, g: State) -> str:
        return f"{self.unit} repairs the bridge {bridge_name(g, self.bridge)}"

    @cites("JV-9.4-6")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "JV-9.4-6", f"the turns that {self.unit} needs for the bridge")

    def read(self, g: State, die: int) -> Result:
        """From when on it stands."""
        begin_repair(g, self.unit, self.bridge, die)
        return Done()
