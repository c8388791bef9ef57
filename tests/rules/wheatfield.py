"""Fights on Cedar Mountain's board with a patch of it made flat: `fighting.py` for *Stonewall's Sword*.

game, events = volley({"10th ME": man("2103", 6), "5th VA": man("2105", 5)}, "10th ME fire at 2105", "65")
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from tests.rules.field import BARE
from tests.rules.fighting import Units
from tests.rules.mountain import afternoon
from tests.support import play, referee
from vedette.engine.battle import Battle
from vedette.engine.events import Event
from vedette.engine.game import Game

AROUND = ["2005", "2104", "2205", "2206", "2106", "2006"]
"""The hexes beside 2105, in order."""


def bare(**changes: Any) -> dict[str, dict[str, Any]]:
    """The hexes 2000 to 2312 clear, at level 5 and without roads, but h2104=... says: a level, a terrain or both."""
    found = {f"{row}{n:02}": dict(BARE) for row in range(20, 24) for n in range(13)}
    for name, what in changes.items():
        level, terrain = (what, "clear") if isinstance(what, int) else (5, what) if isinstance(what, str) else what
        found[name[1:]] = {**BARE, "level": level, "terrain": terrain}
    return found


@lru_cache(maxsize=16)
def driven(result: tuple[str, str]) -> Battle:
    """The whole battle, each fire test giving this Depletion and this Skedaddle whatever is rolled."""
    depletion, skedaddle = result
    charts = dict(afternoon().charts)
    charts["fire_cohesion"] = tuple(
        {**row, "depletion": depletion, "skedaddle": skedaddle} for row in charts["fire_cohesion"]
    )
    return msgspec.structs.replace(afternoon(), charts=charts)


def ready(units: Units, begin: str = "fire", hexes: Mapping[str, Any] | None = None, **keys: Any) -> Game:
    """A game on the bare patch, Crawford's brigade active; without dice it stops at the first roll."""
    brigade = {} if begin in ("artillery", "draw") else {"active": "Crawford"}
    battle = keys.pop("battle", afternoon())
    return referee(units, begin=begin, hexes=hexes or bare(), battle=battle, **{**brigade, **keys})


def volley(units: Units, action: str, *dice: str, **keys: Any) -> tuple[Game, list[Event]]:
    """A fire of the Fire Combat Step."""
    game = ready(units, dice=list(dice) or None, **keys)
    return game, play(game, action)


def battery(units: Units, hex: str, *actions: str, **keys: Any) -> tuple[Game, list[Event]]:
    """Guns of a hex that act in the Artillery Phase."""
    game = ready(units, "artillery", **keys)
    return game, play(game, f"artillery {hex}", *actions)
