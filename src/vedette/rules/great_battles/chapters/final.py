"""Chapters 4.0 G, 14.4 and 17.53: the final command phase: new leaders, rally, resupply, pins.

rally_bar(g, leader, id)    why a leader does not rally a unit now
FinalPhase(side)            all of it
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.ammunition import Resupply
from vedette.rules.great_battles.chapters.army_morale import raise_morale
from vedette.rules.great_battles.chapters.crew_flight import come_back
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.leaders import commands, ratings
from vedette.rules.great_battles.chapters.promotions import NewLeaders
from vedette.rules.great_battles.setting import SIDES, UNION
from vedette.rules.great_battles.state import State, tallied

NONE = ("", "")
NOT_ROUTED = Reason("it is not routed", "SW-14.4-1")
NOT_HIS = Reason("it is not of his command", "SW-17.17-3")
TOO_FAR = Reason("it is too far from him", "SW-14.4-3")
SPENT = Reason("he has rallied as many as his rating allows", "SW-17.17-3")
ENGAGED = Reason("he is engaged", "SW-13.86-2")
NO_LINE = Reason("no pike or road leads from him to it", "SW-14.73-1")


@cites("SW-14.73-2")
def road_line(g: State, leader: str, id: str) -> bool:
    """Whether a leader can trace a line of pikes and roads to a unit; in its hex he needs none."""
    board, goal = g.setting.board, g.at(id)
    found, todo = {g.at(leader)}, [g.at(leader)]
    while todo:
        a = todo.pop()
        for b in g.setting.grid.neighbours[a]:
            kind = board.road.get((a, b), "")
            free = not g.masks[1 - g.side(id)] >> b & 1
            if b not in found and kind in ("pike", "road") and free:
                found.add(b)
                todo.append(b)
    return goal in found


@cites(
    "SW-14.4-1", "SW-14.4-3", "SW-17.17-1", "SW-17.17-2", "SW-17.17-3", "SW-13.86-2", "SW-14.73-1", "SW-10.86",
    "SW-17.0-3",
)  # fmt: skip
def rally_bar(g: State, leader: str, id: str, used: int = 0) -> Reason | None:
    """Why a leader does not rally a unit: three hexes, his command, his rating (SW-17.17), a town."""
    u = g.units[id]
    if u.at < 0 or not u.routed:
        return NOT_ROUTED
    if not commands(g, leader, id) or g.counter(id).gun:
        return NOT_HIS
    if g.units[leader].engaged:
        return ENGAGED
    if g.setting.grid.distance(g.at(leader), u.at) > g.setting.numbers["rally-range"]:
        return TOO_FAR
    if used >= ratings(g, leader)[1]:
        return SPENT
    if g.setting.board.terrain[u.at] == "town" and not road_line(g, leader, id):
        return NO_LINE
    return None


@cites("SW-14.4-1", "SW-19.33-2", "GB-25.4", "SW-20.22-2")
def rally(g: State, id: str, cite: str, by: str = "") -> None:
    """A unit is rallied; its points come back to Union army morale."""
    change(g, id, cite, "rallied", (by,), routed=False)
    if g.side(id) == UNION and g.counter(id).small_arms:
        raise_morale(g, g.strength(id), "SW-19.33-2")


@procedure("gb-final")
class FinalPhase(Procedure, frozen=True):
    """The phasing side's last phase (SW-4.0-G-1)."""

    side: int
    used: tuple[tuple[str, int], ...] = ()
    """Rallies of each leader in this phase."""

    def title(self, g: State) -> str:
        return "final command"

    @cites("SW-17.53")
    def new_leaders(self, g: State) -> Result:
        """Those who follow lost leaders come first, whosever they are: in the turn of their loss."""
        return Call(NewLeaders(self.side), then=self.their_leaders)

    @cites("SW-17.53")
    def their_leaders(self, g: State) -> Result:
        """Those of the other side, who rally nobody in this phase."""
        return Call(NewLeaders(1 - self.side), then=self.guns)

    @cites("SW-14.4-2", "SW-14.3-7")
    def guns(self, g: State) -> Result:
        """Limbered guns rally by themselves; in 2007 crews come back (GB-20.22-2)."""
        for id in g.on_map(self.side):
            if g.units[id].routed and (g.counter(id).gun or g.counter(id).wagon):
                rally(g, id, "SW-14.4-2")
        come_back(g, self.side)
        return Goto(self.choose)

    @cites("SW-4.0-G-1", "SW-14.4-3", "SW-17.17-1", "SW-17.17-3")
    def choose(self, g: State) -> Result:
        """Which leader rallies whom."""
        used = dict(self.used)
        leaders = [i for i in g.on_map(self.side) if g.counter(i).leader]
        routed = [i for i in g.on_map(self.side) if g.units[i].routed]
        pairs = tuple((b, i) for i in routed for b in leaders if not rally_bar(g, b, i, used.get(b, 0)))
        return Ask(
            SIDES[self.side], (*pairs, NONE), self.rallied, "rally", "SW-14.4-3", "who is rallied?",
            lambda g, v: f"{v[0]} rallies {v[1]}" if v[0] else "done", lambda g, v: g.at(v[1]) if v[1] else -1,
            usual=pairs[0] if pairs else NONE, optional=True,
        )  # fmt: skip

    def rallied(self, g: State, pair: tuple[str, str]) -> Result:
        """One more, or on."""
        leader, id = pair
        if not leader:
            return Goto(self.resupply)
        rally(g, id, "SW-14.4-3", leader)
        return Goto(self.but(used=tallied(self.used, leader, 1)).choose)

    @cites("SW-4.0-G-2")
    def resupply(self, g: State) -> Result:
        """Units without ammunition are supplied."""
        return Call(Resupply(self.side), then=self.pins)

    @cites("SW-4.0-G-3", "SW-10.88-1")
    def pins(self, g: State) -> Result:
        """Pins are taken off."""
        for id in g.on_map(self.side):
            if g.units[id].pinned:
                change(g, id, "SW-10.88-1", "unpinned", pinned=False)
        return Done()
