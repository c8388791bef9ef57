"""Ways over the whole map: how many movement points every hex is from a place, along the roads where there are some."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from vedette.rules.blind_swords.chapters.costs import NONE, POINT, step_costs
from vedette.rules.blind_swords.setting import Setting

WHOLE = 12
"""Half points that count for a step that takes a whole move."""
UNREACHED = 9999

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each hex those from which it is entered, each with the half points that it takes."""


@lru_cache(maxsize=1024)
def travel(setting: Setting, arm: str, goals: tuple[int, ...]) -> array[int]:
    """Half points from each hex to the nearest of some hexes, at the March Column rate on roads.

    Units do not count: it is the way that a column would look up on the map.
    """
    found = array("H", [UNREACHED]) * setting.grid.size
    steps = _steps(setting, arm)
    waiting: list[list[int]] = [[] for _ in range(WHOLE + 2)]
    waiting[0] = list(goals)
    for hex in goals:
        found[hex] = 0
    cost, left = 0, len(goals)
    while left:
        now = waiting[cost % len(waiting)]
        left -= len(now)
        for to in now:
            if found[to] == cost:
                for frm, more in steps[to]:
                    total = cost + more
                    if total < found[frm]:
                        found[frm] = total
                        waiting[total % len(waiting)].append(frm)
                        left += 1
        now.clear()
        cost += 1
    return found


@lru_cache(maxsize=16)
def _steps(setting: Setting, arm: str) -> Steps:
    near, area = setting.grid.neighbours, setting.in_play
    return tuple(
        tuple((frm, cost) for frm in near[to] if frm in area and (cost := _step(setting, arm, frm, to)))
        for to in range(setting.grid.size)
    )


def _step(setting: Setting, arm: str, frm: int, to: int) -> int:
    """Half points of a step by road or over the ground; 0 where there is no way."""
    costs = step_costs(setting, arm, frm, to)
    if costs.crossing:
        return 0
    roads = [c for c in (costs.road, costs.march) if c != NONE]
    ground = [] if costs.barred or costs.stuck else [WHOLE if costs.whole else costs.plain]
    return min(WHOLE, max(1, min((*roads, *ground)))) if roads or ground else 0


def points(half: int) -> float:
    """Half points as movement points."""
    return half / POINT
