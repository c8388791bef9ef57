"""The ground of a battle: what lies in each hex, on each hexside, and which roads join what."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from vedette.hexes import Grid, GridSpec

from .changing import change_hexes, change_hexsides
from .reading import DIRECTED, ROAD_KINDS, Features, Road, Row, read_hexes, read_hexsides, read_roads

Pair = tuple[int, int]

UPHILL = {"steep": "steep slope"}  # where the spoken word differs from the written one


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """One map, fixed once built; what stands on it is no part of it."""

    grid: Grid
    terrain: tuple[str, ...]
    level: tuple[int, ...]
    features: tuple[Features, ...]
    hexsides: Mapping[Pair, frozenset[str]]  # (a, b) as stored; slope, steep, cliff and crest from the higher hex
    roads: tuple[Road, ...]
    road_kinds: tuple[str, ...] = ROAD_KINDS  # the best first
    crossing: Mapping[Pair, tuple[str, ...]] = field(init=False)  # from, to: "slope up", "steep slope down", "stream"
    road: Mapping[Pair, str] = field(init=False)  # the best kind that joins two hexes, both ways
    edge_distance: Mapping[str, tuple[int, ...]] = field(init=False)  # by "north", "east", "south", "west"
    _having: Mapping[str, tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._fix("hexsides", MappingProxyType(dict(self.hexsides)))
        self._fix("crossing", MappingProxyType(_crossings(self.hexsides)))
        self._fix("road", MappingProxyType(_joined(self.roads, self.road_kinds)))
        words = ("north", "east", "south", "west")
        self._fix("edge_distance", MappingProxyType({word: self.grid.edge_distance(word) for word in words}))
        having: dict[str, list[int]] = {}
        for hex, features in enumerate(self.features):
            for feature in features:
                having.setdefault(feature, []).append(hex)
        self._fix("_having", MappingProxyType({feature: tuple(hexes) for feature, hexes in having.items()}))

    def _fix(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"Board({self.grid.size} hexes, {len(self.hexsides)} hexsides, {len(self.roads)} roads)"

    def __reduce__(self) -> tuple[object, ...]:
        features = tuple(dict(features) for features in self.features)
        parts = self.terrain, self.level, features, dict(self.hexsides), self.roads, self.road_kinds
        return _restored, (self.grid, *parts)

    @classmethod
    def build(
        cls,
        spec: GridSpec,
        board_rows: Iterable[Row],
        hexside_rows: Iterable[Row],
        road_rows: Iterable[Row],
        road_kinds: Sequence[str] = ROAD_KINDS,
    ) -> "Board":
        """A board from the rows of board.csv, hexsides.csv and roads.csv; raises BoardError at the first bad one."""
        grid = Grid(spec)
        terrain, level, features = read_hexes(grid, board_rows)
        hexsides = read_hexsides(grid, level, hexside_rows)
        roads = read_roads(grid, road_rows, road_kinds)
        return cls(grid, terrain, level, features, hexsides, roads, tuple(road_kinds))

    def hexes_with(self, feature: str) -> tuple[int, ...]:
        """The hexes that have a feature, in ascending order."""
        return self._having.get(feature, ())

    def changed(
        self,
        hexes: Mapping[str, Mapping[str, object]],
        hexsides: Iterable[tuple[str, str, str]] = (),
        further: Iterable[str] = (),
    ) -> "Board":
        """The same board with other ground in some hexes and on some hexsides, as a position asks for it.

        A hex may be given `terrain`, `level` and `features` (all of them). A hexside is given one feature: slope, steep
        and cliff rise to the higher hex and replace each other, "none" clears the hexside. A slope, steep or cliff
        that no longer rises because a level was changed goes. `further` are the features that a hexside may be given
        beside those that the map has.
        """
        terrain, level, features = change_hexes(self.grid, self.terrain, self.level, self.features, hexes)
        sides = change_hexsides(self.grid, self.level, level, self.hexsides, hexsides, further)
        return Board(self.grid, terrain, level, features, sides, self.roads, self.road_kinds)


def _crossings(hexsides: Mapping[Pair, frozenset[str]]) -> dict[Pair, tuple[str, ...]]:
    """What is met in stepping from one hex to another: grades and crests first, then the rest by name."""
    found: dict[Pair, tuple[str, ...]] = {}
    for (a, b), features in hexsides.items():
        for feature in sorted(features, key=lambda feature: (feature not in DIRECTED, feature)):
            word = UPHILL.get(feature, feature)
            down, up = (f"{word} down", f"{word} up") if feature in DIRECTED else (word, word)
            found[a, b] = (*found.get((a, b), ()), down)
            found[b, a] = (*found.get((b, a), ()), up)
    return found


def _joined(roads: Iterable[Road], kinds: Sequence[str]) -> dict[Pair, str]:
    found: dict[Pair, str] = {}
    for road in sorted(roads, key=lambda road: kinds.index(road.kind)):
        for a, b in pairwise(road.hexes):
            found.setdefault((a, b), road.kind)
            found.setdefault((b, a), road.kind)
    return found


def _restored(
    grid: Grid,
    terrain: tuple[str, ...],
    level: tuple[int, ...],
    features: tuple[dict[str, tuple[str, ...]], ...],
    hexsides: dict[Pair, frozenset[str]],
    roads: tuple[Road, ...],
    road_kinds: tuple[str, ...],
) -> Board:
    """A board out of a pickle, where read-only mappings cannot lie."""
    return Board(grid, terrain, level, tuple(map(MappingProxyType, features)), hexsides, roads, road_kinds)
