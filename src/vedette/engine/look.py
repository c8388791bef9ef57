"""Whole-board views (looks): what one is, and how a hex and a line of it are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

GOOD, BAD, WARN, NONE = "good", "bad", "warn", "none"
"""Tones of a hex or a line, for whoever looks."""


class Place(msgspec.Struct, frozen=True):
    """What a look is asked about; -1 and "" where nothing is given."""

    at: int = -1
    to: int = -1
    unit: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """What a look shows: rows by printed hex number, lines between hexes, words below."""

    hexes: dict[str, dict[str, Any]] = {}
    lines: tuple[dict[str, Any], ...] = ()
    words: tuple[str, ...] = ()
    legend: dict[str, str] = {}
    """What its tones mean, where that is not good or bad for whoever looks."""


class Look(msgspec.Struct, frozen=True):
    """One whole-board view: its name, title, key, what it must be told, and who draws it.

    `draw` is given the state, the seat or side that looks, and the place.
    """

    name: str
    title: str
    key: str
    draw: Callable[[Any, Any, Place], Drawing]
    needs: tuple[str, ...] = ()
    """Of "hex", "to" and "unit"."""


def cell(text: str = "", weight: float = 0.0, tone: str = NONE, why: str = "", cite: str = "") -> dict[str, Any]:
    """What stands in one hex: a short text, how strong the colour is (0 to 1), its tone, the reason and its case."""
    return {"text": text, "weight": round(weight, 4), "tone": tone, "why": why, "cite": cite}


def line(frm: str, to: str, tone: str = NONE, text: str = "") -> dict[str, Any]:
    """A line between two hexes by their printed numbers."""
    return {"from": frm, "to": to, "tone": tone, "text": text}
