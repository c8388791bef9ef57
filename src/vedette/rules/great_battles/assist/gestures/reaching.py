"""How far a unit or a stack comes now, by which way, and what goes with it: cost, fire on the way, room (SW 5).

mover_now(g, id, hex)       the unit that is moving, one that may be picked next, or one that may enter
route(g, m, stages)         the whole way over these hexes, filled in by the cheapest steps
follow(g, m, way)           what a way costs, or what keeps it
reach(g, names)             the answer of a table to "how far"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.engine.events import Reason
from vedette.engine.shapes import Reached
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import comes_first, under_way
from vedette.rules.common.assist.marching import shared
from vedette.rules.great_battles.assist.gestures.threats import end_words, fires_of, fires_words, leaves_zone
from vedette.rules.great_battles.chapters.deeds import replace
from vedette.rules.great_battles.chapters.edges import enter, entry_bar, entry_hexes, formations, formed
from vedette.rules.great_battles.chapters.leaving import edge_cost
from vedette.rules.great_battles.chapters.movement import MovementPhase, MoveUnit
from vedette.rules.great_battles.chapters.moves import (
    ENEMY,
    MOVED,
    Found,
    cost_of,
    end_bar,
    left,
    may_stay,
    move_bar,
    move_reach,
    pass_bar,
    start_bar,
)
from vedette.rules.great_battles.chapters.stacking import closed, fault, size
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.state import WAITING, State

HELD = Reason("it goes no farther once it is among units in reserve", "SW-8.73-3")


class Mover(marching.Mover, frozen=True):
    """A unit that moves or may move next; its points in quarters."""

    column: bool = False
    """The formation in which it enters."""


def points(quarters: int) -> float | int:
    """Quarters of a movement point as points: 2, 2.5."""
    whole, rest = divmod(quarters, 4)
    return quarters / 4 if rest else whole


def decimal(quarters: int) -> str:
    """Quarters of a movement point in words: "2", "2.5"."""
    return f"{quarters / 4:g}"


# -- who ---------------------------------------------------------------------------------------------------------


def phase_of(g: State) -> MovementPhase | None:
    """The movement phase under way."""
    return under_way(g, MovementPhase)


def moving(g: State) -> MoveUnit | None:
    """The move under way that waits for its next hex."""
    top = g.stack[-1][0] if g.stack else None
    return top if isinstance(top, MoveUnit) and g.ask is not None and getattr(g.ask, "kind", "") == "move" else None


def moving_unit(g: State) -> str:
    """The unit that is in the middle of its move; empty where there is none."""
    top = moving(g)
    return top.unit if top else ""


def waits_bar(g: State, ids: Sequence[str]) -> Reason | None:
    """Whose move has been opened and is not begun, where none of these is it: a gesture does not end it for him."""
    top = moving(g)
    if top is None or top.did or dict(g.spent).get(top.unit) or top.unit in ids:
        return None
    return comes_first(top.unit, "SW-5.0-3")


def go_bar(g: State, id: str) -> Reason | None:
    """Why a unit goes nowhere in this phase: what keeps it from moving, or that its move is over."""
    top = moving(g)
    if top and top.unit == id:
        return MOVED if top.over else start_bar(g, id)
    if top and (bar := end_bar(g, top.unit)):
        return Reason(f"{top.unit} is under way and cannot stop where it is: {bar.text}", bar.cite)
    return start_bar(g, id) or (MOVED if id in g.moved else None)


def mover_now(g: State, id: str, hex: int = -1, column: bool | None = None) -> Mover | None:
    """The unit that is moving, or one that may be picked next, once the unit that is moving has stopped.

    Args:
        hex: where a reinforcement is to enter; by itself where it may.
        column: in which formation; by itself as the scenario has it, if that will do.
    """
    if phase_of(g) is None:
        return None
    if g.at(id) == WAITING:
        return entering(g, id, hex, column)
    return None if go_bar(g, id) else Mover(id, g.at(id), left(g, id))


def entering(g: State, id: str, hex: int = -1, column: bool | None = None) -> Mover | None:
    """A reinforcement that may enter now, with the points it then has left."""
    if g.phase != "movement":
        return None
    at = hex if hex >= 0 else next(iter(entry_hexes(g, id)), -1)
    if at < 0:
        return None
    able = [c for c in formations(g, id) if column in (None, c) and entry_bar(g, id, at, c) is None]
    if not able:
        return None
    new = entered(g, id, at, able[0])
    return Mover(id, at, left(new, id), max(1, dict(new.spent).get(id, 0)), able[0])


def entered(g: State, id: str, hex: int, column: bool) -> State:
    """The field once a reinforcement has entered."""
    new = g.fork()
    enter(new, id, hex, column)
    return new


def field_of(g: State, m: Mover) -> State:
    """The field on which a mover sets out."""
    return entered(g, m.unit, m.at, m.column) if m.enters else g


# -- the ways ----------------------------------------------------------------------------------------------------


def route(g: State, m: Mover, stages: Sequence[int]) -> tuple[int, ...] | Reason:
    """The way over these hexes; from one to a far one by the cheapest steps."""
    field = field_of(g, m)
    near = g.setting.grid.near
    way, has = [m.at], m.left
    for to in stages:
        if to == way[-1]:
            continue
        if near[way[-1]] >> to & 1:
            leg: tuple[int, ...] = (way[-1], to)
        else:
            found = _reach_from(field, m.unit, way[-1], has)
            if to not in found:
                return too_far(field, m.unit, to, has)
            leg = path(found, to)
        for a, b in pairwise(leg):
            has -= min(has, cost_of(field, m.unit, a, b) or 0)
        way += leg[1:]
    return tuple(way)


def too_far(g: State, id: str, to: int, has: int) -> Reason:
    """Why a unit does not come to a far hex."""
    if g.masks[1 - g.side(id)] >> to & 1:
        return ENEMY
    return Reason(f"it does not come so far with {decimal(has)} MP", "SW-5.15-1")


def _reach_from(g: State, id: str, hex: int, has: int) -> Found:
    """Every hex that a unit can come to from a hex on its way."""
    if g.at(id) == hex:
        return move_reach(g, id, has)
    new = g.fork()
    new.units[id] = replace(new.units[id], at=hex)
    return move_reach(new, id, has)


def held_bar(g: State, id: str, hex: int, start: int) -> Reason | None:
    """Why a unit goes no farther from a hex on its way: units in reserve hold it (SW-8.73)."""
    return HELD if hex != start and closed(g, id, hex) else None


def follow(g: State, m: Mover, way: Sequence[int]) -> int | Reason:
    """What a way costs a unit in quarters of a point, or why it cannot go it."""
    field, has = field_of(g, m), m.left
    for frm, to in pairwise(way):
        bar = held_bar(field, m.unit, frm, m.at) or move_bar(field, m.unit, frm, to, has)
        if bar is not None:
            return bar
        has -= min(has, cost_of(field, m.unit, frm, to) or 0)
    return m.left - has


# -- what goes with it -------------------------------------------------------------------------------------------


def room_words(g: State, hex: int, coming: Sequence[str]) -> str | None:
    """The points of a hex against the limit once these have come, "7 of 8"; None where one stands alone."""
    side = g.side(coming[0])
    here = {*g.troops(hex, side), *(i for i in coming if not g.counter(i).leader)}
    if len(here) < 2:
        return None
    return f"{sum(size(g, i) for i in here)} of {g.setting.numbers['stack-points']}"


def numbers_of(g: State, id: str) -> list[str]:
    """Strength, weapon and morale; of a leader nothing that a hex changes."""
    c = g.counter(id)
    return [] if c.leader else [str(g.strength(id)), *(word for word in (c.weapon, c.morale) if word)]


def stay_bar(g: State, ids: Sequence[str], hex: int) -> Reason | None:
    """Why these may not all stay in a hex: each by itself, and all of them together."""
    troops = [i for i in ids if not g.counter(i).leader]
    rest = [i for i in g.troops(hex, g.side(ids[0])) if i not in ids]
    if troops and (bar := fault(g, [*rest, *troops])):
        return bar
    if troops:
        return None
    return next((bar for i in ids if (bar := may_stay(g, i, hex))), None)


# -- the answer --------------------------------------------------------------------------------------------------


def reach(g: State, names: str, by: int = -1) -> dict[str, Reached]:
    """Hexes to which a unit, or a stack "A + B", can go now, with all that goes with each; empty where it may not.

    Args:
        by: where a reinforcement enters; by itself, for each hex, where its way is the cheapest.
    """
    ids = tuple(dict.fromkeys(name.strip() for name in names.split(" + ")))
    if not all(id in g.units for id in ids) or waits_bar(g, ids) is not None:
        return {}
    if len(ids) == 1 and g.at(ids[0]) == WAITING:
        return entry_rows(g, ids[0], by) if phase_of(g) is not None else {}
    movers = [mover_now(g, id) for id in ids]
    found = [m for m in movers if m is not None]
    if len(found) < len(ids) or len({m.at for m in found}) > 1 or any(m.enters for m in found):
        return {}
    ways = [move_reach(g, m.unit, m.left) for m in found]
    rows = {}
    for hex in ways[0]:
        if (
            hex != found[0].at
            and all(hex in way for way in ways)
            and (one := shared(found, hex, ways, partial(follow, g)))
        ):
            rows[g.hex_name(hex)] = _row(g, found, hex, *one)
    return rows


def entry_rows(g: State, id: str, by: int) -> dict[str, Reached]:
    """Where a reinforcement can come to, by one hex of its area or by any of them: each row's way begins with it."""
    hexes = tuple(h for h in entry_hexes(g, id) if by in (-1, h))
    column = next((c for c in formations(g, id) if any(entry_bar(g, id, h, c) is None for h in hexes)), None)
    if column is None:
        return {}
    hexes = tuple(h for h in hexes if entry_bar(g, id, h, column) is None)
    field = formed(g, id, column)
    has, rows = allowance(field, id), {}
    found = ways_in(field, id, hexes, has)
    for hex, (spent, _) in found.items():
        if hex < g.setting.grid.size:
            way = path(found, hex)[1:]
            enters = found[way[0]][0]
            m = Mover(id, way[0], has - enters, max(1, enters), column)
            rows[g.hex_name(hex)] = _row(field, (m,), hex, way, spent - enters)
    return rows


def door_to(g: State, id: str, hex: int) -> int:
    """Where a reinforcement enters that comes to a hex by the cheapest way; -1 where it does not come so far."""
    column = next((c for c in formations(g, id) for h in entry_hexes(g, id) if entry_bar(g, id, h, c) is None), None)
    if column is None:
        return -1
    hexes = tuple(h for h in entry_hexes(g, id) if entry_bar(g, id, h, column) is None)
    field = formed(g, id, column)
    found = ways_in(field, id, hexes, allowance(field, id))
    return path(found, hex)[1] if hex in found else -1


def ways_in(g: State, id: str, hexes: Sequence[int], has: int) -> Found:
    """The cheapest ways of a unit off the map over any of these hexes; they begin one behind the last hex."""
    grid = g.setting.grid
    off = grid.size
    held = [h for h in {g.at(i) for i in g.on_map(g.side(id))} if closed(g, id, h)]

    def step(a: int, b: int) -> int | None:
        if a == off:
            return edge_cost(g, id, b)
        return None if a in held or pass_bar(g, id, a, b) else cost_of(g, id, a, b)

    return search(off, has, step, (*grid.neighbours, hexes))


def _row(g: State, movers: Sequence[Mover], hex: int, way: Sequence[int], cost: int) -> Reached:
    """One hex of a range, with the way there and its cost without that of entering."""
    ids = [m.unit for m in movers]
    bar = stay_bar(g, ids, hex)
    fires = fires_of(g, ids, way)
    rest = max(0, min(m.left for m in movers) - cost)
    draws = leaves_zone(g, ids, way)
    return {
        "cost": points(cost + movers[0].enters),
        "path": [g.hex_name(p) for p in way],
        "end": bar is None,
        "draws_fire": draws,
        "left": points(rest),
        "why": bar.text if bar else "",
        "cite": bar.cite if bar else "",
        "fires": fires,
        "irreversible": {"why": fires_words(fires), "cite": "SW-5.14"} if draws else None,
        "support": [],
        "numbers": {id: numbers_of(g, id) for id in ids},
        "stack": room_words(g, hex, ids),
        "stops": False,
        "text": "; ".join(_told(g, movers[0], hex, cost, rest, fires_words(fires), bar)),
    }


def _told(g: State, m: Mover, hex: int, cost: int, rest: int, fire: str, bar: Reason | None) -> Iterator[str]:
    if m.enters:
        yield f"enters at {g.hex_name(m.at)} ({decimal(m.enters)} MP)"
    yield f"{decimal(cost + m.enters)} MP{' in all' if m.enters and cost else ''}, {decimal(rest)} left"
    if fire:
        yield fire
    if words := end_words(g, m.unit, hex):
        yield words
    if bar:
        yield f"it cannot stay there: {bar.text}"
