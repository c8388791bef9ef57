"""Chapter 12.2: small-arms ammunition: how it runs out, and the wagon that brings more.

Depletion(units)        units that fired a 6 roll for their ammunition
Resupply(side)          units within reach of their wagon are supplied
"""

from __future__ import annotations

import heapq

from vedette.engine.cites import cites
from vedette.engine.procedure import CHANCE, Ask, Done, Goto, Procedure, Result, procedure
from vedette.rules.great_battles.chapters.deeds import change
from vedette.rules.great_battles.chapters.effectiveness import judge
from vedette.rules.great_battles.chapters.terrain import WHOLE, cost
from vedette.rules.great_battles.chapters.zones import barred
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import Setting
from vedette.rules.great_battles.state import State

DIE = (1, 2, 3, 4, 5, 6)
RISK = 6
"""The die of a fire after which ammunition is rolled for (SW-12.21-1)."""
RUNS_OUT = 2
"""The highest second die at which it has run out (SW-12.21-2)."""


@procedure("gb-depletion")
class Depletion(Procedure, frozen=True):
    """Units that fired a 6 roll for their ammunition, each by itself (SW-12.21)."""

    units: tuple[str, ...]

    def title(self, g: State) -> str:
        return "ammunition"

    @cites("SW-12.19-1", "SW-12.0-1", "SW-12.2-1", "GB-21.61-1")
    def begin(self, g: State) -> Result:
        """The next of them; the wagon's guard never runs out."""
        left = self.units
        while left and (not g.counter(left[0]).small_arms or g.units[left[0]].depleted or g.at(left[0]) < 0):
            left = left[1:]
        return Goto(self.but(units=left).roll) if left else Done()

    @cites("SW-12.21-1", "SW-12.0-3")
    def roll(self, g: State) -> Result:
        return Ask(CHANCE, DIE, self.read, "die", "SW-12.21-1", f"the ammunition of {self.units[0]}")

    @cites("SW-12.21-2", "SW-12.21-4", "GB-21.61-2", "GB-21.63-1", "GB-21.63-2")
    def read(self, g: State, die: int) -> Result:
        """1 or 2: it has run out, and its brigade feels it."""
        id = self.units[0]
        if die <= RUNS_OUT:
            change(g, id, "SW-12.21-2", "depleted", (die,), depleted=True)
            g.dried = (*g.dried, id)
            judge(g, g.counter(id).brigade)
        return Goto(self.but(units=self.units[1:]).begin)


@cites("SW-12.23-3")
def _supply_cost(s: Setting, a: int, b: int) -> int | None:
    """A step of the way to the wagon: as line infantry, but along roads as in column."""
    ways = [cost(s, "line", a, b)]
    if (a, b) in s.board.road:
        ways.append(cost(s, "column", a, b))
    found = [c for c in ways if c is not None]
    most = s.numbers["supply-range"] * POINT
    return min(most if c == WHOLE else c for c in found) if found else None


@cites("SW-12.23-1", "SW-12.23-2", "SW-12.23-4", "SW-12.23-5", "SW-11.3", "SW-12.0-4", "GB-21.64")
def in_supply(g: State, id: str) -> str:
    """The wagon that reaches a unit: within five points of movement, from the unit to it; empty if none.

    The way avoids enemies and their zones without friends.
    """
    side, at = g.side(id), g.at(id)
    wagons = {g.at(i): i for i in g.on_map(side) if g.counter(i).wagon}
    if not wagons:
        return ""
    most, closed = g.setting.numbers["supply-range"] * POINT, barred(g, side)
    best, queue = {at: 0}, [(0, at)]
    while queue:
        spent, a = heapq.heappop(queue)
        if a in wagons:
            return wagons[a]
        for b in g.setting.grid.neighbours[a]:
            step = None if closed >> b & 1 else _supply_cost(g.setting, a, b)
            if step is not None and spent + step <= most and spent + step < best.get(b, most + 1):
                best[b] = spent + step
                heapq.heappush(queue, (spent + step, b))
    return ""


def resupplies(g: State, side: int) -> tuple[str, ...]:
    """Units out of ammunition that their wagon reaches."""
    return tuple(id for id in g.on_map(side) if g.units[id].depleted and in_supply(g, id))


@procedure("gb-resupply")
class Resupply(Procedure, frozen=True):
    """Units that the wagon reaches are supplied, as many as there are (SW-12.24)."""

    side: int

    def title(self, g: State) -> str:
        return "resupply"

    @cites("SW-12.24", "SW-12.23-1", "SW-20.13-3", "SW-20.13-4", "SW-4.0-G-2", "GB-21.63-3", "GB-21.64")
    def supply(self, g: State) -> Result:
        """Each of them; its brigade is judged anew."""
        for id in resupplies(g, self.side):
            change(g, id, "SW-12.23-1", "resupplied", (in_supply(g, id),), depleted=False)
            judge(g, g.counter(id).brigade)
        return Done()
