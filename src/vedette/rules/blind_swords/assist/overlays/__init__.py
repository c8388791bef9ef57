"""Overlays: pictures of the whole board, by name. Each is drawn in a module of this package and entered here."""

from __future__ import annotations

from vedette.engine.overlays import Overlay, Place, listed, shown, wanted
from vedette.engine.shapes import BoardKind, BoardView
from vedette.rules.blind_swords.assist.gestures import hex_of, unit_of
from vedette.rules.blind_swords.assist.overlays.ground import HOLDS, LEVELS, SEEN, SIGHT, WALL
from vedette.rules.blind_swords.assist.overlays.units import CHANCES, FIRE_AT, RANGE
from vedette.rules.blind_swords.state import State

BOARDS: dict[str, Overlay] = {
    overlay.name: overlay for overlay in (CHANCES, FIRE_AT, RANGE, SIGHT, SEEN, WALL, LEVELS, HOLDS)
}
"""In the order in which they are offered."""


def boards() -> list[BoardKind]:
    """The overlays that there are."""
    return listed(BOARDS)


def board(g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> BoardView:
    """An overlay by its name as a seat sees it.

    Raises:
        EngineError: where there is no such view, hex or unit, or the view must be told more.
    """
    look = wanted(BOARDS, name, at, to, unit)
    place = Place(hex_of(g, at) if at else -1, hex_of(g, to) if to else -1, unit_of(g, unit) if unit else "")
    return shown(look, look.draw(g, seat, place))
