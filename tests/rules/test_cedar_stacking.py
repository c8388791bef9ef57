"""Chapters 6 and 13.8 of *Stonewall's Sword* where they differ, and who makes room by the series rules."""

import pytest

from tests.rules.field import flat, mover
from tests.rules.mountain import afternoon
from tests.support import at, example, offered, play, referee
from vedette.rules.blind_swords.chapters.costs import Terms, cost_for
from vedette.rules.blind_swords.chapters.stacking import end_bar, stacking_value
from vedette.rules.blind_swords.chapters.values import modified_sp
from vedette.rules.blind_swords.charts import SP

OPTION = {"artillery-stacking": True}


def cedar(units, begin="artillery", **keys):
    """Units on the battle's own ground."""
    return referee(units, begin=begin, battle=afternoon(), **keys)


def strong(hex, sp, weapon="R"):
    """A unit in a hex with so many points."""
    return {"hex": hex, "values": {"fresh": [sp, weapon, 4]}}


def value(game, unit):
    """What a unit counts in a stack."""
    return stacking_value(game.state, unit) / SP


def fits(game, unit, hex):
    """Whether a unit may end its move in a hex."""
    return end_bar(game.state, unit, game.state.setting.grid.index(hex)) is None


@pytest.mark.rule("SS-6.1a-1", "SS-6.1a-2")
def test_example_of_guns_by_the_option_and_ten_are_the_most():
    game, _ = example("SS-EX-stack-art")
    assert [value(game, id) for id in ("Knap", "Best", "Roemer")] == [3, 6, 7.5]
    units = {"Knap": strong("2406", 4), "Best": strong("2506", 6), "Roemer": strong("2606", 7)}
    game = cedar(units, set=OPTION)
    assert fits(game, "Best", "2406") and not fits(game, "Roemer", "2406")
    game = cedar(units)
    assert value(game, "Knap") == 4 and not fits(game, "Best", "2406")


@pytest.mark.rule("BS-3.1a-1")
def test_example_of_the_series_six_guns_are_four_and_a_half():
    game, _ = example("BS-EX-artstack")
    assert value(game, "Clark") == 4.5


@pytest.mark.rule("SS-6.2-1", "SS-6.2-2", "SS-13.5b-3")
def test_a_large_unit_counts_eight_and_marches_through_empty_hexes_alone():
    game = cedar({"5th VA": "2117", "2nd VA": strong("2016", "C")}, "movement", active="Ronald", order="maneuver")
    g, hex = game.state, game.state.setting.grid.index
    assert (value(game, "5th VA"), modified_sp(g, "5th VA") / SP) == (8, 10)
    terms = Terms(12, False, True, "KT-11.4-2")
    assert cost_for(g, "5th VA", hex("2117"), hex("2116"), terms, True) == 1, "half a point of march column"
    assert cost_for(g, "5th VA", hex("2116"), hex("2016"), terms, False) > 2, "the woods, for there somebody stands"
    assert fits(game, "5th VA", "2116") and not fits(game, "5th VA", "2016")


@pytest.mark.rule("SS-6.3-1", "SS-6.3-2")
def test_before_a_draw_an_overfull_hex_is_left_by_the_largest_first():
    units = {"14th GA": "2406", "35th GA": strong("2406", 5), "45th GA": "2406", "8th US": "2012", "12th US": "2012"}
    game = cedar(units, "draw", cup=["Fog of War"])
    assert (game.decision.seat, game.decision.kind, game.decision.cite) == ("confederate", "unstack", "SS-6.3-1")
    assert {text.split(":")[0] for text in offered(game)} == {"14th GA"}
    play(game, offered(game)[0])
    assert at(game, "14th GA") != "2406" and at(game, "35th GA") == at(game, "45th GA") == "2406"
    assert game.decision.kind != "unstack"


@pytest.mark.rule("SS-6.3-1")
def test_nobody_makes_room_on_ground_that_is_closed_to_him():
    units = {"Knap": "1610", "Best": "1610"}
    game = cedar(units, "draw", cup=["Fog of War"])
    assert {text.split(": ")[1] for text in offered(game)} == {"1510", "1709"}, "guns leave woods along the lane"


@pytest.mark.rule("SS-6.3-3", "SS-13.8-4")
def test_example_of_arrivals_held_under_regroup():
    game, _ = example("SS-EX-overstack")
    assert {text.split(":")[0] for text in offered(game)} == {"14th GA", "35th GA"}
    play(game, offered(game)[0])
    assert {text.split(":")[0] for text in offered(game)} == {"35th GA"}
    play(game, offered(game)[0])
    assert [at(game, id) for id in ("45th GA", "49th GA")] == ["2218", "2218"], "seven points stay"
    assert game.decision.kind != "unstack"


@pytest.mark.rule("BS-3.1d-1")
def test_by_the_series_they_make_room_rearward_whoever_it_is():
    units = {"33 VA": "1635", "4 VA": "1635", "2 VA": strong("1635", 4), "7 OH-a": "1533"}
    game = referee(units, begin="draw", cup=["Fog of War"], hexes=flat())
    assert (game.decision.kind, game.decision.cite) == ("unstack", "BS-3.1d-1")
    assert {text.split(":")[0] for text in offered(game)} == {"33 VA", "4 VA", "2 VA"}
    rear = {text.split(": ")[1] for text in offered(game)}
    assert rear == {"1535", "1636", "1734", "1735"}, "not north, where the enemy is"


@pytest.mark.rule("SS-6.1-3")
def test_the_limit_alone_bars_a_stack_also_to_halves_and_riders():
    units = {"7 OH-a": strong("1533", 2), "29 OH-a": strong("1634", 3), "1 MI": strong("1634", 3, "C")}
    assert fits(mover(units, "7 OH-a"), "7 OH-a", "1634")
    assert not fits(mover({**units, "29 OH-a": strong("1634", 4)}, "7 OH-a"), "7 OH-a", "1634")
