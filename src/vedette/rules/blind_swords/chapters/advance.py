"""Chapter 15.8: Advance After Close Combat."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import ground_bar
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.specials.frozen import frozen_bar
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

STAY = ("", -1)


@procedure("advance")
class AdvanceAfterCombat(Procedure, frozen=True):
    """Whoever emptied a hex in a Close Combat may move into it (KT 15.8)."""

    side: int
    """The attacker's."""
    target: int
    start: tuple[tuple[str, int], ...]
    """Where every unit in the combat stood when the dice were rolled."""

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds the combat ends with its test."""
        return ()

    @cites("KT-15.8-1", "KT-15.8-2", "KT-14.3c-7")
    def begin(self, g: State) -> Result:
        """The target emptied: for its attackers, flankers too. An attacking hex emptied: for the defenders."""
        if g.holder(self.target) == -1:
            victors = self._standing(g, self.side)
            return Call(Advance(self.side, (self.target,), victors, self._far_off(g, self.target)))
        empty = tuple(dict.fromkeys(h for _, h in self.start if h != self.target and g.holder(h) == -1))
        victors = self._standing(g, 1 - self.side)
        if not empty or not victors:
            return Done()
        return Call(Advance(1 - self.side, empty, victors, all(self._far_off(g, h) for h in empty)))

    def _standing(self, g: State, side: int) -> tuple[str, ...]:
        return tuple(i for i, h in self.start if g.side(i) == side and g.at(i) == h)

    @cites("KT-15.8-5")
    def _far_off(self, g: State, hex: int) -> bool:
        """Whether all that stood there fell back two hexes or more or broke."""
        gone = [i for i, h in self.start if h == hex]
        return all(g.at(i) < 0 or g.setting.grid.distance(g.at(i), hex) >= 2 for i in gone)


@procedure("advance-units")
class Advance(Procedure, frozen=True):
    """The victors move in one at a time, or stay (KT 15.8)."""

    side: int
    emptied: tuple[int, ...]
    units: tuple[str, ...]
    two: bool
    second: str = ""
    """A unit that has gone one hex and may go another."""

    def choose(self, g: State) -> Result:
        """A unit and the hex it takes, or no more."""
        options = self._options(g)
        if not options:
            return Goto(self.rest) if self.second else Done()
        return Ask(
            SIDES[self.side], (*options, STAY), self.go, "advance", "KT-15.8-1", "who advances?",
            lambda g, v: f"{v[0]}: {g.hex_name(v[1])}" if v[0] else "done", lambda g, v: v[1],
            optional=True, usual=STAY,
        )  # fmt: skip

    @cites("KT-15.8-4", "KT-15.8-5", "KT-13.7-2", "KT-16.2-7", "KT-16.4-2")
    def go(self, g: State, value: tuple[str, int]) -> Result:
        """Advance, a second hex too where it may, without Opportunity Fire. Skirmishers beside the new hex give way."""
        id, hex = value
        if not id:
            return Goto(self.rest) if self.second else Done()
        place(g, id, hex, "KT-15.8-1", "advanced")
        units = tuple(i for i in self.units if i != id)
        then = self.but(units=units, second=id if self.two and not self.second else "").choose
        if screens_beside(g, hex, self.side):
            return Call(ScreensGiveWay(id), then=then)
        return Goto(then)

    def rest(self, g: State) -> Result:
        """The unit stays in the first hex; the others go on."""
        return Goto(self.but(second="").choose)

    @cites("KT-15.8-6")
    def _options(self, g: State) -> tuple[tuple[str, int], ...]:
        """First the emptied hex, then any hex beside it that is legal."""
        if self.second:
            at = g.at(self.second)
            hexes = g.setting.grid.neighbours[at]
            return tuple((self.second, h) for h in hexes if advance_bar(g, self.second, h) is None)
        found = []
        for id in self.units:
            for hex in self.emptied:
                beside = g.at(id) >= 0 and g.setting.grid.near[g.at(id)] >> hex & 1
                if beside and advance_bar(g, id, hex) is None:
                    found.append((id, hex))
        return tuple(found)


OUT = Reason("it is outside the area of play", "KT-20.1a-3")
HELD = Reason("an enemy stands there", "KT-15.8-1")
CHAOS = Reason("Battlefield Chaos: it may not move", "KT-10.5b-chaos-2")


@cites("KT-15.8-3", "KT-15.8-6", "KT-10.5b-chaos-2")
def advance_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not advance into a hex: it is not legal for it, or it is too full.

    Ponds and closed ground bar an advance as they bar a move (rulings: SS 15.8). One that is frozen stays where it is,
    and so does one under Battlefield Chaos.
    """
    if g.units[id].frozen:
        return frozen_bar(g)
    if id in g.chaos:
        return CHAOS
    if not g.setting.area >> hex & 1:
        return OUT
    if g.holder(hex) == 1 - g.side(id):
        return HELD
    return ground_bar(g.setting, g.counter(id).arm, g.at(id), hex) or end_bar(g, id, hex)
