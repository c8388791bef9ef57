"""Where the enemy could be in his next turn, by his points: with guns in range of a hex, or beside it hand to hand.

The leader whose loss loses the battle stands where neither can be (`Temper.guarded`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.hexes import hexes_of
from vedette.rules.common.ai import Field, StateKey, Steps, army, spread
from vedette.rules.valley_campaign.ai.distances import PAST, THROUGH
from vedette.rules.valley_campaign.chapters.ground import steps_from
from vedette.rules.valley_campaign.chapters.movement import allowance
from vedette.rules.valley_campaign.charts import FARTHEST
from vedette.rules.valley_campaign.setting import Pair, Setting
from vedette.rules.valley_campaign.state import State

SHOT = 0.15
"""The chance that a gun in range costs the side a leader."""
CAUGHT, IN_LINE = 0.6, 0.08
"""The same of an enemy who comes beside him, where he is alone and where he is among troops."""


class Coming(NamedTuple):
    """What the enemy could bring to every hex in his next turn."""

    guns: tuple[int, ...]
    """Guns that could come where they have it in range, whether they see it or not."""
    beside: int
    """Hexes beside which anybody could come who attacks, as bits."""

    def peril(self, hex: int, alone: bool) -> float:
        """The chance that a leader is lost there."""
        safe = (1.0 - SHOT) ** self.guns[hex]
        if self.beside >> hex & 1:
            safe *= 1.0 - (CAUGHT if alone else IN_LINE)
        return 1.0 - safe


def coming(g: State, side: int, without: str) -> Coming:
    """What the other side could bring against a side, one of whose units is left aside."""
    moves = (g.turn, g.player, g.phase, g.waiting, g.burned)
    return _coming(StateKey(g, *moves, *army(g, 0, without), *army(g, 1, without)), side, without)


@lru_cache(maxsize=16)
def _coming(key: StateKey[State], side: int, without: str) -> Coming:
    g, grid = key.g, key.g.setting.grid
    mine, extra = _in_the_way(g, side, without)
    still = g.player == 1 - side and g.phase == "combat"
    guns, beside = [0] * grid.size, 0
    for (hex, arm, points, gun), count in _starts(g, 1 - side).items():
        inside = {hex}
        if not still:
            free = (*extra[:hex], 0, *extra[hex + 1 :])
            far = spread(_onward(g.setting, arm, g.burned), (hex,), extra=free)
            inside.update(at for at, cost in enumerate(far) if cost <= points and not mine >> at & 1)
        near = 0
        for at in inside:
            near |= grid.within(at, FARTHEST if gun else 1)
        if not gun:
            beside |= near
            continue
        for at in hexes_of(near):
            guns[at] += count
    return Coming(tuple(guns), beside)


@lru_cache(maxsize=64)
def _onward(s: Setting, arm: str, burned: tuple[Pair, ...]) -> Steps:
    """The steps out of every hex that the ground allows an arm."""
    g = State(setting=s, units={}, burned=burned)
    return tuple(steps_from(g, arm, hex) for hex in range(s.grid.size))


def _in_the_way(g: State, side: int, without: str) -> tuple[int, Field]:
    """The hexes of a side's troops, as bits, and what going on from each hex costs who comes at them."""
    mine = held = 0
    for id in g.on_map(side):
        if id != without and not g.counter(id).leader:
            mine |= 1 << g.at(id)
            if g.counter(id).combat_unit:
                held |= g.setting.spread[g.at(id)]
    size = range(g.setting.grid.size)
    return mine, tuple(THROUGH if mine >> h & 1 else PAST if held >> h & 1 else 0 for h in size)


def _starts(g: State, side: int) -> dict[tuple[int, str, int, bool], int]:
    """How many of a side's units set out in its next turn, or enter, by where from, arm, points and whether guns."""
    there = [(id, g.at(id)) for id in g.on_map(side) if not g.units[id].demoralized]
    there += [(a.unit, a.hex) for a in g.waiting if a.turn <= g.turn + 1 and g.side(a.unit) == side]
    found: dict[tuple[int, str, int, bool], int] = {}
    for id, hex in there:
        c = g.counter(id)
        if not c.leader:
            key = hex, c.arm, allowance(g, id), c.gun
            found[key] = found.get(key, 0) + 1
    return found
