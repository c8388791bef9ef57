"""Slopes between hexes of one level: strokes down the fall of the whole hillside, so that many read as one scarp."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from vedette.board import Board

from . import palette
from .frame import Frame, Point, number

STROKES = 7
"""Strokes on a hexside."""
LONG, SHORT = 34.0, 9.0
"""Units of a stroke that runs straight down from its hexside, and of its thicker head."""
LEAST = 0.3
"""Of that length: a stroke on a hexside that runs down the hill rather than across it."""
FRAYED = (1.0, 0.68, 0.86, 0.6)
"""How long strokes beside each other are."""
DOWN = (3.0, 0.5, 5.0, 0.0, 4.0, 1.0, 3.0)
"""Units by which strokes beside each other begin further down, so that they make no line."""
CLEAR = 0.13
"""Of a hexside at each of its ends without strokes, so that hexsides do not join into a lattice."""
OWN = 0.3
"""How much the direction of its own hexside counts beside that of the hillside."""


def silent(board: Board) -> list[tuple[int, int]]:
    """Slope hexsides at which the levels say nothing, the higher hex first."""
    return [p for p, found in board.hexsides.items() if "slope" in found and board.level[p[0]] == board.level[p[1]]]


def hillsides(frame: Frame, board: Board, heights: Sequence[float]) -> str:
    """The strokes of all such hexsides, tapering; `heights` are those of the ground for the eye."""
    thin = thick = ""
    for high, low in silent(board):
        p, q = frame.side(high, frame.grid.direction(high, low))
        (dx, dy), across = _down(frame, board, heights, high, low)
        for i in range(STROKES):
            t = CLEAR + (1 - 2 * CLEAR) * i / (STROKES - 1)
            # Strokes fray out downhill, as hachures do.
            long = LONG * across * FRAYED[i % len(FRAYED)]
            down = DOWN[i % len(DOWN)]
            x, y = p[0] + (q[0] - p[0]) * t + dx * down, p[1] + (q[1] - p[1]) * t + dy * down
            start = f"M{number(x)} {number(y)}l"
            thin += f"{start}{number(dx * long)} {number(dy * long)}"
            thick += f"{start}{number(dx * SHORT * across)} {number(dy * SHORT * across)}"
    if not thin:
        return ""
    return (
        f'<g class="hillsides" fill="none" stroke="{palette.HACHURE}"><path d="{thin}" stroke-width="1.3" '
        f'stroke-opacity=".6"/><path d="{thick}" stroke-width="2" stroke-opacity=".4"/></g>'
    )


def _down(frame: Frame, board: Board, heights: Sequence[float], high: int, low: int) -> tuple[Point, float]:
    """The way down at a hexside, that of the hillside leaning on its own; how straight it runs down from it."""
    fx = fy = 0.0
    for h in (high, low):
        x, y = frame.centres[h]
        for n in board.grid.neighbours[h]:
            fall = heights[h] - heights[n]
            u, v = frame.centres[n]
            fx, fy = fx + fall * (u - x), fy + fall * (v - y)
    (x, y), (u, v) = frame.centres[high], frame.centres[low]
    nx, ny = (u - x) / hypot(u - x, v - y), (v - y) / hypot(u - x, v - y)
    long = hypot(fx, fy) or 1.0
    dx, dy = fx / long + OWN * nx, fy / long + OWN * ny
    across = dx * nx + dy * ny
    if across < 0.3:
        dx, dy = dx + (0.3 - across) * nx, dy + (0.3 - across) * ny
    straight = max(LEAST, (fx * nx + fy * ny) / (hypot(fx, fy) or 1.0))
    long = hypot(dx, dy)
    return (dx / long, dy / long), straight
