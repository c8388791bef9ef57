"""Chapters 3 and 13.3 to 13.5: what it costs to enter a hex."""

from __future__ import annotations

import msgspec

from vedette.engine.cites import cites
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.stacking import stack_total, stacking_value
from vedette.rules.blind_swords.state import State

NONE = -1
POINT = 2
"""A movement point in half points."""


class StepCosts(msgspec.Struct, frozen=True):
    """The costs of one step for one arm, in half points; NONE where there is no such way."""

    plain: int
    """Terrain and hexside together."""
    whole: bool
    """The hexside takes the whole allowance instead."""
    road: int
    march: int
    barred: bool


def step_costs(setting: Setting, arm: str, frm: int, to: int) -> StepCosts:
    """The costs of a step, kept after the first time."""
    key = (arm, frm, to)
    found: StepCosts | None = setting.bars.get(key)
    if found is None:
        found = setting.bars[key] = _work_out(setting, arm, frm, to)
    return found


@cites(
    "KT-13.3-1", "KT-13.3-2", "KT-13.3-5", "KT-3.2b", "KT-3.2c", "KT-3.2e", "KT-3.2g-1", "KT-3.2h-2", "KT-3.2h-3",
    "KT-3.2h-4", "KT-3.2i-2", "KT-13.5-2", "KT-3.2f-2", "KT-9.5a-2",
)  # fmt: skip
def _work_out(setting: Setting, arm: str, frm: int, to: int) -> StepCosts:
    """Terrain of the hex, what else lies in it and the hexside add up (KT-13.3-1, KT-13.3-2).

    Slopes cost upslope only (KT-3.2h-2, KT-3.2h-4), steep ones both ways (KT-3.2i-2), gentle changes of level nothing
    (KT-3.2h-3); streams and buildings nothing (KT-3.2b, KT-3.2c). A road counts only where it crosses the
    hexside (KT-13.5-2).
    """
    chart = setting.terrain
    board = setting.board
    words = [board.terrain[to], *board.features[to], *board.crossing.get((frm, to), ())]
    plain, whole, barred = 0, False, False
    for word in words:
        cost = chart.cost.get(word, {}).get(arm)
        if cost is None:
            continue
        plain += cost.half
        whole = whole or cost.whole_allowance
        barred = barred or cost.barred
    kind = board.road.get((frm, to))
    road = march = NONE
    if kind is not None:
        road = chart.cost[kind][arm].half
        march = chart.march[kind][arm].half if kind in chart.march else NONE
    return StepCosts(plain, whole, road, march, barred)


class Terms(msgspec.Struct, frozen=True):
    """The terms on which a unit moves: its Order, an event, or the Artillery Phase."""

    allowance: int
    """In half points."""
    engage: bool
    """May move beside enemies (KT-13.6-6)."""
    march: bool
    """May use March Column (KT-13.5a-1)."""
    cite: str
    """The case that bars engagement where it is barred."""


@cites(
    "KT-13.5-1", "KT-13.5-3", "KT-13.5a-1", "KT-13.5a-2", "KT-13.5b-1", "KT-13.5b-2", "KT-6.1c", "KT-3.2f-3",
    "KT-3.2f-4",
    "KT-3.2f-5", "KT-3.2f-6", "KT-3.2f-7", "KT-3.2f-8", "KT-16.1-1", "KT-16.1-2", "KT-9.5a-1", "KT-9.5a-2",
)  # fmt: skip
def cost_for(g: State, id: str, frm: int, to: int, terms: Terms, fresh: bool) -> int | None:
    """What a step costs a unit in half points; None where it may not be made at all.

    One point along any connected road whatever the ground (KT-13.5-1, KT-3.2f-3, -4); half in March Column on road and
    turnpike, never on lanes (KT-13.5a-1, -2, KT-3.2f-5 to -8). Where the limit of the hex would be passed the ground is
    paid instead (KT-13.5b-1, -2, KT-6.1c). Skirmishers pay a point less, at least one, and never march (KT-16.1-1,
    KT-16.1-2). Guns go up a steep slope only as their whole move (KT-9.5a-1, KT-9.5a-2).
    """
    arm = g.counter(id).arm
    c = step_costs(g.setting, arm, frm, to)
    skirmish = g.units[id].skirmish
    if c.road != NONE and _fits_on_road(g, id, to):
        if c.march != NONE and (terms.march or arm == "artillery") and not skirmish:
            return c.march
        return max(POINT, c.road - POINT) if skirmish else max(POINT, c.road)
    if c.barred:
        return None
    if c.whole:
        return terms.allowance if fresh else None
    return max(POINT, c.plain - POINT) if skirmish else c.plain


def _fits_on_road(g: State, id: str, to: int) -> bool:
    """The limit holds at every moment on the road (KT-13.5b-1)."""
    if to not in g.stacks:
        return True
    return stack_total(g, to) + stacking_value(g, id) <= g.setting.profile.stacking_limit * SP
