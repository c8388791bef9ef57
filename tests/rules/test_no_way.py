"""Ways of no length: they are refused, and nobody's move is spent on them."""

from __future__ import annotations

import pytest

from tests.rules.test_marching import stepping
from vedette.engine.events import IllegalAction

UNITS = {"7 OH-a": "1532", "7 OH-b": "1532", "27 VA": "1834"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7 OH-a: 1532", "7 OH-a stands in 1532 already"),
        ("7 OH-a: 1532-1532", "7 OH-a stands in 1532 already"),
        ("7 OH-a + 7 OH-b: 1532", "7 OH-a stands in 1532 already"),
        ("7 OH-a: 1532; 7 OH-b: 1533", "7 OH-a stands in 1532 already"),
        ("step 7 OH-a E 0", "a step is one hex at least"),
        ("step 7 OH-a + 7 OH-b E 00", "a step is one hex at least"),
    ],
)
def test_a_way_of_no_length_spends_no_move(text: str, reason: str) -> None:
    game = stepping(UNITS)
    before = game.state.digest()
    with pytest.raises(IllegalAction, match=reason):
        game.play(text, "union")
    assert game.state.digest() == before and not game.entries
