"""Chapter 9 of *Stonewall's Sword* on its own ground: guns in the Artillery Phase, and cavalry that acts with them."""

import pytest

from tests.books import BOOK
from tests.rules.chits import asked
from tests.rules.field import points, refused, spent
from tests.rules.fighting import BIG, HIT, man, settle
from tests.rules.mountain import afternoon
from tests.rules.wheatfield import bare, driven, ready
from tests.support import aim, at, offered, play, referee, states

RIDERS = "1st PA"


def real(units, **keys):
    """The Artillery Phase on the ground as it is."""
    return referee(units, begin="artillery", battle=afternoon(), **keys)


def marks(game, unit):
    """The marks on a counter."""
    return next(u["marks"] for u in game.view("")["units"] if u["id"] == unit)


@pytest.mark.rule("SS-9.0-2", "SS-9.0-3")
def test_guns_have_five_points_and_always_the_march_rate_of_a_pike():
    game = real({"Best": "1905"})
    play(game, "artillery 1905", "move Best")
    assert points(game) == 5
    assert spent(game, "2005") == 0.5 and spent(game, "2105") == 0.5
    game = real({"Best": "1905", "10th ME": man("2005", 6)})
    play(game, "artillery 1905", "move Best")
    assert spent(game, "2005") > 0.5  # no room on the road


@pytest.mark.rule("SS-9.3-3", "BS-6.3-3")
def test_only_a_union_pass_and_then_a_confederate_one_end_the_phase():
    game = ready({"Best": "2105", "Knap": "2003", "Poague": "2310", "10th ME": "2106"}, "artillery")
    play(game, "artillery 2105", "done", "pass", "pass")
    if BOOK.get() == "BS":
        assert game.view("")["phase"] == "chits"
        return
    assert (asked(game), offered(game)) == (("confederate", "artillery"), ["artillery 2310", "pass"])
    play(game, "pass")
    assert game.view("")["phase"] == "chits"


@pytest.mark.rule("SS-9.3-3", "SS-9.3-2")
def test_it_ends_where_nobody_has_guns_left_and_no_battery_rallies_then():
    hurt = {"hex": "2003", "marks": ["shaken"]}
    game = ready({"Knap": hurt, "Poague": "2310", "10th ME": "2004"}, "artillery")
    play(game, "artillery 2003", "done", "artillery 2310", "done")
    assert (game.view("")["phase"], "shaken" in states(game, "Knap")) == ("chits", True)
    game = ready({"Knap": hurt, "Poague": "2310", "10th ME": "2004"}, "artillery")
    play(game, "pass", "pass")
    assert game.view("")["phase"] == "chits"


@pytest.mark.rule("SS-9.4a-1")
def test_guns_enter_and_leave_woods_only_along_the_road():
    game = real({"Best": "1709"})
    play(game, "artillery 1709", "move Best")
    assert refused(game, "Best: 1609") == "SS-13.5c-1"
    assert spent(game, "1610") == 1
    assert set(offered(game)) == {"Best: 1510", "Best: 1709", "done"}


@pytest.mark.rule("SS-9.4c-1")
def test_a_road_in_woods_that_others_fill_takes_three_points():
    game = real({"Best": "1709", "10th ME": man("1610", 8)})
    play(game, "artillery 1709", "move Best")
    assert spent(game, "1610") == 3
    assert "done" not in offered(game) and spent(game, "1510") == 1


@pytest.mark.rule("SS-9.4b-1")
def test_engaged_guns_may_leave_as_they_like_but_beside_nobody():
    game = ready({"Best": "2104", "Knap": "2008", "5th VA": "2106", "10th ME": "2002"}, "artillery")
    play(game, "artillery 2104", "move Best")
    assert refused(game, "Best: 2105") == "SS-9.4b-1"
    assert {"Best: 2103", "Best: 2004"} <= set(offered(game))
    play(game, "Best: 2004", "done", "artillery 2008", "move Knap")
    assert refused(game, "Knap: 2007") == "SS-9.4b-1"  # not within two hexes of its own will


@pytest.mark.rule("SS-9.4e-1")
def test_guns_fire_over_friends_even_beside_the_target():
    ground = bare(h2102=8, h2106=5, h2105=4)
    game = ready({"Best": "2102", "10th ME": "2105", "5th VA": "2106"}, "artillery", hexes=ground)
    play(game, "artillery 2102")
    assert "fire at 2106" in offered(game)


# -- the cavalry --------------------------------------------------------------------------------------------------

FIGHT = {RIDERS: man("2105", 3), "5th VA": man("2106", 3), "Best": "2003", "10th ME": "2004"}


@pytest.mark.rule("SS-9.5-1")
def test_the_cavalry_acts_in_an_artillery_step_once_a_phase():
    game = ready({**FIGHT, "Poague": "2310"}, "artillery")
    assert offered(game) == ["artillery 2003", "cavalry 2105", "pass"]
    play(game, "cavalry 2105", "done", "done", "done")
    assert (asked(game), "acted" in marks(game, RIDERS)) == (("confederate", "artillery"), True)
    play(game, "pass")
    assert offered(game) == ["artillery 2003", "pass"]


@pytest.mark.rule("SS-9.5-1")
def test_at_no_other_time():
    game = ready(FIGHT, "fire", order="attack")
    assert refused(game, f"{RIDERS} fire at 2106") != "" and not any(RIDERS in text for text in offered(game))
    game = ready(FIGHT, "movement", order="attack")
    assert refused(game, f"move {RIDERS}") == "SS-9.5-1"
    game = ready(FIGHT, "close-combat", order="attack")
    assert asked(game)[1] != "close-combat"


@pytest.mark.rule("SS-9.5-1")
def test_in_a_hex_with_guns_it_activates_with_them():
    game = ready({RIDERS: "2005", "Best": "2005", "Knap": "2002", "5th VA": "2008"}, "artillery")
    play(game, "artillery 2005")
    assert {"move Best", f"ride {RIDERS}", "done"} <= set(offered(game))
    play(game, f"ride {RIDERS}")
    while asked(game) != ("union", "move"):
        play(game, "done")
    play(game, f"{RIDERS}: 2004", "done")
    assert asked(game) == ("union", "artillery-act")
    play(game, "done")
    assert "acted" in marks(game, "Best") and at(game, RIDERS) == "2004"


@pytest.mark.rule("SS-9.5-2", "SS-9.5-5")
def test_it_has_ten_points_and_the_march_rate():
    game = real({RIDERS: "1905"})
    play(game, "cavalry 1905")
    assert points(game) == 10
    assert spent(game, "2005") == 0.5


@pytest.mark.rule("SS-9.5-3", "SS-9.5-4")
def test_it_fires_then_moves_then_attacks_under_no_order():
    game = ready(FIGHT, "artillery", dice=["11", "11", "11"])
    play(game, "cavalry 2105")
    assert asked(game) == ("union", "fire") and game.decision.stack[-2:] == [f"{RIDERS} acts", "fire"]
    assert game.decision.prompt == f"{RIDERS}: fire at which hex?"
    events = play(game, f"{RIDERS} fire at 2106")
    assert aim(events).strength == "3"
    assert asked(game) == ("union", "move") and f"{RIDERS}: 2206" in offered(game)  # it may engage
    play(game, "done")
    assert (asked(game), offered(game)) == (("union", "close-combat"), ["assault 2106", "done"])
    play(game, f"{RIDERS} assault 2106")
    assert game.decision.stack[-1] != "artillery phase"


@pytest.mark.rule("SS-9.5-1", "SS-9.4f-1")
def test_guns_that_drive_it_off_do_not_cost_it_its_turn_as_they_do_a_battery():
    units = {RIDERS: man("2105", 3, 2), "Best": man("2104", 3, 2), "10th ME": "2003", "Poague": man("2109", BIG)}
    game = ready({**units, "Caskie": man("2009", BIG)}, "artillery", battle=driven(("-", "R2")), dice=[HIT, "11"] * 2)
    play(game, "pass", "artillery 2109", "fire at 2105")
    settle(game, "fire", "retreat")
    assert at(game, RIDERS) != "2105" and f"cavalry {at(game, RIDERS)}" in offered(game)
    play(game, "pass", "artillery 2009", "fire at 2104")
    settle(game, "fire", "retreat")
    assert at(game, "Best") != "2104" and offered(game) == [f"cavalry {at(game, RIDERS)}", "pass"]
    play(game, f"cavalry {at(game, RIDERS)}")
    assert asked(game)[0] == "union"


@pytest.mark.rule("SS-9.5-3")
def test_who_has_nobody_to_fire_at_or_attack_only_moves():
    game = ready({RIDERS: "2105", "5th VA": "2111"}, "artillery")
    play(game, "cavalry 2105")
    assert asked(game) == ("union", "move")
    play(game, "done")
    assert game.view("")["phase"] == "chits"


@pytest.mark.rule("SS-9.5-1")
def test_its_fires_and_ways_are_shown_before_it_is_picked():
    game = ready({**FIGHT, "5th VA": man("2107", 3)}, "artillery")
    plan = next(p for p in game.rulebook.plans(game.state, "union", "", ()) if p["units"] == [RIDERS])
    assert plan["text"] == f"cavalry 2105; {RIDERS} fire at 2107"
    assert game.rulebook.reach(game.state, RIDERS)["2104"]["cost"] == 1
    assert f"{RIDERS} could still act" in game.rulebook.undone(game.state, "union")
    play(game, *plan["text"].split("; "))
    assert game.decision.kind in ("dice", "primary-hexside")


def test_its_counter_says_cavalry():
    rows = {u["id"]: u["top"] for u in ready(FIGHT, "artillery").view("")["units"]}
    assert (rows[RIDERS], rows["Best"], rows["10th ME"]) == ("Cavalry", "Artillery", "Crawford")
