"""The board in other colours: lamp light, and the strongest contrast. Only colours differ, never what is drawn."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import palette
from .palette import Stops


class Theme(NamedTuple):
    """What takes the place of the colours of the palette."""

    colours: dict[str, str]
    stops: Stops
    words: dict[str, str]
    """Other parts of the drawing that change: how faint the grid and the numbers are."""


THEMES: dict[str, Theme] = {
    "light": Theme({}, palette.STOPS, {}),
    "dark": Theme(
        {
            palette.PAPER: "#1b1814",
            palette.INK: "#f3ead7",
            palette.SHADOW: "#000000",
            palette.LEVEL: "#f0cf9c",
            palette.CONTOUR: "#a98d5f",
            palette.HACHURE: "#d6a878",
            palette.WATER: "#6f9fc0",
            palette.WATER_EDGE: "#8fbad8",
            palette.WOOD: "#22331f",
            palette.WOOD_LIGHT: "#3d5636",
            palette.ORCHARD: "#5d7a35",
            palette.GRASS: "#8d8c5a",
            palette.CORN: "#5d5a22",
            palette.STALK: "#a9ab52",
            palette.STRAW: "#c09a4c",
            palette.BRUSH: "#71803f",
            palette.STONE: "#0f0e0c",
            palette.STONE_LIGHT: "#b9b3a6",
            palette.PIKE: "#d9d2c0",
            palette.ROAD: "#b8965e",
            palette.ROAD_EDGE: "#17120b",
            palette.LANE: "#d3b17f",
        },
        ((0.0, "#26352c"), (0.5, "#41472f"), (0.85, "#5e5030"), (1.0, "#69532b")),
        {},
    ),
    "contrast": Theme(
        {
            palette.PAPER: "#ffffff",
            palette.INK: "#000000",
            palette.LEVEL: "#5a2d00",
            palette.CONTOUR: "#5f4215",
            palette.HACHURE: "#4a2800",
            palette.WATER: "#1f6fb0",
            palette.WATER_EDGE: "#003f73",
            palette.WOOD: "#5e8f55",
            palette.WOOD_LIGHT: "#a9cf9c",
            palette.CORN: "#f0de6a",
            palette.STALK: "#566300",
            palette.STRAW: "#8a6410",
            palette.BRUSH: "#5c7020",
            palette.STONE: "#000000",
            palette.STONE_LIGHT: "#ffffff",
            palette.ROAD_EDGE: "#000000",
            palette.LANE: "#3d2600",
        },
        ((0.0, "#c3dccb"), (0.5, "#f4f4dc"), (0.85, "#fff0c4"), (1.0, "#ffdf9a")),
        {'stroke-opacity=".22"': 'stroke-opacity=".6"', 'fill-opacity=".85"': 'fill-opacity="1"'},
    ),
}

COLOUR = re.compile("#[0-9a-f]{6}")


def recoloured(svg: str, theme: str, levels: tuple[int, int]) -> str:
    """A drawing of the palette in the colours of a theme; `levels` are the lowest and the highest of the board."""
    if theme == "light":
        return svg
    colours, stops, words = THEMES[theme]
    low, high = levels
    tints = {palette.tint(i, low, high): palette.tint(i, low, high, stops) for i in range(low, high + 1)}
    swapped = tints | colours
    svg = COLOUR.sub(lambda found: swapped.get(found[0], found[0]), svg)
    for plain, other in words.items():
        svg = svg.replace(plain, other)
    return svg
