"""A map with counters on it, as `vedette map` writes it, and any SVG as PNG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

import resvg_py

from vedette.engine.battle import Battle

from ..errors import PackError
from ..reader import meta
from .board import Style, area_of, board_svg
from .eased import eased
from .fonts import paths as font_files
from .frame import Frame, number
from .lettering import one_size
from .stack import count_disc, heading_mark, stack_group
from .track import Track, strip

FLAT = 55.0
"""Units from the middle of a hex to its foot: less where a hexside is there, more where a corner is."""
FONTS = (
    # Where a system has none of the usual fonts under their own name, one of these stands in.
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "DejaVu Sans", "DejaVu Serif"),
    ("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "DejaVu Sans", "DejaVu Serif"),
    ("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", "Liberation Sans", "Liberation Serif"),
)


Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def map_svg(
    battle: Battle,
    counters: Iterable[Mapping[str, Any]] = (),
    *,
    control: Mapping[str, str] | None = None,
    whole: bool = False,
    flags: bool = True,
    track: Track | None = None,
    about: Iterable[str] = (),
    margin: int = 0,
) -> str:
    """The board with counters and flags; of a battle within an area only that part, unless `whole`.

    Each counter describes itself as in a view and says its `hex`; those of one hex lie on each other in the order of
    their `layer`, 0 on top, else in the order given, the last on top. `control` gives the side that holds each victory
    hex; without `flags` none is planted. A `track` lies below the map, without its counters where no flags are planted.
    `about` some hexes only the piece is shown in which they lie, with those up to `margin` hexes away.
    """
    area = area_of(battle)
    frame = Frame(battle.board.grid)
    svg = one_size(board_svg(battle, area=area, style=Style(zones=True)))
    old, box = _size((0.0, 0.0, frame.width, frame.height)), (0.0, 0.0, frame.width, frame.height)
    if area is not None and not whole:
        box = frame.box(_hexes(battle, area))
    if near := [battle.board.grid.index(name) for name in about]:
        box = _within(frame.box(_round(battle, near, margin)), box)
    left, top, wide, high = box
    below, more = strip(track or Track(), (left, top + high, wide), meta(battle), flags)
    body = svg[: -len("</svg>")].replace(old, _size((left, top, wide, high + more)), 1)
    planted = _flags(battle, frame, control) if flags else ""
    return body + below + _counters(battle, frame, counters) + planted + "</svg>"


def _size(box: tuple[float, float, float, float]) -> str:
    """The part of a picture that is shown, as large as it is."""
    left, top, wide, high = (number(v) for v in box)
    return f'viewBox="{left} {top} {wide} {high}" width="{wide}" height="{high}"'


def _hexes(battle: Battle, area: int) -> list[int]:
    return [h for h in range(battle.board.grid.size) if area >> h & 1]


def _round(battle: Battle, hexes: Iterable[int], margin: int) -> list[int]:
    """These hexes and those up to so many away."""
    near = 0
    for hex in hexes:
        near |= battle.board.grid.within(hex, margin)
    return _hexes(battle, near)


def _within(piece: Box, whole: Box) -> Box:
    """What of a piece lies within the picture."""
    left, top = max(piece[0], whole[0]), max(piece[1], whole[1])
    right, low = min(piece[0] + piece[2], whole[0] + whole[2]), min(piece[1] + piece[3], whole[1] + whole[3])
    return (left, top, right - left, low - top) if right > left and low > top else whole


def _flags(battle: Battle, frame: Frame, control: Mapping[str, str] | None) -> str:
    """A flag on each victory hex, at first of the side that holds it from the start."""
    victory = battle.scenario.get("victory", {})
    held = {str(h): str(victory.get("initial", "")) for h in victory.get("hexes", ())} | dict(control or {})
    parts = ""
    for name, side in held.items():
        if not side:
            continue
        x, y = frame.centres[battle.board.grid.index(name)]
        parts += f'<use href="#vb-flag-{side}" x="{number(x + 22)}" y="{number(y - 54)}" width="21" height="24"/>'
    return f'<g class="flags">{parts}</g>'


SEEN_SMALL = "small"
"""The drawing of a counter in a picture of a whole field."""


def _counters(battle: Battle, frame: Frame, counters: Iterable[Mapping[str, Any]], detail: str = "whole") -> str:
    """The stacks from the top of the board to its foot, then fronts and counts, which no neighbour hides."""
    look = meta(battle)
    stacks: dict[str, list[Mapping[str, Any]]] = {}
    for counter in sorted(counters, key=_deep, reverse=True):
        if name := str(counter.get("hex") or ""):
            stacks.setdefault(name, []).append(counter)
    placed = [(frame.centres[battle.board.grid.index(name)], stack) for name, stack in stacks.items()]
    placed.sort(key=lambda one: (one[0][1], one[0][0]))
    drawn = "".join(stack_group(stack, at, look, detail) for at, stack in placed)
    fronts = "".join(heading_mark(stack[-1]["heading"], at) for at, stack in placed if _faces(stack[-1]))
    flat = max(p[1] for p in frame.rings[0]) - frame.centres[0][1] < FLAT
    counts = "".join(count_disc(len(stack), at, flat, detail) for at, stack in placed if len(stack) > 1)
    return f'<g class="counters">{drawn}</g><g class="fronts">{fronts}</g><g class="counts">{counts}</g>'


def _faces(counter: Mapping[str, Any]) -> bool:
    return counter.get("heading") is not None


def _deep(counter: Mapping[str, Any]) -> float:
    """How deep in its stack a counter lies; without a place in it below those that have one."""
    layer = counter.get("layer")
    return float("inf") if layer is None else float(layer)


AS_RESVG_CALLS_IT = ("'Fira Sans Condensed'", "'Fira Sans Condensed Medium'")
"""The face of the figures by its family, and by the name that its file has."""


def png(svg: str, *, width: int | None = None) -> bytes:
    """An SVG as PNG."""
    fonts: dict[str, Any] = {"font_files": font_files()}
    for file, sans, serif in FONTS:
        if Path(file).is_file():
            fonts |= {"sans_serif_family": sans, "serif_family": serif, "font_family": sans}
            break
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=eased(svg).replace(*AS_RESVG_CALLS_IT), width=width, **fonts))
    except ValueError as e:
        raise PackError(f"the picture cannot be made ({e}); write it as .svg") from None


def shared_board(battle: Battle) -> str:
    """The board as a symbol, for a page that shows it in several pictures: put it in the page once."""
    frame = Frame(battle.board.grid)
    svg = one_size(board_svg(battle, area=area_of(battle)))
    inside = svg[svg.index(">") + 1 : -len("</svg>")]
    box = f"0 0 {number(frame.width)} {number(frame.height)}"
    hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    symbol = f'<symbol id="vb-board" viewBox="{box}">{inside}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {hidden}>{symbol}</svg>'


def position_svg(
    battle: Battle, counters: Iterable[Mapping[str, Any]], control: Mapping[str, str] | None, label: str
) -> str:
    """A picture of a position on the board of `shared_board`: the area of play with counters and flags."""
    frame = Frame(battle.board.grid)
    area = area_of(battle)
    hexes = _hexes(battle, area) if area is not None else list(range(battle.board.grid.size))
    left, top, wide, high = (number(v) for v in frame.box(hexes))
    size = f'width="{number(frame.width)}" height="{number(frame.height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" role="img" '
        f'aria-label="{escape(label)}"><use href="#vb-board" {size}/>'
        f"{_counters(battle, frame, counters, SEEN_SMALL)}{_flags(battle, frame, control)}</svg>"
    )
