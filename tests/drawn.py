"""What a drawing says: its layers, its paths as lines of points, which closed lines hold a point."""

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import dist
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Line = list[Point]
TOKEN = re.compile(r"([MLHVQCZmlhvqcz])|(-?\d*\.?\d+)")
PIECES = 8
"""Straight pieces that stand for a curve."""


def tree_of(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def layer(tree: ElementTree.Element, name: str) -> ElementTree.Element | None:
    """The first element of a class."""
    return next((e for e in tree.iter() if e.get("class") == name), None)


def by_id(tree: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(e for e in tree.iter() if e.get("id") == name)


def lines(d: str) -> list[Line]:
    """Path data as lines of points, curves in PIECES."""
    found: list[Line] = []
    numbers: list[float] = []
    here: Point = (0.0, 0.0)
    order = ""

    def point(i: int, relative: bool) -> Point:
        x, y = numbers[i], numbers[i + 1]
        return (here[0] + x, here[1] + y) if relative else (x, y)

    def step() -> None:
        """Carries out one order for which there are enough numbers."""
        nonlocal here, order
        low, relative = order.lower(), order.islower()
        if low == "m":
            here = point(0, relative)
            found.append([here])
            order = "l" if relative else "L"
        elif low in "hv":
            x, y = here if relative else (0.0, 0.0)
            here = (x + numbers[0], here[1]) if low == "h" else (here[0], y + numbers[0])
            found[-1].append(here)
        elif low == "l":
            here = point(0, relative)
            found[-1].append(here)
        else:
            ends = [here, *(point(i, relative) for i in range(0, NEEDED[low], 2))]
            found[-1].extend(_curve(ends, t / PIECES) for t in range(1, PIECES + 1))
            here = ends[-1]

    for letter, value in TOKEN.findall(d):
        if letter:
            order, numbers = letter, []
            if letter in "zZ":
                here = found[-1][0]
                found[-1].append(here)
            continue
        numbers.append(float(value))
        if len(numbers) == NEEDED[order.lower()]:
            step()
            numbers = []
    return found


NEEDED = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6}


def _curve(ends: Sequence[Point], t: float) -> Point:
    points = list(ends)
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


class Rings:
    """Closed lines, found by place."""

    SQUARE = 40.0

    def __init__(self, d: str) -> None:
        self.rings = lines(d)
        self.rows: dict[int, list[tuple[Point, Point]]] = {}
        self.squares: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for ring in self.rings:
            for p, q in pairwise(ring):
                for row in range(int(min(p[1], q[1]) // self.SQUARE), int(max(p[1], q[1]) // self.SQUARE) + 1):
                    self.rows.setdefault(row, []).append((p, q))
                for square in _squares(p, q, self.SQUARE):
                    self.squares.setdefault(square, []).append((p, q))

    def hold(self, p: Point) -> bool:
        """Whether a point lies inside, by the rule of even and odd."""
        x, y = p
        inside = False
        for (ax, ay), (bx, by) in self.rows.get(int(y // self.SQUARE), ()):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        return inside

    def crossed(self, a: Point, b: Point) -> int:
        """How often the way from one point to another crosses them."""
        near = {edge for square in _squares(a, b, self.SQUARE) for edge in self.squares.get(square, ())}
        return sum(_cross(a, b, p, q) for p, q in near)


def _squares(p: Point, q: Point, size: float) -> Iterator[tuple[int, int]]:
    for i in range(int(min(p[0], q[0]) // size), int(max(p[0], q[0]) // size) + 1):
        for j in range(int(min(p[1], q[1]) // size), int(max(p[1], q[1]) // size) + 1):
            yield i, j


def _side(a: Point, b: Point, p: Point) -> bool:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    return _side(a, b, p) != _side(a, b, q) and _side(p, q, a) != _side(p, q, b)


class Near:
    """Points of lines, found by place."""

    def __init__(self, found: list[Line], apart: float = 1.0) -> None:
        self.points: dict[tuple[int, int], list[Point]] = {}
        for line in found:
            for p, q in pairwise(line):
                count = max(1, int(dist(p, q) / apart))
                for i in range(count + 1):
                    x, y = p[0] + (q[0] - p[0]) * i / count, p[1] + (q[1] - p[1]) * i / count
                    self.points.setdefault((int(x // 30), int(y // 30)), []).append((x, y))

    def far(self, p: Point) -> float:
        """How far the nearest of them lies, 30 units at most."""
        i, j = int(p[0] // 30), int(p[1] // 30)
        squares = [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1)]
        return min((dist(p, q) for square in squares for q in self.points.get(square, ())), default=30.0)


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and the rows of a PNG of 8 bits and four channels."""
    at, body, size = 8, b"", (0, 0)
    while at < len(png):
        long, name = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + long]
        if name == b"IHDR":
            size = struct.unpack(">II", data[:8])
            assert data[8:10] == b"\x08\x06"
        elif name == b"IDAT":
            body += data
        at += 12 + long
    raw, wide, rows = zlib.decompress(body), size[0] * 4, []
    before = bytes(wide)
    for r in range(size[1]):
        start = r * (wide + 1)
        before = _unfiltered(raw[start], raw[start + 1 : start + 1 + wide], before)
        rows.append(before)
    return size[0], size[1], rows


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    if kind == 0:
        return line
    if kind == 2:
        return bytes((a + b) & 255 for a, b in zip(line, above, strict=True))
    done = bytearray(4)
    above = bytes(4) + above
    for i, value in enumerate(line):
        left, up, corner = done[i], above[i + 4], above[i]
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            p = left + up - corner
            guess = min((left, up, corner), key=lambda v, p=p: abs(p - v))
        done.append((value + guess) & 255)
    return bytes(done[4:])
