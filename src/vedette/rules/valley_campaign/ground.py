"""Chapter 4.14 to 4.16: what a step costs, and what nobody crosses."""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.valley_campaign.state import State

RIVER = Reason("rivers are crossed on bridges alone", "JV-4.15-5")
CREEK = Reason("artillery crosses a creek at a ford alone", "JV-4.15-7")


def bridged(g: State, a: int, b: int) -> bool:
    """Whether a bridge that is not burned joins two hexes."""
    pair = (a, b) if (a, b) in g.setting.bridges else (b, a)
    return pair in g.setting.bridges and pair not in g.burned


@cites("JV-4.15-5", "JV-4.15-7", "JV-4.15-8")
def crossing_bar(g: State, id: str, a: int, b: int) -> Reason | None:
    """Why a unit cannot cross a hexside at all: a river without bridge (JV-4.15-5), guns a creek without ford (-7).

    Everybody else crosses creeks anywhere (JV-4.15-8).
    """
    pair = (a, b)
    if pair in g.setting.rivers and not bridged(g, a, b):
        return RIVER
    if g.counter(id).gun and pair in g.setting.creeks and pair not in g.setting.fords:
        return CREEK
    return None


@cites("JV-4.8-8", "JV-4.14-1", "JV-4.16-1", "JV-4.16-2", "JV-4.15-6")
def step_cost(g: State, id: str, a: int, b: int) -> int:
    """Movement points of a step: those of the hex and of all that is met on the hexside (JV-4.8-8, JV-4.14-1).

    Along a road one, whatever else is there (JV-4.16-1), but only along its course (JV-4.16-2); so over a bridge too
    (JV-4.15-6).
    """
    s = g.setting
    if (a, b) in s.board.road and ((a, b) not in s.rivers or bridged(g, a, b)):
        return 1
    arm = g.counter(id).arm
    return hex_cost(g, arm, b) + hexside_cost(g, arm, a, b)


@cites("JV-2.7-4")
def hex_cost(g: State, arm: str, hex: int) -> int:
    """What entering a hex costs without a road: that of its level, with what its terrain adds (JV-2.7-4)."""
    s = g.setting
    base = s.heights[s.board.level[hex]].points[arm] or 0
    row = s.grounds.get(s.board.terrain[hex])
    if row is None or row.level:
        return base
    return base + (row.points[arm] or 0) if row.adds else max(base, row.points[arm] or 0)


@cites("JV-2.7-4")
def hexside_cost(g: State, arm: str, a: int, b: int) -> int:
    """What is met on a hexside adds (JV-2.7-4)."""
    rows = g.setting.grounds
    return sum(rows[w].points[arm] or 0 for w in g.setting.board.crossing.get((a, b), ()) if w in rows)
