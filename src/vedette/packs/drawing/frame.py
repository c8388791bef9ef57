"""From the ground to the picture: a hex is 100 units wide, north is up, y grows downwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from vedette.board import Board
from vedette.board.words import ground_words, side_words
from vedette.hexes import Grid, hexes_of

WIDTH = 100.0
"""Units from one hexside to the opposite one."""
MARGIN = 40.0

Point = tuple[float, float]


def number(x: float) -> str:
    """A number as short as it can be written with one decimal."""
    text = f"{x:.1f}"
    return text[:-2] if text.endswith(".0") else text


def at(p: Point) -> str:
    """A point in path data."""
    return f"{number(p[0])} {number(p[1])}"


class Frame:
    """Where everything of a grid lies in the picture; turned, as one sees it from the other end of the table."""

    def __init__(self, grid: Grid, turned: bool = False) -> None:
        self.grid = grid
        x, y = grid.spec.place_step
        self.scale = WIDTH / (x * x + y * y) ** 0.5
        rings = [grid.polygon(h) for h in range(grid.size)]
        self.left = min(p[0] for ring in rings for p in ring)
        self.top = max(p[1] for ring in rings for p in ring)
        right = max(p[0] for ring in rings for p in ring)
        bottom = min(p[1] for ring in rings for p in ring)
        self.width = (right - self.left) * self.scale + 2 * MARGIN
        self.height = (self.top - bottom) * self.scale + 2 * MARGIN
        self.turned = turned
        self.rings: tuple[tuple[Point, ...], ...] = tuple(tuple(self.put(p) for p in ring) for ring in rings)
        self.centres: tuple[Point, ...] = tuple(self.put(grid.centre(h)) for h in range(grid.size))
        flat = max(p[1] for p in self.rings[0]) - self.centres[0][1] < WIDTH * 0.55
        self.head = 36.0 if flat else 33.5
        """Units from the middle of a hex up to the line of its number."""
        self.level: Point = (-43.0, 4.5) if flat else (0.0, -46.6)
        """From the middle of a hex to where its level is written: in the corner beside, or over, its number."""

    def put(self, p: Sequence[float]) -> Point:
        """A point of the ground in the picture."""
        x, y = (p[0] - self.left) * self.scale + MARGIN, (self.top - p[1]) * self.scale + MARGIN
        return (self.width - x, self.height - y) if self.turned else (x, y)

    def side(self, h: int, d: int) -> tuple[Point, Point]:
        """The ends of a hexside, clockwise about the hex."""
        return self.rings[h][d - 1], self.rings[h][d]

    def middle(self, a: int, b: int) -> Point:
        """The middle of the hexside between two neighbours, or half way between two hexes."""
        (x0, y0), (x1, y1) = self.centres[a], self.centres[b]
        return (x0 + x1) / 2, (y0 + y1) / 2

    def box(self, hexes: Iterable[int]) -> tuple[float, float, float, float]:
        """Left, top, width and height of some hexes with a margin."""
        points = [p for h in hexes for p in self.rings[h]]
        left, top = min(p[0] for p in points) - MARGIN, min(p[1] for p in points) - MARGIN
        right, bottom = max(p[0] for p in points) + MARGIN, max(p[1] for p in points) + MARGIN
        return left, top, right - left, bottom - top


class Geometry(msgspec.Struct, frozen=True):
    """What a client needs to place things: all in the units of the picture."""

    size: float
    """Units from one hexside of a hex to the opposite one."""
    width: float
    height: float
    view: tuple[float, float, float, float]
    """The part to show first: the area of play with a margin, or all."""
    hexes: dict[str, tuple[float, float]]
    """The centre of every hex."""
    corners: tuple[tuple[float, float], ...]
    """The six corners of a hex from its centre, clockwise from the first after north."""


def board_geometry(board: Board, area: int | None = None) -> dict[str, Any]:
    """Hex centres and sizes, JSON-ready."""
    frame = Frame(board.grid)
    x, y = frame.centres[0]
    corners = tuple((round(p[0] - x, 2), round(p[1] - y, 2)) for p in frame.rings[0])
    view = frame.box(hexes_of(area)) if area else (0.0, 0.0, frame.width, frame.height)
    centres = {board.grid.name(h): (round(c[0], 2), round(c[1], 2)) for h, c in enumerate(frame.centres)}
    left, top, wide, high = (round(v, 2) for v in view)
    geometry = Geometry(WIDTH, round(frame.width, 2), round(frame.height, 2), (left, top, wide, high), centres, corners)
    plain: dict[str, Any] = msgspec.to_builtins(geometry)
    plain["ground"] = {board.grid.name(h): ground_words(board, h) for h in range(board.grid.size)}
    plain["sides"] = side_words(board)
    return plain
