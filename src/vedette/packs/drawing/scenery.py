"""What of the ground is only to be looked at: streams, walls, fences, fields, houses (scenery.json of a pack)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import msgspec

from ..errors import fault
from ..find import Folder
from . import palette
from .frame import Frame, Point, at
from .patterns import paint

FILE = "scenery.json"


class Thing(msgspec.Struct, frozen=True):
    """One thing of the scenery, in metres of the frame."""

    kind: str
    name: str
    line: list[tuple[float, float]] = []
    ring: list[tuple[float, float]] = []
    at: tuple[float, float] | None = None
    small: bool = False
    """A spot rather than a hill: its name is set as that of a house."""


def read_scenery(folder: Folder) -> list[Thing]:
    """The scenery of a pack, none where it has no such file. Raises PackError."""
    if not folder.has(FILE):
        return []
    try:
        return msgspec.json.decode(folder.read(FILE), type=list[Thing])
    except (msgspec.DecodeError, RecursionError) as e:
        raise fault(folder.shown(FILE), str(e).replace("`", ""), "write it as another pack has it") from None


BEND = 42.0
"""Units between the bends of a stream."""


def meander(points: list[Point], name: str) -> list[Point]:
    """A stream's course with small bends, random yet always the same."""
    chance = Random(f"bends of {name}")
    course = [points[0]]
    for (x, y), (u, v) in pairwise(points):
        length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        count = max(1, round(length / BEND))
        for i in range(1, count + 1):
            off = 0.0 if i == count else chance.uniform(4, 10) * (-1) ** i
            t = i / count
            course.append((x + (u - x) * t - (v - y) / length * off, y + (v - y) * t + (u - x) / length * off))
    return course


def smooth(points: list[Point]) -> str:
    """Path data of a line that runs smoothly past its inner points."""
    if len(points) < 3:
        return f"M{at(points[0])}L{' '.join(at(p) for p in points[1:])}"
    path = f"M{at(points[0])}"
    for i in range(1, len(points) - 1):
        (x, y), (u, v) = points[i], points[i + 1]
        end = points[i + 1] if i == len(points) - 2 else ((x + u) / 2, (y + v) / 2)
        path += f"Q{at((x, y))} {at(end)}"
    return path


FIELDS = ("field", "wheat", "brush")
"""Open ground, each kind with a pattern of its own (patterns.py); it has no effect."""


def fields(frame: Frame, things: Iterable[Thing]) -> str:
    """Open fields as tufts of grass, stubble with shocks of wheat, or brush."""
    things = list(things)
    parts = ""
    for kind in FIELDS:
        paths = "".join(smooth([frame.put(p) for p in t.ring]) + "Z" for t in things if t.kind == kind)
        if paths:
            parts += f'<path class="{kind}s" d="{paths}" fill="{paint("grass" if kind == "field" else kind)}"/>'
    return parts


def walls(frame: Frame, things: Iterable[Thing]) -> str:
    """Walls as a line of stones."""
    path = ""
    for t in things:
        if t.kind == "wall":
            points = [at(frame.put(p)) for p in t.line]
            path += f"M{points[0]}L{' '.join(points[1:])}"
    return stones("walls", path)


def stones(name: str, path: str) -> str:
    """Lines of stones with their shadow."""
    if not path:
        return ""
    return (
        f'<g class="{name}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" transform="translate(1.5 2.5)" stroke="{palette.SHADOW}" stroke-opacity=".25" '
        'stroke-width="9" stroke-linecap="butt"/>'
        f'<path d="{path}" stroke="{palette.STONE}" stroke-width="9" stroke-dasharray="0 8.5"/>'
        f'<path d="{path}" stroke="{palette.STONE_LIGHT}" stroke-width="5.6" stroke-dasharray="0 8.5"/></g>'
    )


RAIL = 15.0
"""Units from one post of a fence to the next."""


def fences(frame: Frame, things: Iterable[Thing]) -> str:
    """Rail fences, laid zigzag; they have no effect and are thin."""
    path = ""
    for t in things:
        if t.kind == "fence":
            path += _zigzag([frame.put(p) for p in t.line])
    style = f'stroke="{palette.LANE}" stroke-width="1.7" stroke-opacity=".75" stroke-linejoin="bevel"'
    return f'<path class="fences" d="{path}" fill="none" {style}/>' if path else ""


def _zigzag(course: list[Point]) -> str:
    """Path data of rails from post to post, to the left and right of a course in turn."""
    path, off = f"M{at(course[0])}", 3.0
    for (x, y), (u, v) in pairwise(course):
        length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
        count = max(1, round(length / RAIL))
        across, along = (y - v) / length, (u - x) / length
        for i in range(1, count + 1):
            off = -off
            path += f"L{at((x + (u - x) * i / count + across * off, y + (v - y) * i / count + along * off))}"
    return path


def houses(frame: Frame, things: Iterable[Thing]) -> str:
    """Houses, and a village as a few of them."""
    shapes = ""
    for t in things:
        if t.kind == "house" and t.at:
            shapes += house(frame.put(t.at), 0)
        elif t.kind == "town" and t.ring:
            xs, ys = zip(*(frame.put(p) for p in t.ring), strict=True)
            chance = Random(f"houses of {t.name}")
            rows = max(2, round((max(ys) - min(ys)) / 34))
            for i in range(rows):
                for x in (min(xs) + 16, max(xs) - 16):
                    y = min(ys) + (i + 0.5) * (max(ys) - min(ys)) / rows
                    shapes += house((x + chance.uniform(-9, 9), y + chance.uniform(-6, 6)), chance.uniform(-14, 14))
    return f'<g class="houses">{shapes}</g>'


def house(p: Point, turn: float) -> str:
    """One house, turned by so many degrees."""
    return (
        f'<g transform="translate({at(p)}) rotate({turn:.0f})"><rect x="-7" y="-5" width="14" height="10" '
        f'fill="{palette.ROOF}" stroke="{palette.INK}" stroke-width="1.2"/><path d="M-7 0H7" stroke="{palette.INK}" '
        'stroke-width=".8"/></g>'
    )
