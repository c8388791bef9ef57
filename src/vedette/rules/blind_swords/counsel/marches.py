"""Movement: where each unit of a brigade would best go, and the assault that they go for together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vedette.board.paths import path
from vedette.board.paths import reach as search
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.close_combat import attack_bar, sides_of
from vedette.rules.blind_swords.costs import NONE, POINT, Terms, cost_for, step_costs, terms_for
from vedette.rules.blind_swords.counsel.assaults import NOTHING, worth_of
from vedette.rules.blind_swords.counsel.places import at_most, goal, worth
from vedette.rules.blind_swords.counsel.scene import Scene
from vedette.rules.blind_swords.deeds import place
from vedette.rules.blind_swords.movement import artillery_bar
from vedette.rules.blind_swords.stacking import end_bar
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.values import modified_sp

PACE = 0.02
"""What a movement point is worth saving."""
STIR = 0.15
"""What a move must gain before it is made."""
NOWHERE = -99.0
CITE = "KT-13.1-3"


class Way(NamedTuple):
    """A way to a hex in reach."""

    cost: int
    path: tuple[int, ...]
    """With the start."""


Ways = Mapping[int, Way]


def ways_of(g: State, id: str, left: int, fresh: bool, terms: Terms) -> dict[int, Way]:
    """Every hex where a unit may end its move, with the way there; where it stands is one of them."""
    setting, start, arm = g.setting, g.at(id), g.counter(id).arm
    closed = _closed(g, id, terms)
    guns, skirmish = arm == "artillery", g.units[id].skirmish
    screened = setting.profile.screen_cost and any(u.skirmish for u in g.units.values())

    def step(frm: int, to: int) -> int | None:
        if closed >> to & 1:
            return None
        first = fresh and frm == start
        costs = step_costs(setting, arm, frm, to)
        closed_ground = costs.barred or costs.stuck or costs.whole
        plain = not (skirmish or screened or closed_ground) and costs.road == NONE
        cost = costs.plain if plain else cost_for(g, id, frm, to, terms, first)
        if cost is None or (cost > left and not first) or (guns and artillery_bar(g, id, frm, to) is not None):
            return None
        return min(cost, left)

    found = search(start, left, step, g.setting.grid.neighbours)
    stays = {start} if fresh else set[int]()
    return {h: Way(row[0], path(found, h)) for h, row in found.items() if h in stays or end_bar(g, id, h) is None}


def _closed(g: State, id: str, terms: Terms) -> int:
    """Hexes that a unit may not enter at all: out of play, the enemy's, and for who may not engage those beside him."""
    enemy = g.masks[1 - g.side(id)]
    closed = enemy | ~g.setting.area
    if g.counter(id).arm != "artillery" and (g.units[id].skirmish or not terms.engage):
        for hex in hexes_of(enemy):
            closed |= g.setting.grid.near[hex]
    return closed


class March:
    """The movement of a brigade under an Order, as far as it is still to come."""

    def __init__(
        self, scene: Scene, ready: Sequence[str], terms: Terms, moving: Mapping[str, tuple[int, bool]]
    ) -> None:
        self.scene = scene
        self.g = scene.g
        self.terms = terms
        self.ready = tuple(ready)
        self.moving = moving
        self._ways: dict[str, dict[int, Way]] = {}

    def ways(self, id: str) -> dict[int, Way]:
        """Where a unit can come to."""
        found = self._ways.get(id)
        if found is None:
            terms = terms_for(self.g, id, self.terms)
            found = self._ways[id] = ways_of(self.g, id, *self.left(id), terms)
        return found

    def left(self, id: str) -> tuple[int, bool]:
        """The half points that a unit still has, and whether it has not moved yet."""
        return self.moving.get(id) or (terms_for(self.g, id, self.terms).allowance, True)

    def may_reach(self, id: str) -> bool:
        """Whether a unit could come beside an enemy at all: no hex costs less than a point to who may fight after."""
        g = self.g
        return g.enemy_within(g.at(id), g.side(id), self.left(id)[0] // POINT + 2)

    def fire_on_the_way(self, id: str, way: Way) -> float:
        """What the Opportunity Fire on a way costs to be expected: half the points of those beside each hex left."""
        scene, g = self.scene, self.g
        side = g.counter(id).side
        cost = 0.0
        for hex in way.path[:-1]:
            if g.enemies_near(hex, side):
                points = sum(modified_sp(g, i) // 2 for i in g.enemies_beside(hex, side))
                tests = scene.chances.tests(g.setting.crt.column(points) - 1, scene.rating(id))
                cost += scene.harm(hex, id, tests, alone=True) + 1.5 * tests.any
        return scene.care * cost

    def best(self, id: str) -> tuple[float, int]:
        """The hex that a unit should go to by itself, and what is gained by it."""
        scene = self.scene
        start = self.g.at(id)
        ways = self.ways(id)
        here = worth(scene, id, start) if start in ways else NOWHERE
        best, end = here + STIR, start
        for most, hex, way in self._promising(id, ways):
            if most <= best:
                continue
            value = worth(scene, id, hex) - PACE * way.cost
            if value > best and hex != start:
                value -= self.fire_on_the_way(id, way)
                if value > best:
                    best, end = value, hex
        return (best - here if end != start else 0.0), end

    def _promising(self, id: str, ways: Ways) -> Iterable[tuple[float, int, Way]]:
        """The hexes with what they may be worth at most; on a large map the best first."""
        rows = ((at_most(self.scene, id, hex), hex, way) for hex, way in ways.items())
        return sorted(rows, key=lambda row: (-row[0], row[1])) if self.scene.aims else rows


class Onset(NamedTuple):
    """An assault that units can march into: what it is worth, against whom, and who goes where."""

    value: float
    target: int
    goes: dict[str, int]


NO_ONSET = Onset(NOTHING.value, -1, {})


def onset_of(march: March, brigade: Sequence[str]) -> Onset:
    """The best assault that the brigade can make after its move."""
    g, side = march.g, march.scene.side
    best = NO_ONSET
    able = [i for i in march.ready if attack_bar(g, i) is None]
    reach = {i: march.ways(i) if march.may_reach(i) else {} for i in able}
    standing = [i for i in brigade if g.at(i) >= 0 and i not in reach and attack_bar(g, i) is None]
    near = 0
    for ways in reach.values():
        for hex in ways:
            near |= march.scene.grid.near[hex]
    targets = near & g.masks[1 - side]
    while targets:
        low = targets & -targets
        targets ^= low
        found = _against(march, reach, standing, low.bit_length() - 1)
        if found.value > best.value:
            best = found
    return best


def _against(march: March, reach: Mapping[str, Ways], standing: Sequence[str], target: int) -> Onset:
    """The strongest go first, each to the hex beside the target where it does most."""
    scene, g = march.scene, march.g
    trial = g.clone()
    trial.events = None
    beside = sides_of(g, target)
    group = [i for i in standing if beside >> g.at(i) & 1]
    goes: dict[str, int] = {}
    scored = Scene(trial, scene.side)
    for id in sorted(reach, key=lambda i: (-modified_sp(g, i), i)):
        if g.units[id].hits and g.at(id) not in scene.near[target]:
            continue
        slots = [h for h in reach[id] if beside >> h & 1]
        best, chosen = -99.0, -1
        for slot in slots:
            if slot != g.at(id) and end_bar(trial, id, slot) is not None:
                continue
            gain = _slot_worth(scored, trial, id, slot, target)
            gain -= march.fire_on_the_way(id, reach[id][slot])
            if gain > best:
                best, chosen = gain, slot
        if chosen < 0:
            continue
        if chosen != trial.at(id):
            place(trial, id, chosen, CITE)
        goes[id] = chosen
        group.append(id)
    if not group:
        return NO_ONSET
    value = worth_of(Scene(trial, scene.side), target, group).value
    cost = sum(march.fire_on_the_way(id, reach[id][h]) for id, h in goes.items())
    cost += sum(_left_behind(scene, id, h) for id, h in goes.items())
    return Onset(value - cost, target, goes)


def _left_behind(scene: Scene, id: str, to: int) -> float:
    """What is given up of a victory hex by who leaves it for an attack."""
    frm = scene.g.at(id)
    if frm == to or frm not in scene.goals:
        return 0.0
    return max(0.0, goal(scene, id, frm) - goal(scene, id, to))


def _slot_worth(scored: Scene, trial: State, id: str, slot: int, target: int) -> float:
    """How good a hex is to attack from: no wall or slope in the way, most points together, and from several sides."""
    points = sum(modified_sp(trial, i) for i in trial.in_hex(slot) if i != id) / SP
    words = trial.setting.board.crossing.get((slot, target), ())
    slope = 2.0 if "slope up" in words else 3.0 if "steep slope up" in words else 0.0
    return 0.3 * points + scored.cover(target, slot) - slope
