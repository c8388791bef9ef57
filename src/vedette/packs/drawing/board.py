"""The board as one picture: ground, woods, water, roads, walls, slopes, grid, names."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vedette.board import Board
from vedette.board.flood import flood
from vedette.engine.battle import Battle
from vedette.hexes import hexes_of, mask_of

from .. import find
from . import crops, ground, lettering, lines, palette, scenery, water
from .counter import SIDES, flag_symbol
from .edition import edition
from .frame import Frame, number
from .outline import border, hexagons
from .themes import recoloured

SURROUNDINGS = 4
"""How many hexes beyond the area of play are drawn in full."""


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
    """The number of its level in each hex."""


PLAIN = Style()


def board_svg(battle: Battle, *, area: int | None = None, style: Style = PLAIN) -> str:
    """The board of a battle as an SVG document; hexes outside `area` are dimmed. Drawn once for each pack and area."""
    plain = _drawn(battle.board, battle.pack, edition(battle.pack), area, style.turned, style.levels)
    return recoloured(plain, style.theme, (min(battle.board.level), max(battle.board.level)))


@lru_cache(maxsize=8)
def _drawn(board: Board, pack: str, _edition: str, area: int | None, turned: bool, levels: bool) -> str:
    frame = Frame(board.grid, turned)
    things = scenery.read_scenery(find.folder(pack))
    everything = (1 << board.grid.size) - 1
    shown = everything if area is None else _around(board, area)
    layers = [
        ground.levels(frame, board),
        scenery.fields(frame, things),
        ground.corn(frame, board),
        ground.marsh(frame, board),
        ground.angled(frame, board),
        ground.orchards(frame, board),
        ground.woods(frame, board, shown),
        ground.closed(frame, board),
        water.streams(frame, things),
        water.flowing(frame, board),
        ground.town(frame, board),
        water.waters(frame, board),
        lines.slopes(frame, board),
        lines.brows(frame, board),
        lines.roads(frame, board),
        water.crossings(frame, board),
        scenery.fences(frame, things),
        scenery.walls(frame, things),
        lines.walls(frame, board),
        scenery.houses(frame, things),
        lines.grid(frame, board, shown),
        outside(frame, area),
        lettering.names(frame, board, things),
        lettering.level_numbers(frame, board, shown) if levels else "",
        lettering.numbers(frame, board, shown),
    ]
    rim = border(frame, everything)
    width, height = number(frame.width), number(frame.height)
    flags = "".join(flag_symbol(side) for side in SIDES)
    # What runs off the map is covered, not clipped: clipping doubles the time that a picture takes.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="Map"><defs>{crops.DEFS}{flags}</defs>{"".join(layers)}'
        f'<path class="beyond" d="M0 0H{width}V{height}H0Z{rim}" fill="{palette.PAPER}" fill-rule="evenodd"/>'
        f'<path class="edge" d="{rim}" fill="none" stroke="{palette.INK}" stroke-width="2.5"/></svg>'
    )


def _around(board: Board, area: int) -> int:
    """The area of play and some hexes about it: further off trees, grid and numbers are left out."""
    for _ in range(SURROUNDINGS):
        area |= mask_of(n for h in hexes_of(area) for n in board.grid.neighbours[h])
    return area


def outside(frame: Frame, area: int | None) -> str:
    """Hexes that are not in play under a sheet of paper, and the line where play ends."""
    if area is None:
        return ""
    rest = (1 << frame.grid.size) - 1 & ~area
    return (
        f'<path class="outside" d="{hexagons(frame, rest)}" fill="{palette.PAPER}" fill-opacity=".66"/>'
        f'<path class="area" d="{border(frame, area)}" fill="none" stroke="{palette.INK}" stroke-width="4.5" '
        'stroke-dasharray="22 9 4 9" stroke-opacity=".7"/>'
    )
