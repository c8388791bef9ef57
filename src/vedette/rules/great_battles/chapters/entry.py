"""Chapter 21.22: units that enter from off the map.

due(g, side)                    who may enter in this movement phase
entry_bar(g, id, hex, column)   why it may not there
entry_hexes(g, id)              the hexes where it may
entries(g, side)                all (unit, hex) that are open
enter(g, id, hex, column)       it enters
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.deeds import place, replace
from vedette.rules.great_battles.chapters.exits import edge_cost
from vedette.rules.great_battles.chapters.facing import align, faces
from vedette.rules.great_battles.chapters.moves import arrival_bar
from vedette.rules.great_battles.chapters.placing import MOBILE
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.state import WAITING, State, tallied

NOT_DUE = Reason("it does not enter in this turn", "SW-21.22-1")
ELSEWHERE = Reason("it does not enter there", "SW-21.22-2")
ENEMY = Reason("an enemy stands there", "SW-5.12-1")
POINTS = Reason("it has not the points for the hex", "SW-21.22-3")


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
    row = row_of(g, id)
    return g.at(id) == WAITING and bool(row) and row["turn"] <= g.turn


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
    """The state with a waiting unit in a formation; the same one where it is in it."""
    if g.units[id].column == column:
        return g
    new = g.clone()
    new.units[id] = replace(new.units[id], column=column)
    return new


@cites("SW-21.22-2", "SW-21.22-3", "SW-21.22-5")
def entry_bar(g: State, id: str, hex: int, column: bool) -> Reason | None:
    """Why a unit may not enter in a hex: it pays for it as if it came from a hex, alone."""
    if g.phase != "movement" or g.side(id) != g.player or not is_due(g, id):
        return NOT_DUE
    if hex not in g.setting.areas[row_of(g, id)["area"]]:
        return ELSEWHERE
    if g.masks[1 - g.side(id)] >> hex & 1:
        return ENEMY
    new = formed(g, id, column)
    cost, has = edge_cost(new, id, hex), allowance(new, id)
    if cost is None or cost > has:
        return POINTS
    return arrival_bar(new, id, hex, has - cost)


def entry_hexes(g: State, id: str) -> tuple[int, ...]:
    """The hexes where a unit may enter now, in one of its formations."""
    if not is_due(g, id):
        return ()
    hexes = g.setting.areas[row_of(g, id)["area"]]
    return tuple(h for h in hexes if any(entry_bar(g, id, h, c) is None for c in formations(g, id)))


def entries(g: State, side: int) -> list[tuple[str, int]]:
    """Every unit that may enter and the hexes where it may, in one of its formations."""
    return [(id, h) for id in due(g, side) for h in entry_hexes(g, id)]


@cites("SW-4.0-B-2", "SW-21.22-1", "SW-21.22-3")
def enter(g: State, id: str, hex: int, column: bool) -> None:
    """It enters, for the cost of its first hex; off the map it was in command.

    Whoever faces looks away from the edge.
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
