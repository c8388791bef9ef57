"""Lines of the drawing that lie on hexsides: edges of high ground and its tops, walls and streams that part hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import shapely
from shapely import LineString, Point, STRtree

from vedette.hexes import hexes_of

from .survey import Feature, Survey
from .waters import Pair

GRAIN = 8.0
"""Metres along a line by which its direction is taken."""


class Parting(msgspec.Struct, frozen=True, eq=False):
    """A hexside that a line of the drawing makes; of one that falls the higher hex is first."""

    pair: Pair
    word: str
    feature: Feature

    @property
    def sides(self) -> frozenset[int]:
        """Both hexes, whichever is higher."""
        return frozenset(self.pair)


class Steps:
    """The ways from the centre of each hex to those of its neighbours, and which of them a line runs between."""

    def __init__(self, ground: Survey) -> None:
        self.ground = ground
        grid = ground.grid
        self.pairs = [(a, b) for a in range(grid.size) for b in hexes_of(grid.near[a] >> a << a)]
        self.ways = [LineString([grid.centre(a), grid.centre(b)]) for a, b in self.pairs]
        self.tree = STRtree(self.ways)

    def across(self, line: Any) -> list[Pair]:
        """The steps that go over a line, in its course."""
        over = sorted(int(i) for i in self.tree.query(line, predicate="intersects"))
        return [self.pairs[i] for i in sorted(over, key=lambda i: line.project(self.ways[i].centroid))]


def partings(ground: Survey) -> list[Parting]:
    """Every hexside that tops and lines make: a ridge gives way to the edge of a top."""
    if not ground.laying.parting:
        return []
    steps = Steps(ground)
    found = list(_tops(ground))
    edges = {p.sides for p in found}
    for kind, word in ground.laying.parting.items():
        falls = kind in ground.laying.falling
        for feature in ground.of(kind):
            if feature.shape.length < ground.laying.half * ground.width:
                continue
            for a, b in steps.across(feature.shape):
                if kind in ground.laying.raised and not falls and frozenset((a, b)) in edges:
                    continue
                turned = falls and _left(feature.shape, Point(ground.grid.centre(a)))
                found.append(Parting((b, a) if turned else (a, b), word, feature))
    return found


def _tops(ground: Survey) -> Iterator[Parting]:
    """The hexsides all about each top."""
    for feature in ground.of("top"):
        inside = top(ground, feature)
        for h in inside:
            for n in ground.grid.neighbours[h]:
                if n not in inside:
                    yield Parting((h, n), ground.laying.tops, feature)


def top(ground: Survey, feature: Feature) -> list[int]:
    """The hexes of a top: those whose centres it holds."""
    return [h for h in range(ground.grid.size) if feature.shape.contains(Point(ground.grid.centre(h)))]


def _left(line: Any, p: Point) -> bool:
    """Whether a point lies to the left of a line as it is drawn."""
    at = line.project(p)
    a, b = line.interpolate(max(0, at - GRAIN)), line.interpolate(min(line.length, at + GRAIN))
    return bool((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0)


def scarped(ground: Survey, contour: list[int], taken: Iterable[frozenset[int]]) -> Iterator[tuple[Pair, Feature]]:
    """Where a step over no edge of high ground goes from one contour to a lower one over a sharp scarp between them."""
    closed, steps = set(taken), Steps(ground)
    sharp = [f for f in ground.of("scarp") if f.more["grade_percent"] >= ground.laying.sharp_grade]
    tree = STRtree([f.shape for f in sharp])
    for (a, b), way in zip(steps.pairs, steps.ways, strict=True):
        if contour[a] == contour[b] or frozenset((a, b)) in closed:
            continue
        up, down = (a, b) if contour[a] > contour[b] else (b, a)
        least = max(contour[down] + 1, ground.laying.sharp_from)
        for i in sorted(tree.query(way)):
            if least <= sharp[i].more["level"] <= contour[up] and shapely.intersects(sharp[i].shape, way):
                yield (up, down), sharp[i]
                break
