"""Chapter 6.13: friends make room for a unit that falls back.

room_bar(g, hex, barred, ...)   why nobody can make room in a hex
MakeRoom(unit, hex, barred)     somebody does, and if need be others for him
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.valley_campaign.chapters.deeds import hold, lose_step, place
from vedette.rules.valley_campaign.chapters.ground import crossing_bar
from vedette.rules.valley_campaign.chapters.losses import spared
from vedette.rules.valley_campaign.chapters.stacking import LIMIT, counted, room
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone
from vedette.rules.valley_campaign.state import State

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

    An enemy is there, the ground forbids it, whatever points it has, for it pays nothing, not even to leave a zone; the
    combat began with somebody there, which holds for all but leaders.
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
    """The hexes beside a unit that nothing bars but, it may be, zones and stacking."""
    return [h for h in g.setting.grid.neighbours[g.at(id)] if not way_bar(g, id, h, barred, away_from)]


def safest(g: State, side: int, hex: int) -> tuple[int, int, int]:
    """How a side would rank a hex to fall back into: few enemies beside it, few near it."""
    enemies, within = g.masks[1 - side], g.setting.grid.within
    return (within(hex, 1) & enemies).bit_count(), (within(hex, 2) & enemies).bit_count(), hex


@cites("JV-6.13-1", "JV-6.13-5", "JV-6.13-6", "JV-6.13-11")
def room_bar(g: State, hex: int, barred: Hexes = (), closed: Hexes = ()) -> Reason | None:
    """Why nobody makes room in a hex: in an enemy zone nobody does, whoever stands there.

    Somebody must be able to go without being lost.

    Args:
        barred: hexes that this combat forbids (JV-6.12-11).
        closed: hexes in which room is being made already, and that of the unit for which it is made: nobody changes
            places with it.
    """
    here = counted(g, hex)
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
        """Its owner says who goes, and where; also who was displaced before."""
        closed = (*self.closed, self.hex)
        options = [(id, hex) for id in counted(g, self.hex) for hex in ways_aside(g, id, self.barred, closed)]
        options.sort(key=lambda pair: safest(g, g.side(pair[0]), pair[1]))
        return Ask(
            g.seat(self.unit), tuple(options), self.follow, "retreat", "JV-6.13-4",
            f"who makes room for {self.unit}?", lambda g, v: f"displace {v[0]} to {g.hex_name(v[1])}",
            lambda g, v: v[1], usual=options[0], about=(self.unit,),
        )  # fmt: skip

    @cites("JV-6.13-8")
    def follow(self, g: State, choice: tuple[str, int]) -> Result:
        """If need be others make room for it first."""
        id, to = choice
        after = self.but(displaced=id, to=to)
        if room(g, id, to):
            return Goto(after.shift)
        return Call(MakeRoom(id, to, self.barred, (*self.closed, self.hex)), then=after.shift)

    @cites("JV-4.8-10", "JV-6.13-4", "JV-6.13-9", "JV-6.13-12")
    def shift(self, g: State) -> Result:
        """It goes, in the enemy's player turn too; guns do not fire any more then."""
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
    """Who has fallen back into an enemy zone loses a step at once (JV-1.1-3, JV-6.14-3, JV-6.14-4)."""
    if in_enemy_zone(g, g.at(id), g.side(id)) and not spared(g, id):
        lose_step(g, id, "JV-6.14-4" if g.counter(id).leader else "JV-6.14-3")
