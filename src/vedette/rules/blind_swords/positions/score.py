"""What a position says about the score: points earned before, and units that have left the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.field import paired
from vedette.engine.rulebook import PositionError
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import EXITED, Exit, State

MOST = 9999
EDGES = ("north", "east", "south", "west")


def set_points(g: State, spec: Mapping[str, Any]) -> None:
    """`points`: what the sides have earned so far, instead of the points that the scenario begins with."""
    if "points" in spec and g.setting.victory.get("do") != "points":
        raise PositionError("points: this battle counts no points: take the key out")
    for side, seat in enumerate(SIDES):
        found = spec.get("points", {}).get(seat)
        if found is not None:
            if found < 0:
                raise PositionError(f"points.{seat}: {found} is less than nothing: write 0 or more")
            if found > MOST:
                raise PositionError(f"points.{seat}: {found} is more than any battle gives: write {MOST} or less")
            g.given = paired(g.given, side, found)


def set_exit(g: State, row: Mapping[str, Any]) -> None:
    """A unit that has left the map: how it left, and its state then."""
    id = row["id"]
    g.exits = tuple(gone for gone in g.exits if gone.unit != id)
    if g.units[id].at != EXITED:
        if "exit" in row:
            raise PositionError(f'unit {id!r}: exit is for units off the map: write box = "exited"')
        return
    how = row.get("exit", {})
    edge, turn = how.get("edge", g.setting.own_edges[g.side(id)][0]), how.get("turn", g.turn)
    edges = (edge,) if isinstance(edge, str) else tuple(edge)
    if not edges:
        raise PositionError(f"unit {id!r}: exit.edge names no edge: write one of {', '.join(EDGES)}")
    for word in edges:
        if word not in EDGES:
            raise PositionError(f"unit {id!r}: exit.edge {word!r} is none of {', '.join(EDGES)}")
    if not g.setting.first_turn <= turn <= g.turn:
        raise PositionError(f"unit {id!r}: exit.turn {turn} is none from {g.setting.first_turn} to {g.turn}")
    strength = g.counter(id).sp[g.units[id].worn]
    g.exits = (*g.exits, Exit(id, strength, edges, turn, bool(how.get("forced", False))))
