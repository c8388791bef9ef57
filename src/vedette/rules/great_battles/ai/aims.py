"""What the battle pays for: the hills, the edge, effectiveness and every point of strength; one coin, victory points.

sp(g, id)           what a point of a unit's strength is worth to either side
runners(g)          who marches for the edge
corridor(g)         the ways they take, and when they would be where
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.rules.common.ai import Field, StateKey, army
from vedette.rules.great_battles.ai.distances import field, gait, pace, way
from vedette.rules.great_battles.chapters import effectiveness
from vedette.rules.great_battles.chapters.command import needs_officer
from vedette.rules.great_battles.charts import POINT
from vedette.rules.great_battles.setting import CONFEDERATE, UNION, Setting
from vedette.rules.great_battles.state import EXITED, WAITING, State

HOPE = 0.7
"""The share of a unit's points for the edge that counts while it is still marching there."""
SPARE = 0.9
"""The part of all moves left that a march may need."""
BREAK = 0.8
"""The share of a brigade's points charged to the losses that come before the decisive one."""
DEAR = 10.0
"""The most that a point of strength is charged for its brigade."""
GUARD, STEP = 0.5, 2.0
"""What the guard of the wagon is worth, and a step of a gun crew."""
FEARED = 1.5
"""What each point of fire that an enemy may bring adds to the march through a hex, in quarters of a point."""
IN_THE_WAY = 40
"""The same for an enemy who stands there."""


class Aims(NamedTuple):
    """What a scenario pays for."""

    exits: tuple[int, ...]
    """Where units leave the map for points."""
    hills: tuple[int, ...]
    """Hexes that score for whoever has them at the end."""


@lru_cache(maxsize=8)
def aims_of(s: Setting) -> Aims:
    """The aims of a scenario, from its victory and the board."""
    edge = s.victory.get("exit_edge", "")
    exits = tuple(h for h in range(s.grid.size) if edge and not s.board.edge_distance[edge][h])
    hills = {s.grid.index(name) for row in s.victory.get("hills", ()) for name in row["hexes"]}
    return Aims(exits, tuple(sorted(hills)))


def turns_left(g: State) -> int:
    """Movement phases left to the side that marches for the edge, this turn's included if it is still to come."""
    over = g.player == UNION or (g.player == CONFEDERATE and g.phase not in ("command", "movement"))
    return max(0, g.setting.last_turn - g.turn + (0 if over else 1))


def exit_worth(g: State, id: str) -> float:
    """The points that a unit scores if it leaves the map; none of an ineffective brigade (SW 22.2)."""
    c, n = g.counter(id), g.setting.numbers
    if c.side != CONFEDERATE or c.leader or c.wagon or (c.small_arms and c.brigade in g.ineffective):
        return 0.0
    crew = {0: 0.0, 1: 0.5}.get(g.units[id].crew, 1.0) if c.gun else 1.0
    return crew * g.strength(id) * n["points-exit-cavalry" if c.arm == "cavalry" else "points-exit"]


def off(s: Setting, kind: str, extra: Field = ()) -> Field:
    """How far every hex is from leaving the map."""
    return field(s, kind, aims_of(s).exits, POINT, extra)


def to_hills(s: Setting, kind: str) -> Field:
    """How far every hex is from the hills."""
    return field(s, kind, aims_of(s).hills)


@lru_cache(maxsize=64)
def _runners(key: StateKey[State]) -> frozenset[str]:
    g, s = key.g, key.g.setting
    left = turns_left(g)
    found = []
    for id in g.on_map(CONFEDERATE):
        c, u = g.counter(id), g.units[id]
        if exit_worth(g, id) <= 0:
            continue
        late = 2 if u.routed else 1 if u.pinned or u.engaged else 0
        if off(s, gait(c))[u.at] <= SPARE * pace(c, s) * (left - late):
            found.append(id)
    return frozenset(found)


def runners(g: State) -> frozenset[str]:
    """The units that march for the edge: all that score there and can still arrive in time."""
    return _runners(StateKey(g, *army(g, CONFEDERATE), g.turn, g.player, g.phase, g.ineffective))


# -- leaders of the march --------------------------------------------------------------------------------


def first_leader(g: State) -> str:
    """The leader who must leave for all but the cavalry to score (SW-22.2-5); none once he is lost."""
    name = str(g.setting.victory.get("exit_leader", ""))
    return name if name in g.units and (g.at(name) >= 0 or g.at(name) in (EXITED, WAITING)) else ""


def must_leave(g: State, leader: str) -> bool:
    """Whether units that have left or will leave score through this leader alone."""
    if g.side(leader) != CONFEDERATE or not aims_of(g.setting).exits:
        return False
    brigade = g.counter(leader).brigade
    mine = [i for i in (*runners(g), *g.exits) if g.counter(i).brigade == brigade and not g.counter(i).leader]
    if leader == g.setting.victory.get("exit_cavalry_leader"):
        return bool(mine)
    first = first_leader(g)
    if leader == first:
        return bool(runners(g) or g.exits)
    return not first and bool(mine)


def may_leave(g: State, leader: str) -> bool:
    """Whether a leader who must leave does so now: the first at once, another from the edge, where troops of his are.

    Alone he cannot ride there (SW-17.3), and foot that is not off in the same turn would no longer move.
    """
    if leader == first_leader(g):
        return True
    exits, brigade = aims_of(g.setting).exits, g.counter(leader).brigade
    troops = [i for i in g.on_map(CONFEDERATE) if g.counter(i).brigade == brigade and not g.counter(i).leader]
    if not any(g.at(i) in exits for i in (leader, *troops)):
        return False
    done = {*g.moved, *(id for id, _ in g.spent)}
    foot = [i for i in troops if i in runners(g) and g.counter(i).small_arms and needs_officer(g, i, "move")]
    return turns_left(g) <= 1 or all(g.at(i) in exits and i in g.commanded and i not in done for i in foot)


def waits(g: State, id: str) -> bool:
    """Whether a unit waits at the edge for the leader through whom it scores: nobody else waits."""
    c, exits = g.counter(id), aims_of(g.setting).exits
    if not any(
        g.counter(i).leader and g.counter(i).brigade == c.brigade and must_leave(g, i) for i in g.on_map(c.side)
    ):
        return False
    others = [i for i in g.on_map(c.side) if g.counter(i).brigade == c.brigade and i != id and not g.counter(i).leader]
    return not any(g.at(i) in exits for i in others) if c.small_arms else not others


@lru_cache(maxsize=64)
def _brigade_share(key: StateKey[State], brigade: str) -> float:
    g = key.g
    row = g.setting.brigades[brigade]
    if brigade in g.ineffective:
        return 0.0
    margin = max(1, effectiveness.rating(g, brigade) - effectiveness.lost(g, brigade) + 1)
    return min(DEAR, BREAK * row.points / margin)


def share(g: State, brigade: str) -> float:
    """How much nearer a lost point brings a brigade to losing its effectiveness, in victory points."""
    if brigade not in g.setting.brigades:
        return 0.0
    dry = tuple(u.depleted for u in g.units.values())
    return _brigade_share(StateKey(g, brigade, dry, g.losses, g.demoralized, g.ineffective), brigade)


def sp(g: State, id: str) -> float:
    """What a point of a unit's strength is worth: its loss, its brigade, army morale, what it would score."""
    c, n = g.counter(id), g.setting.numbers
    if c.leader:
        return float(n["points-leader"])
    if c.wagon:
        return GUARD
    if c.gun:
        worth = n["points-gun-destroyed"] + 0.5
    else:
        worth = n["points-cavalry"] if c.arm == "cavalry" else n["points-infantry-killed"]
        worth += share(g, c.brigade) + (1.0 if c.side == UNION else 0.0)
    if id in runners(g):
        worth += HOPE * exit_worth(g, id) / max(1, g.strength(id))
    return worth


def worth(g: State, id: str) -> float:
    """What a whole unit is worth."""
    c = g.counter(id)
    return sp(g, id) * (c.ratings[0] if c.leader else g.strength(id))


class Corridor(NamedTuple):
    """One hex of the ways to the edge."""

    hex: int
    comers: tuple[tuple[float, float], ...]
    """For each stack that comes through: when, in turns from now, and the points it carries."""


def corridor(g: State, extra: Field = ()) -> tuple[Corridor, ...]:
    """The ways of all who march for the edge; they avoid what would cost them more than a detour."""
    s = g.setting
    met: dict[int, list[tuple[float, float]]] = {}
    ways: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for id in runners(g):
        kind, at = gait(g.counter(id)), g.at(id)
        if (kind, at) not in ways:
            ways[kind, at] = way(s, kind, at, off(s, kind, extra), extra)
        turn = pace(g.counter(id), s)
        for hex, spent in ways[kind, at]:
            met.setdefault(hex, []).append((spent / turn, exit_worth(g, id)))
    return tuple(Corridor(hex, tuple(comers)) for hex, comers in sorted(met.items()))
