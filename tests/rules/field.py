"""Ground and short words for tests of movement: the field of The Stone Wall made flat and bare.

game = mover({"7 OH-a": "1533", "27 VA": "1735"}, "7 OH-a", hexes=flat({"1634": {"terrain": "orchard"}}))
assert spent(game, "1634") == 1
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

import vedette
from tests.books import BOOK
from tests.support import BATTLE, offered, play, referee
from vedette.engine.battle import Battle
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.hexes import hexes_of
from vedette.rules.blind_swords.setting import setting_of

BARE = {"terrain": "clear", "level": 5, "features": []}


@lru_cache
def _names() -> tuple[str, ...]:
    setting = setting_of(vedette.battle(BATTLE))
    return tuple(setting.grid.name(h) for h in hexes_of(setting.area))


def flat(changes: Mapping[str, Mapping[str, Any]] | None = None) -> dict[str, dict[str, Any]]:
    """Every hex of the field clear, at level 5 and bare, roads apart, with what a test changes."""
    return {name: {**BARE, **(changes or {}).get(name, {})} for name in {**dict.fromkeys(_names()), **(changes or {})}}


def changed(**parts: Any) -> Battle:
    """The Stone Wall with other parts of its scenario; None takes one out."""
    battle = vedette.battle(BATTLE)
    scenario = {k: v for k, v in {**battle.scenario, **parts}.items() if v is not None}
    return msgspec.structs.replace(battle, scenario=scenario)


def wide(**parts: Any) -> Battle:
    """The whole map in play, and nothing special but the supply hex."""
    special = [row for row in vedette.battle(BATTLE).scenario["special"] if row["do"] == "resupply"]
    return changed(area=None, special=special, **parts)


def limit() -> int:
    """The strength points that a hex holds, by the running test's book over Kernstown's ground."""
    return 8 if BOOK.get() == "SS" else 10


def reserve_move(game: Game) -> None:
    """Play a held Brigade Reserve Move, announced first where the book asks for it."""
    if "announce" in offered(game):
        play(game, "announce")
    play(game, "play Brigade Reserve Move")


def brigade_of(unit: str) -> str:
    """The brigade of a printed unit."""
    return str(vedette.battle(BATTLE).counters[unit]["brigade"])


def mover(units: Mapping[str, Any], unit: str, order: str = "attack", **keys: Any) -> Game:
    """A unit in the middle of its Movement Step, about to take its first step, on flat ground."""
    keys = {"hexes": flat(), "active": keys.get("active") or brigade_of(unit), **keys}
    game = referee(units, begin="movement", order=order, **keys)
    play(game, f"move {unit}")
    return game


def limber(units: Mapping[str, Any], unit: str, **keys: Any) -> Game:
    """A battery in the Artillery Phase, about to take its first step, on flat ground."""
    game = referee(units, begin="artillery", **{"hexes": flat(), **keys})
    place = units[unit]
    play(game, f"artillery {place if isinstance(place, str) else place['hex']}", f"move {unit}")
    return game


def points(game: Game) -> float:
    """The movement points that the moving unit has left."""
    assert game.decision is not None
    found = re.search(r"([\d.]+) MP left", game.decision.stack[-1])
    assert found, game.decision.stack
    return float(found[1])


def spent(game: Game, *hexes: str) -> float:
    """What it costs the moving unit to go on through these hexes."""
    assert game.decision is not None
    unit, before = game.decision.about[0], points(game)
    play(game, *(f"{unit}: {hex}" for hex in hexes))
    return before - points(game)


def refused(game: Game, text: str) -> str:
    """The case for which an action is refused."""
    with pytest.raises(IllegalAction) as found:
        game.play(text)
    return found.value.cite
