"""Answers that make no sense are refused for what is wrong with them, whatever stands beside them."""

import random
from collections.abc import Callable

import pytest

from tests.laws import nonsense
from tests.laws.worlds import CLASH, sparse
from vedette.engine import Game, IllegalAction
from vedette.engine.chance import Listed

Count = Callable[[int], int]
OPENING = ("fire", "fire-plan", "artillery-act", "close-combat", "attackers", "attack", "defensive-fire")
"""Kinds of questions whose answers lead to dice."""
WORLDS = ("stone-wall", CLASH)


def refused(game: Game, text: str, chance: Listed) -> tuple[type[IllegalAction], str, str] | None:
    """How a text is refused by a copy of a game; None where it is not."""
    twin = game.clone()
    twin.chance = chance
    try:
        twin.play(text)
    except IllegalAction as error:
        return type(error), error.reason, error.cite
    return None


@pytest.mark.parametrize("world", WORLDS)
def test_a_list_of_dice_or_chits_changes_no_refusal(world: str, count: Count) -> None:
    """An empty list stands for every list that is too short: the fault of the answer is told first."""
    for seed in range(count(3)):
        rng = random.Random(seed)
        for game in sparse(world, seed, each=4):
            kind = game.decision.kind if game.decision else ""
            for text in nonsense.texts(game, rng, 40) if kind in OPENING else ():
                why = refused(game, text, Listed())
                assert why is None or refused(game, text, Listed([], [])) == why, (text, why)
