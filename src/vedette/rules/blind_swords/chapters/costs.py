"""Chapters 3 and 13.3 to 13.5: what it costs to enter a hex."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Reason
from vedette.hexes import Grid, hexes_of, mask_of
from vedette.rules.blind_swords.chapters.stacking import room_bar
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import State

NONE = -1
POINT = 2
"""A movement point in half points."""
ANY = 999
"""More half points than any step costs."""


class StepCosts(msgspec.Struct, frozen=True):
    """The costs of one step for one arm, in half points; NONE where there is no such way."""

    plain: int
    """Terrain and hexside together."""
    whole: bool
    """The hexside takes the whole allowance instead."""
    road: int
    march: int
    barred: bool
    """The ground of the hex is closed to the arm except by road, or no road leads over the hexside."""
    crossing: bool = False
    """The hexside is impassable, road or not."""
    stuck: bool = False
    """The hex being left is closed to the arm except by road, so that it is left by road as well."""


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
    crossing = crossing_bar(setting, frm, to, arm) is not None
    return StepCosts(plain, whole, road, march, barred or crossing, crossing, left_by_road(setting, arm, frm))


@cites("KT-13.3-2", "KT-3.2b", "KT-3.2c", "KT-3.2e", "KT-3.2h-2", "KT-3.2h-3", "KT-3.2h-4", "KT-3.2i-2",
       "SS-3.2c-1", "SS-3.2c-3", "SS-3.2e-1", "SS-6.1b-1", "SS-13.3-1", "BS-10.3-1")  # fmt: skip
def ground_cost(setting: Setting, arm: str, frm: int, to: int) -> tuple[int, bool, bool]:
    """What the ground costs: points, whether it takes the whole allowance, whether it is closed.

    The terrain of the hex, what else lies in it and the hexside add up. Light woods are open to all arms, woods to
    guns only by road. Hexsides have a direction: a slope costs upslope only, a steep one both ways. A change of
    level alone costs nothing, nor do streams in a hex and buildings; of the three kinds of water only flowing water
    on a hexside costs points.
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


IMPASSABLE = Reason("nobody crosses a pond", "SS-3.2c-5")


@cites("SS-3.2c-5", "SS-3.2c-6", "SS-3.2c-7")
def crossing_bar(setting: Setting, frm: int, to: int, arm: str = "infantry") -> Reason | None:
    """Whether the hexside between two hexes is closed to movement and to Close Combat alike.

    They are adjacent for everything else.
    """
    cost = setting.terrain.cost
    words = setting.board.crossing.get((frm, to), ())
    return IMPASSABLE if any(w in cost and arm in cost[w] and cost[w][arm].barred for w in words) else None


@cites("SS-13.5c-1")
def left_by_road(setting: Setting, arm: str, hex: int) -> bool:
    """Whether an arm leaves a hex, as it enters it, only along a connected road."""
    cost = setting.terrain.cost.get(setting.board.terrain[hex], {}).get(arm)
    return cost is not None and cost.barred


def may_stand(setting: Setting, arm: str, hex: int) -> bool:
    """Whether an arm may be in a hex at all: on ground that is closed to it only where there is a road."""
    words = (setting.board.terrain[hex], *setting.board.features[hex])
    cost = setting.terrain.cost
    if not any(word in cost and arm in cost[word] and cost[word][arm].barred for word in words):
        return True
    return any((hex, n) in setting.board.road for n in setting.grid.neighbours[hex])


CLOSED = Reason("the ground there is closed to all", "SS-13.3-5")
BY_ROAD = Reason("guns come into woods and out of them only along a road that connects the hexes", "SS-13.5c-1")


@cites("KT-13.3-4", "SS-13.3-5", "SS-6.1b-2", "SS-9.4a-1")
def ground_bar(setting: Setting, arm: str, frm: int, to: int) -> Reason | None:
    """Why no unit of an arm can ever make a step, not even as the first of its move (rulings: SS oddity 12).

    A hexside that nobody crosses, closed ground, woods for guns off the road.
    """
    c = step_costs(setting, arm, frm, to)
    if c.crossing:
        return IMPASSABLE
    if c.road != NONE or not (c.barred or c.stuck):
        return None
    return CLOSED if left_by_road(setting, "infantry", to) else BY_ROAD


@cites("KT-13.5-2", "KT-13.5-3", "KT-3.2f-2", "KT-3.2f-3", "KT-3.2f-7", "KT-3.2f-8", "KT-13.5a-2")
def road_cost(setting: Setting, arm: str, frm: int, to: int) -> tuple[int, int]:
    """The road rate and the March Column rate of a step.

    A road of any kind counts if it crosses the hexside. Roads and turnpikes give March Column, lanes do not; guns
    have that rate in any case.
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
    """The terms of one unit: cavalry that is mounted when its move begins has its own allowance for the whole move."""
    if not terms.mounted or terms.mounted == terms.allowance or not is_cavalry(g, id):
        return terms
    return msgspec.structs.replace(terms, allowance=terms.mounted)


class Usual(dict[int, dict[int, int]]):
    """What the steps from each hex cost an arm where nobody stands in the way, but for those that take a whole move."""

    def __init__(self, setting: Setting, arm: str, march: bool) -> None:
        self.setting, self.arm, self.march = setting, arm, march
        self._within: dict[tuple[int, int], int] = {}

    def within(self, frm: int, points: int) -> int:
        """The hexes beside one that cost no more than so many half points, as bits."""
        found = self._within.get((frm, points))
        if found is None:
            found = self._within[frm, points] = mask_of(to for to, cost in self[frm].items() if cost <= points)
        return found

    def __missing__(self, frm: int) -> dict[int, int]:
        row = self[frm] = {}
        for to in self.setting.grid.neighbours[frm]:
            c = step_costs(self.setting, self.arm, frm, to)
            if not c.crossing and c.road != NONE:
                row[to] = c.march if self.march and c.march != NONE else c.road
            elif not (c.crossing or c.barred or c.stuck or c.whole):
                row[to] = c.plain
        return row


def usual_costs(setting: Setting, arm: str, march: bool) -> Usual:
    """The usual costs of an arm in March Column or out of it, laid out once a board."""
    found: Usual | None = setting.bars.get((arm, march))
    if found is None:
        found = setting.bars[arm, march] = Usual(setting, arm, march)
    return found


@lru_cache(maxsize=512)
def around(grid: Grid, hexes: int, distance: int) -> int:
    """The hexes within a distance of any of these, as bits."""
    found = 0
    for hex in hexes_of(hexes):
        found |= grid.within(hex, distance)
    return found


class Field(NamedTuple):
    """Hexes as bits, as units of an arm find them."""

    closed: int
    """Where nobody goes: enemies, and all that is out of play."""
    watched: int
    """Where enemies are so near that a unit may be barred from going there."""
    empty: int
    """In play, and nobody there."""


def field_of(g: State, arm: str, side: int) -> Field:
    """The field as units of an arm of a side find it, laid out anew when somebody has come or gone."""
    setting, masks = g.setting, g.masks
    stood, fields = setting.fields
    if stood is not masks:
        fields = {}
        setting.fields = masks, fields
    found: Field | None = fields.get((arm, side))
    if found is None:
        enemy = masks[1 - side]
        closed = enemy | ~setting.area
        watched = around(setting.grid, enemy, setting.profile.artillery_engages_at if arm == "artillery" else 1)
        found = fields[arm, side] = Field(closed, watched, ~(closed | masks[side]))
    return found


class Walk:
    """A unit on its way by certain terms: what holds for all of its steps is worked out once, hexes as bits."""

    __slots__ = (
        "arm", "closed", "enemy", "free", "g", "id", "march", "screens", "skirmish", "terms", "usual", "watched",
    )  # fmt: skip

    def __init__(self, g: State, id: str, terms: Terms) -> None:
        counter, setting = g.counter(id), g.setting
        self.g, self.id, self.terms = g, id, terms
        self.arm = counter.arm
        self.enemy = g.masks[1 - counter.side]
        """Where enemies stand."""
        self.closed, self.watched, empty = field_of(g, self.arm, counter.side)
        self.march = may_march(g, id, terms)
        self.skirmish = g.units[id].skirmish
        self.screens = setting.profile.screen_cost
        self.usual = usual_costs(setting, self.arm, self.march)
        engages = terms.engage and not (self.skirmish or self.screens or self.arm == "artillery")
        self.free = empty if engages else empty & ~self.watched
        """Where nothing bars it but the ground and its points: nobody stands there, and no enemy nearby bars it."""

    @cites("KT-13.5-1", "KT-3.2f-4", "KT-13.5b-2", "KT-9.5a-1", "KT-9.5a-2")
    def cost(self, frm: int, to: int, fresh: bool, room: bool | None = None) -> int | None:
        """What a step costs in half points; None if the unit cannot make it at all.

        Along a road it pays the road rate whatever the ground, but the ground if the hex would be over its limit. Guns
        go up a steep slope only as their whole move. `room`: whether the stack with which it goes keeps to the limit.
        """
        g = self.g
        if to not in g.stacks and (usual := self.usual[frm].get(to)) is not None:
            return self._harried(to, usual)
        c = step_costs(g.setting, self.arm, frm, to)
        if c.crossing:
            return None
        if c.road != NONE and (fits_on_road(g, self.id, to) if room is None else room):
            cost = c.march if c.march != NONE and self.march else c.road
        elif c.barred or c.stuck:
            if c.road == NONE or not g.setting.profile.blocked_road_cost:
                return None
            cost = blocked_road(g) if c.barred else c.plain
        elif c.whole:
            return self.terms.allowance if fresh else None
        else:
            cost = c.plain
        return self._harried(to, cost)

    def easily(self, frm: int, left: int, fresh: bool) -> int:
        """The hexes beside one into which it may go with the points that are left, as far as that is seen at a glance.

        Its first step costs what it may; skirmishers do not pay the usual costs.
        """
        if self.skirmish and not fresh:
            return 0
        return self.free & self.usual.within(frm, ANY if fresh else left)

    def _harried(self, to: int, cost: int) -> int:
        """The cost with what skirmishers pay less, and what enemy skirmishers add to it."""
        if self.skirmish:
            cost = spread_out(self.g, cost)
        return cost + screen_cost(self.g, self.id, to) if self.screens else cost


def cost_for(g: State, id: str, frm: int, to: int, terms: Terms, fresh: bool, room: bool | None = None) -> int | None:
    """What a step costs a unit in half points; None if it cannot make it at all. See `Walk.cost`."""
    return Walk(g, id, terms).cost(frm, to, fresh, room)


@cites("SS-6.1c-3", "SS-9.4c-1")
def blocked_road(g: State) -> int:
    """What guns pay to pass a hex of woods whose road is taken up by other units."""
    return g.setting.profile.blocked_road_cost * POINT


def screen_cost(g: State, id: str, to: int) -> int:
    """The extra cost of coming beside enemy skirmishers."""
    more = g.setting.profile.screen_cost
    if not more or not g.enemies_near(to, g.side(id)):
        return 0
    return harassed(g, more) if any(g.units[i].skirmish for i in g.enemies_beside(to, g.side(id))) else 0


@cites("SS-18.2-1")
def harassed(g: State, points: int) -> int:
    """Coming beside a screen costs this much more, however many skirmishers there are."""
    return points * POINT


@cites("KT-13.5a-1", "KT-3.2f-5", "KT-3.2f-6", "KT-16.1-2")
def may_march(g: State, id: str, terms: Terms) -> bool:
    """Who has the March Column rate: units whose terms allow it, but never skirmishers.

    The terms that allow it are Maneuver and the Brigade Reserve Move.
    """
    if g.setting.profile.cavalry_always_marches and is_cavalry(g, id):
        return rides_in_column()
    return terms.march and not g.units[id].skirmish


@cites("SS-3.2d-7", "SS-13.5a-1")
def rides_in_column() -> bool:
    """Cavalry may always use the rate, as artillery does."""
    return True


@cites("KT-16.1-1")
def spread_out(g: State, cost: int) -> int:
    """Skirmishers pay a point less for each hex, but at least one; or always one (SS 18.1)."""
    return POINT if g.setting.profile.skirmish_costs == "one" else max(POINT, cost - POINT)


@cites("KT-13.5b-1", "KT-6.1c", "SS-13.5b-3")
def fits_on_road(g: State, id: str, to: int) -> bool:
    """The limit holds at every moment on the road, not only where a move ends.

    A unit larger than the limit marches alone, through no hex where others stand.
    """
    return room_bar(g, id, to) is None
