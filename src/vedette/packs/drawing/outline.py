"""The outline of a set of hexes, drawn as a smooth line through the middles of hexsides."""

from __future__ import annotations

from collections.abc import Callable

from vedette.hexes import hexes_of

from .frame import Frame, Point, at

BEYOND = 60.0
"""Units by which an outline along the edge of the map is pushed off it, where it is cut away."""

Shift = Callable[[int, int], float]
"""How far an outline is moved outwards at a hexside (hex inside, neighbour outside)."""


def outline(frame: Frame, hexes: int, shift: Shift | None = None) -> str:
    """Path data of the outline of a set of hexes.

    Each corner of the outline steers a curve from the middle of one hexside to the middle of the next, so that it
    never leaves the hexsides by more than a few units and yet shows no hexagon.
    """
    parts = []
    for loop in _loops(frame, hexes, shift):
        corners, middles = _moved(loop)
        path = f"M{at(middles[-1])}"
        for corner, middle in zip(corners, middles, strict=True):
            path += f"Q{at(corner)} {at(middle)}"
        parts.append(path + "Z")
    return "".join(parts)


class _Edge:
    """One hexside of an outline, and where it is moved to."""

    def __init__(self, frame: Frame, h: int, d: int, shift: Shift | None) -> None:
        self.start, self.end = frame.side(h, d)
        n = frame.grid.around[h][d]
        out = BEYOND if n < 0 else shift(h, n) if shift else 0.0
        mx, my = (self.start[0] + self.end[0]) / 2, (self.start[1] + self.end[1]) / 2
        cx, cy = frame.centres[h]
        length = ((mx - cx) ** 2 + (my - cy) ** 2) ** 0.5
        self.move = (mx - cx) / length * out, (my - cy) / length * out
        self.middle = mx + self.move[0], my + self.move[1]
        self.off = n < 0


def _key(p: Point) -> tuple[int, int]:
    return round(p[0] * 4), round(p[1] * 4)


def _loops(frame: Frame, hexes: int, shift: Shift | None) -> list[list[_Edge]]:
    """The closed chains of hexsides round a set of hexes."""
    edges: dict[tuple[int, int], _Edge] = {}
    for h in hexes_of(hexes):
        for d, n in enumerate(frame.grid.around[h]):
            if n < 0 or not hexes >> n & 1:
                edge = _Edge(frame, h, d, shift)
                edges[_key(edge.start)] = edge
    loops = []
    while edges:
        _, edge = edges.popitem()
        loop = [edge]
        while (following := edges.pop(_key(loop[-1].end), None)) is not None:
            loop.append(following)
        loops.append(loop)
    return loops


def _moved(loop: list[_Edge]) -> tuple[list[Point], list[Point]]:
    """The corners at the start of each hexside of a loop, and the middles of the hexsides, moved outwards."""
    corners, middles = [], []
    for i, edge in enumerate(loop):
        before = loop[i - 1]
        if before.off == edge.off:
            move = (before.move[0] + edge.move[0]) / 2, (before.move[1] + edge.move[1]) / 2
        else:
            # Where an outline meets the edge of the map it must leave it, whatever the hexside inside asks for.
            move = before.move if before.off else edge.move
        corners.append((edge.start[0] + move[0], edge.start[1] + move[1]))
        middles.append(edge.middle)
    return corners, middles


def hexagons(frame: Frame, hexes: int) -> str:
    """Path data of hexes, each with its straight sides."""
    parts = []
    for h in hexes_of(hexes):
        first, *rest = frame.rings[h]
        parts.append(f"M{at(first)}L{' '.join(at(p) for p in rest)}Z")
    return "".join(parts)


def border(frame: Frame, hexes: int) -> str:
    """Path data of the straight-sided outline of a set of hexes."""
    parts = []
    for loop in _loops(frame, hexes, None):
        parts.append(f"M{at(loop[0].start)}L{' '.join(at(edge.end) for edge in loop[:-1])}Z")
    return "".join(parts)
