"""Chapters 3 and 13.3 to 13.5: what it costs to enter a hex."""

from __future__ import annotations

import msgspec

from vedette.engine.cites import cites
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.stacking import room_bar
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.values import is_cavalry

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


def _work_out(setting: Setting, arm: str, frm: int, to: int) -> StepCosts:
    plain, whole, barred = ground_cost(setting, arm, frm, to)
    road, march = road_cost(setting, arm, frm, to)
    return StepCosts(plain, whole, road, march, barred)


@cites("KT-13.3-2", "KT-3.2b", "KT-3.2c", "KT-3.2e", "KT-3.2h-2", "KT-3.2h-3", "KT-3.2h-4", "KT-3.2i-2")
def ground_cost(setting: Setting, arm: str, frm: int, to: int) -> tuple[int, bool, bool]:
    """What the ground costs: points, whether the whole allowance, whether it is closed.

    Terrain of the hex, what else lies in it and the hexside add up (KT-13.3-2); woods are open to all arms (KT-3.2e).
    The way over a hexside has a direction (KT-3.2h-2): a slope costs upslope only (KT-3.2h-4), a steep one both ways
    (KT-3.2i-2). A change of level alone costs nothing (KT-3.2h-3), nor do streams and buildings (KT-3.2b, KT-3.2c).
    """
    board = setting.board
    words = [board.terrain[to], *board.features[to], *board.crossing.get((frm, to), ())]
    plain, whole, barred = 0, False, False
    for word in words:
        cost = setting.terrain.cost.get(word, {}).get(arm)
        if cost is None:
            continue
        plain += cost.half
        whole = whole or cost.whole_allowance
        barred = barred or cost.barred
    return plain, whole, barred


@cites("KT-13.5-2", "KT-13.5-3", "KT-3.2f-2", "KT-3.2f-3", "KT-3.2f-7", "KT-3.2f-8", "KT-13.5a-2")
def road_cost(setting: Setting, arm: str, frm: int, to: int) -> tuple[int, int]:
    """The road rate and the March Column rate of a step.

    A road of whatever kind counts (KT-13.5-3, KT-3.2f-3) where it crosses the hexside (KT-13.5-2). Road and turnpike
    are one (KT-3.2f-2) and have March Column (KT-13.5a-2), lanes do not (KT-3.2f-7). Guns have that rate there anyhow
    (KT-3.2f-8).
    """
    kind = setting.board.road.get((frm, to))
    if kind is None:
        return NONE, NONE
    chart = setting.terrain
    return chart.cost[kind][arm].half, chart.march[kind][arm].half if kind in chart.march else NONE


class Terms(msgspec.Struct, frozen=True):
    """The terms on which a unit moves: its Order, an event, or the Artillery Phase."""

    allowance: int
    """In half points."""
    engage: bool
    """May move beside enemies."""
    march: bool
    """May use March Column."""
    cite: str
    """The case that bars engagement where it is barred."""
    mounted: int = 0
    """The allowance of mounted units, in half points; 0 where it is that of all."""
    charge: bool = False
    """Cavalry may charge, since Close Combat can follow."""


@cites("KT-13.2-2", "KT-13.9-2")
def terms_for(g: State, id: str, terms: Terms) -> Terms:
    """The terms of one unit: cavalry has its own allowance as long as it is mounted when it begins (KT-13.2-2).

    That stays the one of its move (KT-13.9-2).
    """
    if not terms.mounted or terms.mounted == terms.allowance or not is_cavalry(g, id):
        return terms
    return msgspec.structs.replace(terms, allowance=terms.mounted)


@cites("KT-13.5-1", "KT-3.2f-4", "KT-13.5b-2", "KT-9.5a-1", "KT-9.5a-2")
def cost_for(g: State, id: str, frm: int, to: int, terms: Terms, fresh: bool) -> int | None:
    """What a step costs a unit in half points; None where it may not be made at all.

    Along a road the road rate whatever the ground (KT-13.5-1, KT-3.2f-4), but the ground where the limit of the hex
    would be passed (KT-13.5b-2). Guns go up a steep slope only as their whole move (KT-9.5a-1, KT-9.5a-2).
    """
    c = step_costs(g.setting, g.counter(id).arm, frm, to)
    if c.road != NONE and fits_on_road(g, id, to):
        cost = c.march if c.march != NONE and may_march(g, id, terms) else c.road
    elif c.barred:
        return None
    elif c.whole:
        return terms.allowance if fresh else None
    else:
        cost = c.plain
    return spread_out(cost) if g.units[id].skirmish else cost


@cites("KT-13.5a-1", "KT-3.2f-5", "KT-3.2f-6", "KT-16.1-2")
def may_march(g: State, id: str, terms: Terms) -> bool:
    """Who has the March Column rate (KT-13.5a-1): by his terms, and skirmishers never (KT-16.1-2).

    Terms that allow it are Maneuver (KT-3.2f-5) and the Brigade Reserve Move (KT-3.2f-6).
    """
    return terms.march and not g.units[id].skirmish


@cites("KT-16.1-1")
def spread_out(cost: int) -> int:
    """Skirmishers pay a point less for each hex, at least one (KT-16.1-1)."""
    return max(POINT, cost - POINT)


@cites("KT-13.5b-1", "KT-6.1c")
def fits_on_road(g: State, id: str, to: int) -> bool:
    """The limit holds at every moment on the road, not only where a move ends (KT-13.5b-1, KT-6.1c)."""
    return room_bar(g, id, to) is None
