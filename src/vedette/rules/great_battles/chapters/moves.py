"""Chapter 5, the questions of it: who may move, where to, and where a move may end.

left(g, id)                         what a unit has left in this movement phase
start_bar(g, id)                    why it may not move at all
steps(g, id)                        what every step would take of its points, by the ground
move_bar(g, id, frm, to, left)      why it may not step
onward(g, id, left)                 the hexes that it may enter next
homes(g, leader)                    the hexes where a leader may stay, as bits
end_bar(g, id)                      why it may not end its move where it stands
mates(g, id)                        who must still change formation as it has done
reserve_bar(g, id)                  why it may not enter reserve status
move_reach(g, id)                   every hex in its reach
"""

from __future__ import annotations

from collections.abc import Iterator

from vedette.board.paths import comes_to, reach
from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import hexes_of, mask_of
from vedette.rules.great_battles.chapters.command import may_act
from vedette.rules.great_battles.chapters.deeds import replace
from vedette.rules.great_battles.chapters.formations import FORMLESS, ROUTED, WORDS, change_cost, change_word
from vedette.rules.great_battles.chapters.leaving import ways_out
from vedette.rules.great_battles.chapters.stacking import (
    ENGAGED,
    PASS,
    closed,
    fault,
    join_bar,
    joins,
    over,
    rides,
    shut,
    stack_bar,
)
from vedette.rules.great_battles.chapters.terrain import Steps, allowance, crossing_bar, mover, steps_of_kind
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State

TURN = Reason("units move in their own movement phase alone", "SW-5.11-1")
AWAY = Reason("it is not on the map", "SW-5.16")
MOVED = Reason("its move is over", "SW-5.15-2")
PINNED = Reason("it is pinned", "SW-10.81-1")
PINNED_LEADER = Reason("a pinned leader does not move", "SW-10.86")
RESERVE = Reason("units in reserve do not move", "SW-8.7-3")
UNLIMBERED = Reason("unlimbered artillery does not move", "SW-6.13-2")
HELD = Reason("enemies have it in their hands", "SW-12.16-1")
CREW = Reason("its crew has left the guns", "GB-20.22-2")
SKIPS = Reason("a unit goes from hex to adjacent hex", "SW-5.16")
ENEMY = Reason("an enemy stands there, and hexes of enemies are entered in melee alone", "SW-5.12-1")
POINTS = Reason("not enough movement points", "SW-5.15-1")
ONE_HEX = Reason("a routed unit moves one hex", "SW-14.3-5")
NO_END = Reason("it has no points to go on to a hex where it may stand", "SW-8.3-1")
NO_TROOPS = Reason("a leader ends his move with a unit that can fight", "SW-17.3-2")
BARE_WAGON = Reason("a leader does not stay with a wagon without guard", "SW-17.3-3")
FOREIGN = Reason("a leader stands with units of his command alone", "SW-17.3-4")

LEAST = 2
"""The least that a step costs, along a pike, in quarters of a point."""


@cites("SW-5.15-1", "SW-5.15-2")
def left(g: State, id: str) -> int:
    """Quarters of a point that a unit has left; none are kept or lent."""
    has = allowance(g, id)
    for who, spent in g.spent:
        if who == id:
            return has - spent
    return has


@cites("SW-5.11-1", "SW-5.11-4", "SW-4.0-B-3")
def turn_bar(g: State, id: str) -> Reason | None:
    """Why a unit may do nothing now: it is not its side's movement phase, or it is not on the map."""
    if g.phase != "movement" or g.side(id) != g.player:
        return TURN
    return AWAY if g.at(id) < 0 else None


@cites(
    "SW-5.0-2", "SW-5.17-1", "SW-6.13-1", "SW-6.13-2", "SW-8.7-3", "SW-10.81-1", "SW-10.86", "SW-12.15-1",
    "SW-12.16-1", "SW-13.84-2", "GB-20.22-2",
)  # fmt: skip
def start_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not move in this phase: its markers, its formation, command or army morale.

    A wagon without guard stays where enemies stand with it, until they decide what becomes of it.
    """
    if bar := turn_bar(g, id):
        return bar
    u, c = g.units[id], g.counter(id)
    if u.engaged:
        return ENGAGED
    if u.pinned:
        return PINNED_LEADER if c.leader else PINNED
    if u.reserve:
        return RESERVE
    if u.abandoned:
        return CREW
    if c.wagon and not u.strength and g.masks[1 - g.side(id)] >> u.at & 1:
        return HELD
    if c.gun and not u.column:
        return UNLIMBERED
    return may_act(g, id)


@cites("SW-5.0-4", "SW-14.3-5")
def steps(g: State, id: str) -> Steps:
    """From each hex where the ground lets a unit step, and what that takes of its points.

    Of a routed one all, since it goes but one hex.
    """
    unit = g.units[id]
    kept, key = g.setting.kept, ("steps", id, unit.column, unit.routed)
    found: Steps | None = kept.get(key)
    if found is None:
        one = unit.routed and not g.counter(id).leader
        found = kept[key] = steps_of_kind(g.setting, mover(g, id), allowance(g, id), one)
    return found


def cost_of(g: State, id: str, frm: int, to: int) -> int | None:
    """What a step takes from a unit's points; None where the ground bars it."""
    return steps(g, id)[frm].get(to)


@cites(
    "SW-5.16", "SW-5.12-1", "SW-5.12-2", "SW-8.3-2", "SW-13.84-4", "SW-13.6-7", "SW-5.14", "SW-7.11-1", "SW-8.0-3",
    "SW-8.1-2",
)  # fmt: skip
def passable(g: State, id: str) -> tuple[Steps, int]:
    """What bars a unit whatever its points: a step must be one of these, and into none of these hexes of enemies.

    Neither zones nor its facing nor friends bar it, but those in reserve (SW-8.73).
    """
    return steps(g, id), g.masks[1 - g.side(id)]


def pass_bar(g: State, id: str, frm: int, to: int) -> Reason | None:
    """Why a unit may not step whatever its points (see `passable`)."""
    out, enemy = passable(g, id)
    if not g.setting.grid.near[frm] >> to & 1:
        return SKIPS
    if enemy >> to & 1:
        return ENEMY
    return None if to in out[frm] else crossing_bar(g, id, frm, to)


@cites("SW-5.15-1", "SW-5.0-2", "SW-5.32-1")
def move_bar(g: State, id: str, frm: int, to: int, left: int) -> Reason | None:
    """Why a unit may not step from a hex to another with so many quarters of a point left."""
    if bar := pass_bar(g, id, frm, to):
        return bar
    cost = cost_of(g, id, frm, to)
    if cost is None or cost > left:
        return ONE_HEX if g.units[id].routed and cost is not None else POINTS
    return arrival_bar(g, id, to, left - cost)


@cites("SW-8.0-4", "SW-8.73-3")
def arrival_bar(g: State, id: str, hex: int, left: int) -> Reason | None:
    """Why a unit may not come into a hex, with so many quarters of a point left there.

    A hex where it may not stay it enters if it can go on to one where it may, but not through units in reserve.
    """
    if hex not in g.stacks and not g.counter(id).leader:
        return None  # alone it may stay anywhere
    if closed(g, id, hex):
        return None if may_stay(g, id, hex) is None or joins(g, id, hex) else PASS
    return None if can_settle(g, id, hex, left) else NO_END


# -- where a move may end ----------------------------------------------------------------------------------


@cites("SW-17.3-1", "SW-17.3-2", "SW-17.3-3", "SW-17.3-4", "SW-8.23-2")
def homes(g: State, leader: str) -> int:
    """The hexes where a leader may stay, as bits: with a unit of his command that can fight, or a guarded wagon."""
    side, brigade = g.side(leader), g.counter(leader).brigade
    found = g.sets.get(("homes", SIDES[side], brigade))
    return _lay_homes(g, side)[brigade] if found is None else found


def _lay_homes(g: State, side: int) -> dict[str, int]:
    """By brigade of its leaders where they may stay; who has no brigade leads them all, as `commands` has it."""
    counters, units = g.setting.counters, g.units
    own = {counters[i].brigade: 0 for i in g.armies[side] if counters[i].leader}
    all_of_them = wagons = 0
    for id in g.on_map(side):
        unit, c = units[id], counters[id]
        if unit.strength <= 0 or c.leader:
            continue
        bit = 1 << unit.at
        all_of_them |= bit
        if c.wagon:
            wagons |= bit
        elif c.brigade in own:
            own[c.brigade] |= bit
    found = {brigade: hexes | wagons if brigade else all_of_them for brigade, hexes in own.items()}
    g.sets |= {("homes", SIDES[side], brigade): hexes for brigade, hexes in found.items()}
    return found


def company_bar(g: State, leader: str, hex: int) -> Reason | None:
    """Why a leader may not stay in a hex (see `homes`)."""
    if homes(g, leader) >> hex & 1:
        return None
    troops = g.troops(hex, g.side(leader))
    if any(g.strength(i) > 0 for i in troops):
        return FOREIGN
    return BARE_WAGON if troops else NO_TROOPS


@cites("SW-8.3-1", "SW-8.0-4")
def may_stay(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not stay in a hex, as things stand there."""
    return company_bar(g, id, hex) if g.counter(id).leader else stack_bar(g, id, hex)


@cites("SW-8.3-1")
def end_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not end its move where it stands; nothing does while others can still follow it (see `mates`)."""
    bar = may_stay(g, id, g.at(id)) if g.at(id) >= 0 else None
    return bar if bar is None or not mates(g, id) else None


def can_stay(g: State, id: str, hex: int) -> bool:
    """Whether a unit may stay in a hex: `may_stay` without the reason."""
    return homes(g, id) >> hex & 1 > 0 if g.counter(id).leader else stack_bar(g, id, hex) is None


@cites("SW-8.0-4")
def can_settle(g: State, id: str, hex: int, left: int) -> bool:
    """Whether a unit that comes into a hex with so many points left may stay there, or can go on to where it may.

    Who leaves the map stands nowhere when the phase ends.
    """
    if can_stay(g, id, hex) or can_go_on(g, id, hex, left) or _reforms(g, id, hex, left):
        return True
    return g.setting.later and _can_leave(g, id, hex, left)


@cites("SW-16.0-3", "SW-8.73-3")
def _can_leave(g: State, id: str, hex: int, left: int) -> bool:
    """Whether a unit can go on from a hex and leave the map; not through units in reserve."""
    out, enemy = passable(g, id)
    near, held = g.setting.grid.within(hex, max(0, left) // LEAST), enemy | shut(g, id)
    ways = ways_out(g, id, near & ~held)
    return any(
        price <= left and (there >> hex & 1 or comes_to(there, hex, left - price, out, held))
        for price, there in ways.items()
    )


@cites("SW-8.73-3")
def can_go_on(g: State, id: str, hex: int, left: int) -> bool:
    """Whether a unit can go on from a hex to another one where it may stay; not through units in reserve."""
    side = g.side(id)
    out, enemy = passable(g, id)
    near = g.setting.grid.within(hex, max(0, left) // LEAST) & ~(1 << hex)
    if g.counter(id).leader:
        there = homes(g, id) & near
        return there > 0 and comes_to(there, hex, left, out, enemy | shut(g, id) & ~there)
    if comes_to(near & ~g.masks[side], hex, left, out, enemy | shut(g, id)):
        return True  # alone it may stay anywhere
    there = mask_of(h for h in hexes_of(g.masks[side] & near) if can_stay(g, id, h) or joins(g, id, h))
    return there > 0 and comes_to(there, hex, left, out, enemy | shut(g, id) & ~there)


@cites("SW-8.73-1")
def unreserved(g: State, id: str) -> bool:
    """Whether a unit that leaves reserve status may stay where it is, or can go on to where it may."""
    hex = g.at(id)
    if len(g.troops(hex, g.side(id))) < 2:
        return True
    new = g.clone()
    new.units[id] = replace(new.units[id], reserve=False)
    if stack_bar(new, id, hex) is None:
        return True
    return id not in g.moved and start_bar(new, id) is None and can_settle(new, id, hex, left(new, id))


@cites("SW-8.1-1", "SW-8.24-1", "SW-8.0-4")
def changed_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not stay with its friends once its formation is changed, nor go on to where it may."""
    hex, cavalry = g.at(id), g.counter(id).arm == "cavalry"
    if len(g.troops(hex, g.side(id))) < 2:
        return None
    new = g.clone()
    new.units[id] = replace(new.units[id], column=not new.units[id].column)
    bar = stack_bar(new, id, hex)
    if bar is None or mates(new, id):
        return None
    goes_on = not cavalry and start_bar(new, id) is None
    return None if goes_on and can_settle(new, id, hex, left - change_cost(g, id)) else bar


def _reforms(g: State, id: str, hex: int, left: int) -> bool:
    """Whether a unit may stay in a hex, or in one to which it can go on, once it has changed its formation there."""
    has, column = left - change_cost(g, id), g.units[id].column
    foot = g.counter(id).arm == "infantry"
    if not change_word(g, id) or has < 0 or g.units[id].routed or (foot and not column):
        return False
    if not (foot or g.setting.later):
        return False
    new = g.clone()
    new.units[id] = replace(new.units[id], column=not column)
    if stack_bar(new, id, hex) is None:
        return True
    if not g.setting.later:
        return False
    near = g.setting.grid.within(hex, has // LEAST) & g.masks[g.side(id)] & ~(1 << hex)
    there = mask_of(h for h in hexes_of(near) if stack_bar(new, id, h) is None)
    out, enemy = passable(g, id)
    return there > 0 and comes_to(there, hex, has, out, enemy | shut(g, id))


@cites("SW-8.24-1", "SW-8.3-1")
def mates(g: State, id: str) -> tuple[str, ...]:
    """Those who stand with a unit as they may not when the phase ends, and set that right by changing as it has done.

    Mounted cavalry and limbered horse beside others; nobody where one of them cannot change, or that is no help.
    """
    hex = g.at(id)
    troops = g.troops(hex, g.side(id)) if hex >= 0 else ()
    if len(troops) < 2 or g.counter(id).leader or not g.setting.later:
        return ()
    others = tuple(i for i in troops if rides(g, i) != rides(g, id))
    if not others or any(i in g.moved or able_bar(g, i, left(g, i)) for i in others):
        return ()
    new = g.clone()
    for i in others:
        new.units[i] = replace(new.units[i], column=not new.units[i].column)
    return others if fault(new, troops) is None else ()


@cites("SW-8.3-1", "SW-8.7-1")
def reserve_bar(g: State, id: str) -> Reason | None:
    """Why a unit may not enter reserve status: `join_bar`, or units of its hex must still change formation."""
    if bar := join_bar(g, id):
        return bar
    hex, side = g.at(id), g.side(id)
    troops = g.troops(hex, side)
    return over(g, hex, side) if len(troops) > 1 and any(mates(g, i) for i in troops) else None


# -- reach -------------------------------------------------------------------------------------------------

Found = dict[int, tuple[int, int]]
"""Hex -> the quarters of a point spent in reaching it, and the hex from which it is entered, as in `board.paths`."""


def move_reach(g: State, id: str, points: int | None = None, shunned: int = 0) -> Found:
    """Every hex that a unit can come to, by its cheapest way; `may_stay` says where it may end.

    Args:
        shunned: hexes that it does not leave again once it has come into them.
    """
    has, start = left(g, id) if points is None else points, g.at(id)
    held = set(hexes_of(shut(g, id) | shunned)) - {start}
    out, enemy = passable(g, id)

    def step(a: int, b: int) -> int | None:
        return None if a in held or enemy >> b & 1 else out[a].get(b)

    return reach(g.at(id), has, step, g.setting.grid.neighbours) if has >= 0 else {g.at(id): (0, g.at(id))}


@cites("SW-5.15-1", "SW-5.0-2", "SW-5.32-1")
def onward(g: State, id: str, left: int) -> Iterator[int]:
    """The hexes that a unit may enter next with so many quarters of a point left: those that `move_bar` allows."""
    out, enemy = passable(g, id)
    for to, cost in out[g.at(id)].items():
        if cost <= left and not enemy >> to & 1 and arrival_bar(g, id, to, left - cost) is None:
            yield to


# -- changing formation (6.2) ------------------------------------------------------------------------------

CHANGE_TURN = Reason("formations change in the own movement phase alone", "SW-6.22-1")
CHANGE_PINNED = Reason("it is pinned", "SW-10.81-3")
CHANGE_RESERVE = Reason("it is in reserve", "SW-8.7-3")
CHANGE_POINTS = {
    arm: Reason(f"not enough movement points: a change of formation costs {arm} too much", f"SW-6.22-{arm}")
    for arm in WORDS
}


@cites(
    "SW-6.0-1", "SW-6.0-3", "SW-6.15-3", "SW-6.21", "SW-6.22-1", "SW-6.22-2", "SW-6.22-3", "SW-5.17-2", "SW-10.81-3",
    "GB-23.1", "GB-23.2", "GB-20.22-2", "SW-18.5-1",
)  # fmt: skip
def able_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not change formation, whoever stands with it: whatever keeps it from moving, or its points.

    Cavalry needs them from what it had before it changed.
    """
    u, arm = g.units[id], g.counter(id).arm
    if arm not in WORDS:
        return FORMLESS
    if g.phase != "movement" or g.side(id) != g.player or u.at < 0:
        return CHANGE_TURN
    for is_so, bar in (
        (u.engaged, ENGAGED), (u.pinned, CHANGE_PINNED), (u.routed, ROUTED), (u.reserve, CHANGE_RESERVE),
        (u.abandoned, CREW),
    ):  # fmt: skip
        if is_so:
            return bar
    return may_act(g, id) or (CHANGE_POINTS[arm] if change_cost(g, id) > left else None)


def change_bar(g: State, id: str, left: int) -> Reason | None:
    """Why a unit may not change formation: `able_bar`, or those who stand with it."""
    return able_bar(g, id, left) or changed_bar(g, id, left)
