"""What a game of Stonewall comes to can be written down as a position file, and read back means the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import vedette
from tests.laws.worlds import FULL, LATER, LINES, PLACED, walk
from tests.laws.written import MOMENTS, meant, spec_of
from vedette.engine import Game
from vedette.rules.great_battles.state import State

GAMES = 40 if FULL else 4
"""Random games of each rule set."""


def moments(g: State) -> list[str]:
    """The moments of a position at which a state may be: those of its phase, before anybody has acted in it."""
    begun = {"command": g.paid, "movement": (*g.moved, *g.spent), "retreat": g.evaded}
    if g.hit or g.fired or g.fought or begun.get(g.phase):
        return []
    return [word for word in MOMENTS if word == g.phase or (word == "charge" and g.phase == "offensive-fire")]


def read(spec: dict[str, Any]) -> State:
    """The state of a position file."""
    state = Game.new(vedette.battle(spec["battle"]), position=spec).state
    assert isinstance(state, State)
    return state


def _unlike(g: State, new: State) -> list[Any]:
    return [(id, u, new.units.get(id)) for id, u in g.units.items() if u != new.units.get(id)]


@pytest.mark.parametrize("world", [LINES, LATER])
def test_every_moment_of_a_game_can_be_written_down(world: str) -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        for game in walk(world, seed):
            g = game.state
            assert isinstance(g, State)
            for word in moments(g) if game.decision is not None else []:
                spec = spec_of(g, PLACED[world]["battle"], dict(PLACED[world]["set"]), word)
                new = read(spec)
                if new.stack == g.stack:
                    met[word] += 1
                    old, found = meant(g), meant(new)
                    assert {key: found[key] for key in old if found[key] != old[key]} == {}, (word, _unlike(g, new))
    assert set(met) >= set(MOMENTS) - {"interphase", "charge"}, "those stand in tests/stonewall/test_written_down.py"
