"""Chapter 15.4: retreats; 15.8: Advance After Close Combat.

A unit falls back hex by hex along one of the best ways; its owner chooses among equals.
"""

from __future__ import annotations

import heapq

import msgspec

from vedette.engine.choice import DONE, Choice
from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.engine.procedure import Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.rules.blind_swords.chapters.costs import NONE, ground_bar, left_by_road, step_costs
from vedette.rules.blind_swords.chapters.deeds import end_charge, exit_map, place, send_to_box
from vedette.rules.blind_swords.chapters.held_back import frozen_bar
from vedette.rules.blind_swords.chapters.movement import CHAOS
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire
from vedette.rules.blind_swords.chapters.skirmish import ScreensGiveWay, screens_beside
from vedette.rules.blind_swords.chapters.stacking import end_bar, retreat_end_bar, stack_total, stacking_value
from vedette.rules.blind_swords.chapters.values import is_cavalry
from vedette.rules.blind_swords.chapters.victory import is_exit
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State

OFF = -1
"""Off the map, as the next hex of a way."""

ENEMY_HEX = Reason("an enemy stands there", "KT-15.4-must-2")
IMPASSABLE = Reason("the ground there is impassable", "KT-15.4-must-3")
OFF_ROAD = Reason("guns fall back into woods only along a road", "SS-15.4-req-4")

Price = tuple[int, int, int, int]
"""What a way costs: hexes beside enemies that caused it, beside other enemies, steps not towards the own
side, length. Compared in this order, which is the book's order of priority. A way off the map is as long as the
retreat, so that an owner whose unit can also stay on the map has the choice."""


class Ways(msgspec.Struct, frozen=True):
    """The best ways of a retreat from one hex."""

    price: Price | None
    steps: tuple[int, ...]
    """Next hexes of a best way, OFF among them where it leaves the map; empty where there is none."""


@cites("KT-15.4-must-2", "KT-15.4-must-3")
def step_bar(g: State, id: str, frm: int, to: int) -> Reason | None:
    """Why a retreat can never enter a hex: an enemy in it, impassable ground."""
    if g.masks[1 - g.side(id)] >> to & 1:
        return ENEMY_HEX
    costs = step_costs(g.setting, g.counter(id).arm, frm, to)
    if not costs.barred:
        return None
    if costs.crossing or left_by_road(g.setting, "infantry", to):
        return IMPASSABLE
    return guns_bar(costs.road != NONE)


@cites("SS-15.4-req-4")
def guns_bar(road: bool) -> Reason | None:
    """Woods are impassable to guns that follow no road between the hexes."""
    return None if road else OFF_ROAD


@cites("KT-15.4-pref-3-USA", "KT-15.4-pref-3-CSA")
def homeward(g: State, side: int, frm: int, to: int) -> bool:
    """Whether a step brings the unit nearer to its own side of the map.

    North or east for the Union, south or west for the Confederates.
    """
    far = g.setting.board.edge_distance
    return any(far[word][to] < far[word][frm] for word in g.setting.own_edges[side])


@cites("KT-15.4-pref-1", "KT-15.4-pref-2", "KT-15.4-pref-3")
def _price_of_step(g: State, side: int, causes: int, frm: int, to: int) -> Price:
    """What one step adds to the price of a way.

    First come the enemies that caused the retreat, then other enemies, then whether it leads homeward, if the book
    asks for that.
    """
    near = g.setting.grid.near[to]
    enemies = near & g.masks[1 - side]
    beside_cause = 1 if enemies & causes else 0
    beside_other = 1 if enemies & ~causes else 0
    strays = g.setting.profile.retreats_homeward and not homeward(g, side, frm, to)
    return (beside_cause, beside_other, int(strays), 1)


@cites("KT-15.4-must-1", "KT-15.4-3")
def ways(g: State, id: str, hexes: int, origin: int, causes: tuple[int, ...]) -> Ways:
    """The best ways for a unit to end so many hexes from its origin, even by a detour."""
    side = g.side(id)
    start = g.at(id)
    cause_mask = sum(1 << h for h in set(causes))
    best, back = _search(g, id, side, start, hexes, origin, cause_mask)
    if best is None:
        return Ways(None, ())
    return Ways(best[0], _first_steps(back, start, best[1]))


def best_ways(
    g: State, id: str, hexes: int, origin: int, causes: tuple[int, ...]
) -> tuple[list[int], dict[int, list[int]]]:
    """The ends of all best ways, and for each hex on them those that it is entered from: `ways`, to the end."""
    best, back = _search(g, id, g.side(id), g.at(id), hexes, origin, sum(1 << h for h in set(causes)))
    return (best[1] if best else []), back


@cites("KT-15.4-4", "KT-15.4-stack-1")
def turn_matters(g: State, ids: tuple[str, ...], hexes: int, origin: int, causes: tuple[int, ...]) -> bool:
    """Whether it makes a difference which unit of a stack falls back first.

    It does if a best way draws fire, or ends where there is no room for all of them.
    """
    side = g.side(ids[0])
    for id in ids:
        goals, back = best_ways(g, id, hexes, origin, causes)
        if any(g.enemies_near(h, side) for h in _on_ways(back, goals) - {origin, *goals}):
            return True
        if any(h != OFF and not _room_for_all(g, ids, h) for h in goals):
            return True
    return False


def _room_for_all(g: State, ids: tuple[str, ...], hex: int) -> bool:
    """Whether a hex would hold all these units besides those there; riders only among themselves."""
    if g.setting.profile.cavalry_stacks_apart and len({is_cavalry(g, i) for i in (*ids, *g.in_hex(hex))}) > 1:
        return False
    total = stack_total(g, hex) + sum(stacking_value(g, i) for i in ids)
    return total <= g.setting.profile.stacking_limit * SP


def _on_ways(back: dict[int, list[int]], goals: list[int]) -> set[int]:
    """Every hex on the best ways, found from their ends backwards."""
    seen, todo = set(goals), list(goals)
    while todo:
        fresh = set(back.get(todo.pop(), ())) - seen
        seen |= fresh
        todo += fresh
    return seen


def _first_steps(back: dict[int, list[int]], start: int, goals: list[int]) -> tuple[int, ...]:
    """The hexes after the start on all best ways."""
    return tuple(sorted(h for h in _on_ways(back, goals) if start in back.get(h, ())))


def _search(
    g: State, id: str, side: int, start: int, hexes: int, origin: int, causes: int
) -> tuple[tuple[Price, list[int]] | None, dict[int, list[int]]]:
    """Dijkstra over prices; every best predecessor of a hex is kept."""
    grid, area, edge = g.setting.grid, g.setting.area, g.setting.edge
    price: dict[int, Price] = {start: (0, 0, 0, 0)}
    back: dict[int, list[int]] = {}
    front: list[tuple[Price, int]] = [((0, 0, 0, 0), start)]
    goals: list[int] = []
    best: Price | None = None
    while front:
        cost, hex = heapq.heappop(front)
        if cost > price[hex] or (best is not None and cost > best):
            continue
        if hex == OFF or _may_end(g, id, hex, hexes, origin):
            best = cost
            goals.append(hex)
            continue
        if edge >> hex & 1:
            _relax(price, back, front, hex, OFF, _price_off(g, side, cost, hex, hexes))
            if ran_out(g, hex, hexes, origin):
                continue
        for to in grid.neighbours[hex]:
            if area >> to & 1 and step_bar(g, id, hex, to) is None:
                _relax(price, back, front, hex, to, _added(cost, _price_of_step(g, side, causes, hex, to)))
    return (None if best is None else (best, goals)), back


def _added(a: Price, b: Price) -> Price:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3])


def _relax(
    price: dict[int, Price], back: dict[int, list[int]], front: list[tuple[Price, int]], frm: int, to: int, cost: Price
) -> None:
    known = price.get(to)
    if known is None or cost < known:
        price[to] = cost
        back[to] = [frm]
        heapq.heappush(front, (cost, to))
    elif cost == known and frm not in back.get(to, [frm]):
        back[to].append(frm)


def _price_off(g: State, side: int, cost: Price, hex: int, hexes: int) -> Price:
    """The price of a way that leaves the map from an edge hex; over the enemy's edge it is above any way that stays."""
    added = _added(cost, (0 if _own_edge(g, side, hex) else g.setting.grid.size, 0, 0, 1))
    return (*added[:3], max(added[3], hexes))


@cites("KT-15.4-edge")
def ran_out(g: State, hex: int, hexes: int, origin: int) -> bool:
    """Whether a retreat at this edge hex has hexes left, so that it can only go off the map.

    The area of play counts as the map.
    """
    return hex != origin and g.setting.grid.distance(hex, origin) < hexes


@cites("KT-15.4-must-1", "KT-15.4-stack-1", "KT-15.4-stack-2")
def _may_end(g: State, id: str, hex: int, hexes: int, origin: int) -> bool:
    """Whether a retreat can end here: far enough, and not too full.

    If the hex is too full the unit goes on to one with room.
    """
    return g.setting.grid.distance(hex, origin) >= hexes and retreat_end_bar(g, id, hex) is None


def _own_edge(g: State, side: int, hex: int) -> bool:
    """Whether the hexes beyond this edge lie towards the own side."""
    grid = g.setting.grid
    far = g.setting.board.edge_distance
    for word in g.setting.own_edges[side]:
        if far[word][hex] == 0:
            return True
        if any(not g.setting.area >> n & 1 and far[word][n] < far[word][hex] for n in grid.neighbours[hex]):
            return True
    return False


def _safest(g: State, id: str, steps: tuple[int, ...]) -> int:
    """Among steps that are equally good by the book, the one that stays on the map, farthest from the enemy."""
    if len(steps) == 1:
        return steps[0]
    enemies, far = g.hexes_of_side(1 - g.side(id)), g.setting.grid.distance
    return max(steps, key=lambda hex: (hex != OFF, min((far(hex, e) for e in enemies), default=0) if hex != OFF else 0))


def retreat_to(id: str, hex: int) -> Choice:
    """One step of a retreat, into a hex or off the map."""
    return Choice("retreat off the map", id) if hex == OFF else Choice("retreat", id, hex)


@procedure("retreat")
class Retreat(Procedure, frozen=True):
    """A unit falls back, its owner choosing each hex among the best ways (KT 15.4)."""

    unit: str
    hexes: int
    origin: int
    causes: tuple[int, ...]
    barrage: bool = False
    to: int = OFF
    """The hex it is about to enter, while fire is resolved."""
    endured: int = OFF
    """The hex in which it has been fired at for leaving it; it is not fired at there again."""

    def title(self, g: State) -> str:
        return f"retreat of {self.unit}"

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds: the hexes still to go, and no path."""
        return ((self.unit, f"retreat {self.hexes}"),) if g.at(self.unit) >= 0 else ()

    @cites("KT-15.4-1", "KT-15.4-2", "KT-15.4-3")
    def choose(self, g: State) -> Result:
        """The next hex of a best way, until all hexes have been gone."""
        at = g.at(self.unit)
        if at < 0:
            return Done()
        if at != self.origin and _may_end(g, self.unit, at, self.hexes, self.origin):
            return Goto(self.end)
        found = ways(g, self.unit, self.hexes, self.origin, self.causes)
        if not found.steps:
            return Goto(self.fail)
        return Ask(
            g.seat(self.unit), tuple(retreat_to(self.unit, h) for h in found.steps), self.leave, "retreat",
            "KT-15.4-1", f"{self.unit} falls back: where?",
            usual=retreat_to(self.unit, _safest(g, self.unit, found.steps)), about=(self.unit,),
        )  # fmt: skip

    @cites("KT-15.4-opp-1", "KT-13.7-10", "KT-13.7-11")
    def leave(self, g: State, choice: Choice) -> Result:
        """Leaving a hex beside enemies draws Opportunity Fire, except for the first hex."""
        at, to = g.at(self.unit), choice.hex
        self._mark(g)
        if at in (self.origin, self.endured) or not g.enemies_near(at, g.side(self.unit)):
            return Goto(self.but(to=to).arrive)
        return Call(OpportunityFire(self.unit, self.hexes), then=self.but(to=to).after_fire)

    @cites("KT-15.4-opp-2")
    def after_fire(self, g: State, more: int) -> Result:
        """What the fire did counts at once; another retreat adds to the hexes still to go."""
        if g.at(self.unit) < 0:
            return Done()
        if more:
            return Goto(self.but(hexes=self.hexes + more, to=OFF, endured=g.at(self.unit)).choose)
        return Goto(self.arrive)

    @cites("KT-15.4-fail-2", "KT-15.4-fail-4", "KT-15.4-edge", "KT-20.1a-4")
    def arrive(self, g: State) -> Result:
        """Enter the hex; off the map it goes to Broken Box 1.

        If the scenario says so it counts as having left the map instead.
        """
        if self.to == OFF:
            g.log(Event("off-map", "KT-15.4-edge", g.seat(self.unit), (self.unit,), g.at(self.unit)))
            if is_exit(g, g.side(self.unit)):
                exit_map(g, self.unit, "KT-15.4-fail-4", forced=True)
            else:
                send_to_box(g, self.unit, 1, "KT-15.4-fail-2")
            return Done()
        end_charge(g, self.unit)
        place(g, self.unit, self.to, "KT-15.4-1", "retreated")
        rest = self.but(to=OFF)
        if g.setting.profile.screen_meets_retreats and screens_beside(g, g.at(self.unit), g.side(self.unit)):
            return Goto(rest.meet)
        return Goto(rest.choose)

    @cites("SS-18.2-6")
    def meet(self, g: State) -> Result:
        """Skirmishers give way to a retreat at each hex where it comes beside them."""
        return Call(ScreensGiveWay(self.unit), then=self.choose)

    @cites("KT-15.4-fail-1")
    def fail(self, g: State) -> Result:
        """No way at all: Broken Box 3."""
        g.log(Event("no-retreat", "KT-15.4-fail-1", g.seat(self.unit), (self.unit,), g.at(self.unit)))
        self._mark(g)
        send_to_box(g, self.unit, 3, "KT-15.4-fail-1")
        return Done()

    @cites("KT-16.2-9", "KT-16.2-8")
    def end(self, g: State) -> Result:
        """Skirmishers let a retreat pass, but give way where it ends beside them."""
        return Call(ScreensGiveWay(self.unit))

    @cites("KT-9.5d", "KT-9.4-2")
    def _mark(self, g: State) -> None:
        """Artillery driven off by artillery in its phase counts as activated."""
        if g.phase != "artillery" or g.counter(self.unit).arm != "artillery":
            return
        if self.unit not in g.busy:
            g.busy = tuple(sorted((*g.busy, self.unit)))
        if self.barrage and self.unit not in g.acted:
            g.acted = tuple(sorted((*g.acted, self.unit)))
            g.log(Event("activated-by-retreat", "KT-9.5d", g.seat(self.unit), (self.unit,)))


# -- 15.8: Advance After Close Combat --------------------------------------------------------------------------------


@procedure("advance")
class AdvanceAfterCombat(Procedure, frozen=True):
    """A side that emptied a hex in a Close Combat may move into it (KT 15.8)."""

    side: int
    """The attacker's."""
    target: int
    start: tuple[tuple[str, int], ...]
    """Where every unit in the combat stood when the dice were rolled."""

    def pending(self, g: State) -> tuple[tuple[str, str], ...] | None:
        """In odds the combat ends with its test."""
        return ()

    @cites("KT-15.8-1", "KT-15.8-2", "KT-14.3c-7")
    def begin(self, g: State) -> Result:
        """Into the target if it is empty, for all attackers; into an empty attacking hex, for the defenders."""
        if g.holder(self.target) == -1:
            victors = self._standing(g, self.side)
            return Call(Advance(self.side, (self.target,), victors, self._far_off(g, self.target)))
        empty = tuple(dict.fromkeys(h for _, h in self.start if h != self.target and g.holder(h) == -1))
        victors = self._standing(g, 1 - self.side)
        if not empty or not victors:
            return Done()
        return Call(Advance(1 - self.side, empty, victors, all(self._far_off(g, h) for h in empty)))

    def _standing(self, g: State, side: int) -> tuple[str, ...]:
        return tuple(i for i, h in self.start if g.side(i) == side and g.at(i) == h)

    @cites("KT-15.8-5")
    def _far_off(self, g: State, hex: int) -> bool:
        """Whether all that stood there fell back at least two hexes, or broke."""
        gone = [i for i, h in self.start if h == hex]
        return all(g.at(i) < 0 or g.setting.grid.distance(g.at(i), hex) >= 2 for i in gone)


@procedure("advance-units")
class Advance(Procedure, frozen=True):
    """The victors move in one at a time, or stay (KT 15.8)."""

    side: int
    emptied: tuple[int, ...]
    units: tuple[str, ...]
    two: bool
    second: str = ""
    """A unit that has gone one hex and may go another."""

    def choose(self, g: State) -> Result:
        """A unit and the hex it takes, or no more."""
        options = self._options(g)
        if not options:
            return Goto(self.rest) if self.second else Done()
        return Ask(
            SIDES[self.side], (*options, DONE), self.go, "advance", "KT-15.8-1", "who advances?",
            optional=True, usual=DONE,
        )  # fmt: skip

    @cites("KT-15.8-4", "KT-15.8-5", "KT-13.7-2", "KT-16.2-7", "KT-16.4-2")
    def go(self, g: State, choice: Choice) -> Result:
        """Advance, to a second hex too where allowed, without Opportunity Fire.

        Skirmishers beside the new hex give way.
        """
        if choice == DONE:
            return Goto(self.rest) if self.second else Done()
        id, hex = choice.unit, choice.hex
        place(g, id, hex, "KT-15.8-1", "advanced")
        units = tuple(i for i in self.units if i != id)
        then = self.but(units=units, second=id if self.two and not self.second else "").choose
        if screens_beside(g, hex, self.side):
            return Call(ScreensGiveWay(id), then=then)
        return Goto(then)

    def rest(self, g: State) -> Result:
        """The unit stays in the first hex; the others go on."""
        return Goto(self.but(second="").choose)

    @cites("KT-15.8-6")
    def _options(self, g: State) -> tuple[Choice, ...]:
        """First the emptied hex, then any legal hex beside it."""
        if self.second:
            at = g.at(self.second)
            hexes = g.setting.grid.neighbours[at]
            return tuple(Choice("advance", self.second, h) for h in hexes if advance_bar(g, self.second, h) is None)
        found = []
        for id in self.units:
            for hex in self.emptied:
                beside = g.at(id) >= 0 and g.setting.grid.near[g.at(id)] >> hex & 1
                if beside and advance_bar(g, id, hex) is None:
                    found.append(Choice("advance", id, hex))
        return tuple(found)


OUT = Reason("it is outside the area of play", "KT-20.1a-3")
HELD = Reason("an enemy stands there", "KT-15.8-1")


@cites("KT-15.8-3", "KT-15.8-6", "KT-10.5b-chaos-2")
def advance_bar(g: State, id: str, hex: int) -> Reason | None:
    """Why a unit may not advance into a hex.

    Ponds and closed ground bar an advance as they bar a move (rulings: SS 15.8), and so does the stacking limit. A
    frozen unit stays where it is, and so does one in Battlefield Chaos.
    """
    if g.units[id].frozen:
        return frozen_bar(g)
    if id in g.chaos:
        return CHAOS
    if not g.setting.area >> hex & 1:
        return OUT
    if g.holder(hex) == 1 - g.side(id):
        return HELD
    return ground_bar(g.setting, g.counter(id).arm, g.at(id), hex) or end_bar(g, id, hex)
