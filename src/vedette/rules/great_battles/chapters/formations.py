"""Chapters 6 and 7: formation and facing. Why a unit may not change formation now is `moves.change_bar`.

change_word(g, id)              what a unit would do: column, line, limber, unlimber, mount, dismount
change_cost(g, id)              what that costs, in quarters of a point
ChangeFormation(unit)           it does; small arms in sight may fire at a battery before (SW 6.23)
faces(g, id), front(g, id)      whether a unit has a front, and the hexes before it
turn_bar, turn                  a unit turns, and who stands with it
fitting(g, id)                  the facing that a unit takes when it comes to have one
align(g, id, cite)              a unit faces as those do with whom it stands
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Call, Done, Goto, Procedure, Result, by_name, procedure
from vedette.hexes import mask_of
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.state import State, tallied

# -- formation (6) ---------------------------------------------------------------------------------------

WORDS = {"infantry": ("column", "line"), "artillery": ("limber", "unlimber"), "cavalry": ("mount", "dismount")}
"""What a unit of an arm does that is not in column, limbered, mounted, and one that is."""
FORMLESS = Reason("it has no formation", "SW-6.0-3")
ROUTED = Reason("a routed unit moves one hex: it takes no other formation and goes into no reserve", "SW-14.3-5")


def change_word(g: State, id: str) -> str:
    """What a unit would do: column or line, limber or unlimber, mount or dismount; empty without formation."""
    pair = WORDS.get(g.counter(id).arm)
    return pair[g.units[id].column] if pair else ""


@cites("SW-6.22-infantry", "SW-6.22-artillery", "SW-6.22-cavalry", "SW-6.15-3", "SW-6.0-6")
def change_cost(g: State, id: str) -> int:
    """What it costs a unit to change formation, in quarters of a point."""
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
        """It pays; then enemies in range and sight of a battery may fire before it is done."""
        id = self.unit
        g.spent = tallied(g.spent, id, change_cost(g, id))
        if not g.counter(id).gun:
            return Goto(self.carry_out)
        after = self.but(crew=g.units[id].crew, pinned=g.units[id].pinned)
        return Call(by_name("gb-fire-at-change", gun=id), then=after.carry_out)

    @cites("SW-6.23-4", "SW-6.0-6")
    def carry_out(self, g: State) -> Result:
        """The change takes place, unless it is a battery whose crew was pinned or hit."""
        id, u = self.unit, g.units[self.unit]
        if u.at < 0:
            return Done()
        if g.counter(id).gun and (u.crew < self.crew or (u.pinned and not self.pinned)):
            g.log(Event("kept-formation", "SW-6.23-4", g.seat(id), (id,), u.at))
            return Done()
        reform(g, id, f"SW-6.22-{g.counter(id).arm}")
        return Done()


# -- facing (7) ------------------------------------------------------------------------------------------

LOCKED = Reason("units turn in their own movement phase alone", "SW-7.13-1")
NO_FRONT = Reason("it has no facing", "SW-7.0-3")
SO_ALREADY = Reason("it faces so already", "SW-7.12-1")


@cites("SW-7.0-3")
def faces(g: State, id: str) -> bool:
    """Whether a unit has a front: line infantry, dismounted cavalry, unlimbered artillery; nobody else."""
    unit, c = g.units[id], g.counter(id)
    return not (unit.column or unit.reserve or c.leader or c.wagon or unit.engaged)


@cites("SW-7.0-1", "SW-7.0-4", "SW-7.21", "SW-7.0-2", "SW-24.0-5")
def front(g: State, id: str) -> int:
    """The hexes before the three frontal hexsides of a unit, as bits; none without a front."""
    unit = g.units[id]
    return front_of(g, unit.at, unit.facing) if unit.facing >= 0 and faces(g, id) else 0


def front_of(g: State, hex: int, facing: int) -> int:
    """The hexes before the front of whoever stands in a hex and faces a direction, as bits."""
    kept, key = g.setting.kept, ("front", hex, facing)
    found: int | None = kept.get(key)
    if found is None:
        around = g.setting.grid.around[hex]
        found = kept[key] = mask_of(n for n in (around[(facing + d) % 6] for d in (-1, 0, 1)) if n >= 0)
    return found


@cites("SW-7.12-1", "SW-7.12-2", "SW-7.13-1", "SW-7.0-3", "SW-10.81-2", "GB-25.6-2")
def turn_bar(g: State, id: str, facing: int) -> Reason | None:
    """Why a unit may not turn: it is not its movement phase, or it has no front.

    Nothing else keeps it, not a pin nor that it may not move; turning costs nothing.
    """
    if g.phase != "movement" or g.side(id) != g.player or g.at(id) < 0:
        return LOCKED
    if not faces(g, id):
        return NO_FRONT
    return SO_ALREADY if g.units[id].facing == facing else None


def can_turn(g: State, id: str) -> bool:
    """Whether a unit may turn in any direction."""
    return turn_bar(g, id, (g.units[id].facing + 1) % 6) is None


@cites("SW-7.0-4", "SW-7.12-1", "SW-8.4")
def turn(g: State, id: str, facing: int, cite: str = "SW-7.12-1") -> None:
    """A unit turns to one of the six hexsides, and with it all who stand there."""
    for other in g.troops(g.at(id), g.side(id)):
        if faces(g, other) and g.units[other].facing != facing:
            change(g, other, cite if other == id else "SW-8.4", "turned", (facing,), facing=facing)


@cites("SW-8.4")
def fitting(g: State, id: str) -> int:
    """The facing of those with whom a unit stands; a unit alone faces the nearest enemy."""
    hex, side, grid = g.at(id), g.side(id), g.setting.grid
    for other in g.troops(hex, side):
        if other != id and faces(g, other) and g.units[other].facing >= 0:
            return g.units[other].facing
    theirs = g.hexes_of_side(1 - side)
    if not theirs:
        return 0
    near = min(theirs, key=lambda h: (grid.distance(hex, h), h))
    ahead = [(grid.distance(n, near), d) for d, n in enumerate(grid.around[hex]) if n >= 0]
    return min(ahead)[1]


@cites("SW-8.4")
def align(g: State, id: str) -> None:
    """A unit with a front faces as those do with whom it stands; alone it keeps its own."""
    if not faces(g, id):
        if g.units[id].facing >= 0:
            change(g, id, "SW-7.0-3", "turned", (-1,), facing=-1)
        return
    others = [i for i in g.troops(g.at(id), g.side(id)) if i != id and faces(g, i)]
    if g.units[id].facing < 0 or (others and g.units[others[0]].facing != g.units[id].facing):
        facing = fitting(g, id)
        change(g, id, "SW-8.4", "turned", (facing,), facing=facing)
