"""The board as one picture: ground, woods, water, roads, walls, slopes, grid, names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import dist
from typing import Any, NamedTuple

from vedette.board import Board
from vedette.board.flood import flood
from vedette.engine.battle import Battle
from vedette.hexes import hexes_of, mask_of

from .. import find
from . import courses, fonts, furniture, ground, hillside, lettering, masses, palette, patterns, scenery, shading, water
from .counter import SIDES, flag_symbol
from .edition import edition
from .frame import WIDTH, Frame, number
from .outline import border
from .roads import Ways, roads
from .surface import Lattice
from .themes import THEMES, recoloured

SURROUNDINGS = 4
"""How many hexes beyond the area of play are drawn in full."""
OVER = 2
"""Units by which the paper reaches beyond the picture, so that no hair line shows at its edge."""


def area_of(battle: Battle) -> int | None:
    """The set of hexes in play, None where all are."""
    area = battle.scenario.get("area")
    if not area:
        return None
    at = battle.board.grid.index
    rim = [at(name) for chain in area["perimeter"] for name in chain.split("-")]
    return flood(battle.board.grid, rim, at(area["inside"]))


class Style(NamedTuple):
    """How a board is to look."""

    theme: str = "light"
    """One of THEMES."""
    turned: bool = False
    """As seen from the other end of the table; letters stay upright."""
    levels: bool = True
    """The number of its level in each hex that differs from a neighbour's."""


PLAIN = Style()


class Drawn(NamedTuple):
    """A board in the colours of the palette, without what differs by theme beside colours."""

    head: str
    """Up to where its style goes."""
    under: str
    """From there to where its shading goes."""
    over: str
    shade: shading.Shade
    fonts: str
    hexes: float
    """How many hexes wide it is."""


def board_svg(battle: Battle, *, area: int | None = None, style: Style = PLAIN) -> str:
    """The board of a battle as an SVG document; hexes outside `area` are dimmed. Drawn once for each pack and area."""
    keep = _set_up(battle), _victory(battle)
    return _themed(battle.board, battle.pack, edition(battle.pack), area, style, keep)


@lru_cache(maxsize=8)
def _themed(board: Board, pack: str, _edition: str, area: int | None, style: Style, keep: tuple[int, int]) -> str:
    plain = _drawn(board, pack, _edition, area, style.turned, style.levels, keep)
    theme = THEMES[style.theme]
    light, other = (_tints(board, area, name) for name in ("light", style.theme))
    tints = {light[level]: other[level] for level in light}
    rules = f"<style>{plain.fonts}{_strengths(style.theme)}{lettering.style(plain.hexes)}</style>"
    under, over = (recoloured(part, style.theme, tints) for part in (plain.under, plain.over))
    return plain.head + rules + under + shading.picture(plain.shade, theme.shade) + over


def _tints(board: Board, area: int | None, theme: str) -> dict[int, str]:
    """The tints of all levels by those that occur in the area of play."""
    present = [board.level[h] for h in (range(board.grid.size) if area is None else hexes_of(area))]
    return palette.tints(present, min(board.level), max(board.level), THEMES[theme].stops)


def _strengths(theme: str) -> str:
    """How faint the grid, numbers and contours are in a theme."""
    faint = THEMES[theme].faint
    rules = f".grid{{stroke-opacity:{faint['grid']:.2f}}}.contours{{stroke-opacity:{faint['contours']:.2f}}}"
    rules += f".quiet{{stroke-opacity:{0.7 * faint['contours']:.2f}}}"
    rules += f".numbers{{fill-opacity:{faint['numbers']:.2f}}}.levels{{fill-opacity:{faint['levels']:.2f}}}"
    if theme == "contrast":
        rules += ".numbers,.levels{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}"
        rules += ".levels{stroke-width:2px}"
    return rules


@lru_cache(maxsize=8)
def _drawn(
    board: Board, pack: str, _edition: str, area: int | None, turned: bool, levels: bool, keep: tuple[int, int]
) -> Drawn:
    frame = Frame(board.grid, turned)
    lattice = Lattice(frame)
    things = scenery.read_scenery(find.folder(pack))
    everything = (1 << board.grid.size) - 1
    shown = everything if area is None else _around(board, area)
    ways = Ways(frame, board)
    height = ground.Levels(lattice, board)
    heights = shading.relief(board, _hills(frame, things))
    streets = [ways.line(i) for i in range(len(board.roads))]
    under = [
        height.tinted(frame, _tints(board, area, "light")),
        ground.meadow(frame),
        scenery.fields(frame, things),
        masses.corn(lattice, board),
        masses.marsh(lattice, board),
        masses.angled(frame, board),
        masses.orchards(frame, board),
        masses.woods(lattice, board),
        masses.closed(lattice, board),
    ]
    names = lettering.Names(
        frame,
        board,
        ways,
        things,
        lettering.taken_by(frame, board, ways, things, keep[0], keep[1], 0 if area is None else everything & ~area),
    )
    over = [
        height.lines(),
        courses.grid(frame),
        water.streams(frame, things),
        masses.town(frame, lattice, board, streets),
        height.hung(frame, board),
        water.waters(frame, board),
        "" if height.every_step else courses.slopes(frame, board),
        hillside.hillsides(frame, board, heights),
        courses.brows(frame, board),
        roads(ways),
        water.crossings(frame, board),
        scenery.fences(frame, things),
        scenery.walls(frame, things),
        scenery.stones("side-walls", "".join(c.path(courses.WALL) for c in courses.walls(frame, board))),
        scenery.houses(frame, things),
        outside(frame, area),
        lettering.level_numbers(frame, board, shown) if levels else "",
        lettering.numbers(frame, board, shown),
        names.drawn(),
        _paper(frame, everything),
        furniture.furniture(frame),
    ]
    wide, high = number(frame.width), number(frame.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'role="img" aria-label="Map">'
    )
    below, above = "".join(under), "".join(over)
    flags = "".join(flag_symbol(side) for side in SIDES)
    defs = f"<defs>{patterns.needed(below + above)}{flags}{height.paths()}</defs>"
    letters = "".join(fonts.font_face(face, fonts.used(words)) for face, words in names.words.items())
    hexes = frame.width / WIDTH
    return Drawn(head, defs + below, above + "</svg>", shading.shade(lattice, heights), letters, hexes)


def _hills(frame: Frame, things: list[scenery.Thing]) -> list[int]:
    """The hexes at the places that are hills."""
    points = [frame.put(t.at) for t in things if t.kind == "place" and t.at and not t.small]
    return [min(range(frame.grid.size), key=lambda h: dist(frame.centres[h], p)) for p in points]


def _around(board: Board, area: int) -> int:
    """The area of play and some hexes about it: further off numbers are left out."""
    for _ in range(SURROUNDINGS):
        area |= mask_of(n for h in hexes_of(area) for n in board.grid.neighbours[h])
    return area


def _paper(frame: Frame, everything: int) -> str:
    """Paper over what runs off the map, and the edge of the map; covered, as clipping takes twice the time."""
    rim = border(frame, everything)
    right, low = number(frame.width + OVER), number(frame.height + OVER)
    return (
        f'<path class="beyond" d="M-{OVER}-{OVER}H{right}V{low}H-{OVER}Z{rim}" fill="{palette.PAPER}" '
        f'fill-rule="evenodd"/><path class="edge" d="{rim}" fill="none" stroke="{palette.INK}" stroke-width="2.5"/>'
    )


def outside(frame: Frame, area: int | None) -> str:
    """Hexes that are not in play under a sheet of paper, and the line where play ends."""
    if area is None:
        return ""
    rest = (1 << frame.grid.size) - 1 & ~area
    return (
        f'<path class="outside" d="{border(frame, rest)}" fill="{palette.PAPER}" fill-opacity=".66" '
        'fill-rule="evenodd"/>'
        f'<path class="area" d="{border(frame, area)}" fill="none" stroke="{palette.INK}" stroke-width="4.5" '
        'stroke-dasharray="22 9 4 9" stroke-opacity=".7"/>'
    )


def _set_up(battle: Battle) -> int:
    """The hexes in which counters stand as a battle begins, or may be expected to."""
    grid = battle.board.grid
    rows = battle.scenario.get("setup", ())
    named = {str(row.get(key, "")) for row in rows for key in ("hex", "usual")}
    return mask_of(grid.index(name) for name in named if grid.has(name))


def _victory(battle: Battle) -> int:
    """The hexes that count for victory."""
    grid = battle.board.grid
    return mask_of(grid.index(name) for name in set(_hexes(battle.scenario.get("victory", {}))) if grid.has(name))


def _hexes(value: Any) -> Iterator[str]:
    """Whatever stands under `hexes`, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "hexes" and isinstance(inner, list | tuple):
                yield from (name for name in inner if isinstance(name, str))
            else:
                yield from _hexes(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _hexes(inner)
