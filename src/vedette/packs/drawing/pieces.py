"""Lines in pieces, each in a small box.

A browser paints a map in tiles. It passes over what lies beside a tile, but goes along the whole of a path that touches
it, however far the path runs on; dashes above all take their time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SQUARE = 400.0
"""Units of the squares whose lines go into one path, by where they begin."""
BEGIN = re.compile(r"M(-?[\d.]+) ?(-?[\d.]+)")


def pieces(paths: Iterable[str]) -> str:
    """Path data of lines that are drawn alike, as path elements: what lies together goes into one."""
    near: dict[tuple[int, int], str] = {}
    for path in paths:
        if begin := BEGIN.match(path):
            square = int(float(begin[1]) // SQUARE), int(float(begin[2]) // SQUARE)
            near[square] = near.get(square, "") + path
    return "".join(f'<path d="{path}"/>' for path in near.values())
