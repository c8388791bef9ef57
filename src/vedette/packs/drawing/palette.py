"""Colours and type of board and counters: warm paper, spring green to straw, brown ink."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

SERIF = "'Libre Caslon Text','Iowan Old Style','Palatino Linotype',Georgia,'DejaVu Serif',serif"
SANS = "'Fira Sans Condensed','Gill Sans','Segoe UI','Noto Sans','DejaVu Sans',sans-serif"

PAPER = "#f4ecd8"
INK = "#2b2116"
SHADOW = "#2a2015"
NUMBER = "#4a3a26"
LEVEL = "#472505"
CONTOUR = "#8c6a3c"
HACHURE = "#7a4f28"
HILL = "#5f3f1d"
WATER = "#8dbbd3"
WATER_EDGE = "#3f7ba0"
WATER_INK = "#2c6488"
WOOD = "#84a671"
WOOD_LIGHT = "#b3cd9c"
WOOD_DARK = "#5d8050"
GROVE = "#9dba86"
ORCHARD = "#6f8a3f"
GRASS = "#8f9a58"
CORN = "#e6d476"
STALK = "#6c7a26"
STRAW = "#a8822c"
BRUSH = "#76883f"
STONE = "#4a4641"
STONE_LIGHT = "#d8d3c8"
ROOF = "#7d3526"
GARDEN = "#ead9b4"
PIKE = "#fffdf6"
ROAD = "#f3d9a0"
ROAD_EDGE = "#6b4c25"
LANE = "#7c5c33"

Stops = tuple[tuple[float, str], ...]
STOPS: Stops = (
    (0.0, "#dbe4c0"),
    (0.28, "#e9ebc4"),
    (0.5, "#f3e9bd"),
    (0.7, "#eed79f"),
    (0.86, "#e2bd7e"),
    (1.0, "#d0a266"),
)
"""The tint of a level by its place on the ramp: spring green, then straw, then clay."""
STEP = 0.42
"""The farthest on the ramp from one level to the next, so that three levels are not a flag."""


def tints(present: Sequence[int], low: int, high: int, stops: Stops = STOPS) -> dict[int, str]:
    """The tint of every level of a board, by those that occur where there is play; others take the nearest of them."""
    ranks = sorted(set(present))
    step = min(STEP, 1 / max(1, len(ranks) - 1))
    at = {level: on_ramp(i * step, stops) for i, level in enumerate(ranks)}
    return {level: at[min(ranks, key=lambda r: (abs(r - level), r))] for level in range(low, high + 1)}


def on_ramp(at: float, stops: Stops) -> str:
    """The colour at a place of a ramp."""
    for (x0, low), (x1, high) in pairwise(stops):
        if at <= x1:
            return mix(low, high, (at - x0) / (x1 - x0))
    return stops[-1][1]


def mix(a: str, b: str, share: float) -> str:
    """A colour between two others."""
    parts = zip(_parts(a), _parts(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in parts)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance of a colour (WCAG)."""
    linear = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _parts(colour))
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast of two colours, 1 to 21 (WCAG)."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour: str) -> str:
    """Dark or light ink, whichever reads better on a colour."""
    return max((INK, "#ffffff"), key=lambda ink: contrast(ink, colour))
