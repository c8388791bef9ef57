"""Every overlay of the board by its name; one is drawn in a module of its own and entered here."""

from __future__ import annotations

from vedette.engine.overlays import Overlay, listed
from vedette.engine.shapes import BoardKind, BoardView
from vedette.rules.common.assist.overlays import drawn
from vedette.rules.great_battles.assist.overlays.ground import HILLS, LEVELS, SEEN, SIGHT, STACKS, ZONES
from vedette.rules.great_battles.assist.overlays.odds import CHANCES, MELEES
from vedette.rules.great_battles.assist.overlays.units import ABLE, BEARING, FIELD, RADIUS, RANGE
from vedette.rules.great_battles.state import State

BOARDS: dict[str, Overlay] = {
    overlay.name: overlay
    for overlay in (CHANCES, MELEES, ZONES, RANGE, FIELD, BEARING, RADIUS, ABLE, SIGHT, SEEN, HILLS, STACKS, LEVELS)
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
