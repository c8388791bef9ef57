"""One smooth surface over the centres of the hexes: of it come tints, contours, shading and the outlines of masses.

Values lie on the triangular lattice of the centres, in rows as bricks lie: every second row half a place to the right.
They steer a box spline (the limit of Loop's subdivision), and are moved until it holds every centre on its side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from operator import add

from .frame import Frame, Point

Rows = list[list[float]]

MARGIN = 3
"""Rows and columns of copies of the nearest hex about the map, so that what is drawn runs off it."""
FINE = 4
"""Points of the finished surface from one centre to the next: 25 units apart."""
ROUNDS, LAST = 40, 12
"""Rounds of smoothing and holding, and at the end of holding alone."""
STIFF, PUSH = 0.42, 1.9
"""How much of a bend is taken out in a round; by how much of its excess a value is moved back."""


class Lattice:
    """Where the hexes of a grid lie in rows, and where a place of the finished surface lies in the picture."""

    def __init__(self, frame: Frame) -> None:
        spec = frame.grid.spec
        named = [(line, place) for line in range(spec.lines[0], spec.lines[1] + 1) for place in spec.places(line)]
        across = [spec.across(line, place) for line, place in named]
        top = spec.lines[0] - MARGIN
        left = min(across) - 2 * MARGIN
        left -= (across[0] - left - (named[0][0] - top)) % 2
        self.wide = (max(across) - left) // 2 + MARGIN + 1
        self.high = spec.lines[1] - top + MARGIN + 1
        self.spots = [(line - top, (u - left) // 2) for (line, _), u in zip(named, across, strict=True)]
        """Row and column of each hex."""
        (px, py), (lx, ly) = spec.place_step, spec.line_step
        turn = -1 if frame.turned else 1
        self.step: Point = px * frame.scale * turn / 2, -py * frame.scale * turn / 2
        """From one place half a hex along a row."""
        self.fall: Point = lx * frame.scale * turn, -ly * frame.scale * turn
        """From one row to the next."""
        (x, y), (row, column) = frame.centres[0], self.spots[0]
        u = 2 * column + row % 2
        self.origin: Point = (
            x - u * self.step[0] - row * self.fall[0],
            y - u * self.step[1] - row * self.fall[1],
        )

    def put(self, row: float, across: float) -> Point:
        """The place in the picture of a row and of a number of half hexes along it."""
        (x, y), (sx, sy), (fx, fy) = self.origin, self.step, self.fall
        return x + across * sx + row * fx, y + across * sy + row * fy

    def laid(self, values: Sequence[float]) -> Rows:
        """Values of all hexes in rows, beyond the map those of the nearest hex."""
        rows: list[list[float | None]] = [[None] * self.wide for _ in range(self.high)]
        for (row, column), value in zip(self.spots, values, strict=True):
            rows[row][column] = value
        full = [_filled(row) for row in rows if any(v is not None for v in row)]
        return [list(full[0])] * MARGIN + full + [list(full[-1])] * MARGIN


def _filled(row: list[float | None]) -> list[float]:
    """A row with its ends carried on to both sides."""
    known = [i for i, v in enumerate(row) if v is not None]
    first, last = known[0], known[-1]
    inner = [v for v in row[first : last + 1] if v is not None]
    return [inner[0]] * first + inner + [inner[-1]] * (len(row) - last - 1)


def _wider(row: list[float]) -> list[float]:
    return [row[0], *row, row[-1]]


Near = tuple[list[float], list[float], list[float], list[float]]
"""Of each place of a row the one to its left, that to its right, the sum of the two above it and of the two below."""


def _around(rows: Rows) -> Iterator[Near]:
    """The six neighbours of every place, a row at a time; beyond the rim the nearest place stands in."""
    wide = [_wider(row) for row in rows]
    # What is added once for each pair of places serves the row above it and the one below.
    pairs = [list(map(add, row, row[1:])) for row in wide]
    for r, row in enumerate(wide):
        up, down = pairs[max(r - 1, 0)], pairs[min(r + 1, len(pairs) - 1)]
        yield row, row[2:], up[r % 2 :], down[r % 2 :]


def limit(rows: Rows) -> Rows:
    """The finished surface at the places of these rows."""
    return [
        [(v + (a + b + u + d) / 6) / 2 for v, a, b, u, d in zip(row, *near, strict=False)]
        for row, near in zip(rows, _around(rows), strict=True)
    ]


def held(start: Rows, low: Rows, high: Rows, rounds: int = ROUNDS) -> Rows:
    """Values that steer a smooth surface which at each centre lies between `low` and `high`."""
    rows = start
    least, most = ([[2 * v for v in row] for row in bound] for bound in (low, high))
    for turn in range(rounds + LAST):
        if turn < rounds:
            rows = _smoothed(rows)
        rows = [_pushed(*four) for four in zip(rows, _around(rows), least, most, strict=True)]
    return rows


def _smoothed(rows: Rows) -> Rows:
    """The rows with some of the bend taken out by which each place differs from those about it."""
    bend = [
        [(a + b + u + d) / 6 - v for v, a, b, u, d in zip(row, *near, strict=False)]
        for row, near in zip(rows, _around(rows), strict=True)
    ]
    return [
        [v + STIFF * (m - (a + b + u + d) / 6) for v, m, a, b, u, d in zip(row, bent, *near, strict=False)]
        for row, bent, near in zip(rows, bend, _around(bend), strict=True)
    ]


def _pushed(row: list[float], near: Near, least: list[float], most: list[float]) -> list[float]:
    """A row moved back towards where its surface, here twice as high, lies between two bounds; most of it is there."""
    return [
        v if x <= (s := v + (a + b + u + d) / 6) <= y else v - PUSH * (s - (x if s < x else y)) / 2
        for v, a, b, u, d, x, y in zip(row, *near, least, most, strict=False)
    ]


def subdivided(rows: Rows) -> Rows:
    """The rows of the same surface with places half as far apart (Loop's masks of the regular lattice)."""
    fine: Rows = []
    for r, (row, near) in enumerate(zip(rows, _around(rows), strict=True)):
        old = [0.625 * v + (a + b + u + d) / 16 for v, a, b, u, d in zip(row, *near, strict=False)]
        mids = _along(row, rows[max(r - 1, 0)], rows[min(r + 1, len(rows) - 1)], r % 2)
        mixed = list(chain.from_iterable(zip(old, mids, strict=True)))
        fine.append([old[0], *mixed[:-1]] if r % 2 else mixed)
        if r + 1 < len(rows):
            fine.append(_between(row, rows[r + 1], r % 2))
    return fine


def _along(row: list[float], above: list[float], below: list[float], s: int) -> list[float]:
    """Places between each two of a row, and one beyond its end."""
    up, down = (_wider(beside)[s + 1 :] for beside in (above, below))
    following = [*row[1:], row[-1]]
    return [0.375 * (a + b) + 0.125 * (u + d) for a, b, u, d in zip(row, following, up, down, strict=False)]


def _between(upper: list[float], lower: list[float], s: int) -> list[float]:
    """Places between a row and the next."""
    if not s:
        # The same case, looked at upside down: the row that lies to the right is the one below.
        upper, lower = lower, upper
    # Now `upper` lies half a place to the right: its place c is above c and c + 1 of `lower`.
    mixed: list[float] = []
    befores, afters, rights = [upper[0], *upper], [*upper[1:], upper[-1]], [*lower[1:], lower[-1]]
    for v, left, right, before, after in zip(upper, lower, rights, befores, afters, strict=False):
        mixed += 0.375 * (v + left) + 0.125 * (before + right), 0.375 * (v + right) + 0.125 * (after + left)
    return mixed


def finished(rows: Rows, uneven: Rows | None = None) -> Rows:
    """The surface itself, FINE points from one centre to the next; half way there as uneven as is given."""
    half = subdivided(rows)
    if uneven is not None:
        half = [[v + u for v, u in zip(*pair, strict=True)] for pair in zip(half, uneven, strict=True)]
    return limit(subdivided(half))
