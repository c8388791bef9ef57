"""What lies in the hexes: levels as steps of tint with their contours, woods, orchards, fields."""

from __future__ import annotations

from math import dist
from random import Random

from vedette.board import Board
from vedette.hexes import mask_of

from . import palette
from .crops import PAINT
from .frame import WIDTH, Frame, Point, at, number
from .outline import outline
from .scenery import house

GAP = 5.0
"""Units between two contours on one hexside."""
COUNTED = 4
"""Every fourth contour is drawn wider, as on a survey."""
CROWNS = (10.0, 12.0, 14.5)
"""Widths of trees."""
APART = 12.0
"""Units from one tree to the next at least."""
WOODS = ("woods", "light-woods", "forest")
CLOSED = "closed"
"""Ground that nobody may enter and that has no numbers."""
NUMBER = 26.0
"""Half width of the room kept for a hex number; it begins two units below its line."""


def levels(frame: Frame, board: Board) -> str:
    """Each level a step of tint on the one below, with a thin contour and a soft shadow to the south-east."""
    low, high = min(board.level), max(board.level)
    size = f'width="{number(frame.width)}" height="{number(frame.height)}"'
    everything = f'<rect {size} fill="{palette.tint(low, low, high)}"/>'
    parts = [everything]
    for level in range(low + 1, high + 1):
        region = mask_of(h for h in range(board.grid.size) if board.level[h] >= level)

        def apart(a: int, b: int, level: int = level) -> float:
            """Contours of one hexside lie side by side, the lower ones further out."""
            between = board.level[a] - board.level[b] - 1
            return GAP * (between / 2 - (level - board.level[b] - 1))

        path = outline(frame, region, apart)
        wide = ' stroke-width="2.6"' if level % COUNTED == 1 else ""
        parts.append(f'<path d="{path}" transform="translate(4 5)" fill="{palette.SHADOW}" fill-opacity=".13"/>')
        parts.append(f'<path d="{path}" fill="{palette.tint(level, low, high)}" stroke="{palette.CONTOUR}"{wide}/>')
    return f'<g class="levels-ground" stroke-width="1.4" stroke-opacity=".8">{"".join(parts)}</g>'


def woods(frame: Frame, board: Board, shown: int) -> str:
    """A wood as a soft stipple of crowns, denser than it is dark."""
    region = mask_of(h for h in range(board.grid.size) if board.terrain[h] in WOODS)
    if not region:
        return ""
    crowns = ""
    trees = _trees(frame, region & shown)
    for i, wide in enumerate(CROWNS):
        mine = [p for j, p in enumerate(trees) if j * 7 % 5 % len(CROWNS) == i]
        under = "".join(f"M{at((x + 1.2, y + 1.6))}h0" for x, y in mine)
        over = "".join(f"M{at((x - 0.7, y - 0.9))}h0" for x, y in mine)
        crowns += f'<path d="{under}" stroke="{palette.WOOD}" stroke-width="{wide}" stroke-opacity=".8"/>'
        crowns += f'<path d="{over}" stroke="{palette.WOOD_LIGHT}" stroke-width="{wide - 3.5}" stroke-opacity=".9"/>'
    floor = f'<path d="{outline(frame, region, lambda a, b: -3.0)}" fill="{palette.WOOD}" fill-opacity=".3"/>'
    return f'<g class="woods">{floor}<g stroke-linecap="round" fill="none">{crowns}</g></g>'


def _trees(frame: Frame, region: int) -> list[Point]:
    """Places of trees: random yet always the same, apart from each other, inside the wood, clear of hex numbers."""
    trees: list[Point] = []
    near: dict[tuple[int, int], list[Point]] = {}
    for h in range(frame.grid.size):
        if not region >> h & 1:
            continue
        cx, cy = frame.centres[h]
        rim = [frame.side(h, d) for d, n in enumerate(frame.grid.around[h]) if n >= 0 and not region >> n & 1]
        chance = Random(f"trees of {frame.grid.name(h)}")
        for _ in range(110):
            x, y = cx + chance.uniform(-0.5, 0.5) * WIDTH, cy + chance.uniform(-0.58, 0.58) * WIDTH
            if abs(x - cx) < NUMBER and y - cy < 2 - frame.head:
                continue
            if not _inside(frame.rings[h], (x, y)) or any(_from_side(s, (x, y)) < CROWNS[1] * 0.75 for s in rim):
                continue
            cell = round(x / APART), round(y / APART)
            around = [p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in near.get((cell[0] + i, cell[1] + j), ())]
            if all((x - p[0]) ** 2 + (y - p[1]) ** 2 >= APART**2 for p in around):
                near.setdefault(cell, []).append((x, y))
                trees.append((x, y))
    return sorted(trees, key=lambda p: p[1])


def _inside(ring: tuple[Point, ...], p: Point) -> bool:
    """Whether a point lies in a hex, whose corners run clockwise on the ground."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0 for a, b in pairs)


def _from_side(side: tuple[Point, Point], p: Point) -> float:
    """How far a point lies from the line of a hexside."""
    (ax, ay), (bx, by) = side
    return abs((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)) / dist(*side)


def orchards(frame: Frame, board: Board) -> str:
    """An orchard as a lattice of dots."""
    dots = ""
    for h in range(board.grid.size):
        if board.terrain[h] != "orchard":
            continue
        cx, cy = frame.centres[h]
        rows = [(i * 15.0, j * 15.0) for j in range(-3, 4) for i in range(-3, 4)]
        inner = tuple((cx + (x - cx) * 0.88, cy + (y - cy) * 0.88) for x, y in frame.rings[h])
        for x, y in rows:
            number = abs(x) < NUMBER and y < 2 - frame.head
            if not number and _inside(inner, (cx + x, cy + y)):
                dots += f"M{at((cx + x, cy + y))}h0"
    if not dots:
        return ""
    return (
        f'<g class="orchards" fill="none" stroke-linecap="round"><path d="{dots}" stroke="{palette.WOOD}" '
        f'stroke-width="9"/><path d="{dots}" stroke="{palette.ORCHARD}" stroke-width="6"/></g>'
    )


def corn(frame: Frame, board: Board) -> str:
    """Standing corn in rows on its own tint, to the hexsides where it ends."""
    return _patterned(frame, board, "cornfield", "corn", -3.0, (palette.CORN, 0.5), (palette.STALK, 1.6))


def marsh(frame: Frame, board: Board) -> str:
    """Soft ground: pools and reeds on their own tint."""
    return _patterned(frame, board, "marsh", "marsh", -4.0, (palette.WATER, 0.28), (palette.WATER_EDGE, 1.2))


def closed(frame: Frame, board: Board) -> str:
    """Ground out of bounds under a hatching, with a firm line about it."""
    return _patterned(frame, board, CLOSED, CLOSED, -2.0, (palette.PAPER, 0.45), (palette.HACHURE, 3.5))


Ink = tuple[str, float]
"""A colour and how much of it: the opacity of a tint, the width of a line."""


def _patterned(frame: Frame, board: Board, terrain: str, pattern: str, inset: float, tint: Ink, line: Ink) -> str:
    """All hexes of a terrain as one field: a tint, a pattern over it, a line about it."""
    region = mask_of(h for h in range(board.grid.size) if board.terrain[h] == terrain)
    if not region:
        return ""
    path = outline(frame, region, lambda a, b: inset)
    return (
        f'<g class="{pattern}"><path d="{path}" fill="{tint[0]}" fill-opacity="{tint[1]:g}"/>'
        f'<path d="{path}" fill="{PAINT[pattern]}" stroke="{line[0]}" stroke-width="{line[1]:g}"/></g>'
    )


STREET = ((-30.0, -17.0), (-3.0, -21.0), (25.0, -15.0), (-34.0, 20.0), (-7.0, 17.0), (20.0, 22.0), (37.0, 4.0))
"""Where houses of a town stand in a hex, from its centre."""


def town(frame: Frame, board: Board) -> str:
    """The hexes of a town: trodden ground, and houses clear of the roads."""
    hexes = [h for h in range(board.grid.size) if board.terrain[h] == "town"]
    if not hexes:
        return ""
    path = outline(frame, mask_of(hexes), lambda a, b: -5.0)
    houses = ""
    for h in hexes:
        chance = Random(f"houses at {frame.grid.name(h)}")
        ways = [frame.middle(h, n) for n in board.grid.neighbours[h] if (h, n) in board.road]
        for dx, dy in STREET:
            p = frame.centres[h][0] + dx + chance.uniform(-4, 4), frame.centres[h][1] + dy + chance.uniform(-3, 3)
            if all(_from_way(frame.centres[h], way, p) > 11 for way in ways):
                houses += house(p, chance.uniform(-14, 14))
    line = f'stroke="{palette.ROAD_EDGE}" stroke-width="1.8" stroke-opacity=".7"'
    return f'<g class="town"><path d="{path}" fill="{palette.ROAD}" fill-opacity=".5" {line}/>{houses}</g>'


def _from_way(a: Point, b: Point, p: Point) -> float:
    """How far a point lies from the stretch between two others."""
    (ax, ay), (bx, by) = a, b
    t = ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = min(1.0, max(0.0, t))
    return dist(p, (ax + (bx - ax) * t, ay + (by - ay) * t))


def angled(frame: Frame, board: Board) -> str:
    """Angled ground as broken rock."""
    lines = ""
    for h in range(board.grid.size):
        if board.terrain[h] != "angled" and "angled" not in board.features[h]:
            continue
        cx, cy = frame.centres[h]
        for x, y in ((-28, -14), (4, -22), (26, -4), (-12, 8), (14, 22), (-30, 24)):
            lines += f"M{at((cx + x, cy + y))}l8 -8 10 4 6 9M{at((cx + x + 9, cy + y - 5))}l-3 11"
    return f'<path class="angled" d="{lines}" fill="none" stroke="{palette.STONE}" stroke-width="2"/>' if lines else ""
