"""Chapter 16: units that leave the map.

edge_cost(g, id, hex)           what a hex at the edge costs from off the map, or to leave by
exit_cost(g, id)                what leaving costs more
exit_bar(g, id, left)           why a unit may not leave
ways_out(g, id, near)           the hexes from which one on its way leaves, by what that costs
leave(g, id)                    it leaves
"""

from __future__ import annotations

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of, mask_of
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
    """The thoroughfare that ends in a hex at the edge, the best kind first; in 2007 a turnpike alone."""
    board, kept, key = g.setting.board, g.setting.kept, ("leads off", hex)
    found: str | None = kept.get(key)
    if found is None:
        kinds = [r.kind for r in board.roads if hex in (r.hexes[0], r.hexes[-1])]
        if not g.setting.profile.exit_by_any_road:
            kinds = [k for k in kinds if k == "pike"]
        found = kept[key] = min(kinds, key=board.road_kinds.index, default="")
    return found


@cites("SW-16.0-4", "SW-16.0-6", "SW-21.22-3", "GB-27.2-2", "GB-27.3-1")
def edge_cost(g: State, id: str, hex: int) -> int | None:
    """What a hex at the edge costs from off the map, or to leave by: the rate of a thoroughfare that leads there.

    The rate is for mounted cavalry, limbered artillery and infantry in column.
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


def _edge_of(g: State, id: str) -> str:
    """The edge by which a unit may leave; empty for none."""
    return g.setting.victory.get("exit_edge") or "" if g.side(id) == CONFEDERATE else ""


@cites("SW-16.0-1", "SW-16.0-3", "SW-16.0-4", "GB-27.1-1", "GB-27.2-1", "GB-27.2-2")
def exit_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not leave the map: only Confederates may, by the north edge, for the cost of their hex again."""
    edge = _edge_of(g, id)
    if not edge:
        return NOBODY
    if g.setting.board.edge_distance[edge][g.at(id)]:
        return EDGE
    cost = exit_cost(g, id)
    if cost is not None and cost <= left:
        return None
    return ONE_HEX if g.units[id].routed else POINTS


@cites("SW-16.0-3", "SW-16.0-4", "SW-14.3-5")
def ways_out(g: State, id: str, near: int) -> dict[int, int]:
    """Of these hexes, as bits, those from which a unit on its way leaves the map: what that costs -> hexes, as bits.

    None for a routed unit: it leaves from the hex where it began.
    """
    edge = _edge_of(g, id)
    if not edge or (g.units[id].routed and not g.counter(id).leader):
        return {}
    kept, key = g.setting.kept, ("edge", edge)
    rim: int | None = kept.get(key)
    if rim is None:
        rim = kept[key] = mask_of(h for h, far in enumerate(g.setting.board.edge_distance[edge]) if not far)
    found: dict[int, int] = {}
    for hex in hexes_of(rim & near):
        cost = edge_cost(g, id, hex)
        if cost is not None:
            found[cost] = found.get(cost, 0) | 1 << hex
    return found


@cites("SW-16.0-3", "SW-16.0-5", "GB-27.2-1", "GB-27.3-2")
def leave(g: State, id: str) -> None:
    """Take a unit off the map for good."""
    take_off(g, id, EXITED, "SW-16.0-3", "exited")
    g.exits = (*g.exits, id)
