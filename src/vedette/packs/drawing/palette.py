"""Colours and type of board and counters: quiet paper, deep sage to straw, brown ink."""

from __future__ import annotations

from itertools import pairwise

SERIF = "'Iowan Old Style','Palatino Linotype',Georgia,'DejaVu Serif',serif"
SANS = "'Gill Sans','Segoe UI','Noto Sans','DejaVu Sans',sans-serif"

PAPER = "#f4ecd8"
INK = "#2b2116"
SHADOW = "#2a2015"
LEVEL = "#472505"
CONTOUR = "#7d5f35"
HACHURE = "#6b4320"
WATER = "#5b8fb0"
WATER_EDGE = "#3f6f8f"
WOOD = "#5c7b4e"
WOOD_LIGHT = "#7f9c69"
ORCHARD = "#6f8a3f"
GRASS = "#8a8a4f"
CORN = "#d6c55a"
STALK = "#6c7a26"
STRAW = "#a8822c"
BRUSH = "#76883f"
STONE = "#4a4641"
STONE_LIGHT = "#d8d3c8"
ROOF = "#8c3b2a"
PIKE = "#fffdf6"
ROAD = "#e2c28c"
ROAD_EDGE = "#5b4426"
LANE = "#6f542e"

Stops = tuple[tuple[float, str], ...]
STOPS: Stops = (
    (0.0, "#7f9f88"),
    (0.25, "#a2ba93"),
    (0.5, "#c8d09d"),
    (0.7, "#e5dda2"),
    (0.85, "#ebcf86"),
    (1.0, "#dfb76a"),
)
"""The tint of a level by its place between lowest and highest: sage, then straw."""


def tint(level: int, lowest: int, highest: int, stops: Stops = STOPS) -> str:
    """The colour of a level."""
    at = (level - lowest) / max(1, highest - lowest)
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
