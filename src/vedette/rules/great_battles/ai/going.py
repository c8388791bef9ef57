"""Where a unit could end its move, hex by hex and in either formation, and the worth of each such end.

goal(g, id, left)       the best end, and the next act on the way there
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.engine.temper import PLAIN, Temper
from vedette.hexes import hexes_of
from vedette.rules.common.ai import Memo, StateKey
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.distances import steps
from vedette.rules.great_battles.ai.places import front, place, shoot
from vedette.rules.great_battles.ai.scene import Scene, field_of
from vedette.rules.great_battles.chapters.formations import change_cost
from vedette.rules.great_battles.chapters.leaving import edge_cost, exit_bar
from vedette.rules.great_battles.chapters.moves import change_bar, may_stay
from vedette.rules.great_battles.chapters.stacking import rides, size
from vedette.rules.great_battles.chapters.terrain import allowance
from vedette.rules.great_battles.chapters.zones import zone_of
from vedette.rules.great_battles.setting import CONFEDERATE
from vedette.rules.great_battles.state import State

End = tuple[int, bool]
"""A hex, and whether in column, limbered or mounted there."""
EFFORT = 0.002
"""What a quarter of a point costs: of two equally good places the nearer one."""
STIR = 0.15
"""What a unit must gain to begin to move."""
STANDS, NOW = 0.5, 1.0
"""What it is worth to guns not to limber, and the share of the fire they would forgo."""
OUT = 1000.0
"""What leaving the map is worth to a unit that should leave."""
NOWHERE = -10_000.0
STEP, TURN, FORM, EXIT, STOP, LEAVE = "step", "turn", "form", "exit", "stop", "leave reserve"


class Act(NamedTuple):
    """The next act of a unit."""

    what: str
    to: int = -1
    """A hex or a direction."""
    gain: float = 0.0
    """How much better the end it leads to is than staying."""


class Reach(NamedTuple):
    """The ends of a move: cost, and from where."""

    cost: dict[End, int]
    frm: dict[End, End]


def reach(g: State, id: str, left: int) -> Reach:
    """Every hex and formation that a unit can come to; the enemy's zones end a move."""
    s, c, u = g.setting, g.counter(id), g.units[id]
    start: End = (u.at, u.column)
    found = Reach({start: 0}, {start: start})
    if left < 0:
        return found
    side = g.side(id)
    held = Scene.of(g, side, id).held
    enemies = g.masks[1 - side]
    shut = _shut(g, side, id)
    change = change_cost(g, id) if c.small_arms or c.gun else 0
    foot, train, horse = c.arm == "infantry", c.gun, c.arm == "cavalry"
    table = {False: steps(s, "line"), True: steps(s, "wheels" if train or c.wagon else "column" if foot else "mounted")}
    if c.wagon or c.leader:
        table[False] = table[True]
    waiting: list[list[End]] = [[] for _ in range(left + 1)]
    waiting[0].append(start)
    most = allowance(g, id)
    for spent, bucket in enumerate(waiting):
        for end in bucket:
            if found.cost[end] < spent:
                continue
            at, column = end
            if at != u.at and shut >> at & 1:
                continue
            if change and not u.routed and spent + change <= left and (column == u.column or not horse):
                _put(found, waiting, (at, not column), spent + change, end)
            if (train and not column) or (horse and column != u.column) or (held >> at & 1 and at != u.at):
                continue
            for to, cost in table[column][at]:
                if enemies >> to & 1:
                    continue
                total = spent + (most if u.routed and not c.leader else cost)
                if total <= left:
                    _put(found, waiting, (to, column), total, end)
    return found


def _put(found: Reach, waiting: list[list[End]], to: End, total: int, frm: End) -> None:
    if total < found.cost.get(to, total + 1):
        found.cost[to] = total
        found.frm[to] = frm
        waiting[total].append(to)


def _shut(g: State, side: int, id: str) -> int:
    """Hexes that friends in reserve close, as bits."""
    found = 0
    for other in g.on_map(side):
        if g.units[other].reserve and other != id:
            found |= 1 << g.at(other)
    return found


def path(found: Reach, to: End) -> list[End]:
    """The ends from the start to one of them."""
    way = [to]
    while found.frm[way[-1]] != way[-1]:
        way.append(found.frm[way[-1]])
    return way[::-1]


def room(g: State, id: str, hex: int, column: bool) -> bool:
    """Whether a unit could stay in a hex in a formation (SW 8.0)."""
    c = g.counter(id)
    if c.leader:
        return may_stay(g, id, hex) is None
    others = [i for i in g.troops(hex, g.side(id)) if i != id]
    if not others:
        return True
    n = g.setting.numbers
    if any(g.units[i].reserve or (g.counter(i).arm == "infantry" and g.units[i].column) for i in others):
        return False
    if c.arm == "infantry" and column:
        return False
    riding = column and (c.arm == "cavalry" or c.horse)
    if any(rides(g, i) != riding for i in others) or len(others) >= n["stack-units"]:
        return False
    return sum(size(g, i) for i in others) + size(g, id) <= n["stack-points"]


@lru_cache(maxsize=64)
def _ends(key: StateKey[State], id: str, temper: Temper) -> tuple[Scene, Memo[End, float]]:
    scene = Scene.of(key.g, key.g.side(id), id, temper)
    return scene, Memo(lambda end: place(scene, id, *end))


def ends(g: State, id: str, temper: Temper = PLAIN) -> tuple[Scene, Memo[End, float]]:
    """The scene without a unit, and what hexes are worth to it there, kept while nobody else moves."""
    u = g.units[id]
    matters = temper, u.strength, u.routed, u.rounds, u.crew, u.depleted
    return _ends(StateKey(g, id, *matters, *field_of(g, id)), id, temper)


def leaving_cost(g: State, scene: Scene, id: str) -> float:
    """What it costs a unit to leave the zones it stands in: withdrawal fire, into its rear (SW 11.1)."""
    at = g.at(id)
    if not scene.held >> at & 1:
        return 0.0
    top = g.troops(at, scene.side)
    if not top or (top[0] != id and len(top) > 1):
        return 0.0
    power = 0
    for hex in hexes_of(scene.grid.near[at] & scene.enemies):
        power += sum(g.strength(i) for i in g.troops(hex, scene.foe)[:1] if zone_of(g, i) >> at & 1)
    return scene.hurt(id, scene.column(power) + 1, False) if power else 0.0


def leaves(g: State, id: str) -> bool:
    """Whether a unit should leave the map as soon as it can."""
    c = g.counter(id)
    if g.side(id) != CONFEDERATE or not aims.aims_of(g.setting).exits:
        return False
    if c.leader:
        return aims.must_leave(g, id) and aims.may_leave(g, id)
    return aims.exit_worth(g, id) > 0 and not aims.waits(g, id)


def goal(g: State, id: str, left: int, can_move: bool = True, temper: Temper = PLAIN) -> Act:
    """The next act of a unit on the way to the best end of its move."""
    u = g.units[id]
    here: End = (u.at, u.column)
    if not can_move:
        return _at_goal(g, id)
    scene, worth = ends(g, id, temper)
    stay = worth[here] + STIR if room(g, id, *here) or u.reserve else NOWHERE
    if g.counter(id).gun and not u.column and id not in scene.runners:
        stay += STANDS + NOW * shoot(scene, id, u.at)
    found = reach(g, id, left)
    best, most = here, stay
    out = _way_out(g, id, found, left)
    if out is not None:
        return Act(EXIT, gain=OUT) if out == here else _toward(g, id, found, out, OUT)
    price = leaving_cost(g, scene, id)
    for end, cost in found.cost.items():
        if end == here or not room(g, id, *end):
            continue
        value = worth[end] - EFFORT * cost - (price if end[0] != u.at else 0.0)
        if value > most:
            best, most = end, value
    if best == here:
        return _at_goal(g, id)
    return _toward(g, id, found, best, most - stay if stay > NOWHERE else 0.0)


def _way_out(g: State, id: str, found: Reach, left: int) -> End | None:
    """Where a unit that should leave the map does so most cheaply; a routed one leaves from where it is."""
    u = g.units[id]
    if not leaves(g, id):
        return None
    if u.routed and not g.counter(id).leader:
        return (u.at, u.column) if exit_bar(g, id, left) is None else None
    exits = set(aims.aims_of(g.setting).exits)
    able = []
    for end, cost in found.cost.items():
        if end[0] not in exits or (g.counter(id).gun and not end[1]):
            continue
        more = edge_cost(g, id, end[0])
        if more is not None and cost + more <= left:
            able.append((cost + more, end))
    return min(able)[1] if able else None


def _toward(g: State, id: str, found: Reach, end: End, gain: float) -> Act:
    """The first step of the way to an end."""
    if g.units[id].reserve:
        return Act(LEAVE, gain=gain)
    to, _ = path(found, end)[1]
    return Act(FORM, gain=gain) if to == g.at(id) else Act(STEP, to, gain)


def _at_goal(g: State, id: str) -> Act:
    """Nothing but a better front."""
    u = g.units[id]
    if u.facing < 0 or u.reserve:
        return Act(STOP)
    scene = Scene.of(g, g.side(id), id)
    to = front(scene, u.at, u.facing)
    return Act(TURN, to) if to != u.facing else Act(STOP)


__all__ = ["EXIT", "FORM", "LEAVE", "STEP", "STOP", "TURN", "Act", "change_bar", "goal"]
