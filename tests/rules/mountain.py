"""The ground of Cedar Mountain in a few words.

game = mountain(FIELD, "Augur", "Fog of War", turn=4)   # chance asks for the first draw
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import vedette
from tests.support import referee
from vedette.engine.battle import Battle
from vedette.engine.game import Game

FIELD = {"46th PA": "1905", "28th NY": "2005", "78th NY": "2402", "5th OH": "1903", "1st VA": "1913", "37th VA": "2213"}
"""Units of three Union brigades and two Confederate ones, far from each other on clear ground."""


def afternoon() -> Battle:
    """The whole battle."""
    return vedette.battle("cedar-mountain/slaughter-mountain")


def evening() -> Battle:
    """Its end, from 5:40 on."""
    return vedette.battle("cedar-mountain/valley-vengeance")


def mountain(units: Mapping[str, Any], *chits: str, **keys: Any) -> Game:
    """The Chit Draw Phase of the whole battle, these chits in the cup."""
    return referee(units, battle=afternoon(), **{"begin": "draw", "cup": list(chits), **keys})


def hurt(hex: str, mark: str = "shaken") -> dict[str, Any]:
    """A unit that could rally."""
    return {"hex": hex, "marks": [mark]}
