"""A picture for a program that fills ground with a pattern, or stretches a picture, point by point and slowly."""

from __future__ import annotations

import re
from math import ceil, cos, radians, sin

from .frame import number

SHADE = '<image class="shade" '
SMOOTH = '<image class="shade" style="image-rendering:smooth" '
"""Between four points of the shading, as a browser does it, not sixteen: the eye sees no difference."""
TILE = re.compile(
    r'<pattern id="vb-meadow" width="(\d+)" height="(\d+)"[^>]*rotate\((-?\d+)\)"><path d="([^"]+)"([^>]*)/></pattern>'
)
SPREAD = re.compile(r'<rect class="meadow" width="([\d.]+)" height="([\d.]+)"[^>]*/>')
STROKE = re.compile(r"M(\d+) (\d+)([^M]+)")


def eased(svg: str) -> str:
    """The same picture, made in less time: the meadow as strokes in their places, the shading simply smooth."""
    tile = TILE.search(svg)
    if tile:
        svg = SPREAD.sub(lambda rect: _tufts(tile, float(rect[1]), float(rect[2])), svg)
    return svg.replace(SHADE, SMOOTH)


def _tufts(tile: re.Match[str], wide: float, high: float) -> str:
    """The strokes of a tile wherever its pattern puts them in a rectangle."""
    across, down, turn = int(tile[1]), int(tile[2]), radians(int(tile[3]))
    strokes = [(int(x), int(y), rest) for x, y, rest in STROKE.findall(tile[4])]
    # The corners of the rectangle as the pattern, which is turned, sees them.
    corners = [(x * cos(turn) + y * sin(turn), y * cos(turn) - x * sin(turn)) for x in (0, wide) for y in (0, high)]
    columns, rows = (
        range(int(min(side) // step), ceil(max(side) / step))
        for side, step in zip(zip(*corners, strict=True), (across, down), strict=True)
    )
    path = ""
    for left, top in ((i * across, j * down) for j in rows for i in columns):
        for x, y, rest in ((left + x, top + y, rest) for x, y, rest in strokes):
            u, v = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            if 0 <= u <= wide and 0 <= v <= high:
                path += f"M{x} {y}{rest}"
    return f'<g class="meadow" transform="rotate({number(int(tile[3]))})"><path d="{path}"{tile[5]}/></g>'
