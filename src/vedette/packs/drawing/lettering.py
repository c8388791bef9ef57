"""Hex numbers, level numbers and the names of places, roads and streams."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import atan2, degrees, dist

from vedette.board import Board

from . import palette
from .frame import MARGIN, WIDTH, Frame, Point, at, number
from .ground import CLOSED
from .scenery import Thing, smooth

HALO = f'stroke="{palette.PAPER}" stroke-linejoin="round" paint-order="stroke"'


STREAMS = {"stream": 9.0, "dry-stream": 9.0, "flowing-stream": 22.0, "creek": 16.0, "river": 34.0}
"""Units from the course of a stream to its name."""


def numbers(frame: Frame, board: Board, shown: int) -> str:
    """The number of every hex at its top."""
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y - frame.head)}">{board.grid.name(h)}</text>'
        for h, (x, y) in enumerate(frame.centres)
        if shown >> h & 1 and _numbered(board, h)
    )
    return (
        f'<g class="numbers" font-family="{palette.SANS}" font-size="20" text-anchor="middle" fill="{palette.INK}" '
        f'{HALO} stroke-width="3" stroke-opacity=".55" fill-opacity=".85">{texts}</g>'
    )


def level_numbers(frame: Frame, board: Board, shown: int) -> str:
    """The level of every hex in a corner."""
    texts = "".join(
        f'<text x="{number(x + frame.level[0])}" y="{number(y + frame.level[1])}">{board.level[h]}</text>'
        for h, (x, y) in enumerate(frame.centres)
        if shown >> h & 1 and _numbered(board, h)
    )
    return (
        f'<g class="levels" font-family="{palette.SERIF}" font-style="italic" font-size="13" text-anchor="middle" '
        f'fill="{palette.LEVEL}" {HALO} stroke-width="2.5" stroke-opacity=".5">{texts}</g>'
    )


def names(frame: Frame, board: Board, things: Iterable[Thing]) -> str:
    """Names in a serif: hills and houses beside their place, ridges along their crest, roads and streams at theirs.

    Whatever has a place of its own is set first; a road's or stream's name then goes where it is least in the way,
    and that of a road is left out where it would lie on another name or be longer than the road.
    """
    paths: list[str] = []
    texts: list[str] = []
    taken = Taken(frame, board)
    courses: list[tuple[list[Point], str, str, float]] = []
    seen: set[str] = set()
    for t in things:
        if not t.name or t.name in seen or t.kind not in ("ridge", *STREAMS, "place", "house", "town", "way"):
            continue
        seen.add(t.name)
        line = [p for p in map(frame.put, t.line) if 0 < p[0] < frame.width and 0 < p[1] < frame.height]
        if t.kind == "ridge" and len(line) > 1:
            paths.append(_path(f"vb-name-{len(paths)}", _forward(line)))
            texts.append(_along(len(paths) - 1, t.name))
        elif t.kind in STREAMS and len(line) > 1:
            courses.append((line, t.name, "river" if t.kind == "river" else "stream", STREAMS[t.kind]))
        elif t.at or t.ring:
            texts.append(_beside(frame, _point(frame, t), t, taken))
    for road in sorted(board.roads, key=lambda r: board.road_kinds.index(r.kind)):
        kind = "lane" if road.kind == "lane" else "road"
        courses.append(([frame.centres[h] for h in road.hexes], road.name, kind, 13.0))
    texts += [_at_line(*course, taken) for course in courses]
    body = "".join(paths) + "".join(texts)
    return f'<g class="names" font-family="{palette.SERIF}" fill="{palette.INK}" {HALO} stroke-width="4">{body}</g>'


def _point(frame: Frame, t: Thing) -> Point:
    if t.at:
        return frame.put(t.at)
    xs, ys = zip(*(frame.put(p) for p in t.ring), strict=True)
    return (min(xs) + max(xs)) / 2, max(ys)


def _forward(line: list[Point]) -> list[Point]:
    """The course in the direction in which letters stand upright."""
    return line if line[-1][0] >= line[0][0] else line[::-1]


def _path(name: str, line: list[Point]) -> str:
    return f'<path id="{name}" d="{smooth(line)}" fill="none" stroke="none"/>'


class Letters:
    """Points at which letters stand, found by place."""

    def __init__(self) -> None:
        self.at: dict[tuple[int, int], list[Point]] = {}

    def add(self, points: Iterable[Point]) -> None:
        """Letters that were set."""
        for p in points:
            self.at.setdefault((int(p[0] // ROOM), int(p[1] // ROOM)), []).append(p)

    def touched(self, p: Point) -> bool:
        """Whether a letter here would touch one of them."""
        i, j = int(p[0] // ROOM), int(p[1] // ROOM)
        squares = ((i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1))
        return any(dist(p, other) < ROOM for square in squares for other in self.at.get(square, ()))


class Taken:
    """The places where letters stand already: numbers of hexes, which may be touched, and names, which may not."""

    def __init__(self, frame: Frame, board: Board) -> None:
        self.numbers, self.names = Letters(), Letters()
        numbered = (p for h, p in enumerate(frame.centres) if _numbered(board, h))
        built = (p for h, p in enumerate(frame.centres) if board.terrain[h] == "town")
        self.numbers.add((x + dx, y + dy) for x, y in built for dx in (-20, 0, 20) for dy in (-20, 0, 20))
        over = (frame.middle(*pair) for pair, found in board.hexsides.items() if found & {"bridge", "ford"})
        self.numbers.add((x + dx, y + dy) for x, y in over for dx in (-12, 12) for dy in (-12, 12))
        self.numbers.add((x + dx, y - frame.head - 7) for x, y in numbered for dx in (-16, 16))

    def weight(self, spots: list[Point]) -> float:
        """How much is in the way of a name, given by points along it."""
        return sum(NUMBERED * self.numbers.touched(s) + COVERED * self.names.touched(s) for s in spots)


ROOM = 20.0
"""Units between the middles of letters that do not touch."""
NUMBERED = 5.0
"""What it weighs to cover a figure of a number, in units by which a course bends away from its name."""
COVERED = 1000.0
"""What it weighs to cover a letter of another name."""


def _numbered(board: Board, hex: int) -> bool:
    return board.terrain[hex] != CLOSED


def _spots(a: Point, b: Point, room: float, off: float) -> list[Point]:
    """Points along a name set on the line from one point to another, above it."""
    long = dist(a, b)
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    x, y = (a[0] + b[0]) / 2 + uy * (off + 6), (a[1] + b[1]) / 2 - ux * (off + 6)
    count = max(2, round(room / 14))
    along = (room * (i / (count - 1) - 0.5) * 0.9 for i in range(count))
    return [(x + ux * t, y + uy * t) for t in along]


def _stretches(line: list[Point], room: float) -> list[tuple[float, Point, Point]]:
    """The stretches of a course that are just long enough for a name: how far each bends, its ends."""
    found: list[tuple[float, Point, Point]] = []
    for i, a in enumerate(line):
        for j in range(i + 1, len(line)):
            b = line[j]
            length = dist(a, b)
            if length < room:
                continue
            between = line[i : j + 1]
            bend = max(abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length for p in between)
            found.append((bend, a, b))
            break
    return found or [(0.0, line[0], line[-1])]


def _at_line(line: list[Point], name: str, kind: str, off: float, taken: Taken) -> str:
    """A name set straight beside a course, where that is straight and nothing is in the way."""
    words = name[0].upper() + name[1:]
    room = LETTER.get(kind, 13.0) * len(words)
    ways = []
    for bend, a, b in _stretches(line, room):
        first, last = _forward([a, b])
        spots = _spots(first, last, room * 0.85, off)
        ways.append((bend + taken.weight(spots), first, last, spots))
    weight, a, b, spots = min(ways, key=lambda w: w[0])
    if kind == "road" and dist(line[0], line[-1]) < room * SHORTEST:
        return ""
    if kind in ("lane", "road") and weight >= COVERED:
        return ""
    taken.names.add(spots)
    turn = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    where = f"translate({at((x, y))}) rotate({number(turn)})"
    return f'<text {STYLES[kind]} transform="{where}" y="-{off:g}" text-anchor="middle">{escape(words)}</text>'


LETTER = {"river": 20.0}
"""Units that a letter takes along a course, where it is not 13."""
SHORTEST = 0.8
"""Of the length of its name: how short a road may be and still bear it."""
STYLES = {
    "ridge": 'font-size="42" letter-spacing="18" fill-opacity=".8" stroke-opacity=".5"',
    "stream": f'font-size="20" font-style="italic" letter-spacing="3" fill="{palette.WATER_EDGE}" stroke-opacity=".6"',
    "river": f'font-size="27" font-style="italic" letter-spacing="6" fill="{palette.WATER_EDGE}" stroke-opacity=".85"',
    "road": 'font-size="19" font-style="italic" letter-spacing="2" stroke-opacity=".6"',
    "lane": 'font-size="19" font-style="italic" letter-spacing="2" stroke-opacity=".6"',
}


def _along(number: int, name: str) -> str:
    """A ridge's name in spaced capitals along it."""
    return (
        f'<text {STYLES["ridge"]} dy="-36" text-anchor="middle"><textPath href="#vb-name-{number}" '
        f'startOffset="50%">{escape(name.upper())}</textPath></text>'
    )


def _beside(frame: Frame, p: Point, t: Thing, taken: Taken) -> str:
    """A name at a point: a hill's above it, a house's below, where a road leads as it is written."""
    kind = "house" if t.small else t.kind
    size, off = {"place": (30, -22.0), "town": (30, 26.0)}.get(kind, (21, 25.0))
    style = ' font-style="italic"' if kind in ("house", "way") else ""
    words = t.name if t.kind == "way" else t.name[0].upper() + t.name[1:]
    half = len(words) * size * 0.27
    room = MARGIN + WIDTH / 2 + half * 1.25
    inside = min(max(p[0], room), frame.width - room)
    x, y = _clear(frame, (inside, p[1] + off), len(words), size)
    taken.names.add((x + half * (2 * i / len(words) - 1), y - size * 0.3) for i in range(len(words)))
    where = at((x, y)).split(" ")
    return (
        f'<text x="{where[0]}" y="{where[1]}" font-size="{size}"{style} text-anchor="middle" stroke-opacity=".75">'
        f"{escape(words)}</text>"
    )


STEPS = (0, 4, -4, 8, -8, 12, -12, 16, -16, 20, -20, 24, 28, 32, 36, 40)
"""Units by which a name may leave its place."""
NUMBER = (28.0, -1.0, 15.0)
"""Half width of the number of a hex, and how far above its line it ends and begins."""


def _clear(frame: Frame, p: Point, letters: int, size: float) -> Point:
    """The place nearest to a point at which a name covers no number of a hex; the point itself where there is none."""
    x, y = p
    head = frame.head
    half = letters * size * 0.27
    near = [c for c in frame.centres if abs(c[0] - x) < half + NUMBER[0] and abs(c[1] - y) < 150]
    for step in STEPS:
        top, foot = y + step - size * 0.78, y + step + size * 0.22
        if all(foot < c[1] - head - NUMBER[2] or top > c[1] - head - NUMBER[1] for c in near):
            return x, y + step
    return p
