"""What a game comes to can be written down as a position file, and read back means the same."""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import Any

import pytest

import vedette
from tests.laws import written_stonewall, written_swords, written_valley
from tests.laws.worlds import CLASH, FULL, LARGE, LATER, LINES, MOUNTAIN, PLACED, WORLDS, walk
from vedette.engine import Game
from vedette.engine.state import State

GAMES = 40 if FULL else 4
"""Random games of each world."""
MET = {
    LINES: {"command", "movement", "defensive-fire", "offensive-fire", "retreat", "melee", "final"},
    LATER: {"command", "movement", "defensive-fire", "offensive-fire", "retreat", "melee", "final"},
    CLASH: {"movement", "combat"},
}
"""Moments that random games come to; `charge` and `interphase` stand in tests/stonewall/test_written_down.py."""


def read(spec: dict[str, Any]) -> State:
    """The state of a position file."""
    return Game.new(vedette.battle(spec["battle"]), position=spec).state


@pytest.mark.parametrize(
    ("world", "family"), [(LINES, written_stonewall), (LATER, written_stonewall), (CLASH, written_valley)]
)
def test_every_moment_of_a_game_can_be_written_down(world: str, family: ModuleType) -> None:
    met: Counter[str] = Counter()
    battle, options = PLACED[world]["battle"], dict(PLACED[world].get("set", {}))
    for seed in range(GAMES):
        for game in walk(world, seed):
            for word in family.moments(game.state) if game.decision is not None else ():
                new = read(family.spec_of(game.state, battle, options, word))
                if new.stack == game.state.stack:
                    met[word] += 1
                    old, found = family.meant(game.state), family.meant(new)
                    assert {key: found[key] for key in old if found[key] != old[key]} == {}, (word, unlike(old, found))
    assert set(met) >= MET[world]


@pytest.mark.parametrize(("name", "most", "each"), [("stone-wall-options", 5000, 9), (MOUNTAIN, 2500, 30)])
def test_the_field_of_a_game_can_be_written_down(name: str, most: int, each: int) -> None:
    battle, options = WORLDS[name]
    for seed in range(GAMES if name not in LARGE else 1):
        for n, game in enumerate(walk(name, seed, most)):
            if n % each == 0 and written_swords.rests(game.state):
                spec = written_swords.spec_of(game.state, battle, dict(options))
                new = game.rulebook.position(game.battle, spec)
                old, found = written_swords.meant(game.state), written_swords.meant(new)
                assert {key: found[key] for key in old if found[key] != old[key]} == {}, unlike(old, found)


def unlike(old: dict[str, Any], new: dict[str, Any]) -> list[Any]:
    """Units that came back otherwise, in short."""
    return [(id, row, new["units"].get(id)) for id, row in old["units"].items() if row != new["units"].get(id)]
