"""Chapter 12.0: the Fire Combat Step of an activated brigade."""

from __future__ import annotations

from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.fire import PlanFire, able
from vedette.rules.blind_swords.chapters.range import targets_for
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

DONE = -1


def target_text(g: State, hex: int) -> str:
    """A target in words."""
    return "done" if hex == DONE else f"fire at {g.hex_name(hex)}"


def target_spot(g: State, hex: int) -> int:
    """The hex of a target."""
    return hex


@procedure("fire-step")
class FireStep(Procedure, frozen=True):
    """Each unit of the brigade may fire once, in any order and grouping (KT 12.0, 12.1)."""

    side: int
    brigade: str
    fired: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return "fire"

    @cites("KT-12.0-1", "KT-12.1-3", "KT-7.0-P4b", "KT-7.0-2")
    def choose(self, g: State) -> Result:
        """A hex to fire at, in any order, or no more; one fired at may be fired at again."""
        hexes = targets_for(g, self._ready(g), "step")
        if not hexes:
            if not self.fired:
                g.log(Event("passed-over", "KT-12.0-1", SIDES[self.side], data=(self._who(), "nobody can fire")))
            return Done()
        options = (*hexes, DONE)
        return Ask(
            SIDES[self.side], options, self.take, "fire", "KT-12.0-1", f"{self._who()}: fire at which hex?",
            target_text, target_spot, optional=True, usual=options[0],
        )  # fmt: skip

    def _who(self) -> str:
        return self.brigade

    def take(self, g: State, hex: int) -> Result:
        """Plan the fire at that hex."""
        if hex == DONE:
            return Done()
        pool = able(g, self._ready(g), hex, "step")
        return Call(PlanFire(self.side, "step", hex, pool), then=self.after)

    def after(self, g: State, outcome: Any) -> Result:
        """Those who fired are done."""
        return Goto(self.but(fired=(*self.fired, *outcome[0])).choose)

    @cites("KT-12.0-2", "KT-12.1-2")
    def _ready(self, g: State) -> list[str]:
        """Units of the brigade, no artillery, each of which fires once."""
        silent = ("artillery", "cavalry") if g.setting.profile.cavalry_acts_as_artillery else ("artillery",)
        units = [i for i in g.brigade(self.side, self.brigade) if g.counter(i).arm not in silent]
        return [i for i in units if g.at(i) >= 0 and i not in self.fired]


@procedure("limited-fire-step")
class LimitedFireStep(FireStep, frozen=True):
    """The fire step of a Limited Activation, where only units beside an enemy fire (SS 10.7)."""

    @cites("SS-10.7-5", "SS-10.7-6")
    def _ready(self, g: State) -> list[str]:
        """Those beside an enemy at the moment of fire (SS-10.7-5; oddity 17), and nobody else."""
        return [i for i in super()._ready(g) if g.enemies_near(g.at(i), self.side)]


def limited_step(g: State, side: int, brigade: str) -> FireStep:
    """The fire step of a Limited Activation: of the whole brigade, or of those beside an enemy."""
    return (LimitedFireStep if g.setting.profile.limited_needs_adjacent else FireStep)(side, brigade)
