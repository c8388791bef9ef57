"""Chapter 9: the Artillery Phase."""

import pytest

import vedette
from tests.books import shown
from tests.rules.chits import all_chits, asked, cup
from tests.rules.field import changed, flat, limber, points, refused, wide
from tests.rules.fighting import BIG, HIT, man, ruled, settle
from tests.support import BATTLE, aim, at, offered, play, referee, states

UNION, CONFEDERATE = "7 OH-a", "27 VA"
DUEL = {"Davey": "1533", UNION: "1532", "Chew": "1737"}
"""Guns four hexes apart, infantry beside the Union's."""


def guns(units, **keys):
    """The Artillery Phase from its beginning, on flat ground."""
    return referee(units, begin="artillery", **{"hexes": flat(), **keys})


def hurt(hex, *marks, **more):
    """A unit with marks."""
    return {"hex": hex, "marks": list(marks), **more}


@pytest.mark.rule("KT-9.0-1", "SS-9.0-1", "BS-6.0-1")
def test_guns_act_in_their_own_phase():
    game = guns({"Davey": hurt("1533", "acted"), UNION: "1533", CONFEDERATE: "1837"})
    assert game.view("")["phase"] == "artillery"
    assert offered(game) == ["artillery 1533", "pass"]
    play(game, "artillery 1533")
    assert not any(UNION in text for text in offered(game))


@pytest.mark.rule("KT-9.0-1", "SS-9.0-1", "BS-6.0-1")
def test_the_phase_comes_anew_each_turn():
    game = referee({"Davey": hurt("1533", "acted"), UNION: "1532"}, begin="turn", set={"no-events": True})
    assert offered(game) == ["artillery 1533", "pass"]


def test_guns_do_nothing_in_the_activation_of_a_brigade():
    game = referee({"Davey": "1532", UNION: "1533"}, begin="movement", active="Tyler", hexes=flat())
    assert offered(game) == [f"move {UNION}", "done"]
    assert refused(game, "move Davey") != ""


@pytest.mark.rule("KT-9.0-2", "BS-6.0-2")
def test_guns_have_six_points():
    assert points(limber({"Davey": "1533"}, "Davey")) == 6


@pytest.mark.rule("KT-9.0-3")
@pytest.mark.parametrize("on, battery, allowance", [(True, "Chew", 8), (False, "Chew", 6), (True, "Waters", 6)])
def test_by_option_chews_horse_artillery_has_eight(on, battery, allowance):
    scenario = vedette.battle(BATTLE).scenario
    battle = changed(
        special=[
            *scenario["special"],
            {"do": "artillery_allowance", "option": "chew-8mp", "unit": "Chew", "points": 8},
        ],
        options={**scenario["options"], "chew-8mp": {"type": "bool", "default": False}},
    )
    assert points(limber({battery: "1533"}, battery, battle=battle, set={"chew-8mp": on})) == allowance


# -- the artillery steps ------------------------------------------------------------------------------------


@pytest.mark.rule("KT-9.1-1", "SS-9.1-1", "BS-6.1-1")
def test_a_step_is_one_hex_with_guns():
    game = guns({"Davey": "1533", "Jenks": "1531", UNION: "1532", "Chew": "2034"})
    assert asked(game) == ("union", "artillery")
    assert offered(game) == ["artillery 1531", "artillery 1533", "pass"]
    play(game, "artillery 1531", "done")
    assert game.decision.seat == "confederate"


@pytest.mark.rule("KT-9.1-2", "SS-9.1-1", "BS-6.1-1", "SS-9.1-2")
@pytest.mark.parametrize("first, second", [("Davey", "Jenks"), ("Jenks", "Davey")])
def test_all_guns_of_the_hex_may_act_in_any_order(first, second):
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": "1737"})
    play(game, "artillery 1533")
    assert offered(game) == ["fire at 1737", "move Jenks", "move Davey", "done"]
    assert game.decision.proposed is None  # nobody fires or limbers up by a key pressed too often
    play(game, f"move {first}", "done")
    assert offered(game) == ["fire at 1737", f"move {second}", "done"]


@pytest.mark.rule("KT-9.1-3", "SS-9.1-2", "BS-6.1-2")
def test_a_battery_fires_or_moves():
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": "1737"})
    play(game, "artillery 1533", "fire at 1737", "add Davey", "fire", "11")
    assert offered(game) == ["fire at 1737", "move Jenks", "done"]
    play(game, "move Jenks", "Jenks: 1433", "done")
    assert asked(game)[0] == "confederate"


@pytest.mark.rule("KT-9.1-3", "SS-9.1-2", "BS-6.1-2")
def test_who_moved_does_not_fire():
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": "1737"})
    events = play(game, "artillery 1533", "move Jenks", "done", "fire at 1737")
    assert aim(events).strength == "2"  # Davey alone


@pytest.mark.rule("KT-9.1-4", "SS-9.1-3", "BS-6.1-3")
def test_guns_of_one_hex_fire_together():
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": "1737"})
    events = play(game, "artillery 1533", "fire at 1737", "add Davey", "add Jenks")
    assert aim(events).strength == "6"  # 2 and 4


@pytest.mark.rule("KT-9.1-5")
def test_a_move_is_finished_before_the_next():
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": "1737"})
    play(game, "artillery 1533", "move Davey", "Davey: 1433")
    assert all(text == "done" or text.startswith("Davey: ") for text in offered(game))
    play(game, "Davey: 1333", "done")
    assert at(game, "Davey") == "1333"
    assert offered(game) == ["fire at 1737", "move Jenks", "done"]


@pytest.mark.rule("KT-9.1-5")
def test_a_fire_is_resolved_before_the_next():
    game = guns({"Davey": "1533", "Jenks": "1533", "Chew": hurt("1737")})
    play(game, "artillery 1533", "fire at 1737", "add Jenks", "fire", "66", "13")
    assert "shaken" in states(game, "Chew")
    assert offered(game) == ["fire at 1737", "move Davey", "done"]


@pytest.mark.rule("KT-9.1-6", "SS-9.1-4", "BS-6.1-4")
@pytest.mark.parametrize("acts", [["fire at 1737", "11"], ["move Davey", "Davey: 1433", "done"]])
def test_who_acted_is_marked_and_finished(acts):
    game = guns({"Davey": "1533", "Chew": "1737", "Jenks": "1531"})
    play(game, "artillery 1533", *acts, "pass")
    marks = {u["id"]: u["marks"] for u in game.view("")["units"]}
    assert ("acted" in marks["Davey"], "acted" in marks["Jenks"]) == (True, False)
    assert offered(game) == ["artillery 1531", "pass"]


@pytest.mark.rule("KT-9.1-7", "SS-9.1-5", "BS-6.1-5")
def test_the_whole_hex_has_activated():
    game = guns({"Davey": "1533", "Jenks": "1533", "Robinson": "1531", "Chew": "1737"})
    play(game, "artillery 1533", "move Davey", "Davey: 1433", "done", "done", "pass")
    assert offered(game) == ["artillery 1531", "pass"]
    marks = {u["id"]: u["marks"] for u in game.view("")["units"]}
    assert "acted" in marks["Jenks"]


@pytest.mark.rule("KT-9.1-7", "KT-9.4-2", "BS-6.1-5", "BS-6.4-2")
def test_who_stood_by_in_the_hex_has_activated_but_may_rally():
    game = guns({"Davey": "1533", "Jenks": hurt("1533", "shaken"), UNION: "1532"})
    play(game, "artillery 1533", "move Davey", "Davey: 1433", "done", "done")
    assert (asked(game), offered(game)) == (("union", "artillery-rally"), ["recover Jenks", "done"])


@pytest.mark.rule("KT-9.2", "SS-9.2-1", "BS-6.2-1")
def test_the_confederates_act_by_the_same_rules():
    game = guns({"Davey": "1533", "Chew": "1737", "Waters": "1737"})
    play(game, "artillery 1533", "done")
    assert (asked(game), offered(game)) == (("confederate", "artillery"), ["artillery 1737", "pass"])
    play(game, "artillery 1737")
    assert offered(game) == ["fire at 1533", "move Chew", "move Waters", "done"]


@pytest.mark.rule("KT-9.3-1", "SS-9.3-1", "BS-6.3-1")
def test_steps_alternate_until_all_guns_have_activated():
    game = guns({"Davey": "1533", "Jenks": "1531", "Chew": "1737", "Waters": "2034"})
    seats = []
    while asked(game)[1] == "artillery":
        seats.append(game.decision.seat)
        play(game, offered(game)[0], "done")
    assert seats == ["union", "confederate", "union", "confederate"]


@pytest.mark.rule("KT-9.3-2", "SS-9.3-2", "BS-6.3-2", "BS-6.3-4")
def test_who_passes_may_still_act_later():
    game = guns(DUEL)
    play(game, "pass", "artillery 1737", "done")
    assert (asked(game), offered(game)) == (("union", "artillery"), ["artillery 1533", "pass"])


@pytest.mark.rule("KT-9.3-3", "SS-9.3-2", "BS-6.3-2")
def test_a_side_without_a_hex_passes_by_itself():
    game = guns({"Davey": "1533", "Jenks": "1531", UNION: "1532", CONFEDERATE: "2034"})
    play(game, "artillery 1533", "done")
    assert (asked(game), offered(game)) == (("union", "artillery"), ["artillery 1531", "pass"])


@pytest.mark.rule("KT-9.3-4", "BS-6.3-3")
def test_two_passes_end_the_steps():
    game = guns({**DUEL, "Davey": hurt("1533", "shaken")})
    play(game, "pass")
    assert asked(game) == ("confederate", "artillery")
    play(game, "pass")
    assert asked(game) == ("union", "artillery-rally")


# -- artillery rally ----------------------------------------------------------------------------------------

HURT = {
    "Davey": hurt("1533", "disrupted"), "Jenks": hurt("1532", "shaken", face="worn"), UNION: "1433",
    "Carpenter-b": hurt("2134", "shaken"), CONFEDERATE: "2135",
}  # fmt: skip


@pytest.mark.rule("KT-9.4-1", "BS-6.4-1")
def test_each_side_rallies_one_battery_the_union_first():
    game = guns(HURT)
    play(game, "pass", "pass")
    assert asked(game) == ("union", "artillery-rally")
    play(game, "recover Davey")
    assert (asked(game), offered(game)) == (("confederate", "artillery-rally"), ["recover Carpenter-b", "done"])
    play(game, "recover Carpenter-b")
    assert game.view("")["phase"] == "chits"
    assert "shaken" in states(game, "Jenks")


DRIVEN = ["pass", "artillery 1737", "fire at 1533"]


@pytest.mark.rule("KT-9.4-2", "BS-6.4-2")
@pytest.mark.parametrize(
    "acts, offers",
    [
        (["artillery 1533", "done", "pass"], True),
        (["artillery 1533", "move Davey", "Davey: 1433", "done", "pass"], False),
        (["artillery 1533", "fire at 1737", "11", "pass"], False),
        ([*DRIVEN, "55", "15", "retreat Davey to 1433"], False),
        ([*DRIVEN, "66", "51", "pass"], False),
        ([*DRIVEN, "66", "13", "pass"], True),  # a Morale Hit is no step
    ],
)
def test_only_idle_guns_rally(acts, offers):
    game = guns({**DUEL, "Davey": hurt("1533", "shaken", values={"fresh": [2, "R", 4], "worn": [2, "R", 4]})})
    play(game, *acts)
    assert (asked(game) == ("union", "artillery-rally")) is offers


@pytest.mark.rule("KT-9.4-2", "KT-9.4-3", "KT-17.1-6", "BS-6.4-2", "BS-6.4-3", "BS-6.4-4")
def test_the_others_are_refused_with_their_case():
    hexes = {"Davey": "1533", "Jenks": "1431", "Robinson": "1329", "Weir": "1635"}
    batteries = {id: hurt(hex, "shaken") for id, hex in hexes.items()}
    game = guns({**batteries, UNION: "1532", "14 IN": "1534", CONFEDERATE: "1735"})
    play(game, "artillery 1431", "move Jenks", "done", "pass")
    while asked(game)[1] != "artillery-rally":
        play(game, "pass")
    assert offered(game) == ["recover Davey", "done"]
    cases = {unit: refused(game, f"recover {unit}") for unit in ("Jenks", "Robinson", "Weir")}
    assert cases == {"Jenks": shown("KT-9.4-2"), "Robinson": shown("KT-9.4-3"), "Weir": shown("KT-17.1-6")}


@pytest.mark.rule("KT-9.4-3", "BS-6.4-3")
@pytest.mark.parametrize(
    "friend, hex, offers",
    [
        (UNION, "1533", True), (UNION, "1532", True), (UNION, "1531", False), ("Jenks", "1532", False),
        ("1 MI", "1532", False),
    ],
)  # fmt: skip
def test_rallying_guns_need_infantry_near(friend, hex, offers):
    game = guns({"Davey": hurt("1533", "shaken"), friend: hex})
    play(game, "pass")
    assert (asked(game) == ("union", "artillery-rally")) is offers


@pytest.mark.rule("KT-9.4-3")
def test_enemy_infantry_is_no_help():
    game = guns({"Davey": hurt("1533", "shaken"), CONFEDERATE: "1634"})
    play(game, "pass")
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-9.4-4", "BS-6.4-5")
def test_it_recovers_in_full_or_rebuilds():
    game = guns(HURT)
    play(game, "pass", "pass")
    assert set(offered(game)) == {"recover Davey", "recover Jenks", "rebuild Jenks", "done"}
    play(game, "recover Davey")
    assert states(game, "Davey") == {"fresh", "1533"}


@pytest.mark.rule("KT-9.4-4", "KT-17.2b-5", "BS-6.4-5", "BS-13.2b-4")
@pytest.mark.parametrize("die, face", [(2, "fresh"), (3, "worn")])
def test_it_rebuilds_by_a_die(die, face):
    game = guns(HURT)
    play(game, "pass", "pass", "rebuild Jenks", str(die))
    assert states(game, "Jenks") == {face, "shaken", "1532"}


@pytest.mark.rule("KT-17.1-6", "BS-6.4-4")
@pytest.mark.parametrize("enemy, offers", [("1834", True), ("1734", False)])
def test_rallying_guns_keep_three_hexes_off(enemy, offers):
    game = guns({"Davey": hurt("1533", "shaken"), UNION: "1532", CONFEDERATE: enemy})
    play(game, "pass")
    assert (asked(game) == ("union", "artillery-rally")) is offers


# -- movement and fire of guns ------------------------------------------------------------------------------

STEEP = flat({"1634": {"level": 7}})
SIDE = [("1533", "1634", "steep")]


@pytest.mark.rule("KT-9.5a-1")
def test_guns_climb_a_steep_slope_only_from_beside_it():
    game = limber({"Davey": "1532"}, "Davey", hexes=STEEP, hexsides=SIDE)
    play(game, "Davey: 1533")
    assert refused(game, "Davey: 1634") == shown("KT-9.5a-1")
    assert "Davey: 1433" in offered(game)


@pytest.mark.rule("KT-9.5a-2")
def test_the_climb_takes_all_points():
    game = limber({"Davey": "1533"}, "Davey", hexes=STEEP, hexsides=SIDE)
    assert points(game) == 6
    play(game, "Davey: 1634")
    assert (at(game, "Davey"), asked(game)) == ("1634", ("chance", "draw"))


@pytest.mark.rule("KT-9.5b-1", "BS-6.5a-1", "SS-9.4b-1")
def test_guns_keep_more_than_two_hexes_off():
    game = limber({"Davey": "1532", CONFEDERATE: "1735"}, "Davey")
    assert "Davey: 1533" in offered(game)
    play(game, "Davey: 1533")
    assert refused(game, "Davey: 1634") == shown("KT-13.6-4")


@pytest.mark.rule("KT-9.5b-2", "KT-9.5b-3", "BS-6.5a-2")
def test_guns_that_were_approached_may_stay_or_go_further_off():
    game = limber({"Davey": "1634", CONFEDERATE: "1735", UNION: "1533"}, "Davey")
    assert "done" in offered(game)
    assert refused(game, "Davey: 1734") == refused(game, "Davey: 1635") == shown("KT-13.6-5")
    assert "Davey: 1633" in offered(game)


@pytest.mark.rule("KT-9.5b-4", "BS-6.5a-3")
def test_guns_beside_an_enemy_may_go_to_two_hexes():
    game = limber({"Davey": "1635", CONFEDERATE: "1735"}, "Davey")
    assert "Davey: 1634" in offered(game)
    assert "Davey: 1734" not in offered(game)


@pytest.mark.rule("KT-9.5c-1")
def test_guns_do_not_fire_from_angled_ground():
    game = guns(DUEL, hexes=flat({"1533": {"features": ["angled"]}}))
    play(game, "artillery 1533")
    assert offered(game) == ["move Davey", "done"]
    assert refused(game, "Davey fire at 1737") == shown("KT-12.1f")


@pytest.mark.rule("KT-9.5c-2")
@pytest.mark.parametrize("terrain", ["light-woods", "orchard"])
def test_guns_fire_from_woods_and_orchards(terrain):
    game = guns(DUEL, hexes=flat({"1533": {"terrain": terrain}}))
    play(game, "artillery 1533")
    assert "fire at 1737" in offered(game)


@pytest.mark.rule("KT-9.5d", "SS-9.4f-1", "BS-6.5b-1")
def test_a_retreat_before_guns_is_the_activation():
    game = guns(DUEL)
    play(game, *DRIVEN, "55", "15", "retreat Davey to 1433")
    assert at(game, "Davey") == "1433"
    assert asked(game) == ("chance", "draw")


@pytest.mark.rule("KT-9.5d", "BS-6.5b-1")
def test_so_is_a_panic_before_guns():
    units = {UNION: man("1533", 5), "Davey": man("1532", 4, 1), "Robinson": "1530", "Chew": man("1737", BIG)}
    game = guns(units, battle=ruled(("-", "P1")), dice=[HIT, "11"])
    play(game, "union: pass", "artillery 1737", "fire at 1533")
    settle(game, "fire", "panic", "retreat", "artillery-act")
    assert at(game, "Davey") not in ("1532", None)
    assert offered(game) == ["artillery 1530", "pass"]


def test_guns_that_stood_the_fire_still_act():
    game = guns(DUEL)
    play(game, *DRIVEN, "11")
    assert offered(game) == ["artillery 1533", "pass"]


@pytest.mark.rule("KT-9.5e-1")
def test_union_guns_run_low_as_soon_as_the_chit_is_played():
    units = {"Davey": "1533", UNION: "1532", "Jenks": "1531", "Robinson": hurt("1530", "resupplied"), "Chew": "1737"}
    game = cup(units, "Union Low Ammo (Confederate)", "Tyler", battle=all_chits())
    play(game, "Union Low Ammo (Confederate)", "play Union Low Ammo")
    assert sorted(offered(game)) == ["low ammo Davey", "low ammo Jenks"]
    play(game, "low ammo Davey")
    assert "low-ammo" in states(game, "Davey")


@pytest.mark.rule("KT-9.5e-1")
def test_a_marked_battery_is_marked_once():
    units = {"Davey": hurt("1533", "low-ammo"), "Jenks": "1531", "Chew": "1737"}
    game = cup(units, "Union Low Ammo (Confederate)", "Tyler", battle=all_chits())
    play(game, "Union Low Ammo (Confederate)", "play Union Low Ammo")
    assert "low-ammo" in states(game, "Jenks")


@pytest.mark.rule("KT-9.5e-1")
@pytest.mark.parametrize("marks, strength", [([], "4"), (["low-ammo"], "2")])
def test_low_on_ammunition_it_fires_at_half_strength(marks, strength):
    game = guns({"Jenks": hurt("1533", *marks), "Chew": "1737"}, dice=["11"])
    play(game, "artillery 1533")
    assert aim(play(game, "Jenks fire at 1737")).strength == strength


@pytest.mark.rule("KT-9.5e-2")
@pytest.mark.parametrize("end, marks", [("1014", {"fresh", "1014"}), ("1013", {"fresh", "low-ammo", "1013"})])
def test_guns_are_supplied_at_1014(end, marks):
    game = referee({"Davey": hurt("1114", "low-ammo")}, begin="artillery", battle=wide())
    play(game, "artillery 1114", "move Davey", "Davey: 1014", *(["Davey: 1013"] if end == "1013" else []), "done")
    assert states(game, "Davey") == marks
