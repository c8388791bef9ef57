"""Words as outlines in the counters' own face, Fira Sans Condensed (SIL Open Font License, in fonts/).

A counter is a picture by itself, so no font of the page reaches it; outlines look alike in every browser, in PNG and
on paper, and their widths are known here. `data-words` keeps what they say.
"""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from importlib.resources import files
from math import sqrt
from typing import Any, NamedTuple

TABLE = "fonts/fira-sans-condensed.json"
"""Weight -> letter -> its width, then its outlines; made by `tools/glyphs.py`."""
EM = 1000
CAP = 0.69
"""Height of a capital or a figure, of the size."""
UNKNOWN = 0.55
"""Width of a letter that the table does not have: it is written in whatever face there is."""
SEMIBOLD, BOLD = 600, 700


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, list[Any]]]:
    text = (files(__package__) / TABLE).read_text(encoding="utf-8")
    table: dict[str, dict[str, list[Any]]] = json.loads(text)
    return table


def width(words: str, size: float, weight: int = SEMIBOLD) -> float:
    """How wide words stand."""
    letters = _table()[str(weight)]
    return sum(letters[c][0] / EM if c in letters else UNKNOWN for c in words) * size


class Fit(NamedTuple):
    """The size at which words stand, and how far they are pressed together."""

    size: float
    press: float = 1.0


def fitted(words: str, size: float, room: float, weight: int = SEMIBOLD) -> Fit:
    """Words that are too wide for their room get smaller and narrower, each by half of what is needed."""
    wide = width(words, size, weight)
    if wide <= room:
        return Fit(size)
    part = sqrt(room / wide)
    return Fit(size * part, part)


def drawn(
    words: str, x: float, y: float, fit: Fit, ink: str, *, kind: str, anchor: float = 0.0, bold: bool = False
) -> str:
    """Words on a line; `anchor` is 0 where x is their beginning, 0.5 their middle, 1 their end."""
    weight = BOLD if bold else SEMIBOLD
    letters = _table()[str(weight)]
    left = x - anchor * width(words, fit.size, weight) * fit.press
    said = f'class="{kind}" data-words="{escape(words)}" fill="{ink}"'
    if any(c not in letters for c in words):
        long = width(words, fit.size, weight) * fit.press
        return (
            f'<text {said} x="{left:.1f}" y="{y:.1f}" font-size="{fit.size:.1f}" font-weight="{weight}" '
            f'font-family="sans-serif" textLength="{long:.1f}" lengthAdjust="spacingAndGlyphs">{escape(words)}</text>'
        )
    at, path = 0, ""
    for c in words:
        path += "".join(f"M{x0 + at} {y0}{rest}" for x0, y0, rest in letters[c][1:])
        at += letters[c][0]
    scale = fit.size / EM
    return f'<path {said} transform="matrix({scale * fit.press:.5f} 0 0 {scale:.5f} {left:.2f} {y:.2f})" d="{path}"/>'
