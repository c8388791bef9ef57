"""Chapters 3.2, 13, 15.4 and 18 of *Stonewall's Sword* where they differ, on the battle's own ground."""

import pytest

from tests.rules.field import limber, mover, points, refused, spent
from tests.rules.fighting import BIG, HIT, man
from tests.rules.mountain import afternoon, evening
from tests.rules.test_ch15_retreat import driven as beaten
from tests.rules.test_ch15_retreat import lane
from tests.rules.wheatfield import driven
from tests.support import at, example, offered, play, referee, states
from vedette.rules.blind_swords.chapters.costs import Terms, cost_for
from vedette.rules.blind_swords.chapters.rally import entry_hexes
from vedette.rules.blind_swords.chapters.retreat import step_bar, ways

FREE = Terms(20, True, False, "KT-13.6-4")


def cedar(units, begin="movement", order="attack", battle=None, **keys):
    """Units on the battle's own ground."""
    return referee(units, begin=begin, order=order, battle=battle or afternoon(), **keys)


def guns(units, unit, **keys):
    """A battery about to move."""
    game = cedar(units, "artillery", **keys)
    play(game, f"artillery {units[unit]}", f"move {unit}")
    return game


def going(units, unit="3rd MD", active="Prince", **keys):
    """A unit about to move."""
    game = cedar(units, active=active, **keys)
    play(game, f"move {unit}")
    return game


def cost(game, unit, frm, to, terms=FREE):
    """What a step costs in points; None where it is barred."""
    hex = game.state.setting.grid.index
    found = cost_for(game.state, unit, hex(frm), hex(to), terms, False)
    return None if found is None else found / 2


# -- chapter 3.2: water, roads -----------------------------------------------------------------------------------


@pytest.mark.rule("SS-3.2c-1", "SS-3.2c-3")
def test_flowing_water_costs_a_point_either_way_and_a_dry_bed_nothing():
    game = cedar({"3rd MD": "2903"}, active="Prince")
    assert cost(game, "3rd MD", "2903", "3003") == cost(game, "3rd MD", "3003", "2903") == 2
    assert cost(game, "3rd MD", "2604", "2603") == 1


@pytest.mark.rule("SS-3.2c-5")
def test_nobody_crosses_a_pond_not_even_as_the_one_hex_that_is_always_his():
    game = going({"3rd MD": "3014"}, order="defend")
    assert refused(game, "3rd MD: 3113") == "SS-3.2c-5"
    back = game.state.setting.grid.index
    assert step_bar(game.state, "3rd MD", back("3014"), back("3113")).cite == "KT-15.4-must-3"


@pytest.mark.rule("SS-3.2c-6", "SS-3.2c-7")
def test_over_a_pond_they_are_adjacent_for_fire_but_not_for_close_combat():
    units = {"3rd MD": "3014", "33rd NC": "3113"}
    assert "fire at 3113" in offered(cedar(units, "fire", active="Prince"))
    game = cedar({**units, "37th NC": "3013"}, "close-combat", active="Prince")
    assert "assault 3013" in offered(game) and refused(game, "3rd MD assault 3113") == "SS-3.2c-6"
    game = going({"3rd MD": "2914", "33rd NC": "3113"}, order="maneuver")
    assert refused(game, "3rd MD: 3014") == "SS-11.4-2", "to come there is to engage"


@pytest.mark.rule("SS-3.2d-7", "SS-13.5a-1")
def test_on_a_pike_guns_and_cavalry_always_march_and_infantry_under_maneuver():
    game = cedar({"Knap": "1709", "1st PA": "1606", "3rd MD": "1606"}, active="Prince")
    assert cost(game, "Knap", "1709", "1708") == cost(game, "1st PA", "1606", "1607") == 0.5
    assert cost(game, "3rd MD", "1606", "1607") == 1
    assert cost(game, "3rd MD", "1606", "1607", Terms(12, False, True, "KT-11.4-2")) == 0.5
    assert spent(mover({"1 MI": "1135"}, "1 MI"), "1136") == 0.5, "whatever its Order on Kernstown's ground"


# -- chapters 6.1 and 13.5c: guns in woods -----------------------------------------------------------------------


@pytest.mark.rule("SS-6.1b-1", "SS-6.1b-2", "SS-13.5c-1")
def test_guns_come_into_woods_and_out_of_them_by_a_road_that_connects():
    game = guns({"Knap": "1709"}, "Knap")
    assert refused(game, "Knap: 1609") == "SS-13.5c-1"
    assert spent(game, "1610") == 1
    assert refused(game, "Knap: 1710") == "SS-13.5c-1" and "Knap: 1510" in offered(game)


@pytest.mark.rule("SS-6.1c-3")
def test_guns_pay_three_points_to_pass_a_full_hex_of_woods():
    game = guns({"Knap": "1709", "3rd MD": "1610"}, "Knap")
    assert spent(game, "1610") == 3 and "done" not in offered(game)
    assert spent(game, "1510") == 1 and "done" in offered(game)


@pytest.mark.rule("SS-15.4-req-4")
def test_guns_fall_back_into_woods_only_along_a_road():
    game = cedar({"Knap": "1709", "33rd NC": "1809"}, "artillery")
    g, hex = game.state, game.state.setting.grid.index
    assert step_bar(g, "Knap", hex("1709"), hex("1609")).cite == "SS-15.4-req-4"
    assert step_bar(g, "Knap", hex("1709"), hex("1610")) is None
    assert step_bar(g, "Knap", hex("1610"), hex("1710")) is None, "out of them any way"


# -- chapter 13 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-13.2-1")
@pytest.mark.parametrize("order, infantry", [("attack", 4), ("defend", 2), ("maneuver", 6)])
def test_allowances(order, infantry):
    assert points(mover({"7 OH-a": "1533"}, "7 OH-a", order)) == infantry
    assert points(mover({"1 MI": "1533"}, "1 MI", order)) == 10
    assert points(limber({"Davey": "1533"}, "Davey")) == 5


@pytest.mark.rule("SS-13.0-1")
def test_infantry_moves_with_its_brigade_guns_and_cavalry_in_their_phase():
    units = {"3rd MD": "2406", "Knap": "2506", "1st PA": "2606"}
    assert offered(cedar(units, active="Prince")) == ["move 3rd MD", "done"]
    game = cedar(units, "artillery")
    assert offered(game) == ["artillery 2506", "cavalry 2606", "pass"]


@pytest.mark.rule("SS-13.3-5")
def test_nobody_comes_onto_the_top_of_the_mountain():
    game = going({"3rd MD": "3611", "109th PA": {"box": "available"}})
    assert refused(game, "3rd MD: 3612") == "SS-13.3-5"
    hexes = {game.state.hex_name(h) for h in entry_hexes(game.state, "109th PA")}
    assert "3610" in hexes and "3612" not in hexes, "nor does who is rebuilt come back there"


@pytest.mark.rule("SS-13.6-6")
def test_to_come_beside_an_enemy_is_not_yet_to_attack_him():
    game = going({"3rd MD": "2406", "33rd NC": "2408"}, order="defend")
    play(game, "3rd MD: 2407", "done")
    assert at(game, "3rd MD") == "2407" and game.decision.kind != "close-combat"


@pytest.mark.rule("SS-13.6-3", "SS-13.6-2")
def test_engaged_guns_leave_as_they_like_but_come_beside_nobody():
    game = guns({"Knap": "2406", "33rd NC": "2408", "37th NC": "2510"}, "Knap")
    assert {"Knap: 2405", "Knap: 2506"} <= set(offered(game))
    assert refused(game, "Knap: 2407") == "SS-9.4b-1"
    game = guns({"Knap": "2405", "33rd NC": "2408"}, "Knap")
    assert refused(game, "Knap: 2406") == "SS-13.6-3", "two hexes off is engaged"


@pytest.mark.rule("SS-13.9-1", "SS-13.9-3")
def test_whoever_leaves_the_map_is_no_loss():
    game = going({"3rd MD": "1300", "33rd NC": "2010"})
    before = game.view("")["score"]
    play(game, "3rd MD: exit")
    assert states(game, "3rd MD") == {"fresh", "off the map"} or at(game, "3rd MD") is None
    assert game.view("")["score"] == before


@pytest.mark.rule("SS-22.1-s5", "SS-13.9-1")
def test_in_the_evening_row_29_ends_the_field_and_is_no_edge_of_the_map():
    game = going({"3rd MD": "2903"}, battle=evening())
    assert refused(game, "3rd MD: 3003") != "" and "3rd MD: exit" not in offered(game)
    game = going({"3rd MD": "2400"}, battle=evening())
    assert "3rd MD: exit" in offered(game)


STACK = {"8th US": "2012", "12th US": "2012", "33rd NC": "1912", "37th NC": "1911"}


@pytest.mark.rule("SS-13.4-1", "SS-13.7-1")
def test_a_stack_that_leaves_as_one_is_fired_at_once():
    game = cedar(STACK, active="Prince", dice=["66", "11"])
    play(game, "move 8th US", "8th US: with 12th US", "8th US + 12th US: 2112")
    assert game.decision.kind == "opportunity-fire" and "8th US + 12th US" in game.decision.prompt
    plans = game.rulebook.plans(game.state, "confederate", "", ())
    assert "37th NC + 33rd NC fire at 2012" in {plan["text"] for plan in plans}
    play(game, "pass")
    assert at(game, "8th US") == at(game, "12th US") == "2112" and points(game) == 3
    assert game.rulebook.reach(game.state, "12th US")["2212"]["stack"], "one of them is asked for: all of them go"
    play(game, "12th US: 2212", "done")
    assert at(game, "12th US") == "2212" and game.decision.kind != "move-unit", "both have moved"


@pytest.mark.rule("SS-13.7-5", "SS-13.7-6")
def test_of_a_stack_whoever_falls_back_is_left_out_and_the_others_go_on():
    units = {**STACK, "8th US": man("2012", 3), "12th US": man("2012", 2), "33rd NC": man("1912", BIG)}
    game = cedar(units, active="Prince", battle=driven(("-", "R1")), dice=[HIT, "11"])
    play(game, "8th US + 12th US: 2112", "33rd NC fire at 2012")
    assert at(game, "8th US") not in ("2012", "2112")
    assert (game.decision.kind, game.decision.about) == ("opportunity-fire", ("12th US",)), "37th NC has not fired"
    play(game, "pass")
    assert at(game, "12th US") == "2112"


@pytest.mark.rule("SS-13.7-5")
def test_fire_at_a_stack_that_leaves_can_hurt_all_who_leave_and_nobody_who_stays():
    units = {**STACK, "8th US": man("2012", 2), "12th US": man("2012", 2), "3rd MD": man("2012", 4)}
    battle = driven(("D all", "-"))
    game = cedar({**units, "33rd NC": man("1912", BIG)}, active="Prince", battle=battle, dice=[HIT, "11"])
    play(game, "8th US + 12th US: 2112")
    plan = next(p for p in game.rulebook.plans(game.state, "confederate", "2012", ()) if p["best"])
    assert {unit for row in plan["odds"]["results"] for unit in row["units"]} == {"8th US", "12th US"}
    play(game, "33rd NC fire at 2012")
    assert offered(game) == ["lead 8th US", "lead 12th US"], "of those who leave, as large as each other"
    play(game, "lead 8th US")
    assert "worn" in states(game, "8th US") & states(game, "12th US") and "fresh" in states(game, "3rd MD")


@pytest.mark.rule("SS-13.4-1", "SS-13.7-1", "SS-9.1-4")
def test_batteries_of_a_hex_limber_up_together_too_and_then_all_have_moved():
    units = {"Knap": man("2012", 3), "Best": man("2012", 3), "Roemer": man("2012", 3), "33rd NC": "1912"}
    game = cedar({**units, "1st PA": "2012"}, "artillery")
    play(game, "artillery 2012", "move Knap")
    assert "Knap: with Best" in offered(game) and "Knap: with 1st PA" not in offered(game)
    play(game, "Knap: with Best")
    assert "Knap + Best: with Roemer" not in offered(game), "three find no room anywhere"
    play(game, "Knap + Best: 2112")
    assert game.decision.kind == "opportunity-fire" and "Knap + Best" in game.decision.prompt
    play(game, "pass", "done")
    assert at(game, "Knap") == at(game, "Best") == "2112" and "move Best" not in offered(game)
    game = cedar(units, "artillery")
    play(game, "artillery 2012", "Best + Knap: 2112-2212")
    assert game.decision.kind == "opportunity-fire" and "Best + Knap" in game.decision.prompt


@pytest.mark.rule("SS-13.4-1")
def test_one_by_one_it_may_go_too_and_each_is_fired_at():
    game = cedar(STACK, active="Prince")
    play(game, "move 8th US", "8th US: 2112", "pass", "done", "12th US: 2112")
    assert game.decision.kind == "opportunity-fire"


# -- chapter 15.4 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-15.4-res-3", "SS-15.4-res-3u", "SS-15.4-res-3c")
def test_a_retreat_seeks_the_own_edge_east_or_west():
    game = cedar({"3rd MD": "2406", "33rd NC": "2010"}, active="Prince")
    g, hex = game.state, game.state.setting.grid.index
    for unit, start, word in (("3rd MD", "2406", "east"), ("33rd NC", "2010", "west")):
        found = ways(g, unit, 1, hex(start), ()).steps
        far = g.setting.board.edge_distance[word]
        assert found and all(far[h] < far[hex(start)] for h in found)


# -- chapter 18 ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-18.1-1")
def test_skirmishers_pay_a_point_for_every_hex():
    game = cedar({"8th US": {"hex": "2206", "marks": ["skirmish"]}}, active="Prince")
    assert {cost(game, "8th US", *step) for step in (("2206", "2207"), ("2208", "2209"), ("1517", "1516"))} == {1}
    assert cost(game, "8th US", "1709", "1708", Terms(12, False, True, "KT-11.4-2")) == 1


@pytest.mark.rule("SS-18.2-1")
def test_example_of_skirmishers_in_the_corn():
    game, _ = example("SS-EX-skirmish")
    assert game.decision.kind == "withdraw"
    play(game, "retreat 8th US to 2208")
    assert points(game) == 2 and refused(game, "33rd NC: 2209") == "SS-13.3-3"


@pytest.mark.rule("SS-18.2-6")
def test_a_retreat_past_skirmishers_drives_them_off_at_each_hex():
    """On Kernstown's ground: 27 VA falls back three hexes, 7 OH-b stands beside the second of them."""
    way = lane("1735", "1736", "1737", "1636", "1637", "1638", "1738")
    game, _ = beaten("R3", {"7 OH-b": {"hex": "1637", "marks": ["skirmish"]}}, **way)
    while game.decision.kind == "retreat":
        play(game, offered(game)[0])
    assert game.decision.kind == "withdraw" and at(game, "27 VA") == "1736"


# -- the worked examples of 13.5 -----------------------------------------------------------------------------------


@pytest.mark.rule("SS-13.3-2")
def test_example_of_nine_points_through_the_corn():
    game, _ = example("SS-EX-move-1")
    assert points(game) == 1
    play(game, "3rd MD: 2110")
    assert at(game, "3rd MD") == "2110"
    other = going({"3rd MD": "2109", "33rd NC": "2211"}, order="maneuver")
    assert refused(other, "3rd MD: 2110") == "SS-11.4-2"


@pytest.mark.rule("SS-13.3-2")
def test_example_of_six_points_up_the_wooded_hill():
    game, _ = example("SS-EX-move-2")
    assert points(game) == 4 and cost(game, "5th VA", "1517", "1516") == 4


@pytest.mark.rule("SS-13.5b-2", "SS-6.1c-2")
def test_example_of_a_lane_that_is_taken_up():
    game, _ = example("SS-EX-move-3")
    assert points(game) == 2 and "done" not in offered(game)
    assert spent(game, "1510") == 1
