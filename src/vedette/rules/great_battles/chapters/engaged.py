"""Chapters 13.84 to 13.86, 18.24 and 18.26: melees that go on, and how one ends.

engaged_hexes(g)            where units are engaged
bound(g, side)              where a side must fight on
Continue(side, hex)         fight on, or fall back two hexes; hands back the hex to fight in, or -1
Finish(hex, side)           who is alone is free; chargers rout; leaders alone are captured; fronts
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.hexes import hexes_of
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.facing import faces
from vedette.rules.great_battles.chapters.leaders import Settle, fighters
from vedette.rules.great_battles.chapters.retreats import Retreat
from vedette.rules.great_battles.chapters.rout import Rout, after_melee
from vedette.rules.great_battles.setting import DIRECTIONS, SIDES
from vedette.rules.great_battles.state import State

FIGHT = ""
NOWHERE = -1
BACK = 2
"""Hexes that whoever leaves a melee falls back (SW-13.84-C-1)."""


@cites("SW-13.84-1")
def engaged_hexes(g: State) -> tuple[int, ...]:
    """Where units of both sides are engaged."""
    both = g.masks[0] & g.masks[1]
    return tuple(h for h in hexes_of(both) if any(g.units[i].engaged for i in g.in_hex(h)))


@cites("SW-13.84-C-1", "SW-13.84-C-4", "SW-18.7")
def may_leave(g: State, id: str) -> bool:
    """Whether a unit may leave a melee: not unlimbered guns."""
    c = g.counter(id)
    return not (c.gun and not g.units[id].column) and not (c.wagon and not g.strength(id))


@cites("SW-13.84-5", "SW-13.84-C-4")
def bound(g: State, side: int) -> dict[int, tuple[str, ...]]:
    """Hexes where a side must fight on in its next melee phase, since nobody of its own may leave, and with whom."""
    found = {h: fighters(g, h, side) for h in engaged_hexes(g) if fighters(g, h, 1 - side)}
    return {h: ids for h, ids in found.items() if ids and not any(may_leave(g, i) for i in ids)}


@procedure("gb-continue")
class Continue(Procedure, frozen=True):
    """What the former defender does in his own melee phase (SW-13.84-5)."""

    side: int
    hex: int
    leaving: str = ""
    """Who falls back."""

    def title(self, g: State) -> str:
        return f"the melee in {g.hex_name(self.hex)} goes on"

    @cites("SW-13.84-5", "SW-13.84-A", "SW-13.84-C-1", "SW-13.84-C-4", "SW-13.85")
    def choose(self, g: State) -> Result:
        """To fight on, also who begins no melee, or one or both fall back."""
        troops = fighters(g, self.hex, self.side)
        if not troops or not fighters(g, self.hex, 1 - self.side):
            return Call(Finish(self.hex, self.side), then=self.over)
        options = (FIGHT, *(i for i in troops if may_leave(g, i)))
        if len(options) == 1:
            g.log(Event("must-fight", "SW-13.84-C-4", SIDES[self.side], troops, self.hex))
        return Ask(
            SIDES[self.side], options, self.chosen, "engaged", "SW-13.84-5",
            f"the melee in {g.hex_name(self.hex)}: fight on, or fall back?",
            lambda g, id: f"{id} retreats" if id else f"fight on in {g.hex_name(self.hex)}",
            lambda g, id: self.hex, usual=FIGHT, about=troops,
        )  # fmt: skip

    def over(self, g: State) -> Result:
        """There is nobody to fight."""
        return Done(NOWHERE)

    @cites("SW-13.84-C-1", "SW-13.84-C-2", "SW-13.84-C-3")
    def chosen(self, g: State, id: str) -> Result:
        """Back two hexes, without withdrawal fire; nobody follows."""
        if id == FIGHT:
            return Done(self.hex)
        change(g, id, "SW-13.84-C-1", "broke-off", engaged=False)
        g.struck = tuple(sorted({*g.struck, id}))
        return Call(Retreat(id, BACK, (self.hex,), "SW-13.84-C-1"), then=self.but(leaving=id).check)

    @cites("SW-13.84-C-1", "SW-14.1-1")
    def check(self, g: State, trail: tuple[int, ...]) -> Result:
        """It checks for rout at the end, or routs in any case."""
        if g.at(self.leaving) < 0:
            return Goto(self.go_on)
        return Call(after_melee(g, self.leaving, self.hex, trail), then=self.go_on)

    def go_on(self, g: State) -> Result:
        """The melee is over if nobody is left; the other unit may choose too."""
        return Call(Finish(self.hex, self.side), then=self.but(leaving="").again)

    def again(self, g: State) -> Result:
        """Ask for whoever is left."""
        return Goto(self.choose if fighters(g, self.hex, self.side) and self.hex in engaged_hexes(g) else self.over)


@procedure("gb-melee-end")
class Finish(Procedure, frozen=True):
    """After a melee (SW 13.8)."""

    hex: int
    side: int

    def title(self, g: State) -> str:
        return "after the melee"

    @cites("SW-17.43-2", "SW-17.3-5")
    def begin(self, g: State) -> Result:
        """Leaders left alone with enemies are captured."""
        return Call(Settle(self.hex, self.side), then=self.theirs)

    def theirs(self, g: State) -> Result:
        """Those of the other side."""
        return Call(Settle(self.hex, 1 - self.side), then=self.free)

    @cites("SW-13.86-1", "SW-7.32-2")
    def free(self, g: State) -> Result:
        """Where one side is left it is not engaged any more."""
        if not all(fighters(g, self.hex, side) for side in (0, 1)):
            for id in g.in_hex(self.hex):
                if g.units[id].engaged:
                    change(g, id, "SW-7.32-2", "free", engaged=False)
        return Goto(self.chargers)

    @cites("SW-18.24-1", "SW-18.24-2", "SW-18.26-2")
    def chargers(self, g: State) -> Result:
        """Cavalry that charged routs when its melee is over, though it was engaged."""
        over = [i for i in g.chargers if g.at(i) < 0 or not g.units[i].engaged]
        if not over:
            return Goto(self.front)
        id = over[0]
        g.chargers = tuple(i for i in g.chargers if i != id)
        if g.at(id) < 0 or g.units[id].routed:
            return Goto(self.chargers)
        return Call(Rout(id, "SW-18.24-1", melee=self.hex), then=self.chargers)

    @cites("SW-7.32-2")
    def front(self, g: State) -> Result:
        """Who is left there in line sets his front."""
        if self.hex in engaged_hexes(g):
            return Done()
        return Call(Front(self.hex, self.side), then=self.their_front)

    def their_front(self, g: State) -> Result:
        """The same for the other side."""
        return Call(Front(self.hex, 1 - self.side))


@procedure("gb-front")
class Front(Procedure, frozen=True):
    """Units of a side in a hex set their front after a melee; all of them face alike (SW 8.4)."""

    hex: int
    side: int

    def title(self, g: State) -> str:
        return f"the front in {g.hex_name(self.hex)}"

    @cites("SW-7.32-2")
    def ask(self, g: State) -> Result:
        """Which way; routed units do not care."""
        able = [i for i in g.troops(self.hex, self.side) if faces(g, i) and not g.units[i].routed]
        if not able:
            return Done()
        now = g.units[able[0]].facing
        return Ask(
            SIDES[self.side], tuple(range(6)), self.turn, "face", "SW-7.32-2", f"which way does {able[0]} face?",
            lambda g, d: f"{able[0]}: face {DIRECTIONS[d]}", lambda g, d: self.hex,
            usual=now if now >= 0 else 0, about=tuple(able),
        )  # fmt: skip

    @cites("SW-7.32-2", "SW-8.4", "SW-7.13-2")
    def turn(self, g: State, direction: int) -> Result:
        """All of them turn."""
        for id in g.troops(self.hex, self.side):
            if faces(g, id) and g.units[id].facing != direction:
                change(g, id, "SW-7.32-2", "turned", (direction,), facing=direction)
        return Done()
