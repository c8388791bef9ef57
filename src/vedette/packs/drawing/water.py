"""Water: streams by their drawn course, flowing water along the hexsides where it counts, ponds on theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import atan2, degrees, dist

from vedette.board import Board

from . import palette
from .frame import Frame, Point, at
from .scenery import Thing, meander, smooth

Node = tuple[int, int]
Side = tuple[Point, Point]

POND = 15.0
"""Units from the middle of a pond to its shore."""
SHORT = 3.0
"""Units by which a pond ends before the corners of its hexside."""


def streams(frame: Frame, things: Iterable[Thing]) -> str:
    """Streams that lie in hexes: thin blue, broken where the bed is dry."""
    things = list(things)
    wet, dry = (
        "".join(smooth(meander([frame.put(p) for p in t.line], t.name)) for t in things if t.kind == kind)
        for kind in ("stream", "dry-stream")
    )
    bed = (
        f'<path class="dry" d="{dry}" stroke="{palette.WATER_EDGE}" stroke-width="2.6" stroke-dasharray="13 8"/>'
        if dry
        else ""
    )
    return (
        f'<g class="streams" fill="none" stroke-linecap="round"><path d="{wet}" stroke="{palette.WATER_EDGE}" '
        f'stroke-width="4.6"/><path d="{wet}" stroke="{palette.WATER}" stroke-width="3"/>{bed}</g>'
    )


def flowing(frame: Frame, board: Board) -> str:
    """Flowing water as a winding line that crosses the middle of each of its hexsides; a pond widens it."""
    sides = {
        pair: frame.side(pair[0], frame.grid.direction(*pair))
        for pair, found in board.hexsides.items()
        if found & {"flowing-stream", "pond"}
    }
    if not sides:
        return ""
    path = "".join(_winding(run) for run in _runs(sides.values()))
    ponds = "".join(_pond(side) for pair, side in sides.items() if "pond" in board.hexsides[pair])
    edge, water = palette.WATER_EDGE, palette.WATER
    return (
        f'<g class="flowing" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" stroke="{edge}" stroke-width="9.5"/><path d="{ponds}" fill="{water}" stroke="{edge}" '
        f'stroke-width="2.6"/><path d="{path}" stroke="{water}" stroke-width="6.5"/></g>'
    )


WIDTHS = {"stream": (7.4, 4.6), "creek": (8.5, 5.5), "river": (27.0, 22.5)}
"""Waters between hexes, the lesser first: with banks, and the water alone."""


def waters(frame: Frame, board: Board) -> str:
    """Streams and creeks thin and rivers wide, all banks under all water, so that one opens into the other."""
    paths = {}
    for kind in WIDTHS:
        sides = [frame.side(p[0], frame.grid.direction(*p)) for p, found in board.hexsides.items() if kind in found]
        paths[kind] = "".join(_winding(run) for run in _runs(sides))

    def strokes(names: str, colour: str, layer: int) -> str:
        """Every water once, as its banks or as the water alone."""
        return "".join(
            f'<path class="{kind}{names}" d="{path}" stroke="{colour}" stroke-width="{WIDTHS[kind][layer]:g}"/>'
            for kind, path in paths.items()
            if path
        )

    banks, fills = strokes("-banks", palette.WATER_EDGE, 0), strokes("", palette.WATER, 1)
    if not banks:
        return ""
    return f'<g class="waters" fill="none" stroke-linecap="round" stroke-linejoin="round">{banks}{fills}</g>'


def crossings(frame: Frame, board: Board) -> str:
    """Bridges as a deck between two parapets over the water, fords as ripples where the road goes through."""
    drawn = {"bridge": "", "ford": ""}
    for (a, b), found in board.hexsides.items():
        for kind in found & drawn.keys():
            (x, y), (u, v) = frame.middle(a, b), frame.centres[b]
            turn = f'transform="translate({at((x, y))}) rotate({degrees(atan2(v - y, u - x)):.0f})"'
            drawn[kind] += f"<g {turn}>{CROSSING[kind]}</g>"
    return "".join(f'<g class="{k}s" fill="none" stroke-linecap="round">{v}</g>' for k, v in drawn.items() if v)


RIPPLES = "".join(f"M{x}-10q2.5 2.5 0 5t0 5 0 5 0 5" for x in (-6, 0, 6))
"""Three waves across a road that runs to the right."""
CROSSING = {
    "bridge": f'<path d="M-19-7.5H19V7.5H-19Z" fill="{palette.ROAD}"/>'
    f'<path d="M-12-7V7M-6-7V7M0-7V7M6-7V7M12-7V7" stroke="{palette.ROAD_EDGE}" stroke-width="1"/>'
    f'<path d="M-23-12L-18-8H18L23-12M-23 12L-18 8H18L23 12" stroke="{palette.INK}" stroke-width="3"/>',
    "ford": f'<path d="{RIPPLES}" stroke="{palette.WATER_EDGE}" stroke-width="2.2"/>',
}
"""What is drawn where a road that runs to the right goes over a water."""


def _node(p: Point) -> Node:
    return round(p[0] * 4), round(p[1] * 4)


def _runs(sides: Iterable[Side]) -> list[list[Point]]:
    """The sides as runs of corners from spring, mouth or fork to the next."""
    near: dict[Node, dict[Node, Point]] = {}
    places: dict[Node, Point] = {}
    for p, q in sides:
        near.setdefault(_node(p), {})[_node(q)] = q
        near.setdefault(_node(q), {})[_node(p)] = p
        places[_node(p)], places[_node(q)] = p, q
    runs = []
    for start in [n for n, around in near.items() if len(around) != 2]:
        while near[start]:
            runs.append([places[n] for n in _walk(near, start)])
    return runs


def _walk(near: Mapping[Node, dict[Node, Point]], start: Node) -> list[Node]:
    """From a spring, mouth or fork to the next; the sides that were walked are taken out."""
    inner = {n for n, around in near.items() if len(around) == 2}
    run = [start]
    while True:
        here = run[-1]
        ahead = next(iter(near[here]))
        del near[here][ahead], near[ahead][here]
        run.append(ahead)
        if ahead not in inner:
            return run


def _winding(run: list[Point]) -> str:
    """Path data from corner to corner, bending there, straight through the middles."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(run)]
    path = f"M{at(run[0])}L{at(middles[0])}"
    for corner, middle in zip(run[1:-1], middles[1:], strict=True):
        path += f"Q{at(corner)} {at(middle)}"
    return path + f"L{at(run[-1])}"


def _pond(side: Side) -> str:
    """Path data of a pond along a hexside."""
    (x0, y0), (x1, y1) = side
    long = dist(*side)
    ux, uy = (x1 - x0) / long, (y1 - y0) / long

    def point(along: float, off: float) -> Point:
        return x0 + ux * along - uy * off, y0 + uy * along + ux * off

    start, end, wide = point(SHORT, 0), point(long - SHORT, 0), POND * 4 / 3
    there = f"C{at(point(SHORT - 4, wide))} {at(point(long * 0.72, wide * 1.15))} {at(end)}"
    back = f"C{at(point(long - SHORT + 5, -wide * 1.1))} {at(point(long * 0.35, -wide * 0.85))} {at(start)}"
    return f"M{at(start)}{there}{back}Z"
