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


@pytest.mark.rule("KT-13.1-3")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7 OH-a: 1635", "1635 is not adjacent to 1532"),
        ("7 OH-a: 1635-1533", "1635 is not adjacent to 1532"),
        ("7 OH-a: 1532-1635", "1635 is not adjacent to 1532"),
        ("7 OH-a: 1532-1635-1634", "1635 is not adjacent to 1532"),
        ("7 OH-a: 1532-1834", "1834 is not adjacent to 1532"),
    ],
)
def test_a_way_is_refused_for_its_first_hex_that_is_not_its_own(text: str, reason: str) -> None:
    why = stepping(UNITS).why(text)
    assert why is not None and why.reason == reason
