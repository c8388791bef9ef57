"""Hill shading: light from the upper left of the picture on a second surface, for the eye only, as a small picture."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Sequence
from operator import itemgetter
from random import Random
from typing import NamedTuple

from vedette.board import Board
from vedette.hexes import hexes_of

from .surface import FINE, Lattice, Rows, finished, held

FALLS = {"slope": 0.55, "steep": 1.1, "cliff": 1.3, "crest": 0.8}
"""Levels by which the ground falls at a hexside where the levels themselves are silent."""
RIDGE = 0.35
"""Levels by which a ridge lifts both its hexes."""
FEW, STRONGER = 5, 1.7
"""On a board with fewer levels than so many all these count for more."""
ROUNDS, BACK = 24, 0.06
"""Rounds in which falls appear at their hexsides, and how much each takes back towards the level."""
SLACK = 0.12
UNEVEN = 0.05
"""Levels of chance unevenness: without it shade looks like smoke."""
SWELL = (4.6, 4.0, 2.7, 1.1)
"""Pull, in levels, of a hill of which the map says nothing but its name, in its hex and at each distance from it."""
LIGHT = 76.0
"""How strong the light is: units of the picture in which a fall of one level is one of one."""
HALF = 24
"""Steps of shadow, and as many of light."""


class Shade(NamedTuple):
    """The shading of a board: a picture of places on a ramp from shadow to light, and where it lies."""

    size: tuple[int, int]
    rows: bytes
    """Compressed lines of places, each with its filter byte."""
    matrix: str


class Covers(NamedTuple):
    """How much shadow and light cover at most."""

    shadow: float
    light: float


SHADOW, GLOW = (0x4A, 0x3C, 0x22), (0xFF, 0xFA, 0xE2)


def relief(board: Board, hills: Iterable[int] = ()) -> list[float]:
    """The height of every hex for the eye: its level, and what hexsides say where levels are silent.

    A hill of which neither says anything is still a swell of the ground.
    """
    few = STRONGER if len(set(board.level)) < FEW else 1.0
    falls: list[dict[int, float]] = [
        {n: float(board.level[h] - board.level[n]) for n in board.grid.neighbours[h]} for h in range(board.grid.size)
    ]
    base = [float(level) for level in board.level]
    for (high, low), features in board.hexsides.items():
        fall = few * max((FALLS[f] for f in features if f in FALLS), default=0.0)
        if fall and board.level[high] == board.level[low]:
            falls[high][low], falls[low][high] = fall, -fall
        if "ridge" in features:
            base[high] = max(base[high], board.level[high] + few * RIDGE)
            base[low] = max(base[low], board.level[low] + few * RIDGE)
    for hill in hills:
        about = board.grid.within(hill, len(SWELL) - 1)
        if len({board.level[h] for h in hexes_of(about)}) == 1:
            for h in hexes_of(about):
                base[h] += SWELL[board.grid.distance(hill, h)]
    heights = list(base)
    near = [(itemgetter(*fall), sum(fall.values()), len(fall)) for fall in falls]
    for _ in range(ROUNDS):
        pulled = [(sum(those(heights)) + fall) / count for those, fall, count in near]
        heights = [v + BACK * (b - v) for v, b in zip(pulled, base, strict=True)]
    return heights


def shade(lattice: Lattice, heights: Sequence[float]) -> Shade:
    """The shading of a board, by the height of each hex for the eye."""
    chance = Random("uneven ground")
    rows = lattice.laid(heights)
    rough = [[chance.uniform(-1, 1) for _ in row] for row in rows]
    uneven = held(rough, [[-0.5] * len(r) for r in rough], [[0.5] * len(r) for r in rough], rounds=2)
    rows = [[v + UNEVEN * 2 * u for v, u in zip(*pair, strict=True)] for pair in zip(rows, uneven, strict=True)]
    low, high = ([[v + off for v in row] for row in rows] for off in (-SLACK, SLACK))
    return _laid(lattice, _places(lattice, finished(held(rows, low, high, rounds=12))))


def _laid(lattice: Lattice, places: list[list[int]]) -> Shade:
    """Places as a picture that a straight grid only stretches: one that is slanted takes a browser far longer."""
    # The rows lie as bricks do: each gives up a quarter of a place to its left or right, and they stand in columns.
    square = [
        [(3 * v + w + 2) // 4 for v, w in zip(row, [row[0], *row] if r % 2 else [*row[1:], row[-1]], strict=False)]
        for r, row in enumerate(places)
    ]
    (sx, sy), (fx, fy) = lattice.step, lattice.fall
    across, down = (2 * sx / FINE, 2 * sy / FINE), (fx / FINE, fy / FINE)
    if abs(sy) > abs(sx):
        square = [list(column) for column in zip(*square, strict=True)]
        across, down = down, across
    x, y = lattice.put(0, 0.5 / FINE)
    x, y = x - (across[0] + down[0]) / 2, y - (across[1] + down[1]) / 2
    if across[0] < 0:
        square, long = [row[::-1] for row in square], len(square[0])
        x, y, across = x + long * across[0], y + long * across[1], (-across[0], -across[1])
    if down[1] < 0:
        square, long = square[::-1], len(square)
        x, y, down = x + long * down[0], y + long * down[1], (-down[0], -down[1])
    matrix = " ".join(f"{v + 0.0:.4f}".rstrip("0").rstrip(".") for v in (*across, *down, x, y))
    lines = b"".join(bytes([0, *row]) for row in square)
    return Shade((len(square[0]), len(square)), zlib.compress(lines, 9), f"matrix({matrix})")


def _places(lattice: Lattice, rows: Rows) -> list[list[int]]:
    """The place of each point on the ramp from shadow to light."""
    (ax, ay), (bx, by) = (2 * lattice.step[0] / FINE, 2 * lattice.step[1] / FINE), lattice.fall
    bx, by = 2 * bx / FINE, 2 * by / FINE
    whole = ax * by - ay * bx
    # What a fall along a row, and one across the rows, says of the fall towards the upper left.
    along, across = LIGHT * (by - bx) / whole / 2**0.5, LIGHT * (ax - ay) / whole / 2**0.5
    found = []
    for r, row in enumerate(rows):
        up, down = rows[max(r - 1, 0)], rows[min(r + 1, len(rows) - 1)]
        if r in (0, len(rows) - 1):
            up = down = row
        line = []
        for left, right, above, under in zip([row[0], *row], [*row[1:], row[-1]], up, down, strict=False):
            fall = along * (right - left) / 2 + across * (under - above)
            line.append(HALF + round(HALF * fall / (1 + abs(fall))))
        found.append(line)
    return found


def picture(of: Shade, covers: Covers) -> str:
    """The shading as an image element, with so much shadow and light."""
    palette = bytes(SHADOW) * HALF + bytes(GLOW) * (HALF + 1)
    shadows = [round(255 * covers.shadow * (HALF - i) / HALF) for i in range(HALF)]
    lights = [round(255 * covers.light * i / HALF) for i in range(HALF + 1)]
    head = struct.pack(">IIBBBBB", *of.size, 8, 3, 0, 0, 0)
    parts = (b"IHDR", head), (b"PLTE", palette), (b"tRNS", bytes(shadows + lights)), (b"IDAT", of.rows), (b"IEND", b"")
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
    wide, tall = of.size
    return (
        f'<image class="shade" width="{wide}" height="{tall}" preserveAspectRatio="none" transform="{of.matrix}" '
        f'href="data:image/png;base64,{b64encode(data).decode()}"/>'
    )
