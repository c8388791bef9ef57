"""Slopes between hexes of one level: rows of strokes down the whole hillside, so that many read as one scarp.

Such slopes come of contours that lie closer than levels tell. Drawn along their hexsides, rows a hex apart would join
into a lattice; so a row runs softly through the middles of its hexsides, and strokes near each other run one way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist, hypot, sin

from vedette.board import Board

from . import palette
from .courses import Course, courses
from .frame import Frame, Point, number
from .pieces import pieces

APART = 7.0
"""Units from one stroke of a row to the next."""
LONG = (40.0, 24.0, 33.0, 19.0, 37.0, 27.0)
"""Units of strokes beside each other: they fray out downhill."""
BELOW = (0.0, 6.0, 2.0, 10.0, 1.0, 7.0, 4.0)
"""Units by which strokes beside each other begin further down, so that their heads make no line."""
HEAD = 0.3
"""The part of a stroke that is thicker."""
FADING = 40.0
"""Units from the ends of a row within which its strokes get shorter."""
LEAST = 0.35
"""Of its length, a stroke at the very end of a row; and how far at least it runs straight down from its row."""
OWN = 0.35
"""How much the direction of its own row counts beside that of the hillside."""
ROUNDS, BENDS = 2, 5
"""Rounds in which the fall of a hex takes on that of its neighbours, and a row bends less."""
SOFT = 11.0
"""Units by which a row may leave the middle of a hexside."""
LONE = 0.4
"""Of a hexside on each side of its middle: the row of one that has no neighbour."""


def silent(board: Board) -> list[tuple[int, int]]:
    """Slope hexsides at which the levels say nothing, the higher hex first."""
    return [p for p, found in board.hexsides.items() if "slope" in found and board.level[p[0]] == board.level[p[1]]]


def hillsides(frame: Frame, board: Board, heights: Sequence[float]) -> str:
    """The strokes of all such hexsides, tapering; `heights` are those of the ground for the eye."""
    rows = courses(frame, silent(board))
    if not rows:
        return ""
    falls = _falls(frame, board, heights)
    thin, thick = [], []
    for row in rows:
        for (x, y), (dx, dy) in strokes(frame, row, falls):
            start = f"M{number(x)} {number(y)}l"
            thin.append(f"{start}{number(dx)} {number(dy)}")
            thick.append(f"{start}{number(dx * HEAD)} {number(dy * HEAD)}")
    return (
        f'<g class="hillsides" fill="none" stroke="{palette.HACHURE}"><g stroke-width="1.3" stroke-opacity=".55">'
        f'{pieces(thin)}</g><g stroke-width="2.2" stroke-opacity=".5">{pieces(thick)}</g></g>'
    )


def strokes(frame: Frame, row: Course, falls: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The strokes of a row: where each begins, and its way down."""
    line = spine(frame, row)
    ways = [_sum(falls[high], falls[low]) for high, low in row.pairs]
    ways = [ways[0], *ways, ways[-1]] if not row.closed else [*ways, ways[0]]
    whole = sum(dist(p, q) for p, q in pairwise(line))
    gone, left, i = 0.0, APART / 2, 0
    for (p, q), (a, b) in zip(pairwise(line), pairwise(ways), strict=True):
        long = dist(p, q)
        while left < long:
            t = left / long
            ux, uy = (q[0] - p[0]) / long, (q[1] - p[1]) / long
            down = _down((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), (uy, -ux))
            near = min(gone + left, whole - gone - left) / FADING
            length = LONG[i % len(LONG)] * (1.0 if row.closed or near > 1 else LEAST + (1 - LEAST) * sin(near * 1.57))
            x, y, below = p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, BELOW[i % len(BELOW)]
            yield (x + down[0] * below, y + down[1] * below), (down[0] * length, down[1] * length)
            left, i = left + APART, i + 1
        gone, left = gone + long, left - long


def spine(frame: Frame, row: Course) -> list[Point]:
    """The line of a row: near the middles of its hexsides, and half a step beyond the first and the last."""
    middles = [frame.middle(*pair) for pair in row.pairs]
    if row.closed:
        return [*middles, middles[0]]
    if len(middles) == 1:
        (x, y), (p, q) = middles[0], row.corners[:2]
        dx, dy = (q[0] - p[0]) * LONE, (q[1] - p[1]) * LONE
        return [(x - dx, y - dy), (x, y), (x + dx, y + dy)]
    soft = middles
    for _ in range(BENDS):
        inner = [
            ((p[0] + 2 * q[0] + r[0]) / 4, (p[1] + 2 * q[1] + r[1]) / 4)
            for p, q, r in zip(soft, soft[1:], soft[2:], strict=False)
        ]
        soft = [soft[0], *inner, soft[-1]]
    held = [_near(p, middle) for p, middle in zip(soft, middles, strict=True)]
    return [_beyond(held[1], held[0]), *held, _beyond(held[-2], held[-1])]


def _near(p: Point, middle: Point) -> Point:
    """A point that lies no further from a middle than a row may."""
    far = dist(p, middle)
    share = min(1.0, SOFT / far) if far else 1.0
    return middle[0] + (p[0] - middle[0]) * share, middle[1] + (p[1] - middle[1]) * share


def _beyond(p: Point, q: Point) -> Point:
    return q[0] + (q[0] - p[0]) / 2, q[1] + (q[1] - p[1]) / 2


def _sum(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def _falls(frame: Frame, board: Board, heights: Sequence[float]) -> list[Point]:
    """The way down of the ground about each hex, as steep as it is there."""
    near = board.grid.neighbours
    falls = []
    for h, (x, y) in enumerate(frame.centres):
        ways = [(heights[h] - heights[n], frame.centres[n]) for n in near[h]]
        falls.append((sum(fall * (u - x) for fall, (u, _) in ways), sum(fall * (v - y) for fall, (_, v) in ways)))
    for _ in range(ROUNDS):
        falls = [
            (
                falls[h][0] + sum(falls[n][0] for n in near[h]) / len(near[h]),
                falls[h][1] + sum(falls[n][1] for n in near[h]) / len(near[h]),
            )
            for h in range(len(falls))
        ]
    return falls


def _down(fall: Point, own: Point) -> Point:
    """The way down of a stroke: that of the hillside leaning on the low side of its row, never up or along it."""
    long = hypot(*fall) or 1.0
    dx, dy = fall[0] / long + OWN * own[0], fall[1] / long + OWN * own[1]
    across = dx * own[0] + dy * own[1]
    if across < LEAST:
        dx, dy = dx + (LEAST - across) * own[0], dy + (LEAST - across) * own[1]
    long = hypot(dx, dy)
    return dx / long, dy / long
