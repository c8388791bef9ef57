"""Chapter 16: leaving the map.

exit_cost(g, id)            what leaving costs more
exit_bar(g, id, left)       why a unit may not leave
leave(g, id)                it leaves
edge_cost(g, id, hex)       what entering a hex at the edge of the map costs, from off it
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.deeds import take_off
from vedette.rules.great_battles.chapters.terrain import WHOLE, allowance, hex_cost, mover
from vedette.rules.great_battles.setting import CONFEDERATE
from vedette.rules.great_battles.state import EXITED, State

NOBODY = Reason("no unit leaves the map of its own will, but Confederates by the north edge", "SW-16.0-1")
EDGE = Reason("Confederates leave by the edge that the scenario names", "SW-16.0-3")
POINTS = Reason("leaving costs once more what its hex costs, and it has not enough points", "SW-16.0-4")
ONE_HEX = Reason("a routed unit goes one hex, and leaves from the hex where it began", "SW-14.3-5")


@cites("SW-16.0-6", "GB-27.3-1")
def _leads_off(g: State, hex: int) -> str:
    """The thoroughfare that ends in a hex at the edge, the best kind first; in 2007 a turnpike alone (GB-27.3)."""
    board = g.setting.board
    kinds = [r.kind for r in board.roads if hex in (r.hexes[0], r.hexes[-1])]
    if not g.setting.profile.exit_by_any_road:
        kinds = [k for k in kinds if k == "pike"]
    return min(kinds, key=board.road_kinds.index, default="")


@cites("SW-16.0-4", "SW-16.0-6", "SW-21.22-3", "GB-27.2-2", "GB-27.3-1")
def edge_cost(g: State, id: str, hex: int) -> int | None:
    """What a hex at the edge costs from off the map, or into it: along a thoroughfare that leads there its rate.

    That helps mounted cavalry, limbered artillery and infantry in column.
    """
    s, kind = g.setting, mover(g, id)
    by = "" if kind == "line" else _leads_off(g, hex)
    found = hex_cost(s, kind, by, hex)
    return allowance(g, id) if found == WHOLE else found


@cites("SW-16.0-4", "GB-27.2-2", "SW-14.3-5", "SW-22.2-9")
def exit_cost(g: State, id: str) -> int | None:
    """What leaving costs where a unit stands: its hex once more.

    A routed unit leaves too: for all it has, as its one hex.
    """
    routed = g.units[id].routed and not g.counter(id).leader
    return allowance(g, id) if routed else edge_cost(g, id, g.at(id))


@cites("SW-16.0-1", "SW-16.0-3", "SW-16.0-4", "GB-27.1-1", "GB-27.2-1", "GB-27.2-2")
def exit_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not leave the map: only Confederates may, by the north edge, for the cost of their hex again."""
    edge = g.setting.victory.get("exit_edge")
    if g.side(id) != CONFEDERATE or not edge:
        return NOBODY
    if g.setting.board.edge_distance[edge][g.at(id)]:
        return EDGE
    cost = exit_cost(g, id)
    if cost is not None and cost <= left:
        return None
    return ONE_HEX if g.units[id].routed else POINTS


@cites("SW-16.0-3", "SW-16.0-5", "GB-27.2-1", "GB-27.3-2")
def leave(g: State, id: str) -> None:
    """It is off the map for good."""
    take_off(g, id, EXITED, "SW-16.0-3", "exited")
    g.exits = (*g.exits, id)
