"""What a battle came to: each throw against what its chart promised, and losses side by side."""

import pytest

import vedette
from tests.stonewall.melee_support import field as stonewall_field
from tests.support import referee
from tests.valley.support import field as valley_field
from vedette.engine.reckoning import Throw, balance, throw

WALL = {"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}


def reckoned(game, events):
    return game.rulebook.reckoning(game.state, events)


def test_a_fire_is_worth_the_test_that_it_asks_for_and_the_test_the_steps_that_it_takes():
    game = referee(WALL, begin="fire", active="Tyler", dice=["65", "64"])
    fire, test = reckoned(game, game.play("7 OH-a + 7 OH-b fire at 1834")).throws
    assert (fire.side, test.side) == ("union", "union")
    assert fire.happened == 1.0  # of the six coloured dice of a tough test two cost one step, two cost two
    assert fire.expected < fire.happened
    assert (test.expected, test.happened) == (1.0, 2.0)


def test_a_break_test_is_thrown_against_the_unit_that_takes_it():
    game = referee(WALL, begin="fire", active="Tyler", dice=["11"])
    broken = vedette.engine.Event("break-test", "KT-15.7-cause-2", "confederate", ("27 VA",), -1, (4, 2), 6)
    (one,) = reckoned(game, [broken]).throws
    assert (one.side, one.expected, one.happened) == ("union", pytest.approx(2 / 6), 1.0)


def test_a_melee_weighs_the_points_of_both_sides():
    game = stonewall_field({"5 VA": "2020", "84 PA": ("2019", "S")}, phase="melee", dice=[6])
    events = [e for text in ("melee 2019", "add 5 VA", "melee") for e in game.play(text)]
    found = reckoned(game, events)
    melee = next(one for one in found.throws if events[one.event].kind == "melee")
    assert melee.side == "confederate" and melee.variance > 0
    assert found.unit == "points"


def test_an_attack_is_worth_the_steps_of_its_column():
    units = {"25 OH": {"at": "1808", "strength": (4, 2)}, "8 WV": "1807", "1 VA": {"at": "1809", "strength": (2, 1)}}
    game = valley_field(units, side="union", phase="combat", dice=[5])
    events = [e for text in ("attack 1809", "add 25 OH", "attack") for e in game.play(text)]
    (one,) = reckoned(game, events).throws
    cells = [game.state.setting.odds[die, events[one.event].data[2]] for die in range(1, 7)]
    assert one.expected == pytest.approx(sum(c.defender_steps - c.attacker_steps for c in cells) / 6)
    assert one.happened == cells[4].defender_steps - cells[4].attacker_steps


def test_luck_is_what_happened_beyond_what_was_promised_in_standard_deviations():
    found = [throw(0, "union", [0, 0, 0, 0, 0, 6], 6), throw(1, "confederate", [0, 2], 0)]
    assert found[0] == Throw(0, "union", 1.0, 6, 5.0)
    assert balance(found, "union") == (6.0, pytest.approx(6 / 6**0.5))
    assert balance(found, "confederate")[0] == -6.0
    assert balance([], "union") == (0, 0.0)


@pytest.mark.parametrize(
    "battle", ["kernstown/the-stone-wall", "valley-campaign/port-republic", "stonewall-1978/kernstown"]
)
def test_a_battle_that_has_just_begun_has_lost_nothing(battle):
    game = vedette.battle(battle).new_game(seed=1)
    found = reckoned(game, game.start_events)
    assert found.losses and not any(n for loss in found.losses for n in loss.sides.values())
