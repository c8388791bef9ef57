"""Chapters 10.6 and 10.7 with divisions: brigades of one chit, chits that come later, commanders of both battles."""

import pytest

from tests.rules.chits import asked, fates, in_cup, marker, quiet
from tests.rules.second import FIELD, afternoon, scenario
from tests.support import kinds, offered, play, referee, texts

SULLIVAN = {"13 IN": "2616", "67 OH": "2322", "2 VA": "3526"}
LATE = {**FIELD, "3/5 AL": "4018", "6/12 AL": "4017"}


def general(game, roll_union="66", roll_confederate="66"):
    """The Fog of War strikes at the generals."""
    return play(game, "Fog of War", "5", roll_union, roll_confederate)


def commander(game, chit):
    """What the page says of a Commander's chit: rating, words, hit or not."""
    row = next(row for row in game.view("")["commanders"] if row["chit"] == chit)
    return row["rating"], row["words"], row["casualty"]


# -- Division Activation chits ----------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.7-5", "BS-7.3-div-2", "SS-10.7-3")
def test_the_chit_of_a_division_activates_one_of_its_brigades():
    game = afternoon(FIELD, "Breckinridge", "Duval")
    play(game, "Breckinridge", "3")
    assert (asked(game), offered(game)) == (
        ("confederate", "activate"), ["activate Forsberg", "activate Patton", "activate Smith"]
    )  # fmt: skip
    play(game, "activate Patton")
    assert (marker(game, "Patton"), marker(game, "Smith")) == ("activated", "available")
    assert game.decision.about == ("Patton",)


@pytest.mark.rule("KT-10.7-3", "KT-10.7-6", "BS-7.3-div-1", "BS-7.3-div-3", "SS-10.7-1", "SS-10.7-4", "BS-7.3-bde-1")
def test_the_roll_comes_before_the_brigade_is_chosen():
    game = afternoon(FIELD, "Duval", "Breckinridge")
    play(game, "Duval")
    assert asked(game) == ("chance", "die")
    play(game, "4")
    assert offered(game) == ["activate Hayes", "activate Johnson"]
    assert game.decision.prompt == "Duval, fire only: which brigade?"
    play(game, "activate Johnson")
    states = {b["brigade"]: b["state"] for b in game.view("")["brigades"] if b["chit"] == "Duval"}
    assert states == {"Hayes": "available", "Johnson": "limited"}
    assert asked(game) == ("chance", "draw")  # no Order, and nobody of it has a target


@pytest.mark.rule("KT-10.7-8", "KT-10.3d-2", "BS-7.3-div-5", "SS-10.3d-2", "SS-10.7-7")
def test_the_chit_goes_back_into_the_cup_until_all_its_brigades_have_acted():
    game = afternoon(FIELD, "Breckinridge", "Duval", activated=["Smith"])
    for brigade, left in (("Forsberg", ["Breckinridge", "Duval"]), ("Patton", ["Duval"])):
        play(game, "Breckinridge", "1", *([f"activate {brigade}"] if brigade == "Forsberg" else []), "order regroup")
        quiet(game, "draw")
        assert in_cup(game) == left
    assert [fate for _, fate in fates(game)] == ["returned", "used"]


@pytest.mark.rule("KT-10.7-9", "KT-10.7-10", "BS-7.3-div-6", "BS-7.3-div-7", "SS-10.7-7")
def test_brigades_of_which_nobody_is_left_are_no_choice():
    units = {**FIELD, "36 VA (Smith)": {"box": "2"}, "60 VA": {"box": "eliminated"}}
    game = afternoon(units, "Breckinridge", "Duval")
    assert marker(game, "Smith") == "no units"
    play(game, "Breckinridge", "1")
    assert offered(game) == ["activate Forsberg", "activate Patton"]


@pytest.mark.rule("KT-10.7-9", "BS-7.3-div-6", "SS-10.7-7")
def test_units_in_available_are_enough():
    units = {**FIELD, "36 VA (Smith)": {"box": "available"}}
    game = afternoon(units, "Breckinridge", "Duval")
    play(game, "Breckinridge", "1")
    assert "activate Smith" in offered(game)


@pytest.mark.rule("KT-10.7-9", "BS-7.3-div-6", "SS-10.7-7")
def test_a_chit_without_a_brigade_left_is_discarded():
    game = afternoon(FIELD, "Breckinridge", "Duval", activated=["Forsberg", "Patton", "Smith"])
    events = play(game, "Breckinridge")
    assert "no-brigade" in kinds(events) and asked(game) == ("chance", "draw")
    assert in_cup(game) == ["Duval"]


@pytest.mark.rule("KT-10.7-5", "BS-7.3-div-2", "SS-10.7-3")
def test_divisions_of_cavalry_have_chits_like_the_others():
    units = {**FIELD, "22 PA": "2718", "15 NY": "1516", "19/20 VA": "2233", "1 TN": "3612"}
    game = afternoon(units, "Duffie", "Ransom")
    play(game, "Duffie", "1")
    assert offered(game) == ["activate Higgins", "activate Tibbits"]
    play(game, "activate Higgins", "order regroup")
    quiet(game, "draw")
    play(game, "Ransom", "1")
    assert offered(game) == ["activate Jackson", "activate Vaughn"]  # the others of his are not on the map yet


@pytest.mark.rule("KT-10.5a-3", "KT-10.5a-5")
def test_fortunes_of_war_takes_one_brigade_of_the_owners_choice():
    game = afternoon(FIELD, "Fortunes of War", "Gordon", "Breckinridge", "Duval")
    play(game, "Fortunes of War", "Breckinridge")
    assert (asked(game)[0], offered(game)) == (
        "confederate", ["activate Forsberg", "activate Patton", "activate Smith"]
    )  # fmt: skip
    assert game.decision.prompt == "Breckinridge, negated: which brigade does nothing?"
    events = play(game, "activate Smith")
    assert "negated-brigade" in kinds(events) and asked(game) == ("chance", "draw")
    assert "Breckinridge" in in_cup(game)


@pytest.mark.rule("KT-10.7-2")
def test_the_chit_of_a_division_that_arrives_is_in_the_cup_from_the_turn_listed():
    """rulings: oddity 10. Nobody of it stands on the map yet: by this chit they come."""
    for turn, there in ((3, False), (4, True)):
        game = referee({}, battle=scenario("second-kernstown"), empty=False, begin="draw", turn=turn)
        assert ("Rodes" in in_cup(game)) is there
        assert marker(game, "Battle") == ("available" if there else "not yet in play")


@pytest.mark.rule("KT-13.11-2", "BS-10.11-2", "SS-13.8-1")
def test_by_that_chit_the_first_of_them_come_onto_the_map():
    game = referee({}, battle=scenario("second-kernstown"), empty=False, begin="draw", turn=4, cup=["Rodes", "Duval"])
    play(game, "Rodes", "4")
    assert set(offered(game)) == {f"activate {b}" for b in ("Battle", "Grimes", "Cox", "Cook")}
    events = play(game, "activate Cox")
    assert [e.units for e in events if e.kind == "arrived"] == [("2/3 NC",), ("4/30 NC",)]


@pytest.mark.rule("KT-10.5b-casualty-i", "SS-10.5b-gc-i")
def test_a_general_whose_chit_is_not_yet_in_play_is_not_hit():
    for turn, hit in ((3, []), (4, ["Rodes"])):
        game = afternoon(FIELD, "Fog of War", "Duval", turn=turn)
        general(game, "66", "21")
        assert game.view("")["generals"]["casualties"] == hit


# -- general casualties of both battles ---------------------------------------------------------------------------


@pytest.mark.rule("KT-10.5b-casualty-1")
@pytest.mark.parametrize(
    "name, rolls, hit",
    [
        ("first-kernstown", ("11", "11"), ["Jackson", "Sullivan"]),
        ("first-kernstown", ("13", "15"), ["Fulkerson", "Kimball"]),
        ("second-kernstown", ("11", "11"), ["Crook", "Early"]),
        ("second-kernstown", ("13", "12"), ["Breckinridge", "Mulligan"]),
    ],
)
def test_each_battle_has_its_own_table_of_generals(name, rolls, hit):
    game = referee({}, battle=scenario(name), empty=False, begin="draw", cup=["Fog of War", "Fortunes of War"])
    general(game, *rolls)
    assert game.view("")["generals"]["casualties"] == hit


@pytest.mark.rule("KT-10.5b-casualty-ii-2")
def test_a_general_of_a_division_is_replaced_before_the_command_roll():
    game = afternoon(FIELD, "Fog of War", "Duval", "Thoburn", turn=2)
    general(game, "14")  # Thoburn: 3, his replacement 2
    assert [b["casualty"] for b in game.view("")["brigades"] if b["chit"] == "Thoburn"] == [True, True]
    game = afternoon({**FIELD, "34 MA": "1531"}, "Fog of War", "Thoburn", "Duval", turn=2)
    general(game, "14")
    events = play(game, "Thoburn", "3")
    assert next(e.data for e in events if e.kind == "command") == ("Thoburn", 2, False)


@pytest.mark.rule("KT-10.5b-casualty-iii-1")
def test_he_comes_back_by_the_same_roll():
    game = afternoon(FIELD, "Fog of War", "Mulligan", casualties=["Mulligan"])
    general(game, "12")
    assert game.view("")["generals"]["casualties"] == []
    events = play(game, "Mulligan", "4")
    assert next(e.data for e in events if e.kind == "command") == ("Mulligan", 4, True)


def test_the_chart_of_ratings_says_which_counts():
    game = afternoon(FIELD, "Duval", casualties=["Crook", "Gordon"], raised=["Crook"])
    found = {row["where"]["chit"]: row["column"] for row in game.view("")["in_force"]}
    assert [found[chit] for chit in ("Crook", "Gordon", "Duval")] == ["casualty_rating", "casualty_rating", "rating"]
    game = afternoon(FIELD, "Duval", raised=["Crook"])
    assert {row["where"]["chit"]: row["column"] for row in game.view("")["in_force"]}["Crook"] == "raised"


def test_news_and_turn_card_tell_of_generals():
    game = afternoon(FIELD, "Fog of War", "Mulligan", casualties=["Crook"])
    events = general(game, "11", "11")
    assert texts(game, [e for e in events if e.kind in ("casualty", "recovered-general")]) == [
        "rolled 11: Crook is back", "rolled 11: Early is hit; his Casualty chit is in play"
    ]  # fmt: skip
    told = [(row["text"], row["tone"]) for row in game.rulebook.news(game.state, events, "union")]
    assert ("Crook is back", "good") in told and ("Early is hit", "good") in told
    card = {
        s["title"]: [i["text"] for i in s.get("items", ())] for s in game.rulebook.turn_end(game.state, events, "union")
    }
    assert card["Generals"][:2] == ["Crook is back", "Early is hit"]


# -- Commanders -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.6a-Jackson-1", "KT-10.6-4", "BS-7.3-cic-2", "SS-10.6-1")
@pytest.mark.parametrize("name", ["first-kernstown", "jackson-is-aware"])
def test_the_commander_of_the_first_battle_is_always_active(name):
    game = afternoon(SULLIVAN, "Jackson", "Kimball", name=name)
    play(game, "Jackson")
    assert offered(game) == ["play Jackson", "hold Jackson"]
    play(game, "play Jackson")
    assert game.decision.about == ("Garnett",)


@pytest.mark.rule("KT-10.6a-Jackson-2")
@pytest.mark.parametrize("die, active", [("5", True), ("6", False)])
def test_his_replacement_needs_one_to_five(die, active):
    game = afternoon(SULLIVAN, "Jackson", "Kimball", name="first-kernstown", casualties=["Jackson"])
    play(game, "Jackson")
    assert asked(game) == ("chance", "die")
    play(game, die)
    assert (asked(game) == ("confederate", "drawn")) is active


@pytest.mark.rule("KT-20.4c-Early", "KT-10.6a-Early-1")
@pytest.mark.parametrize("name", ["breckinridge-attacks", "second-kernstown", "what-if-second-kernstown"])
def test_early_is_always_active(name):
    game = afternoon(FIELD, "Early", "Duval", name=name)
    play(game, "Early")
    assert asked(game) == ("confederate", "drawn")
    assert commander(game, "Early") == (6, "always active", False)


@pytest.mark.rule("KT-20.4c-Early-rep", "KT-10.6a-Early-2")
@pytest.mark.parametrize("name", ["breckinridge-attacks", "what-if-second-kernstown"])
@pytest.mark.parametrize("die, active", [("5", True), ("6", False)])
def test_earlys_replacement_needs_one_to_five(name, die, active):
    game = afternoon(FIELD, "Early", "Duval", name=name, casualties=["Early"])
    play(game, "Early", die)
    assert (asked(game) == ("confederate", "drawn")) is active
    assert commander(game, "Early") == (5, "his replacement is active on 1 to 5", True)


@pytest.mark.rule("KT-20.4c-Crook", "KT-10.6a-Crook-1", "KT-10.6a-Crook-2")
@pytest.mark.parametrize("name", ["breckinridge-attacks", "second-kernstown"])
@pytest.mark.parametrize("die, active", [("1", True), ("2", False)])
def test_crook_needs_a_one(name, die, active):
    game = afternoon(FIELD, "Crook", "Duval", name=name)
    assert commander(game, "Crook") == (1, "active on 1", False)
    play(game, "Crook", die)
    assert (asked(game) == ("union", "drawn")) is active
    assert (("Crook", "used") in fates(game)) is not active


@pytest.mark.rule("KT-20.4c-Crook-rep", "KT-10.6a-Crook-3")
@pytest.mark.parametrize("name", ["breckinridge-attacks", "second-kernstown", "what-if-second-kernstown"])
@pytest.mark.parametrize("die, active", [("2", True), ("3", False)])
def test_crooks_replacement_needs_one_or_two_in_every_scenario(name, die, active):
    """rulings: oddity 74, also where Crook himself is always active."""
    game = afternoon(FIELD, "Crook", "Duval", name=name, casualties=["Crook"])
    play(game, "Crook", die)
    assert (asked(game) == ("union", "drawn")) is active


@pytest.mark.rule("KT-20.6c")
def test_a_crook_who_is_awake_needs_no_roll():
    game = afternoon(FIELD, "Crook", "Duval", name="what-if-second-kernstown")
    assert commander(game, "Crook")[1] == "always active"
    play(game, "Crook")
    assert asked(game) == ("union", "drawn")


@pytest.mark.rule(
    "KT-10.6-5", "KT-10.6-7", "KT-10.6-9", "KT-10.6-6", "BS-7.3-cic-2", "BS-7.3-cic-4", "BS-7.3-cic-5",
    "BS-7.3-cic-7", "BS-7.3-cic-8", "SS-10.6-1", "SS-10.6-3", "SS-10.6-4", "SS-10.6-7", "SS-10.6-8",
)  # fmt: skip
def test_a_commander_activates_a_brigade_that_has_acted_and_its_marker_stays():
    game = afternoon(FIELD, "Early", "Breckinridge", activated=["Patton"])
    play(game, "Early", "play Early", "activate Patton")
    assert asked(game) == ("confederate", "order")
    play(game, "order regroup")
    quiet(game, "draw")
    assert marker(game, "Patton") == "activated"
    play(game, "Breckinridge", "1")
    assert offered(game) == ["activate Forsberg", "activate Smith"]


@pytest.mark.rule("KT-10.6-7", "KT-10.6-9", "BS-7.3-cic-5", "BS-7.3-cic-8")
def test_one_that_has_not_may_act_by_its_division_afterwards():
    game = afternoon(FIELD, "Early", "Breckinridge")
    play(game, "Early", "play Early", "activate Patton", "order regroup")
    quiet(game, "draw")
    assert marker(game, "Patton") == "available"
    play(game, "Breckinridge", "6")
    assert "activate Patton" in offered(game)


@pytest.mark.rule("KT-10.6-10", "KT-10.1-2", "BS-7.1-2", "BS-7.3-cic-3")
def test_a_held_commander_lies_openly_and_is_played_before_a_later_draw():
    game = afternoon(FIELD, "Crook", "Duval", held={"confederate": ["Early"]})
    assert asked(game) == ("confederate", "window")
    held = [d["chit"] for d in game.view("union")["chits"]["drawn"] if d["fate"] == "held"]
    assert held == ["Early"]
    play(game, "play Early", "activate Patton")
    assert game.decision.about == ("Patton",)


@pytest.mark.rule("KT-10.6-2")
def test_the_union_has_no_commander_in_the_first_battle():
    for name in ("first-kernstown", "jackson-is-aware"):
        game = referee({}, battle=scenario(name), empty=False, begin="draw")
        assert [row["chit"] for row in game.view("")["commanders"]] == ["Jackson"]
        assert "Jackson" in in_cup(game)


# -- the second table ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-10.5b-opt-3", "KT-10.5b-opt-4")
@pytest.mark.parametrize("die, kind", [("3", "friendly-fire"), ("4", "conflicting-orders")])
def test_two_events_of_the_second_table_happen_in_the_first_battle_only(die, kind):
    """The Union draws: turn 2."""
    units = {"13 IN": "2616", "62 OH": "2615", "2 VA": "3526"}
    keys = {"set": {"fog-second-table": True}, "turn": 2}
    first = afternoon(units, "Fog of War", "Kimball", "Garnett", name="first-kernstown", **keys)
    play(first, "Fog of War", "6", die)
    assert asked(first)[1] == kind
    second = afternoon(FIELD, "Fog of War", "Duval", "Breckinridge", **keys)
    play(second, "Fog of War", "6", die)
    assert asked(second) == ("chance", "draw")


def test_conflicting_orders_name_brigades_of_chits_in_play():
    units = {"13 IN": "2616", "2 VA": "3526", "21 VA": "4024"}
    game = afternoon(
        units, "Fog of War", "Garnett", "Burks", name="first-kernstown", set={"fog-second-table": True}, turn=2
    )
    play(game, "Fog of War", "6", "4")
    assert offered(game) == ["activate Burks", "activate Garnett", "pass"]
