"""What the units of a side can bring on each hex by fire, as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from vedette.hexes import hexes_of
from vedette.rules.blind_swords.chapters.range import ranges_of
from vedette.rules.blind_swords.chapters.sight import BLOCKED, ground_sight
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import WeaponRange
from vedette.rules.blind_swords.state import State, Unit
from vedette.rules.common.ai import StateKey


def army(g: State, side: int) -> tuple[int, tuple[str, ...], tuple[Unit, ...], tuple[str, ...]]:
    """The units of a side as they are, and who of either may not act."""
    ids, units = g.armies[side], g.units
    return side, ids, tuple([units[i] for i in ids]), g.chaos


def field_of(g: State) -> tuple[object, ...]:
    """All that is public of a position, but for the procedure that is under way and the chits."""
    won = g.control, g.exits, g.earned, g.given
    marks = g.automatic, g.good_ground, g.tracks, g.released
    return (*army(g, 0), *army(g, 1), g.options, g.turn, g.waiting, *won, *marks)


# -- what the units of a side can bring on each hex by fire, as they stand -------------------------------------------


Rows = tuple[tuple[int, int], ...]
Mark = tuple[int, int, int]
"""A hex that could be fired at, how far off it is, and the columns by which the ground shifts the fire."""


class Threat:
    """The fire of a side; as long as its units do not change it is kept."""

    def __init__(self, g: State, side: int) -> None:
        self.setting = g.setting
        self.salvos: dict[int, tuple[int, ...]] = {}
        """By hex what its units could fire by distance, in sixty-fourths."""
        self.reach: dict[int, int] = {}
        """The hexes that fire, by how far they fire."""
        for at in hexes_of(g.masks[side]):
            ids = [i for i in g.stacks[at] if i not in g.chaos]
            if ids:
                rows = tuple([(ranges_of(g, i), modified_sp(g, i), g.units[i].low_ammo) for i in ids])
                self.salvos[at], farthest = _together(rows)
                self.reach[farthest] = self.reach.get(farthest, 0) | 1 << at
        self.off: dict[int, int] = {}
        """How far it is from each hex (scene.py)."""
        self.near: dict[int, float] = {}
        """How much of it could come up to a hex and attack by hand (places.py)."""
        self._on: dict[int, Rows] = {}
        self._first: dict[int, Rows] = {}
        self.columns: dict[tuple[int, float], int] = {}
        """The columns of its best fires, by target (scene.py)."""
        self.marks: dict[tuple[int, int], Sequence[Mark]] = {}
        """Which of its hexes could be fired at, by the firer's and how far he fires (scene.py)."""

    def on(self, hex: int) -> Rows:
        """The hexes that can fire at a hex, each with its points in sixty-fourths."""
        found = self._on.get(hex)
        if found is None:
            found = self._on[hex] = tuple(self._fire_on(hex))
        return found

    def _fire_on(self, hex: int) -> Iterator[tuple[int, int]]:
        setting = self.setting
        grid = setting.grid
        near = 0
        for farthest, hexes in self.reach.items():
            near |= hexes & grid.within(hex, farthest)
        for at in hexes_of(near & ~(1 << hex)):
            off = grid.distance(at, hex)
            total = self.salvos[at][off]
            if total and (off == 1 or ground_sight(setting, at, hex).effect != BLOCKED):
                yield at, total

    def joined(self, hex: int, at: int) -> bool:
        """Whether another hex than `at` can fire at a hex."""
        found = self._first.get(hex)
        if found is None:
            found = self._first[hex] = tuple(islice(self._fire_on(hex), 2))
        return len(found) > 1 or (bool(found) and found[0][0] != at)


@lru_cache(maxsize=64)
def _kept(key: StateKey[State], side: int) -> Threat:
    return Threat(key.g, side)


def threat_of(g: State, side: int) -> Threat:
    """The fire of a side as its units stand."""
    return _kept(StateKey(g, army(g, side), g.good_ground), side)


Salvo = tuple[WeaponRange, int, bool]


@lru_cache(maxsize=1024)
def _together(rows: tuple[Salvo, ...]) -> tuple[tuple[int, ...], int]:
    """What the units of a hex fire at each distance, and how far."""
    farthest = max([r.farthest for r, _, _ in rows])
    each = [salvo(*row, farthest) for row in rows]
    return tuple([sum(points) for points in zip(*each, strict=True)]), farthest


@lru_cache(maxsize=1024)
def salvo(r: WeaponRange, points: int, low_ammo: bool, farthest: int) -> tuple[int, ...]:
    """What so many points fire at each distance up to the farthest, in sixty-fourths."""
    if low_ammo:
        points //= 2
    return tuple([_at_range(r, points, distance) for distance in range(farthest + 1)])


def _at_range(r: WeaponRange, points: int, distance: int) -> int:
    if distance <= r.canister:
        return points * 3 // 2
    if distance <= r.effective:
        return points
    if distance <= r.long:
        return points // 2
    return points // 4 if distance <= r.extreme else 0
