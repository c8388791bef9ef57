"""Chapter 15.1a, 15.6 and 15.7: depletion, Morale Hits and Break Tests."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.deeds import change, send_to_box
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.chapters.windows import Window, steadied
from vedette.rules.blind_swords.state import State

DIE = (1, 2, 3, 4, 5, 6)
SHAKEN, DISRUPTED = 1, 2
MARKED = {
    (0, 1): "KT-15.6-none-1",
    (0, 2): "KT-15.6-none-2",
    (1, 1): "KT-15.6-shaken-1",
    (1, 2): "KT-15.6-shaken-2",
}
"""The case by the hits that a unit had and those that it takes."""


@procedure("deplete")
class Deplete(Procedure, frozen=True):
    """A Fresh unit turns to its Battleworn side, a Battleworn one takes a Break Test (KT 15.1a)."""

    unit: str

    def title(self, g: State) -> str:
        return f"depletion of {self.unit}"

    @cites("KT-15.1a-D-fresh", "KT-15.1a-D-bw", "KT-15.7-cause-2", "KT-15.2a-AD-2", "KT-15.2a-D")
    def apply(self, g: State) -> Result:
        """Fresh: turn it. Battleworn: a Break Test. In close combat and for an attacker alike."""
        unit = g.units[self.unit]
        if unit.at < 0:
            return Done()
        if unit.worn or g.counter(self.unit).fragile:
            return Call(BreakTest(self.unit, "KT-15.7-cause-2"))
        change(g, self.unit, "KT-15.1a-D-fresh", "depleted", worn=True)
        if g.counter(self.unit).arm == "artillery" and self.unit not in g.busy:
            g.busy = tuple(sorted((*g.busy, self.unit)))
        return Done()


@procedure("morale-hits")
class MoraleHits(Procedure, frozen=True):
    """One or two Morale Hits on a unit (KT 15.6)."""

    unit: str
    hits: int

    @cites(
        "KT-15.6-none-1", "KT-15.6-none-2", "KT-15.6-shaken-1", "KT-15.6-shaken-2", "KT-15.6-disrupted-1",
        "KT-15.6-disrupted-2", "KT-15.7-cause-3",
    )  # fmt: skip
    def apply(self, g: State) -> Result:
        """Shaken, then Disrupted; every hit beyond that is a Break Test."""
        unit = g.units[self.unit]
        if unit.at < 0 or not self.hits:
            return Done()
        marked = min(DISRUPTED, unit.hits + self.hits)
        over = unit.hits + self.hits - marked
        if marked != unit.hits:
            change(g, self.unit, MARKED[unit.hits, self.hits], "morale", (marked,), hits=marked)
        if not over:
            return Done()
        return Call(BreakTest(self.unit, "KT-15.7-cause-3"), then=self.but(hits=over - 1).again)

    @cites("KT-15.6-disrupted-2", "KT-15.7-1")
    def again(self, g: State) -> Result:
        """A second Break Test, if the unit is still there."""
        if not self.hits or g.units[self.unit].at < 0:
            return Done()
        return Call(BreakTest(self.unit, "KT-15.7-cause-3"))


@procedure("break-test")
class BreakTest(Procedure, frozen=True):
    """One die against the modified Cohesion Rating (KT 15.7)."""

    unit: str
    cause: str
    steady: int = 0

    def title(self, g: State) -> str:
        return f"break test of {self.unit}"

    @cites("KT-15.7-1")
    def announce(self, g: State) -> Result:
        """Resolved at once; its owner may answer with a chit before the die."""
        if g.units[self.unit].at < 0:
            return Done()
        return Call(Window("own-test", g.side(self.unit), g.at(self.unit), (self.unit,)), then=self.opened)

    def opened(self, g: State, effects: tuple[str, ...]) -> Result:
        """Take the effects of the window over."""
        return Call(BreakDie(self.unit, self.cause, steadied(effects)))


@procedure("break-die")
class BreakDie(Procedure, frozen=True):
    """The die of a Break Test and its reading."""

    unit: str
    cause: str
    steady: int

    @cites("KT-15.7-2")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "KT-15.7-2", f"the break test of {self.unit}")

    @cites(
        "KT-15.7-2", "KT-15.7-pass", "KT-15.7-over1", "KT-15.7-over2", "KT-15.7-over3"
    )  # fmt: skip
    def read(self, g: State, die: int) -> Result:
        """At most the rating: one marker more, none beyond Disrupted. Above it a Broken Box:"""
        rating = modified_cr(g, self.unit, self.steady)
        box = g.setting.break_test[max(0, min(3, die - rating))]
        g.log(Event("break-test", self.cause, g.seat(self.unit), (self.unit,), g.at(self.unit), (rating, box), die))
        if box:
            send_to_box(g, self.unit, box, f"KT-15.7-over{box}")
        elif g.units[self.unit].hits < DISRUPTED:
            hits = g.units[self.unit].hits + 1
            change(g, self.unit, "KT-15.7-pass", "morale", (hits,), hits=hits)
        return Done()
