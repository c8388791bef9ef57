"""How far a unit or a stack gets now, by which way, and what goes with it: cost, zones, room (JV 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from vedette.engine.events import Reason
from vedette.engine.shapes import Reached
from vedette.hexes import hexes_of
from vedette.rules.common.assist import marching
from vedette.rules.common.assist.gestures import comes_first, under_way
from vedette.rules.common.assist.marching import shared
from vedette.rules.valley_campaign.chapters.ground import step_cost
from vedette.rules.valley_campaign.chapters.movement import (
    Found,
    MovementPhase,
    MoveUnit,
    allowance,
    leave_cost,
    move_bar,
    move_reach,
    start_bar,
)
from vedette.rules.valley_campaign.chapters.reinforcements import enter, entries
from vedette.rules.valley_campaign.chapters.zones import LIMIT, exerts, spread, stacked
from vedette.rules.valley_campaign.state import State


class Mover(marching.Mover, frozen=True):
    """A unit that moves or may move next."""

    start: bool = False
    """Whether none of its points are spent yet."""
    watched: bool = False
    """Whether enemy artillery had it in range and sight earlier in this phase."""


# -- who ---------------------------------------------------------------------------------------------------------


def phase_of(g: State) -> MovementPhase | None:
    """The current movement phase, if there is one."""
    return under_way(g, MovementPhase)


def moving_unit(g: State) -> str:
    """The unit that is in the middle of its move; empty if there is none."""
    top = g.stack[-1][0] if g.stack else None
    return top.unit if isinstance(top, MoveUnit) else ""


def mover_now(g: State, id: str, hex: int = -1) -> Mover | None:
    """The unit that is moving, or one that may be picked next, once the moving unit has stopped.

    Args:
        hex: where a reinforcement is to enter; if not given, wherever it may.
    """
    if phase_of(g) is None:
        return None
    top = g.stack[-1][0]
    if isinstance(top, MoveUnit) and top.unit == id:
        return Mover(id, g.at(id), top.left, start=top.start, watched=top.watched)
    if start_bar(g, id) is None:
        return Mover(id, g.at(id), allowance(g, id), start=True)
    return entering(g, id, hex)


def waits_bar(g: State, ids: Sequence[str]) -> Reason | None:
    """Why a gesture must wait: the move of a unit that it does not name has been opened and not begun."""
    top = g.stack[-1][0] if g.stack else None
    if not isinstance(top, MoveUnit) or not top.start or top.unit in ids:
        return None
    return comes_first(top.unit, "JV-4.8-5")


def entering(g: State, id: str, hex: int = -1) -> Mover | None:
    """A reinforcement that may enter now, with the points that it has left after entering."""
    if g.at(id) >= 0 or g.phase != "movement":
        return None
    at = next((to for unit, to in entries(g, g.side(id)) if unit == id and hex in (-1, to)), -1)
    if at < 0:
        return None
    left = enter(g.fork(), id, at)
    return Mover(id, at, left, g.counter(id).movement - left)


# -- the ways ----------------------------------------------------------------------------------------------------


def ways_of(g: State, m: Mover) -> Found:
    """Every hex where the unit can end its move, including its own."""
    if g.at(m.unit) >= 0:
        return move_reach(g, m.unit, m.left, m.start)
    new = g.fork()
    enter(new, m.unit, m.at)
    return move_reach(new, m.unit, m.left, False)


def follow(g: State, m: Mover, way: Sequence[int]) -> int | Reason:
    """What a way costs a unit, or why it cannot go that way. Units on the way are taken to stay where they are."""
    left = m.left
    for i, (frm, to) in enumerate(pairwise(way)):
        start = m.start and i == 0
        bar = move_bar(g, m.unit, frm, to, left, start)
        if bar is not None:
            return bar
        left -= min(left, leave_cost(g, m.unit, frm, left, start) + step_cost(g, m.unit, frm, to))
    return m.left - left


# -- what goes with it -------------------------------------------------------------------------------------------


def zone_by(g: State, hex: int, side: int) -> list[str]:
    """The enemies of a side whose zone of control covers a hex."""
    near = g.setting.grid.near[hex] & g.masks[1 - side]
    return [id for at in hexes_of(near) if spread(g, at) >> hex & 1 and exerts(g, at) for id in g.in_hex(at)]


def stop_words(g: State, id: str, hex: int) -> str:
    """Why a move ends in a hex; empty if it need not."""
    by = zone_by(g, hex, g.side(id))
    return f"it must stop there: zone of control of {', '.join(by)}" if by else ""


def room_words(g: State, hex: int, coming: Sequence[str] = ()) -> str | None:
    """The combat units in a hex against the limit once these have come, "2 of 2"; None if a unit stands alone."""
    here = {*g.in_hex(hex), *coming}
    if len(here) < 2:
        return None
    return f"{len(stacked(g, hex, tuple(coming))) + sum(g.counter(i).combat_unit for i in coming)} of {LIMIT}"


def numbers_of(g: State, id: str) -> tuple[str, str]:
    """The numbers on a counter, the same wherever it is: strength or shift, and movement."""
    c = g.counter(id)
    return (f"({c.shift})" if c.leader else str(g.strength(id)), str(c.movement))


def fits(g: State, hex: int, ids: Sequence[str]) -> bool:
    """Whether all of these find room together in a hex."""
    return len(stacked(g, hex, tuple(ids))) + sum(g.counter(i).combat_unit for i in ids) <= LIMIT


# -- the answer --------------------------------------------------------------------------------------------------


def reach(g: State, names: str) -> dict[str, Reached]:
    """The hexes that a unit, or a stack "A + B", can go to now, and what each involves; empty if it may not move."""
    ids = tuple(dict.fromkeys(name.strip() for name in names.split(" + ")))
    if not all(id in g.units for id in ids) or waits_bar(g, ids) is not None:
        return {}
    movers = [mover_now(g, id) for id in ids]
    found = [m for m in movers if m is not None]
    if len(found) < len(ids) or len({m.at for m in found}) > 1 or (len(ids) > 1 and any(m.enters for m in found)):
        return {}
    ways = [ways_of(g, m) for m in found]
    rows = {}
    for hex in ways[0]:
        if hex == found[0].at and not found[0].enters:
            continue
        if all(hex in way for way in ways) and fits(g, hex, ids):
            row = _row(g, found, hex, ways)
            if row is not None:
                rows[g.hex_name(hex)] = row
    return rows


def _row(g: State, movers: Sequence[Mover], hex: int, ways: Sequence[Found]) -> Reached | None:
    """One hex in reach; None if there is no way that the whole stack can go."""
    found = shared(movers, hex, ways, partial(follow, g))
    if found is None:
        return None
    way, cost = found
    ids = [m.unit for m in movers]
    stop = stop_words(g, ids[0], hex)
    room = room_words(g, hex, ids)
    left = min(m.left for m in movers) - cost
    return {
        "cost": cost + movers[0].enters,
        "path": [g.hex_name(p) for p in way],
        "end": True,
        "draws_fire": False,
        "left": max(0, left),
        "why": "",
        "cite": "JV-4.4-1" if stop else "",
        "fires": [],
        "irreversible": None,
        "support": [],
        "numbers": {id: list(numbers_of(g, id)) for id in ids},
        "stack": room,
        "stops": bool(stop),
        "text": "; ".join(_told(g, movers[0], way, cost, left, stop, room)),
    }


def _told(g: State, m: Mover, way: Sequence[int], cost: int, left: int, stop: str, room: str | None) -> Iterator[str]:
    yield f"{cost + m.enters} MP, {max(0, left)} left"
    if m.enters:
        yield f"{m.enters} of them for entering at {g.hex_name(m.at)}"
    half = leave_cost(g, m.unit, way[0], m.left, m.start) if len(way) > 1 else 0
    if half:
        yield f"{half} of them for leaving an enemy zone of control"
    if stop:
        yield stop
    if room:
        yield f"stack {room}"
