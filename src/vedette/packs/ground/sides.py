"""What lies between two hexes: slopes where the ground falls sharply, flowing water along a chain of hexsides."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from math import dist

import msgspec
import shapely
from shapely import Point, STRtree

from vedette.hexes import hexes_of

from ..errors import PackError
from .survey import Feature, Survey

STEEP = 2
"""Levels between the two hexes of a steep slope (KT-3.2i-1, SS-3.2g-1)."""
WATERS = ("flowing-stream", "pond")
"""Kinds of the drawing that become hexsides (SS-3.2c-1); the later takes the place of the earlier."""
ASIDE = 12.0
"""Metres by which a hexside may lie off a stream before it counts for twice its length."""
GRAIN = 4
"""Corners that lie within a quarter of a metre are one."""
PAPER_EDGE = 20.0
"""Metres from the edge of the drawing within which a contour only closes its ring."""

Pair = tuple[int, int]
Node = tuple[int, int]


class Side(msgspec.Struct, frozen=True):
    """A feature of a hexside, the higher hex first."""

    a: str
    b: str
    feature: str
    source: str


def sides(ground: Survey, level: Sequence[int]) -> list[Side]:
    """Every hexside of which there is something to say, with what corrections.csv adds or takes out."""
    found = [*_slopes(ground, level), *_waters(ground)]
    return sorted(_corrected(ground, found), key=lambda s: (s.a, s.b, s.feature))


def _slopes(ground: Survey, level: Sequence[int]) -> Iterator[Side]:
    """Two levels are steep; one is a slope where the ground falls sharply near the hexside."""
    grid = ground.grid
    sharp = _Contours(ground) if ground.laying.sharp_levels else _Scarps(ground)
    for a in range(grid.size):
        for b in hexes_of(grid.near[a] >> a << a):
            gap = level[a] - level[b]
            up, down = (a, b) if gap > 0 else (b, a)
            names = grid.names[up], grid.names[down]
            if abs(gap) == STEEP:
                yield Side(*names, "steep", "reconstructed: levels differ by two")
            elif abs(gap) > STEEP:
                yield Side(*names, "cliff", f"reconstructed: levels differ by {abs(gap)}")
            elif gap and (why := sharp.at(a, b, level[up])):
                yield Side(*names, "slope", f"reconstructed: {why}")


class _Scarps:
    """Sharp where a drawn scarp of the upper level lies near."""

    def __init__(self, ground: Survey) -> None:
        self.ground = ground
        self.sharp = [f for f in ground.of("scarp") if f.more["grade_percent"] >= ground.laying.sharp_grade]
        self.tree = STRtree([f.shape for f in self.sharp])
        self.near = ground.laying.sharp_within * ground.width

    def at(self, a: int, b: int, level: int) -> str:
        """The scarp at a hexside, in words."""
        found = self.tree.query(_middle(self.ground, a, b), predicate="dwithin", distance=self.near)
        edges = [self.sharp[i] for i in sorted(found)]
        return next((e.cite for e in edges if e.more["level"] == level), "")


class _Contours:
    """Sharp where the contours within a hex's width lie close, counted in levels a hex."""

    def __init__(self, ground: Survey) -> None:
        self.ground = ground
        levels: dict[int, list[Feature]] = {}
        for f in ground.of("hill"):
            levels.setdefault(int(f.more["level"]), []).append(f)
        hills = [shapely.union_all([f.shape.buffer(0) for f in fs]) for fs in levels.values()]
        edge = shapely.box(*shapely.union_all(hills).bounds).boundary.buffer(PAPER_EDGE)
        self.lines = shapely.union_all([hill.boundary for hill in hills]).difference(edge)

    def at(self, a: int, b: int, level: int) -> str:
        """How close the contours lie at a hexside, in words."""
        around = _middle(self.ground, a, b).buffer(self.ground.width)
        close = self.lines.intersection(around).length / around.area * self.ground.width
        return "contours lie close" if close >= self.ground.laying.sharp_levels else ""


def _middle(ground: Survey, a: int, b: int) -> Point:
    (x0, y0), (x1, y1) = ground.grid.side(a, b)
    return Point((x0 + x1) / 2, (y0 + y1) / 2)


def _waters(ground: Survey) -> list[Side]:
    """Streams and ponds, each on the hexsides that its course runs nearest to."""
    found: dict[Pair, Side] = {}
    for feature in ground.of(*WATERS):
        for a, b in _chain(ground, feature):
            names = ground.grid.names[a], ground.grid.names[b]
            found[a, b] = Side(*names, feature.kind, f"reconstructed: {feature.cite}")
    return list(found.values())


def _chain(ground: Survey, feature: Feature) -> list[Pair]:
    """The unbroken run of hexsides that costs least: short, and near to the drawn course."""
    nodes: dict[Node, list[tuple[Node, float, Pair]]] = {}
    grid, course = ground.grid, feature.shape.intersection(shapely.union_all(list(ground.cells)).buffer(2))
    if course.geom_type == "MultiLineString":
        course = max(course.geoms, key=lambda g: g.length)
    if course.is_empty:
        raise PackError(f"{ground.laying.ground}: {feature.name} lies off the grid")
    for a in range(grid.size):
        for b in hexes_of(grid.near[a] >> a << a):
            p, q = grid.side(a, b)
            weight = dist(p, q) * (1 + (course.distance(_middle(ground, a, b)) / ASIDE) ** 2)
            for s, t in ((p, q), (q, p)):
                nodes.setdefault(_node(s), []).append((_node(t), weight, (a, b)))
    start, end = (_nearest(nodes, course.coords[i]) for i in (0, -1))
    return _shortest(nodes, start, end)


def _nearest(nodes: Iterable[Node], p: Sequence[float]) -> Node:
    return min(nodes, key=lambda n: dist(n, (p[0] * GRAIN, p[1] * GRAIN)))


def _node(p: Sequence[float]) -> Node:
    return round(p[0] * GRAIN), round(p[1] * GRAIN)


def _shortest(nodes: dict[Node, list[tuple[Node, float, Pair]]], start: Node, end: Node) -> list[Pair]:
    best: dict[Node, float] = {start: 0.0}
    back: dict[Node, tuple[Node, Pair]] = {}
    todo = [(0.0, start)]
    while todo:
        far, node = heapq.heappop(todo)
        if node == end:
            break
        for other, weight, pair in nodes[node] if far <= best[node] else ():
            if far + weight < best.get(other, float("inf")):
                best[other], back[other] = far + weight, (node, pair)
                heapq.heappush(todo, (best[other], other))
    run = []
    while end != start:
        end, pair = back[end]
        run.append(pair)
    return run[::-1]


def _corrected(ground: Survey, found: list[Side]) -> list[Side]:
    """Hexsides that corrections.csv adds or takes out."""
    for row in ground.corrections:
        if row["field"] not in ("hexside", "no-hexside"):
            continue
        a, b = row["hex"].split("-")
        found = [s for s in found if not ({s.a, s.b} == {a, b} and s.feature == row["value"])]
        if row["field"] == "hexside":
            found.append(Side(a, b, row["value"], row["source"]))
    return found
