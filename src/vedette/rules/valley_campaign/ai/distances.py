"""How far every hex is from what a side wants, in movement points by the ground's own costs."""

from __future__ import annotations

from functools import lru_cache

from vedette.rules.valley_campaign.chapters.ground import steps_from
from vedette.rules.valley_campaign.setting import Pair, Setting
from vedette.rules.valley_campaign.state import State

FAR = 999
"""Of a hex from which nothing leads there."""
THROUGH, PAST = 8, 3
"""What an enemy in the way costs, and his zone of control."""
Field = tuple[int, ...]
Steps = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=64)
def _backward(s: Setting, arm: str, burned: tuple[Pair, ...]) -> Steps:
    """The steps into every hex that the ground allows an arm: from where, and at what cost."""
    g = State(setting=s, units={}, burned=burned)
    found: list[list[tuple[int, int]]] = [[] for _ in range(s.grid.size)]
    for a in range(s.grid.size):
        for b, cost in steps_from(g, arm, a):
            found[b].append((a, cost))
    return tuple(tuple(row) for row in found)


@lru_cache(maxsize=256)
def field(
    s: Setting,
    arm: str,
    burned: tuple[Pair, ...],
    targets: tuple[int, ...],
    enemies: int = 0,
    held: int = 0,
    pace: int = 0,
) -> Field:
    """From every hex the points to the nearest of these hexes.

    Args:
        pace: the points of a turn, if what is left of them at a turn's end is lost: then what comes out is the pace for
            each whole turn, and what the first one needs, with the point for leaving the map.
        enemies: hexes where enemies stand, as bits: they can be beaten, at a price.
        held: hexes in their zone of control.
    """
    steps = _backward(s, arm, burned)
    found = [FAR] * s.grid.size
    waiting: list[list[int]] = [[] for _ in range(FAR)]
    first = 1 if pace else 0
    for hex in targets:
        found[hex] = first
        waiting[first].append(hex)
    for cost, bucket in enumerate(waiting):
        for at in bucket:
            if found[at] < cost:
                continue
            extra = THROUGH if enemies >> at & 1 else PAST if held >> at & 1 else 0
            for frm, more in steps[at]:
                total = cost + more + extra
                if pace and (cost - 1) % pace + 1 + more > pace:
                    total = cost + pace - ((cost - 1) % pace + 1) + more + extra
                if total < min(found[frm], FAR):
                    found[frm] = total
                    waiting[total].append(frm)
    return tuple(found)


def way(g: State, arm: str, start: int, to: Field) -> list[int]:
    """The hexes of the shortest way from a hex, down a field."""
    found, at = [start], start
    while to[at] and to[at] < FAR:
        at = min((cost + to[b], b) for b, cost in steps_from(g, arm, at))[1]
        found.append(at)
        if len(found) > FAR:
            break
    return found
