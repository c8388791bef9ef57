"""An action is plain and frozen: it compares, hashes, pickles, and is found again by its text."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec
import pytest

import vedette
from vedette.engine import Action
from vedette.engine.procedure import CHANCE

BATTLES = ("kernstown/the-stone-wall", "valley-campaign/port-republic", "stonewall-1978/kernstown")


@pytest.mark.parametrize("battle", BATTLES)
def test_an_action_is_the_same_wherever_it_comes_from(battle: str) -> None:
    games = [vedette.battle(battle).new_game(seed=3) for _ in range(2)]
    for _ in range(40):
        one, two = (game.decision for game in games)
        assert one is not None and two is not None
        for action, same in zip(one, two, strict=True):
            assert action == same and hash(action) == hash(same) and pickle.loads(pickle.dumps(action)) == action
            assert str(action) == action.text and one.find(action.text) == action
        assert len(one) == len(one.actions) == len(set(one))
        action = one.usual or one.actions[0]
        for game in games:
            game.play(action)
    assert games[0].state.digest() == games[1].state.digest()


def test_what_is_offered_is_in_a_decision() -> None:
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=3)
    decision = game.decision
    assert decision is not None
    action = decision.actions[0]
    assert action in decision and action.text.upper() in decision and "fly" not in decision and 7 not in decision
    assert Action(action.seat, action.value, "fly", action.cite, action.hex) not in decision
    assert repr(decision) == f"<Decision {decision.number}: {decision.seat}, {decision.kind}, {len(decision)} actions>"


def test_an_answer_of_a_player_has_a_choice_and_one_of_chance_has_none() -> None:
    game = vedette.battle("valley-campaign/port-republic").new_game(seed=3)
    seen = set()
    for _ in range(200):
        if game.decision is None or len(seen) == 2:
            break
        for action in game.decision:
            assert isinstance(action.choice, vedette.Choice) == (action.seat != CHANCE)
            seen.add(action.seat == CHANCE)
        game.play(game.decision.actions[0])
    assert False in seen


class Counted(int):
    """An integer as other libraries have their own: it equals a hex, and no save can be written of it."""


@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("kind", (Counted, float))
def test_an_action_made_by_hand_is_carried_out_as_the_one_that_is_offered(battle: str, kind: type) -> None:
    games = [vedette.battle(battle).new_game(seed=3) for _ in range(2)]
    for at in range(60):
        decision = games[0].decision
        assert decision is not None
        action = decision.actions[at * 7 % len(decision)]
        by_hand = action
        if action.choice is not None:
            choice = msgspec.structs.replace(action.choice, hex=kind(action.choice.hex))
            by_hand = Action(action.seat, choice, action.text, action.cite, action.hex)
        for game, given in zip(games, (action, by_hand), strict=True):
            game.play(given)
        assert games[0].state.digest() == games[1].state.digest()
    assert games[0].record() == games[1].record()


@pytest.mark.parametrize("given", (None, 5, b"done", ["done"], vedette.Choice("done")))
def test_what_is_neither_action_nor_text_is_no_answer(given: Any) -> None:
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=3)
    before = game.state.digest()
    for seat in (None, "union", "confederate"):
        with pytest.raises(TypeError, match="an Action or its text"):
            game.play(given, seat)
    assert game.state.digest() == before and not game.entries
