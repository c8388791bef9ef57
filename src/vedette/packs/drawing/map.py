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
from . import palette
from .board import area_of, board_svg
from .counter import SIZE, counter_group, heading_mark
from .frame import Frame, number

DOWN = 5.0
"""Units by which a counter lies below the middle of its hex, so that the number stays readable."""
FAN = 7.0
"""Units by which each counter of a stack is moved from the one below."""
FONTS = (
    # Where a system has none of the usual fonts under their own name, one of these stands in.
    ("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "DejaVu Sans", "DejaVu Serif"),
    ("/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf", "DejaVu Sans", "DejaVu Serif"),
    ("/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", "Liberation Sans", "Liberation Serif"),
)


def map_svg(
    battle: Battle,
    counters: Iterable[Mapping[str, Any]] = (),
    *,
    control: Mapping[str, str] | None = None,
    whole: bool = False,
) -> str:
    """The board with counters and flags; of a battle within an area only that part, unless `whole`.

    Each counter describes itself as in a view and says its `hex`; those of one hex lie on each other in the order of
    their `layer`, 0 on top, else in the order given, the last on top. `control` gives the side that holds each victory
    hex.
    """
    area = area_of(battle)
    frame = Frame(battle.board.grid)
    svg = board_svg(battle, area=area)
    body = svg[: -len("</svg>")]
    if area is not None and not whole:
        left, top, wide, high = (number(v) for v in frame.box(_hexes(battle, area)))
        old = f'viewBox="0 0 {number(frame.width)} {number(frame.height)}" '
        old += f'width="{number(frame.width)}" height="{number(frame.height)}"'
        body = body.replace(old, f'viewBox="{left} {top} {wide} {high}" width="{wide}" height="{high}"', 1)
    return body + _counters(battle, frame, counters) + _flags(battle, frame, control) + "</svg>"


def _hexes(battle: Battle, area: int) -> list[int]:
    return [h for h in range(battle.board.grid.size) if area >> h & 1]


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


def _counters(battle: Battle, frame: Frame, counters: Iterable[Mapping[str, Any]]) -> str:
    look = meta(battle)
    height: dict[str, int] = {}
    parts = ""
    for counter in sorted(counters, key=_deep, reverse=True):
        name = str(counter.get("hex") or "")
        if not name:
            continue
        x, y = frame.centres[battle.board.grid.index(name)]
        lift = height.get(name, 0) * FAN
        height[name] = height.get(name, 0) + 1
        where = f"translate({number(x - SIZE / 2 + lift)} {number(y - SIZE / 2 + DOWN - lift)})"
        shadow = f'<rect x="2" y="3" width="{SIZE}" height="{SIZE}" rx="6" fill="{palette.INK}" fill-opacity=".35"/>'
        parts += f'<g transform="{where}">{shadow}{counter_group(counter, look)}{_front(counter)}</g>'
    return f'<g class="counters">{parts}</g>'


def _front(counter: Mapping[str, Any]) -> str:
    """Where a counter faces, if it says so."""
    heading = counter.get("heading")
    middle = f"{SIZE / 2:g}"
    return "" if heading is None else f'<g transform="translate({middle} {middle})">{heading_mark(heading)}</g>'


def _deep(counter: Mapping[str, Any]) -> float:
    """How deep in its stack a counter lies; without a place in it below those that have one."""
    layer = counter.get("layer")
    return float("inf") if layer is None else float(layer)


def png(svg: str, *, width: int | None = None) -> bytes:
    """An SVG as PNG."""
    fonts: dict[str, Any] = {}
    for file, sans, serif in FONTS:
        if Path(file).is_file():
            fonts = {"sans_serif_family": sans, "serif_family": serif, "font_family": sans}
            break
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, **fonts))
    except ValueError as e:
        raise PackError(f"the picture cannot be made ({e}); write it as .svg") from None


def shared_board(battle: Battle) -> str:
    """The board as a symbol, for a page that shows it in several pictures: put it in the page once."""
    frame = Frame(battle.board.grid)
    svg = board_svg(battle, area=area_of(battle))
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
        f"{_counters(battle, frame, counters)}{_flags(battle, frame, control)}</svg>"
    )
