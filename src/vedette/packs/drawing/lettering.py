"""Hex numbers, level numbers and the names of places, roads and waters; each as large as the picture is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from itertools import pairwise
from math import dist
from typing import NamedTuple

from vedette.board import Board
from vedette.hexes import hexes_of

from . import palette, placing
from .fonts import FIGURES, ITALIC, UPRIGHT, Face, width
from .frame import Frame, Point, at, number
from .furniture import LETTERS
from .masses import CLOSED
from .placing import Spot, Taken
from .roads import Ways
from .scenery import Thing, smooth

HALO_WIDE = 4.5
HALO = f'stroke="{palette.PAPER}" stroke-linejoin="round" paint-order="stroke"'


class Lettering(NamedTuple):
    """How names of a kind are set."""

    size: float
    face: Face
    spacing: float = 0.0
    """Between letters, of the size."""
    colour: str = palette.INK
    capitals: bool = False
    strength: float = 1.0


KINDS = {
    "ridge": Lettering(36, UPRIGHT, 0.42, palette.HILL, capitals=True, strength=0.88),
    "town": Lettering(30, UPRIGHT, 0.05, palette.INK, capitals=True),
    "place": Lettering(26, UPRIGHT, 0.01, palette.HILL),
    "river": Lettering(28, ITALIC, 0.2, palette.WATER_INK),
    "stream": Lettering(20, ITALIC, 0.12, palette.WATER_INK),
    "house": Lettering(20, ITALIC, 0.01),
    "way": Lettering(20, ITALIC, 0.01),
    "road": Lettering(18, ITALIC, 0.05),
    "lane": Lettering(18, ITALIC, 0.05),
}
"""How names are set where a hex is 50 to 62 pixels wide."""
SCALES = ((62, 0.8), (90, 0.62))
"""From so many pixels a hex on names are set so much smaller."""
SMALL_SCALE = 1.45
"""Below `LEAST_NUMBER` the greater names stand in places of their own, so much larger, and the others go."""
LESSER = ("house", "way", "road", "lane")
NUMBERS = ((0, 18.0), (50, 16.0), (62, 14.3), (86, 11.5))
"""From so many pixels a hex on, the size of its number."""
LEVELS = ((0, 13.0), (62, 11.5), (86, 9.5))
LEAST_NUMBER, LEAST_LEVEL = 40, 50
"""Below so many pixels a hex numbers and levels are left out."""
USUAL = 56
"""Pixels of a hex for which a picture is set that does not say how large it is shown."""
STREAMS = {"stream": 8.0, "dry-stream": 8.0, "flowing-stream": 12.0, "creek": 10.0, "river": 21.0}
"""Units from the course of a water to its name."""
FIRST = ("ridge", "town", "place")
"""Kinds whose names are set before all others."""
SHORTEST = 0.8
"""Of the length of its name: how short a road may be and still bear it."""


def numbers(frame: Frame, board: Board, shown: int) -> str:
    """The number of every hex under its top, a text a row."""
    return _rows(frame, board, shown, "numbers", (0.0, -frame.head), board.grid.name, palette.NUMBER)


def level_numbers(frame: Frame, board: Board, shown: int) -> str:
    """The level of each hex that differs from a neighbour's."""

    def level(h: int) -> str:
        """What to write in a hex."""
        differs = any(board.level[n] != board.level[h] for n in board.grid.neighbours[h])
        return str(board.level[h]) if differs else ""

    return _rows(frame, board, shown, "levels", frame.level, level, palette.LEVEL)


def _rows(
    frame: Frame, board: Board, shown: int, name: str, off: Point, word: Callable[[int], str], colour: str
) -> str:
    """A word in every hex, those of one height in one text."""
    rows: dict[str, str] = {}
    for h in hexes_of(shown):
        text = word(h)
        if text and board.terrain[h] != CLOSED:
            x, y = frame.centres[h]
            key = number(y + off[1])
            rows[key] = rows.get(key, "") + f'<tspan x="{number(x + off[0])}">{text}</tspan>'
    texts = "".join(f'<text y="{y}">{spans}</text>' for y, spans in rows.items())
    if not texts:
        return ""
    if name == "levels":
        look = f'font-family="{palette.SERIF}" font-style="italic" font-size="{_size(LEVELS):g}"'
    else:
        look = f'font-family="{palette.SANS}" font-weight="500" font-size="{_size(NUMBERS):g}"'
    return f'<g class="{name}" {look} text-anchor="middle" fill="{colour}">{texts}</g>'


def _size(steps: Iterable[tuple[int, float]]) -> float:
    return [size for least, size in steps if least <= USUAL][-1]


class Names:
    """The names of a board, set one after the other: what has a place of its own first, then waters and roads."""

    def __init__(
        self, frame: Frame, board: Board, ways: Ways, things: Iterable[Thing], taken: Taken, far: bool = False
    ) -> None:
        self.frame, self.board, self.ways, self.taken, self.far = frame, board, ways, taken, far
        self.things = list(things)
        self.path = "vb-far" if far else "vb-name"
        self.paths: list[str] = []
        self.texts: list[str] = []
        self.numbers_kept = False
        self.words: dict[Face, list[str]] = {UPRIGHT: [LETTERS], ITALIC: ["0123456789"], FIGURES: ["0123456789"]}

    def drawn(self) -> str:
        """All of them."""
        seen: set[str] = set()
        courses: list[tuple[list[Point], str, str, float]] = []
        for t in sorted(self.things, key=lambda t: FIRST.index(t.kind) if t.kind in FIRST and not t.small else 9):
            if not t.name or t.name in seen or (self.far and (t.small or t.kind in LESSER)):
                continue
            line = [p for p in map(self.frame.put, t.line) if self._on_map(p)]
            if t.kind == "ridge" and len(line) > 1:
                self._ridge(line, t.name)
            elif t.kind in STREAMS and len(line) > 1:
                courses.append((line, t.name, "river" if t.kind == "river" else "stream", STREAMS[t.kind]))
            elif t.kind in ("place", "house", "town", "way") and (t.at or t.ring):
                self._beside(t)
            else:
                continue
            seen.add(t.name)
        order = (
            []
            if self.far
            else sorted(
                range(len(self.board.roads)), key=lambda i: self.board.road_kinds.index(self.board.roads[i].kind)
            )
        )
        for i in order:
            road = self.board.roads[i]
            if not road.name:
                continue
            kind = "lane" if road.kind in ("lane", "trail") else "road"
            courses.append((self.ways.line(i)[::2], road.name, kind, 7.0))
        for course in courses:
            self._along(*course)
        body = "".join(self.paths) + "".join(self.texts)
        kind = 'class="far-names" display="none"' if self.far else 'class="names"'
        return (
            f'<g {kind} font-family="{palette.SERIF}" {HALO} stroke-width="{number(HALO_WIDE * self.scale)}" '
            f'stroke-opacity=".7">{body}</g>'
        )

    @property
    def scale(self) -> float:
        """How much larger names are set than where a hex is 50 to 62 pixels wide."""
        return SMALL_SCALE if self.far else 1.0

    def _kind(self, kind: str) -> Lettering:
        k = KINDS[kind]
        return k._replace(size=k.size * self.scale)

    def free(self, words: str, size: float, face: Face, *points: Point) -> Spot:
        """A place for further words about a point, on no name and on no hex number; it is taken from then on.

        The first of the points will do, unless there a counter of the set-up would hide a letter.
        """
        if not self.numbers_kept:
            self.numbers_kept = True
            left, down = self.frame.level
            self.taken.add("every-number", ((x, y - self.frame.head - 5) for x, y in self.frame.centres))
            self.taken.add("every-number", ((x + left, y + down - 5) for x, y in self.frame.centres), 0.5)
        spot = placing.beside(words, size, face, points[0], self.taken)
        for point in points[1:]:
            if spot.weight >= placing.WEIGHTS["counter"]:
                spot = min(spot, placing.beside(words, size, face, point, self.taken), key=lambda s: s.weight)
        self.taken.add("name", spot.letters, size / 20)
        self.words[face].append(words)
        return spot

    def _on_map(self, p: Point) -> bool:
        """Whether a point lies in the picture."""
        x, y = p
        return 0 < x < float(self.frame.width) and 0 < y < float(self.frame.height)

    def _look(self, kind: str, words: str) -> str:
        """The attributes of a name of a kind; its letters are kept for the font."""
        k = self._kind(kind)
        self.words[k.face].append(words)
        italic = ' font-style="italic"' if k.face is ITALIC else ""
        spacing = f' letter-spacing="{number(k.spacing * k.size)}"' if k.spacing else ""
        faint = f' fill-opacity="{k.strength:g}"' if k.strength < 1 else ""
        name = "" if self.far else f'class="vb-{kind}" '
        return f'{name}font-size="{number(k.size)}" fill="{k.colour}"{italic}{spacing}{faint}'

    def _words(self, kind: str, name: str) -> str:
        if KINDS[kind].capitals:
            return name.upper()
        return name if kind == "way" else name[0].upper() + name[1:]

    def _ridge(self, line: list[Point], name: str) -> None:
        """A ridge's name in spaced capitals along it, above it or below."""
        line = line if line[-1][0] >= line[0][0] else line[::-1]
        words, k = self._words("ridge", name), self._kind("ridge")
        room = width(words, k.size, k.face, k.spacing * k.size)
        points = _middle(line, room, len(words))
        marks = {
            off: [(x + nx * off, y + ny * off) for (x, y), (nx, ny) in zip(points, _normals(points), strict=True)]
            for off in (-30.0, 24.0, -60.0, 54.0, -90.0, 84.0, -125.0, 120.0)
        }
        best = min(marks, key=lambda off: self.taken.weight(marks[off], k.size) + abs(off) * 0.1)
        self.taken.add("name", marks[best], 1.8)
        i = len(self.paths)
        self.paths.append(f'<path id="{self.path}-{i}" d="{smooth(line)}" fill="none" stroke="none"/>')
        on = f'<textPath href="#{self.path}-{i}" startOffset="50%">{escape(words)}</textPath>'
        self.texts.append(
            f'<text {self._look("ridge", words)} dy="{best + k.size * 0.35:.0f}" text-anchor="middle" '
            f'stroke-opacity=".45">{on}</text>'
        )

    def _beside(self, t: Thing) -> None:
        """A name at a point, in the best of the places about it."""
        kind = "house" if t.small else t.kind
        words, k = self._words(kind, t.name), self._kind(kind)
        spot = placing.beside(words, k.size, k.face, _point(self.frame, t), self.taken, k.spacing * k.size)
        self.taken.add("name", spot.letters, k.size / 20)
        x, y = at(spot.at).split(" ")
        self.texts.append(
            f'<text {self._look(kind, words)} x="{x}" y="{y}" text-anchor="{spot.anchor}">{escape(words)}</text>'
        )

    def _along(self, line: list[Point], name: str, kind: str, off: float) -> None:
        """A name set straight beside a course; that of a road only where there is room."""
        words, k = self._words(kind, name), self._kind(kind)
        room = width(words, k.size, k.face, k.spacing * k.size)
        length = sum(dist(p, q) for p, q in pairwise(line))
        if kind in LESSER and length < room * SHORTEST:
            return
        spot = placing.along(words, k.size, k.face, line, off, self.taken, k.spacing * k.size)
        if kind in LESSER and spot.weight >= placing.WEIGHTS["name"]:
            return
        self.taken.add("name", spot.letters, k.size / 20)
        where = f"translate({at(spot.at)}) rotate({number(spot.turn)})"
        self.texts.append(
            f'<text {self._look(kind, words)} transform="{where}" text-anchor="middle">{escape(words)}</text>'
        )


def _middle(line: list[Point], room: float, count: int) -> list[Point]:
    """Points of the letters of a name in the middle of a line."""
    lengths = [dist(p, q) for p, q in pairwise(line)]
    start = (sum(lengths) - room) / 2
    return [_at_length(line, lengths, start + room * (i + 0.5) / count) for i in range(count)]


def _at_length(line: list[Point], lengths: list[float], far: float) -> Point:
    for i, ((p, q), long) in enumerate(zip(pairwise(line), lengths, strict=True)):
        if far <= long or i == len(lengths) - 1:
            t = far / (long or 1.0)
            return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
        far -= long
    return line[-1]


def _normals(points: list[Point]) -> list[Point]:
    """Down from a line that runs to the right, at each of its points."""
    found = []
    for i in range(len(points)):
        (x, y), (u, v) = points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)]
        long = dist((x, y), (u, v)) or 1.0
        found.append(((y - v) / long, (u - x) / long))
    return found


def _point(frame: Frame, t: Thing) -> Point:
    if t.at:
        return frame.put(t.at)
    xs, ys = zip(*(frame.put(p) for p in t.ring), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _corners(frame: Frame, a: int, b: int) -> tuple[Point, Point]:
    """The ends of the hexside between two neighbours."""
    return frame.side(a, frame.grid.around[a].index(b))


def taken_by(
    frame: Frame,
    board: Board,
    ways: Ways,
    things: Iterable[Thing],
    setup: int,
    victory: int,
    outside: int,
    far: bool = False,
) -> Taken:
    """What is on the map before any name is; from `far` numbers and houses are not seen."""
    taken = Taken(frame)
    if not far:
        numbered = ((x, y) for h, (x, y) in enumerate(frame.centres) if board.terrain[h] != CLOSED)
        taken.add("number", ((x, y - frame.head - 5) for x, y in numbered))
    taken.add("counter", ((frame.centres[h][0], frame.centres[h][1] + 4) for h in hexes_of(setup)))
    taken.add("victory", (frame.centres[h] for h in hexes_of(victory)))
    taken.add("house", (frame.put(t.at) for t in things if t.kind == "house" and t.at))
    brows = (frame.middle(*pair) for pair, found in board.hexsides.items() if found & {"crest", "ridge", "steep"})
    taken.add("relief", brows)
    taken.add("town", (frame.centres[h] for h in range(board.grid.size) if board.terrain[h] == "town"))
    taken.add("trees", (frame.centres[h] for h in range(board.grid.size) if board.terrain[h] == "orchard"))
    taken.add("outside", (frame.centres[h] for h in hexes_of(outside)))
    wet = {"stream", "creek", "flowing-stream", "pond"}
    taken.add("water", (frame.middle(*pair) for pair, found in board.hexsides.items() if found & wet))
    banks = [pair for pair, found in board.hexsides.items() if "river" in found]
    taken.add("river", (p for pair in banks for p in (frame.middle(*pair), *_corners(frame, *pair))))
    over = [frame.middle(*pair) for pair, found in board.hexsides.items() if found & {"bridge", "ford"}]
    taken.add("crossing", over)
    for i in range(len(board.roads)):
        taken.add("road", ways.line(i)[::2])
    return taken


def style(wide: float) -> str:
    """How large type is by how large a picture so many hexes wide is shown, which a page cannot say of an image."""

    def px(pixels: float) -> str:
        """The width of the picture at which a hex has so many pixels."""
        return f"{pixels * wide:.0f}px"

    rules = f"@media(max-width:{px(LEAST_NUMBER)}){{.numbers{{display:none}}}}"
    rules += f"@media(max-width:{px(LEAST_LEVEL)}){{.levels{{display:none}}}}"
    for name, steps in (("numbers", NUMBERS), ("levels", LEVELS)):
        for i, (least, size) in enumerate(steps):
            most = steps[i + 1][0] if i + 1 < len(steps) else None
            upto = f"and (max-width:{px(most - 0.02)})" if most else ""
            rules += f"@media(min-width:{px(least)}){upto}{{.{name}{{font-size:{size:g}px}}}}"
    for least, scale in SCALES:
        rules += (
            f"@media(min-width:{px(least)}){{{_scaled(KINDS, scale)}.names{{stroke-width:{HALO_WIDE * scale:.1f}px}}}}"
        )
    far = ".names,.near{display:none}.far-names,.far{display:inline}"
    return f"{rules}@media(max-width:{px(LEAST_NUMBER)}){{{far}}}"


def _scaled(kinds: dict[str, Lettering], scale: float) -> str:
    return "".join(
        f".vb-{kind}{{font-size:{k.size * scale:.1f}px;letter-spacing:{k.spacing * k.size * scale:.1f}px}}"
        for kind, k in kinds.items()
    )


SIZED = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}")


def one_size(svg: str) -> str:
    """A board for a picture or a page of its own size: type does not answer to the width of the window."""
    return SIZED.sub("", svg)
