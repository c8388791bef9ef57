"""The straight-sided outline of a set of hexes: the edge of the map, and where play ends."""

from __future__ import annotations

from vedette.hexes import hexes_of

from .frame import Frame, Point, at


def border(frame: Frame, hexes: int) -> str:
    """Path data of the outline of a set of hexes, along their sides."""
    parts = []
    for first, *rest in _loops(frame, hexes):
        parts.append(f"M{at(first)}L{' '.join(at(p) for p in rest)}Z")
    return "".join(parts)


def _loops(frame: Frame, hexes: int) -> list[list[Point]]:
    """The corners of each closed chain of hexsides round a set of hexes."""
    ahead: dict[tuple[int, int], tuple[Point, Point]] = {}
    for h in hexes_of(hexes):
        for d, n in enumerate(frame.grid.around[h]):
            if n < 0 or not hexes >> n & 1:
                start, end = frame.side(h, d)
                ahead[_key(start)] = start, end
    loops = []
    while ahead:
        _, (start, end) = ahead.popitem()
        loop = [start]
        while (following := ahead.pop(_key(end), None)) is not None:
            start, end = following
            loop.append(start)
        loops.append(loop)
    return loops


def _key(p: Point) -> tuple[int, int]:
    return round(p[0] * 4), round(p[1] * 4)
