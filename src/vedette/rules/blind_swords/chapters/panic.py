"""Chapter 15.1b and 15.2c: Panic, which spreads from the Lead Unit to weak units beside it."""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.morale import BreakTest, MoraleHits
from vedette.rules.blind_swords.chapters.retreat import Retreat
from vedette.rules.blind_swords.chapters.values import modified_cr
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

Places = tuple[tuple[str, int], ...]
"""Units, each with the hex it stood in."""


@procedure("panic")
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

    def title(self, g: State) -> str:
        return "panic"

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds: a word on the Lead Unit."""
        return ((self.lead, f"panic {self.count}"),)

    @cites("KT-15.1b-P1-1", "KT-15.1b-P1-4", "KT-15.1b-P1-6", "KT-15.2c-P", "KT-15.1-ex")
    def choose(self, g: State) -> Result:
        """One unit (KT-15.1b-P1-1), or as many as the result says (KT-15.2c-P), as long as any is weak enough.

        KT-15.1b-P1-4; judged now, after all results of the Lead Unit (KT-15.1b-P1-6, KT-15.1-ex).
        """
        options = weakest(g, self)
        if self.count == 0 or not options:
            return Goto(self.run)
        return Ask(
            SIDES[self.firer], options, self.take, "panic", "KT-15.1b-P1-5", _prompt(g, options),
            lambda g, id: f"panic {id}", lambda g, id: g.at(id), usual=options[0],
        )  # fmt: skip

    def take(self, g: State, id: str) -> Result:
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
        """It falls back; a stackmate of the Lead Unit by the longer distance.

        A battery driven off so by guns has activated by that.
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
        """Each result of the Lead Unit, and no Depletion; who has fallen back stays."""
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
    """What of a Skedaddle result the Lead Unit suffers: not what falls on attackers, nor the Panic itself."""
    return tuple(c for c in skedaddle if c[0] != "P" and c != "AM" and c[:2] != "AR")


def _prompt(g: State, options: tuple[str, ...]) -> str:
    """The question, with the rating that makes these units liable to it."""
    limit = f"{g.setting.profile.panic_cr} or less panics"
    if not g.setting.profile.panic_lowest_first:
        return f"which unit panics? Cohesion {limit}"
    return f"which unit panics? Cohesion {modified_cr(g, options[0])} is the lowest, {limit}"


@cites("KT-15.1b-P1-2", "KT-15.1b-P1-5", "KT-15.2c-order-2")
def weakest(g: State, frame: Panic) -> tuple[str, ...]:
    """Enemies of the hex or beside it, but for the Lead Unit, that are weak enough.

    Of these the ones with the lowest modified rating; stackmates of the Lead Unit too.
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
    """The modified ratings of all who might panic, weak or not: those near now, or who were when the test was taken."""
    if g.setting.profile.panic_copies_lead:
        return were_near(g, frame.near)
    return ratings_near(g, frame.firer, frame.hex)


@cites("SS-15.1b-P-1", "SS-15.2c-P-1")
def any_of(weak: tuple[str, ...]) -> tuple[str, ...]:
    """The side that fired or attacked picks any of those who are weak enough."""
    return weak


def were_near(g: State, places: Places) -> list[tuple[int, str]]:
    """The modified ratings of those who stood there, of who is left of them (rulings: SS 15.2)."""
    return [(modified_cr(g, id), id) for id, _ in places if g.at(id) >= 0]


def ratings_near(g: State, firer: int, hex: int) -> list[tuple[int, str]]:
    """The modified ratings of all enemies in a hex and beside it."""
    hexes = (hex, *g.setting.grid.neighbours[hex])
    return [(modified_cr(g, id), id) for h in hexes if g.holder(h) == 1 - firer for id in g.in_hex(h)]
