"""The field as the adjutant reads it: what is to be won, what a unit is worth, what the enemy can do to it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import lru_cache

from vedette.engine.temper import PLAIN, Temper
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.ai.aims import Aims, Course, aims_of
from vedette.rules.blind_swords.ai.chances import Effect, Tests, chances_of
from vedette.rules.blind_swords.ai.stakes import Situation, counts_points
from vedette.rules.blind_swords.ai.threat import Mark, army, field_of, salvo
from vedette.rules.blind_swords.chapters.fire_shifts import GOOD_GROUND, WALL
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import BLOCKED, ground_sight
from vedette.rules.blind_swords.chapters.values import cohesion_bonus, modified_cr, modified_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State
from vedette.rules.common.ai import StateKey, remembered

PANIC = 1.2
"""What it is worth to make a unit panic."""
DRIVEN = 0.7
"""What it is worth to drive a unit back."""

Fires = dict[tuple[int, int], float]
"""What a fire is worth, by hex and column."""


class Scene(Situation):
    """A state that the seat could be in, and what has been worked out about it, kept while the position stands."""

    def __init__(self, g: State, side: int, temper: Temper = PLAIN) -> None:
        super().__init__(g, side, temper)
        self.near = self.grid.neighbours
        self.chances = chances_of(g.setting)
        self.courses: dict[str, Course] = {}
        """Which way each unit has to go (places.py)."""
        self._aims: list[Aims] = []
        """Empty until somebody asks."""

    @classmethod
    def of(cls, g: State, seat: str, temper: Temper = PLAIN) -> Scene:
        """The scene of a seat, with what was worked out when the position was the same."""
        side = SIDE_INDEX[seat]
        new = copy.copy(_kept(StateKey(g, field_of(g)), side, temper))
        new.g = g
        return new

    def seen_by(self, side: int) -> Scene:
        """The same field from one side; the other side weighs plainly."""
        return self if side == self.side else Scene(self.g, side)

    def moved(self, g: State) -> Scene:
        """The scene of a state in which some have moved; the brigades go for what they went for."""
        new = Scene(g, self.side, self.temper)
        new._aims = [self.aims]
        return new

    @property
    def aims(self) -> Aims:
        """What each brigade of the side goes for, where points are counted all along."""
        if not self._aims:
            self._aims.append(aims_of(self) if counts_points(self.g.setting) else {})
        return self._aims[0]

    # -- units ------------------------------------------------------------------------------------------------

    def enemies(self) -> Iterator[str]:
        """Units of the other side on the map."""
        return self.g.on_map(1 - self.side)

    def points(self, ids: tuple[str, ...] | list[str]) -> float:
        """The strength points of units as they are now."""
        return sum(modified_sp(self.g, i) for i in ids) / SP

    def rating(self, id: str) -> int:
        """Its Cohesion Rating as it is now."""
        return modified_cr(self.g, id)

    @remembered
    def frail(self, id: str) -> tuple[float, float, float]:
        """What a unit loses by a depletion, by a Morale Hit and by a Break Test."""
        g = self.g
        c, unit = g.counter(id), g.units[id]
        rating = c.cr[unit.worn] - unit.hits + cohesion_bonus(g, id)
        gone = c.sp[1] / SP + 1.5
        broken = min(5, max(0, 6 - rating)) / 6
        test = broken * gone + (1 - broken) * 0.5
        deplete = test if unit.worn or c.fragile else (c.sp[0] - c.sp[1]) / SP + 0.8
        return deplete, (1.1, 1.0)[unit.hits] if unit.hits < 2 else test, test

    @remembered
    def salvo(self, id: str) -> tuple[int, ...]:
        """What a unit could fire at each distance within its range, in sixty-fourths."""
        g = self.g
        r = ranges_of(g, id)
        return salvo(r, modified_sp(g, id), g.units[id].low_ammo, r.farthest)

    # -- what a test does -------------------------------------------------------------------------------------

    def harm(self, hex: int, lead: str, tests: Tests, alone: bool = False) -> float:
        """What a fire at a hex is worth, in strength points, from the chances of its tests."""
        value = 0.0
        for chance, effect in zip(tests, self.chances.fire, strict=True):
            if chance:
                value += chance * self.cost(hex, lead, effect, alone)
        return value

    @remembered
    def fires(self, side: int) -> Fires:
        """What fires at a side's hexes are worth, kept as long as its units do not change."""
        prizes = tuple(self.stakes.items()), tuple(self.goals)
        return _fires(StateKey(self.g, army(self.g, side), self.g.automatic, *prizes))

    def fire_at(self, hex: int, column: int) -> float:
        """What a fire on a column at the units in a hex is worth."""
        fires = self.fires(self.g.holder(hex))
        found = fires.get((hex, column))
        if found is None:
            lead = max(self.g.in_hex(hex), key=lambda i: modified_sp(self.g, i))
            tests = self.chances.tests(column, self.rating(lead))
            found = fires[hex, column] = self.harm(hex, lead, tests)
        return found

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

    def column_on(self, hex: int, side: int, share: float = 1.0) -> int:
        """The column of the best fire that a side could bring on a hex: its strongest hex and one beside it."""
        columns = self.threat(side).columns
        found = columns.get((hex, share))
        if found is None:
            found = columns[hex, share] = self._column_on(hex, side, share)
        return found

    def _column_on(self, hex: int, side: int, share: float) -> int:
        crt = self.g.setting.crt
        best = -9
        rows = self.threat(side).on(hex)
        by_hex = dict(rows)
        for at, points in rows:
            beside = max([by_hex.get(h, 0) for h in self.near[at]])
            column = crt.column(int((points + beside) * share)) + self.cover(hex, at)
            if len(rows) > 2:
                column += 1
            best = max(best, column)
        return best

    def marks(self, hex: int, side: int, farthest: int) -> Sequence[Mark]:
        """The hexes of a side at which fire from a hex could reach, if nobody stood between."""
        kept = self.threat(side).marks
        found = kept.get((hex, farthest))
        if found is None:
            found = kept[hex, farthest] = [*self._marks(hex, side, farthest)]
        return found

    def _marks(self, hex: int, side: int, farthest: int) -> Iterator[Mark]:
        setting = self.g.setting
        for target in hexes_of(self.g.masks[side] & self.grid.within(hex, farthest)):
            distance = self.grid.distance(hex, target)
            if distance <= 1 or ground_sight(setting, hex, target).effect != BLOCKED:
                yield target, distance, self.cover(target, hex)

    def cover(self, hex: int, at: int) -> int:
        """The columns by which the ground shifts a fire from one hex at another."""
        setting = self.g.setting
        shift = 0
        if self.grid.distance(at, hex) > 0:
            line = ground_sight(setting, at, hex)
            shift += setting.terrain.fire_shift.get(setting.board.terrain[hex], 0) - line.woods
        open_to = setting.walls.get(hex)
        if open_to is not None and at not in open_to:
            shift += setting.battle.columns(WALL.cite, WALL.columns)
        if hex in self.g.good_ground:
            shift += setting.battle.columns(GOOD_GROUND.cite, GOOD_GROUND.columns)
        return shift

    def risk(self, id: str, hex: int, share: float = 1.0, supported: bool = True) -> float:
        """What a unit must expect of the enemy's fire if it stands in a hex when his turn comes."""
        rating = self.g.counter(id).cr[self.g.units[id].worn] - self.g.units[id].hits - (not supported)
        column = self.column_on(hex, 1 - self.g.side(id), share)
        case = (id, column, rating, self.driven_off(hex, id))
        found: float | None = self.memo.get(case)
        if found is None:
            found = self.memo[case] = self.harm(hex, id, self.chances.tests(column, rating), alone=True)
        return found


@lru_cache(maxsize=1024)
def _kept(key: StateKey[State], side: int, temper: Temper) -> Scene:
    return Scene(key.g, side, temper)


@lru_cache(maxsize=32)
def _fires(key: StateKey[State]) -> Fires:
    """Where the values of fires at the hexes of a side are kept as long as its units do not change."""
    return {}
