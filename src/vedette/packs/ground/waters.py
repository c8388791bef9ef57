"""The hexsides on which water lies, and where roads may go over it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Set
from math import dist

import shapely
from shapely import Point

from vedette.hexes import hexes_of

from ..errors import PackError
from .survey import Feature, Survey

GRAIN = 4
"""Corners that lie within a quarter of a metre are one."""

Pair = tuple[int, int]
Node = tuple[int, int]
Sides = dict[Pair, tuple[tuple[float, float], tuple[float, float]]]
Steps = dict[Node, list[tuple[Node, float, Pair]]]


def waters(ground: Survey) -> dict[Pair, Feature]:
    """The water of each hexside that has one, the lower hex first: the kinds in their order, as they are drawn."""
    found: dict[Pair, Feature] = {}
    drawn = ground.of(*ground.laying.waters)
    sides = _sides(ground) if drawn else {}
    for feature in drawn:
        for pair in _chain(ground, sides, feature, found.keys() if ground.laying.joining else set()):
            found[pair] = feature
    return found


def middle(ground: Survey, a: int, b: int) -> Point:
    """The middle of a hexside."""
    (x0, y0), (x1, y1) = ground.grid.side(a, b)
    return Point((x0 + x1) / 2, (y0 + y1) / 2)


def crossing_places(ground: Survey, word: str) -> Iterator[tuple[Feature, Pair]]:
    """Where the drawing has crossings of a kind, each on its hexside."""
    for f in ground.of(word):
        a, b = sorted(ground.grid.index(name) for name in f.more["hexside"])
        yield f, (a, b)


def _sides(ground: Survey) -> Sides:
    """Every hexside with its ends, the lower hex first."""
    grid = ground.grid
    return {(a, b): grid.side(a, b) for a in range(grid.size) for b in hexes_of(grid.near[a] >> a << a)}


def _chain(ground: Survey, sides: Sides, feature: Feature, taken: Set[Pair]) -> list[Pair]:
    """The unbroken run of hexsides that costs least: short, near to the drawn course, none of them taken."""
    course = feature.shape.intersection(ground.sheet)
    if course.geom_type == "MultiLineString":
        course = max(course.geoms, key=lambda g: g.length)
    if course.is_empty:
        raise PackError(f"{ground.laying.ground}: {feature.name} lies off the grid")
    nodes: Steps = {}
    wet: set[Node] = set()
    middles = shapely.points([((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in sides.values()])
    off = shapely.distance(course, middles).tolist()
    for (pair, (p, q)), far in zip(sides.items(), off, strict=True):
        if pair in taken:
            wet |= {_node(p), _node(q)}
            continue
        weight = dist(p, q) * (1 + (far / ground.laying.aside) ** 2)
        for s, t in ((p, q), (q, p)):
            nodes.setdefault(_node(s), []).append((_node(t), weight, pair))
    mouth = course.coords[-1]
    if wet and dist(mouth, feature.shape.coords[-1]) < 1:
        ends = {n: _side(ground) * (_apart(n, mouth) / ground.laying.aside) ** 2 for n in wet}
    else:
        ends = {_nearest(nodes, mouth): 0.0}
    return _shortest(nodes, _nearest(nodes, course.coords[0]), ends)


def _side(ground: Survey) -> float:
    """Metres along a hexside."""
    return float(ground.width / 3**0.5)


def _nearest(nodes: Iterable[Node], p: tuple[float, ...]) -> Node:
    return min(nodes, key=lambda n: _apart(n, p))


def _apart(n: Node, p: tuple[float, ...]) -> float:
    """Metres from a corner to a point."""
    return dist(n, (p[0] * GRAIN, p[1] * GRAIN)) / GRAIN


def _node(p: tuple[float, ...]) -> Node:
    return round(p[0] * GRAIN), round(p[1] * GRAIN)


def _shortest(nodes: Steps, start: Node, ends: Mapping[Node, float]) -> list[Pair]:
    """The cheapest run from a corner to one of several, each with what it costs to end there."""
    best: dict[Node, float] = {start: 0.0}
    back: dict[Node, tuple[Node, Pair]] = {}
    todo = [(0.0, start)]
    while todo:
        far, node = heapq.heappop(todo)
        for other, weight, pair in nodes.get(node, ()) if far <= best[node] else ():
            if far + weight < best.get(other, float("inf")):
                best[other], back[other] = far + weight, (node, pair)
                heapq.heappush(todo, (best[other], other))
    end = min((n for n in ends if n in best and n != start), key=lambda n: (best[n] + ends[n], n))
    run = []
    while end != start:
        end, pair = back[end]
        run.append(pair)
    return run[::-1]
