"""How far every hex is from what a side wants, in movement points by the cost of the ground."""

from __future__ import annotations

from functools import lru_cache

from vedette.rules.common.ai import FAR, Field, Steps, backward, spread
from vedette.rules.valley_campaign.chapters.ground import steps_from
from vedette.rules.valley_campaign.setting import Pair, Setting
from vedette.rules.valley_campaign.state import State

THROUGH, PAST = 8, 3
"""What an enemy in the way costs, and what his zone of control does."""


@lru_cache(maxsize=64)
def _backward(s: Setting, arm: str, burned: tuple[Pair, ...]) -> Steps:
    """The steps into every hex that the ground allows an arm: where from, and at what cost."""
    g = State(setting=s, units={}, burned=burned)
    return backward([steps_from(g, arm, hex) for hex in range(s.grid.size)])


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
    """From every hex: the points to the nearest of the targets.

    Args:
        enemies: hexes where enemies stand, as bits: they can be beaten, at a price.
        held: hexes in their zone of control.
        pace: the points of a turn, if points left over at its end are lost: the result is then the pace for each whole
            turn plus what the first turn needs, including the point for leaving the map.
    """
    back = _backward(s, arm, burned)
    extra: Field = ()
    if enemies or held:
        extra = tuple([THROUGH if enemies >> h & 1 else PAST if held >> h & 1 else 0 for h in range(s.grid.size)])
    return spread(back, targets, 1 if pace else 0, extra, pace)


def way(g: State, arm: str, start: int, to: Field) -> list[int]:
    """The hexes of the shortest way from a hex, following a field downward."""
    found, at = [start], start
    while to[at] and to[at] < FAR:
        at = min((cost + to[b], b) for b, cost in steps_from(g, arm, at))[1]
        found.append(at)
        if len(found) > FAR:
            break
    return found
