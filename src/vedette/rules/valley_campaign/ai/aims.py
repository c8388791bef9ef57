"""What a scenario asks of a side: hexes to hold to the end, units to march off the map; nothing by name."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.rules.common.ai import FAR, Field, StateKey, army
from vedette.rules.valley_campaign.ai.distances import field, way
from vedette.rules.valley_campaign.chapters.movement import open_ground
from vedette.rules.valley_campaign.chapters.victory import exit_points, worth
from vedette.rules.valley_campaign.setting import SIDE_INDEX, Pair, Setting
from vedette.rules.valley_campaign.state import State

PACE = 6
"""Points that troops and guns march in a turn."""
LATE = 4
"""Points by which a unit may be too far behind and still try."""
HOLDERS = 4
"""Units for each hex that must be held, where others march off the map."""


class Aims(NamedTuple):
    """What a scenario asks."""

    side: int
    """The side that must achieve it; the other tries to prevent it."""
    exits: tuple[int, ...]
    """Where its units leave the map."""
    hexes: tuple[int, ...]
    """What it must have at the end."""
    leader: str
    """The leader whose loss costs it the victory."""


@lru_cache(maxsize=8)
def aims_of(s: Setting) -> Aims:
    """The aims of a scenario, from its victory and the board."""
    v = s.victory
    exits: tuple[int, ...] = ()
    if edge := v.get("edge"):
        g = State(setting=s, units={})
        border = s.board.edge_distance[edge]
        exits = tuple(h for h in range(s.grid.size) if not border[h] and open_ground(g, h, v["ground"]))
    hexes = tuple(s.grid.index(name) for name in v.get("hexes", ()))
    return Aims(SIDE_INDEX[v["side"]], exits, hexes, str(v.get("leader", "")))


def worth_of(g: State, id: str) -> int:
    """The points that a unit scores by leaving the map; 0 for one that does not count."""
    v = g.setting.victory
    return worth(v, g.counter(id).arm) if g.side(id) == SIDE_INDEX[v["side"]] else 0


def turns_left(g: State) -> int:
    """The movement phases that a side still has, including this turn's."""
    return g.setting.last_turn - g.turn + 1


def road_off(s: Setting, arm: str, burned: tuple[Pair, ...]) -> Field:
    """How far every hex is from the edge, whoever stands in the way."""
    return field(s, arm, burned, aims_of(s).exits)


@lru_cache(maxsize=64)
def _runners(key: StateKey[State]) -> frozenset[str]:
    g = key.g
    aims = aims_of(g.setting)
    if not aims.exits:
        return frozenset()
    held_back = set(_holders(g, aims))
    far = {arm: road_off(g.setting, arm, g.burned) for arm in ("infantry", "artillery")}
    time = PACE * turns_left(g) + LATE
    return frozenset(
        id
        for id in g.on_map(aims.side)
        if worth_of(g, id) and id not in held_back and far[g.counter(id).arm][g.at(id)] < time
    )


def runners(g: State, without: str = "") -> frozenset[str]:
    """The units that march for the edge: all that count and can still get there in time."""
    aims = aims_of(g.setting)
    return _runners(StateKey(g, *army(g, aims.side, without), g.turn, g.burned, without)) if aims.exits else frozenset()


def _holders(g: State, aims: Aims) -> list[str]:
    """Where a scenario asks for both: the units nearest to the hexes, which stay with them."""
    if not aims.hexes:
        return []
    far = field(g.setting, "infantry", g.burned, aims.hexes)
    near = sorted((far[g.at(id)], id) for id in g.on_map(aims.side) if g.counter(id).combat_unit)
    return [id for _, id in near[: HOLDERS * len(aims.hexes)]]


def points_missing(g: State) -> int:
    """The points still to be carried off the map."""
    need = g.setting.victory.get("points")
    return max(0, need - exit_points(g)) if need else 0


class Corridor(NamedTuple):
    """The ways that the marching units would take."""

    weight: dict[int, float]
    """Hex -> the share of their points that would pass through it."""
    lead: int
    """How far the first of them is from the edge."""


@lru_cache(maxsize=16)
def _corridor(key: StateKey[State]) -> Corridor | None:
    g = key.g
    off = road_off(g.setting, "infantry", g.burned)
    weight: dict[int, float] = {}
    ways: dict[int, list[int]] = {}
    total, lead = 0, FAR
    for id in runners(g):
        at, points = g.at(id), worth_of(g, id)
        total += points
        lead = min(lead, off[at])
        if at not in ways:
            ways[at] = way(g, "infantry", at, off)
        for hex in ways[at]:
            weight[hex] = weight.get(hex, 0) + points
    return Corridor({h: w / total for h, w in weight.items()}, lead) if total else None


def corridor(g: State) -> Corridor | None:
    """The ways of all that march for the edge; None if nobody does."""
    aims = aims_of(g.setting)
    return _corridor(StateKey(g, *army(g, aims.side), g.turn, g.burned)) if aims.exits else None
