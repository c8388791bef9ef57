"""What the tests of set-up, victory, laws, positions and telling share: the battle itself, and a small field.

    game = opening(deployment="free")                   the battle from its first question
    game = field({"5 VA": "2020"}, phase="final")       a few units on clear ground (melee_support, move_support)
    game = judged({"5 VA": "2910"}, morale=12)          the same on the battle's own map, at the end of the game

A unit stands in a hex, with words: a direction, column, routed, pinned, depleted, reserve, a number (strength).
Off the map: "exited", "captured", "eliminated", "waiting".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

import vedette
from tests.stonewall.melee_support import FLAGS, PHASES, again, at, carry_out, hex_of, kind, offered, state
from tests.stonewall.move_support import field, play
from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.options import options_of
from vedette.rules.great_battles.chapters.fire import FirePhase
from vedette.rules.great_battles.chapters.setup import blank, fresh
from vedette.rules.great_battles.setting import DIRECTIONS, Setting
from vedette.rules.great_battles.state import CAPTURED, ELIMINATED, EXITED, WAITING, State, Unit

__all__ = [
    "again", "at", "battle", "carry_out", "field", "hex_of", "judged", "kind", "laid_out", "offered", "opening", "play",
    "setting", "state",
]  # fmt: skip
PHASES.update({"offensive-fire": FirePhase, "defensive-fire": lambda side: FirePhase(1 - side)})
BATTLE = "stonewall-1978/kernstown"
WORDS = {"exited": EXITED, "captured": CAPTURED, "eliminated": ELIMINATED, "waiting": WAITING}


@cache
def battle() -> Battle:
    """The pack's battle."""
    return vedette.battle(BATTLE)


@cache
def setting(**options: Any) -> Setting:
    """Its setting with these options."""
    return Setting(battle(), options_of(battle(), options))


def opening(**options: Any) -> Game:
    """The battle from its first question."""
    game: Game = battle().new_game(seed=1, options=options)
    return game


def laid_out(units: Mapping[str, Any], *, phase: str = "final", rules: str = "1978", **state: Any) -> State:
    """A state on the battle's own map with these units, nothing asked; `state` gives any other field."""
    s = setting(rules=rules)
    g = blank(s)
    g.events, g.phase = [], phase
    rows = {id: (place,) if isinstance(place, str) else tuple(place) for id, place in units.items()}
    g.units = {id: _unit(s, id, rows[id]) for id in sorted(rows, key=lambda id: s.counters[id].order)}
    for layer, id in enumerate(rows):
        g.units[id] = msgspec.structs.replace(g.units[id], layer=layer)
    g.reindex()
    for hex in list(g.stacks):
        for who in (0, 1):
            for n, id in enumerate(g.troops(hex, who)):
                g.units[id] = msgspec.structs.replace(g.units[id], layer=n)
    g.exits = tuple(id for id, u in g.units.items() if u.at == EXITED)
    for name, value in state.items():
        setattr(g, name, value)
    g.reindex()
    return g


def judged(units: Mapping[str, Any], *, morale: int = 0, **given: Any) -> State:
    """The same when all turns are over, without army morale unless it is given."""
    return laid_out(units, morale=morale, over=True, turn=15, **given)


def _unit(s: Setting, id: str, row: tuple[Any, ...]) -> Unit:
    place, *words = row
    unit = fresh(s, id, WORDS[place] if place in WORDS else s.grid.index(place))
    flags: dict[str, Any] = {}
    facing = -1
    for word in words:
        if isinstance(word, int):
            flags["strength"] = word
        elif word in DIRECTIONS:
            facing = DIRECTIONS.index(word)
        elif str(word).startswith("crew="):
            flags["crew"] = int(str(word)[5:])
        else:
            assert word in (*FLAGS, "taken"), word
            flags[word] = True
    return msgspec.structs.replace(unit, facing=facing, **flags)
