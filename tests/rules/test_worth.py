"""What a hex, a loss or an exit would still bring, for commanders."""

import pytest
from pytest import approx

import vedette
from tests.rules.scored import FIRST, FLANK, HILL, RIDGE, SECOND, closing, gone, held, lost
from tests.support import BATTLE, referee
from vedette.rules.blind_swords.ai import worth
from vedette.rules.blind_swords.ai.stakes import FAITH, PRIZE, stakes_of, swings
from vedette.rules.blind_swords.chapters.victory import lead, tally, total

UNION, CONFEDERATE = 0, 1


def state(battle, turn, control=None, units=None, **keys):
    """A position before the last step of a turn."""
    return referee(
        units or {}, battle=vedette.battle(battle), begin="turn", turn=turn, control=control or {}, **keys
    ).state


def swing(g, name):
    """What the holder of a hex changes till the end, in points; None of a hex that pays nobody."""
    return swings(g.setting, g.turn, g.control).get(g.setting.grid.index(name))


def turns(first, last):
    """A point in each of these turns, counted from now on: the later, the less sure."""
    return sum(FAITH**turn for turn in range(first, last + 1))


def test_the_hill_is_worth_what_both_sides_would_earn_and_the_bonus():
    assert swing(state(FIRST, 17), HILL) == approx((3 + 2) * turns(0, 1))
    assert swing(state(FIRST, 15), HILL) == approx(5 * turns(0, 3) + 20)
    assert swing(state(FIRST, 18), HILL) == 5


def test_who_holds_the_ridge_loses_its_points_by_taking_the_hill():
    ridge = held(RIDGE, "confederate")
    assert swing(state(FIRST, 17, ridge), HILL) == approx((3 + 2 - 6) * turns(0, 1))
    assert swing(state(FIRST, 15, ridge), HILL) == approx((5 - 6) * turns(0, 3) + 20 - 20)


def test_a_ridge_hex_is_worth_its_turns_and_its_share_of_the_bonus():
    assert swing(state(FIRST, 1), "1834") == approx(turns(6, 17) + 8 * FAITH**14)
    assert swing(state(FIRST, 16), "1834") == approx(turns(0, 2))
    assert swing(state(FIRST, 15, held(RIDGE[1:], "confederate")), "1834") == approx(turns(0, 3))
    assert swing(state(FIRST, 1, held(HILL, "confederate")), "1834") == 0
    assert swing(state(FIRST, 1), "1835") == swing(state(FIRST, 1), "1834") and swing(state(FIRST, 1), "1515") is None


def test_in_a_game_of_hexes_each_is_worth_the_same():
    g = referee({}, begin="turn").state
    assert g.setting.battle.id == BATTLE
    prizes = {g.hex_name(hex): prize for hex, prize in stakes_of(g, UNION).hexes.items()}
    assert prizes["1834"] == PRIZE and set(prizes.values()) == {PRIZE} and "1515" not in prizes
    assert (worth.loss_worth(g, UNION), worth.exit_worth(g, UNION), worth.exit_edges(g, UNION)) == (0, 0, ())


@pytest.mark.parametrize("battle, union, confederate", [(FIRST, 1, 1), (FLANK, 0.5, 1)])
def test_what_a_lost_strength_point_gives_the_enemy(battle, union, confederate):
    g = state(battle, 1)
    assert (worth.loss_worth(g, UNION), worth.loss_worth(g, CONFEDERATE)) == (union, confederate)


def test_what_a_unit_gives_the_enemy_by_the_side_that_would_count():
    values = {"values": {"fresh": [8, "R", 4], "worn": [3, "R", 3]}}
    for battle, unit, points in ((FIRST, "62 OH", 3), (FLANK, "13 WV", 4), (FIRST, "Robinson", 8)):
        assert worth.loss_of(state(battle, 1, units={unit: {"hex": "1026", **values}}), unit) == points


def test_what_leaving_earns():
    g = state(FLANK, 2, units={"13 WV": {"hex": "1026", "values": {"fresh": [14, "R", 4]}}})
    assert (worth.exit_worth(g, UNION), worth.exit_worth(g, UNION, 3), worth.exit_worth(g, UNION, forced=True)) == (
        0, 1 / 7, 1 / 7,
    )  # fmt: skip
    assert (worth.exit_of(g, "13 WV"), worth.exit_of(g, "13 WV", forced=True)) == (0, 2)
    assert worth.exit_edges(g, UNION) == ("north", "east") and worth.exit_worth(g, CONFEDERATE, 9) == 0


def test_points_and_lead_as_they_stand():
    units = {"45 VA": lost("1", 9, 4), "13 WV": lost("1", 9, 4), "5 WV": gone(7, "east", 1, forced=True)}
    g = closing(SECOND, 1, held(HILL, "union"), units).state
    parts = tally(g)
    assert (total(parts, UNION), total(parts, CONFEDERATE)) == (15 + 3 + 9 + 1, 4)
    assert lead(parts) == 4 - 28
