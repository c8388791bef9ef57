"""Chance: fair, keyed, listed."""

from collections import Counter

import pytest

from tests.laws.worlds import begin
from tests.support import chance_of, referee
from vedette.engine import IllegalAction
from vedette.engine.chance import Listed, Seeded, below, commitment, key_of, pick
from vedette.engine.procedure import CHANCE, Ask, Done
from vedette.engine.state import State

ROLL = Ask(CHANCE, (1, 2, 3, 4, 5, 6), lambda g, v: Done(), "die")
CUP = Ask(CHANCE, ("a", "b"), lambda g, v: Done(), "draw", weights=(3, 1))


@pytest.mark.parametrize("n", [1, 6, 7, 36, 1000])
def test_every_number_below_is_as_likely(n: int) -> None:
    found = Counter(below(key_of(1), i, n) for i in range(20 * n))
    assert set(found) <= set(range(n))
    assert n == 1 or chance_of([found[i] for i in range(n)]) > 0.001


def test_no_number_is_favoured_by_the_size_of_the_draw() -> None:
    """Of 3 in 4 of all 64-bit numbers the lowest third would come half the time, were the rest not drawn again."""
    n = 3 << 62
    low = sum(below(key_of(1), i, n) < n // 3 for i in range(3000))
    assert 900 < low < 1100


def test_dice_are_known_by_their_key_and_counter() -> None:
    g = State()
    rolls = [[Seeded(key, at).answer(g, ROLL) for at in range(30)] for key in (key_of(1), key_of(2))]
    going = Seeded(key_of(1))
    assert [going.answer(g, ROLL) for _ in range(30)] == rolls[0] != rolls[1]
    assert going.counter == 30 and commitment(key_of(1)) != commitment(key_of(2))


def test_the_dice_of_a_practice_seed_never_change() -> None:
    """Stored games depend on them."""
    dice = Seeded(key_of(7))
    assert [dice.answer(State(), ROLL) for _ in range(12)] == [1, 5, 6, 5, 1, 1, 3, 2, 2, 1, 1, 1]


def test_weights_are_how_often_an_answer_comes() -> None:
    assert [pick(CUP, x) for x in range(4)] == ["a", "a", "a", "b"]
    with pytest.raises(ValueError, match="beyond"):
        pick(CUP, 4)


def test_typed_dice_are_left_to_the_players() -> None:
    real = Seeded(key_of(1), typed=True)
    assert real.answer(State(), ROLL) is None and real.counter == 0
    assert real.answer(State(), CUP) in ("a", "b") and real.counter == 1


def test_a_list_is_used_in_order_and_says_what_is_left() -> None:
    dice = Listed(["3", "6"], ["b"])
    assert [dice.answer(State(), ROLL), dice.answer(State(), CUP)] == [3, "b"]
    assert dice.left() == {"dice": 1, "chits": 0}
    assert Listed().answer(State(), ROLL) is None


@pytest.mark.parametrize(
    ("dice", "words"), [([], "0 entries"), (["7"], "entry 1.*'7'.*cannot come here; what can: 1, 2, 3, 4, 5, 6")]
)
def test_a_list_that_does_not_fit_is_an_error_that_names_the_entry(dice: list[str], words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        Listed(dice).answer(State(), ROLL)


def test_a_list_too_short_refuses_the_action_that_needed_it() -> None:
    """The fire was committed and its first roll read before the list ran out: all of it goes back."""
    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", dice=["66"])
    before, entries = game.state.digest(), len(game.entries)
    for _ in range(2):
        with pytest.raises(IllegalAction, match="one more is needed"):
            game.play(game.decision.actions[0].text)  # type: ignore[union-attr]
        assert game.state.digest() == before and len(game.entries) == entries
        assert game.chance.left()["dice"] == 1  # type: ignore[union-attr]


def test_a_clones_dice_go_their_own_way() -> None:
    game = begin("toy", 1)
    counter = game.chance.counter  # type: ignore[union-attr]
    twin = game.clone()
    twin.chance.counter += 5  # type: ignore[union-attr]
    assert game.chance.counter == counter  # type: ignore[union-attr]
    listed = referee({"27 VA": "1834"}, dice=["1"], chits=[])
    listed.clone().chance.used["dice"] = 1  # type: ignore[union-attr]
    assert listed.chance.left()["dice"] == 1  # type: ignore[union-attr]
