"""Water: streams by their drawn course; between hexes along the hexsides where it counts, ponds on theirs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import atan2, degrees, dist
from random import Random

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
WIDTHS = {
    "stream": (13.0, 7.4, 4.6),
    "flowing-stream": (15.0, 9.5, 6.4),
    "creek": (15.0, 8.5, 5.5),
    "river": (33.0, 27.0, 22.5),
}
"""Waters between hexes, the lesser first: with the meadow along them, with their banks, and the water alone."""
BED = (9.0, 5.0, 2.8)
"""The same of a stream that lies in hexes."""
MEADOW = f'stroke="{palette.PAPER}" stroke-opacity=".5"'
BEND = 8.0
"""Units by which a water bends off its corner at most."""


def streams(frame: Frame, things: Iterable[Thing]) -> str:
    """Streams that lie in hexes: thin blue between meadows, broken where the bed is dry."""
    things = list(things)
    wet, dry = (
        "".join(smooth(meander([frame.put(p) for p in t.line], t.name)) for t in things if t.kind == kind)
        for kind in ("stream", "dry-stream")
    )
    drawn = f'<path d="{wet + dry}" {MEADOW} stroke-width="{BED[0]:g}"/>' if wet or dry else ""
    if wet:
        drawn += f'<path d="{wet}" stroke="{palette.WATER_EDGE}" stroke-width="{BED[1]:g}"/>'
        drawn += f'<path d="{wet}" stroke="{palette.WATER}" stroke-width="{BED[2]:g}"/>'
    if dry:
        drawn += (
            f'<path class="dry" d="{dry}" stroke="{palette.WATER_EDGE}" stroke-width="2.6" stroke-dasharray="13 8"/>'
        )
    return f'<g class="streams" fill="none" stroke-linecap="round">{drawn}</g>' if drawn else ""


def waters(frame: Frame, board: Board) -> str:
    """Waters between hexes: all meadows under all banks under all water, so that one opens into the other."""
    paths = {}
    defs = ""
    for kind in WIDTHS:
        kinds = {kind, "pond"} if kind == "flowing-stream" else {kind}
        sides = [frame.side(p[0], frame.grid.direction(*p)) for p, found in board.hexsides.items() if found & kinds]
        paths[kind] = "".join(_winding(run) for run in _runs(sides))
        defs += f'<path id="vb-{kind}" d="{paths[kind]}"/>' if paths[kind] else ""
    ponds = "".join(
        _pond(frame.side(p[0], frame.grid.direction(*p))) for p, found in board.hexsides.items() if "pond" in found
    )

    def strokes(names: str, look: str, layer: int) -> str:
        """Every water once, in one of its layers."""
        return "".join(
            f'<use class="{kind}{names}" href="#vb-{kind}" {look} stroke-width="{WIDTHS[kind][layer]:g}"/>'
            for kind, path in paths.items()
            if path
        )

    if not any(paths.values()):
        return ""
    edge, water = f'stroke="{palette.WATER_EDGE}"', f'stroke="{palette.WATER}"'
    drawn = strokes("-meadows", MEADOW, 0) + strokes("-banks", edge, 1)
    drawn += f'<path class="ponds" d="{ponds}" fill="{palette.WATER}" {edge} stroke-width="2.6"/>' if ponds else ""
    drawn += strokes("", water, 2)
    return (
        f'<g class="waters" fill="none" stroke-linecap="round" stroke-linejoin="round"><defs>{defs}</defs>{drawn}</g>'
    )


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
    """Path data from corner to corner, straight through the middles, bending by chance a little off each corner."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(run)]
    path = f"M{at(run[0])}L{at(middles[0])}"
    for (x, y), middle in zip(run[1:-1], middles[1:], strict=True):
        chance = Random(f"bend at {_node((x, y))}")
        bend = x + chance.uniform(-BEND, BEND), y + chance.uniform(-BEND, BEND)
        path += f"Q{at(bend)} {at(middle)}"
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
