"""Every whole-board view by name. A view stands in its own module and is entered here."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.look import Look, Place, listed, shown, wanted
from vedette.rules.valley_campaign.assist.gestures.naming import Bad, hex_named, unit_named
from vedette.rules.valley_campaign.assist.overlays.ground import LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.valley_campaign.assist.overlays.odds import CHANCES
from vedette.rules.valley_campaign.assist.overlays.units import BOMBARD, CHAINS, GUNS, RANGE
from vedette.rules.valley_campaign.setting import SIDE_INDEX
from vedette.rules.valley_campaign.state import State

BOARDS: dict[str, Look] = {
    look.name: look for look in (CHANCES, ZONES, RANGE, CHAINS, BOMBARD, GUNS, SIGHT, SEEN, STACKS, LEVELS)
}
"""In the order in which they are offered."""


def boards() -> list[dict[str, Any]]:
    """The views there are."""
    return listed(BOARDS)


def board(g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> dict[str, Any]:
    """One of them, drawn for a seat.

    Raises:
        EngineError: where there is no such view, hex or unit, or the view must be told more.
    """
    look = wanted(BOARDS, name, at, to, unit)
    try:
        hexes = [hex_named(g, name) if name else -1 for name in (at, to)]
        place = Place(hexes[0], hexes[1], unit_named(g, unit) if unit else "")
    except Bad as bad:
        raise EngineError(bad.reason.text) from bad
    return shown(look, look.draw(g, SIDE_INDEX.get(seat, max(0, g.player)), place))
