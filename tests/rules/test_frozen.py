"""First Kernstown (KT 20.2g to 20.2i) and Jackson Is Aware (KT 20.3): frozen units, Sullivan, ammunition, Chew."""

import pytest

import vedette
from tests.rules.chits import in_cup, marker
from tests.rules.field import refused
from tests.rules.fighting import man
from tests.support import kinds, offered, play, referee, states, texts

FIRST = vedette.battle("kernstown/first-kernstown")
AWARE = vedette.battle("kernstown/jackson-is-aware")
FROZEN = ("42 VA", "5 VA", "Lanier", "Pleasants")
COLD = {"hex": "3125", "marks": ["frozen"]}
FAR = {"13 IN": "1213"}
QUIET = {"set": {"no-events": True}, "cup": ["Kimball"]}


def first(units, battle=FIRST, **keys):
    """A position of First Kernstown."""
    return referee({**FAR, **units}, battle=battle, **keys)


def rating(game, chit="Sullivan"):
    """The Command Rating that a chit has now, as the page shows it."""
    return next(row["rating"] for row in game.view("")["brigades"] if row["chit"] == chit)


def frozen(game):
    """Who is frozen now."""
    return {u["id"] for u in game.view("")["units"] if "frozen" in u["marks"]}


# -- frozen units -------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2h-1")
def test_four_units_are_frozen_in_the_set_up_and_say_until_when():
    view = FIRST.new_game(seed=1).view("")
    notes = {u["id"]: u["notes"] for u in view["units"] if u["notes"]}
    assert tuple(sorted(notes)) == FROZEN
    said = "frozen till 5:40 (turn 14), an attack on one of them or Sullivan's higher rating; may fire"
    assert notes["5 VA"] == [said]


@pytest.mark.rule("KT-20.2h-1")
def test_they_do_not_move_before_5_40():
    game = first({"5 VA": COLD, "2 VA": "3127"}, begin="movement", active="Garnett", turn=13)
    assert offered(game) == ["move 2 VA", "done"]
    assert refused(game, "move 5 VA") == "KT-20.2h-1"
    with pytest.raises(Exception, match=r"it is frozen until 5:40 \(turn 14\)"):
        game.play("move 5 VA")


@pytest.mark.rule("KT-20.2h-1", "KT-20.2-release-t14")
def test_at_5_40_they_are_free():
    game = referee({}, battle=FIRST, empty=False, begin="end-turn", turn=13, set={"no-events": True})
    freed = [e for e in game.start_events if e.kind == "freed"]
    assert [sorted(e.units) for e in freed] == [list(FROZEN)] and frozen(game) == set()
    assert texts(game, freed)[0].endswith("may move from now on: their time has come")


def test_a_position_of_a_later_turn_has_nobody_frozen():
    assert frozen(referee({}, battle=FIRST, empty=False, begin="draw", turn=15)) == set()


def test_frozen_guns_fire_but_do_not_move():
    game = first({"Lanier": {"hex": "3121", "marks": ["frozen"]}, "67 OH": "3119"}, begin="artillery")
    play(game, "confederate: artillery 3121")
    assert offered(game) == ["fire at 3119", "done"]
    assert refused(game, "Lanier: 3122") == "KT-20.2h-1"


@pytest.mark.parametrize("marks", [[], ["frozen"]])
def test_they_may_attack_but_do_not_advance(marks):
    units = {"5 VA": man("3125", 10, 6, *marks), "67 OH": man("3124", 1, 1)}
    game = first(units, begin="close-combat", active="Garnett", dice=["41", "61"])
    play(game, "5 VA assault 3124", "done", "retreat 67 OH to 3024")
    assert (game.decision.kind == "advance") is (not marks)


@pytest.mark.parametrize("marks", [[], ["frozen"]])
def test_they_do_not_stray(marks):
    units = {"5 VA": {"hex": "3125", "marks": marks}, "2 VA": "3827", "67 OH": "2322"}
    game = first(units, begin="draw", cup=["Fog of War"], chits=["Fog of War"], dice=["4"])
    assert game.decision.kind == "wayward"
    assert any(text.startswith("5 VA:") for text in offered(game)) is (not marks)


@pytest.mark.rule("KT-20.2h-2")
def test_fire_at_one_of_them_frees_all():
    units = {"5 VA": COLD, "42 VA": {"hex": "3826", "marks": ["frozen"]}, "67 OH": "3124"}
    game = first(units, begin="fire", active="Kimball", dice=["11"])
    assert frozen(game) == {"5 VA", "42 VA"}
    events = play(game, "67 OH fire at 3125")
    assert frozen(game) == set() and kinds(events).index("freed") < kinds(events).index("aim")


@pytest.mark.rule("KT-20.2h-2")
def test_an_attack_by_hand_frees_them_too():
    units = {"5 VA": COLD, "Lanier": {"hex": "3826", "marks": ["frozen"]}, "67 OH": "3124"}
    game = first(units, begin="close-combat", active="Kimball", dice=["11", "11", "11"])
    play(game, "67 OH assault 3125")
    assert frozen(game) == set()


def test_fire_at_others_frees_nobody():
    units = {"5 VA": {"hex": "3826", "marks": ["frozen"]}, "2 VA": "3125", "67 OH": "3124"}
    game = first(units, begin="fire", active="Kimball", dice=["11"])
    play(game, "67 OH fire at 3125")
    assert frozen(game) == {"5 VA"}


@pytest.mark.rule("KT-20.3c")
def test_nobody_is_frozen_where_jackson_is_aware():
    assert frozen(AWARE.new_game(seed=1)) == set()


# -- Sullivan -----------------------------------------------------------------------------------------------


def shot(target, turn=1):
    """2 VA fires at a Union unit, far from Pritchard's Hill."""
    cold = {"5 VA": {"hex": "3826", "marks": ["frozen"]}}
    units = {**cold, "13 IN": "1213", target: "3124", "2 VA": "3125"}
    return first(units, begin="fire", active="Garnett", dice=["11"], turn=turn)


@pytest.mark.rule("KT-20.2i-2")
def test_sullivan_acts_fully_on_a_1_only():
    for die, state in (("1", "activated"), ("2", "limited")):
        game = first({"39 IL": "2612", "2 VA": "3827"}, begin="draw", cup=["Sullivan", "Kimball"])
        play(game, "Sullivan", die)
        assert rating(game) == 1 and marker(game, "Sullivan") == state


@pytest.mark.rule("KT-20.2i-3", "KT-20.2h-2")
def test_fire_at_his_men_raises_his_rating_and_frees_the_frozen():
    game = shot("39 IL")
    assert rating(game) == 1
    events = play(game, "2 VA fire at 3124")
    assert rating(game) == 3 and frozen(game) == set()
    assert "Sullivan has a Command Rating of 3 from now on: 39 IL attacked" in texts(game, events)


def test_fire_at_others_of_the_union_does_not():
    game = shot("67 OH")
    play(game, "2 VA fire at 3124")
    assert rating(game) == 1 and frozen(game) == {"5 VA"}


@pytest.mark.rule("KT-20.2i-3")
def test_an_attack_on_his_men_by_hand_raises_it():
    game = first({"39 IL": "3124", "2 VA": "3125"}, begin="close-combat", active="Garnett", dice=["11"] * 4)
    play(game, "2 VA assault 3124")
    assert game.state.raised == ("Sullivan",)


def come(start, to):
    """Sullivan's rating once 2 VA has gone from hex to hex."""
    game = first({"2 VA": start, "39 IL": "1213"}, begin="movement", active="Garnett", order="attack")
    play(game, f"2 VA: {to}")
    return rating(game)


@pytest.mark.rule("KT-20.2i-3")
def test_an_enemy_within_three_hexes_of_the_hill_raises_it():
    assert come("2626", "2625") == 3


def test_one_four_hexes_off_does_not():
    assert come("2627", "2626") == 1


def test_his_own_side_near_the_hill_does_not():
    game = first({"67 OH": "2420", "2 VA": "3827"}, begin="movement", active="Kimball")
    play(game, "67 OH: 2421")
    assert rating(game) == 1


@pytest.mark.rule("KT-20.2i-4")
def test_it_rises_while_his_chit_lies_in_the_cup_and_for_good():
    keys = {"cup": ["Sullivan", "Garnett"], "set": {"no-events": True}}
    game = first({"39 IL": "2612", "2 VA": "2626"}, begin="movement", active="Garnett", **keys)
    play(game, "2 VA: 2625", "done", "Sullivan", "3")
    assert marker(game, "Sullivan") == "activated"
    later = first({"39 IL": "2612", "2 VA": "3827"}, begin="draw", raised=["Sullivan"], **keys)
    play(later, "Sullivan", "3")
    assert marker(later, "Sullivan") == "activated"


def test_his_replacement_has_a_rating_of_his_own():
    game = first({"39 IL": "2612", "2 VA": "3827"}, begin="draw", raised=["Sullivan"], casualties=["Sullivan"])
    assert rating(game) == 1


@pytest.mark.rule("KT-20.2h-2")
def test_what_wakes_him_frees_them_though_he_is_hit():
    units = {"39 IL": "3124", "2 VA": "3125", "5 VA": {"hex": "3826", "marks": ["frozen"]}}
    game = first(units, begin="fire", active="Garnett", dice=["11"], casualties=["Sullivan"])
    play(game, "2 VA fire at 3124")
    assert frozen(game) == set() and rating(game) == 1


def test_the_list_of_brigades_says_what_would_raise_it():
    notes = {row["chit"]: row["note"] for row in FIRST.new_game(seed=1).view("")["brigades"]}
    assert notes["Sullivan"] == "3 once his brigade is attacked or an enemy comes within 3 hexes of 2423"
    assert notes["Kimball"] is None


def test_only_who_has_a_higher_rating_can_be_said_to_have_it():
    with pytest.raises(Exception, match="raised: 'Kimball' has no higher rating; Sullivan has"):
        first({"2 VA": "3827"}, begin="draw", raised=["Kimball"])


@pytest.mark.rule("KT-20.3d-1")
def test_where_jackson_is_aware_sullivan_has_it_from_the_start():
    game = referee({}, battle=AWARE, empty=False, begin="draw", cup=["Sullivan", "Kimball"])
    play(game, "Sullivan", "3")
    assert rating(game) == 3 and marker(game, "Sullivan") == "activated"


@pytest.mark.rule("KT-20.2i-1", "KT-20.3d-2")
@pytest.mark.parametrize("battle", [FIRST, AWARE])
def test_no_reserve_move_of_sullivans(battle):
    held = {"union": ["Brigade Reserve Move"]}
    units = {"39 IL": "2612", "67 OH": "2322", "2 VA": "3827"}
    game = first(units, battle=battle, begin="draw", held=held, cup=["Kimball"])
    play(game, "play Brigade Reserve Move")
    assert offered(game) in (["activate Kimball"], ["move 67 OH", "done"])
    alone = referee({"39 IL": "2612", "2 VA": "3827"}, battle=battle, begin="draw", held=held, cup=["Kimball"])
    assert "play Brigade Reserve Move" not in offered(alone)


# -- ammunition ---------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2g-1")
@pytest.mark.parametrize("turn, word", [(11, "hold"), (12, "play")])
@pytest.mark.parametrize("chit, side", [("CSA Low Ammo", "Union"), ("Union Low Ammo", "Confederate")])
def test_low_ammo_counts_from_the_5_00_turn_on(turn, word, chit, side):
    game = first({"Clark": "2522", "2 VA": "3827"}, begin="draw", turn=turn, cup=[f"{chit} ({side})", "Kimball"])
    play(game, f"{chit} ({side})" if f"{chit} ({side})" in offered(game) else chit)
    assert offered(game) == [f"{word} {chit}"]


def finding(turn):
    """The Confederates hold Find Ammo, and 2 VA is low."""
    low = {"2 VA": {"hex": "3827", "marks": ["low-ammo"]}}
    return first(low, begin="draw", turn=turn, held={"confederate": ["Find Ammo"]}, cup=["Kimball"])


@pytest.mark.rule("KT-20.2g-1")
def test_find_ammo_does_nothing_before():
    assert "play Find Ammo" not in offered(finding(11))


@pytest.mark.rule("KT-20.2g-1", "KT-20.2g-4")
def test_find_ammo_takes_a_marker_off_from_then_on():
    game = finding(12)
    play(game, "play Find Ammo")
    assert "low-ammo" not in states(game, "2 VA")


@pytest.mark.rule("KT-20.2g-2", "KT-20.2g-3")
@pytest.mark.parametrize("battle", [FIRST, AWARE])
def test_a_battery_is_resupplied_at_1014_and_runs_low_no_more(battle):
    units = {"Clark": {"hex": "1114", "marks": ["low-ammo"]}, "Davey": "1020", "2 VA": "3827"}
    keys = {"turn": 13, "cup": ["Union Low Ammo"], "chits": ["Union Low Ammo"]}
    game = referee(units, battle=battle, begin="artillery", **keys)
    play(game, "union: artillery 1114", "move Clark", "Clark: 1014", "done", "union: pass")
    assert "low-ammo" not in states(game, "Clark")
    play(game, "confederate: play Union Low Ammo")
    assert "low-ammo" in states(game, "Davey") and "low-ammo" not in states(game, "Clark")


@pytest.mark.rule("KT-20.3b-1", "KT-20.3b-2")
def test_with_the_wagons_up_no_confederate_unit_runs_low():
    pools = AWARE.new_game(seed=1).view("")["chits"]["pools"]
    assert "CSA Low Ammo" not in pools["union"] and "Find Ammo" not in pools["confederate"]
    assert "Union Low Ammo" in pools["confederate"] and len(pools["union"]) == len(pools["confederate"]) == 10
    game = first({"2 VA": "3827"}, battle=AWARE, begin="draw", turn=13, cup=["CSA Low Ammo (Union)", "Kimball"])
    play(game, "CSA Low Ammo (Union)" if "CSA Low Ammo (Union)" in offered(game) else "CSA Low Ammo")
    assert offered(game) == ["hold CSA Low Ammo"]


@pytest.mark.rule("KT-20.3b-3")
@pytest.mark.parametrize("turn, word", [(11, "hold"), (12, "play")])
def test_the_unions_guns_still_may(turn, word):
    keys = {"battle": AWARE, "begin": "draw", "turn": turn, "cup": ["Union Low Ammo", "Kimball"]}
    game = first({"Clark": "2522", "2 VA": "3827"}, **keys)
    play(game, next(a for a in offered(game) if a.startswith("Union Low Ammo")))
    assert offered(game) == [f"{word} Union Low Ammo"]


# -- Chew ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-9.0-3")
@pytest.mark.parametrize("option, points", [(True, "8"), (False, "6")])
def test_chews_battery_has_eight_points_by_option(option, points):
    game = first({"Chew": "3919"}, begin="artillery", set={"chew-8mp": option})
    play(game, "confederate: artillery 3919", "move Chew")
    assert game.decision.stack[-1] == f"Chew moves, {points} MP left"


def test_the_option_is_listed_for_both_scenarios_of_1862():
    later = vedette.battle("kernstown/breckinridge-attacks")
    assert ["chew-8mp" in battle.scenario["options"] for battle in (FIRST, AWARE, later)] == [True, True, False]


def test_in_cup_there_are_the_chits_of_the_first_turn():
    game = referee({}, battle=FIRST, empty=False, begin="turn", set={"no-events": True})
    assert "Tyler" not in in_cup(game) and "Sullivan" in in_cup(game)
