"""Movement: where each unit of a brigade would best go, and the assault that they go for together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai.assaults import NOTHING, worth_of
from vedette.rules.blind_swords.ai.going import NO_WAYS, Ways, ways_of
from vedette.rules.blind_swords.ai.places import goal, most_at, worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.close_combat import attack_bar, sides_of
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, terms_for
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.state import State

PACE = 0.02
"""What a movement point is worth saving."""
STIR = 0.15
"""What a move must gain before it is made."""
NOWHERE = -99.0
CITE = "KT-13.1-3"


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
        self._ways: dict[str, Ways] = {}
        self._fire: dict[tuple[int, str], float] = {}

    def ways(self, id: str) -> Ways:
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

    def fire_on_the_way(self, id: str, way: Sequence[int]) -> float:
        """What the Opportunity Fire on a way costs to be expected."""
        enemy, near = self.g.masks[1 - self.g.counter(id).side], self.scene.grid.near
        cost = 0.0
        for hex in way[:-1]:
            if near[hex] & enemy:
                cost += self._fire_at(hex, id)
        return self.scene.care * cost

    def _fire_at(self, hex: int, id: str) -> float:
        """What it costs to leave a hex: half the points of those beside it fire."""
        found = self._fire.get((hex, id))
        if found is None:
            scene, g = self.scene, self.g
            points = sum(modified_sp(g, i) // 2 for i in g.enemies_beside(hex, g.counter(id).side))
            tests = scene.chances.tests(g.setting.crt.column(points) - 1, scene.rating(id))
            found = self._fire[hex, id] = scene.harm(hex, id, tests, alone=True) + 1.5 * tests.any
        return found

    def best(self, id: str) -> tuple[float, int]:
        """What a unit gains by going where it should by itself, and the hex."""
        key = ("march", id, *self.left(id), self.terms)
        found = self.scene.goes.get(key)
        if found is None:
            found = self.scene.goes[key] = self._best(id)
        return found

    def _best(self, id: str) -> tuple[float, int]:
        scene = self.scene
        start = self.g.at(id)
        ways = self.ways(id)
        here = worth(scene, id, start) if start in ways else NOWHERE
        best, end = here + STIR, start
        for less, hex in self._promising(id, ways):
            if -less <= best:
                continue
            value = worth(scene, id, hex) - PACE * ways.cost(hex)
            if value > best and hex != start:
                value -= self.fire_on_the_way(id, ways[hex].path)
                if value > best:
                    best, end = value, hex
        return (best - here if end != start else 0.0), end

    def _promising(self, id: str, ways: Ways) -> Iterable[tuple[float, int]]:
        """The hexes with what they may be worth at most, taken negative; on a large map the best first."""
        most = most_at(self.scene, id)
        rows = [(-most(hex), hex) for hex in ways.ends]
        return sorted(rows) if self.scene.aims else rows


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
    reach = {i: march.ways(i) if march.may_reach(i) else NO_WAYS for i in able}
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
        slots = reach[id].among(hexes_of(beside))
        best, chosen = -99.0, -1
        for slot in slots:
            if slot != g.at(id) and end_bar(trial, id, slot) is not None:
                continue
            gain = _slot_worth(scored, trial, id, slot, target)
            gain -= march.fire_on_the_way(id, reach[id][slot].path)
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
    cost = sum(march.fire_on_the_way(id, reach[id][h].path) for id, h in goes.items())
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
