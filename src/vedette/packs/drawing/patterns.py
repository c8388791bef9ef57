"""Patterns of what grows: crowns of trees, meadow, grass, corn, stubble with shocks, brush, reeds; closed ground."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from random import Random

from . import palette
from .frame import number

TILE = (211, 173)
"""Width and height of the tile of crowns."""
CROWNS = {"wood": (11.5, 10.0, 11.5), "grove": (10.0, 8.5, 11.5)}
"""Widths of crowns, and after them how far they stand apart at least."""


def _pattern(name: str, wide: int, high: int, turn: int, body: str) -> str:
    turned = f' patternTransform="rotate({turn})"' if turn else ""
    return (
        f'<pattern id="vb-{name}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse"{turned}>{body}</pattern>'
    )


def _strokes(colour: str, width: float, opacity: str, path: str) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-opacity="{opacity}" '
        'stroke-linecap="round"/>'
    )


def _crowns(name: str, dark: str, light: str) -> str:
    """A tile of crowns, each lit from the upper left, that joins itself on all sides."""
    wide, small, apart = CROWNS[name]
    chance = Random(f"crowns of {name}")
    across, down = TILE
    reach = range(-ceil(apart), ceil(apart) + 1)
    near = [(dx, dy) for dx in reach for dy in reach if dx * dx + dy * dy < apart**2]
    trees: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    for _ in range(2600):
        x, y = chance.randrange(across), chance.randrange(down)
        if (x, y) not in taken:
            trees.append((x, y))
            taken.update(((x + dx) % across, (y + dy) % down) for dx, dy in near)
    trees.sort(key=lambda p: p[1])
    body = ""
    for i, width in enumerate((wide, small)):
        mine = [p for j, p in enumerate(trees) if j * 7 % 5 % 2 == i]
        again = [
            (x + dx, y + dy)
            for x, y in mine
            for dx in (-across, 0, across)
            for dy in (-down, 0, down)
            if -9 < x + dx < across + 9 and -9 < y + dy < down + 9
        ]
        dots = "".join(f"M{x} {y}h0" for x, y in again)
        body += f'<path d="{dots}" stroke="{dark}" stroke-width="{number(width)}"/>'
        lit = f'transform="translate(-1.3 -1.6)" stroke="{light}" stroke-width="{number(width * 0.62)}"'
        body += f'<path d="{dots}" {lit}/>'
    return _pattern(name, across, down, 0, f'<g fill="none" stroke-linecap="round" stroke-opacity=".68">{body}</g>')


@lru_cache(maxsize=1)
def patterns() -> dict[str, str]:
    """Every pattern by its name."""
    tuft = "M12 14l-2-5M12 14v-6M12 14l2-5M58 40l-2-5M58 40v-6M58 40l2-5M31 68l-2-4M31 68v-5M81 74l2-4M81 74v-5"
    made = {
        "wood": _crowns("wood", palette.WOOD_DARK, palette.WOOD_LIGHT),
        "grove": _crowns("grove", palette.WOOD_DARK, palette.WOOD_LIGHT),
        "meadow": _pattern("meadow", 96, 83, -6, _strokes(palette.GRASS, 1.2, ".42", tuft)),
        "grass": _pattern(
            "grass",
            26,
            22,
            -8,
            _strokes(palette.GRASS, 1.1, ".6", "M5 8l-2-4M5 8v-5M5 8l2-4M18 19l-2-4M18 19v-5M18 19l2-4"),
        ),
        "corn": _pattern(
            "corn", 11, 15, -17, _strokes(palette.STALK, 1.5, ".8", "M5.5 14V4M5.5 11l-3.4-4M5.5 8.5l3.4-4")
        ),
        "wheat": _pattern(
            "wheat",
            40,
            34,
            -17,
            _strokes(palette.STRAW, 1, ".38", "M0 4h40M0 12.5h40M0 21h40M0 29.5h40")
            + _strokes(palette.STRAW, 1.7, ".9", "M10 15v-9M10 15l-3.5-8M10 15l3.5-8M7.8 11h4.4")
            + _strokes(palette.STRAW, 1.7, ".9", "M30 32v-9M30 32l-3.5-8M30 32l3.5-8M27.8 28h4.4"),
        ),
        "brush": _pattern(
            "brush",
            38,
            32,
            12,
            _strokes(palette.BRUSH, 5.5, ".6", "M8 9h0M13 11h0M29 25h0M24 6h0")
            + _strokes(palette.BRUSH, 3.6, ".7", "M10.5 6h0M32 22h0M4 26h0M18 22h0M26 27.5h0"),
        ),
        "marsh": _pattern(
            "marsh",
            44,
            30,
            0,
            _strokes(palette.WATER_EDGE, 1.6, ".8", "M3 13h15M8 16h9M25 27h15M29 30h8")
            + _strokes(palette.GRASS, 1.5, ".95", "M10 11v-8M10 11l-4-6M10 11l4-6M32 25v-8M32 25l-4-6M32 25l4-6"),
        ),
        "closed": _pattern("closed", 12, 12, 45, _strokes(palette.HACHURE, 1.6, ".55", "M0 6h12")),
    }
    return made


def paint(name: str) -> str:
    """What fills ground with a pattern."""
    return f"url(#vb-{name})"


def needed(drawing: str) -> str:
    """The patterns that a drawing uses."""
    return "".join(pattern for name, pattern in patterns().items() if paint(name) in drawing)
