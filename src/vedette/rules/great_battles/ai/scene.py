"""A position from one side: what the enemy could do to every hex, where he would come through, what units are worth."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from vedette.engine.temper import PLAIN, Temper
from vedette.hexes import hexes_of
from vedette.rules.common.ai import Field, StateKey, army, remembered
from vedette.rules.great_battles.ai import aims
from vedette.rules.great_battles.ai.chances import Fight, Shot, fights, rout_chance, shots
from vedette.rules.great_battles.ai.distances import field
from vedette.rules.great_battles.chapters.sight import sees
from vedette.rules.great_battles.chapters.zones import zone
from vedette.rules.great_battles.setting import CONFEDERATE, UNION, Setting
from vedette.rules.great_battles.state import State

ROUTED, PINNED = 0.3, 0.1
"""The share of a unit's worth that a rout costs, and a pin."""
COMING = (1.0, 1.0, 1.0, 0.6, 0.45, 0.3, 0.2, 0.12, 0.06)
"""How much small arms count at a distance in hexes: what they fire at, and what they may come up to."""
CLOSE = (1.0, 1.0, 0.9, 0.75, 0.6, 0.4, 0.2)
"""How much they count for a melee."""
LONG = 12
"""Range in hexes within which guns are feared."""
MOST = 8
"""Points that one side can bring into a melee."""
STEADY = 0.82
"""What a catch a turn's march away is worth, compared with one that is here."""
TREK = 4.4
"""Hexes that a unit covers in a turn in which it meets the enemy."""
LEAGUE = 22
"""Range in hexes within which the enemy's ways matter."""


class Threat(NamedTuple):
    """What a side could bring against every hex in its next turn."""

    fire: tuple[float, ...]
    """Points of small-arms fire."""
    guns: tuple[float, ...]
    """Points of gunfire, at infantry."""
    melee: tuple[float, ...]
    """Points that could come into melee."""


@lru_cache(maxsize=8)
def multipliers(s: Setting, weapon: str) -> tuple[float, ...]:
    """The multiplier of a weapon's strength at every distance, from 0 on; 0 beyond its range."""
    found = [0.0]
    for first, last, by in s.ranges.get(weapon, ()):
        found += [float(by)] * (last - first + 1)
    return tuple(found)


@lru_cache(maxsize=24)
def _threat(key: StateKey[State], side: int, without: str = "") -> Threat:
    g = key.g
    grid = g.setting.grid
    fire, guns, melee = [0.0] * grid.size, [0.0] * grid.size, [0.0] * grid.size
    for id in g.on_map(side):
        c, u = g.counter(id), g.units[id]
        if c.leader or c.wagon or u.routed or u.engaged or not u.strength or id == without:
            continue
        if c.gun:
            if u.column or u.abandoned or not u.rounds or not u.crew or u.reserve:
                continue
            power = u.strength * (0.5 if u.crew == 1 else 1.0)
            table = multipliers(g.setting, c.weapon)
            for to in hexes_of(grid.within(u.at, min(LONG, len(table) - 1))):
                far = grid.distance(u.at, to)
                if open_ground(g.setting, u.at, to):
                    guns[to] += power * table[far] / 2
            continue
        still = 0.5 if u.pinned or u.reserve else 1.0
        for to in hexes_of(grid.within(u.at, len(COMING) - 1)):
            far = grid.distance(u.at, to)
            if not u.depleted and not (c.arm == "cavalry" and u.column):
                fire[to] += still * u.strength * COMING[far]
            if far < len(CLOSE):
                melee[to] += still * u.strength * CLOSE[far]
    return Threat(tuple(fire), tuple(guns), tuple(melee))


@lru_cache(maxsize=24)
def _fear(key: StateKey[State], side: int, without: str = "") -> Field:
    """What a side's presence adds to the march through every hex, one of its units left out."""
    threat = _threat(key, side, without)
    found = [int(aims.FEARED * (f + g)) for f, g in zip(threat.fire, threat.guns, strict=True)]
    for hex in hexes_of(key.g.masks[side]):
        found[hex] += aims.IN_THE_WAY
    return tuple(found)


@lru_cache(maxsize=8)
def covers(s: Setting) -> tuple[int, ...]:
    """Columns that the ground of each hex takes off a fire at it (SW 10.43)."""
    return tuple(s.grounds[word].fire for word in s.board.terrain)


@lru_cache(maxsize=200_000)
def open_ground(s: Setting, a: int, b: int) -> bool:
    """Whether the ground leaves the line from one hex to another open, whoever stands in between."""
    return bool(sees(State(setting=s, units={}), a, b, False))


def field_of(g: State, without: str = "") -> tuple[object, ...]:
    """All that matters in a position, apart from one unit that is under way."""
    books = g.turn, g.player, g.ineffective, g.losses, g.paid, g.commanded, g.exits
    return (*army(g, 0, without), *army(g, 1, without), *books)


def doings(g: State) -> tuple[object, ...]:
    """What has been done in this phase and player turn."""
    fire = g.phase, g.fired, g.hit, g.offensive, g.shots
    return (*fire, g.moved, g.spent, g.charges, g.evaded, g.advanced, g.fought, g.struck, g.retired)


class Scene:
    """A position from one side, one of its own units left aside while it moves."""

    def __init__(self, g: State, side: int, moving: str = "", temper: Temper = PLAIN) -> None:
        self.temper = temper
        self.g, self.s, self.side, self.foe, self.moving = g, g.setting, side, 1 - side, moving
        self.grid = g.setting.grid
        self.aims = aims.aims_of(g.setting)
        self.enemies = g.masks[1 - side]
        self.held = zone(g, 1 - side)
        self.friends = self._friends()
        self.cover = covers(g.setting)
        self.fights: tuple[tuple[Fight, Fight], ...] = fights(g.setting)
        self.memo: dict[object, Any] = {}
        """What has been worked out about it (`remembered`)."""

    @staticmethod
    def of(g: State, side: int, moving: str = "", temper: Temper = PLAIN) -> Scene:
        """The scene of a position, kept while nobody else moves."""
        key = field_of(g, moving) if moving else (*field_of(g), *doings(g))
        return _scene(StateKey(g, side, moving, temper, *key), side, moving, temper)

    def _friends(self) -> int:
        """The hexes where others of the side stand, as bits."""
        found = 0
        for id in self.g.on_map(self.side):
            if id != self.moving:
                found |= 1 << self.g.at(id)
        return found

    # -- worth -------------------------------------------------------------------------------------------

    @remembered
    def sp(self, id: str) -> float:
        """What a point of a unit is worth."""
        return aims.sp(self.g, id)

    @remembered
    def worth(self, id: str) -> float:
        """What a unit is worth."""
        return aims.worth(self.g, id)

    @cached_property
    def runners(self) -> frozenset[str]:
        """Who marches for the edge."""
        return aims.runners(self.g)

    @remembered
    def routs(self, id: str) -> float:
        """What a check for rout costs a unit on average."""
        g = self.g
        led = bool(g.leaders(g.at(id), g.side(id))) if g.at(id) >= 0 else False
        return rout_chance(g, id, led) * ROUTED * self.worth(id)

    # -- fire --------------------------------------------------------------------------------------------

    def shot(self, column: int, at_foot: bool = False) -> Shot:
        """The means of a column of the fire table."""
        rows = shots(self.s, at_foot)
        return rows[min(max(column, 0), len(rows) - 1)]

    def column(self, strength: float) -> int:
        """The column for a strength."""
        lows = self.s.fire.lows
        return max(i for i, low in enumerate(lows) if strength >= low)

    def hurt(self, id: str, column: int, by_guns: bool) -> float:
        """What a fire in a column costs a unit, in victory points."""
        c, u = self.g.counter(id), self.g.units[id]
        row = self.shot(column, by_guns and c.small_arms and not (c.arm == "cavalry" and u.column))
        pinned = 0.0 if u.pinned else row.pin * PINNED * self.worth(id)
        if c.gun and not by_guns:
            return row.hit * aims.STEP * u.strength / 4 + pinned
        return min(row.loss, u.strength) * self.sp(id) + row.hit * self.routs(id) + pinned

    # -- danger ------------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could bring against every hex."""
        return _threat(StateKey(self.g, *army(self.g, self.foe)), self.foe)

    def exposed(self, id: str, hex: int, column: bool) -> float:
        """What the enemy's fire and melee in his next turn would cost a unit in a hex."""
        threat, g = self.threat, self.g
        fire, guns, melee = threat.fire[hex], threat.guns[hex], threat.melee[hex]
        if not fire and not guns:
            return 0.0
        c = g.counter(id)
        shift = self.cover[hex] + (2 if column and c.arm == "cavalry" else 1 if column and c.arm == "infantry" else 0)
        foot = c.small_arms and not (column and c.arm == "cavalry")
        cost = 0.0
        if fire >= 0.5:
            cost += self.hurt(id, self.column(min(fire, 10.0)) + shift, False)
        if guns >= 0.5:
            cost += self.hurt(id, self.column(guns * (1.0 if foot else 2.0)) + shift, True)
        return cost + self.stormed(id, hex, melee)

    def stormed(self, id: str, hex: int, melee: float) -> float:
        """What a melee in a hex may cost a unit there."""
        if melee < 1.5:
            return 0.0
        g, c = self.g, self.g.counter(id)
        beside = [i for i in g.troops(hex, self.side) if i not in (self.moving, id)]
        own = sum(1 if g.counter(i).gun else g.strength(i) for i in (*beside, id))
        row = self.fights[self.s.melee.column(round(min(melee * 0.7, MOST) - own))][1]
        chance = min(0.5, melee / 12)
        if c.gun:
            lost = row.fallen * 3.0 * g.strength(id)
        else:
            share = g.strength(id) / max(1, own)
            lost = share * (row.killed + 2 * row.captured) * self.sp(id) + row.back * self.routs(id)
        return chance * lost

    # -- where to ----------------------------------------------------------------------------------------

    @cached_property
    def fear(self) -> Field:
        """What the enemy's presence adds to the march through every hex."""
        return _fear(StateKey(self.g, *army(self.g, self.foe)), self.foe)

    @remembered
    def off(self, kind: str) -> Field:
        """How far it is to leave the map, enemies in the way included."""
        return aims.off(self.s, kind, self.fear)

    @remembered
    def hills(self, kind: str) -> Field:
        """How far it is to the hills."""
        return field(self.s, kind, self.aims.hills, 0, self.fear)

    def prey(self, kind: str) -> Field:
        """How far it is to the nearest enemy."""
        return field(self.s, kind, tuple(hexes_of(self.enemies)))

    @cached_property
    def catch(self) -> tuple[float, ...]:
        """For the side that bars the way: what every hex is worth as a place to meet the enemy's march from."""
        g = self.g
        armies = *army(g, CONFEDERATE), *army(g, UNION, self.moving)
        return _catch(StateKey(g, *armies, g.turn, g.player, g.phase, g.ineffective), self.moving)

    @property
    def bars(self) -> bool:
        """Whether this side bars the other's way."""
        return self.side == UNION


@lru_cache(maxsize=16)
def _catch(key: StateKey[State], moving: str) -> tuple[float, ...]:
    g = key.g
    grid = g.setting.grid
    found = [0.0] * grid.size
    fear = _fear(StateKey(g, *army(g, UNION, moving), moving), UNION, moving)
    for place in aims.corridor(g, fear)[::2]:
        rings = []
        for far in range(LEAGUE + 1):
            turns = max(0.0, far - 1) / TREK
            comes = sum(points for when, points in place.comers if when >= turns - 0.4)
            rings.append(comes * STEADY**turns)
        if not rings[0]:
            continue
        for hex in hexes_of(grid.within(place.hex, LEAGUE)):
            value = rings[grid.distance(place.hex, hex)]
            if value > found[hex]:
                found[hex] = value
    return tuple(found)


@lru_cache(maxsize=48)
def _scene(key: StateKey[State], side: int, moving: str, temper: Temper) -> Scene:
    # What is kept must not change under it: the state of a desk is only read, and each desk has its own.
    return Scene(key.g, side, moving, temper)
