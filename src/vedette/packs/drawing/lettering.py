"""Hex numbers, level numbers and the names of places, roads and streams."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import atan2, degrees, dist

from vedette.board import Board

from . import palette
from .frame import Frame, Point, at, number
from .scenery import Thing, smooth

HALO = f'stroke="{palette.PAPER}" stroke-linejoin="round" paint-order="stroke"'


def numbers(frame: Frame, board: Board, shown: int) -> str:
    """The number of every hex at its top."""
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y - 35)}">{board.grid.name(h)}</text>'
        for h, (x, y) in enumerate(frame.centres)
        if shown >> h & 1
    )
    return (
        f'<g class="numbers" font-family="{palette.SANS}" font-size="20" text-anchor="middle" fill="{palette.INK}" '
        f'{HALO} stroke-width="3" stroke-opacity=".55" fill-opacity=".85">{texts}</g>'
    )


def level_numbers(frame: Frame, board: Board, shown: int) -> str:
    """The level of every hex at its foot."""
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y + 51)}">{board.level[h]}</text>'
        for h, (x, y) in enumerate(frame.centres)
        if shown >> h & 1
    )
    return (
        f'<g class="levels" font-family="{palette.SERIF}" font-style="italic" font-size="13" text-anchor="middle" '
        f'fill="{palette.LEVEL}" {HALO} stroke-width="2.5" stroke-opacity=".5">{texts}</g>'
    )


def names(frame: Frame, board: Board, things: Iterable[Thing]) -> str:
    """Names in a serif: hills and houses beside their place, ridges along their crest, roads and streams at theirs."""
    paths: list[str] = []
    texts: list[str] = []
    seen: set[str] = set()
    for t in things:
        if t.name in seen or t.kind not in ("ridge", "stream", "place", "house", "town", "way"):
            continue
        seen.add(t.name)
        line = [p for p in map(frame.put, t.line) if 0 < p[0] < frame.width and 0 < p[1] < frame.height]
        if t.kind == "ridge" and len(line) > 1:
            paths.append(_path(f"vb-name-{len(paths)}", _forward(line)))
            texts.append(_along(len(paths) - 1, t.name))
        elif t.kind == "stream" and len(line) > 1:
            texts.append(_at_line(line, t.name, "stream", 9.0))
        elif t.at or t.ring:
            texts.append(_beside(frame, _point(frame, t), t))
    for road in board.roads:
        texts.append(_at_line([frame.centres[h] for h in road.hexes], road.name, "road", 13.0))
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


def _straightest(line: list[Point], room: float) -> tuple[Point, Point]:
    """The ends of the straightest stretch of a course that is long enough for a name."""
    best: tuple[float, Point, Point] | None = None
    for i, a in enumerate(line):
        for b in line[i + 1 :]:
            length = dist(a, b)
            if length < room:
                continue
            between = line[i : line.index(b) + 1]
            bend = max(abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length for p in between)
            if best is None or bend < best[0]:
                best = bend, a, b
            break
    return (best[1], best[2]) if best else (line[0], line[-1])


def _at_line(line: list[Point], name: str, kind: str, off: float) -> str:
    """A name set straight beside the straightest stretch of a course."""
    words = name[0].upper() + name[1:]
    a, b = _forward(list(_straightest(line, 13.0 * len(words))))
    turn = degrees(atan2(b[1] - a[1], b[0] - a[0]))
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    where = f"translate({at((x, y))}) rotate({number(turn)})"
    return f'<text {STYLES[kind]} transform="{where}" y="-{off:g}" text-anchor="middle">{escape(words)}</text>'


STYLES = {
    "ridge": 'font-size="42" letter-spacing="18" fill-opacity=".8" stroke-opacity=".5"',
    "stream": f'font-size="20" font-style="italic" letter-spacing="3" fill="{palette.WATER_EDGE}" stroke-opacity=".6"',
    "road": 'font-size="19" font-style="italic" letter-spacing="2" stroke-opacity=".6"',
}


def _along(number: int, name: str) -> str:
    """A ridge's name in spaced capitals along it."""
    return (
        f'<text {STYLES["ridge"]} dy="-36" text-anchor="middle"><textPath href="#vb-name-{number}" '
        f'startOffset="50%">{escape(name.upper())}</textPath></text>'
    )


def _beside(frame: Frame, p: Point, t: Thing) -> str:
    """A name at a point: a hill's above it, a house's below, where a road leads as it is written."""
    size, off = {"place": (30, -22.0), "town": (30, 26.0)}.get(t.kind, (21, 25.0))
    style = ' font-style="italic"' if t.kind in ("house", "way") else ""
    words = escape(t.name if t.kind == "way" else t.name[0].upper() + t.name[1:])
    where = at(_clear(frame, (p[0], p[1] + off), len(t.name), size)).split(" ")
    return (
        f'<text x="{where[0]}" y="{where[1]}" font-size="{size}"{style} text-anchor="middle" stroke-opacity=".75">'
        f"{words}</text>"
    )


STEPS = (0, 4, -4, 8, -8, 12, -12, 16, -16, 20, -20, 24, 28, 32, 36, 40)
"""Units by which a name may leave its place."""
NUMBER = (28.0, 34.0, 50.0)
"""Half width of the number of a hex, and how far above the centre it ends and begins."""


def _clear(frame: Frame, p: Point, letters: int, size: float) -> Point:
    """The place nearest to a point at which a name covers no number of a hex; the point itself where there is none."""
    x, y = p
    half = letters * size * 0.27
    near = [c for c in frame.centres if abs(c[0] - x) < half + NUMBER[0] and abs(c[1] - y) < 150]
    for step in STEPS:
        top, foot = y + step - size * 0.78, y + step + size * 0.22
        if all(foot < c[1] - NUMBER[2] or top > c[1] - NUMBER[1] for c in near):
            return x, y + step
    return p
