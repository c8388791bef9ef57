"""Roads: each crosses its hexsides where it runs straightest, and never leaves its hexes between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from vedette.board import Board, Road

from . import palette
from .frame import Frame, Point, at

STYLES = {
    # kind: casing, width, colour, dashes
    "trail": (6.6, 2.6, palette.LANE, "2.5 5"),
    "lane": (7.2, 3.2, palette.LANE, "11 5"),
    "road": (8.4, 5.6, palette.ROAD, ""),
    "pike": (12.0, 8.6, palette.PIKE, ""),
    "turnpike": (12.0, 8.6, palette.PIKE, ""),
}
BEYOND = 1.6
"""How far a road runs off the map, measured from the centre of its last hex to the hexside that it leaves by."""
SLIDE = 0.27
"""Of a hexside: how far from its middle a road may cross it at most."""
ROUNDS = 30
FIXED = {"bridge", "ford"}
"""What holds a road in the middle of a hexside."""
EASE = 0.36
"""How far from a crossing a road is steered straight on, of the way to the next."""

Curve = tuple[Point, Point, Point, Point]
Pair = tuple[int, int]
"""Two neighbours, the lesser first: the hexside between them."""


class Ways:
    """The roads of a board as smooth curves, a piece a hex."""

    def __init__(self, frame: Frame, board: Board) -> None:
        self.frame, self.board = frame, board
        self.slides: dict[Pair, float] = {}
        self.sides: dict[Pair, tuple[Point, Point]] = {}
        self._straighten()
        self.pieces: dict[int, list[Curve]] = {}
        whole = [i for i, road in enumerate(board.roads) if not self._joins(road)]
        for i in [*whole, *(i for i in range(len(board.roads)) if i not in whole)]:
            self.pieces[i] = self._curves(board.roads[i])

    def path(self, i: int) -> str:
        """Path data of a road."""
        pieces = self.pieces[i]
        return f"M{at(pieces[0][0])}" + "".join(f"C{at(b)} {at(c)} {at(d)}" for _, b, c, d in pieces)

    def line(self, i: int) -> list[Point]:
        """A road as a line of points."""
        pieces = self.pieces[i]
        return [pieces[0][0], *(along(piece, t / 6) for piece in pieces for t in range(1, 7))]

    def _side(self, key: Pair) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours."""
        if key not in self.sides:
            self.sides[key] = self.frame.side(key[0], self.frame.grid.direction(*key))
        return self.sides[key]

    def _crossing(self, key: Pair) -> Point:
        """Where the hexside between two neighbours is crossed."""
        (x0, y0), (x1, y1) = self._side(key)
        t = 0.5 + self.slides.get(key, 0.0)
        return x0 + (x1 - x0) * t, y0 + (y1 - y0) * t

    def _straighten(self) -> None:
        """Moves where each hexside is crossed off its middle, so that roads run as straight as they may."""
        held = {(min(p), max(p)) for p, found in self.board.hexsides.items() if found & FIXED}
        centres = self.frame.centres
        courses = [(centres[road.hexes[0]], centres[road.hexes[-1]], _steps(road.hexes)) for road in self.board.roads]
        for _ in range(ROUNDS):
            pulls: dict[Pair, list[float]] = {}
            for first, last, keys in courses:
                points = [first, *map(self._crossing, keys), last]
                for i, key in enumerate(keys, start=1):
                    if key in held:
                        continue
                    (x0, y0), (x1, y1) = self._side(key)
                    wx = (points[i - 1][0] + points[i + 1][0]) / 2 - points[i][0]
                    wy = (points[i - 1][1] + points[i + 1][1]) / 2 - points[i][1]
                    long = (x1 - x0) ** 2 + (y1 - y0) ** 2
                    pulls.setdefault(key, []).append((wx * (x1 - x0) + wy * (y1 - y0)) / long)
            for key, found in pulls.items():
                moved = self.slides.get(key, 0.0) + sum(found) / len(found)
                self.slides[key] = min(SLIDE, max(-SLIDE, moved))

    def _joins(self, road: Road) -> bool:
        """Whether a road ends on another."""
        return any(
            end in other.hexes[1:-1]
            for other in self.board.roads
            if other is not road
            for end in (road.hexes[0], road.hexes[-1])
        )

    def _curves(self, road: Road) -> list[Curve]:
        hexes = road.hexes
        first, last = self._end(road, hexes[0], hexes[1]), self._end(road, hexes[-1], hexes[-2])
        points = [first, *map(self._crossing, _steps(hexes)), last]
        found = []
        for i, h in enumerate(hexes):
            p, q = points[i], points[i + 1]
            before, after = points[i - 1] if i else p, points[i + 2] if i + 2 < len(points) else q
            room = EASE * hypot(q[0] - p[0], q[1] - p[1])
            ring = self.frame.rings[h]
            b = p if not i else _inside(ring, p, (q[0] - before[0], q[1] - before[1]), room)
            c = q if i == len(hexes) - 1 else _inside(ring, q, (p[0] - after[0], p[1] - after[1]), room)
            found.append((p, b, c, q))
        return found

    def _end(self, road: Road, last: int, before: int) -> Point:
        """Where a road ends: on the road that it joins, in the middle of its hex, or off the map."""
        (x, y), (u, v) = self.frame.centres[last], self.frame.centres[before]
        for i, other in enumerate(self.board.roads):
            if other is not road and last in other.hexes[1:-1] and i in self.pieces:
                return along(self.pieces[i][other.hexes.index(last)], 0.5)
        if any(other is not road and last in other.hexes for other in self.board.roads):
            return x, y
        out = [self.frame.side(last, d) for d, n in enumerate(self.frame.grid.around[last]) if n < 0]
        ways = [((a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y) for a, b in out]
        dx, dy = max(ways, key=lambda w: w[0] * (x - u) + w[1] * (y - v), default=(0.0, 0.0))
        return x + dx * BEYOND, y + dy * BEYOND


def _steps(hexes: Sequence[int]) -> list[Pair]:
    """The hexsides that a road crosses, in its order."""
    return [(min(a, b), max(a, b)) for a, b in pairwise(hexes)]


def along(piece: Curve, t: float) -> Point:
    """A point of a piece, from 0 to 1."""
    s = 1 - t
    a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
    p, q, r, e = piece
    return a * p[0] + b * q[0] + c * r[0] + d * e[0], a * p[1] + b * q[1] + c * r[1] + d * e[1]


def _inside(ring: tuple[Point, ...], p: Point, way: Point, room: float) -> Point:
    """A point that way from another, so far, or as far as lies in the hex: what is steered from there stays in it."""
    long = hypot(*way) or 1.0
    ux, uy = way[0] / long, way[1] / long
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        # The hex lies on the right of each of its sides; how fast, and how far, is it left?
        nx, ny = y1 - y0, x0 - x1
        speed, gap = ux * nx + uy * ny, (x0 - p[0]) * nx + (y0 - p[1]) * ny
        if speed > 1e-9 and gap > 1e-6:
            room = min(room, 0.9 * gap / speed)
    return p[0] + ux * room, p[1] + uy * room


def roads(ways: Ways) -> str:
    """All casings first, then all roads, the better over the lesser, so that crossings open into each other."""
    board = ways.board
    paths = {kind: "".join(ways.path(i) for i, road in enumerate(board.roads) if road.kind == kind) for kind in STYLES}
    edges = fills = defs = ""
    for kind, (edge, width, colour, dashes) in STYLES.items():
        if not paths[kind]:
            continue
        defs += f'<path id="vb-way-{kind}" d="{paths[kind]}"/>'
        way = f'<use href="#vb-way-{kind}"'
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        casing = f'stroke="{palette.PAPER}" stroke-opacity=".7"' if dashes else f'stroke="{palette.ROAD_EDGE}"'
        edges += f'{way} {casing} stroke-width="{edge:g}"/>'
        fills += f'{way} class="{kind}" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
        if kind in ("pike", "turnpike"):
            fills += f'{way} stroke="{palette.ROAD_EDGE}" stroke-width="1" stroke-opacity=".5"/>'
    return (
        f'<g class="roads" fill="none" stroke-linejoin="round"><defs>{defs}</defs>{edges}{fills}</g>' if edges else ""
    )
