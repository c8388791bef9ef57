"""Chapter 21.22: units that enter the map.

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
from vedette.rules.great_battles.chapters.deeds import place, replace
from vedette.rules.great_battles.chapters.formations import align, faces
from vedette.rules.great_battles.chapters.leaving import edge_cost
from vedette.rules.great_battles.chapters.moves import arrival_bar
from vedette.rules.great_battles.chapters.setup import ENEMY, MOBILE
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.state import WAITING, State, tallied

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
