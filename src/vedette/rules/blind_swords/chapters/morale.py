"""Chapter 15.1a, 15.6 and 15.7: depletion, Morale Hits, Break Tests; 15.1b and 15.2c: Panic among weak units."""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.deeds import change, send_to_box
from vedette.rules.blind_swords.chapters.retreat import Retreat
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.chapters.windows import Window, steadied
from vedette.rules.blind_swords.charts import DIE
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

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
        """A Fresh unit is turned, a Battleworn one takes a Break Test; the same in close combat and for an attacker."""
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
        """Taken at once; its owner may answer with a chit before the die is rolled."""
        if g.units[self.unit].at < 0:
            return Done()
        return Call(Window("own-test", g.side(self.unit), g.at(self.unit), (self.unit,)), then=self.opened)

    def opened(self, g: State, effects: tuple[str, ...]) -> Result:
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
        """At most the rating: one more hit, but none beyond Disrupted; above it, a box of the Broken Track."""
        rating = modified_cr(g, self.unit, self.steady)
        box = g.setting.break_test[max(0, min(3, die - rating))]
        g.log(Event("break-test", self.cause, g.seat(self.unit), (self.unit,), g.at(self.unit), (rating, box), die))
        if box:
            send_to_box(g, self.unit, box, f"KT-15.7-over{box}")
        elif g.units[self.unit].hits < DISRUPTED:
            hits = g.units[self.unit].hits + 1
            change(g, self.unit, "KT-15.7-pass", "morale", (hits,), hits=hits)
        return Done()


# -- 15.1b, 15.2c: Panic ---------------------------------------------------------------------------------------------


Places = tuple[tuple[str, int], ...]
"""Units, each with the hex it stood in."""


@procedure("panic", title="panic")
class Panic(Procedure, frozen=True):
    """The other side picks units that panic, lowest modified rating first (KT 15.1b, 15.2c)."""

    rare: ClassVar[frozenset[str]] = frozenset({"row", "near"})

    firer: int
    hex: int
    lead: str
    causes: tuple[int, ...]
    count: int
    defenders: int
    """Hexes that stackmates of the Lead Unit fall back anyway; 0 in fire."""
    chosen: tuple[str, ...] = ()
    barrage: bool = False
    """The fire of guns in their phase caused it."""
    row: tuple[str, ...] = ()
    """Where it copies the Lead Unit's result: what is still to be suffered by the unit that was chosen (SS 15.1b)."""
    near: Places = ()
    """Who stood in the hex or beside it when the test was taken, and where."""

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds: a word on the Lead Unit."""
        return ((self.lead, f"panic {self.count}"),)

    @cites("KT-15.1b-P1-1", "KT-15.1b-P1-4", "KT-15.1b-P1-6", "KT-15.2c-P", "KT-15.1-ex")
    def choose(self, g: State) -> Result:
        """One unit, or as many as the result says, while any is weak enough.

        Judged now, after all results of the Lead Unit.
        """
        weak = weakest(g, self)
        if self.count == 0 or not weak:
            return Goto(self.run)
        options = tuple(Choice("panic", i, g.at(i)) for i in weak)
        return Ask(
            SIDES[self.firer], options, self.take, "panic", "KT-15.1b-P1-5", _prompt(g, weak), usual=options[0]
        )  # fmt: skip

    def take(self, g: State, choice: Choice) -> Result:
        id = choice.unit
        g.log(Event("panics", "KT-15.1b-P1-2", g.seat(id), (id,), g.at(id)))
        return Goto(self.but(count=self.count - 1, chosen=(*self.chosen, id)).choose)

    @cites("KT-15.1b-P1-3")
    def run(self, g: State) -> Result:
        """One Morale Hit for each."""
        if not self.chosen:
            return Done()
        if g.setting.profile.panic_copies_lead:
            unit = self.chosen[0]
            moved = g.at(unit) != dict(self.near)[unit]
            return Call(SharedResult(unit, self.row, self.causes, self.barrage, moved))
        unit = self.chosen[0]
        rest = self.but(chosen=self.chosen[1:])
        if g.units[unit].at < 0:
            return Goto(rest.run)
        return Call(MoraleHits(unit, 1), then=self.flee)

    @cites("KT-15.1b-P1-3", "KT-15.2c-order-3", "KT-9.5d")
    def flee(self, g: State) -> Result:
        """It falls back; if stacked with the Lead Unit, by the longer distance.

        A battery driven off so by guns in their phase counts as activated.
        """
        unit = self.chosen[0]
        rest = self.but(chosen=self.chosen[1:])
        at = g.at(unit)
        if at < 0:
            return Goto(rest.run)
        hexes = g.setting.profile.panic_retreat
        if at == self.hex:
            hexes = max(hexes, self.defenders)
        return Call(Retreat(unit, hexes, at, self.causes, self.barrage), then=rest.run)


@procedure("shared-result")
class SharedResult(Procedure, frozen=True):
    """A panicked unit suffers the Skedaddle result of the Lead Unit too (SS 15.1b, 15.2c)."""

    unit: str
    row: tuple[str, ...]
    """The results still to apply, left to right."""
    causes: tuple[int, ...]
    barrage: bool = False
    moved: bool = False
    """It has fallen back with the Lead Unit already."""

    def title(self, g: State) -> str:
        return f"panic of {self.unit}"

    @cites("SS-15.1b-P-2", "SS-15.2c-P-2")
    def next(self, g: State) -> Result:
        """Each result of the Lead Unit except Depletion; a unit that has fallen back already stays where it is."""
        at = g.at(self.unit)
        if not self.row or at < 0:
            return Done()
        code, then = self.row[0], self.but(row=self.row[1:]).next
        if code in ("M", "2M"):
            return Call(MoraleHits(self.unit, 2 if code == "2M" else 1), then=then)
        if code == "B":
            return Call(BreakTest(self.unit, "KT-15.7-cause-1"), then=then)
        if self.moved:
            return Goto(then)
        return Call(Retreat(self.unit, int(code.lstrip("RA")), at, self.causes, self.barrage), then=then)


def suffered(skedaddle: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a Skedaddle result that the Lead Unit suffers: not what falls on attackers, nor the Panic itself."""
    return tuple(c for c in skedaddle if c[0] != "P" and c != "AM" and c[:2] != "AR")


def _prompt(g: State, weak: tuple[str, ...]) -> str:
    """The question, with the rating that makes these units liable to panic."""
    limit = f"{g.setting.profile.panic_cr} or less panics"
    if not g.setting.profile.panic_lowest_first:
        return f"which unit panics? Cohesion {limit}"
    return f"which unit panics? Cohesion {modified_cr(g, weak[0])} is the lowest, {limit}"


@cites("KT-15.1b-P1-2", "KT-15.1b-P1-5", "KT-15.2c-order-2")
def weakest(g: State, frame: Panic) -> tuple[str, ...]:
    """Enemies in the hex or beside it, other than the Lead Unit, that are weak enough.

    Of these the ones with the lowest modified rating; units stacked with the Lead Unit count too.
    """
    profile = g.setting.profile
    weak = [
        (cr, id)
        for cr, id in candidates(g, frame)
        if cr <= profile.panic_cr and id != frame.lead and id not in frame.chosen
    ]
    if not profile.panic_lowest_first:
        return any_of(tuple(id for _, id in weak))
    lowest = min((cr for cr, _ in weak), default=0)
    return tuple(id for cr, id in weak if cr == lowest)


def candidates(g: State, frame: Panic) -> list[tuple[int, str]]:
    """The modified ratings of all that might panic: those near now, or those near when the test was taken."""
    if g.setting.profile.panic_copies_lead:
        return were_near(g, frame.near)
    return ratings_near(g, frame.firer, frame.hex)


@cites("SS-15.1b-P-1", "SS-15.2c-P-1")
def any_of(weak: tuple[str, ...]) -> tuple[str, ...]:
    """The side that fired or attacked picks any of those weak enough."""
    return weak


def were_near(g: State, places: Places) -> list[tuple[int, str]]:
    """The modified ratings of units that stood there, if they are still on the map (rulings: SS 15.2)."""
    return [(modified_cr(g, id), id) for id, _ in places if g.at(id) >= 0]


def ratings_near(g: State, firer: int, hex: int) -> list[tuple[int, str]]:
    """The modified ratings of all enemies in a hex and beside it."""
    hexes = (hex, *g.setting.grid.neighbours[hex])
    return [(modified_cr(g, id), id) for h in hexes if g.holder(h) == 1 - firer for id in g.in_hex(h)]
