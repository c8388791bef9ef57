"""What standing orders may answer: nothing in this book asks the other side out of turn but results."""

from __future__ import annotations

from typing import Any

from vedette.engine.events import EngineError
from vedette.engine.occasion import Clock, Occasion
from vedette.engine.procedure import Ask
from vedette.rules.great_battles.setting import SIDES
from vedette.rules.great_battles.state import State


def windows() -> list[dict[str, Any]]:
    """The moments that standing orders may answer."""
    return []


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question is to a standing order."""
    return None


def clock(g: State) -> Clock:
    """Turn and player turn."""
    return Clock(str(g.turn), f"{SIDES[g.player]} {g.turn}" if g.player >= 0 else "")


def named(g: State, seat: str, fact: str) -> tuple[str, str]:
    """What a fact of an order names, and why it is gone."""
    raise EngineError(f"there is no {fact!r} in this game")
