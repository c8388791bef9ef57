"""What a printed map has beside the ground: where north is, and how far a hundred yards are."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from . import palette
from .frame import MARGIN, WIDTH, Frame, number

YARD = 0.9144
LENGTHS = (100, 200, 250, 500, 1000, 2000)
"""Yards that a scale may show."""
LONGEST = 520.0
"""Units of a scale at most."""
SIZE = 17.0


STEP = 50.0
"""Units by which both are moved on where something else stands."""
CLEAR = 45.0
"""Units that they keep from it."""


def _left(frame: Frame, long: float, others: Sequence[float]) -> float:
    """Where they begin: as far to the left as there is room between the others."""
    at = MARGIN
    while at + long < frame.width - MARGIN:
        if not any(at + 20 - CLEAR < x < at + long + CLEAR for x in others):
            return at
        at += STEP
    return MARGIN


def furniture(frame: Frame, others: Sequence[float] = ()) -> str:
    """A scale in yards and an arrow to the north, in the margin at the lower left, clear of others along the foot."""
    metres = hypot(*frame.grid.spec.place_step)
    unit = WIDTH / metres * YARD
    yards = max((length for length in LENGTHS if length * unit <= LONGEST), default=LENGTHS[0])
    step = yards / 2 * unit
    left = _left(frame, 120.0 + 2 * step, others)
    x, y = left + 90.0, frame.height - 12
    ticks = f"M{number(x)} {number(y - 7)}v7h{number(2 * step)}v-7M{number(x + step)} {number(y - 5)}v5"
    words = "".join(
        f'<text x="{number(x + i * step)}" y="{number(y - 11)}">{text}</text>'
        for i, text in enumerate(("0", f"{yards // 2}", f"{yards} yards"))
    )
    turn = "rotate(180)" if frame.turned else ""
    north = (
        f'<g transform="translate({number(left + 40)} {number(frame.height - 19)})"><g transform="{turn}">'
        f'<path d="M0-15L6 12L0 7L-6 12Z" fill="{palette.INK}"/></g><text x="17" y="6">N</text></g>'
    )
    line = f'<path d="{ticks}" fill="none" stroke="{palette.INK}" stroke-width="1.6"/>'
    return (
        f'<g class="furniture" font-family="{palette.SERIF}" font-size="{SIZE:g}" text-anchor="middle" '
        f'fill="{palette.INK}">{line}{words}{north}</g>'
    )


LETTERS = "0123456789yardsN"
"""What stands in it."""
