"""Chapter 13: the melee phase, and one melee from its first attacker to its die.

MeleePhase(side)        first the melees that go on, then new ones, in any order
Melee(side, hex)        attackers one at a time, their leaders, the die; the results are in melee_results.py
"""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.cites import cites
from vedette.engine.events import Event
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.engine.rulebook import Aim
from vedette.rules.great_battles.chapters.assaults import attackers_of, kept_out, melee_bar, targets_of
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.engaged import Continue, Finish, engaged_hexes
from vedette.rules.great_battles.chapters.leaders import fighters, goings
from vedette.rules.great_battles.chapters.melee_results import MeleeResults
from vedette.rules.great_battles.chapters.melee_strength import reckon
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

__all__ = ["Melee", "MeleePhase", "melee_bar"]
DIE = (1, 2, 3, 4, 5, 6)
NOBODY, ADD, GO, CANCEL = -1, "add", "melee", "cancel"
STAYS, GOES = "stays", "goes"


@procedure("gb-melee")
class MeleePhase(Procedure, frozen=True):
    """Melee after melee, until their owner ends the phase (SW-4.0-F-1)."""

    side: int

    def title(self, g: State) -> str:
        return "melee"

    def begin(self, g: State) -> Result:
        """Nobody has fought yet."""
        g.struck, g.retired = (), ()
        return Goto(self.engaged)

    @cites("SW-13.84-5", "SW-13.84-A", "SW-13.84-B")
    def engaged(self, g: State) -> Result:
        """Whoever is engaged goes on first, or falls back."""
        left = [h for h in engaged_hexes(g) if h not in g.fought]
        if not left:
            return Goto(self.choose)
        return Call(Continue(self.side, left[0]), then=self.fight_on)

    def fight_on(self, g: State, hex: int) -> Result:
        """A melee that goes on, or one that is over."""
        return Call(Melee(self.side, hex, goes_on=True), then=self.engaged) if hex >= 0 else Goto(self.engaged)

    @cites("SW-13.2-5", "SW-13.0-6", "SW-4.0-F-1")
    def choose(self, g: State) -> Result:
        """Whom to attack, or nobody."""
        options = (*targets_of(g, self.side), NOBODY)
        return Ask(
            SIDES[self.side], options, self.attack, "melee", "SW-13.2-5", "which enemies are attacked in melee?",
            lambda g, hex: f"melee {g.hex_name(hex)}" if hex >= 0 else "done", lambda g, hex: hex,
            usual=NOBODY, optional=True,
        )  # fmt: skip

    def attack(self, g: State, hex: int) -> Result:
        """One melee, or the end."""
        return Done() if hex == NOBODY else Call(Melee(self.side, hex), then=self.choose)


@procedure("gb-one-melee")
class Melee(Procedure, frozen=True):
    """One melee (SW 13.0)."""

    scope: ClassVar[bool] = True
    close: ClassVar[bool] = True

    side: int
    hex: int
    units: tuple[str, ...] = ()
    """Attackers who come in."""
    goes_on: bool = False
    """Units of the side are engaged there already (SW-13.84)."""
    froms: tuple[int, ...] = ()
    """Where the attackers came from; the hex itself for those who were engaged there."""
    asked: tuple[str, ...] = ()
    """Leaders who have been asked whether they come."""
    coming: tuple[str, ...] = ()

    def title(self, g: State) -> str:
        return f"melee in {g.hex_name(self.hex)}"

    @cites("SW-13.0-3", "SW-13.6-6", "SW-13.84-B", "SW-13.6-5")
    def choose(self, g: State) -> Result:
        """Attackers one at a time, from any hexes around it; reinforcements too.

        Where nobody beside a melee that goes on can come in it is said of each why.
        """
        able = attackers_of(g, self.side, self.hex, self.units)
        if self.goes_on and not self.units and not able:
            for id, bar in kept_out(g, self.side, self.hex):
                g.log(Event("kept-out", bar.cite, SIDES[self.side], (id,), self.hex, (bar.text,)))
        ready = ((GO, ""),) if self.units or self.goes_on else ()
        back = () if self.goes_on and not self.units else ((CANCEL, ""),)
        options = (*((ADD, id) for id in able), *ready, *back)
        return Ask(
            SIDES[self.side], options, self.chosen, "attackers", "SW-13.6-6",
            f"who attacks {g.hex_name(self.hex)} in melee?",
            lambda g, v: f"add {v[1]}" if v[0] == ADD else str(v[0]),
            lambda g, v: g.at(v[1]) if v[0] == ADD else self.hex,
            usual=(GO, "") if ready else options[0], about=self.units,
        )  # fmt: skip

    def chosen(self, g: State, choice: tuple[str, str]) -> Result:
        """One more, all of them, or none."""
        what, id = choice
        if what == ADD:
            return Goto(self.but(units=(*self.units, id)).choose)
        if what == CANCEL:
            return Goto(self.but(units=()).choose) if self.goes_on else Done()
        return Goto(self.leaders)

    @cites("SW-13.4-1", "SW-10.86")
    def leaders(self, g: State) -> Result:
        """Leaders who stand with the attackers come with them, or stay with others of their hex."""
        hexes = tuple(dict.fromkeys(g.at(id) for id in self.units))
        left = [i for h in hexes for i in g.leaders(h, self.side) if i not in self.asked]
        if not left:
            return Goto(self.enter)
        leader = left[0]
        others = [i for i in g.troops(g.at(leader), self.side) if i not in self.units]
        options = tuple((leader, GOES if goes else STAYS) for goes in goings(g, leader, others))
        mate = next(i for i in self.units if g.at(i) == g.at(leader))
        return Ask(
            SIDES[self.side], options, self.led, "lead", "SW-13.4-1", f"does {leader} go into the melee?",
            lambda g, v: f"{v[0]} goes with {mate}" if v[1] == GOES else f"{v[0]} stays", usual=options[-1],
            about=(leader,),
        )  # fmt: skip

    def led(self, g: State, choice: tuple[str, str]) -> Result:
        """One leader has chosen."""
        leader, what = choice
        coming = (*self.coming, leader) if what == GOES else self.coming
        return Goto(self.but(asked=(*self.asked, leader), coming=coming).leaders)

    @cites("SW-13.0-1", "SW-13.0-2", "SW-13.0-3", "SW-4.0-F-3", "SW-5.12-1", "SW-19.36-3", "SW-13.85", "SW-5.11-2")
    def enter(self, g: State) -> Result:
        """They enter the hex, one hex each, and now must fight."""
        inside = fighters(g, self.hex, self.side)
        froms = (*(self.hex for _ in inside), *map(g.at, self.units))
        charging = tuple(id for id in self.units if (id, self.hex) in g.charges)
        for id in self.units:
            place(g, id, self.hex, "SW-18.23-3" if id in charging else "SW-13.0-1", "assaulted")
        for id in self.coming:
            place(g, id, self.hex, "SW-13.4-1", "assaulted")
        g.fought = (*g.fought, self.hex)
        g.struck = tuple(sorted({*g.struck, *self.units, *inside}))
        g.chargers = tuple(sorted({*g.chargers, *charging}))
        after = self.but(units=(*inside, *self.units), froms=froms)
        if not fighters(g, self.hex, 1 - self.side):
            return Call(Finish(self.hex, self.side))
        return Goto(after.roll)

    @cites("SW-13.0-2", "SW-13.0-4")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-13.0-4", f"the melee in {g.hex_name(self.hex)}")

    @cites("SW-13.0-4", "SW-13.0-5", "SW-13.5-1", "SW-13.8")
    def read(self, g: State, die: int) -> Result:
        """Column by the difference, row by the die."""
        sum_ = reckon(g, self.side, self.hex, self.units, self.froms)
        found = g.setting.melee.cells[sum_.column][die - 1]
        name = g.setting.melee.name(sum_.column)
        data = (found.words, sum_.attacker, sum_.defender, sum_.difference, name, sum_.attack, sum_.defence)
        if g.notes is not None:
            strengths = Aim(name, name, (), f"{sum_.attacker} to {sum_.defender}")
            g.log(Event("aim", "SW-13.5-1", SIDES[self.side], self.units, self.hex, (strengths,)))
        g.log(Event("melee", "SW-13.5-1", SIDES[self.side], self.units, self.hex, data, die))
        return Call(MeleeResults(self.side, self.hex, sum_.column, die, self.froms), then=self.end)

    def end(self, g: State) -> Result:
        """Who is left, and how."""
        return Call(Finish(self.hex, self.side))
