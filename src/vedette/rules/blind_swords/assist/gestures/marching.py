"""Moves of many units as one gesture: a march along the road behind its head, and the same steps for all (KT 13)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.engine.events import Reason
from vedette.engine.shapes import Plan
from vedette.rules.blind_swords.assist.gestures.reaching import (
    FINE,
    Ways,
    fire_words,
    fires_on,
    mover_now,
    riders_on,
    room_words,
    support_changes,
    support_words,
    waits_bar,
    ways_of,
)
from vedette.rules.blind_swords.assist.gestures.riding import Mover, charge_of
from vedette.rules.blind_swords.chapters.charge import BEGUN
from vedette.rules.blind_swords.chapters.costs import NONE, Terms, cost_for, may_march, step_costs
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.movement import engage_bar, exits_of, move_bar, start_bar
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units
from vedette.rules.blind_swords.chapters.stacking import end_bar, stacking_value
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import under_way
from vedette.rules.common.assist.marching import (
    Leg,
    Moves,
    directions,
    foremost,
    in_turn,
    march_plan,
    step_plans,
    texts_of,
    whither,
    who_goes,
)

FAR = 120
"""The most that a way may cost in all, over as many turns as it takes, in half points."""

FARTHEST = 19
"""How many hexes of a step are tried at the most."""
NO_NEARER = Reason("it comes no nearer", "KT-13.3-3")
NO_WAY = Reason("no way leads there", "KT-13.1-3")
BEHIND = Reason("it does not pass the unit ahead of it in the march", "KT-13.1-1")


# -- who ---------------------------------------------------------------------------------------------------------


NOT_ITS_STEP = Reason("it does not move in this step", "KT-13.0-2")
MOVED = Reason("it has moved already", "KT-13.1-1")


def step_of(g: State) -> MovementStep | None:
    """The movement step that is under way."""
    return under_way(g, MovementStep)


def moving_unit(g: State) -> str:
    """The unit that is in the middle of its move; empty where there is none."""
    top = g.stack[-1][0] if g.stack else None
    return top.unit if isinstance(top, MoveUnit) else ""


def free_units(g: State) -> tuple[str, ...]:
    """Every unit of the step that may still move, the one that is moving first."""
    step = step_of(g)
    if step is None:
        return ()
    now = moving_unit(g)
    mine = (now,) if now and exits_of_now(g) else ()
    if waits_bar(g, ()) is not None:
        return mine
    return (*mine, *(i for i in ready_units(g, step) if i != now and mover_now(g, i) is not None))


def exits_of_now(g: State) -> bool:
    """Whether the moving unit can go on otherwise than by charging."""
    top = g.stack[-1][0]
    if not isinstance(top, MoveUnit) or charge_of(g, top):
        return False
    return bool(exits_of(g, top.unit, top.left, top.terms, top.fresh))


def stays_bar(g: State, id: str) -> Reason:
    """Why a unit has no part in a gesture of this step."""
    step = step_of(g)
    if step is None or id not in g.brigade(step.side, step.brigade) or g.at(id) < 0:
        return NOT_ITS_STEP
    top = g.stack[-1][0]
    if isinstance(top, MoveUnit) and top.unit == id and charge_of(g, top):
        return BEGUN
    if id in step.moved:
        return MOVED
    return start_bar(g, id) or NO_WAY


def marcher(g: State, id: str) -> Mover | None:
    """A unit with its terms; None where it has no part in a gesture of this step, or charges."""
    m = mover_now(g, id)
    return None if m is None or m.charging else m


# -- along the road ----------------------------------------------------------------------------------------------


def ways_to(g: State, id: str, terms: Terms, goal: int) -> Ways:
    """From every hex the cheapest way to a goal, regardless of points and friends on it; of equal ones the road."""
    setting = g.setting
    arm, foe = g.counter(id).arm, g.masks[1 - g.side(id)]
    rate = may_march(g, id, terms)

    def step(to: int, frm: int) -> int | None:
        if to not in setting.in_play or foe >> to & 1 or engage_bar(g, id, to, terms) is not None:
            return None
        c = step_costs(setting, arm, frm, to)
        if c.road != NONE and not c.crossing:
            return (c.march if rate and c.march != NONE else c.road) * FINE
        return None if c.barred or c.stuck or c.whole else c.plain * FINE + 1

    return search(goal, FAR * FINE, step, setting.grid.neighbours)


def marched(g: State, ids: Sequence[str], goal: int) -> Moves[State]:
    """Units laid along the way to a hex in their order of march, each as far forward as it can go and find room.

    Nobody passes the unit ahead. One that can come no nearer stays.
    """
    after = g.fork()
    legs: list[Leg] = []
    stays: list[tuple[str, Reason]] = []
    short: list[tuple[str, Reason]] = []
    ahead = 0
    road: tuple[int, ...] = ()
    known: dict[tuple[str, bool, Terms], Ways] = {}
    for id in in_turn(moving_unit(g), ids):
        m = marcher(after, id)
        if m is None:
            stays.append((id, stays_bar(g, id)))
            continue
        key = (g.counter(id).arm, g.units[id].skirmish, m.terms)
        back = known.setdefault(key, {}) or ways_to(g, id, m.terms, goal)
        known[key] = back
        road = road or (path(back, g.at(id)) if g.at(id) in back else ())
        way = _march_of(after, m, back, road, ahead)
        if way is None:
            stays.append((id, NO_WAY if after.at(id) not in back else NO_NEARER))
            continue
        legs.append(Leg(id, way))
        if way[-1] != goal:
            short.append((id, _short(after, m, back, way, ahead)))
        ahead = back[way[-1]][0]
        place(after, id, way[-1], "KT-13.1-3")
    return Moves(tuple(legs), tuple(stays), after, tuple(short))


def _short(g: State, m: Mover, back: Ways, way: Sequence[int], ahead: int) -> Reason:
    """What keeps a unit from going on where its way ends."""
    end, left, fresh = way[-1], m.left, m.fresh
    onward = back[end][1]
    if back[onward][0] < ahead:
        return BEHIND
    for frm, to in pairwise(way):
        left, fresh = left - min(left, cost_for(g, m.unit, frm, to, m.terms, fresh) or 0), False
    return move_bar(g, m.unit, end, onward, left, m.terms, fresh) or end_bar(g, m.unit, onward) or NO_NEARER


def _march_of(g: State, m: Mover, back: Ways, road: tuple[int, ...], ahead: int) -> tuple[int, ...] | None:
    """How far one unit goes along its own way or that of the head; None where it comes no nearer."""
    start = g.at(m.unit)
    if start not in back:
        return None
    ways = ways_of(g, m)
    for hex in sorted({*road, *path(back, start)}, key=lambda h: back[h]):
        if ahead <= back[hex][0] < back[start][0] and hex in ways and end_bar(g, m.unit, hex) is None:
            return path(ways, hex)
    return None


def march_order(g: State, ids: Sequence[str], goal: int) -> tuple[str, ...]:
    """An order of march: the shortest way goes first, and behind half a regiment its other half, if both fit a hex."""

    known: dict[tuple[str, Terms], Ways] = {}

    def far(id: str) -> tuple[int, int]:
        m = mover_now(g, id)
        key = (g.counter(id).arm, m.terms) if m is not None else None
        if key is not None and key not in known:
            known[key] = ways_to(g, id, key[1], goal)
        back = known[key] if key is not None else {}
        at = g.at(id)
        return (back[at][0] if at in back else FAR * FINE, g.counter(id).order)

    found: list[str] = []
    for id in sorted(ids, key=far):
        if id not in found:
            found += [id, *(i for i in ids if i not in (id, *found) and _one_hex(g, id, i))]
    return tuple(found)


def _one_hex(g: State, a: str, b: str) -> bool:
    """Whether two units are the halves of one regiment and have room in one hex."""
    half = g.counter(a).half
    both = stacking_value(g, a) + stacking_value(g, b)
    return half != "" and half == g.counter(b).half and both <= g.setting.profile.stacking_limit * SP


# -- all the same way --------------------------------------------------------------------------------------------


MAP_ENDS = Reason("the map ends there", "KT-20.1a-3")


def stepped(g: State, ids: Sequence[str], word: str, hexes: int) -> Moves[State]:
    """Units that all go so many hexes in one direction, the foremost first; each stops where it is barred, or stays."""
    d = directions(g.setting.grid)[word]
    after = g.fork()

    def straight(id: str) -> tuple[tuple[int, ...], Reason | None, int]:
        m = marcher(after, id)
        return ((), stays_bar(g, id), 0) if m is None else (*_straight(after, m, d, hexes), 0)

    order = in_turn(moving_unit(g), foremost(g, ids, d))
    return marching.stepped(after, order, straight, lambda id, hex, cost: place(after, id, hex, "KT-13.1-3"))


def _straight(g: State, m: Mover, d: int, hexes: int) -> tuple[tuple[int, ...], Reason | None]:
    """The hexes of a straight way as far as it goes, and what ended it early."""
    grid = g.setting.grid
    way, left, fresh = [g.at(m.unit)], m.left, m.fresh
    bar: Reason | None = None
    for _ in range(hexes):
        to = grid.around[way[-1]][d]
        bar = MAP_ENDS if to < 0 else move_bar(g, m.unit, way[-1], to, left, m.terms, fresh)
        if bar is not None:
            break
        left -= min(left, cost_for(g, m.unit, way[-1], to, m.terms, fresh) or 0)
        way.append(to)
        fresh = False
    while len(way) > 1 and end_bar(g, m.unit, way[-1]) is not None:
        bar = end_bar(g, m.unit, way[-1])
        way.pop()
    return tuple(way), bar


# -- as texts and plans ------------------------------------------------------------------------------------------


def answers(g: State, moves: Moves[State]) -> list[str]:
    """The single answers of these moves; each unit stops where its move ends."""
    return texts_of(g, moving_unit(g), moves, lambda leg: f"move {leg.unit}")


def movement_plans(g: State, seat: str, hex: int, units: tuple[str, ...]) -> list[Plan]:
    """With a hex: the march to it in the order given. Without one: each direction, as far as anybody can go."""
    ids = units or free_units(g)
    if waits_bar(g, ids) is not None:
        return []
    if hex >= 0:
        found = _march(g, ids if units else march_order(g, ids, hex), hex)
        return [found] if found else []

    def made(word: str, hexes: int, title: str, text: str) -> Plan | None:
        moves = stepped(g, ids, word, hexes)
        return _plan(g, moves, title, text, None, direction=word, hexes=hexes) if moves.legs else None

    return step_plans(ids, directions(g.setting.grid), FARTHEST, made)


def _march(g: State, ids: Sequence[str], goal: int) -> Plan | None:
    moves = marched(g, ids, goal)
    if not moves.legs:
        return None
    name = g.hex_name(goal)
    text = f"march {' + '.join(ids)} to {name}"
    return _plan(
        g,
        moves,
        f"march {whither(g, moves, goal)}",
        text,
        name,
        path=[g.hex_name(h) for h in moves.legs[0].way],
        best=True,
    )


def _plan(g: State, moves: Moves[State], title: str, text: str, at: str | None, **more: Any) -> Plan:
    units = [leg.unit for leg in moves.legs]
    fires = {leg.unit: fires_on(g, g.side(leg.unit), leg.way) for leg in moves.legs}
    under = [f"{id}: {fire_words(rows)}" for id, rows in fires.items() if fire_words(rows)]
    support = [c for c in support_changes(g, moves.after, units) if c["before"] != c["after"]]
    worse, better = [[c for c in support if (c["after"] < c["before"]) is lost] for lost in (True, False)]
    gained = [f"support gained: {' + '.join(c['unit'] for c in better)}"] if better else []
    riders = list(dict.fromkeys(i for leg in moves.legs for i in riders_on(g, leg.unit, leg.way)))
    off = [f"cavalry may withdraw: {' and '.join(riders)}"] if riders else []
    ended = {"why": "; ".join([*under, *off]), "cite": "KT-13.7-4" if under else "KT-13.8-1"} if under or off else None
    return march_plan(
        g,
        moves,
        title,
        text,
        at,
        {hex: room_words(moves.after, hex) for hex in dict.fromkeys(leg.way[-1] for leg in moves.legs)},
        headline=", ".join([*who_goes(moves, one="move", stays="stay"), *marching.alone(g, moves), *gained]),
        warning="; ".join([*under, *off, *([support_words(worse)] if worse else [])]) or None,
        cite="KT-13.1-1",
        draws=[row for rows in fires.values() for row in rows],
        irreversible=ended,
        support=support,
        **more,
    )
