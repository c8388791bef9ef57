"""One smooth surface over the centres of the hexes: of it come tints, contours, shading and the outlines of masses.

Values lie on the triangular lattice of the centres, in rows as bricks lie: every second row half a place to the right.
They steer a box spline (the limit of Loop's subdivision), and are moved until it holds every centre on its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import add
from random import Random

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


def around(rows: Rows, r: int) -> Iterable[tuple[float, float, float, float, float, float]]:
    """The six neighbours of each place of a row; beyond the rim the nearest place stands in."""
    s = r % 2
    me, up, down = (_wider(rows[min(max(i, 0), len(rows) - 1)]) for i in (r, r - 1, r + 1))
    return zip(me[:-2], me[2:], up[s:], up[s + 1 :], down[s:], down[s + 1 :], strict=False)


def _wider(row: list[float]) -> list[float]:
    return [row[0], *row, row[-1]]


def means(rows: Rows) -> Rows:
    """The mean of the six neighbours of every place."""
    wide = [_wider(row) for row in rows]
    pairs = [list(map(add, row, row[1:])) for row in wide]
    above, below = [pairs[0], *pairs], [*pairs[1:], pairs[-1]]
    # What is added once for each pair of places serves the row above it and the one below.
    return [
        [(a + b + u + d) / 6 for a, b, u, d in zip(row, row[2:], up[r % 2 :], down[r % 2 :], strict=False)]
        for r, (row, up, down) in enumerate(zip(wide, above, below, strict=False))
    ]


def limit(rows: Rows) -> Rows:
    """The finished surface at the places of these rows."""
    return [
        [v / 2 + m / 2 for v, m in zip(row, near, strict=True)] for row, near in zip(rows, means(rows), strict=True)
    ]


def held(start: Rows, low: Rows, high: Rows, rounds: int = ROUNDS) -> Rows:
    """Values that steer a smooth surface which at each centre lies between `low` and `high`."""
    rows = start
    for turn in range(rounds + LAST):
        if turn < rounds:
            bend = [[m - v for v, m in zip(*pair, strict=True)] for pair in zip(rows, means(rows), strict=True)]
            rows = [
                [v + STIFF * (b - m) for v, b, m in zip(*three, strict=True)]
                for three in zip(rows, bend, means(bend), strict=True)
            ]
        rows = [_pushed(*four) for four in zip(rows, means(rows), low, high, strict=True)]
    return rows


def _pushed(row: list[float], near: list[float], low: list[float], high: list[float]) -> list[float]:
    """A row moved back towards where its surface lies between `low` and `high`; most of it is there."""
    return [
        v if a <= (s := v / 2 + m / 2) <= b else v - PUSH * (s - (a if s < a else b))
        for v, m, a, b in zip(row, near, low, high, strict=True)
    ]


def subdivided(rows: Rows) -> Rows:
    """The rows of the same surface with places half as far apart (Loop's masks of the regular lattice)."""
    fine: Rows = []
    for r, row in enumerate(rows):
        fine.append(_same_row(rows, r, row))
        if r + 1 < len(rows):
            fine.append(_between(row, rows[r + 1], r % 2))
    return fine


def _same_row(rows: Rows, r: int, row: list[float]) -> list[float]:
    """Old places, and one between each two of them."""
    s = r % 2
    old = [0.625 * v + sum(six) / 16 for v, six in zip(row, around(rows, r), strict=False)]
    up, down = (_wider(rows[min(max(i, 0), len(rows) - 1)])[s + 1 :] for i in (r - 1, r + 1))
    mids = [0.375 * (a + b) + 0.125 * (u + d) for a, b, u, d in zip(row, [*row[1:], row[-1]], up, down, strict=False)]
    mids += old[-1:] * (len(row) - len(mids))
    mixed = list(chain.from_iterable(zip(old, mids, strict=True)))
    return [old[0], *mixed[:-1]] if s else mixed


def _between(upper: list[float], lower: list[float], s: int) -> list[float]:
    """Places between a row and the next."""
    if not s:
        # The same case, looked at upside down: the row that lies to the right is the one below.
        upper, lower = lower, upper
    # Now `upper` lies half a place to the right: its place c is above c and c + 1 of `lower`.
    mixed: list[float] = []
    last = len(upper) - 1
    for c, v in enumerate(upper):
        left, right = lower[c], lower[min(c + 1, last)]
        before, after = upper[max(c - 1, 0)], upper[min(c + 1, last)]
        mixed.append(0.375 * (v + left) + 0.125 * (before + right))
        mixed.append(0.375 * (v + right) + 0.125 * (after + left))
    return mixed


def finished(rows: Rows, uneven: float = 0.0) -> Rows:
    """The surface itself, FINE points from one centre to the next; between the centres uneven by so much at most."""
    half = subdivided(rows)
    if uneven:
        chance = Random("uneven")
        half = [
            [v + chance.uniform(-uneven, uneven) * (r % 2 or (c - r // 2) % 2) for c, v in enumerate(row)]
            for r, row in enumerate(half)
        ]
    return limit(subdivided(half))
