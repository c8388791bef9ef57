"""Chapter 6.2: changing formation.

change_word(g, id)              what a unit would do: column, line, limber, unlimber, mount, dismount
change_cost(g, id)              in quarters of a point
ChangeFormation(unit)           it does; small arms in sight may fire at a battery before (SW 6.23)
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.facing import fitting
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.state import State, tallied

WORDS = {"infantry": ("column", "line"), "artillery": ("limber", "unlimber"), "cavalry": ("mount", "dismount")}
"""What a unit of an arm does that is not in column, limbered, mounted, and one that is."""
ROUTED = Reason("a routed unit moves one hex: it takes no other formation and goes into no reserve", "SW-14.3-5")


def change_word(g: State, id: str) -> str:
    """What a unit would do: column or line, limber or unlimber, mount or dismount; nothing without formation."""
    pair = WORDS.get(g.counter(id).arm)
    return pair[g.units[id].column] if pair else ""


@cites("SW-6.22-infantry", "SW-6.22-artillery", "SW-6.22-cavalry", "SW-6.15-3", "SW-6.0-6")
def change_cost(g: State, id: str) -> int:
    """What it costs a unit to change formation, in quarters of a point (SW 6.22)."""
    arm = g.counter(id).arm
    return g.setting.numbers[f"change-{arm}"] * POINT if arm in WORDS else 0


@cites("SW-6.11-6", "SW-6.13-6", "SW-6.14-5", "SW-6.13-7")
def reform(g: State, id: str, cite: str) -> None:
    """A unit takes its other formation where it stands; in line it faces as its friends, or toward the enemy."""
    column = not g.units[id].column
    change(g, id, cite, "formed", (column,), column=column, facing=-1)
    if not column and not g.units[id].reserve:
        facing = fitting(g, id)
        change(g, id, cite, "turned", (facing,), facing=facing)


@procedure("gb-change-formation")
class ChangeFormation(Procedure, frozen=True):
    """A unit changes formation in its movement phase (SW 6.2)."""

    unit: str
    crew: int = 0
    pinned: bool = False

    def title(self, g: State) -> str:
        return f"{self.unit} changes formation"

    @cites("SW-6.22-1", "SW-6.22-3", "SW-6.23-1", "SW-6.23-3")
    def pay(self, g: State) -> Result:
        """It pays; then enemies in range and sight of a battery may fire before it is done (SW 6.23)."""
        id = self.unit
        g.spent = tallied(g.spent, id, change_cost(g, id))
        if not g.counter(id).gun:
            return Goto(self.carry_out)
        after = self.but(crew=g.units[id].crew, pinned=g.units[id].pinned)
        return Call(by_name("gb-fire-at-change", gun=id), then=after.carry_out)

    @cites("SW-6.23-4", "SW-6.0-6")
    def carry_out(self, g: State) -> Result:
        """It changes, but for a battery whose crew was pinned or hit."""
        id, u = self.unit, g.units[self.unit]
        if u.at < 0:
            return Done()
        if g.counter(id).gun and (u.crew < self.crew or (u.pinned and not self.pinned)):
            g.log(Event("kept-formation", "SW-6.23-4", g.seat(id), (id,), u.at))
            return Done()
        reform(g, id, f"SW-6.22-{g.counter(id).arm}")
        return Done()
