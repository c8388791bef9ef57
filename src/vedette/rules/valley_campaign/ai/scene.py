"""What the adjutant sees in a position: who could get at whom, and what is worth attacking."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from vedette.engine.temper import PLAIN, Temper
from vedette.hexes import hexes_of
from vedette.rules.common.ai import Field, StateKey, army
from vedette.rules.valley_campaign.ai import aims
from vedette.rules.valley_campaign.ai.chances import Expected, expected
from vedette.rules.valley_campaign.ai.coming import Coming, coming
from vedette.rules.valley_campaign.ai.distances import field
from vedette.rules.valley_campaign.chapters.leaders import cup
from vedette.rules.valley_campaign.chapters.odds import place_of
from vedette.rules.valley_campaign.chapters.zones import zone
from vedette.rules.valley_campaign.charts import HIGHEST, LOWEST
from vedette.rules.valley_campaign.setting import Setting
from vedette.rules.valley_campaign.state import State

SHARE = (1.0, 1.0, 1.0, 1.0, 0.7, 0.4, 0.15)
"""By distance in hexes: how much an enemy's strength counts, since it may or may not come up within a turn."""
REACH = len(SHARE) - 1
CLEAR = 4.0
"""What it is worth to clear an enemy out of the way of all the marchers."""
LAST_PART, FEW = 0.4, 0.15
"""The last part of a march, and the share of points that makes a block there worthwhile."""
STEP = 1.0
"""What a point of strength is worth."""
POINT = 1.2
"""What a point scored over the edge is worth on top of its strength."""
SHAKEN = 0.4
"""The share of a unit's worth that a turn without it costs."""
BACK = 0.25
"""The share that a retreat costs."""
DANGER = 0.8
"""How much likely losses to the enemy's next attacks count, against what is gained now."""
NAMED, LEADER = 12.0, 1.5
"""The leader without whom there is no victory; one column of any other leader."""
FOLLOWED = 0.3
"""The share of that which is lost while somebody can follow him."""
GUN_REACH = 4
SLOW = ("infantry", "artillery")
"""Arms of the usual pace."""


class Threat(NamedTuple):
    """What the enemy could bring against every hex in his next turn."""

    strength: tuple[float, ...]
    guns: tuple[int, ...]
    """Guns in range, whether they see it or not."""


@lru_cache(maxsize=16)
def _threat(key: StateKey[State], side: int) -> Threat:
    """What the units of a side could bring against every hex."""
    g = key.g
    grid = g.setting.grid
    strength = [0.0] * grid.size
    guns = [0] * grid.size
    for hex in g.hexes_of_side(side):
        able = [id for id in g.in_hex(hex) if not g.counter(id).leader and not g.units[id].demoralized]
        power = sum(g.strength(id) for id in able)
        cannon = sum(g.counter(id).gun for id in able)
        if not power:
            continue
        for to in hexes_of(grid.within(hex, REACH)):
            distance = grid.distance(hex, to)
            strength[to] += power * SHARE[distance]
            if cannon and distance <= GUN_REACH:
                guns[to] += cannon
    return Threat(tuple(strength), tuple(guns))


@lru_cache(maxsize=8)
def ground_shifts(s: Setting) -> tuple[int, ...]:
    """What the ground in every hex takes off an attack on it."""
    found = []
    for hex in range(s.grid.size):
        cover = s.grounds.get(s.board.terrain[hex])
        shift = s.heights[s.board.level[hex]].shift
        found.append(shift + (cover.shift if cover is not None and not cover.level else 0))
    return tuple(found)


@lru_cache(maxsize=8)
def side_shifts(s: Setting) -> dict[tuple[int, int], int]:
    """What the hexside takes off an attack from one hex on the next, if anything."""
    found = {}
    for pair, words in s.board.crossing.items():
        shift = sum(s.grounds[w].shift for w in dict.fromkeys(words) if w in s.grounds)
        if "ford" in words and "creek" in words:
            shift -= s.grounds["ford"].shift
        if shift:
            found[pair] = shift
    return found


def field_of(g: State, without: str = "") -> tuple[object, ...]:
    """All that matters about a position, except one unit that is under way."""
    combat = g.fought, g.attacked, g.retreated, g.displaced, g.advanced
    sides = (*army(g, 0, without), *army(g, 1, without))
    return (*sides, g.turn, g.phase, g.player, g.moved, g.burned, g.holders, *combat)


class Target(NamedTuple):
    """An enemy hex that may be attacked in this turn."""

    hex: int
    here: float
    """The strength beside it."""
    coming: float
    """The strength that could come up."""
    worth: float
    """What an attack with most of that would be worth; at 0 or less nobody should go for it."""
    needed: float
    """The strength that gains most of that."""


class Scene:
    """A position seen by one side, leaving aside the unit that is moving."""

    def __init__(self, g: State, side: int, moving: str = "", temper: Temper = PLAIN) -> None:
        self.temper = temper
        self.g, self.s, self.side, self.foe, self.moving = g, g.setting, side, 1 - side, moving
        self.aims = aims.aims_of(g.setting)
        self.mine = side == self.aims.side
        """Whether this side must achieve what the scenario asks for."""
        self.table: tuple[Expected, ...] = expected(g.setting)
        self.enemies = g.masks[1 - side]
        self.held = zone(g, 1 - side)
        self.ground = ground_shifts(g.setting)
        self.sides = side_shifts(g.setting)
        self.fields: dict[tuple[str, str], Field] = {}
        self.memo: dict[object, Any] = {}
        """What has been worked out about it (`remembered`)."""

    @staticmethod
    def of(g: State, side: int, moving: str = "", temper: Temper = PLAIN) -> Scene:
        """The scene of a position, kept while nobody else moves."""
        return _scene(StateKey(g, side, moving, temper, *field_of(g, moving)), side, moving, temper)

    # -- fields ------------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could bring against every hex."""
        return _threat(StateKey(self.g, *army(self.g, self.foe)), self.foe)

    @cached_property
    def coming(self) -> Coming:
        """What the enemy could bring to every hex, by the points of his units."""
        return coming(self.g, self.side, self.moving)

    def off(self, arm: str) -> Field:
        """How far it is to the edge, counting enemies in the way."""
        pace = aims.PACE if arm in SLOW else 0
        return field(self.s, arm, self.g.burned, self.aims.exits, self.enemies, self.held, pace)

    def goals(self, arm: str) -> Field:
        """How far it is to the hexes that are to be held."""
        return field(self.s, arm, self.g.burned, self.aims.hexes, self.enemies, self.held)

    def prey(self, arm: str) -> Field:
        """How far it is to the nearest enemy."""
        return self._kept("prey", arm, lambda: tuple(hexes_of(self.enemies)))

    @cached_property
    def runners(self) -> frozenset[str]:
        """The units that march for the edge, on either side."""
        return aims.runners(self.g)

    @cached_property
    def corridor(self) -> aims.Corridor | None:
        """The ways of all units that march for the edge, on either side."""
        return aims.corridor(self.g)

    @cached_property
    def obstacles(self) -> dict[int, float]:
        """Enemy hexes in the way of one's own march, and the share of points that would run into each."""
        if not self.mine or self.corridor is None:
            return {}
        weight = self.corridor.weight
        found = {}
        for hex in hexes_of(self.enemies):
            near = self.s.spread[hex] | 1 << hex
            if share := max((weight.get(h, 0.0) for h in hexes_of(near)), default=0.0):
                found[hex] = share
        return found

    def off_free(self, hex: int) -> int:
        """How far a hex is from the edge, ignoring who is in the way."""
        return aims.road_off(self.s, "infantry", self.g.burned)[hex]

    def to_obstacles(self, arm: str) -> Field:
        """How far it is to the enemies in the way of one's own march."""
        most = max(self.obstacles.values())
        return self._kept("way", arm, lambda: tuple(h for h, w in self.obstacles.items() if w >= 0.5 * most))

    def to_corridor(self, arm: str, ahead: bool = False) -> Field:
        """How far it is to where most marchers must pass; for a unit ahead of them, to the last part of their ways."""
        corridor = self.corridor
        if corridor is None:
            return self.prey(arm)
        if ahead:
            last = LAST_PART * corridor.lead
            ends = {h for h, w in corridor.weight.items() if w >= FEW and self.off_free(h) <= last}
            return self._kept("end", arm, lambda: tuple(sorted({*ends, *self.aims.exits})))
        most = max(corridor.weight.values())
        return self._kept("road", arm, lambda: tuple(sorted(h for h, w in corridor.weight.items() if w >= 0.9 * most)))

    def _kept(self, what: str, arm: str, targets: Callable[[], tuple[int, ...]]) -> Field:
        """The distances to some hexes, worked out once."""
        found = self.fields.get((what, arm))
        if found is None:
            found = self.fields[what, arm] = field(self.s, arm, self.g.burned, targets())
        return found

    @cached_property
    def friends(self) -> int:
        """The hexes where the side's units stand, wherever the one that is moving may be, as bits."""
        found = self.g.masks[self.side]
        at = self.g.at(self.moving) if self.moving else -1
        if at >= 0 and all(id == self.moving for id in self.g.in_hex(at)):
            found &= ~(1 << at)
        return found

    @cached_property
    def screened(self) -> int:
        """The hexes that friends cover with their zones, without the one that is moving, as bits."""
        found = 0
        for id in self.g.on_map(self.side):
            if id != self.moving and self.g.counter(id).combat_unit:
                found |= self.s.spread[self.g.at(id)] | 1 << self.g.at(id)
        return found

    # -- worth -------------------------------------------------------------------------------------------

    def value(self, id: str) -> float:
        """What a unit is worth."""
        counter = self.g.counter(id)
        if counter.leader:
            if id == self.aims.leader:
                return NAMED
            return LEADER * counter.shift * (FOLLOWED if cup(self.g, counter.side) else 1.0)
        return STEP * self.g.strength(id) + (POINT * aims.worth_of(self.g, id) if id in self.runners else 0.0)

    def step(self, id: str) -> float:
        """What a unit's next step is worth."""
        g = self.g
        if g.steps(id) == 1:
            return self.value(id)
        full, reduced = g.counter(id).strength
        return STEP * max(0.5, full - reduced)

    def troops(self, hex: int) -> list[str]:
        """The units in a hex, without leaders and the one that is moving."""
        return [id for id in self.g.in_hex(hex) if id != self.moving and not self.g.counter(id).leader]

    def defence(self, ids: list[str]) -> int:
        """The strength with which units defend a hex."""
        g = self.g
        infantry = sum(g.strength(i) for i in ids if g.counter(i).combat_unit)
        return infantry or max((g.strength(i) for i in ids), default=0)

    # -- attacks -----------------------------------------------------------------------------------------

    def stake(self, hex: int) -> float:
        """What emptying an enemy hex is worth, on top of the units in it."""
        if hex in self.aims.hexes:
            return 6.0
        worth = 0.0
        if any(self.s.grid.distance(hex, goal) == 1 for goal in self.aims.hexes):
            worth += 1.0
        return worth + CLEAR * self.obstacles.get(hex, 0.0)

    @cached_property
    def targets(self) -> dict[int, Target]:
        """Enemy hexes within a march, and what attacking them would be worth."""
        near = 0
        for hex in hexes_of(self.friends):
            near |= self.s.grid.within(hex, GUN_REACH + 1)
        return {hex: self._target(hex) for hex in hexes_of(near & self.enemies)}

    def _target(self, hex: int) -> Target:
        g, grid = self.g, self.s.grid
        here = coming = 0.0
        for at in hexes_of(grid.within(hex, GUN_REACH) & self.friends):
            distance = grid.distance(at, hex)
            for id in self.troops(at):
                if g.units[id].demoralized or id in g.fought:
                    continue
                power = g.strength(id)
                if distance == 1:
                    here += power if (hex, at) not in self.s.rivers else 0
                elif id not in g.moved and g.counter(id).combat_unit and not self.held >> at & 1:
                    coming += power
        most = here + 0.6 * coming
        worth = self.hoped(hex, most)
        return Target(hex, here, coming, worth, self._needed(hex, most, worth) if worth > 0 else most)

    def _needed(self, hex: int, most: float, worth: float) -> float:
        """The least strength with which an attack is worth nearly as much as with all of it."""
        strength = 1.0
        while strength < most and self.hoped(hex, strength) < 0.85 * worth:
            strength += 1.0
        return strength

    def hoped(self, hex: int, strength: float) -> float:
        """What an attack of this strength is worth, over the best ground around the hex."""
        g = self.g
        theirs = [id for id in g.in_hex(hex) if not g.counter(id).leader]
        if not theirs:
            return NAMED if strength >= 1 else 0.0
        sides = [self.sides.get((n, hex), 0) for n in self.s.grid.neighbours[hex] if (n, hex) not in self.s.rivers]
        shift = self.ground[hex] + max(sides, default=-9)
        shift -= max((g.counter(i).shift for i in g.in_hex(hex) if g.counter(i).leader), default=0)
        shift += 1 + (1 if strength >= 5 else 0)
        column = max(LOWEST, min(place_of(int(strength), max(1, self.defence(theirs))) + shift, HIGHEST))
        row = self.table[column]
        worth = sum(self.value(i) for i in theirs)
        cheap = min(self.step(i) for i in theirs)
        gain = row.their_steps * cheap + row.their_back * worth * BACK + row.their_shaken * worth * SHAKEN
        gain += row.clears[len(theirs) > 1] * self.stake(hex)
        cost = row.own_steps * STEP + strength * (row.own_back * BACK + row.own_shaken * SHAKEN)
        return gain - cost

    # -- danger ------------------------------------------------------------------------------------------

    def exposed(self, hex: int, ids: list[str]) -> float:
        """What the enemy's next attack on units in a hex would cost on average."""
        power = self.threat.strength[hex]
        if power <= 0 or not ids:
            return 0.0
        near = self.s.grid.neighbours[hex]
        mine = self.friends
        doors = [n for n in near if (n, hex) not in self.s.rivers and not (mine >> n & 1)]
        if not doors:
            return 0.0
        attack = min(power * 0.8, 4.0 * len(doors))
        shift = self.ground[hex] + sum(self.sides.get((n, hex), 0) for n in doors) / len(doors) + 1
        column = place_of(int(attack), max(1, self.defence(ids))) + round(shift)
        row = self.table[max(LOWEST, min(column, HIGHEST))]
        worth = sum(self.value(i) for i in ids)
        cheap = min(self.step(i) for i in ids)
        gain = row.their_steps * cheap + row.their_back * worth * BACK + row.their_shaken * worth * SHAKEN
        cost = row.own_steps + attack * (row.own_back * BACK + row.own_shaken * SHAKEN)
        fire = min(3, self.threat.guns[hex]) * (0.12 if self.ground[hex] else 0.18) * worth
        return max(0.0, gain - 0.5 * cost) + fire * SHAKEN


@lru_cache(maxsize=32)
def _scene(key: StateKey[State], side: int, moving: str, temper: Temper) -> Scene:
    # Nobody may change what is kept: the state of a desk is only read, and each desk has its own.
    return Scene(key.g, side, moving, temper)
