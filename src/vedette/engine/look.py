"""Whole-board views (looks): what one is, and how a hex and a line of it are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from vedette.engine.events import EngineError

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


def listed(looks: Mapping[str, Look]) -> list[dict[str, Any]]:
    """Every view JSON-ready: name, title, key, and what it needs."""
    return [{"name": b.name, "title": b.title, "key": b.key, "needs": list(b.needs)} for b in looks.values()]


def wanted(looks: Mapping[str, Look], name: str, at: str, to: str, unit: str) -> Look:
    """The view of a name.

    Raises:
        EngineError: where there is no such view, or it must be told more.
    """
    look = looks.get(name)
    if look is None:
        raise EngineError(f"there is no view {name[:40]!r}; there are {', '.join(looks)}")
    given = {"hex": at, "to": to, "unit": unit}
    missing = next((need for need in look.needs if not given[need]), None)
    if missing is not None:
        raise EngineError(f"{look.title}: say of which {'second hex' if missing == 'to' else missing}")
    return look


def shown(look: Look, drawn: Drawing) -> dict[str, Any]:
    """What a view shows, JSON-ready (docs/protocol.md)."""
    return {
        "name": look.name,
        "title": look.title,
        "hexes": drawn.hexes,
        "lines": list(drawn.lines),
        "words": list(drawn.words),
        **({"legend": dict(drawn.legend)} if drawn.legend else {}),
    }


def counted(n: int, one: str, many: str) -> str:
    """ "1 hex", "3 hexes"."""
    return f"{n} {one if n == 1 else many}"


def hexes_are(n: int) -> str:
    """ "1 hex is", "3 hexes are"."""
    return f"{counted(n, 'hex', 'hexes')} {'is' if n == 1 else 'are'}"
