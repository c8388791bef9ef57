"""The hexes through which a road goes."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import dist
from typing import Any

import numpy as np
import shapely
from shapely import Point

from .survey import Feature, Survey
from .waters import Pair, crossing_places

STRIDE = 4.0
"""Metres between the points at which a road is asked for its hex."""
AWAY = 0.37
"""Of a hex's width: how far from a road that goes by named hexes a hex may lie before it counts for two."""
OVER = 3.0
"""Hexes by which such a road goes round a water that it may cross anywhere."""
HELD = 0.87
"""Of a hex's width: how near an end of the drawing lies to the named hex that is that end."""


def trace(ground: Survey, line: Any) -> list[int]:
    """The hexes of a road in order; corners that it only clips are left out, and a hex never follows itself."""
    count = max(2, int(line.length // STRIDE))
    points = shapely.line_interpolate_point(line, np.linspace(0, 1, count + 1), normalized=True)
    asked, cells = ground.tree.query(points, predicate="intersects")
    at = dict(zip(reversed(asked.tolist()), reversed(cells.tolist()), strict=True))
    run: list[tuple[int, float]] = []
    for h in (at[i] for i in range(count + 1) if i in at):
        if run and run[-1][0] == h:
            run[-1] = (h, run[-1][1] + line.length / count)
        else:
            run.append((h, line.length / count))
    return [h for h, _ in _without_clips(ground, run)]


def _without_clips(ground: Survey, run: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Leave out the shortest stretch that can be left out, until none is left."""
    short = ground.laying.clip * ground.width
    while True:
        for i in sorted(range(1, len(run) - 1), key=lambda i: run[i][1]):
            (before, length), (after, more) = run[i - 1], run[i + 1]
            if run[i][1] >= short:
                return run
            if before == after:
                run[i - 1 : i + 2] = [(before, length + more)]
                break
            if ground.grid.near[before] >> after & 1:
                del run[i]
                break
        else:
            return run


def through(ground: Survey, road: Feature, waters: Mapping[Pair, Feature]) -> list[int]:
    """The hexes of a road that is drawn with the hexes by which it must go (`via`): between them as it is drawn.

    It goes over a water that binds roads only where the drawing has the crossing.
    """
    words = {w: ground.laying.crossings[w] for w in ground.laying.bound}
    open_ = {pair for word in words.values() for _, pair in crossing_places(ground, word)}
    shut = {p for p, f in waters.items() if ground.laying.waters[f.kind] in words and p not in open_}
    fords = waters.keys() - shut - open_

    centres = shapely.points([ground.grid.centre(h) for h in range(ground.grid.size)])
    aside: list[float] = (1 + (shapely.distance(road.shape, centres) / (AWAY * ground.width)) ** 2).tolist()

    def cost(a: int, b: int) -> float:
        """What a step asks of a road; without end where there is no way."""
        pair = min(a, b), max(a, b)
        return float("inf") if pair in shut else aside[b] + OVER * (pair in fords)

    by = list(_ends(ground, road))
    run = by[:1]
    for a, b in pairwise(by):
        run += _cheapest(ground, a, b, cost)[1:]
    return _once(run)


def _ends(ground: Survey, road: Feature) -> Iterator[int]:
    """The hexes that a road must go by, and where its drawing begins and ends on the map if that is elsewhere."""
    via = [ground.grid.index(name) for name in road.more["via"]]
    course = road.shape.intersection(ground.sheet)
    pieces = list(course.geoms) if hasattr(course, "geoms") else [course]
    tips = [p for piece in pieces for p in (piece.coords[0], piece.coords[-1])]

    def end(p: tuple[float, ...]) -> list[int]:
        """The hex of an end that no named hex is."""
        held = any(dist(ground.grid.centre(h), p) < HELD * ground.width for h in via)
        on_map = ground.tree.query(Point(p), predicate="dwithin", distance=1).size > 0
        tip = min(tips, key=lambda q: dist(q, p))
        near = min(range(ground.grid.size), key=lambda h: dist(ground.grid.centre(h), tip))
        return [] if (held and on_map) or near in via else [near]

    yield from end(road.shape.coords[0])
    yield from via
    yield from end(road.shape.coords[-1])


def _cheapest(ground: Survey, start: int, goal: int, cost: Callable[[int, int], float]) -> list[int]:
    """The hexes from one to another by the steps that ask least."""
    best, back = {start: 0.0}, {start: start}
    todo = [(0.0, start)]
    while todo:
        far, h = heapq.heappop(todo)
        if h == goal:
            break
        for n in ground.grid.neighbours[h] if far <= best[h] else ():
            more = far + cost(h, n)
            if more < best.get(n, float("inf")):
                best[n], back[n] = more, h
                heapq.heappush(todo, (more, n))
    run = [goal]
    while run[-1] != start:
        run.append(back[run[-1]])
    return run[::-1]


def _once(run: Iterable[int]) -> list[int]:
    """A way without its loops."""
    way: list[int] = []
    for h in run:
        if h in way:
            del way[way.index(h) :]
        way.append(h)
    return way
