"""What joins and parts hexes: roads from hexside to hexside, slopes as hachures on the low side, the grid."""

from __future__ import annotations

from itertools import pairwise

from vedette.board import Board, Road
from vedette.hexes import hexes_of

from . import palette
from .frame import Frame, Point, at
from .scenery import stones
from .water import WIDTHS

HACHURES = 8
"""Strokes on a slope hexside."""
STYLES = {
    # kind: edge width, width, colour, dashes
    "lane": (0.0, 3.4, palette.LANE, "9 6"),
    "trail": (0.0, 3.0, palette.LANE, "4 6"),
    "road": (8.6, 6.0, palette.ROAD, ""),
    "pike": (11.5, 8.2, palette.PIKE, ""),
    "turnpike": (11.5, 8.2, palette.PIKE, ""),
}
WET = {"flowing-stream", "pond", *WIDTHS}
"""Hexsides that water shows."""
BEYOND = 1.6
"""How far a road runs off the map, measured from the centre of its last hex to the hexside that it leaves by."""


def roads(frame: Frame, board: Board) -> str:
    """All edges first, then all roads, the better over the lesser, so that crossings open into each other."""
    paths = {kind: "".join(_course(frame, board, r) for r in board.roads if r.kind == kind) for kind in STYLES}
    edges = fills = ""
    for kind, (edge, width, colour, dashes) in STYLES.items():
        if not paths[kind]:
            continue
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        if edge:
            edges += f'<path d="{paths[kind]}" stroke="{palette.ROAD_EDGE}" stroke-width="{edge}"/>'
        else:
            edges += (
                f'<path d="{paths[kind]}" stroke="{palette.PAPER}" stroke-opacity=".7" stroke-width="{width + 3}"/>'
            )
        fills += f'<path class="{kind}" d="{paths[kind]}" stroke="{colour}" stroke-width="{width}"{dashed}/>'
    return f'<g class="roads" fill="none" stroke-linejoin="round">{edges}{fills}</g>'


def _course(frame: Frame, board: Board, road: Road) -> str:
    """A road through the middles of hexsides, bending in the hexes."""
    hexes = road.hexes
    middles = [frame.middle(a, b) for a, b in pairwise(hexes)]
    first, last = _end(frame, board, road, hexes[0], hexes[1]), _end(frame, board, road, hexes[-1], hexes[-2])
    points = [first, *middles, last]
    path = f"M{at(first)}"
    for h, middle in zip(hexes, points[1:], strict=True):
        path += f"Q{at(frame.centres[h])} {at(middle)}"
    return path


def _end(frame: Frame, board: Board, road: Road, last: int, before: int) -> Point:
    """Where a road ends: off the map, on the road that it joins, or in the middle of its hex."""
    (x, y), (u, v) = frame.centres[last], frame.centres[before]
    for other in board.roads:
        if other is not road and last in other.hexes[1:-1]:
            i = other.hexes.index(last)
            p, q = frame.middle(other.hexes[i - 1], last), frame.middle(last, other.hexes[i + 1])
            return (p[0] + q[0] + 2 * x) / 4, (p[1] + q[1] + 2 * y) / 4
    if any(other is not road and last in other.hexes for other in board.roads):
        return x, y
    out = [frame.side(last, d) for d, n in enumerate(frame.grid.around[last]) if n < 0]
    ways = [((a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y) for a, b in out]
    dx, dy = max(ways, key=lambda w: w[0] * (x - u) + w[1] * (y - v), default=(0.0, 0.0))
    return x + dx * BEYOND, y + dy * BEYOND


def slopes(frame: Frame, board: Board) -> str:
    """Slope hexsides as short brown strokes on the low side, steep ones longer, closer and doubled."""
    plain = steep = ""
    for (a, b), features in board.hexsides.items():
        if "slope" in features:
            water = (features | board.hexsides.get((b, a), frozenset())) & WIDTHS.keys()
            shore = max((WIDTHS[kind][0] / 2 for kind in water), default=0.0)
            plain += _strokes(frame, a, b, HACHURES, 12.0, shore)
        if features & {"steep", "cliff"}:
            steep += _strokes(frame, a, b, HACHURES + 4, 12.0, 0.0) + _strokes(frame, a, b, HACHURES + 3, 9.0, 13.5)
    return (
        f'<g class="slopes" fill="none" stroke="{palette.HACHURE}" stroke-linecap="round">'
        f'<path d="{plain}" stroke-width="2.2"/><path d="{steep}" stroke-width="2.6"/></g>'
    )


WEDGES = 5
"""Wedges on each side of a hexside to which the ground falls from a brow."""
WALL = 4.5
"""Units by which a wall lies behind its hexside."""


def brows(frame: Frame, board: Board) -> str:
    """Crests and ridges as a firm line with wedges down from it: to the low side of a crest, to both of a ridge."""
    line = wedges = ""
    for (a, b), features in board.hexsides.items():
        downs = [(a, b)] if "crest" in features else [(a, b), (b, a)] if "ridge" in features else []
        if not downs:
            continue
        p, q = frame.side(a, frame.grid.direction(a, b))
        line += f"M{at(p)}L{at(q)}"
        wedges += "".join(_wedges(frame, *down) for down in downs)
    if not line:
        return ""
    return (
        f'<g class="brows" fill="{palette.HACHURE}" stroke="{palette.HACHURE}" stroke-linecap="round">'
        f'<path d="{wedges}" stroke="none"/><path d="{line}" fill="none" stroke-width="3.6"/></g>'
    )


def _wedges(frame: Frame, high: int, low: int) -> str:
    """Wedges down from a hexside into the low hex, broad at the brow."""
    (x0, y0), (x1, y1) = frame.side(high, frame.grid.direction(high, low))
    (cx, cy), (mx, my) = frame.centres[low], ((x0 + x1) / 2, (y0 + y1) / 2)
    far = ((cx - mx) ** 2 + (cy - my) ** 2) ** 0.5
    dx, dy = (cx - mx) / far * 13, (cy - my) / far * 13
    path = ""
    for i in range(WEDGES):
        t, u = (i + 0.12) / WEDGES, (i + 0.88) / WEDGES
        p, q = (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t), (x0 + (x1 - x0) * u, y0 + (y1 - y0) * u)
        path += f"M{at(p)}L{at(q)}L{at(((p[0] + q[0]) / 2 + dx, (p[1] + q[1]) / 2 + dy))}Z"
    return path


def walls(frame: Frame, board: Board) -> str:
    """Stone walls between hexes, each just behind its hexside, in the hex that is given first."""
    courses = []
    for (a, b), features in board.hexsides.items():
        if "stone wall" in features:
            p, q = frame.side(a, frame.grid.direction(a, b))
            (cx, cy), (mx, my) = frame.centres[a], ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)
            far = ((cx - mx) ** 2 + (cy - my) ** 2) ** 0.5
            dx, dy = (cx - mx) / far * WALL, (cy - my) / far * WALL
            courses.append([(p[0] + dx, p[1] + dy), (q[0] + dx, q[1] + dy)])
    return stones("side-walls", courses) if courses else ""


def _strokes(frame: Frame, high: int, low: int, count: int, length: float, off: float) -> str:
    """Strokes down from a hexside into the low hex."""
    (x0, y0), (x1, y1) = frame.side(high, frame.grid.direction(high, low))
    (cx, cy), (mx, my) = frame.centres[low], ((x0 + x1) / 2, (y0 + y1) / 2)
    far = ((cx - mx) ** 2 + (cy - my) ** 2) ** 0.5
    dx, dy = (cx - mx) / far, (cy - my) / far
    path = ""
    for i in range(count):
        t = (i + 0.5) / count
        x, y = x0 + (x1 - x0) * t + dx * (off + 1), y0 + (y1 - y0) * t + dy * (off + 1)
        path += f"M{at((x, y))}l{at((dx * length, dy * length))}"
    return path


def grid(frame: Frame, board: Board, shown: int) -> str:
    """Every hexside once, faint; not along flowing water, which shows it."""
    path = ""
    wet = {frozenset(pair) for pair, found in board.hexsides.items() if found & WET}
    for h in hexes_of(shown):
        for d, n in enumerate(frame.grid.around[h]):
            if (n < 0 or h < n or not shown >> n & 1) and frozenset((h, n)) not in wet:
                a, b = frame.side(h, d)
                path += f"M{at(a)}L{at(b)}"
    return f'<path class="grid" d="{path}" fill="none" stroke="{palette.INK}" stroke-opacity=".22" stroke-width="1"/>'
