"""Moves of several units as one gesture: their order, the same step for all, their plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import atan2, degrees
from typing import Any, Generic, TypeVar

import msgspec

from vedette.board.paths import path
from vedette.engine.events import Reason
from vedette.engine.field import FieldState
from vedette.engine.plan import MARCH, plan
from vedette.engine.shapes import Plan
from vedette.hexes import Grid

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
S = TypeVar("S", bound=FieldState)
M = TypeVar("M")


class Mover(msgspec.Struct, frozen=True):
    """A unit that moves or may move next; a family adds whatever else its move depends on."""

    unit: str
    at: int
    """Where its way begins: its hex, or the hex by which it enters."""
    left: int
    """The points it has left, in the unit of the book."""
    enters: int = 0
    """What entering the map costs it; 0 for a unit on the map."""


class Leg(msgspec.Struct, frozen=True):
    """The move of one unit."""

    unit: str
    way: tuple[int, ...]
    """The hexes of its way, including the one where it begins."""
    enters: bool = False
    """Whether it comes onto the map where its way begins."""
    column: bool | None = None
    """For a unit that enters in a formation: whether that is a column."""


class Moves(msgspec.Struct, Generic[S], frozen=True):
    """The moves of several units in the order in which they are made, who stays and why, and the field afterwards."""

    legs: tuple[Leg, ...]
    stays: tuple[tuple[str, Reason], ...]
    """Who stays put, or does not go all the way, and why."""
    after: S
    short: tuple[tuple[str, Reason], ...] = ()
    """Who else stops before the hex to which all march, and why."""


def in_turn(now: str, ids: Sequence[str]) -> Sequence[str]:
    """The unit that is already moving, `now`, goes first: as soon as another moves, its own move is over."""
    return (now, *(i for i in ids if i != now)) if now in ids else ids


def _middle(grid: Grid) -> int:
    """A hex with neighbours on all its sides."""
    return next(h for h in range(grid.size) if all(n >= 0 for n in grid.around[h]))


def directions(grid: Grid) -> dict[str, int]:
    """The six directions by their names on the ground, such as "NE", with their numbers in the grid."""
    middle = _middle(grid)
    (x, y), found = grid.centre(middle), {}
    for d, to in enumerate(grid.around[middle]):
        u, v = grid.centre(to)
        found[COMPASS[round(degrees(atan2(u - x, v - y)) / 45) % 8]] = d
    return found


def foremost(g: FieldState, ids: Sequence[str], d: int, last: Callable[[str], bool] = lambda id: False) -> list[str]:
    """Units in the order in which they should go in direction `d`, so that none stands in the way of those behind.

    Args:
        last: which units go after all others.
    """
    grid = g.setting.grid
    middle = _middle(grid)
    (x, y), (u, v) = grid.centre(middle), grid.centre(grid.around[middle][d])

    def forward(id: str) -> tuple[bool, float, int]:
        east, north = grid.centre(g.at(id)) if g.at(id) >= 0 else (0.0, 0.0)
        return (last(id), -round(east * (u - x) + north * (v - y), 3), g.setting.counters[id].order)

    return sorted(ids, key=forward)


def shared(
    movers: Sequence[M],
    hex: int,
    ways: Sequence[Mapping[int, tuple[int, int]]],
    cost_of: Callable[[M, Sequence[int]], Any],
) -> tuple[tuple[int, ...], int] | None:
    """One way to a hex that a whole stack can go, and the most that it costs any of them.

    Args:
        ways: for each of them the hexes in reach, with the cost and the hex from which each is entered.
        cost_of: what a way costs one of them; not a number if it cannot go that way.
    """
    if len(movers) == 1:
        return path(ways[0], hex), ways[0][hex][0]
    for way in dict.fromkeys(path(found, hex) for found in ways):
        costs = [cost for m in movers if isinstance(cost := cost_of(m, way), int)]
        if len(costs) == len(movers):
            return way, max(costs)
    return None


def stepped(
    after: S,
    ids: Sequence[str],
    straight: Callable[[str], tuple[tuple[int, ...], Reason | None, int]],
    go: Callable[[str, int, int], Any],
) -> Moves[S]:
    """Units that all go so many hexes in one direction; each stops where it is barred, or stays.

    Args:
        after: the field on which they move, a copy of the game's.
        ids: the foremost first.
        straight: a unit's way as far as it gets, what stopped it early, and its cost; no way for one that has no part.
        go: puts a unit where its way ends, at its cost.
    """
    legs, stays = [], []
    for id in ids:
        way, bar, cost = straight(id)
        if bar is not None:
            stays.append((id, bar))
        if len(way) > 1:
            legs.append(Leg(id, way))
            go(id, way[-1], cost)
    return Moves(tuple(legs), tuple(stays), after)


def nobody_goes(moves: Moves[S]) -> Reason | None:
    """Why none of several units gets anywhere; None if one of them does."""
    if moves.legs or not moves.stays:
        return None
    id, bar = moves.stays[0]
    return bar.of(id)


def halts(g: FieldState, moves: Moves[S], goal: str | None = None) -> list[str]:
    """ "7 OH-a stops at 1533: 1534 is full (KT-6.1-3)", of all who do not come where they are to go.

    Args:
        goal: of a march, where they are to go; of who stands there already nothing is said.
    """
    ends = {leg.unit: leg.way[-1] for leg in moves.legs}
    return [
        f"{id} {f'stops at {g.hex_name(ends[id])}' if id in ends else 'stays'}: {bar.text} ({g.cite(bar.cite)})"
        for id, bar in (dict(moves.short) | dict(moves.stays)).items()
        if id in ends or g.at(id) < 0 or g.hex_name(g.at(id)) != goal
    ]


def alone(g: FieldState, moves: Moves[S]) -> list[str]:
    """Where a single unit stops short on its way, and why; of several the plan's `halts` say it."""
    ids = [id for id, _ in (*moves.short, *moves.stays)]
    return halts(g, moves) if len(ids) == 1 and [leg.unit for leg in moves.legs] == ids else []


def texts_of(g: FieldState, now: str, moves: Moves[S], opening: Callable[[Leg], str]) -> list[str]:
    """The single answers that make up moves; each unit stops where its move ends.

    Args:
        now: the unit that is already moving.
        opening: the answer that begins the move of any other unit.
    """
    found: list[str] = []
    for leg in moves.legs:
        if now and now != leg.unit:
            found.append("done")
        if now != leg.unit:
            found.append(opening(leg))
        now = ""
        found += [f"{leg.unit}: {g.hex_name(hex)}" for hex in leg.way[1:]]
        found.append("done")
    return found


# -- plans ----------------------------------------------------------------------------------------------------


def whither(g: FieldState, moves: Moves[S], goal: int) -> str:
    """Where a march leads; where nobody ends in the hex, that it is towards it, and where one unit stops."""
    ends = [leg.way[-1] for leg in moves.legs]
    name = g.hex_name(goal)
    if goal in ends:
        return f"to {name}"
    return f"towards {name}, stops at {g.hex_name(ends[0])}" if len(ends) == 1 else f"towards {name}"


def march_plan(
    g: FieldState,
    moves: Moves[S],
    title: str,
    text: str,
    at: str | None,
    room: Mapping[int, str | None],
    *,
    draws: Sequence[Any] = (),
    irreversible: Mapping[str, str] | None = None,
    support: Sequence[Any] = (),
    **more: Any,
) -> Plan:
    """The plan of some moves: who goes which way and ends where, who stays and why, how full the hexes are then."""
    rooms = {g.hex_name(hex): words for hex, words in room.items() if words}
    return plan(
        MARCH,
        title,
        text,
        at=at,
        units=[leg.unit for leg in moves.legs],
        others=[{"unit": id, "why": bar.text, "cite": bar.cite} for id, bar in moves.stays],
        ghosts=ghosts(g, moves),
        ways={leg.unit: [g.hex_name(h) for h in leg.way] for leg in moves.legs},
        draws=list(draws),
        irreversible=irreversible,
        support=list(support),
        room=rooms,
        halts=halts(g, moves, at),
        stops=[{"unit": id, "why": bar.text, "cite": bar.cite} for id, bar in moves.short],
        **more,
    )


def ghosts(g: FieldState, moves: Moves[S]) -> dict[str, str]:
    """Where those that go end up."""
    return {leg.unit: g.hex_name(leg.way[-1]) for leg in moves.legs}


def who_goes(moves: Moves[S], one: str = "moves", stays: str = "stays") -> list[str]:
    """ "5 move", "1 not all the way", "2 stay"; `one` and `stays` are the words for a single unit."""
    units = {leg.unit for leg in moves.legs}
    short = len({id for id, _ in (*moves.stays, *moves.short)} & units)
    stay = len({id for id, _ in moves.stays} - units)
    return [
        f"{len(moves.legs)} {one if len(moves.legs) == 1 else 'move'}",
        *([f"{short} not all the way"] if short else []),
        *([f"{stay} {stays if stay == 1 else 'stay'}"] if stay else []),
    ]


def in_better_order(given: Plan | None, same: bool, proposed: Callable[[], Plan | None]) -> list[Plan]:
    """A march in the order given, and in the proposed order if that takes the units farther; the best is marked.

    Args:
        same: whether the order given is the proposed one.
    """
    if given is not None and same:
        return [_best(given)]
    other = proposed()
    if given is None or other is None:
        return [_best(p) for p in (given, other) if p is not None][:1]
    if _gain(other) <= _gain(given):
        return [_best(given)]
    warning = "; ".join(filter(None, (given["warning"], "in the proposed order they come farther")))
    return [{**given, "warning": warning}, {**other, "best": True, "title": f"{other['title']}, in the proposed order"}]


def _best(found: Plan) -> Plan:
    return {**found, "best": True}


def _gain(found: Plan) -> int:
    """How many hexes they all advance together."""
    return sum(len(way) for way in found["ways"].values())


def step_plans(
    ids: Sequence[str], ways: Iterable[str], most: int, made: Callable[[str, int, str, str], Plan | None]
) -> list[Plan]:
    """Plans for the same step by all, in each direction as far as anybody gets.

    Args:
        most: how many hexes are tried.
        made: the plan for a direction and a number of hexes, with title and text; None if nobody goes.
    """
    plans = []
    for word in ways:
        known: Any = {}
        for hexes in range(1, 1 + most):
            title = f"one hex {word}" if hexes == 1 else f"{hexes} hexes {word}"
            found = made(word, hexes, title, f"step {' + '.join(ids)} {word} {hexes}")
            if found is None or found["ghosts"] == known:
                break
            known = found["ghosts"]
            plans.append(found)
    return plans
