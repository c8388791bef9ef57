"""Chapter 17.5: officers who follow those that fell.

hosts(g, leader)            with whom a new leader can be placed
widest(g, leader, hosts)    with whom he usually is
NewLeaders(side)            those of a side come
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.procedure import Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.leaders import commands, join, ratings
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


@cites("SW-17.52", "SW-17.3-4", "SW-17.3-2")
def hosts(g: State, leader: str) -> tuple[str, ...]:
    """The units with which a new leader can be placed: any of his command, wherever it is."""
    mine = (i for i in g.on_map(g.side(leader)) if commands(g, leader, i))
    return tuple(i for i in mine if not g.counter(i).wagon)


def widest(g: State, leader: str, options: tuple[str, ...]) -> str:
    """Of the units with which a new leader can be placed one from where he reaches most of his command.

    Rather out of a melee than in one, where he could rally nobody (SW-13.86-2).
    """
    far, radius = g.setting.grid.distance, ratings(g, leader)[0]

    def reached(id: str) -> tuple[bool, int]:
        return not g.units[id].engaged, sum(far(g.at(id), g.at(i)) <= radius for i in options)

    return max(options, key=reached)


@procedure("gb-new-leaders")
class NewLeaders(Procedure, frozen=True):
    """Successors of lost leaders come to a side (SW-17.53)."""

    side: int

    def title(self, g: State) -> str:
        return "new leaders"

    @cites("SW-17.5", "SW-17.51-1", "SW-17.52", "SW-17.53", "SW-17.54-1", "SW-17.54-2")
    def choose(self, g: State) -> Result:
        """With whom each is placed."""
        left = [i for i in g.vacant if g.side(i) == self.side and hosts(g, i)]
        if not left:
            return Done()
        leader = left[0]
        options = hosts(g, leader)
        return Ask(
            SIDES[self.side], options, self.put, "new-leader", "SW-17.52",
            f"with whom is the new {leader} placed?", lambda g, id: f"{leader} with {id}", lambda g, id: g.at(id),
            usual=widest(g, leader, options), about=(leader,),
        )  # fmt: skip

    @cites("SW-17.52", "SW-17.53")
    def put(self, g: State, id: str) -> Result:
        leader = next(i for i in g.vacant if g.side(i) == self.side and hosts(g, i))
        join(g, leader, id, "SW-17.53")
        g.vacant = tuple(i for i in g.vacant if i != leader)
        return Goto(self.choose)
