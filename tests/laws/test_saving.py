"""Laws 1 and 14: a game saved anywhere loads as it was; asking changes nothing; indexes are what they would be anew."""

from collections.abc import Callable

import pytest

from tests.laws.worlds import WORLDS, hearts, picture, reloaded, seeds, sparse
from vedette.engine.run import renew

Count = Callable[[int], int]


@pytest.mark.parametrize("world", WORLDS)
def test_a_saved_game_loads_as_it_was(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, asked=True):
            before = picture(game)
            again = game.clone()
            again.state = reloaded(game)
            assert again.state == game.state
            assert again.state.saved() == game.state.saved()
            assert picture(again) == before


@pytest.mark.parametrize("world", WORLDS)
def test_a_loaded_game_plays_on_the_same(world: str, count: Count) -> None:
    """What loading forgets or orders otherwise would show later, in options, dice or digests."""
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=60):
            if game.decision is None:
                continue
            again = game.clone()
            again.state = reloaded(game)
            for one in (again, game.clone()):
                for _ in range(5):
                    if one.decision:
                        one.play(one.decision.actions[-1])
                if one is not again:
                    assert picture(one) == picture(again)


@pytest.mark.parametrize("world", WORLDS)
def test_a_question_asked_twice_is_the_same_question(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=10, asked=True):
            g = game.state
            before, digest, key = hearts(g), g.digest(), g.key()
            renew(g)
            assert hearts(g) == before
            assert (g.digest(), g.key()) == (digest, key)


@pytest.mark.parametrize("world", ["stone-wall", "stone-wall-options"])
def test_the_kept_indexes_are_those_built_anew(world: str, count: Count) -> None:
    for seed in seeds(world, count(10)):
        for game in sparse(world, seed, each=5):
            again = game.state.clone()
            again.reindex()  # type: ignore[attr-defined]
            assert list(again.stacks.items()) != [] and again.stacks == game.state.stacks  # type: ignore[attr-defined]
            assert again.masks == game.state.masks  # type: ignore[attr-defined]


def test_one_world_meets_every_kind_of_decision(count: Count) -> None:
    """So that the laws above speak of all of them; a kind that random games never meet would be named here."""
    kinds = {g.decision.kind for seed in range(4) for g in sparse("stone-wall-options", seed) if g.decision}
    assert {"window", "move", "fire-plan", "key", "order", "retreat", "close-combat", "artillery-act"} <= kinds
