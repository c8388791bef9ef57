"""The support itself."""

import pytest

from tests.support import play, referee, shifts, states


@pytest.mark.rule("KT-12.3-shift-wall", "KT-12.3b-3")
def test_wall_costs_two_columns() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", dice=["11"])
    events = play(game, "7 OH-a fire at 1834")
    assert shifts(events)["KT-12.3-shift-wall"] == -2
    assert states(game, "27 VA") == {"fresh", "1834"}
