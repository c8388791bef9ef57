"""Positions of the scenarios with divisions, in a few words.

game = afternoon({"45 VA": "3007", "13 WV": "2018"}, "Breckinridge", "Duval")   # chance asks for the first draw
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import vedette
from tests.support import referee
from vedette.engine.battle import Battle
from vedette.engine.game import Game

ATTACKERS = {"45 VA": "3007", "22 VA (Patton)": "3008", "36 VA (Smith)": "3514"}
"""A unit of each brigade of the general who plans."""
FIELD = {**ATTACKERS, "1/15 LA": "3522", "13 WV": "2018", "9 WV": "1022", "11 WV": "3022"}


def scenario(name: str) -> Battle:
    """A scenario by the last part of its id."""
    return vedette.battle(f"kernstown/{name}")


def afternoon(units: Mapping[str, Any], *chits: str, name: str = "second-kernstown", **keys: Any) -> Game:
    """The Chit Draw Phase of a scenario with divisions, these chits in the cup."""
    keys = {"begin": "draw", "cup": list(chits), **keys}
    return referee(units, battle=scenario(name), **keys)


def prompt(game: Game) -> str:
    """The words of the question."""
    assert game.decision is not None
    return game.decision.prompt


def effort(game: Game, seat: str) -> tuple[str, str]:
    """How far a side has come with what it may win by a roll: state and words."""
    row = next(row for row in game.view("")["efforts"] if row["side"] == seat)
    return row["state"], row["words"]
