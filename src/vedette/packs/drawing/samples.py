"""Small pieces of ground, one for each row of a map's key, drawn by the very layers that draw the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import hypot
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from vedette.board import Board, Road
from vedette.board.reading import DIRECTED, Features
from vedette.hexes import Grid, GridSpec

from .frame import Frame, Point
from .scenery import FIELDS, Thing

Pair = tuple[int, int]

CROSSINGS = ("bridge", "ford", "pond")
"""Features that lie on one hexside of a water."""
CONTOUR = "contour"
"""The sample of a step in height that no hexside has a sign for."""


class Sample(NamedTuple):
    """What a piece of ground is to show."""

    kind: str
    """hex, hexside, road, feature, or scenery for what has no effect."""
    name: str
    up: bool | None = None
    """On a slope, whether it is gone up or down; None where that is no matter."""


LINES, PLACES = 5, 6
"""Hexes of the piece of ground about a sample, which lies in two hexes in its middle."""


class Piece:
    """A small board that shows one sample, and the scenery on it."""

    def __init__(self, board: Board, sample: Sample) -> None:
        self.real, self.sample = board, sample
        spec = board.grid.spec
        ends = (1, LINES), (1, PLACES), (1, PLACES)
        self.grid = Grid(GridSpec(*ends, "odd", spec.line_step, spec.place_step))
        self.low = min(board.level)
        self.levels = [self.low] * self.grid.size
        self.terrain = ["clear"] * self.grid.size
        self.features: list[Features] = [MappingProxyType({})] * self.grid.size
        self.hexsides: dict[Pair, frozenset[str]] = {}
        self.roads: list[Road] = []
        self.scenery: list[Thing] = []
        {"hex": self._terrain, "hexside": self._hexside, "road": self._road, "scenery": self._thing}[sample.kind](
            sample.name
        )

    def board(self) -> Board:
        """The small board."""
        parts = tuple(self.terrain), tuple(self.levels), tuple(self.features), self.hexsides, tuple(self.roads)
        return Board(self.grid, *parts, self.real.road_kinds)

    def middle(self, frame: Frame) -> Point:
        """Where the middle of the sample lies in the picture."""
        return frame.middle(self._hex(), self._hex(0, 1))

    def way(self, frame: Frame) -> Point:
        """The way from its first hex to its second, as a unit."""
        (x, y), (u, v) = frame.centres[self._hex()], frame.centres[self._hex(0, 1)]
        long = hypot(u - x, v - y)
        return (u - x) / long, (v - y) / long

    def _hex(self, line: int = 0, place: int = 0) -> int:
        """A hex, by its lines and places from the first of the two."""
        return self.grid.index(f"{3 + line:02d}{3 + place:02d}")

    def _terrain(self, name: str) -> None:
        pair = self._hex(), self._hex(0, 1)
        if name == "town":
            self._road(self.real.roads[0].kind if self.real.roads else "road")
        if any(name in found for found in self.real.features) and name not in self.real.terrain:
            self._thing(name)
            for h in pair:
                self.features[h] = MappingProxyType({name: ()})
            return
        high = [n for n, t in zip(self.real.level, self.real.terrain, strict=True) if t == name]
        low = [n for n, t in zip(self.real.level, self.real.terrain, strict=True) if t == "clear"]
        if high and low and min(high) > max(low):
            self.levels = [min(high)] * self.grid.size
        for h in pair:
            self.terrain[h] = name

    def _hexside(self, name: str) -> None:
        falls = [self.real.level[a] - self.real.level[b] for (a, b), f in self.real.hexsides.items() if name in f]
        if name == CONTOUR or (name in DIRECTED and falls and median(falls) > 0):
            self._raise(set() if name == CONTOUR else {name})
            return
        found = self._companions(name) if name in CROSSINGS else frozenset({name})
        along = found - {name} if name in CROSSINGS else found
        for pair in self._line():
            self.hexsides[pair] = along
        self.hexsides[self._hex(), self._hex(0, 1)] = found
        if name in CROSSINGS and (kind := self._crossed_by(name)):
            self._road(kind)

    def _raise(self, features: set[str]) -> None:
        """The ground on one side a level higher up, with some features on the hexsides between."""
        for line in range(-2, 3):
            for place in (-2, -1, 0):
                self.levels[self._hex(line, place)] += 1
        for a, b in self._line() if features else ():
            self.hexsides[a, b] = frozenset(features)

    def _line(self) -> Iterator[Pair]:
        """The hexsides that part the ground in two."""
        left = [self._hex(line, place) for line in range(-2, 3) for place in (-2, -1, 0)]
        right = {self._hex(line, place) for line in range(-2, 3) for place in (1, 2, 3)}
        return ((a, b) for a in left for b in self.grid.neighbours[a] if b in right)

    def _companions(self, name: str) -> frozenset[str]:
        """The features of the hexsides that have this one, as most have them."""
        sets = Counter(found for found in self.real.hexsides.values() if name in found)
        return sets.most_common(1)[0][0] if sets else frozenset({name})

    def _crossed_by(self, name: str) -> str:
        """The road that goes over most of them."""
        pairs = (pair for pair, found in self.real.hexsides.items() if name in found)
        kinds = Counter(self.real.road[pair] for pair in pairs if pair in self.real.road)
        return kinds.most_common(1)[0][0] if kinds else ""

    def _road(self, kind: str) -> None:
        self.roads.append(Road("", kind, tuple(self._hex(0, place) for place in range(-2, 4))))

    def _thing(self, name: str) -> None:
        """What is drawn by its own line or ring, as the scenery has it."""
        (ax, ay), (bx, by) = (self.grid.centre(self._hex(0, place)) for place in (0, 1))
        line = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (-0.6, 0.1, 0.9, 1.6)]
        kind = "house" if name == "building" else name
        if kind == "house":
            self.scenery.append(Thing("house", "", at=((ax + bx) / 2, (ay + by) / 2)))
        elif kind in FIELDS:
            sx, sy = -(by - ay) * 0.3, (bx - ax) * 0.3
            ring = [(x + sx, y + sy) for x, y in line] + [(x - sx, y - sy) for x, y in reversed(line)]
            self.scenery.append(Thing(kind, "", ring=[*ring, ring[0]]))
        else:
            self.scenery.append(Thing(kind, "", line=line))


def terrain_rows(
    board: Board, things: Iterable[Thing], chart: Iterable[Mapping[str, str]]
) -> Iterator[tuple[Mapping[str, str], Sample]]:
    """The rows of a terrain chart that the map has, each with its sample; one a kind of road."""
    scenery = {t.kind for t in things}
    sides = {f for found in board.hexsides.values() for f in found}
    features = {f for found in board.features for f in found}
    roads = {road.kind for road in board.roads}
    for row in chart:
        for on_board in str(row.get("on_board", "")).split(";"):
            up = {"up": True, "down": False}.get(str(row.get("terrain", "")).rsplit(" ", 1)[-1])
            name = on_board.removesuffix(" up").removesuffix(" down")
            if row.get("kind") == "road" and name in roads:
                yield row, Sample("road", name)
            elif row.get("kind") == "hexside" and name in sides:
                yield row, Sample("hexside", name, up)
            elif row.get("kind") == "hexside" and name in scenery:
                yield row, Sample("scenery", name)
            elif row.get("kind") in ("hex", "feature") and (name in board.terrain or name in features):
                yield row, Sample("hex", name)


NO_EFFECT = {
    "field": "open field",
    "wheat": "wheat field",
    "brush": "brush",
    "fence": "fence",
    "dry-stream": "dry bed of a stream",
    "house": "house",
}
"""What of the scenery is only to be looked at, in words."""


def looked_at(board: Board, things: Iterable[Thing], shown: Iterable[Sample]) -> Iterator[Sample]:
    """What the map has that no rule knows of."""
    known = {sample.name for sample in shown} | ({"house"} if any(s.name == "building" for s in shown) else set())
    kinds = {t.kind for t in things}
    yield from (Sample("scenery", kind) for kind in NO_EFFECT if kind in kinds and kind not in known)
