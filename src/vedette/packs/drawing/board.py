"""The board as one picture: ground, woods, water, roads, walls, slopes, grid, names."""

from __future__ import annotations

from functools import lru_cache
from math import dist
from pathlib import Path
from typing import NamedTuple

from vedette.board import Board
from vedette.board.flood import flood
from vedette.engine.battle import Battle
from vedette.hexes import hexes_of, mask_of

from .. import find
from . import (
    courses,
    fonts,
    furniture,
    ground,
    hillside,
    lettering,
    masses,
    palette,
    patterns,
    scenery,
    shading,
    signs,
    water,
)
from .counter import SIDES, flag_symbol
from .drawn import Drawn, Source, file_of, keep, kept, name_of
from .edition import edition
from .frame import WIDTH, Frame, number
from .landmarks import landmarks, victory_hexes
from .outline import border
from .roads import Ways, roads
from .surface import Lattice
from .themes import THEMES, recoloured

SURROUNDINGS = 4
"""How many hexes beyond the area of play are drawn in full."""
QUIET = 0.86
"""How strong contours are where hachures on hexsides are what the rules know, of what they are elsewhere."""
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
    signs: bool = True
    """Entry hexes, edges to leave by, hexes that count for victory."""
    zones: bool = False
    """Areas of the set-up."""
    numbers: bool = True
    furniture: bool = True
    """Compass and scale."""


PLAIN = Style()


def board_svg(battle: Battle, *, area: int | None = None, style: Style = PLAIN) -> str:
    """The board of a battle as an SVG document; hexes outside `area` are dimmed. Drawn once for each pack and area."""
    return _themed(battle.board, battle.pack, edition(battle.pack), source_of(battle, area, style.turned), style)


def source_of(battle: Battle, area: int | None, turned: bool) -> Source:
    """What the board of a battle is drawn from."""
    return Source(area, turned, _set_up(battle), victory_hexes(battle), landmarks(battle, area))


@lru_cache(maxsize=8)
def _themed(board: Board, pack: str, _edition: str, source: Source, style: Style) -> str:
    plain = drawn_board(board, pack, _edition, source)
    theme = THEMES[style.theme]
    light, other = (_tints(board, source.area, name) for name in ("light", style.theme))
    tints = {light[level]: other[level] for level in light}
    rules = f"<style>{plain.fonts}{_strengths(style.theme)}{lettering.style(plain.hexes)}</style>"
    shown = "".join(part for name, part in plain.over if getattr(style, name, True))
    under, over = (recoloured(part, style.theme, tints) for part in (plain.under, shown))
    return plain.head + rules + under + shading.picture(plain.shade, theme.shade) + over


@lru_cache(maxsize=8)
def drawn_board(board: Board, pack: str, _edition: str, source: Source) -> Drawn:
    """A board as it came with the program, else drawn now."""
    return kept(name_of(_edition, board, source)) or draw(board, scenery.read_scenery(find.folder(pack)), source)


def _tints(board: Board, area: int | None, theme: str) -> dict[int, str]:
    """The tints of all levels by those that occur in the area of play."""
    present = [board.level[h] for h in (range(board.grid.size) if area is None else hexes_of(area))]
    return palette.tints(present, min(board.level), max(board.level), THEMES[theme].stops)


def _strengths(theme: str) -> str:
    """How faint the grid, numbers and contours are in a theme."""
    faint = THEMES[theme].faint
    rules = f".grid{{stroke-opacity:{faint['grid']:.2f}}}.contours{{stroke-opacity:{faint['contours']:.2f}}}"
    rules += f".quiet{{stroke-opacity:{QUIET * faint['contours']:.2f}}}"
    rules += f".numbers{{fill-opacity:{faint['numbers']:.2f}}}.levels{{fill-opacity:{faint['levels']:.2f}}}"
    if theme == "contrast":
        rules += ".numbers,.levels{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}"
        rules += ".levels{stroke-width:2px}"
    return rules


def keep_board(battle: Battle, turned: bool, folder: Path) -> Path:
    """Draws the board of a battle into a folder, where it is not there yet; its file."""
    source = source_of(battle, area_of(battle), turned)
    name = name_of(edition(battle.pack), battle.board, source)
    file = file_of(folder, name)
    return (
        file
        if file.is_file()
        else keep(file, draw(battle.board, scenery.read_scenery(find.folder(battle.pack)), source))
    )


class Like(NamedTuple):
    """The map of which a small board is a sample."""

    tints: dict[int, str]
    hung: bool
    """Whether strokes hang from its contours."""


def like(board: Board, area: int | None) -> Like:
    """What a sample of a board takes from it."""
    return Like(_tints(board, area, "light"), ground.every_step(board))


def draw(board: Board, things: list[scenery.Thing], source: Source, of: Like | None = None) -> Drawn:
    """A board, layer by layer; of a sample, in the look of its map."""
    of = of or like(board, source.area)
    frame = Frame(board.grid, source.turned)
    lattice = Lattice(frame)
    height = ground.Levels(lattice, board, of.hung)
    heights = shading.relief(board, _hills(frame, things))
    ways = Ways(frame, board)
    under = [
        height.tinted(frame, of.tints),
        ground.meadow(frame),
        scenery.fields(frame, things),
        masses.corn(lattice, board),
        masses.marsh(lattice, board),
        masses.angled(frame, board),
        masses.orchards(frame, board),
        masses.woods(lattice, board),
        masses.closed(lattice, board),
    ]
    over = [
        height.lines(),
        courses.grid(frame),
        water.streams(frame, things),
        masses.town(frame, lattice, board, [ways.line(i) for i in range(len(board.roads))]),
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
        outside(frame, source.area),
    ]
    written, letters = _written(frame, board, ways, things, source)
    wide, high = number(frame.width), number(frame.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'role="img" aria-label="Map">'
    )
    below, above = "".join(under), "".join(over)
    flags = "".join(flag_symbol(side) for side in SIDES)
    defs = f"<defs>{patterns.needed(below + above)}{flags}{height.paths()}</defs>"
    layers = [("", above), *written, ("", "</svg>")]
    return Drawn(head, defs + below, layers, shading.shade(lattice, heights), letters, frame.width / WIDTH)


def _written(
    frame: Frame, board: Board, ways: Ways, things: list[scenery.Thing], source: Source
) -> tuple[list[tuple[str, str]], str]:
    """What is written on the ground and about it, with the names of the layers; and the letters for it."""
    everything, marks = (1 << board.grid.size) - 1, source.marks
    shown = everything if source.area is None else _around(board, source.area)
    out_of_play = 0 if source.area is None else everything & ~source.area

    def named(far: bool) -> lettering.Names:
        """What is on the map, for names to be set among it."""
        taken = lettering.taken_by(frame, board, ways, things, source.setup, source.victory, out_of_play, far)
        taken.add("sign", signs.spots(frame, marks, signs.FAR if far else 1.0))
        return lettering.Names(frame, board, ways, things, taken, far)

    names, larger = named(False), named(True)
    both = names.drawn() + larger.drawn()
    zones = [
        (zone, names.free(signs.zone_words(zone), signs.ZONE_SIZE, fonts.ITALIC, *signs.zone_points(frame, zone)))
        for zone in marks.zones
    ]
    for face, words in larger.words.items():
        names.words[face] += words
    names.words[fonts.ITALIC] += signs.letters(marks)
    layers = [
        ("zones", signs.zones(frame, zones)),
        ("levels", lettering.level_numbers(frame, board, shown)),
        ("numbers", lettering.numbers(frame, board, shown)),
        ("names", both),
        ("", _paper(frame, everything)),
        ("signs", signs.exits(frame, marks.exits)),
        ("signs", signs.prizes(frame, marks.prizes)),
        ("signs", signs.entries(frame, marks.entries)),
        ("furniture", furniture.furniture(frame, signs.at_foot(frame, marks))),
    ]
    return layers, "".join(fonts.font_face(face, fonts.used(words)) for face, words in names.words.items())


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
