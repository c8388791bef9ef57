"""Every overlay of the board by its name; one is drawn in a module of its own and entered here."""

from __future__ import annotations

from vedette.engine.overlays import Overlay, listed
from vedette.engine.shapes import BoardKind, BoardView
from vedette.rules.common.assist.overlays import drawn
from vedette.rules.valley_campaign.assist.overlays.ground import LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.valley_campaign.assist.overlays.odds import CHANCES
from vedette.rules.valley_campaign.assist.overlays.units import BOMBARD, CHAINS, GUNS, RANGE
from vedette.rules.valley_campaign.state import State

BOARDS: dict[str, Overlay] = {
    overlay.name: overlay for overlay in (CHANCES, ZONES, RANGE, CHAINS, BOMBARD, GUNS, SIGHT, SEEN, STACKS, LEVELS)
}
"""In the order in which they are offered."""


def boards() -> list[BoardKind]:
    """The views there are."""
    return listed(BOARDS)


def board(g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
    """One of them, drawn for a seat.

    Raises:
        EngineError: where there is no such view, hex or unit, or the view must be told more.
    """
    return drawn(BOARDS, g, seat, name, at, to, unit)
