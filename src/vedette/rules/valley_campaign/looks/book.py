"""Every whole-board view by name. A view stands in its own module and is entered here."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.look import Look, Place
from vedette.rules.valley_campaign.looks.ground import LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.valley_campaign.looks.odds import CHANCES
from vedette.rules.valley_campaign.looks.units import BOMBARD, CHAINS, GUNS, RANGE
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State
from vedette.rules.valley_campaign.ways.naming import Bad, hex_named, unit_named

BOARDS: dict[str, Look] = {
    look.name: look for look in (CHANCES, ZONES, RANGE, CHAINS, BOMBARD, GUNS, SIGHT, SEEN, STACKS, LEVELS)
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
    try:
        hexes = [hex_named(g, name) if name else -1 for name in (at, to)]
        place = Place(hexes[0], hexes[1], unit_named(g, unit) if unit else "")
    except Bad as bad:
        raise EngineError(bad.reason.text) from bad
    drawn = look.draw(g, SIDE_INDEX.get(seat, max(0, g.player)), place)
    return {
        "name": look.name,
        "title": look.title,
        "hexes": drawn.hexes,
        "lines": list(drawn.lines),
        "words": list(drawn.words),
        **({"legend": dict(drawn.legend)} if drawn.legend else {}),
    }
