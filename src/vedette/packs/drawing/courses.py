"""Hexsides as courses: chained from corner to corner, bending softly, moved off their line towards one side."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from vedette.board import Board

from . import palette
from .frame import Frame, Point, at, number
from .pieces import pieces

Pair = tuple[int, int]
Node = tuple[int, int]

PULLED = 0.55
"""How much of its corner a course keeps between two middles: so hexsides show no fish scales."""


class Course:
    """A run of hexsides with the first hex of each on the right, as one walks it."""

    def __init__(self, corners: list[Point], pairs: list[Pair]) -> None:
        self.corners = corners
        self.pairs = pairs
        self.closed = len(pairs) > 2 and _node(corners[0]) == _node(corners[-1])

    def path(self, off: float = 0.0) -> str:
        """Path data, moved so far to the left."""
        sides = list(pairwise(self.corners))
        normals = [_left(p, q) for p, q in sides]
        middles = [
            ((p[0] + q[0]) / 2 + n[0] * off, (p[1] + q[1]) / 2 + n[1] * off)
            for (p, q), n in zip(sides, normals, strict=True)
        ]
        bends = []
        for i in range(1, len(sides)):
            bends.append(_bend(self.corners[i], middles[i - 1], middles[i], _mean(normals[i - 1], normals[i]), off))
        if self.closed:
            last = _bend(self.corners[0], middles[-1], middles[0], _mean(normals[-1], normals[0]), off)
            path = f"M{at(middles[0])}" + "".join(
                f"Q{at(c)} {at(m)}" for c, m in zip([*bends, last], [*middles[1:], middles[0]], strict=True)
            )
            return path + "Z"
        first, end = self.corners[0], self.corners[-1]
        start = first[0] + normals[0][0] * off, first[1] + normals[0][1] * off
        stop = end[0] + normals[-1][0] * off, end[1] + normals[-1][1] * off
        path = f"M{at(start)}L{at(middles[0])}"
        path += "".join(f"Q{at(c)} {at(m)}" for c, m in zip(bends, middles[1:], strict=True))
        return path + f"L{at(stop)}"


def _left(p: Point, q: Point) -> Point:
    long = hypot(q[0] - p[0], q[1] - p[1])
    return (q[1] - p[1]) / long, (p[0] - q[0]) / long


def _mean(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bend(corner: Point, before: Point, after: Point, normal: Point, off: float) -> Point:
    """What steers a course between two middles."""
    x, y = corner[0] + normal[0] * off, corner[1] + normal[1] * off
    mx, my = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
    return mx + PULLED * (x - mx), my + PULLED * (y - my)


def _node(p: Point) -> Node:
    return round(p[0] * 4), round(p[1] * 4)


def courses(frame: Frame, pairs: Iterable[Pair]) -> list[Course]:
    """Hexsides, each with the hex that is to lie on the right first, chained as far as that hex stays on the right.

    Where three meet, a course turns the other way than at its last corner: it runs on along the row.
    """
    starts: dict[Node, list[tuple[Point, Point, Pair]]] = {}
    for a, b in sorted(pairs):
        p, q = frame.side(a, frame.grid.direction(a, b))
        starts.setdefault(_node(p), []).append((p, q, (a, b)))
    ends: dict[Node, int] = {}
    for sides in starts.values():
        for _, q, _ in sides:
            ends[_node(q)] = ends.get(_node(q), 0) + 1
    found = []
    order = sorted(starts, key=lambda node: ends.get(node, 0) - len(starts[node]))
    for node in order:
        while starts.get(node):
            found.append(_walked(starts, node))
    return found


def _walked(starts: dict[Node, list[tuple[Point, Point, Pair]]], node: Node) -> Course:
    """One course from a corner as far as it goes; its hexsides are taken out."""
    p, q, pair = starts[node].pop()
    corners, pairs, last = [p, q], [pair], 0.0
    while ahead := starts.get(_node(corners[-1])):
        a, b = corners[-2:]

        def turn(side: tuple[Point, Point, Pair], a: Point = a, b: Point = b) -> float:
            """Which way a hexside turns off from the last."""
            c = side[1]
            return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])

        side = min(ahead, key=lambda s: turn(s) * (1 if last >= 0 else -1))
        last = turn(side)
        ahead.remove(side)
        corners.append(side[1])
        pairs.append(side[2])
        if _node(side[1]) == _node(corners[0]):
            break
    return Course(corners, pairs)


class Band:
    """Strokes down from a course: dashes across a wide line."""

    def __init__(self, off: float, long: float, dash: float, gap: float, strength: float) -> None:
        self.off, self.long, self.dash, self.gap, self.strength = off, long, dash, gap, strength

    def drawn(self, lines: Iterable[Course], more: float = 0.0) -> str:
        """The band beside courses, so much further out."""
        return self.look(line.path(self.off + more) for line in lines)

    def look(self, paths: Iterable[str]) -> str:
        """Lines with the look of the band, nothing where there are none."""
        drawn = pieces(paths)
        style = f'stroke-width="{self.long:g}" stroke-dasharray="{self.dash:g} {self.gap:g}"'
        return f'<g {style} stroke-opacity="{self.strength:g}">{drawn}</g>' if drawn else ""


SLOPE = (Band(7, 12, 1.3, 5.1, 0.66), Band(4, 6, 2.5, 3.9, 0.75))
STEEP = (Band(12, 22, 1.5, 4.3, 0.85), Band(6, 10, 3, 2.8, 0.95))
CREST = (Band(9.5, 17, 1.4, 4.6, 0.85), Band(5.5, 9, 2.8, 3.2, 0.95))
RIDGE = (Band(9, 15, 1.4, 4.6, 0.8), Band(5.5, 8, 2.8, 3.2, 0.95))
SHORE = 6.0
"""Units by which strokes beside water stand further out."""
WET = {"stream", "creek", "river", "flowing-stream", "pond"}


def slopes(frame: Frame, board: Board) -> str:
    """Slope hexsides as short strokes that taper on the low side; steep ones longer, under a firm edge.

    Those between hexes of one level are drawn as hillsides (hillside.py).
    """

    def wet(pair: Pair) -> bool:
        """Whether water lies on a hexside too."""
        return bool(WET & (board.hexsides.get(pair, frozenset()) | board.hexsides.get(pair[::-1], frozenset())))

    plain = [p for p, found in board.hexsides.items() if "slope" in found and board.level[p[0]] != board.level[p[1]]]
    dry = courses(frame, [pair for pair in plain if not wet(pair)])
    shore = courses(frame, [pair for pair in plain if wet(pair)])
    steep = courses(frame, [pair for pair, found in board.hexsides.items() if found & {"steep", "cliff"}])
    drawn = "".join(band.drawn(dry) + band.drawn(shore, SHORE) for band in SLOPE)
    if steep:
        edge = "".join(line.path(1.5) for line in steep)
        strokes = "".join(band.drawn(steep) for band in STEEP)
        drawn += f'<g class="steep">{strokes}<path d="{edge}" stroke-width="3"/></g>'
    return f'<g class="slopes" fill="none" stroke="{palette.HACHURE}">{drawn}</g>' if drawn else ""


def brows(frame: Frame, board: Board) -> str:
    """Crests and ridges as a firm edge with strokes down from it: to the low side of a crest, to both of a ridge."""
    crest = courses(frame, [pair for pair, found in board.hexsides.items() if "crest" in found])
    ridge = ridge_courses(frame, board)
    drawn = ""
    if crest:
        strokes = "".join(band.drawn(crest) for band in CREST)
        edge = "".join(line.path() for line in crest)
        drawn += f'<g class="crest">{strokes}<path class="edge" d="{edge}" stroke-width="4.2"/></g>'
    if ridge:
        strokes = "".join(
            band.look(line.path(off) for line in ridge for off in (band.off, -band.off)) for band in RIDGE
        )
        edge = "".join(line.path() for line in ridge)
        drawn += (
            f'<g class="ridge">{strokes}<path class="edge" d="{edge}" stroke-width="5.4"/>'
            f'<path d="{edge}" stroke="{palette.PAPER}" stroke-width="1.5"/></g>'
        )
    return f'<g class="brows" fill="none" stroke="{palette.HACHURE}">{drawn}</g>' if drawn else ""


def ridge_courses(frame: Frame, board: Board) -> list[Course]:
    """Ridges as courses; a ridge has no low side, so each hexside is taken in the direction that carries it on."""
    left = {frozenset(pair) for pair, found in board.hexsides.items() if "ridge" in found}
    corners: dict[Node, list[tuple[Node, Pair]]] = {}
    places: dict[Node, Point] = {}
    for side in left:
        a, b = sorted(side)
        p, q = frame.side(a, frame.grid.direction(a, b))
        places[_node(p)], places[_node(q)] = p, q
        corners.setdefault(_node(p), []).append((_node(q), (a, b)))
        corners.setdefault(_node(q), []).append((_node(p), (b, a)))
    found = []
    for node in sorted(corners, key=lambda n: (len(corners[n]) == 2, n)):
        while corners[node]:
            run, pairs, here = [places[node]], [], node
            while corners[here]:
                there, pair = corners[here].pop(0)
                corners[there] = [entry for entry in corners[there] if entry[1] != pair[::-1]]
                run.append(places[there])
                pairs.append(pair)
                here = there
            found.append(Course(run, pairs))
    return found


WALL = 4.5
"""Units by which a wall lies behind its hexside."""


def walls(frame: Frame, board: Board) -> list[Course]:
    """Stone walls between hexes, the hex that is given first on the left: each lies just behind its hexside, there."""
    pairs = [(b, a) for (a, b), found in board.hexsides.items() if "stone wall" in found]
    return courses(frame, pairs)


def grid(frame: Frame) -> str:
    """Every hexside: one zigzag for each line of hexes, and what parts the hexes of a line as dashed lines."""
    spec = frame.grid.spec
    lines = range(spec.lines[0], spec.lines[1] + 1)
    across = [spec.across(line, place) for line in lines for place in spec.places(line)]
    first, last = min(across) - 1, max(across) + 1
    (x, y), u, v = frame.centres[0], across[0], spec.lines[0]
    turn = frame.scale * (-1 if frame.turned else 1)
    half = spec.place_step[0] * turn / 2, -spec.place_step[1] * turn / 2
    fall = spec.line_step[0] * turn, -spec.line_step[1] * turn

    def put(row: float, along: float) -> Point:
        """The place of a row, counted from the first line, and of half hexes along it."""
        return x + (along - u) * half[0] + row * fall[0], y + (along - u) * half[1] + row * fall[1]

    zigzags = defs = dashes = ""
    for shift in (0, 1):
        points = [put((1 + (i + shift) % 2) / 3, i) for i in range(first, last + 1)]
        defs += f'<path id="vb-zigzag-{shift}" d="M{at(points[0])}L{" ".join(at(p) for p in points[1:])}"/>'
    for row in range(-1, len(lines)):
        dx, dy = number(row * fall[0]), number(row * fall[1])
        zigzags += f'<use href="#vb-zigzag-{1 - spec.across(v + row, 0) % 2}" x="{dx}" y="{dy}"/>'
    for i in range(first, last + 1):
        row = 0 if (spec.across(v, 0) + i) % 2 else 1
        p, q = put(row - 1 / 3, i), put(len(lines), i)
        dashes += f"M{at(p)}L{at(q)}"
    side = (fall[0] ** 2 + fall[1] ** 2) ** 0.5 * 2 / 3
    return (
        f'<g class="grid" fill="none" stroke="{palette.INK}"><defs>{defs}</defs>{zigzags}'
        f'<path d="{dashes}" stroke-dasharray="{side:.3f} {2 * side:.3f}"/></g>'
    )
