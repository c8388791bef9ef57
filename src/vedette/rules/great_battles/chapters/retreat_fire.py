"""Chapter 11.2: retreat fire, at whoever falls back into a zone of control.

firers_at(g, id, hex, but)      the enemies who may fire at a unit in a hex that it has come to
RetreatFire(unit, hex, but)     their owner says who does
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.casualties import ARTILLERY, SMALL_ARMS
from vedette.rules.great_battles.chapters.fire import arm_of, stance_bar
from vedette.rules.great_battles.chapters.shifts import Shot
from vedette.rules.great_battles.chapters.strengths import usable
from vedette.rules.great_battles.chapters.volley import Volley, owed
from vedette.rules.great_battles.chapters.withdrawal import hold, watchers
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

HOLD = ""


@cites("SW-11.2-1", "SW-11.2-3", "SW-11.2-5", "SW-11.17-2")
def firers_at(g: State, id: str, hex: int, but: tuple[int, ...]) -> tuple[str, ...]:
    """Enemies in whose zone a unit has come, but for those who drove it there or have fired at it.

    From those whose zone it leaves nothing comes.
    """
    return tuple(i for i in watchers(g, hex, 1 - g.side(id)) if g.at(i) not in but)


@procedure("gb-retreat-fire")
class RetreatFire(Procedure, frozen=True):
    """A unit falls back into an enemy zone (SW 11.2)."""

    unit: str
    hex: int
    spared: tuple[int, ...] = ()
    """Hexes of enemies who may not fire: who caused the retreat, who has fired at it before (SW-11.2-5)."""
    chosen: tuple[str, ...] = ()
    volleys: tuple[str, ...] = ()
    """Arms that have fired."""
    before: int = 0
    """How many others wait for their check for rout when the first arm fires."""
    trail: tuple[int, ...] = ()
    """Hexes of the retreat in which it is fired at, which a rout does not enter again (SW-15.4-4)."""
    more: int = 0
    """Hexes of that retreat still to go, to which a rout adds its own (SW-14.3-1)."""

    def title(self, g: State) -> str:
        return f"{self.unit} falls back into an enemy zone"

    @cites("SW-11.2-1", "SW-11.2-2", "SW-11.0-5")
    def choose(self, g: State) -> Result:
        """Their owner says who of those whose zone it enters fires."""
        left = tuple(id for id in firers_at(g, self.unit, self.hex, self.spared) if id not in self.chosen)
        if g.at(self.unit) != self.hex or not g.strength(self.unit):
            return Done()
        if not left:
            return Goto(self.fire) if self.chosen else Done()
        return Ask(
            SIDES[1 - g.side(self.unit)], (*left, HOLD), self.add, "retreat-fire", "SW-11.2-1",
            f"{self.unit} falls back into {g.hex_name(self.hex)}: who fires at it?",
            lambda g, id: f"fire {id}" if id else "hold fire", lambda g, id: g.at(id) if id else -1, usual=left[0],
            about=(self.unit,),
        )  # fmt: skip

    def add(self, g: State, id: str) -> Result:
        """One more, or all have been named."""
        if not id:
            may = firers_at(g, self.unit, self.hex, self.spared)
            hold(g, [i for i in may if i not in self.chosen], (self.unit,))
        return Goto(self.but(chosen=(*self.chosen, id)).choose) if id else Goto(self.fire)

    @cites("SW-11.2-2", "SW-11.2-6", "SW-10.23-2", "SW-10.31-3", "SW-10.31-4")
    def fire(self, g: State) -> Result:
        """With their whole strength (SW-11.2), small arms together, then artillery; a P weapon does not help.

        The check for rout comes after both.
        """
        for arm in (SMALL_ARMS, ARTILLERY):
            shots = tuple(
                Shot(id, usable(g, id)) for id in self.chosen
                if arm_of(g, id) == arm and stance_bar(g, id) is None
            )  # fmt: skip
            if shots and g.at(self.unit) == self.hex and arm not in self.volleys:
                volley = Volley(
                    g.side(shots[0].unit),
                    self.hex,
                    arm,
                    shots,
                    "retreat-fired",
                    "SW-11.2-1",
                    only=self.unit,
                    covered=False,
                    waits=True,
                )
                before = self.before if self.volleys else len(g.shaken)
                return Call(volley, then=self.but(volleys=(*self.volleys, arm), before=before).fire)
        check = owed(g, self.before) if self.volleys else None
        return Call(check.but(trail=self.trail, more=self.more), then=self.over) if check else Done()

    def over(self, g: State) -> Result:
        return Done()
