"""Counters to cut out: fronts, and on the page behind them the backs, so that both sides of a sheet meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.game import Playable

from ..both_faces import counters_of
from . import paper
from .pictures import pictures
from .typeset import pdf
from .words import made_of

GAP = 2.0
"""Millimetres between two counters."""
SHARE = 0.8
"""A counter's width, of that of a hex."""


def counters_pdf(battle: Playable, settings: Mapping[str, Any], *, sheet: str, hex: float) -> bytes:
    """Every counter of a battle, four fifths of a hex wide; each second page has the backs of the one before."""
    counters = counters_of(battle, settings)
    size = hex * SHARE
    page = paper.PAPERS[sheet]
    wide, high = page[0] - 2 * paper.MARGIN, page[1] - 2 * paper.MARGIN - paper.FOOT
    across, down = (max(1, int((room + GAP) // (size + GAP))) for room in (wide, high))
    numbered = list(range(len(counters)))
    data = {
        "title": battle.title,
        "made": made_of(battle),
        "page": page,
        "margin": paper.MARGIN,
        "foot": paper.FOOT,
        "size": size,
        "gap": GAP,
        "across": across,
        "sheets": [numbered[i : i + across * down] for i in range(0, len(numbered), across * down)],
        "backs": [counter.back is not None for counter in counters],
    }
    return pdf("counters.typ", data, pictures(battle, counters))
