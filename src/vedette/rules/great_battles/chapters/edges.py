"""Chapters 16 and 21.22: units that leave the map, and units that enter it.

exit_cost(g, id)                what leaving costs more
exit_bar(g, id, left), leave    why a unit may not leave, and it leaves
edge_cost(g, id, hex)           what entering a hex at the edge of the map costs, from off it
due(g, side)                    who may enter in this movement phase
entry_bar(g, id, hex, column)   why it may not there
entries(g, side)                all (unit, hex) that are open
enter(g, id, hex, column)       it enters
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.deeds import place, replace, take_off
from vedette.rules.great_battles.chapters.formations import align, faces
from vedette.rules.great_battles.chapters.moves import arrival_bar
from vedette.rules.great_battles.chapters.setup import ENEMY, MOBILE
from vedette.rules.great_battles.chapters.terrain import WHOLE, allowance, hex_cost, mover
from vedette.rules.great_battles.setting import CONFEDERATE
from vedette.rules.great_battles.state import EXITED, WAITING, State, tallied

# -- leaving the map (16) --------------------------------------------------------------------------------

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
    """Take a unit off the map for good."""
    take_off(g, id, EXITED, "SW-16.0-3", "exited")
    g.exits = (*g.exits, id)


# -- entering it (21.22) ---------------------------------------------------------------------------------

NOT_DUE = Reason("it does not enter in this turn", "SW-21.22-1")
ELSEWHERE = Reason("it does not enter there", "SW-21.22-2")
ENTRY_POINTS = Reason("it has not the points for the hex", "SW-21.22-3")


def row_of(g: State, id: str) -> Mapping[str, Any]:
    """The row of a reinforcement in the scenario."""
    rows = g.setting.kept.get("arrivals")
    if rows is None:
        rows = g.setting.kept["arrivals"] = {r["unit"]: r for r in g.setting.scenario["reinforcement"]}
    found: Mapping[str, Any] = rows.get(id, {})
    return found


@cites("SW-4.0-B-2", "SW-21.22-1")
def is_due(g: State, id: str) -> bool:
    """Whether a unit waits to enter, and its turn has come."""
    if g.units[id].at != WAITING:
        return False
    row = row_of(g, id)
    return bool(row) and row["turn"] <= g.turn


@cites("SW-4.0-B-2", "SW-21.22-1")
def due(g: State, side: int) -> tuple[str, ...]:
    """The reinforcements of a side that may enter: from their turn on, in its movement phase."""
    return tuple(i for i in g.armies[side] if is_due(g, i))


@cites("SW-21.22-4")
def formations(g: State, id: str) -> tuple[bool, ...]:
    """In column or not, the scenario's formation first: infantry may choose, artillery is limbered."""
    column = row_of(g, id).get("formation", "line") in MOBILE
    return (column, not column) if g.counter(id).arm == "infantry" else (column,)


def formed(g: State, id: str, column: bool) -> State:
    """The state with a waiting unit in a formation: the same state if the unit is in it already."""
    if g.units[id].column == column:
        return g
    new = g.clone()
    new.units[id] = replace(new.units[id], column=column)
    return new


def entry_bar(g: State, id: str, hex: int, column: bool) -> Reason | None:
    """Why a unit may not enter in a hex."""
    if not enters_now(g, id):
        return NOT_DUE
    if hex not in entry_area(g, id):
        return ELSEWHERE
    return _hex_bar(formed(g, id, column), id, hex)


def enters_now(g: State, id: str) -> bool:
    """Whether a reinforcement may enter at this moment."""
    return g.phase == "movement" and g.side(id) == g.player and is_due(g, id)


@cites("SW-21.22-2")
def entry_area(g: State, id: str) -> Collection[int]:
    """The hexes that the scenario names for a reinforcement."""
    return g.setting.areas[row_of(g, id)["area"]]


@cites("SW-21.22-3", "SW-21.22-5")
def _hex_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not enter there as it is formed. It pays as if it came from a hex off the map, each by itself."""
    if g.masks[1 - g.side(id)] >> hex & 1:
        return ENEMY
    cost, has = edge_cost(g, id, hex), allowance(g, id)
    if cost is None or cost > has:
        return ENTRY_POINTS
    return arrival_bar(g, id, hex, has - cost)


def entry_hexes(g: State, id: str) -> tuple[int, ...]:
    """The hexes where a unit may enter now, in one of its formations."""
    if not enters_now(g, id):
        return ()
    ways = [formed(g, id, column) for column in formations(g, id)]
    return tuple(h for h in entry_area(g, id) if any(_hex_bar(way, id, h) is None for way in ways))


def entries(g: State, side: int) -> list[tuple[str, int]]:
    """Every unit that may enter and the hexes where it may, in one of its formations."""
    return [(id, h) for id in due(g, side) for h in entry_hexes(g, id)]


@cites("SW-4.0-B-2", "SW-21.22-1", "SW-21.22-3")
def enter(g: State, id: str, hex: int, column: bool) -> None:
    """It enters, for the cost of its first hex; off the map it was in command.

    A unit with a front looks away from the edge.
    """
    g.units[id] = replace(g.units[id], column=column)
    cost = edge_cost(g, id, hex) or 0
    around = g.setting.grid.around[hex]
    inward = next((d for d in range(6) if around[d] >= 0 and around[(d + 3) % 6] < 0), 0)
    g.spent = tallied(g.spent, id, cost)
    place(g, id, hex, row_of(g, id).get("cite", "SW-21.22-1"), "entered", (cost,), inward if faces(g, id) else -1)
    if g.counter(id).small_arms:
        g.commanded = (*g.commanded, id)
    align(g, id)
