"""Chapters 6.12 to 6.14: units fall back, and friends make room for them.

ways_back(g, id, barred, away_from)     where a unit can go now, the safest first
FallBack(units, hexes, barred)          all whom a combat sends back one hex, in any order
Retreat(unit, hexes, away_from)         one unit, several hexes away from a gun (JV 7.7)
room_bar(g, hex, barred, ...)           why nobody can make room in a hex
MakeRoom(unit, hex, barred)             somebody does, and if need be others for him
"""

from __future__ import annotations

from typing import ClassVar

from vedette.engine.choice import Choice
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters.deeds import hold, lose_step, place, take_off
from vedette.rules.valley_campaign.chapters.ground import crossing_bar
from vedette.rules.valley_campaign.chapters.leaders import Succession
from vedette.rules.valley_campaign.chapters.losses import spared
from vedette.rules.valley_campaign.chapters.zones import LIMIT, in_enemy_zone, room, stacked
from vedette.rules.valley_campaign.state import ELIMINATED, State

# -- friends make room (6.13) ----------------------------------------------------------------------------

Hexes = tuple[int, ...]

ENEMY = Reason("an enemy is there", "JV-6.12-2")
BARRED = Reason("units of this combat stood there as it began", "JV-6.12-11")
NEARER = Reason("it is no farther from the gun", "JV-7.7-4")
PINNED = Reason("who would make room is in an enemy zone", "JV-6.13-5")
STUCK = Reason("nobody there can make room and live", "JV-6.13-11")
HIS_OWN = Reason("there is no friend in the way", "JV-6.13-1")


@cites("JV-4.5-1", "JV-6.12-2", "JV-6.12-5", "JV-6.12-8", "JV-6.12-11", "JV-6.13-3", "JV-6.13-7", "JV-7.7-4")
def way_bar(g: State, id: str, hex: int, barred: Hexes = (), away_from: int = -1) -> Reason | None:
    """Why a unit does not fall back into a hex beside it, zones and stacking left aside.

    An enemy is there, or the ground bars it, whatever its points: it pays nothing, not even to leave a zone. Or
    somebody stood there as the combat began, which bars all but leaders.
    """
    at = g.at(id)
    if g.holder(hex) == 1 - g.side(id):
        return ENEMY
    if bar := crossing_bar(g, id, at, hex):
        return Reason(bar.text, "JV-6.12-5")
    if hex in barred and not g.counter(id).leader:
        return BARRED
    distance = g.setting.grid.distance
    return NEARER if away_from >= 0 and distance(away_from, hex) <= distance(away_from, at) else None


def passable(g: State, id: str, barred: Hexes = (), away_from: int = -1) -> list[int]:
    """The hexes beside a unit that nothing bars but perhaps zones and stacking."""
    return [h for h in g.setting.grid.neighbours[g.at(id)] if not way_bar(g, id, h, barred, away_from)]


def safest(g: State, side: int, hex: int) -> tuple[int, int, int]:
    """How a side would rank a hex to fall back into: few enemies beside it, then few near it."""
    enemies, within = g.masks[1 - side], g.setting.grid.within
    return (within(hex, 1) & enemies).bit_count(), (within(hex, 2) & enemies).bit_count(), hex


@cites("JV-6.13-1", "JV-6.13-5", "JV-6.13-6", "JV-6.13-11")
def room_bar(g: State, hex: int, barred: Hexes = (), closed: Hexes = ()) -> Reason | None:
    """Why nobody makes room in a hex: it lies in an enemy zone, or nobody there could go without being lost.

    Args:
        barred: hexes that this combat forbids (JV-6.12-11).
        closed: hexes in which room is being made already, and that of the unit for which it is made: nobody changes
            places with it.
    """
    here = stacked(g, hex)
    if len(here) != LIMIT:
        return HIS_OWN
    if in_enemy_zone(g, hex, g.side(here[0])):
        return PINNED
    return None if any(ways_aside(g, id, barred, (*closed, hex)) for id in here) else STUCK


@cites("JV-6.13-4", "JV-6.13-8", "JV-6.13-10", "JV-6.13-11")
def ways_aside(g: State, id: str, barred: Hexes, closed: Hexes) -> tuple[int, ...]:
    """Where a unit can make room to, as if it fell back, the safest first.

    Into a free hex; if there is none into an enemy zone, unless that costs its last step; if there is none either, to
    where others make room in turn.
    """
    side = g.side(id)
    near = [h for h in passable(g, id, barred) if h not in closed]
    open_ = [h for h in near if room(g, id, h)]
    found = [h for h in open_ if not in_enemy_zone(g, h, side)]
    if not found and g.steps(id) > 1:
        found = open_
    if not found:
        found = [h for h in near if not room(g, id, h) and not room_bar(g, h, barred, closed)]
    return tuple(sorted(found, key=lambda h: safest(g, side, h)))


@procedure("make-room")
class MakeRoom(Procedure, frozen=True):
    """One unit of a full hex is displaced, so that another can take its place (JV 6.13)."""

    unit: str
    """For whom."""
    hex: int
    barred: Hexes = ()
    closed: Hexes = ()
    """Where the unit that falls back stands, and where others are making room for this."""
    displaced: str = ""
    to: int = -1

    def title(self, g: State) -> str:
        return f"room for {self.unit} in {g.hex_name(self.hex)}"

    @cites("JV-6.12-7", "JV-6.13-4", "JV-6.13-9")
    def choose(self, g: State) -> Result:
        """Its owner says who goes, and where; a unit that was displaced before may go again."""
        closed = (*self.closed, self.hex)
        ways = [(id, hex) for id in stacked(g, self.hex) for hex in ways_aside(g, id, self.barred, closed)]
        ways.sort(key=lambda pair: safest(g, g.side(pair[0]), pair[1]))
        options = tuple(Choice("displace", id, hex) for id, hex in ways)
        return Ask(
            g.seat(self.unit), options, self.follow, "retreat", "JV-6.13-4", f"who makes room for {self.unit}?",
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    @cites("JV-6.13-8")
    def follow(self, g: State, choice: Choice) -> Result:
        """If need be others make room for it first."""
        id, to = choice.unit, choice.hex
        after = self.but(displaced=id, to=to)
        if room(g, id, to):
            return Goto(after.shift)
        return Call(MakeRoom(id, to, self.barred, (*self.closed, self.hex)), then=after.shift)

    @cites("JV-4.8-10", "JV-6.13-4", "JV-6.13-9", "JV-6.13-12")
    def shift(self, g: State) -> Result:
        """It goes, in the enemy's player turn too; guns that were displaced do not fire any more."""
        id = self.displaced
        fall_back_to(g, id, self.to, "JV-6.13-4", "displaced")
        if id not in g.displaced:
            g.displaced = tuple(sorted((*g.displaced, id)))
        return Done()


@cites("JV-10.8-2")
def fall_back_to(g: State, id: str, hex: int, cite: str, kind: str) -> None:
    """A unit falls back into a hex, and has it only if that does not cost its life."""
    place(g, id, hex, cite, kind, holds=False)
    enter_zone(g, id)
    if g.at(id) == hex:
        hold(g, id, hex)


@cites("JV-1.1-3", "JV-6.14-3")
def enter_zone(g: State, id: str) -> None:
    """Who has fallen back into an enemy zone loses a step at once."""
    if in_enemy_zone(g, g.at(id), g.side(id)) and not spared(g, id):
        lose_step(g, id, "JV-6.14-4" if g.counter(id).leader else "JV-6.14-3")


# -- falling back (6.12, 6.14, 7.7) ----------------------------------------------------------------------


@cites("JV-6.11-3", "JV-6.12-3", "JV-6.12-6", "JV-6.13-1", "JV-6.13-10", "JV-6.14-1", "JV-6.14-2")
def ways_back(g: State, id: str, barred: Hexes = (), away_from: int = -1) -> tuple[int, ...]:
    """The hexes into which a unit may fall back now, the safest first, all of the first kind that there is.

    First those free of enemy zones and with room; then those in an enemy zone, whatever that costs; then those where
    friends make room.
    """
    side = g.side(id)
    near = passable(g, id, barred, away_from)
    open_ = [h for h in near if room(g, id, h)]
    found = [h for h in open_ if not in_enemy_zone(g, h, side)] or open_
    if not found:
        found = [h for h in near if not room_bar(g, h, barred, (g.at(id),))]
    return tuple(sorted(found, key=lambda h: safest(g, side, h)))


@procedure("step-back")
class StepBack(Procedure, frozen=True):
    """One unit falls back one hex (JV 6.12)."""

    unit: str
    hex: int
    barred: Hexes
    cite: str
    more: bool = False
    """Whether others have still to go: then whoever is lost is followed later."""
    rare: ClassVar[frozenset[str]] = frozenset({"more"})

    def title(self, g: State) -> str:
        return f"{self.unit} falls back"

    @cites("JV-6.12-7")
    def clear(self, g: State) -> Result:
        """Friends in the way make room first."""
        if room(g, self.unit, self.hex):
            return Goto(self.go)
        return Call(MakeRoom(self.unit, self.hex, self.barred, (g.at(self.unit),)), then=self.go)

    @cites("JV-6.12-8", "JV-6.12-9", "JV-6.14-3", "JV-6.14-4", "JV-8.6-2", "JV-8.6-3")
    def go(self, g: State) -> Result:
        """It goes, at no cost, but for a step in an enemy zone.

        A retreat is one whole: leaders who are lost in it are followed when all have gone, where they fell or with the
        nearest friends. Nobody takes over among units still to go, to be lost with them.
        """
        fall_back_to(g, self.unit, self.hex, self.cite, "retreated")
        return Call(Succession()) if g.vacant and not self.more else Done()


@procedure("fall-back", title="retreat")
class FallBack(Procedure, frozen=True):
    """All whom the result of a combat sends back (JV 6.12)."""

    units: tuple[str, ...]
    """Who has still to go."""
    hexes: Hexes
    """Which they leave."""
    barred: Hexes = ()
    gone: tuple[str, ...] = ()
    """Who has gone, or is lost."""
    apart: tuple[str, ...] = ()
    """Those of them who were not attacked: they only go with the others, and stay where that would harm them."""
    rare: ClassVar[frozenset[str]] = frozenset({"apart"})

    @cites("JV-6.12-10")
    def begin(self, g: State) -> Result:
        """Whoever is left goes, but not those who were not attacked and would suffer on each way."""
        left = tuple(id for id in self.units if g.at(id) >= 0 and (id not in self.apart or self.ways(g, id)))
        if left:
            return Goto(self.but(units=left).choose)
        return Done()

    @cites("JV-6.12-1", "JV-6.12-4", "JV-6.12-12", "JV-6.13-2")
    def choose(self, g: State) -> Result:
        """Their owner says who goes where, one hex each.

        A unit that can go nowhere is eliminated where it stands; so is one that could go only if others made room, if
        its owner prefers that.
        """
        options = tuple(choice for id in self.units for choice in self._choices(g, id))
        return Ask(
            g.seat(self.units[0]), options, self.go, "retreat", "JV-6.12-1", "who falls back where?",
            usual=options[0], about=self.units,
        )  # fmt: skip

    def _choices(self, g: State, id: str) -> tuple[Choice, ...]:
        ways = self.ways(g, id)
        back = tuple(Choice("retreat", id, hex) for hex in ways)
        return back if ways and room(g, id, ways[0]) else (*back, Choice("perish", id))

    @cites("JV-6.12-10")
    def ways(self, g: State, id: str) -> tuple[int, ...]:
        """Where one of them can go; who was not attacked only where it costs neither him nor a friend."""
        ways = ways_back(g, id, self.barred)
        if id in self.apart and ways and (in_enemy_zone(g, ways[0], g.side(id)) or not room(g, id, ways[0])):
            return ()
        return ways

    @cites("JV-4.8-10", "JV-6.12-10")
    def go(self, g: State, choice: Choice) -> Result:
        """It goes, in the enemy's player turn too; nobody attacks it again in this phase."""
        id, hex = choice.unit, choice.hex
        if choice.kind == "perish":
            return Goto(self.but(units=(id, *(i for i in self.units if i != id))).perish)
        g.retreated = tuple(sorted({*g.retreated, id}))
        after = self._without(id)
        more = bool(after.units) and (g.counter(id).leader or bool(g.vacant))
        return Call(StepBack(id, hex, self.barred, "JV-6.12-1", more), then=after.begin)

    @cites("JV-4.17-2", "JV-6.12-12", "JV-6.13-2", "JV-6.13-11")
    def perish(self, g: State) -> Result:
        """The first of them is eliminated where it stands, also if only the edge of the map stops it."""
        id = self.units[0]
        ways = ways_back(g, id, self.barred)
        full = any(not room(g, id, h) for h in passable(g, id, self.barred))
        take_off(g, id, ELIMINATED, "JV-6.13-2" if ways else "JV-6.13-11" if full else "JV-6.12-12", "eliminated")
        after = self._without(id)
        return Call(Succession(), then=after.begin) if g.vacant and not after.units else Goto(after.begin)

    def _without(self, id: str) -> FallBack:
        return self.but(units=tuple(i for i in self.units if i != id), gone=(*self.gone, id))


@procedure("retreat-from-gun")
class Retreat(Procedure, frozen=True):
    """One unit falls back several hexes, each farther from the gun that hit it (JV 7.7)."""

    unit: str
    hexes: int
    """How many are left."""
    away_from: int = -1
    barred: Hexes = ()

    def title(self, g: State) -> str:
        return f"{self.unit} falls back, {self.hexes} to go"

    @cites("JV-7.7-7", "JV-7.7-13", "JV-7.7-14")
    def begin(self, g: State) -> Result:
        """Hex by hex, each in an enemy zone at the cost of a step.

        Where it cannot go on it stops and loses one, even where it stood at first.
        """
        if g.at(self.unit) < 0 or not self.hexes:
            return Done()
        ways = ways_back(g, self.unit, self.barred, self.away_from)
        return Goto(self.choose if ways else self.stop)

    @cites("JV-6.12-4", "JV-6.13-2", "JV-7.7-5", "JV-7.7-6")
    def choose(self, g: State) -> Result:
        """Its owner says where; nobody need make room for it."""
        ways = ways_back(g, self.unit, self.barred, self.away_from)
        back = tuple(Choice("retreat", self.unit, hex) for hex in ways)
        options = back if room(g, self.unit, ways[0]) else (*back, Choice("lose", self.unit))
        return Ask(
            g.seat(self.unit), options, self.go, "retreat", "JV-7.7-4", f"{self.unit} falls back: where to?",
            usual=options[0], about=(self.unit,),
        )  # fmt: skip

    def go(self, g: State, choice: Choice) -> Result:
        if choice.kind == "lose":
            return Goto(self.stop)
        after = self.but(hexes=self.hexes - 1).begin
        return Call(StepBack(self.unit, choice.hex, self.barred, "JV-7.7-4"), then=after)

    @cites("JV-7.7-7", "JV-7.7-13")
    def stop(self, g: State) -> Result:
        lose_step(g, self.unit, "JV-7.7-7")
        return Call(Succession()) if g.vacant else Done()
