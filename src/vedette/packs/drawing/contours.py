"""Lines of equal height of a surface, closed off the map, and how a line is written as a smooth path."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, dist, pi

from .frame import Point
from .surface import FINE, Lattice, Rows

Edge = tuple[int, int]
RIM = -99.0
"""What lies beyond the rim, so that every line closes."""
LEAST, MOST = 14.0, 42.0
"""Units from one steering point of a line to the next, at least where it bends and at most where it runs straight."""
TURN = 0.16
"""A bend, in radians, that asks for a steering point."""


def contours(lattice: Lattice, rows: Rows, heights: Sequence[float]) -> list[list[list[Point]]]:
    """For each height the closed lines at which the surface has it, as rings with the low ground on the left."""
    wide, last = len(rows[0]), len(rows) - 1
    rimmed = [[RIM] * wide if r in (0, last) else [RIM, *row[1:-1], RIM] for r, row in enumerate(rows)]
    values = [v for row in rimmed for v in row]
    lowest = heights[0]
    ranks = [sum(v >= h for h in heights) if v >= lowest else 0 for v in values] if heights else []
    joined: list[dict[Edge, list[Edge]]] = [{} for _ in heights]
    for r in range(last):
        _cross_row(values, ranks, r, wide, heights, joined)

    def place(edge: Edge, height: float) -> Point:
        """Where the surface has a height between two places."""
        a, b = edge
        t = (height - values[a]) / (values[b] - values[a])
        (ra, ca), (rb, cb) = divmod(a, wide), divmod(b, wide)
        u, v = 2 * ca + ra % 2, 2 * cb + rb % 2
        return lattice.put((ra + (rb - ra) * t) / FINE, (u + (v - u) * t) / FINE)

    def turned(ring: list[Edge], points: list[Point]) -> list[Point]:
        """The ring in the direction that has the low ground on its left."""
        a, b = ring[1]
        high, low = (a, b) if values[a] > values[b] else (b, a)
        (x, y), (u, v) = (
            lattice.put(r / FINE, (2 * c + r % 2) / FINE) for r, c in (divmod(high, wide), divmod(low, wide))
        )
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
    for c in range(wide - 1):
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
    n = len(points)
    middles = [((points[i - 1][0] + p[0]) / 2, (points[i - 1][1] + p[1]) / 2) for i, p in enumerate(points)]
    x, y = round(middles[0][0]), round(middles[0][1])
    path = [f"M{x} {y}q"]
    for i, (cx, cy) in enumerate(points):
        u, v = middles[(i + 1) % n]
        u, v = round(u), round(v)
        path.append(_steps(round(cx) - x, round(cy) - y, u - x, v - y))
        x, y = u, v
    return path[0] + _joined(path[1:]) + "z"


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


def written(rings: list[list[Point]]) -> str:
    """Path data of all rings of a height or of a mass."""
    return "".join(ring_path(thin) for ring in rings if len(thin := thinned(ring)) > 2)
