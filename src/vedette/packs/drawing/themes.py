"""The board by day, by lamp light and in strong contrast: colours and how faint things are, never what is drawn."""

from __future__ import annotations

import re
from typing import NamedTuple

from . import palette
from .palette import Stops
from .shading import Covers


class Theme(NamedTuple):
    """What takes the place of the colours of the palette, and how strong things are."""

    colours: dict[str, str]
    stops: Stops
    shade: Covers
    faint: dict[str, float]
    """The strength of the grid, numbers, contours and the sheet over what is out of play."""


THEMES: dict[str, Theme] = {
    "light": Theme(
        {},
        palette.STOPS,
        Covers(0.40, 0.55),
        {"grid": 0.24, "numbers": 0.68, "levels": 0.8, "contours": 0.75, "outside": 0.66},
    ),
    "dark": Theme(
        {
            palette.PAPER: "#1b1814",
            palette.INK: "#f3ead7",
            palette.SHADOW: "#000000",
            palette.NUMBER: "#e2d2b2",
            palette.LEVEL: "#f0cf9c",
            palette.HILL: "#ecc99a",
            palette.CONTOUR: "#a98d5f",
            palette.HACHURE: "#d6a878",
            palette.WATER: "#4f83a6",
            palette.WATER_EDGE: "#8fbfdf",
            palette.WATER_INK: "#a9d0ea",
            palette.WOOD: "#2d4228",
            palette.GROVE: "#34492c",
            palette.WOOD_LIGHT: "#4a6540",
            palette.WOOD_DARK: "#182616",
            palette.ORCHARD: "#5d7a35",
            palette.GRASS: "#8d8c5a",
            palette.CORN: "#5d5a22",
            palette.STALK: "#a9ab52",
            palette.STRAW: "#c09a4c",
            palette.BRUSH: "#71803f",
            palette.STONE: "#0f0e0c",
            palette.STONE_LIGHT: "#b9b3a6",
            palette.ROOF: "#8a4a37",
            palette.GARDEN: "#4a3f2c",
            palette.PIKE: "#d9d2c0",
            palette.ROAD: "#b8965e",
            palette.ROAD_EDGE: "#17120b",
            palette.LANE: "#d3b17f",
        },
        ((0.0, "#2c352c"), (0.3, "#3a3f2e"), (0.55, "#4a452e"), (0.8, "#5c4c2f"), (1.0, "#705731")),
        Covers(0.38, 0.11),
        {"grid": 0.24, "numbers": 0.58, "levels": 0.62, "contours": 0.75, "outside": 0.66},
    ),
    "contrast": Theme(
        {
            palette.PAPER: "#ffffff",
            palette.INK: "#000000",
            palette.NUMBER: "#000001",
            palette.LEVEL: "#5a2d00",
            palette.HILL: "#3a1d00",
            palette.CONTOUR: "#5f4215",
            palette.HACHURE: "#4a2800",
            palette.WATER: "#1f6fb0",
            palette.WATER_EDGE: "#003f73",
            palette.WATER_INK: "#00345f",
            palette.WOOD: "#8fc383",
            palette.GROVE: "#a5d299",
            palette.WOOD_LIGHT: "#b5dba6",
            palette.WOOD_DARK: "#4d8746",
            palette.CORN: "#f0de6a",
            palette.STALK: "#566300",
            palette.STRAW: "#8a6410",
            palette.BRUSH: "#5c7020",
            palette.STONE: "#000000",
            palette.STONE_LIGHT: "#ffffff",
            palette.ROOF: "#5a1a10",
            palette.ROAD_EDGE: "#000000",
            palette.LANE: "#3d2600",
        },
        ((0.0, "#e3f0da"), (0.3, "#f4f7d8"), (0.55, "#fff3b8"), (0.8, "#ffdb85"), (1.0, "#f7bd5a")),
        Covers(0.24, 0.50),
        {"grid": 0.7, "numbers": 1.0, "levels": 1.0, "contours": 1.0, "outside": 0.66},
    ),
}

COLOUR = re.compile("#[0-9a-f]{6}")


def recoloured(svg: str, theme: str, tints: dict[str, str]) -> str:
    """A drawing of the palette in the colours of a theme; `tints` are its tints by those of the palette."""
    if theme == "light":
        return svg
    swapped = tints | THEMES[theme].colours
    return COLOUR.sub(lambda found: swapped.get(found[0], found[0]), svg)
