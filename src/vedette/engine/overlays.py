"""Overlays, views of the whole board: what one is, and how a hex and a line of it are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.engine.events import EngineError
from vedette.engine.shapes import BoardKind, BoardView, Cell, Stroke

GOOD, BAD, WARN, NONE = "good", "bad", "warn", "none"
"""Tones of a hex or a line, for the seat that sees it."""


class Place(msgspec.Struct, frozen=True):
    """What an overlay is asked about; -1 and "" where nothing is given."""

    at: int = -1
    to: int = -1
    unit: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """What an overlay shows: rows by printed hex number, lines between hexes, words below."""

    hexes: dict[str, Cell] = {}
    lines: tuple[Stroke, ...] = ()
    words: tuple[str, ...] = ()
    legend: dict[str, str] = {}
    """What its tones mean, where that is not good or bad for the seat that sees it."""


class Overlay(msgspec.Struct, frozen=True):
    """One whole-board view: its name, title, key, what it must be told, and who draws it.

    `draw` is given the state, the seat or side that sees it, and the place.
    """

    name: str
    title: str
    key: str
    draw: Callable[[Any, Any, Place], Drawing]
    needs: tuple[str, ...] = ()
    """Of "hex", "to" and "unit"."""


def cell(text: str = "", weight: float = 0.0, tone: str = NONE, why: str = "", cite: str = "") -> Cell:
    """What stands in one hex: a short text, how strong the colour is (0 to 1), its tone, the reason and its case."""
    return {"text": text, "weight": round(weight, 4), "tone": tone, "why": why, "cite": cite}


def line(frm: str, to: str, tone: str = NONE, text: str = "") -> Stroke:
    """A line between two hexes by their printed numbers."""
    return {"from": frm, "to": to, "tone": tone, "text": text}


def listed(overlays: Mapping[str, Overlay]) -> list[BoardKind]:
    """Every view JSON-ready: name, title, key, and what it needs."""
    return [{"name": b.name, "title": b.title, "key": b.key, "needs": list(b.needs)} for b in overlays.values()]


def wanted(overlays: Mapping[str, Overlay], name: str, at: str, to: str, unit: str) -> Overlay:
    """The view of a name.

    Raises:
        EngineError: where there is no such view, or it must be told more.
    """
    overlay = overlays.get(name)
    if overlay is None:
        raise EngineError(f"there is no view {name[:40]!r}; there are {', '.join(overlays)}")
    given = {"hex": at, "to": to, "unit": unit}
    missing = next((need for need in overlay.needs if not given[need]), None)
    if missing is not None:
        raise EngineError(f"{overlay.title}: say of which {'second hex' if missing == 'to' else missing}")
    return overlay


def shown(overlay: Overlay, drawn: Drawing) -> BoardView:
    """What a view shows, JSON-ready (docs/protocol.md)."""
    found: BoardView = {
        "name": overlay.name,
        "title": overlay.title,
        "hexes": drawn.hexes,
        "lines": list(drawn.lines),
        "words": list(drawn.words),
    }
    if drawn.legend:
        found["legend"] = dict(drawn.legend)
    return found
