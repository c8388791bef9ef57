"""Chapter 4.14 to 4.16: what a step costs, and what nobody crosses."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.valley_campaign.setting import Setting
from vedette.rules.valley_campaign.state import State

RIVER = Reason("rivers are crossed on bridges alone", "JV-4.15-5")
CREEK = Reason("artillery crosses a creek at a ford alone", "JV-4.15-7")
LAID_OVER = {"creek": "ford", "river": "bridge"}
"""Water, and what stands in its place on a hexside that has both (JV-4.15-6)."""


@cites("JV-9.1-2", "JV-9.1-3", "JV-9.3-2")
def bridged(g: State, a: int, b: int) -> bool:
    """Whether a bridge joins two hexes: a burned one is river until it is repaired."""
    pair = (a, b) if (a, b) in g.setting.bridges else (b, a)
    return pair in g.setting.bridges and pair not in g.burned


@cites("JV-4.15-5", "JV-4.15-7", "JV-4.15-8")
def crossing_bar(g: State, id: str, a: int, b: int) -> Reason | None:
    """Why a unit cannot cross a hexside at all: a river without a bridge, for guns a creek without a ford.

    Everybody else crosses creeks anywhere.
    """
    if (a, b) in g.setting.rivers and not bridged(g, a, b):
        return RIVER
    return CREEK if needs_ford(g.setting, g.counter(id).arm, a, b) else None


@cites("JV-4.15-7")
def needs_ford(s: Setting, arm: str, a: int, b: int) -> bool:
    """Whether guns meet a creek without a ford here."""
    return arm == "artillery" and (a, b) in s.creeks and (a, b) not in s.fords


@cites("JV-2.7-3", "JV-4.8-8")
def step_cost(g: State, id: str, a: int, b: int) -> int:
    """Movement points of a step that is not barred."""
    return arm_cost(g.setting, g.counter(id).arm, a, b)


@cites("JV-4.8-8", "JV-4.16-1", "JV-4.16-2", "JV-4.15-6", "JV-4.16-4")
def arm_cost(s: Setting, arm: str, a: int, b: int) -> int:
    """What the hex and all that is met on the hexside cost; 1 along a road.

    Along the road's course, over a bridge too, nothing else counts. Each step is reckoned by itself, so that a move may
    mix both.
    """
    return 1 if (a, b) in s.board.road else hex_cost(s, arm, b) + hexside_cost(s, arm, a, b)


@cites("JV-2.7-4", "JV-4.14-1", "JV-4.14-3")
def hex_cost(s: Setting, arm: str, hex: int) -> int:
    """What entering a hex costs without a road: that of its level, and what its terrain adds; a clear one a point."""
    base = s.heights[s.board.level[hex]].points[arm] or 0
    row = s.grounds.get(s.board.terrain[hex])
    if row is None or row.level:
        return base
    return base + (row.points[arm] or 0) if row.adds else max(base, row.points[arm] or 0)


@cites("JV-2.7-4")
def hexside_cost(s: Setting, arm: str, a: int, b: int) -> int:
    """What is met on a hexside adds; of a creek and its ford the ford alone."""
    words = s.board.crossing.get((a, b), ())
    rows = s.grounds
    return sum(rows[w].points[arm] or 0 for w in words if w in rows and LAID_OVER.get(w) not in words)


def steps_from(g: State, arm: str, a: int) -> tuple[tuple[int, int], ...]:
    """The steps out of a hex that the ground allows an arm, each with its cost: `crossing_bar` and `step_cost` at once.

    What the map alone decides is laid out once, with all bridges standing.
    """
    s = g.setting
    laid = s.steps.get((arm, a))
    if laid is None:
        bridges = {pair for a, b in s.bridges for pair in ((a, b), (b, a))}
        laid = s.steps[arm, a] = tuple(
            (b, arm_cost(s, arm, a, b))
            for b in s.grid.neighbours[a]
            if ((a, b) not in s.rivers or (a, b) in bridges) and not needs_ford(s, arm, a, b)
        )
    if g.burned and any(a in pair for pair in g.burned):
        return tuple((b, cost) for b, cost in laid if (a, b) not in g.burned and (b, a) not in g.burned)
    return laid
