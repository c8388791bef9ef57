"""Lines of equal height of a surface, closed off the map, and how a line is written as a smooth path."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import atan2, dist, pi

from .frame import Point
from .surface import FINE, Lattice, Rows

Edge = tuple[int, int]
RIM = -99.0
"""What lies beyond the rim, so that every line closes."""
LEAST, MOST = 14.0, 42.0
"""Units from one steering point of a line to the next, at least where it bends and at most where it runs straight."""
ARC = 12
"""Points that steer a piece of a line."""
TURN = 0.16
"""A bend, in radians, that asks for a steering point."""


def contours(
    lattice: Lattice, rows: Rows, heights: Sequence[float], corner: tuple[int, int] = (0, 0)
) -> list[list[list[Point]]]:
    """For each height the closed lines at which the surface has it, as rings with the low ground on the left.

    Heights come the lowest first. Of a part of the surface `corner` is its first row, an even one, and column.
    """
    wide, last = len(rows[0]), len(rows) - 1
    top, left = FINE * corner[0], 2 * FINE * corner[1]
    rimmed = [[RIM] * wide if r in (0, last) else [RIM, *row[1:-1], RIM] for r, row in enumerate(rows)]
    values = [v for row in rimmed for v in row]
    ranks = [bisect_right(heights, v) for v in values]
    joined: list[dict[Edge, list[Edge]]] = [{} for _ in heights]
    for r in range(last):
        _cross_row(values, ranks, r, wide, heights, joined)

    def spot(place: int) -> tuple[int, int]:
        """The row of a place, and how many half places along it."""
        r, c = divmod(place, wide)
        return top + r, left + 2 * c + r % 2

    def place(edge: Edge, height: float) -> Point:
        """Where the surface has a height between two places."""
        a, b = edge
        t = (height - values[a]) / (values[b] - values[a])
        (ra, u), (rb, v) = spot(a), spot(b)
        return lattice.put((ra + (rb - ra) * t) / FINE, (u + (v - u) * t) / FINE)

    def turned(ring: list[Edge], points: list[Point]) -> list[Point]:
        """The ring in the direction that has the low ground on its left."""
        a, b = ring[1]
        high, low = (a, b) if values[a] > values[b] else (b, a)
        (x, y), (u, v) = (lattice.put(r / FINE, u / FINE) for r, u in (spot(high), spot(low)))
        (p, q), (s, t) = points[0], points[2]
        return points if (s - p) * (v - y) - (t - q) * (u - x) < 0 else points[::-1]

    return [
        [turned(ring, [place(edge, height) for edge in ring]) for ring in _rings(links)]
        for links, height in zip(joined, heights, strict=True)
    ]


def _cross_row(
    values: list[float],
    ranks: list[int],
    r: int,
    wide: int,
    heights: Sequence[float],
    joined: list[dict[Edge, list[Edge]]],
) -> None:
    """The crossings of all triangles between a row and the next."""
    s, here, below = r % 2, r * wide, (r + 1) * wide
    upper, lower = ranks[here:below], ranks[below : below + wide]
    corners = zip(upper, upper[1:], lower, lower[1:], strict=False)
    for c in (c for c, (i, j, k, n) in enumerate(corners) if not i == j == k == n):
        a = here + c
        three = (a, a + 1, below + c + s), (below + c, below + c + 1, a + 1 - s)
        for i, j, k in three:
            low, high = ranks[i], ranks[i]
            for n in (ranks[j], ranks[k]):
                low, high = min(low, n), max(high, n)
            for n in range(low, high):
                height = heights[n]
                cut = [
                    (p, q) if p < q else (q, p)
                    for p, q in ((i, j), (j, k), (k, i))
                    if (values[p] >= height) != (values[q] >= height)
                ]
                first, second = cut
                joined[n].setdefault(first, []).append(second)
                joined[n].setdefault(second, []).append(first)


def _rings(links: dict[Edge, list[Edge]]) -> list[list[Edge]]:
    """Closed rings of the edges that are joined."""
    rings = []
    while links:
        start, (following, _) = next(iter(links.items()))
        ring, before, here = [start], start, following
        while here != start:
            ring.append(here)
            one, two = links[here]
            before, here = here, (two if one == before else one)
        for edge in ring:
            del links[edge]
        rings.append(ring)
    return rings


def thinned(ring: list[Point]) -> list[Point]:
    """Steering points of a ring: near each other where it bends, far apart where it runs straight."""
    kept = [ring[0]]
    heading: float | None = None
    for i in range(1, len(ring) - 1):
        p, q = kept[-1], ring[i]
        length = dist(p, q)
        if length < LEAST:
            continue
        ahead = atan2(ring[i + 1][1] - q[1], ring[i + 1][0] - q[0])
        if heading is None:
            heading = atan2(q[1] - p[1], q[0] - p[0])
        turned = abs((ahead - heading + pi) % (2 * pi) - pi)
        if length >= MOST or turned >= TURN:
            kept.append(q)
            heading = ahead
    if len(kept) > 3 and dist(kept[-1], kept[0]) < LEAST:
        kept.pop()
    return kept


def ring_path(points: list[Point]) -> str:
    """Path data of a closed quadratic spline that the points steer, in whole units."""
    return _spline(points, [*_middles(points), _middles(points)[0]]) + "z"


def arcs(points: list[Point]) -> list[str]:
    """The same spline in pieces, each steered by a few points: for strokes alone, which need not close."""
    middles = _middles(points)
    middles.append(middles[0])
    return [_spline(points[i : i + ARC], middles[i : i + ARC + 1]) for i in range(0, len(points), ARC)]


def _middles(points: list[Point]) -> list[Point]:
    """The places that a closed spline runs through, each before the point that steers it on from there."""
    return [((points[i - 1][0] + p[0]) / 2, (points[i - 1][1] + p[1]) / 2) for i, p in enumerate(points)]


def _spline(points: list[Point], middles: list[Point]) -> str:
    """Path data of a spline through the middles, steered by a point between each two of them."""
    x, y = round(middles[0][0]), round(middles[0][1])
    path = []
    for (cx, cy), (u, v) in zip(points, middles[1:], strict=True):
        u, v = round(u), round(v)
        path.append(_steps(round(cx) - x, round(cy) - y, u - x, v - y))
        x, y = u, v
    return f"M{round(middles[0][0])} {round(middles[0][1])}q" + _joined(path)


def _steps(*numbers: int) -> str:
    text = ""
    for n in numbers:
        text += f" {n}" if text and n >= 0 else str(n)
    return text


def _joined(parts: list[str]) -> str:
    text = parts[0]
    for part in parts[1:]:
        text += part if part[0] == "-" else " " + part
    return text
