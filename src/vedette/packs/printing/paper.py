"""Paper, and how a picture is cut into sheets of it."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "tabloid": (279.4, 431.8),
}
"""Name -> width and height in millimetres, upright."""
POSTER = "poster"
"""One page as large as the picture, for those who print on rolls."""
MARGIN = 10.0
FOOT = 8.0
"""Millimetres below the picture for what the sheet is called."""
OVERLAP = 8.0
"""Millimetres that two sheets have in common, to glue one on the other."""


class Sheets(NamedTuple):
    """How a picture is cut: the page, the part of the picture that each holds, columns and rows."""

    page: tuple[float, float]
    part: tuple[float, float]
    across: int
    down: int

    @property
    def number(self) -> int:
        """How many sheets."""
        return self.across * self.down

    def left_top(self, column: int, row: int) -> tuple[float, float]:
        """Where in the picture a sheet begins, in millimetres."""
        return column * (self.part[0] - OVERLAP), row * (self.part[1] - OVERLAP)

    def name(self, column: int, row: int) -> str:
        """A sheet by its row and column: A1 is the upper left one."""
        return f"{chr(ord('A') + row % 26)}{column + 1}"


def cut(width: float, height: float, paper: str) -> Sheets:
    """The sheets of a picture of so many millimetres; the paper lies as it takes fewer of them."""
    if paper == POSTER:
        page = (width + 2 * MARGIN, height + 2 * MARGIN + FOOT)
        return Sheets(page, (width, height), 1, 1)
    upright = PAPERS[paper]
    return min((_cut(width, height, page) for page in (upright, upright[::-1])), key=lambda sheets: sheets.number)


def _cut(width: float, height: float, page: tuple[float, float]) -> Sheets:
    part = page[0] - 2 * MARGIN, page[1] - 2 * MARGIN - FOOT
    lengths = zip((width, height), part, strict=True)
    across, down = (max(1, ceil((long - OVERLAP) / (step - OVERLAP))) for long, step in lengths)
    return Sheets(page, part, across, down)
