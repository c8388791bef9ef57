"""Chapter 2: what earns points, and the level that they come to."""

import pytest

from tests.rules.scored import FIRST, FLANK, HILL, closing, earned, gone, held, lost


@pytest.mark.rule("KT-2.0-1", "SS-2.0-1")
def test_key_ground_units_led_off_and_losses_earn_points():
    units = {"13 IN": gone(10, "north"), "2 VA": lost("1", 5, 3)}
    game = closing(FIRST, 18, held(HILL, "union"), units)
    assert earned(game, "union") == {"Pritchard's Hill, turn by turn": 3, "own units led off": 1, "enemy losses": 3}


@pytest.mark.rule("KT-2.0-2")
@pytest.mark.parametrize("battle, turn, level", [(FIRST, 18, "Major USA Victory"), (FLANK, 9, "Minor USA Victory")])
def test_each_scenario_has_its_own_table_of_levels(battle, turn, level):
    outcome = closing(battle, turn, held(HILL, "union")).outcome
    assert (outcome.points, outcome.winner, outcome.level) == (-3, "union", level)
