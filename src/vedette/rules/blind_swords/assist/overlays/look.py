"""What a look or a plan is asked about, by the names that a person gives."""

from __future__ import annotations

from vedette.engine.events import EngineError
from vedette.rules.blind_swords.state import State


def hex_of(g: State, name: str) -> int:
    """A hex of the board by its printed number.

    Raises:
        EngineError: where there is none.
    """
    if not g.setting.grid.has(name):
        raise EngineError(f"there is no hex {name!r} on this map")
    return g.setting.grid.index(name)


def unit_of(g: State, name: str) -> str:
    """A unit of the game by its id.

    Raises:
        EngineError: where there is none.
    """
    if meant := g.setting.called(name):
        raise EngineError(f"{name!r} could be {' or '.join(meant)}: write which")
    if name not in g.units:
        raise EngineError(f"there is no unit {name!r} in this game")
    return name
