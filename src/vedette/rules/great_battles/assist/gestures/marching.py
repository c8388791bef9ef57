"""Moves of many units as one gesture: a column behind its head, the same step for all (SW 5.0).

The order in which units move is the player's; an order is only proposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.engine.events import Reason
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.marching import Leg, Moves, foremost, in_turn
from vedette.rules.great_battles.assist.gestures.reaching import (
    Mover,
    go_bar,
    held_bar,
    mover_now,
    moving_unit,
    waits_bar,
)
from vedette.rules.great_battles.chapters.deeds import place
from vedette.rules.great_battles.chapters.edges import enter, entry_bar, formations, is_due, row_of
from vedette.rules.great_battles.chapters.moves import Found, cost_of, left, may_stay, move_bar, move_reach
from vedette.rules.great_battles.chapters.terrain import WHOLE, cost, mover
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import DIRECTIONS
from vedette.rules.great_battles.state import State, tallied

FAR = 800
"""The most that a way may cost in all, over as many turns as it takes, in quarters of a point."""
HELD = 16
"""What is added to the cost of a way through an enemy zone."""
BESIDE = 2
"""How far a unit may stray to come nearer, in quarters of a point: so a column stays a column."""
DEAR = 40
"""What a step that takes a whole allowance counts for."""

Way = tuple[tuple[int, ...], Reason | None, int]
"""The hexes of a way, what ended it early, and its cost."""
NO_NEARER = Reason("it comes no nearer", "SW-5.16")
NO_WAY = Reason("no way leads there", "SW-5.16")
MAP_ENDS = Reason("the map ends there", "SW-5.16")
NOT_DUE = Reason("it does not enter now", "SW-21.22-1")


def free_units(g: State, side: int) -> tuple[str, ...]:
    """Every unit of a side that may still go somewhere, the one that is moving first."""
    now = moving_unit(g)
    if waits_bar(g, ()) is not None:
        return (now,) if go_bar(g, now) is None else ()
    rest = [id for id in g.on_map(side) if id != now and go_bar(g, id) is None and left(g, id) > 0]
    return (*((now,) if now and go_bar(g, now) is None else ()), *rest)


def stays_bar(g: State, id: str, at: int = -1) -> Reason:
    """Why a unit has no part in a gesture of this phase.

    Args:
        at: where it was to enter; by itself anywhere.
    """
    if g.at(id) >= 0:
        return go_bar(g, id) or NO_WAY
    if not is_due(g, id):
        return NOT_DUE
    hexes = (at,) if at >= 0 else g.setting.areas[row_of(g, id)["area"]]
    bars = (entry_bar(g, id, hex, column) for hex in hexes for column in formations(g, id))
    return next((bar for bar in bars if bar), NOT_DUE)


class Guide:
    """The cheapest way to a hex from anywhere, over as many turns as it takes, by the way of moving."""

    def __init__(self, g: State, side: int, goal: int) -> None:
        self.g, self.goal = g, goal
        self.foe = g.masks[1 - side]
        self.zone = zone(g, 1 - side)
        self._known: dict[str, Found] = {}

    def back(self, id: str) -> Found:
        """From every hex the cost to the goal, and the next hex on the way to it."""
        kind = mover(self.g, id)
        if kind not in self._known:
            self._known[kind] = search(self.goal, FAR, lambda to, frm: self._step(kind, frm, to),
                                       self.g.setting.grid.neighbours)  # fmt: skip
        return self._known[kind]

    def _step(self, kind: str, frm: int, to: int) -> int | None:
        found = cost(self.g.setting, kind, frm, to)
        if found is None or self.foe >> to & 1:
            return None
        return (DEAR if found == WHOLE else found) + HELD * (self.zone >> frm & 1)


def marched(
    g: State, ids: Sequence[str], goal: int, at: int = -1, guide: Guide | None = None, calm: bool = False
) -> Moves[State]:
    """Units along the way to a hex in their order of march, each as far forward as it can go and find room.

    Only leaders pass the unit ahead of them; they hold nobody up.

    Args:
        at: where those that are still off the map enter.
        guide: the ways to the hex, where they are known already.
        calm: they take no way on which they would draw withdrawal fire.
    """
    after = g.fork()
    legs: list[Leg] = []
    stays: list[tuple[str, Reason]] = []
    guide = guide or Guide(g, g.side(ids[0]), goal)
    ahead = 0
    for id in in_turn(moving_unit(g), ids):
        m = mover_now(after, id, at)
        if m is None:
            stays.append((id, stays_bar(after, id, at)))
            continue
        before = after
        if m.enters:
            after = after.fork()
            enter(after, id, m.at, m.column)
        back = guide.back(id)
        way, spent = _forward(after, m, back, ahead, calm)
        if m.enters and (full := may_stay(after, id, way[-1])):
            stays.append((id, full))
            after = before
            continue
        if way[-1] != goal:
            stays.append((id, _short(after, m, back, way)))
        if len(way) > 1 or m.enters:
            legs.append(Leg(id, way, bool(m.enters), m.column if m.enters else None))
            _went(after, id, way[-1], spent)
            if not g.counter(id).leader:
                ahead = max(ahead, back.get(way[-1], (0, 0))[0])
    return Moves(tuple(legs), tuple(stays), after)


def _forward(g: State, m: Mover, back: Found, ahead: int, calm: bool) -> tuple[tuple[int, ...], int]:
    """The way to the hex nearest to the goal, not before those ahead, where the unit may stay; and its cost.

    Of the ways to it one on which it leaves no enemy zone, if its points allow one: leaving one draws fire (SW 11.1).
    """
    zones = 0 if g.counter(m.unit).leader else zone(g, 1 - g.side(m.unit))
    quiet = move_reach(g, m.unit, m.left, zones) if zones else {}
    found = quiet if calm and zones else move_reach(g, m.unit, m.left)
    if calm and zones >> m.at & 1:
        return (m.at,), 0
    floor = 0 if g.counter(m.unit).leader else ahead
    here = back.get(m.at, (FAR, m.at))[0]
    able = [
        (back[hex][0], spent, hex) for hex, (spent, _) in found.items()
        if hex in back and floor <= back[hex][0] < here and spent + back[hex][0] <= here + BESIDE
        and may_stay(g, m.unit, hex) is None
    ]  # fmt: skip
    if not able:
        return (m.at,), 0
    hex = min(able)[2]
    if hex in quiet:
        found = quiet
    return path(found, hex), found[hex][0]


def _short(g: State, m: Mover, back: Found, way: tuple[int, ...]) -> Reason:
    """What keeps a unit from going on where its way ends."""
    if m.at not in back:
        return NO_WAY
    onward = back.get(way[-1], (0, way[-1]))[1]
    spent = 0
    for a, b in pairwise(way):
        spent += cost_of(g, m.unit, a, b) or 0
    return move_bar(g, m.unit, way[-1], onward, m.left - spent) or may_stay(g, m.unit, onward) or NO_NEARER


def _went(g: State, id: str, hex: int, spent: int) -> None:
    """Puts a unit there on the field of a plan, its move over."""
    if g.at(id) != hex:
        place(g, id, hex, "SW-5.16")
    g.spent = tallied(g.spent, id, spent)
    g.moved = (*g.moved, id)


def march_order(g: State, ids: Sequence[str], guide: Guide) -> tuple[str, ...]:
    """An order of march: the nearest first, so that nobody stands in the way of others; leaders after the head."""

    def key(id: str) -> tuple[int, int, int]:
        at = g.at(id)
        return (at < 0, guide.back(id).get(at, (FAR, at))[0] if at >= 0 else 0, g.counter(id).order)

    found = sorted(ids, key=key)
    leaders = [id for id in found if g.counter(id).leader]
    troops = [id for id in found if id not in leaders]
    if any(g.at(id) >= 0 for id in ids):
        return (*troops[:1], *leaders, *troops[1:])
    return led(g, troops, leaders)


def led(g: State, ids: Sequence[str], leaders: Sequence[str]) -> tuple[str, ...]:
    """Reinforcements with their leaders: each behind the first of his brigade, others behind the head of the column."""
    heads = {
        id: next((i for i in ids if g.counter(i).brigade == g.counter(id).brigade), ids[0]) for id in leaders if ids
    }
    return tuple(one for id in ids for one in (id, *(i for i in leaders if heads[i] == id))) if ids else tuple(leaders)


def stepped(g: State, ids: Sequence[str], word: str, hexes: int) -> Moves[State]:
    """Units that all go so many hexes in one direction, the foremost first; each stops where it is barred, or stays."""
    d = DIRECTIONS.index(word)
    after = g.fork()

    def straight(id: str) -> Way:
        m = mover_now(after, id) if g.at(id) >= 0 else None
        return ((), stays_bar(after, id), 0) if m is None else _straight(after, m, d, hexes)

    order = in_turn(moving_unit(g), foremost(g, ids, d, lambda id: g.counter(id).leader))
    return marching.stepped(after, order, straight, lambda id, hex, spent: _went(after, id, hex, spent))


def _straight(g: State, m: Mover, d: int, hexes: int) -> Way:
    """The hexes of a straight way as far as it goes, what ended it early, and its cost."""
    grid = g.setting.grid
    way, spent = [m.at], 0
    for _ in range(hexes):
        frm, to = way[-1], grid.around[way[-1]][d]
        bar = MAP_ENDS if to < 0 else held_bar(g, m.unit, frm, m.at)
        bar = bar or move_bar(g, m.unit, frm, to, m.left - spent)
        if bar is not None:
            break
        spent += cost_of(g, m.unit, frm, to) or 0
        way.append(to)
    else:
        bar = None
    while len(way) > 1 and (stop := may_stay(g, m.unit, way[-1])):
        bar = stop
        spent -= cost_of(g, m.unit, way[-2], way[-1]) or 0
        way.pop()
    return tuple(way), bar, spent
