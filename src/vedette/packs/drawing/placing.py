"""Where a name goes: near its place, beside the counters of the set-up, on nothing that it would hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import atan2, degrees, dist, hypot, inf

from .fonts import Face, width
from .frame import Frame, Point

WEIGHTS = {
    "name": 1000.0,
    "sign": 1000.0,
    "every-number": 5000.0,
    "house": 40.0,
    "victory": 40.0,
    "counter": 36.0,
    "crossing": 12.0,
    "town": 10.0,
    "trees": 8.0,
    "relief": 5.0,
    "water": 6.0,
    "river": 14.0,
    "number": 3.0,
    "road": 2.0,
    "outside": 3.0,
}
"""What it weighs that a letter lies on a thing."""
HALVES = {
    "name": (9.0, 11.0),
    "sign": (15.0, 10.0),
    "every-number": (20.0, 8.0),
    "house": (14.0, 11.0),
    "victory": (46.0, 44.0),
    "counter": (48.0, 42.0),
    "town": (44.0, 44.0),
    "trees": (30.0, 28.0),
    "relief": (24.0, 20.0),
    "crossing": (20.0, 20.0),
    "water": (18.0, 18.0),
    "river": (26.0, 24.0),
    "number": (17.0, 6.0),
    "road": (6.0, 6.0),
    "outside": (46.0, 46.0),
}
"""Half the room of each, across and down."""
FAR = 0.3
"""What a unit of distance from its place weighs."""
ASIDE = (0.0, 9.0, 18.0)
"""Units by which the name of a course may stand further off, clear of its bends."""
SQUARE, CELL = 60.0, 18
"""Units of the squares by which things, and the map itself, are found."""
REACH = 58.0
"""Units from the middle of a hex to its corners."""
INNER = 46.0
"""Units from the middle of a hex that are surely within it, for a square about them too."""
PAD = 15.0
"""The most that half a letter adds to the room of a thing."""
RINGS = (14.0, 22.0, 32.0, 44.0, 56.0, 70.0, 84.0, 100.0, 115.0, 130.0)
"""Distances at which a name is tried about its place."""


class Spot:
    """A place for a name: where its line begins, ends or has its middle, and how far it is turned."""

    def __init__(self, at: Point, anchor: str, letters: list[Point], weight: float, turn: float = 0.0) -> None:
        self.at, self.anchor, self.letters, self.weight, self.turn = at, anchor, letters, weight, turn


class Taken:
    """What lies on the map already, by place."""

    def __init__(self, frame: Frame) -> None:
        self.ground = _ground(frame.centres)
        """The squares in which a letter lies on the map."""
        self.things: dict[tuple[int, int], list[tuple[Point, float, float, float]]] = {}

    def add(self, kind: str, points: Iterable[Point], scale: float = 1.0) -> None:
        """More things of a kind."""
        (wide, high), weight = HALVES[kind], WEIGHTS[kind]
        wide, high = wide * scale, high * scale
        for x, y in points:
            for i in range(int((x - wide - PAD) // SQUARE), int((x + wide + PAD) // SQUARE) + 1):
                for j in range(int((y - high - PAD) // SQUARE), int((y + high + PAD) // SQUARE) + 1):
                    self.things.setdefault((i, j), []).append(((x, y), wide, high, weight))

    def weight(self, letters: Iterable[Point], size: float, most: float = inf) -> float:
        """How much is in the way of letters of a size; what comes to `most` is not counted further."""
        pad_x, pad_y = size * 0.25, size * 0.4
        total = 0.0
        for x, y in letters:
            if total >= most:
                break
            if (int(x) // CELL, int(y) // CELL) not in self.ground:
                total += WEIGHTS["name"]
                continue
            here = self.things.get((int(x // SQUARE), int(y // SQUARE)), ())
            total += max(
                (w for (u, v), a, b, w in here if abs(u - x) < a + pad_x and abs(v - y) < b + pad_y), default=0.0
            )
        return total


@lru_cache(maxsize=1)
def _ground(centres: tuple[Point, ...]) -> set[tuple[int, int]]:
    """The squares of the map: those well within a hex, and those about a corner where hexes meet."""
    inner: set[tuple[int, int]] = set()
    outer: set[tuple[int, int]] = set()
    for centre in centres:
        for square, far in _cells(centre):
            if far < INNER or square in outer:
                inner.add(square)
            outer.add(square)
    return inner


def _cells(centre: Point) -> Iterator[tuple[tuple[int, int], float]]:
    """The squares whose middle lies in a hex or at its corners, with how far that is from the middle of the hex."""
    x, y = centre
    for i in range(int(x - REACH) // CELL, int(x + REACH) // CELL + 1):
        for j in range(int(y - REACH) // CELL, int(y + REACH) // CELL + 1):
            far = hypot((i + 0.5) * CELL - x, (j + 0.5) * CELL - y)
            if far < REACH:
                yield (i, j), far


def letters(middle: Point, long: float, count: int, turn: Point = (1.0, 0.0)) -> list[Point]:
    """The middles of the letters of a line of type."""
    (x, y), (ux, uy) = middle, turn
    steps = max(2, count)
    return [
        (x + ux * long * ((i + 0.5) / steps - 0.5), y + uy * long * ((i + 0.5) / steps - 0.5)) for i in range(steps)
    ]


def beside(words: str, size: float, face: Face, point: Point, taken: Taken, spacing: float = 0.0) -> Spot:
    """The best of the places about a point."""
    long = width(words, size, face, spacing)
    best: Spot | None = None
    for ring in RINGS:
        if best is not None and FAR * ring >= best.weight:
            break
        for at, anchor, middle in _about(point, ring, long, size):
            marks = letters((middle[0], middle[1] - size * 0.32), long, len(words))
            weight = FAR * ring
            weight += taken.weight(marks, size, best.weight - weight if best else inf)
            if best is None or weight < best.weight:
                best = Spot(at, anchor, marks, weight)
    assert best is not None
    return best


def _about(point: Point, ring: float, long: float, size: float) -> Iterator[tuple[Point, str, Point]]:
    """Eight places about a point: to the right, the left, above, below, and between; then a line further up or down."""
    x, y = point
    low = y + size * 0.34
    for off in (0.0, -ring * 0.7, ring * 0.7):
        yield (x + ring, low + off), "start", (x + ring + long / 2, low + off)
        yield (x - ring, low + off), "end", (x - ring - long / 2, low + off)
    for shift in (0.0, -long / 4, long / 4):
        yield (x + shift, y - ring), "middle", (x + shift, y - ring)
        yield (x + shift, y + ring + size * 0.7), "middle", (x + shift, y + ring + size * 0.7)


def along(words: str, size: float, face: Face, line: list[Point], off: float, taken: Taken, spacing: float) -> Spot:
    """The best place beside a course: where it runs straight and nothing is in the way, on either of its sides."""
    long = width(words, size, face, spacing) + spacing
    best: Spot | None = None
    for bend, a, b in _stretches(line, long):
        (x, y), (u, v) = (a, b) if (b[0], a[1]) >= (a[0], b[1]) else (b, a)
        length = dist(a, b) or 1.0
        ux, uy = (u - x) / length, (v - y) / length
        mx, my = (x + u) / 2, (y + v) / 2
        for way, more in product((-1, 1), ASIDE):
            side = way * (off + more + size * 0.34)
            weight = bend * 1.2 + more * 0.4 + (0.0 if side < 0 else 3.0)
            if best is not None and weight >= best.weight:
                continue
            middle = mx - uy * side, my + ux * side
            marks = letters(middle, long, len(words), (ux, uy))
            weight += taken.weight(marks, size, best.weight - weight if best else inf)
            if best is None or weight < best.weight:
                foot = middle[0] - uy * size * 0.34, middle[1] + ux * size * 0.34
                best = Spot(foot, "middle", marks, weight)
                best.turn = _degrees(ux, uy)
    assert best is not None
    return best


def _degrees(ux: float, uy: float) -> float:
    return degrees(atan2(uy, ux))


def _stretches(line: list[Point], room: float) -> list[tuple[float, Point, Point]]:
    """The stretches of a course that are just long enough for a name: how far each bends, its ends."""
    found: list[tuple[float, Point, Point]] = []
    for i, a in enumerate(line):
        for j in range(i + 1, len(line)):
            b = line[j]
            length = hypot(b[0] - a[0], b[1] - a[1])
            if length < room:
                continue
            between = line[i : j + 1]
            bend = max(abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length for p in between)
            found.append((bend, a, b))
            break
    return found or [(0.0, line[0], line[-1])]
