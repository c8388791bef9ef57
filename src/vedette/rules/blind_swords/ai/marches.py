"""Movement: where each unit of a brigade would best go, and the assault that they go for together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from vedette.board.paths import path, reach, reach_over
from vedette.hexes import hexes_of, mask_of
from vedette.rules.blind_swords.ai.assaults import NOTHING, worth_of
from vedette.rules.blind_swords.ai.places import goal, most_at, worth
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.chapters.close_combat import attack_bar, sides_of
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, around, cost_for, may_march, terms_for
from vedette.rules.blind_swords.chapters.deeds import place
from vedette.rules.blind_swords.chapters.movement import artillery_bar
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import remembered

NEVER = 1 << 20
"""The cost of a step that may not be made."""
Found = Mapping[int, tuple[int, int]]


class Way(NamedTuple):
    """A way to a hex in reach."""

    cost: int
    path: tuple[int, ...]
    """With the start."""


class Ways(Mapping[int, Way]):
    """The hexes where a unit may end its move, in the order in which they were found; the ways only when asked for."""

    def __init__(self, found: Found, ends: Iterable[int]) -> None:
        self._found = found
        self.ends = {hex: rank for rank, hex in enumerate(ends)}
        """Each hex with its place in the order."""

    def __getitem__(self, hex: int) -> Way:
        if hex not in self.ends:
            raise KeyError(hex)
        return Way(self._found[hex][0], path(self._found, hex))

    def __iter__(self) -> Iterator[int]:
        return iter(self.ends)

    def __len__(self) -> int:
        return len(self.ends)

    def __contains__(self, hex: object) -> bool:
        return hex in self.ends

    def cost(self, hex: int) -> int:
        """The half points to a hex."""
        return self._found[hex][0]

    def among(self, hexes: Iterable[int]) -> list[int]:
        """Those among some hexes that are in reach, in the order in which they were found."""
        return sorted((hex for hex in hexes if hex in self.ends), key=self.ends.__getitem__)


NO_WAYS = Ways({}, ())


class Tread:
    """The steps of one kind of unit from each hex where nobody else is about, worked out when they are first asked for.

    Units of a kind differ in nothing on which the cost of a step depends as long as it is not the first of a move.
    """

    def __init__(self, g: State, id: str, terms: Terms) -> None:
        self.alone = g.clone()
        self.alone.stacks, self.alone.masks = {}, (0, 0)
        self.id = id
        self.terms = terms
        self._rows: dict[int, tuple[tuple[int, int], ...]] = {}

    def steps(self, frm: int) -> tuple[tuple[int, int], ...]:
        """The hexes that can be entered from one, each with its cost."""
        found = self._rows.get(frm)
        if found is None:
            near = self.alone.setting.grid.neighbours[frm]
            costs = [(to, cost_for(self.alone, self.id, frm, to, self.terms, False)) for to in near]
            found = self._rows[frm] = tuple([(to, NEVER if cost is None else cost) for to, cost in costs])
        return found


@dataclass(frozen=True)
class Kind:
    """What the cost of a step depends on, besides the ground and who is about."""

    setting: Setting
    arm: str
    column: bool
    skirmish: bool
    example: tuple[State, str, Terms] = field(compare=False, repr=False)


@lru_cache(maxsize=32)
def _tread(kind: Kind) -> Tread:
    return Tread(*kind.example)


def ways_of(g: State, id: str, left: int, fresh: bool, terms: Terms) -> Ways:
    """Every hex where a unit may end its move, with the way there; where it stands is one of them."""
    setting, start, arm, skirmish = g.setting, g.at(id), g.counter(id).arm, g.units[id].skirmish
    enemy = g.masks[1 - g.side(id)]
    closed = enemy | _outside(setting)
    if arm == "artillery":
        near = around(setting.grid, enemy, setting.profile.artillery_engages_at)
        if near >> start & 1:
            return _ways(g, id, _away(g, id, left, fresh, terms, closed), start, fresh)
        closed |= near
    elif skirmish or not terms.engage:
        closed |= around(setting.grid, enemy, 1)
    harassed = set(hexes_of(around(setting.grid, _screens(g, 1 - g.side(id)), 1)))

    room: dict[int, bool] = {}

    def ask(frm: int, to: int, usual: int) -> int:
        """Where a road is taken up or skirmishers stand beside it a step may be dearer."""
        if to not in room:
            room[to] = to not in harassed and end_bar(g, id, to) is None
        if room[to]:
            return usual
        cost = cost_for(g, id, frm, to, terms, False)
        return NEVER if cost is None else cost

    tread = _tread(Kind(setting, arm, may_march(g, id, terms), skirmish, (g, id, terms)))
    first = [(to, cost_for(g, id, start, to, terms, fresh)) for to in setting.grid.neighbours[start]]
    begun = [(to, min(cost, left) if fresh else cost) for to, cost in first if cost is not None]
    asked = harassed.union(g.stacks) if harassed else g.stacks
    return _ways(g, id, reach_over(start, left, begun, tread.steps, _hexes(closed), asked, ask), start, fresh)


def _ways(g: State, id: str, found: Found, start: int, fresh: bool) -> Ways:
    """Of the hexes in reach those where the unit may end; who has not moved may stay."""
    stacks = g.stacks
    ends = [h for h in found if h not in stacks or (fresh and h == start) or end_bar(g, id, h) is None]
    return Ways(found, ends)


@lru_cache(maxsize=32)
def _outside(setting: Setting) -> int:
    """The hexes that are out of play."""
    return ((1 << setting.grid.size) - 1) & ~setting.area


@lru_cache(maxsize=32)
def _hexes(mask: int) -> frozenset[int]:
    return frozenset(hexes_of(mask))


def _screens(g: State, side: int) -> int:
    """The hexes with skirmishers of a side, next to which a step may cost more."""
    return mask_of(g.units[i].at for i in g.on_map(side) if g.units[i].skirmish)


def _away(g: State, id: str, left: int, fresh: bool, terms: Terms, closed: int) -> Found:
    """The hexes that guns near the enemy can come to, hex by hex."""
    start = g.at(id)

    def step(frm: int, to: int) -> int | None:
        if closed >> to & 1:
            return None
        first = fresh and frm == start
        cost = cost_for(g, id, frm, to, terms, first)
        if cost is None or (cost > left and not first) or artillery_bar(g, id, frm, to) is not None:
            return None
        return min(cost, left)

    return reach(start, left, step, g.setting.grid.neighbours)


# -- movement --------------------------------------------------------------------------------------------------------


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

    def ways(self, id: str) -> Ways:
        """Where a unit can come to."""
        return _ways_in(self.scene, id, *self.left(id), terms_for(self.g, id, self.terms))

    def left(self, id: str) -> tuple[int, bool]:
        """The half points that a unit still has, and whether it has not moved yet."""
        return self.moving.get(id) or (terms_for(self.g, id, self.terms).allowance, True)

    def may_reach(self, id: str) -> bool:
        """Whether a unit could come next to an enemy at all: no hex costs less than a point if it may then fight."""
        g = self.g
        return g.enemy_within(g.at(id), g.side(id), self.left(id)[0] // POINT + 2)

    def fire_on_the_way(self, id: str, way: Sequence[int]) -> float:
        """What the Opportunity Fire on a way is expected to cost."""
        enemy, near = self.g.masks[1 - self.g.counter(id).side], self.scene.grid.near
        cost = 0.0
        for hex in way[:-1]:
            if near[hex] & enemy:
                cost += _fire_leaving(self.scene, hex, id)
        return self.scene.care * cost

    def best(self, id: str) -> tuple[float, int]:
        """What a unit gains by going where it should by itself, and the hex."""
        key = ("march", id, *self.left(id), self.terms)
        found: tuple[float, int] | None = self.scene.memo.get(key)
        if found is None:
            found = self.scene.memo[key] = self._best(id)
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


@remembered
def _ways_in(scene: Scene, id: str, left: int, fresh: bool, terms: Terms) -> Ways:
    return ways_of(scene.g, id, left, fresh, terms)


@remembered
def _fire_leaving(scene: Scene, hex: int, id: str) -> float:
    """What it costs to leave a hex: half the points of those beside it fire."""
    g = scene.g
    points = sum(modified_sp(g, i) // 2 for i in g.enemies_beside(hex, g.counter(id).side))
    tests = scene.chances.tests(g.setting.crt.column(points) - 1, scene.rating(id))
    return scene.harm(hex, id, tests, alone=True) + 1.5 * tests.any


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
    beside = sides_of(g, target)
    group = [i for i in standing if beside >> g.at(i) & 1]
    goes: dict[str, int] = {}
    scored = Scene(trial, scene.side, scene.temper)
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
    value = worth_of(Scene(trial, scene.side, scene.temper), target, group).value
    cost = sum(march.fire_on_the_way(id, reach[id][h].path) for id, h in goes.items())
    cost += sum(_left_behind(scene, id, h) for id, h in goes.items())
    return Onset(value - cost, target, goes)


def _left_behind(scene: Scene, id: str, to: int) -> float:
    """What a unit gives up that leaves a victory hex for an attack."""
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
