"""Ground of one kind as masses with soft outlines: woods, corn, marsh, a town, closed ground; rock, orchards."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, dist
from random import Random

from vedette.board import Board

from . import palette
from .contours import arcs, contours, ring_path, thinned
from .frame import Frame, Point, at
from .patterns import paint
from .pieces import pieces
from .surface import Lattice, Rows, finished, held

SLACK = 0.24
"""How far from 1 in a hex of the mass, and from 0 in any other, its surface may lie; its outline is at a half."""
ABOUT = 8
"""Places about a mass beyond which its surface is 0, for all that can be seen."""
UNEVEN = 0.13
"""How uneven the outline of a mass is: a wood of one hex is no disc."""
WOODS = {"woods": "wood", "forest": "wood", "light-woods": "grove"}
"""Kinds of wood, and the pattern of their crowns."""
CLOSED = "closed"
"""Ground that nobody may enter and that has no numbers."""


def outline(lattice: Lattice, inside: Callable[[int], bool]) -> list[list[Point]]:
    """The soft outline of the hexes of a mass as rings: each centre, and six points about it, on its side."""
    values = lattice.laid([float(inside(h)) for h in range(len(lattice.spots))])
    rows, columns = _about(values)
    part = [row[columns] for row in values[rows]]
    low = [[v - (SLACK if v else 0.6) for v in row] for row in part]
    high = [[v + (0.6 if v else SLACK) for v in row] for row in part]
    chances = _chances(lattice.high, lattice.wide)[2 * rows.start : 2 * rows.stop - 1]
    uneven = [row[2 * columns.start : 2 * columns.stop] for row in chances]
    surface = finished(held(part, low, high), uneven)
    rings = contours(lattice, surface, [0.5], (rows.start, columns.start))[0]
    return [thin for ring in rings if len(thin := thinned(ring)) > 2]


@lru_cache(maxsize=2)
def _chances(high: int, wide: int) -> Rows:
    """How uneven a mass is at places half way from one centre to the next; at the centres it is not."""
    chance = Random("uneven")
    rows = [[chance.uniform(-UNEVEN, UNEVEN) for _ in range(2 * wide)] for _ in range(2 * high - 1)]
    return [[v if r % 2 or (c - r // 2) % 2 else 0.0 for c, v in enumerate(row)] for r, row in enumerate(rows)]


def _about(values: Rows) -> tuple[slice, slice]:
    """The rows and columns of a mass and so much about it as its surface may swing in; beyond that it stays at 0."""
    rows = [r for r, row in enumerate(values) if any(row)]
    columns = [c for c, column in enumerate(zip(*values, strict=True)) if any(column)]
    first = max(0, rows[0] - ABOUT)
    # Every second row lies half a place to the right: that of the part has to be that of the whole.
    return (
        slice(first - first % 2, min(len(values), rows[-1] + ABOUT + 1)),
        slice(max(0, columns[0] - ABOUT), min(len(values[0]), columns[-1] + ABOUT + 1)),
    )


def mass(lattice: Lattice, board: Board, kind: str) -> list[list[Point]]:
    """The outline of all hexes of a terrain, nothing where there are none."""
    return outline(lattice, lambda h: board.terrain[h] == kind) if kind in board.terrain else []


def woods(lattice: Lattice, board: Board) -> str:
    """A wood: its floor, a soft rim, crowns, and a seam of whole crowns along its outline."""
    drawn = ""
    for kind, pattern in WOODS.items():
        rings = mass(lattice, board, kind)
        if not rings:
            continue
        name, path = f"vb-mass-{kind}", "".join(map(ring_path, rings))
        seam = pieces(arc for ring in rings for arc in arcs(ring))
        use, floor = f'<use href="#{name}"', palette.GROVE if pattern == "grove" else palette.WOOD
        drawn += (
            f'<g class="{kind}" data-mass="{kind}"><defs><path id="{name}" d="{path}"/>'
            f'<g id="{name}-seam">{seam}</g></defs>'
            f'{use} fill="none" stroke="{palette.WOOD}" stroke-width="26" stroke-opacity=".13"/>'
            f'{use} fill="{floor}" fill-opacity=".7" stroke="{palette.WOOD}" stroke-width="13" stroke-opacity=".2"/>'
            f'{use} fill="{paint(pattern)}"/><g fill="none" stroke-linecap="round" stroke-dasharray="0 12.5">'
            f'{use[:-1]}-seam" stroke="{palette.WOOD_DARK}" stroke-width="13.5" stroke-opacity=".8"/>'
            f'{use[:-1]}-seam" transform="translate(-1.3 -1.6)" stroke="{palette.WOOD}" stroke-width="9"/></g></g>'
        )
    return f'<g class="woods">{drawn}</g>' if drawn else ""


def corn(lattice: Lattice, board: Board) -> str:
    """Standing corn in rows on its own tint, with a thin edge."""
    line = f'stroke="{palette.STALK}" stroke-width="1.6" stroke-opacity=".8"'
    return _patterned(lattice, board, "cornfield", "corn", f'fill="{palette.CORN}" fill-opacity=".6"', line)


def marsh(lattice: Lattice, board: Board) -> str:
    """Soft ground: pools and reeds on the tint of water."""
    line = f'stroke="{palette.WATER_EDGE}" stroke-width="1.2" stroke-opacity=".55"'
    return _patterned(lattice, board, "marsh", "marsh", f'fill="{palette.WATER}" fill-opacity=".34"', line)


def closed(lattice: Lattice, board: Board) -> str:
    """Ground out of bounds under a hatching, with a firm line about it."""
    line = f'stroke="{palette.HACHURE}" stroke-width="3.5"'
    return _patterned(lattice, board, CLOSED, CLOSED, f'fill="{palette.PAPER}" fill-opacity=".45"', line)


def _patterned(lattice: Lattice, board: Board, terrain: str, pattern: str, tint: str, line: str) -> str:
    """All hexes of a terrain as one field: a tint, a pattern over it, a line about it."""
    path = "".join(map(ring_path, mass(lattice, board, terrain)))
    if not path:
        return ""
    name = f"vb-mass-{terrain}"
    return (
        f'<g class="{pattern}" data-mass="{terrain}"><defs><path id="{name}" d="{path}"/></defs>'
        f'<use href="#{name}" {tint}/><use href="#{name}" fill="{paint(pattern)}" {line}/></g>'
    )


NUMBER = 24.0
"""Half width of the room kept for a hex number; it begins two units below its line."""


def orchards(frame: Frame, board: Board) -> str:
    """An orchard as trees in rows."""
    dots = ""
    for h in range(board.grid.size):
        if board.terrain[h] != "orchard":
            continue
        cx, cy = frame.centres[h]
        inner = tuple((cx + (x - cx) * 0.88, cy + (y - cy) * 0.88) for x, y in frame.rings[h])
        for x, y in ((i * 15.0, j * 15.0 - 4) for j in range(-2, 4) for i in range(-3, 4)):
            number = abs(x) < NUMBER and y < 2 - frame.head
            if not number and _inside(inner, (cx + x, cy + y)):
                dots += f"M{at((cx + x, cy + y))}h0"
    if not dots:
        return ""
    return (
        f'<g class="orchards" fill="none" stroke-linecap="round"><path d="{dots}" transform="translate(1.2 1.6)" '
        f'stroke="{palette.SHADOW}" stroke-opacity=".18" stroke-width="10"/><path d="{dots}" '
        f'stroke="{palette.WOOD_DARK}" stroke-width="9.5"/><path d="{dots}" transform="translate(-1 -1.2)" '
        f'stroke="{palette.WOOD}" stroke-width="6"/></g>'
    )


def _inside(ring: tuple[Point, ...], p: Point) -> bool:
    """Whether a point lies in a hex, whose corners run clockwise on the ground."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0 for a, b in pairs)


ROCKS = ((-28, -14), (4, -22), (26, -4), (-12, 8), (14, 22), (-30, 24))
"""Where rock breaks through in a hex, from its centre."""


def angled(frame: Frame, board: Board) -> str:
    """Angled ground as broken rock."""
    lines = ""
    for h in range(board.grid.size):
        if board.terrain[h] != "angled" and "angled" not in board.features[h]:
            continue
        cx, cy = frame.centres[h]
        for x, y in ROCKS:
            lines += f"M{at((cx + x, cy + y))}l8 -8 10 4 6 9M{at((cx + x + 9, cy + y - 5))}l-3 11"
    return f'<path class="angled" d="{lines}" fill="none" stroke="{palette.STONE}" stroke-width="2"/>' if lines else ""


ALONG, BESIDE = 13.5, 14.0
"""Units from one house of a street to the next, and from the middle of the street to its houses."""


def town(frame: Frame, lattice: Lattice, board: Board, ways: list[list[Point]]) -> str:
    """A town: gardens with a fine broken edge, and blocks along both sides of each road that runs through them."""
    hexes = [h for h in range(board.grid.size) if board.terrain[h] == "town"]
    path = "".join(map(ring_path, mass(lattice, board, "town")))
    if not path:
        return ""
    middles = [frame.centres[h] for h in hexes]
    near_town = [[p for p in way if any(dist(middle, p) < 160 for middle in middles)] for way in ways]
    ways = [way for way in near_town if len(way) > 1]
    placed: list[Point] = []
    blocks = ""
    for way in ways:
        for p, turn, chance in _fronts(way):
            if (
                any(dist(middle, p) < 50 for middle in middles)
                and all(dist(p, q) > 11 for q in placed)
                and all(_off(p, other) > BESIDE - 4 for other in ways)
            ):
                placed.append(p)
                long = chance.choice((8, 9, 10, 12))
                blocks += (
                    f'<rect x="{-long / 2:g}" y="-4" width="{long}" height="8" '
                    f'transform="translate({at(p)}) rotate({turn:.0f})"/>'
                )
    line = f'stroke="{palette.ROAD_EDGE}" stroke-width="1.4" stroke-dasharray="4 3" stroke-opacity=".7"'
    return (
        f'<g class="town" data-mass="town"><path d="{path}" fill="{palette.GARDEN}" fill-opacity=".75" {line}/>'
        f'<g fill="{palette.ROOF}" stroke="{palette.INK}" stroke-width="1">{blocks}</g></g>'
    )


def _fronts(way: list[Point]) -> list[tuple[Point, float, Random]]:
    """Places for houses along both sides of a way, with their turn."""
    chance = Random(f"houses from {way[0]}")
    found = []
    left = ALONG / 2
    for (x, y), (u, v) in pairwise(way):
        long = dist((x, y), (u, v))
        while left <= long and long:
            t = left / long
            nx, ny = (v - y) / long * BESIDE, (x - u) / long * BESIDE
            px, py = x + (u - x) * t, y + (v - y) * t
            turn = degrees(atan2(v - y, u - x))
            found += [((px + s * nx, py + s * ny), turn, chance) for s in (-1, 1) if chance.random() < 0.86]
            left += ALONG
        left -= long
    return found


def _off(p: Point, way: list[Point]) -> float:
    """How far a point lies from a way."""
    return min((_from_way(a, b, p) for a, b in pairwise(way)), default=1e9)


def _from_way(a: Point, b: Point, p: Point) -> float:
    """How far a point lies from the stretch between two others."""
    (ax, ay), (bx, by) = a, b
    long = (bx - ax) ** 2 + (by - ay) ** 2
    t = ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / long if long else 0.0
    t = min(1.0, max(0.0, t))
    return dist(p, (ax + (bx - ax) * t, ay + (by - ay) * t))
