"""What a scenario lays on a map, drawn: entry hexes with their turns, edges to leave by, what counts, where to set up.

Entries of the map's edge and exits lie in the margin. What lies in a hex keeps to places that its number, its level and
the numbers of its neighbours never have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import atan2, ceil, degrees, dist, hypot
from typing import NamedTuple

from vedette.hexes import hexes_of

from . import palette
from .counter import DARK, DEFAULT
from .frame import Frame, Point, at, number
from .glyphs import CAP, drawn, fitted
from .glyphs import width as glyph_width
from .landmarks import Entry, Exit, Landmarks, Prize, Zone
from .outline import border
from .placing import Spot

HIGH = 16.0
"""Units that a plate is high."""
FIGURE = 15.0
"""The size of the figures on it."""
FAR = 1.6
"""How much larger plates are on a map that is seen so small that numbers are left out."""
PRIZE = {"pointed": (0.0, 42.0), "flat": (44.0, 4.5)}
"""Where the plate of a victory hex lies, from its middle: in a corner that no number takes, within the line that a page
draws about the hex."""
ENTRY = (0.0, 20.0)
"""Where the plate of an entry within the map lies, from the middle of its hex: under a counter, as on a table."""
WIDEST = 27.0
"""Units of a plate in the margin."""
INNER = 74.0
"""Units of a plate in a hex."""
TIP, BASE = 1.0, 11.0
"""From the hexside outwards to the tip and to the base of the arrow of an entry."""
BAND, OUT = 6.5, 13.0
"""From the hexside outwards to the band of an exit and to its arrows."""
EXIT_SIZE = 15.0
EDGE = 8.0
"""Units from the rim of the picture to the words of an exit."""
FOOT = 75.0
"""Units of the margin at the foot of the picture, and of the corners of its hexes."""
COMPASS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
FACING = 0.3
"""How far a hexside must face an edge to be a part of it: the cosine."""


class Plate(NamedTuple):
    """A small plate: its middle, how wide it is, and each side's words on it."""

    middle: Point
    wide: float
    fields: tuple[tuple[str, str], ...]
    """Side and words; a side of no name is that of neither."""
    upright: bool = False
    """Whether it is turned to lie along a side edge, its words reading upwards."""
    scale: float = 1.0

    @property
    def high(self) -> float:
        """How high it is."""
        return HIGH * self.scale

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The room that it takes: left, top, right, low."""
        (x, y), (wide, high) = self.middle, (self.high, self.wide) if self.upright else (self.wide, self.high)
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def colour(side: str) -> str:
    """The colour of a side's signs."""
    return DEFAULT[side]["colour"] if side in DEFAULT else "#efe6cf"


def _ink(side: str) -> str:
    return "#ffffff" if side == "union" else DARK


def flat(frame: Frame) -> bool:
    """Whether a hexside is at the top of a hex, not a corner."""
    return max(p[1] for p in frame.rings[0]) - frame.centres[0][1] < 55


def prize_plate(frame: Frame, prize: Prize, scale: float = 1.0) -> Plate:
    """The plate of a victory hex in its place."""
    x, y = frame.centres[prize.hex]
    dx, dy = PRIZE["flat" if flat(frame) else "pointed"]
    return prize_at((x + dx, y + dy), prize, scale)


def prize_at(middle: Point, prize: Prize, scale: float = 1.0) -> Plate:
    """Points by side, or a star where holding the hex is no number of points."""
    fields = tuple((side, str(points)) for side, points in prize.points if points) or (("", ""),)
    wide = sum(_field(words) for _, words in fields) * scale
    return Plate(middle, wide, fields, scale=scale)


def _field(words: str) -> float:
    return max(12.5, glyph_width(words, FIGURE, 700) + 4.5)


def entry_plate(frame: Frame, entry: Entry, scale: float = 1.0) -> Plate:
    """The turns of an entry: outside the map at its edge, else in the hex."""
    words = f"T{entry.turns}"
    out = outward(frame, entry.hex)
    wide = (glyph_width(words, FIGURE, 700) + 6) * scale
    if out is None:
        x, y = frame.centres[entry.hex]
        return Plate((x + ENTRY[0], y + ENTRY[1]), min(INNER, wide), ((entry.side, words),), scale=scale)
    (x, y), (nx, ny) = out
    upright = abs(nx) > 0.8 and wide > WIDEST
    across, high = (HIGH * scale, wide) if upright else (wide, HIGH * scale)
    far = BASE + abs(nx) * across / 2 + abs(ny) * high / 2
    return Plate((x + nx * far, y + ny * far), wide, ((entry.side, words),), upright, scale)


def outward(frame: Frame, h: int) -> tuple[Point, Point] | None:
    """The middle of the hexside by which a hex of the rim meets most of the margin, and the way out; else None."""
    x, y = frame.centres[h]
    best: tuple[float, Point, Point] | None = None
    for d, n in enumerate(frame.grid.around[h]):
        if n >= 0:
            continue
        (ax, ay), (bx, by) = frame.side(h, d)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        u, v = 2 * mx - x, 2 * my - y
        over = max(-u, u - frame.width, -v, v - frame.height)
        long = hypot(mx - x, my - y)
        if best is None or over > best[0] + 1:
            best = over, (mx, my), ((mx - x) / long, (my - y) / long)
    return best and best[1:]


def within(frame: Frame, marks: Landmarks, scale: float = 1.0) -> Iterator[Plate]:
    """The plates that lie on the map, which no name may cover."""
    yield from (prize_plate(frame, prize, scale) for prize in marks.prizes)
    yield from (entry_plate(frame, e, scale) for e in marks.entries if outward(frame, e.hex) is None)


def spots(frame: Frame, marks: Landmarks, scale: float = 1.0) -> Iterator[Point]:
    """Points all over these plates, near enough to keep names off."""
    for found in within(frame, marks, scale):
        x, y = found.middle
        many = ceil(found.wide / 20)
        yield from ((x + found.wide * ((i + 0.5) / many - 0.5), y) for i in range(many))


def at_foot(frame: Frame, marks: Landmarks) -> list[float]:
    """Where along the foot of the picture something stands."""
    plates = [entry_plate(frame, e) for e in marks.entries]
    found = [p.middle[0] for p in plates if p.middle[1] > frame.height - FOOT]
    for way_out in marks.exits:
        found += [p[0] for _, p, _ in sides_of(frame, way_out) if p[1] > frame.height - FOOT]
    return found


def plate(of: Plate) -> str:
    """Its fields side by side, each in its side's colour and form."""
    x, top = of.middle[0] - of.wide / 2, of.middle[1] - of.high / 2
    parts = ""
    for side, words in of.fields:
        wide = _field(words) * of.scale if len(of.fields) > 1 else of.wide
        corner = 4 if side == "union" else 0.8 if side else 6
        box = f'x="{number(x)}" y="{number(top)}" width="{number(wide)}" height="{number(of.high)}"'
        parts += f'<rect {box} rx="{corner:g}" fill="{colour(side)}" stroke="{DARK}" stroke-width="1.1"/>'
        middle = x + wide / 2, of.middle[1]
        if words:
            fit = fitted(words, FIGURE * of.scale, wide - 3, 700)
            base = middle[1] + fit.size * CAP / 2
            parts += drawn(words, middle[0], base, fit, _ink(side), kind="sign", anchor=0.5, bold=True)
        else:
            parts += f'<path d="{STAR}" transform="translate({at(middle)}) scale({1.25 * of.scale:g})" fill="{DARK}"/>'
        x += wide
    return parts


STAR = "M0-5.2L1.4-1.7 5.1-1.5 2.2.9 3.2 4.5 0 2.5-3.2 4.5-2.2.9-5.1-1.5-1.4-1.7Z"


class Stamps:
    """Plates that are drawn once and put down wherever they are the same."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known: dict[str, str] = {}

    def put(self, of: Plate) -> str:
        """A plate in its place."""
        drawn_once = plate(of._replace(middle=(0.0, 0.0)))
        name = self.known.setdefault(drawn_once, f"vb-{self.name}-{len(self.known)}")
        x, y = of.middle
        if of.upright:
            return f'<use href="#{name}" transform="translate({at(of.middle)}) rotate(-90)"/>'
        return f'<use href="#{name}" x="{number(x)}" y="{number(y)}"/>'

    def defs(self) -> str:
        """All that were put down."""
        return "".join(f'<g id="{name}">{drawn_once}</g>' for drawn_once, name in self.known.items())


def prizes(frame: Frame, found: Iterable[Prize]) -> str:
    """A fine line within each victory hex, and its plate, near and far."""
    rings, plates, far = "", "", ""
    stamps = Stamps("prize")
    for prize in found:
        x, y = frame.centres[prize.hex]
        ring = [(x + (u - x) * 0.93, y + (v - y) * 0.93) for u, v in frame.rings[prize.hex]]
        rings += f"M{at(ring[0])}L{' '.join(at(p) for p in ring[1:])}Z"
        plates += f'<g data-hex="{frame.grid.name(prize.hex)}">{stamps.put(prize_plate(frame, prize))}</g>'
        far += stamps.put(prize_plate(frame, prize, FAR))
    if not plates:
        return ""
    line = f'fill="none" stroke="{palette.HILL}" stroke-width="1.8" stroke-opacity=".6"'
    return f'<g class="prizes"><defs>{stamps.defs()}</defs><path d="{rings}" {line}/>{by_distance(plates, far)}</g>'


def by_distance(near: str, far: str) -> str:
    """Plates as they are usually, and as they are where the map is seen small; the board's style chooses."""
    return f'<g class="near">{near}</g><g class="far" display="none">{far}</g>'


def arrow(side: str) -> str:
    """An arrow of a side that points to the left, its tip at the middle."""
    return (
        f'<path d="M{TIP:g} 0L{BASE + 1:g}-8.5V8.5Z" fill="{colour(side)}" stroke="{DARK}" stroke-width="1.1" '
        'stroke-linejoin="round"/>'
    )


def entries(frame: Frame, found: Iterable[Entry]) -> str:
    """An arrow into each hex from the margin with the turns, or a plate in it."""
    found = list(found)
    arrows, near, far = "", "", ""
    stamps = Stamps("entry")
    for entry in found:
        out = outward(frame, entry.hex)
        if out is not None:
            (x, y), (nx, ny) = out
            turn = degrees(atan2(ny, nx))
            place = f"translate({at((x, y))}) rotate({turn:.0f})"
            arrows += f'<use href="#vb-enter-{entry.side}" transform="{place}"/>'
        name = f'data-hex="{frame.grid.name(entry.hex)}" data-turns="{entry.turns}"'
        near += f"<g {name}>{stamps.put(entry_plate(frame, entry))}</g>"
        far += stamps.put(entry_plate(frame, entry, FAR))
    if not near:
        return ""
    sides = sorted({entry.side for entry in found})
    defs = "".join(f'<g id="vb-enter-{side}">{arrow(side)}</g>' for side in sides) + stamps.defs()
    return f'<g class="entries"><defs>{defs}</defs>{arrows}{by_distance(near, far)}</g>'


def sides_of(frame: Frame, way_out: Exit) -> Iterator[tuple[int, Point, Point]]:
    """The hexsides of an exit: the hex and both ends."""
    ex, ey = _compass(frame, way_out.edge)
    for h in hexes_of(way_out.hexes):
        x, y = frame.centres[h]
        for d, n in enumerate(frame.grid.around[h]):
            if n < 0:
                p, q = frame.side(h, d)
                nx, ny = (p[0] + q[0]) / 2 - x, (p[1] + q[1]) / 2 - y
                if (nx * ex - ny * ey) / hypot(nx, ny) > FACING:
                    yield h, p, q


def exits(frame: Frame, found: Iterable[Exit]) -> str:
    """A band in the side's colour along the edge, with arrows off the map, and in words what it is."""
    parts = ""
    for way_out in found:
        band = ""
        tops: dict[int, Point] = {}
        ex, ey = _compass(frame, way_out.edge)
        for h, p, q in sides_of(frame, way_out):
            x, y = frame.centres[h]
            nx, ny = (p[0] + q[0]) / 2 - x, (p[1] + q[1]) / 2 - y
            long = hypot(nx, ny)
            dx, dy = nx / long * BAND, ny / long * BAND
            band += f"M{p[0] + dx:.0f} {p[1] + dy:.0f}L{q[0] + dx:.0f} {q[1] + dy:.0f}"
            far = max((u - x) * ex - (v - y) * ey for u, v in (p, q))
            tops[h] = x + ex * (far + OUT), y - ey * (far + OUT)
        if not band:
            continue
        arrows = "".join(_chevron(p, (ex, -ey)) for i, p in enumerate(tops.values()) if i % 2 == 0)
        parts += (
            f'<g data-side="{way_out.side}" data-edge="{way_out.edge}">{strokes(way_out, band, arrows)}'
            f"{_exit_words(frame, way_out, list(tops.values()))}</g>"
        )
    return f'<g class="exits">{parts}</g>' if parts else ""


def strokes(way_out: Exit, band: str, arrows: str) -> str:
    """Band and arrows in their side's colour, with a dark edge."""
    name = f"vb-exit-{way_out.side}-{way_out.edge}"
    return (
        f'<defs><path id="{name}" d="{band}"/><path id="{name}-out" d="{arrows}"/></defs>'
        f'<g fill="none" stroke-linejoin="round" stroke-linecap="round"><g stroke="{DARK}">'
        f'<use href="#{name}" stroke-width="5.4"/><use href="#{name}-out" stroke-width="4.4"/></g>'
        f'<g stroke="{colour(way_out.side)}"><use href="#{name}" stroke-width="3.6"/>'
        f'<use href="#{name}-out" stroke-width="2.4"/></g></g>'
    )


def _chevron(p: Point, way: Point) -> str:
    """An arrow head at a place, pointing a way."""
    (x, y), (ux, uy) = p, way
    return (
        f"M{number(x - uy * 9)} {number(y + ux * 9)}L{number(x + ux * 7)} {number(y + uy * 7)} "
        f"{number(x + uy * 9)} {number(y - ux * 9)}"
    )


def _compass(frame: Frame, edge: str) -> Point:
    """The way to an edge of the map in the picture, north being up."""
    ex, ey = COMPASS[edge]
    return (-ex, -ey) if frame.turned else (ex, ey)


def exit_words(way_out: Exit) -> str:
    """What stands along an exit."""
    since = f", from turn {way_out.first}" if way_out.first > 1 else ""
    return f"{way_out.side.capitalize()} exit{since}"


def _exit_words(frame: Frame, way_out: Exit, places: list[Point]) -> str:
    """The words in the margin, beside the middle of the longest stretch."""
    words = exit_words(way_out)
    x, y = _middle(places)
    ex, ey = _compass(frame, way_out.edge)
    far = EDGE + EXIT_SIZE * 0.7
    if ex:
        place = f"{number(frame.width - EDGE if ex > 0 else far)} {number(y)}) rotate(-90"
    else:
        place = f"{number(x)} {number(far if ey > 0 else frame.height - EDGE)}"
    halo = f'stroke="{palette.PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text transform="translate({place})" text-anchor="middle" font-family="{palette.SERIF}" '
        f'font-style="italic" font-size="{EXIT_SIZE:g}" fill="{palette.INK}" {halo}>{words}</text>'
    )


def _middle(points: list[Point]) -> Point:
    """The middle of the longest run of points that lie near each other."""
    runs: list[list[Point]] = [[points[0]]]
    for p in sorted(points, key=lambda p: p[0] + p[1])[1:]:
        if dist(runs[-1][-1], p) < 130:
            runs[-1].append(p)
        else:
            runs.append([p])
    longest = max(runs, key=len)
    return longest[len(longest) // 2]


def letters(marks: Landmarks) -> list[str]:
    """The words that are set in the board's italic."""
    return [exit_words(way_out) for way_out in marks.exits]


ZONE_SIZE = 22.0


def zone_words(zone: Zone) -> str:
    """What stands in an area of a set-up."""
    return f"{zone.name} sets up here"


def zone_points(frame: Frame, zone: Zone) -> list[Point]:
    """Where an area may be named: at the hex in its middle, else at those furthest out on its four sides."""
    hexes = list(hexes_of(zone.hexes))
    x = sum(frame.centres[h][0] for h in hexes) / len(hexes)
    y = sum(frame.centres[h][1] for h in hexes) / len(hexes)
    centres = [frame.centres[h] for h in hexes]
    sides = (min(centres, key=lambda p: way * p[axis]) for axis in (1, 0) for way in (-1, 1))
    return [min(centres, key=lambda p: dist(p, (x, y))), *sides]


def zones(frame: Frame, found: Iterable[tuple[Zone, Spot]]) -> str:
    """A broken line about each area of a set-up in its side's colour, and whose it is."""
    parts = ""
    for zone, spot in found:
        look = f'fill="none" stroke="{colour(zone.side)}" stroke-linejoin="round"'
        ring = border(frame, zone.hexes)
        x, y = spot.at
        halo = f'stroke="{palette.PAPER}" stroke-width="5" stroke-opacity=".8" stroke-linejoin="round"'
        parts += (
            f'<g data-zone="{escape(zone.name)}"><path d="{ring}" {look} stroke-width="7" stroke-opacity=".35"/>'
            f'<path d="{ring}" {look} stroke-width="3" stroke-dasharray="16 8"/>'
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{spot.anchor}" font-family="{palette.SERIF}" '
            f'font-style="italic" font-size="{ZONE_SIZE:g}" fill="{palette.INK}" {halo} paint-order="stroke">'
            f"{escape(zone_words(zone))}</text></g>"
        )
    return f'<g class="zones">{parts}</g>' if parts else ""
