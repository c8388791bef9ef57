"""Moves of several units as one gesture: a column, the same step for all, reinforcements (JV 4.8, 5.3).

The order in which units move is the player's and never changed (JV-4.10-3); another order is only proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.engine.events import Reason
from vedette.hexes import hexes_of
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import names
from vedette.rules.common.assist.marching import Leg, Moves, directions, foremost, in_turn, texts_of
from vedette.rules.valley_campaign.assist.gestures.reaching import (
    Mover,
    mover_now,
    moving_unit,
    phase_of,
    waits_bar,
    ways_of,
)
from vedette.rules.valley_campaign.chapters.deeds import place
from vedette.rules.valley_campaign.chapters.ground import step_cost, steps_from
from vedette.rules.valley_campaign.chapters.movement import (
    AWAY,
    Found,
    MoveUnit,
    exits_of,
    leave_cost,
    move_bar,
    start_bar,
)
from vedette.rules.valley_campaign.chapters.reinforcements import arrival_of, enter, entries, entry_bar
from vedette.rules.valley_campaign.chapters.zones import stack_bar, stacked, zone
from vedette.rules.valley_campaign.state import State

FAR = 400
"""Points that a way may cost in all, over however many turns."""
HELD, CROWDED = 6, 2
"""Points added to a way for each hex in an enemy zone, and for each full hex."""
FINE = 8
"""Parts of a point: among ways of equal cost the one along a road is taken."""

NO_NEARER = Reason("it comes no nearer", "JV-4.8-7")
BEHIND = Reason("those before it in the column leave it no room farther on", "JV-4.10-2")
NO_WAY = Reason("no way leads there", "JV-4.8-7")
MAP_ENDS = Reason("the map ends there", "JV-2.2-2")


# -- who ---------------------------------------------------------------------------------------------------------


def free_units(g: State) -> tuple[str, ...]:
    """Every unit that may still move in this phase, the one that is moving first."""
    phase = phase_of(g)
    if phase is None:
        return ()
    now, top = moving_unit(g), g.stack[-1][0]
    going = isinstance(top, MoveUnit) and any(c.kind == "step" for c in exits_of(g, top.unit, top.left, top.start))
    if waits_bar(g, ()) is not None:
        return (now,) if going else ()
    rest = (id for id in g.on_map(phase.side) if id != now and start_bar(g, id) is None)
    return (*((now,) if going else ()), *rest)


def stays_bar(g: State, id: str, hex: int = -1) -> Reason:
    """Why a unit cannot take part in a gesture of this phase."""
    if g.at(id) >= 0:
        return start_bar(g, id) or NO_WAY
    arrival = arrival_of(g, id)
    if arrival is None:
        return AWAY
    return _crowd(g, id, arrival.hex if hex < 0 else hex) or NO_WAY


def _crowd(g: State, id: str, hex: int) -> Reason | None:
    """Why a reinforcement does not enter, naming the units that fill the hex."""
    bar = entry_bar(g, id, hex)
    full = stack_bar(g, id, hex)
    return Reason(full_words(g, id, hex), bar.cite) if bar is not None and full and bar.cite == "JV-5.3-17" else bar


def full_words(g: State, id: str, hex: int) -> str:
    """Which units block a hex, and which of them could clear it by moving first."""
    here = stacked(g, hex, (id,))
    free = [i for i in here if start_bar(g, i) is None]
    first = f"; {names(free)} could move first" if free else ""
    return f"blocked in {g.hex_name(hex)} by {names(here)}{first}"


def with_unit(g: State, id: str, hex: int) -> State:
    """The field with a unit in a hex; the same field if it already stands there."""
    if g.at(id) == hex:
        return g
    new = g.fork()
    place(new, id, hex, "JV-4.8-7")
    return new


# -- along a way -------------------------------------------------------------------------------------------------


class Guide:
    """The cheapest way to a hex from anywhere, over however many turns, by arm.

    Enemy zones, and hexes that others fill, are avoided where that costs little.
    """

    def __init__(self, g: State, side: int, goal: int, ids: Sequence[str]) -> None:
        self.g, self.goal = g, goal
        self.foe = g.masks[1 - side]
        self.zone = zone(g, 1 - side) & ~(1 << goal)
        self.full = {h for h in hexes_of(g.masks[side]) if len(stacked(g, h, tuple(ids))) > 1}
        self._known: dict[tuple[str, bool], Found] = {}

    def back(self, id: str) -> Mapping[int, tuple[int, int]]:
        """From every hex: the cost to the goal, and the next hex on the way."""
        c = self.g.counter(id)
        key = (c.arm, c.combat_unit)
        if key not in self._known:
            self._known[key] = search(self.goal, FAR * FINE, self._step(*key), self.g.setting.grid.neighbours)
        return self._known[key]

    def _step(self, arm: str, counts: bool) -> Callable[[int, int], int | None]:
        out: dict[int, dict[int, int]] = {}
        road = self.g.setting.board.road

        def step(to: int, frm: int) -> int | None:
            if frm not in out:
                out[frm] = dict(steps_from(self.g, arm, frm))
            cost = out[frm].get(to)
            if cost is None or self.foe >> to & 1:
                return None
            points = cost + HELD * (self.zone >> to & 1) + (CROWDED if counts and to in self.full else 0)
            return points * FINE + ((frm, to) not in road)

        return step


def marched(g: State, ids: Sequence[str], goal: int, at: int = -1) -> Moves[State]:
    """Units on the way to a hex in order of march, each as far forward as it gets and finds room.

    None passes the one in front; leaders hold nobody up. Reinforcements enter one behind the other, and go on.

    Args:
        at: where units still off the map enter.
    """
    after = g.fork()
    legs: list[Leg] = []
    stays: list[tuple[str, Reason]] = []
    short: list[tuple[str, Reason]] = []
    ahead = goal
    road: tuple[int, ...] = ()
    guide = Guide(g, g.side(ids[0]), goal, ids)
    for id in in_turn(moving_unit(g), ids):
        m = mover_now(after, id, at)
        if m is None:
            stays.append((id, stays_bar(after, id, at)))
            continue
        back = guide.back(id)
        if m.enters:
            enter(after, id, m.at)
            m = msgspec.structs.replace(m, enters=0)
        road = road or (path(back, m.at) if m.at in back else ())
        way, bar, spent = _march_of(after, m, back, road, ahead)
        if bar is not None:
            stays.append((id, bar))
        elif way[-1] != goal:
            short.append((id, _short(after, m, back, way, spent, ahead)))
        if len(way) > 1 or g.at(id) < 0:
            legs.append(Leg(id, way, g.at(id) < 0))
            if not g.counter(id).leader:
                ahead = way[-1]
            if len(way) > 1:
                place(after, id, way[-1], "JV-4.8-7")
            after.moved = (*after.moved, id)
    return Moves(tuple(legs), tuple(stays), after, tuple(short))


def _short(
    g: State, m: Mover, back: Mapping[int, tuple[int, int]], way: Sequence[int], spent: int, ahead: int
) -> Reason:
    """What keeps a unit from going on where its way ends."""
    onward = back[way[-1]][1]
    if ahead in back and back[onward][0] < back[ahead][0]:
        return BEHIND
    return move_bar(g, m.unit, way[-1], onward, m.left - spent, m.start and len(way) == 1) or NO_NEARER


def _march_of(
    g: State, m: Mover, back: Mapping[int, tuple[int, int]], road: tuple[int, ...], ahead: int
) -> tuple[tuple[int, ...], Reason | None, int]:
    """How far a unit goes along its own way or the head's, what stops it if it stays or is blocked, and its cost."""
    if m.at not in back:
        return (m.at,), NO_WAY, 0
    far, limit = back[m.at][0], back[ahead][0] if ahead in back else 0
    ways = ways_of(g, m)
    own = path(back, m.at)
    best = m.at
    for hex in sorted({*road, *own} & back.keys(), key=lambda h: (back[h][0], h not in road, h)):
        if limit <= back[hex][0] < far and hex in ways:
            best = hex
            break
    bar = _blocked(g, m, own[::-1], best) if best != ahead else None
    if best == m.at:
        bar = bar or (BEHIND if limit >= far else NO_NEARER)
    return path(ways, best), bar, ways[best][0] if best in ways else 0


def _blocked(g: State, m: Mover, way: Sequence[int], end: int) -> Reason | None:
    """What keeps a unit out of the hex after its last one: other units, or, if it has not moved at all, anything."""
    if end not in way:
        return None
    next_ = way[way.index(end) + 1 : way.index(end) + 2]
    for hex in next_:
        bar = stack_bar(g, m.unit, hex)
        if bar is not None:
            return Reason(full_words(g, m.unit, hex), bar.cite)
        if end == m.at:
            return move_bar(g, m.unit, end, hex, m.left, m.start)
    return None


def march_order(g: State, ids: Sequence[str], goal: int) -> tuple[str, ...]:
    """An order of march in which nobody stands in the way of those behind.

    On the map the nearest unit goes first; leaders follow the first unit, never lead. Among reinforcements in a column
    the slow ones go first, since every place farther back costs one point more.
    """
    if not ids:
        return ()
    guide = Guide(g, g.side(ids[0]), goal, ids)

    def key(id: str) -> tuple[int, int, int, int]:
        c, at = g.counter(id), g.at(id)
        if at < 0:
            places = [a.unit for a in g.waiting]
            return (1, 0, c.movement, places.index(id) if id in places else len(places))
        back = guide.back(id)
        return (0, back[at][0] if at in back else FAR * FINE, -c.movement, c.order)

    found = sorted(ids, key=key)
    leaders = [id for id in found if g.counter(id).leader and g.at(id) >= 0]
    troops = [id for id in found if id not in leaders]
    return (*troops[:1], *leaders, *troops[1:])


# -- all the same way --------------------------------------------------------------------------------------------


def stepped(g: State, ids: Sequence[str], word: str, hexes: int) -> Moves[State]:
    """Units that all go so many hexes in one direction, the foremost first; each stops where it is barred, or stays."""
    d = directions(g.setting.grid)[word]
    after = g.fork()

    def straight(id: str) -> tuple[tuple[int, ...], Reason | None, int]:
        m = mover_now(after, id) if g.at(id) >= 0 else None
        return ((), stays_bar(after, id), 0) if m is None else (*_straight(after, m, d, hexes), 0)

    def go(id: str, hex: int, cost: int) -> None:
        place(after, id, hex, "JV-4.8-7")
        after.moved = (*after.moved, id)

    return marching.stepped(after, in_turn(moving_unit(g), foremost(g, ids, d)), straight, go)


def _straight(g: State, m: Mover, d: int, hexes: int) -> tuple[tuple[int, ...], Reason | None]:
    """The hexes of a straight way as far as the unit gets, and what stopped it early."""
    grid = g.setting.grid
    way, left, start = [m.at], m.left, m.start
    for _ in range(hexes):
        frm, to = way[-1], grid.around[way[-1]][d]
        bar = MAP_ENDS if to < 0 else move_bar(g, m.unit, frm, to, left, start)
        if bar is not None:
            full = to >= 0 and stack_bar(g, m.unit, to) == bar
            return tuple(way), Reason(full_words(g, m.unit, to), bar.cite) if full else bar
        left -= min(left, leave_cost(g, m.unit, frm, left, start) + step_cost(g, m.unit, frm, to))
        way.append(to)
        start = False
    return tuple(way), None


# -- as texts ----------------------------------------------------------------------------------------------------


def answers(g: State, moves: Moves[State]) -> list[str]:
    """The single answers that make up these moves; each unit stops where its move ends."""

    def opening(leg: Leg) -> str:
        return f"enter {leg.unit} at {g.hex_name(leg.way[0])}" if leg.enters else f"move {leg.unit}"

    return texts_of(g, moving_unit(g), moves, opening)


def entry_of(g: State, ids: Sequence[str]) -> int:
    """The hex by which the first of these that waits off the map may enter now; -1 for none."""
    for id in ids:
        found = next((hex for unit, hex in entries(g, g.side(id)) if unit == id), -1)
        if found >= 0:
            return found
    return -1
