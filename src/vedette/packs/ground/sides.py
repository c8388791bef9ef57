"""What lies between two hexes: slopes where the ground falls sharply, flowing water along a chain of hexsides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import shapely
from shapely import STRtree

from vedette.hexes import hexes_of

from .partings import Parting, scarped
from .survey import Feature, Survey
from .waters import Pair, crossing_places, middle

STEEP = 2
"""Levels between the two hexes of a steep slope (KT-3.2i-1, SS-3.2g-1)."""
PAPER_EDGE = 20.0
"""Metres from the edge of the drawing within which a contour only closes its ring."""


class Side(msgspec.Struct, frozen=True):
    """A feature of a hexside, the higher hex first."""

    a: str
    b: str
    feature: str
    source: str


Courses = Mapping[Pair, Feature]
"""The water of each hexside that has one."""


Crossed = Mapping[Pair, tuple[str, str]]
"""Name and kind of the road over each hexside that has one."""


def sides(
    ground: Survey, level: Sequence[int], waters: Courses, crossed: Crossed, parted: Sequence[Parting]
) -> list[Side]:
    """Every hexside of which there is something to say, with what corrections.csv adds or takes out."""
    if ground.laying.raised:
        edges = {ground.laying.tops, *(ground.laying.parting[kind] for kind in ground.laying.raised)}
        found = [*_scarps(ground, level, [p.sides for p in parted if p.word in edges])]
    else:
        found = [*_slopes(ground, level)]
    wet = {(min(p.pair), max(p.pair)): p.feature for p in parted}
    found += [*_parted(ground, parted), *_waters(ground, waters), *_crossings(ground, {**wet, **waters}, crossed)]
    return sorted(_corrected(ground, found), key=lambda s: (s.a, s.b, s.feature))


def _parted(ground: Survey, parted: Sequence[Parting]) -> Iterator[Side]:
    """Edges of high ground, walls and streams that part hexes; each once."""
    seen = set()
    for part in parted:
        falls = part.feature.kind in (*ground.laying.falling, "top")
        a, b = part.pair if falls else (min(part.pair), max(part.pair))
        if (a, b, part.word) not in seen:
            seen.add((a, b, part.word))
            yield Side(ground.grid.names[a], ground.grid.names[b], part.word, f"reconstructed: {part.feature.cite}")


def _scarps(ground: Survey, contour: Sequence[int], edges: Sequence[frozenset[int]]) -> Iterator[Side]:
    """Slopes where the ground falls sharply from one contour to another, beside the edges of high ground."""
    for (up, down), scarp in scarped(ground, list(contour), edges):
        yield Side(ground.grid.names[up], ground.grid.names[down], "slope", f"reconstructed: {scarp.cite}")


def _slopes(ground: Survey, level: Sequence[int]) -> Iterator[Side]:
    """Two levels are steep; one is a slope where the ground falls sharply near the hexside."""
    grid = ground.grid
    sharp = _sharp(ground)
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


def _sharp(ground: Survey) -> _Scarps | _Contours | _Steps:
    """How this drawing says where the ground falls sharply."""
    if ground.laying.every_step:
        return _Steps()
    return _Contours(ground) if ground.laying.sharp_levels else _Scarps(ground)


class _Steps:
    """Sharp wherever two levels meet."""

    def at(self, a: int, b: int, level: int) -> str:
        """Why a hexside is sharp, in words."""
        return "levels differ by one"


class _Scarps:
    """Sharp where a drawn scarp of the upper level lies near."""

    def __init__(self, ground: Survey) -> None:
        self.ground = ground
        self.sharp = [f for f in ground.of("scarp") if f.more["grade_percent"] >= ground.laying.sharp_grade]
        self.tree = STRtree([f.shape for f in self.sharp])
        self.near = ground.laying.sharp_within * ground.width

    def at(self, a: int, b: int, level: int) -> str:
        """The scarp at a hexside, in words."""
        found = self.tree.query(middle(self.ground, a, b), predicate="dwithin", distance=self.near)
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
        around = middle(self.ground, a, b).buffer(self.ground.width)
        close = self.lines.intersection(around).length / around.area * self.ground.width
        return "contours lie close" if close >= self.ground.laying.sharp_levels else ""


def _waters(ground: Survey, waters: Courses) -> Iterator[Side]:
    """Streams and ponds, each on the hexsides that its course runs nearest to."""
    for (a, b), feature in waters.items():
        names = ground.grid.names[a], ground.grid.names[b]
        yield Side(*names, ground.laying.waters[feature.kind], f"reconstructed: {feature.cite}")


def _crossings(ground: Survey, waters: Courses, crossed: Crossed) -> Iterator[Side]:
    """A bridge, a ford or what else lies where a road, given by name, goes over a water."""
    words = {**ground.laying.parting, **ground.laying.waters}
    drawn = {pair: f for word in ground.laying.crossings.values() for f, pair in crossing_places(ground, word)}
    for pair, (road, kind) in crossed.items():
        word = ground.laying.crossings.get(words.get(waters[pair].kind, "")) if pair in waters else None
        if word:
            word = "ford" if kind in ground.laying.fording else word
            why = drawn[pair].cite if pair in drawn else f"{road} crosses {waters[pair].name}"
            yield Side(ground.grid.names[pair[0]], ground.grid.names[pair[1]], word, f"reconstructed: {why}")


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
