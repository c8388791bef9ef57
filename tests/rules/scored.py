"""Short words for tests of victory by points.

game = closing(FIRST, 7, {"2423": "confederate"}, {"27 VA": "1834"})   # the End Turn Phase of turn 7 has been played
assert earned(game, "confederate") == {"Pritchard's Hill, turn by turn": 2}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import vedette
from tests.support import referee
from vedette.engine.game import Game
from vedette.rules.blind_swords.chapters.victory import tally
from vedette.rules.blind_swords.setting import SIDE_INDEX

FIRST, AWARE = "kernstown/first-kernstown", "kernstown/jackson-is-aware"
FLANK, SECOND = "kernstown/breckinridge-attacks", "kernstown/second-kernstown"
WHAT_IF = "kernstown/what-if-second-kernstown"
HILL = "2423"
RIDGE = ("1834", "1835", "1836", "1933", "2131", "2332")


def closing(
    battle: str,
    turn: int,
    control: Mapping[str, str] | None = None,
    units: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Game:
    """A game whose turn has just ended: these hexes held so, these units, nobody else."""
    return referee(
        units or {}, battle=vedette.battle(battle), begin="end-turn", turn=turn, control=control or {}, **keys
    )


def earned(game: Game, side: str) -> dict[str, int]:
    """What a side has earned from what, parts without points left out."""
    state: Any = game.state
    return {part.what: part.points for part in tally(state) if part.side == SIDE_INDEX[side] and part.points}


def held(hexes: Any, side: str) -> dict[str, str]:
    """Hexes in the hands of a side."""
    return dict.fromkeys([hexes] if isinstance(hexes, str) else hexes, side)


def lost(box: str, fresh: Any, worn: Any, **more: Any) -> dict[str, Any]:
    """A unit on the Broken Track, or eliminated, with the strength of both sides."""
    return {"box": box, "values": {"fresh": [fresh, "R", 4], "worn": [worn, "R", 3]}, **more}


def gone(sp: Any, edge: str, turn: int = 1, *, forced: bool = False, **more: Any) -> dict[str, Any]:
    """A unit that left the map over an edge in a turn."""
    values = {"fresh": [sp, "R", 4], "worn": [sp, "R", 3]}
    return {"box": "exited", "exit": {"edge": edge, "turn": turn, "forced": forced}, "values": values, **more}
