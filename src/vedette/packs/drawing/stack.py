"""Stacks: the top counter in its place, at most two edges behind it, how many there are; fronts of those that face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..description import Meta
from .counter import DARK, SIZE, counter_group
from .frame import Point, number
from .glyphs import CAP, drawn, fitted

DOWN = 5.0
"""Units by which a counter lies below the middle of its hex, so that the number stays readable."""
EDGE = 5.0
"""Units by which each counter looks out behind the one on it, up and to the left."""
SEEN = 3
"""Counters of a stack that are seen."""
COUNT = {
    ("whole", "pointed"): (44.0, 24.0, 9.5),
    ("whole", "flat"): (36.0, 46.0, 9.5),
    ("small", "pointed"): (47.0, 29.0, 12.5),
    ("small", "flat"): (33.5, 47.0, 12.5),
}
"""Where the disc with the number of counters lies, from the middle of the top one, and its radius: clear of its plate's
figures, of the next hex's number and of the next counter. Counters seen smaller have none: nobody could read it."""


def stack_group(stack: Sequence[Mapping[str, Any]], at: Point, look: Meta | None, detail: str = "whole") -> str:
    """The counters of a hex, the last one on top, about the middle of the hex."""
    x, y = at[0] - SIZE / 2, at[1] - SIZE / 2 + DOWN
    parts = ""
    seen = stack[-SEEN:]
    for i, counter in enumerate(seen):
        aside = EDGE * (len(seen) - 1 - i)
        rounding = 13 if counter.get("side") == "union" else 2
        shadow = f'width="{SIZE}" height="{SIZE}" rx="{rounding}" fill="#1a1206" fill-opacity=".36"'
        parts += (
            f'<g transform="translate({number(x - aside)} {number(y - aside)})"><rect x="1.8" y="2.8" {shadow}/>'
            f"{counter_group(counter, look, detail)}</g>"
        )
    return f'<g class="stack">{parts}</g>'


def count_disc(many: int, at: Point, flat: bool, detail: str = "whole") -> str:
    """How many counters a stack has."""
    place = COUNT.get((detail, "flat" if flat else "pointed"))
    if place is None:
        return ""
    (dx, dy, r), words = place, str(many)
    x, y, size = at[0] + dx, at[1] + DOWN + dy, r * 1.42
    return (
        f'<circle class="count" cx="{number(x)}" cy="{number(y)}" r="{r:g}" fill="{DARK}" stroke="#fffaf0" '
        'stroke-width="1.4"/>'
        + drawn(
            words, x, y + size * CAP / 2, fitted(words, size, r * 1.58, 700), "#ffffff", kind="count", anchor=0.5,
            bold=True,
        )
    )  # fmt: skip


FRONT = (48.0, 12.0)
"""How far from the middle of the hex the bar of a front lies, and half its length: clear of every number."""


def heading_mark(degrees: float, at: Point) -> str:
    """The front of a counter: a bar along that side of its hex, inside it; degrees clockwise from the top."""
    off, half = FRONT
    return (
        f'<g class="front" transform="translate({number(at[0])} {number(at[1])}) rotate({degrees:g})">'
        f'<path d="M{-half - 1.1:g} {-off:g}H{half + 1.1:g}" stroke="#fff8e6" stroke-width="6.8"/>'
        f'<path d="M{-half:g} {-off:g}H{half:g}" stroke="{DARK}" stroke-width="4.6"/></g>'
    )
