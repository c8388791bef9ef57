"""The levels of the ground: tints, contours and, where every step is a slope, the hachures that hang from them."""

from __future__ import annotations

from math import dist, hypot

from vedette.board import Board

from . import palette
from .contours import arcs, contours, ring_path, thinned
from .frame import Frame, Point, number
from .patterns import paint
from .pieces import pieces
from .surface import Lattice, finished, held

SLACK, CLOSE = 0.12, 0.03
"""Levels by which the surface may leave that of a hex; beside a slope, which the contour is to follow, by less."""
SHARP = {"slope", "steep", "cliff", "crest"}
COUNTED = 5
"""Every fifth contour is drawn wider, as on a survey."""
HANG = 7.0
"""Units by which strokes that hang from a contour lie off it in their middle."""
SHORES = {"river": 20.0, "creek": 7.0, "stream": 4.0, "flowing-stream": 5.0}
"""How much further down they hang where a water runs along the contour."""
NEAR = 62.0
"""Units from the middle of the hexside of a water within which it does."""


class Levels:
    """The contours of a board: for each level above the lowest the closed lines that its ground lies within."""

    def __init__(self, lattice: Lattice, board: Board, hung: bool | None = None) -> None:
        self.low, self.high = min(board.level), max(board.level)
        self.every_step = every_step(board) if hung is None else hung
        """Whether a slope lies wherever levels differ, and nowhere else."""
        heights = [n - 0.5 for n in range(self.low + 1, self.high + 1)]
        close = set() if self.every_step else _beside_slopes(board)
        slack = [CLOSE if h in close else SLACK for h in range(board.grid.size)]
        levels = lattice.laid([float(level) for level in board.level])
        room = lattice.laid(slack)
        low = [[v - s for v, s in zip(*pair, strict=True)] for pair in zip(levels, room, strict=True)]
        high = [[v + s for v, s in zip(*pair, strict=True)] for pair in zip(levels, room, strict=True)]
        found = contours(lattice, finished(held(levels, low, high)), heights) if heights else []
        self.rings = {
            n: [thin for ring in rings if len(thin := thinned(ring)) > 2]
            for n, rings in enumerate(found, start=self.low + 1)
        }

    def paths(self) -> str:
        """Every contour once, for all that is drawn of it."""
        return "".join(
            f'<path id="vb-level-{n}" d="{"".join(map(ring_path, rings))}"/>' for n, rings in self.rings.items()
        )

    def tinted(self, frame: Frame, tints: dict[int, str]) -> str:
        """Each level a step of tint on the one below."""
        size = f'width="{number(frame.width)}" height="{number(frame.height)}"'
        steps = "".join(f'<use href="#vb-level-{n}" fill="{tints[n]}"/>' for n in self.rings)
        return f'<g class="tints" fill-rule="evenodd"><rect {size} fill="{tints[self.low]}"/>{steps}</g>'

    def lines(self) -> str:
        """The contours, every fifth wider; fainter where hachures on hexsides are what the rules know."""
        wide = ' stroke-width="2.8"'
        lines = "".join(f'<use href="#vb-level-{n}"{wide if n % COUNTED == 0 else ""}/>' for n in self.rings)
        style = f'fill="none" stroke="{palette.CONTOUR}" stroke-width="1.6"'
        name = "contours" if self.every_step else "contours quiet"
        return f'<g class="{name}" {style}>{lines}</g>' if lines else ""

    def hung(self, frame: Frame, board: Board) -> str:
        """Where every step is a slope: strokes down from each contour, beyond the water where one runs along it."""
        if not self.every_step or not self.rings:
            return ""
        shores = _shores(frame, board)
        rings = [ring for found in self.rings.values() for ring in found]
        far = pieces(arc for ring in rings for arc in arcs(_moved(ring, HANG, shores)))
        near = pieces(arc for ring in rings for arc in arcs(ring))
        return (
            f'<g class="slopes" fill="none" stroke="{palette.HACHURE}">'
            f'<g stroke-width="12" stroke-dasharray="1.4 5" stroke-opacity=".66">{far}</g>'
            f'<g stroke-width="5" stroke-dasharray="2.5 3.9" stroke-opacity=".6">{near}</g></g>'
        )


def meadow(frame: Frame) -> str:
    """A few tufts all over, so that plain ground is never blank and never looks like a field."""
    size = f'width="{number(frame.width)}" height="{number(frame.height)}"'
    return f'<rect class="meadow" {size} fill="{paint("meadow")}"/>'


def every_step(board: Board) -> bool:
    """Whether a slope lies wherever levels differ, and nowhere else."""
    steps = {
        (a, b) for a in range(board.grid.size) for b in board.grid.neighbours[a] if board.level[a] > board.level[b]
    }
    return bool(steps) and steps == {pair for pair, found in board.hexsides.items() if "slope" in found}


def _beside_slopes(board: Board) -> set[int]:
    """Hexes beside a hexside at which the ground falls, and levels differ."""
    sharp = (pair for pair, found in board.hexsides.items() if found & SHARP)
    return {h for a, b in sharp if board.level[a] != board.level[b] for h in (a, b)}


def _shores(frame: Frame, board: Board) -> dict[tuple[int, int], list[tuple[Point, float]]]:
    """The middles of hexsides with water at which the ground falls, by place, and how far strokes stand off there."""
    found: dict[tuple[int, int], list[tuple[Point, float]]] = {}
    for (a, b), features in board.hexsides.items():
        wide = max((SHORES[f] for f in features if f in SHORES), default=0.0)
        if wide and board.level[a] != board.level[b]:
            x, y = frame.middle(a, b)
            for i in (-1, 0, 1):
                for j in (-1, 0, 1):
                    found.setdefault((int(x // NEAR) + i, int(y // NEAR) + j), []).append(((x, y), wide))
    return found


def _moved(ring: list[Point], off: float, shores: dict[tuple[int, int], list[tuple[Point, float]]]) -> list[Point]:
    """A ring moved so far towards the low ground on its left, and further by a shore."""
    moved = []
    for i, (x, y) in enumerate(ring):
        (px, py), (nx, ny) = ring[i - 1], ring[(i + 1) % len(ring)]
        long = hypot(nx - px, ny - py) or 1.0
        near = shores.get((int(x // NEAR), int(y // NEAR)), ())
        more = max(
            (wide * min(1.0, 2 - 2 * dist((x, y), p) / NEAR) for p, wide in near if dist((x, y), p) < NEAR), default=0.0
        )
        moved.append((x + (ny - py) / long * (off + more), y - (nx - px) / long * (off + more)))
    return moved
