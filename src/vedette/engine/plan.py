"""A plan as the table shows it: a gesture with its title, headline, shifts, chances and who is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from vedette.engine.shapes import Plan

Planner = Callable[[Any, str, int, tuple[str, ...]], list[Plan]]
"""Game, seat, hex (-1: the whole decision), units given first -> plans."""

FIRE, ASSAULT, DEFENCE, RETREAT, MARCH, DEED = "fire", "assault", "defence", "retreat", "march", "deed"
"""Kinds, as docs/protocol.md has them."""


def scale(names: Iterable[str], at: int, to: int, **more: Any) -> dict[str, Any]:
    """The columns of a table in their order, the one that the strength has and the one after all shifts.

    `to` is -1 where the shifts lead off the table at its left; `sum` says that what is told as shifts are the parts of
    a sum, which move nothing.
    """
    return {"names": list(names), "at": at, "to": to, **more}


def plan(
    kind: str,
    title: str,
    text: str,
    *,
    at: str | None = None,
    units: Iterable[str] = (),
    others: Iterable[Mapping[str, Any]] = (),
    headline: str = "",
    shifts: Iterable[Mapping[str, Any]] = (),
    chances: Iterable[Mapping[str, Any]] = (),
    odds: Mapping[str, Any] | None = None,
    best: bool = False,
    warning: str | None = None,
    ghosts: Mapping[str, str] | None = None,
    path: Iterable[str] = (),
    cite: str = "",
    **more: Any,
) -> Plan:
    """A plan (docs/protocol.md), whose `text` is accepted as it stands; `more` has what only its kind has."""
    found = {
        "kind": kind,
        "title": title,
        "text": text,
        "at": at,
        "units": list(units),
        "others": [dict(o) for o in others],
        "headline": headline,
        "shifts": [dict(s) for s in shifts],
        "chances": [dict(c) for c in chances],
        "odds": dict(odds) if odds is not None else None,
        "best": best,
        "warning": warning,
        "ghosts": dict(ghosts or {}),
        "path": list(path),
        "cite": cite,
        **more,
    }
    return cast(Plan, found)
