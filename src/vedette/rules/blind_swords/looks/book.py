"""Every whole-board view by name. A view stands in its own module and is entered here."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.look import Look, Place
from vedette.rules.blind_swords.looks.fire import CHANCES, FIRE_AT
from vedette.rules.blind_swords.looks.ground import HOLDS, LEVELS, SEEN, SIGHT, WALL
from vedette.rules.blind_swords.looks.look import hex_of, unit_of
from vedette.rules.blind_swords.looks.moves import RANGE
from vedette.rules.blind_swords.state import State

BOARDS: dict[str, Look] = {
    look.name: look
    for look in (
        CHANCES,
        FIRE_AT,
        RANGE,
        SIGHT,
        SEEN,
        WALL,
        LEVELS,
        HOLDS,
    )
}
"""In the order in which they are offered."""


def boards() -> list[dict[str, Any]]:
    """The views there are."""
    return [{"name": b.name, "title": b.title, "key": b.key, "needs": list(b.needs)} for b in BOARDS.values()]


def board(g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> dict[str, Any]:
    """One of them, drawn for a seat.

    Raises:
        EngineError: where there is no such view, hex or unit, or the view must be told more.
    """
    look = BOARDS.get(name)
    if look is None:
        raise EngineError(f"there is no view {name[:40]!r}; there are {', '.join(BOARDS)}")
    given = {"hex": at, "to": to, "unit": unit}
    missing = next((need for need in look.needs if not given[need]), None)
    if missing is not None:
        raise EngineError(f"{look.title}: say of which {'second hex' if missing == 'to' else missing}")
    place = Place(hex_of(g, at) if at else -1, hex_of(g, to) if to else -1, unit_of(g, unit) if unit else "")
    drawn = look.draw(g, seat, place)
    return {
        "name": look.name,
        "title": look.title,
        "hexes": drawn.hexes,
        "lines": list(drawn.lines),
        "words": list(drawn.words),
        **({"legend": dict(drawn.legend)} if drawn.legend else {}),
    }
