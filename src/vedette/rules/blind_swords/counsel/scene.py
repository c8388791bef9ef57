"""The field as the adjutant reads it: what is to be won, what a unit is worth, what the enemy can do to it."""

from __future__ import annotations

from collections.abc import Iterator

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.counsel.aims import Aims, Course, aims_of
from vedette.rules.blind_swords.counsel.chances import Effect, Tests, chances_of
from vedette.rules.blind_swords.counsel.stakes import counts_points, stakes_of
from vedette.rules.blind_swords.range import ranges_of
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.sight import BLOCKED, ground_sight
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.values import cohesion_bonus, modified_cr, modified_sp

FAR = 99
PANIC = 1.2
"""What a unit that panics is worth to who makes it."""
DRIVEN = 0.7
"""What it is worth to drive a unit back."""
Firing = tuple[dict[int, list[str]], dict[int, int]]


class Scene:
    """A state that the seat could be in, and what has been worked out of it; thrown away with the decision."""

    def __init__(self, g: State, side: int) -> None:
        self.g = g
        self.side = side
        self.grid = g.setting.grid
        self.near = self.grid.neighbours
        self.chances = chances_of(g.setting)
        stakes = stakes_of(g, side)
        self.stakes = stakes.hexes
        """What is won or lost with each victory hex, in strength points."""
        held = zip(g.setting.victory_hexes, g.control, strict=True)
        self.goals = {hex: holder for hex, holder in held if hex in stakes.hexes}
        """Victory hexes that are worth anything, and who controls them."""
        sudden = g.setting.scoring.sudden
        if sudden is not None and (place := self.grid.index(sudden.hex)) in stakes.hexes:
            self.goals[place] = 1 - SIDE_INDEX[sudden.side]
        turns = g.setting.last_turn - g.setting.first_turn + 1
        self.left = (g.setting.last_turn - g.turn + 1) / turns
        """The share of the game that is still to come."""
        self.care = stakes.care
        """How much losses count against what is won: at the end less, where they do not score themselves."""
        self.point = stakes.point
        """What a victory point is worth, in strength points; nothing where hexes alone count."""
        self._aims: Aims | None = None
        self._frail: dict[str, tuple[float, float, float]] = {}
        self._threat: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        self._firing: dict[int, Firing] = {}
        self._columns: dict[tuple[int, int, float], int] = {}
        self.courses: dict[str, Course] = {}
        """Which way each unit has to go (pursuit.py)."""
        self.memo: dict[tuple[object, ...], float] = {}
        """For the modules that value places."""
        self.wanted: dict[str, dict[int, float]] = {}
        """Which victory hexes want a unit, and how much."""

    @classmethod
    def of(cls, g: State, seat: str) -> Scene:
        """The scene of a seat."""
        return cls(g, SIDE_INDEX[seat])

    def seen_by(self, side: int) -> Scene:
        """The same field from one side."""
        return self if side == self.side else Scene(self.g, side)

    def moved(self, g: State) -> Scene:
        """The scene of a state in which some have moved; the brigades go for what they went for."""
        new = Scene(g, self.side)
        new._aims = self.aims
        return new

    @property
    def aims(self) -> Aims:
        """What each brigade of the side goes for, where points are counted all along."""
        if self._aims is None:
            self._aims = aims_of(self) if counts_points(self.g.setting) else {}
        return self._aims

    # -- units ------------------------------------------------------------------------------------------------

    def enemies(self) -> Iterator[str]:
        """Units of the other side on the map."""
        return self.g.on_map(1 - self.side)

    def points(self, ids: tuple[str, ...] | list[str]) -> float:
        """Their strength points as they are now."""
        return sum(modified_sp(self.g, i) for i in ids) / SP

    def to_enemy(self, hex: int) -> int:
        """Hexes to the nearest enemy of the side."""
        g = self.g
        for distance in range(1, 9):
            if g.enemy_within(hex, self.side, distance):
                return distance
        return FAR

    def rating(self, id: str) -> int:
        """Its Cohesion Rating as it is now."""
        return modified_cr(self.g, id)

    def frail(self, id: str) -> tuple[float, float, float]:
        """What a unit loses by a depletion, by a Morale Hit and by a Break Test."""
        found = self._frail.get(id)
        if found is None:
            found = self._frail[id] = self._losses(id)
        return found

    def _losses(self, id: str) -> tuple[float, float, float]:
        g = self.g
        c, unit = g.counter(id), g.units[id]
        rating = c.cr[unit.worn] - unit.hits + cohesion_bonus(g, id)
        gone = c.sp[1] / SP + 1.5
        broken = min(5, max(0, 6 - rating)) / 6
        test = broken * gone + (1 - broken) * 0.5
        deplete = test if unit.worn or c.fragile else (c.sp[0] - c.sp[1]) / SP + 0.8
        return deplete, (1.1, 1.0)[unit.hits] if unit.hits < 2 else test, test

    # -- what a test does -------------------------------------------------------------------------------------

    def harm(self, hex: int, lead: str, tests: Tests, alone: bool = False) -> float:
        """What a fire at a hex is worth, in strength points, from the chances of its tests."""
        value = 0.0
        for chance, effect in zip(tests, self.chances.fire, strict=True):
            if chance:
                value += chance * self.cost(hex, lead, effect, alone)
        return value

    def cost(self, hex: int, lead: str, effect: Effect, alone: bool = False) -> float:
        """What one test costs the units of a hex."""
        deplete, hit, broken = self.frail(lead)
        value = effect.lead * deplete + effect.hits * hit + effect.breaks * broken
        value += effect.retreats * self.driven_off(hex, lead)
        if not alone:
            others = [i for i in self.g.in_hex(hex) if i != lead]
            if others:
                each = [self.frail(i)[0] for i in others]
                value += effect.second * max(each) + effect.others * sum(each)
            value += effect.panics * PANIC * (1.0 if others else 0.5)
        return value

    def driven_off(self, hex: int, lead: str) -> float:
        """What it costs a side that a unit must leave a hex: more where it alone holds a victory hex."""
        if hex in self.goals and len(self.g.in_hex(hex)) <= 1:
            return DRIVEN + 0.2 * self.stakes[hex]
        return DRIVEN

    # -- what can be fired at a place -------------------------------------------------------------------------

    def fire_on(self, hex: int, side: int) -> tuple[tuple[int, int], ...]:
        """Hexes of a side that can fire at a hex as they stand, each with its points in sixty-fourths."""
        found = self._threat.get((hex, side))
        if found is None:
            found = self._threat[hex, side] = tuple(self._fire_on(hex, side))
        return found

    def _fire_on(self, hex: int, side: int) -> Iterator[tuple[int, int]]:
        g = self.g
        able, reach = self.firing(side)
        near = 0
        for farthest, hexes in reach.items():
            near |= hexes & self.grid.within(hex, farthest)
        for at in hexes_of(near & ~(1 << hex)):
            distance = self.grid.distance(at, hex)
            total = sum(reaching(g, i, distance) for i in able[at])
            if total and (distance == 1 or ground_sight(g.setting, at, hex).effect != BLOCKED):
                yield at, total

    def firing(self, side: int) -> Firing:
        """Who of a side may fire at all, by hex; and by how far they fire the hexes in which somebody does."""
        found = self._firing.get(side)
        if found is None:
            g = self.g
            able: dict[int, list[str]] = {}
            reach: dict[int, int] = {}
            for at in hexes_of(g.masks[side]):
                ids = [i for i in g.stacks[at] if i not in g.chaos]
                if ids:
                    able[at] = ids
                    farthest = max(ranges_of(g, i).farthest for i in ids)
                    reach[farthest] = reach.get(farthest, 0) | 1 << at
            found = self._firing[side] = (able, reach)
        return found

    def column_on(self, hex: int, side: int, share: float = 1.0) -> int:
        """The column of the best fire that a side could bring on a hex: its strongest hex and one beside it."""
        crt = self.g.setting.crt
        best = -9
        rows = self.fire_on(hex, side)
        for at, points in rows:
            beside = max((p for h, p in rows if h != at and self.grid.near[at] >> h & 1), default=0)
            column = crt.column(int((points + beside) * share)) + self.cover(hex, at)
            if len(rows) > 2:
                column += 1
            best = max(best, column)
        return best

    def cover(self, hex: int, at: int) -> int:
        """The columns by which the ground shifts a fire from one hex at another."""
        setting = self.g.setting
        shift = 0
        if self.grid.distance(at, hex) > 0:
            line = ground_sight(setting, at, hex)
            shift += setting.terrain.fire_shift.get(setting.board.terrain[hex], 0) - line.woods
        open_to = setting.walls.get(hex)
        if open_to is not None and at not in open_to:
            shift -= 2
        if hex in self.g.good_ground:
            shift -= 2
        return shift

    def risk(self, id: str, hex: int, share: float = 1.0, supported: bool = True) -> float:
        """What a unit must expect of the enemy's fire if it stands in a hex when his turn comes."""
        rating = self.g.counter(id).cr[self.g.units[id].worn] - self.g.units[id].hits - (not supported)
        side = self.g.side(id)
        key = (hex, 1 - side, share)
        column = self._columns.get(key)
        if column is None:
            column = self._columns[key] = self.column_on(*key)
        return self.harm(hex, id, self.chances.tests(column, rating), alone=True)


def reaching(g: State, id: str, distance: int) -> int:
    """What a unit could fire at a distance, in sixty-fourths."""
    r = ranges_of(g, id)
    points = modified_sp(g, id)
    if g.units[id].low_ammo:
        points //= 2
    if distance <= r.canister:
        return points * 3 // 2
    if distance <= r.effective:
        return points
    if distance <= r.long:
        return points // 2
    return points // 4 if distance <= r.extreme else 0
