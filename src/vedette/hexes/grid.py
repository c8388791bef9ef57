"""The hexes of one map: numbers, neighbours, distances, lines, and where they lie on the ground."""

import math

from . import lines
from .masks import mask_of
from .spec import GridSpec, HexError

Point = tuple[float, float]

COMPASS = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}
KEPT_LINES = 40_000  # lines kept ready; past that the store is emptied, so that memory stays small


class Grid:
    """Hexes are whole numbers from 0, in the order of their names.

    Directions 0 to 5 go clockwise on the ground, from the first at or after north. Corner d of a hex lies between its
    hexsides d and d + 1. Sets of hexes are integers with one bit a hex. For speed `distance`, `direction` and `entry`
    trust that both hexes exist; all else refuses a hex that does not.
    """

    def __init__(self, spec: GridSpec) -> None:
        self.spec = spec
        hexes = [(line, place) for line in range(spec.lines[0], spec.lines[1] + 1) for place in spec.places(line)]
        self.size: int = len(hexes)
        self.names: tuple[str, ...] = tuple(f"{line:02d}{place:02d}" for line, place in hexes)
        self._index = {name: hex for hex, name in enumerate(self.names)}
        self._v = [line for line, _ in hexes]
        self._u = [spec.across(line, place) for line, place in hexes]
        self._steps = tuple(sorted(lines.STEPS, key=self._bearing))
        self._corners = lines.corners(self._steps)
        self._lay_cells()
        self._lay_neighbours()
        self._lay_rows()
        self._one = tuple((hex,) for hex in range(self.size))
        self._lines: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._templates: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        self._entries: dict[tuple[int, int], int] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._edge_distance: dict[str, tuple[int, ...]] = {}
        self._compass: tuple[tuple[int, int], ...] = ()

    def _lay_cells(self) -> None:
        """A flat table from coordinates to hexes, with a margin, so that an offset into it is one addition."""
        first, last = min(self._u), max(self._u)
        self._stride = last - first + 5
        top = self._v[0] - 1
        rows = self._v[-1] - top + 2
        self._cell = [(v - top) * self._stride + u - first + 2 for u, v in zip(self._u, self._v, strict=True)]
        self._at = [-1] * (rows * self._stride)
        for hex, cell in enumerate(self._cell):
            self._at[cell] = hex

    def _lay_neighbours(self) -> None:
        at = self._at
        reach = [dv * self._stride + du for du, dv in self._steps]
        self.around: tuple[tuple[int, ...], ...] = tuple(tuple([at[c + r] for r in reach]) for c in self._cell)
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(tuple(n for n in six if n >= 0) for six in self.around)
        self.near: tuple[int, ...] = tuple(mask_of(near) for near in self.neighbours)
        self.edge: int = mask_of(hex for hex, near in enumerate(self.neighbours) if len(near) < 6)
        self._direction = {step: d for d, step in enumerate(self._steps)}

    def _lay_rows(self) -> None:
        """Each line of the map as a run of hexes without gaps: first hex, how many, and the first one's coordinates."""
        starts = [hex for hex in range(self.size) if hex == 0 or self._v[hex] != self._v[hex - 1]]
        ends = [*starts[1:], self.size]
        self._rows = [(s, end - s, self._u[s], self._v[s]) for s, end in zip(starts, ends, strict=True)]
        self._far = [b""] * self.size
        self._widest = max(self._u) - min(self._u)
        deepest = self._v[-1] - self._v[0]
        widths = range(-self._widest, self._widest + 1)
        self._profiles = [bytes([lines.distance(du, dv) for du in widths]) for dv in range(deepest + 1)]

    def __repr__(self) -> str:
        return f"Grid({self.size} hexes: {self.spec.extent()})"

    def __reduce__(self) -> tuple[type["Grid"], tuple[GridSpec]]:
        return Grid, (self.spec,)

    # numbering

    def index(self, name: str) -> int:
        """The hex of a name."""
        hex = self._index.get(name)
        if hex is None:
            raise HexError(f"there is no hex {name!r} on this map ({self.spec.extent()})")
        return hex

    def has(self, name: str) -> bool:
        """Whether the map has a hex of this name."""
        return name in self._index

    def name(self, hex: int) -> str:
        """The printed number of a hex."""
        return self.names[self._known(hex)]

    def _known(self, hex: int) -> int:
        if not 0 <= hex < self.size:
            raise HexError(f"there is no hex with index {hex} (this map has 0 to {self.size - 1})")
        return hex

    # neighbours and distance

    def direction(self, a: int, b: int) -> int:
        """The direction from a hex to its neighbour, 0 to 5."""
        d = self._direction.get((self._u[b] - self._u[a], self._v[b] - self._v[a]))
        if d is None:
            raise HexError(f"hexes {self.name(a)} and {self.name(b)} are not neighbours")
        return d

    def distance(self, a: int, b: int) -> int:
        """Hexes from one to the other: 1 for neighbours."""
        return (self._far[a] or self._measure(a))[b]

    def _measure(self, a: int) -> bytes:
        u, v, parts = self._u[a] - self._widest, self._v[a], []
        for _, length, left, line in self._rows:
            parts.append(self._profiles[abs(line - v)][left - u : left - u + 2 * length : 2])
        row = self._far[a] = b"".join(parts)
        return row

    def within(self, hex: int, radius: int) -> int:
        """The set of hexes at most so far from a hex, itself included."""
        found = self._within.get((hex, radius))
        if found is None:
            found = self._within[hex, radius] = self._disc(self._known(hex), radius)
        return found

    def _disc(self, hex: int, radius: int) -> int:
        # The hexes of one line at most so far away are a run without gaps, and so are their numbers.
        u, v = self._u[hex], self._v[hex]
        mask = 0
        for start, length, left, line in self._rows:
            half = 2 * radius - abs(line - v)
            if half < radius:
                continue
            first = max(0, (u - half - left + 1) >> 1)
            last = min(length - 1, (u + half - left) >> 1)
            if first <= last:
                mask |= ((1 << (last - first + 1)) - 1) << (start + first)
        return mask

    # lines

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """What the line between two centres touches on its way, in order from a, both ends left out.

        Each step is one hex, or two, in ascending order, where the line runs along the hexside between them (one of
        them if the other is off the map). A hex that is met in no more than a corner point is not touched.
        """
        found = self._lines.get(a << 16 | b)
        return self._trace(a, b) if found is None else found

    def _trace(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        vector = self._u[self._known(b)] - self._u[self._known(a)], self._v[b] - self._v[a]
        template = self._templates.get(vector)
        if template is None:
            stride = self._stride
            template = tuple(tuple(sorted(v * stride + u for u, v in step)) for step in lines.crossed(*vector))
            self._templates[vector] = template
        at, start, one = self._at, self._cell[a], self._one
        steps: list[tuple[int, ...]] = []
        for step in template:
            if len(step) == 1:
                steps.append(one[at[start + step[0]]])
            else:
                pair = at[start + step[0]], at[start + step[1]]
                steps.append(pair if min(pair) >= 0 else one[max(pair)])
        if len(self._lines) >= KEPT_LINES:
            self._lines.clear()
        found = self._lines[a << 16 | b] = tuple(steps)
        return found

    def beyond(self, a: int, b: int, by: int) -> tuple[int, ...]:
        """The hexes so far behind b that the line from a through its centre goes on to; those off the map left out."""
        du, dv = self._u[self._known(b)] - self._u[self._known(a)], self._v[b] - self._v[a]
        steps = lines.crossed(3 * du, 3 * dv)
        after = steps[steps.index(((du, dv),)) + 1 :]
        row, column = divmod(self._cell[b], self._stride)
        found: list[int] = []
        for u, v in (place for step in after for place in step):
            to_row, to_column = row + v - dv, column + u - du
            if lines.distance(u - du, v - dv) == by and to_row >= 0 and 0 <= to_column < self._stride:
                cell = to_row * self._stride + to_column
                found += [self._at[cell]] if cell < len(self._at) and self._at[cell] >= 0 else []
        return tuple(found)

    def entry(self, a: int, b: int) -> int:
        """Where the line from a enters b: 2d through b's hexside d, 2d + 1 through the corner after it."""
        ray = self._u[a] - self._u[b], self._v[a] - self._v[b]
        found = self._entries.get(ray)
        if found is None:
            if self._known(a) == self._known(b):
                raise HexError(f"no line enters hex {self.name(b)} from itself")
            found = self._entries[ray] = lines.facing(ray, self._corners)
        return found

    # on the ground

    def _metres(self, u: int, w: int) -> Point:
        (ox, oy), (lx, ly), (px, py) = self.spec.origin, self.spec.line_step, self.spec.place_step
        line, place = self.spec.origin_hex
        across, down = (u - self.spec.across(line, place)) / 2, (w - 3 * line) / 3
        return ox + across * px + down * lx, oy + across * py + down * ly

    def _bearing(self, step: tuple[int, int]) -> float:
        (lx, ly), (px, py) = self.spec.line_step, self.spec.place_step
        x, y = step[0] * px / 2 + step[1] * lx, step[0] * py / 2 + step[1] * ly
        return round(math.degrees(math.atan2(x, y)), 6) % 360

    def centre(self, hex: int) -> Point:
        """The centre of a hex in metres of the map frame, x east, y north."""
        return self._metres(self._u[self._known(hex)], 3 * self._v[hex])

    def polygon(self, hex: int) -> tuple[Point, ...]:
        """The six corners of a hex in metres, each between the hexside of its own number and the next."""
        u, w = self._u[self._known(hex)], 3 * self._v[hex]
        return tuple(self._metres(u + du, w + dw) for du, dw in self._corners)

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The ends of the hexside between two neighbours, clockwise about a."""
        d = self.direction(a, b)
        around = self.polygon(a)
        return around[d - 1], around[d]

    def border(self, word: str) -> int:
        """The set of hexes where the grid ends to the north, east, south or west.

        Those are the hexes without any neighbour straight that way: without the one where a hexside looks there,
        without both where a corner does.
        """
        if word not in COMPASS:
            raise HexError(f"{word!r} is no edge of the map: north, east, south or west")
        x, y = COMPASS[word]
        wanted = math.degrees(math.atan2(x, y))
        off = [abs((self._bearing(step) - wanted + 180) % 360 - 180) for step in self._steps]
        ahead = [d for d in range(6) if off[d] <= min(off) + 1]
        return mask_of(hex for hex, six in enumerate(self.around) if all(six[d] < 0 for d in ahead))

    def edge_distance(self, word: str) -> tuple[int, ...]:
        """For each hex how far it is from the nearest hex of that edge of the map."""
        found = self._edge_distance.get(word)
        if found is None:
            found = self._edge_distance[word] = self._flood_from(self.border(word))
        return found

    def _flood_from(self, border: int) -> tuple[int, ...]:
        far = [-1] * self.size
        ring = [hex for hex in range(self.size) if border >> hex & 1]
        for hex in ring:
            far[hex] = 0
        for hex in ring:
            for near in self.neighbours[hex]:
                if far[near] < 0:
                    far[near] = far[hex] + 1
                    ring.append(near)
        return tuple(far)

    def compass(self, hex: int) -> tuple[int, int]:
        """How far north and how far east a hex lies, as ranks of its centre: 0 is the southernmost, the westernmost."""
        if not self._compass:
            centres = [self.centre(h) for h in range(self.size)]
            easts, norts = ([round(c[i], 3) for c in centres] for i in (0, 1))
            east = {x: rank for rank, x in enumerate(sorted(set(easts)))}
            north = {y: rank for rank, y in enumerate(sorted(set(norts)))}
            self._compass = tuple((north[y], east[x]) for x, y in zip(easts, norts, strict=True))
        return self._compass[self._known(hex)]
