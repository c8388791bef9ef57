"""The steps of the procedure under way, as every family's view lists them."""

from __future__ import annotations

import pytest

import vedette
from vedette.engine.game import Game

BATTLES = ("kernstown/the-stone-wall", "valley-campaign/cross-keys", "stonewall-1978/kernstown")


@pytest.mark.parametrize("battle", BATTLES)
def test_the_present_step_is_one_of_those_under_way(battle: str) -> None:
    """Where a title of the stack is one of the steps, the last such title is the present one."""
    game = Game.new(vedette.battle(battle), seed=1)
    met = set()
    for n in range(120):
        if not game.decisions:
            break
        decision = game.decisions[0]
        view = game.view(decision.seat)
        steps, step = view["steps"], view["step"]
        named = [steps.index(title) for title in decision.stack if title in steps]
        assert step in (-1, *range(len(steps)))
        assert not named or named[-1] == step, (decision.stack, steps, step)
        met.add(steps[step] if step >= 0 else "")
        texts = [action.text for action in decision.actions]
        game.play("done" if "done" in texts and n % 5 else texts[n % len(texts)], decision.seat)
    assert len(met - {""}) >= 2, met
