"""Cavalry on bare ground, in a few words.

game = riders({"14 PA": "1633", "27 VA": "1637"}, "movement", "Schoonmaker")
play(game, "14 PA: dismount")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.rules.field import flat
from tests.support import referee
from vedette.engine.game import Game


def riders(units: Mapping[str, Any], begin: str, active: str, order: str = "attack", **keys: Any) -> Game:
    """A position inside the activation of a brigade; the whole field is clear and level but for what a test changes."""
    return referee(units, **{"hexes": flat(), "begin": begin, "active": active, "order": order, **keys})


def on_foot(hex: str, **more: Any) -> dict[str, Any]:
    """The place of a cavalry unit that has dismounted."""
    return {"hex": hex, **more, "marks": ["dismounted", *more.get("marks", ())]}


def hurt(hex: str, mark: str = "shaken") -> dict[str, Any]:
    """The place of a unit with a Morale Hit."""
    return {"hex": hex, "marks": [mark]}


def row(game: Game, unit: str) -> dict[str, Any]:
    """A unit as every seat sees it."""
    found: dict[str, Any] = next(u for u in game.view("")["units"] if u["id"] == unit)
    return found
