"""Games for the tests of the engine: the toy and a short one of The Stone Wall."""

import random

import pytest

from tests.engine import toy
from tests.laws.worlds import walk
from tools.playthroughs import pick
from vedette.engine import Game


@pytest.fixture(scope="session")
def finished() -> Game:
    """A battle of The Stone Wall played to its end; tests clone it."""
    *_, game = walk("stone-wall", 4, digests=True)
    return game


@pytest.fixture(scope="session")
def duel() -> Game:
    """A duel of the toy played to its end; tests clone it."""
    *_, game = walk("toy", 2, digests=True)
    return game


@pytest.fixture(scope="session")
def secret_duel() -> Game:
    """A duel with dice that are secret until its end, over."""
    game, rng = Game.new(toy.TOY, key=bytes(range(32))), random.Random(5)
    while game.decision:
        game.play(pick(game, rng))
    return game
