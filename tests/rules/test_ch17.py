"""Chapter 17: Rally, by Recovery and by Rebuilding."""

import pytest

from tests.books import BOOK, shown
from tests.rules.field import flat, refused
from tests.support import at, offered, play, referee, states

UNION, CONFEDERATE = "7 OH-a", "27 VA"
FAR, NEAR = "1533", "1534"
"""Three and two hexes from 1735, where an enemy may stand."""


def rallying(units, order="regroup", **keys):
    """Tyler's brigade in its Rally Step, on flat ground."""
    keys = {"active": "Tyler", "cup": ["Fog of War"], "hexes": flat(), **keys}
    return referee(units, begin="rally", order=order, **keys)


def hurt(hex, *marks, **more):
    """A unit with Morale Hits."""
    return {"hex": hex, "marks": list(marks), **more}


def worn(hex, **more):
    """A Battleworn unit."""
    return {"hex": hex, "face": "worn", **more}


def who(game):
    """What the Rally Step offers."""
    return set(offered(game)) - {"done"}


@pytest.mark.rule("KT-17.0", "KT-7.0-P4e", "SS-16.0-1", "BS-13.0-1", "BS-4.0-10", "SS-7.0-4")
def test_rally_comes_last_in_the_activation():
    game = referee({UNION: hurt("1531", "shaken")}, begin="orders", active="Tyler", cup=["Fog of War"], hexes=flat())
    play(game, "order defend")
    assert offered(game) == [f"move {UNION}", "done"]
    play(game, "done")
    assert game.decision.stack[-1] == "rally"


@pytest.mark.rule("KT-17.0", "KT-17.1-5", "SS-16.0-1", "SS-16.1-ord", "BS-13.0-1", "BS-13.1-ord")
@pytest.mark.parametrize("order, offers", [("defend", True), ("regroup", True), ("attack", False), ("maneuver", False)])
def test_only_defend_and_regroup_rally(order, offers):
    game = rallying({UNION: hurt("1531", "shaken")}, order)
    assert (game.decision.kind == "rally") is offers


@pytest.mark.rule("KT-17.0-2", "SS-16.1-need")
def test_rally_mends_hits_worn_sides_and_the_broken():
    units = {UNION: hurt("1531", "shaken"), "7 OH-b": hurt("1530", "disrupted"), "7 IN-a": worn("1431")}
    game = rallying({**units, "110 PA-a": {"box": "available"}, "29 OH-a": "1430"})
    assert who(game) == {f"recover {UNION}", "recover 7 OH-b", "rebuild 7 IN-a", "rebuild 110 PA-a"}
    assert refused(game, "recover 29 OH-a") == refused(game, "rebuild 29 OH-a") == shown("KT-17.0-2")


@pytest.mark.rule("KT-17.1-1", "SS-16.1-inf", "BS-13.1-inf")
def test_only_units_of_the_active_brigade_rally():
    game = rallying({UNION: hurt("1531", "shaken"), "14 IN": hurt("1530", "shaken")})
    assert who(game) == {f"recover {UNION}"}
    assert refused(game, "recover 14 IN") == shown("KT-17.1-1")


@pytest.mark.rule("KT-17.1-2", "SS-16.1-art", "BS-13.1-art-1")
@pytest.mark.parametrize("hex, offers", [("1531", True), ("1530", True), ("1529", False)])
def test_guns_rally_with_or_beside_the_active_brigade(hex, offers):
    game = rallying({UNION: hurt("1531", "shaken"), "Davey": hurt(hex, "shaken"), "14 IN": "1528"})
    assert ("recover Davey" in who(game)) is offers
    if not offers:
        assert refused(game, "recover Davey") == shown("KT-17.1-2")


@pytest.mark.rule("KT-17.1-3", "SS-16.1-multi", "BS-13.1-art-2")
def test_guns_recover_in_the_step_of_every_brigade_they_stand_by():
    units = {"27 VA": "2034", "21 VA": "2033", "Carpenter-b": hurt("2033", "disrupted", face="worn")}
    game = rallying(units, "defend", active="Garnett", cup=["Burks"])
    assert who(game) == {"recover Carpenter-b"}
    play(game, "recover Carpenter-b", "Burks", "1", "order defend", "done")
    assert "shaken" in states(game, "Carpenter-b")
    play(game, "recover Carpenter-b")
    assert states(game, "Carpenter-b") == {"worn", "2033"}


@pytest.mark.rule("KT-17.1-4", "KT-9.4-5", "BS-13.1-art-2", "BS-13.2b-4", "BS-6.4-6")
def test_guns_are_not_rebuilt_in_the_rally_step():
    game = rallying({UNION: worn("1531"), "Davey": worn("1531")})
    assert who(game) == {f"rebuild {UNION}"}
    assert refused(game, "rebuild Davey") == shown("KT-17.1-4")


@pytest.mark.rule("KT-17.1-6", "SS-16.1-dist", "BS-13.1-dist")
def test_a_rally_needs_three_hexes_from_every_enemy():
    game = rallying({UNION: hurt(FAR, "shaken"), "7 OH-b": hurt(NEAR, "shaken"), CONFEDERATE: "1735"})
    assert who(game) == {f"recover {UNION}"}
    assert refused(game, "recover 7 OH-b") == shown("KT-17.1-6")


@pytest.mark.rule("KT-17.1-6", "SS-16.1-dist", "BS-13.1-dist")
def test_rebuilding_needs_three_hexes_too():
    game = rallying({UNION: worn(FAR), "7 OH-b": worn(NEAR), CONFEDERATE: "1735"})
    assert who(game) == {f"rebuild {UNION}"}


@pytest.mark.rule("KT-17.1-7", "BS-13.1-ev")
@pytest.mark.parametrize("hex, offers", [(NEAR, True), ("1635", False)])
def test_the_rally_chit_has_its_own_conditions(hex, offers):
    units = {UNION: hurt(hex, "disrupted"), CONFEDERATE: "1735"}
    game = referee(units, begin="draw", held={"union": ["Rally"]}, cup=["Fog of War"], hexes=flat())
    assert offered(game) == (["play Rally", "pass"] if offers else ["pass"])
    if offers:
        play(game, "play Rally")
        assert states(game, UNION) == {"fresh", hex}


@pytest.mark.rule("KT-17.1-8", "SS-16.0-1")
def test_every_condition_must_be_met():
    near = {UNION: hurt(FAR, "shaken"), "7 OH-b": hurt(NEAR, "shaken"), "14 IN": hurt("1431", "shaken")}
    assert who(rallying({**near, CONFEDERATE: "1735"}, "defend")) == {f"recover {UNION}"}
    assert game_over_rally(rallying({**near, CONFEDERATE: "1735"}, "attack"))


def game_over_rally(game):
    """Whether nobody is asked to rally."""
    return game.decision.kind == "draw"


@pytest.mark.rule("KT-17.2-1", "SS-16.2-1", "BS-13.2-1")
def test_a_unit_recovers_or_rebuilds_not_both():
    game = rallying({UNION: worn("1531", marks=["shaken"])})
    assert who(game) == {f"recover {UNION}", f"rebuild {UNION}"}
    play(game, f"recover {UNION}")
    assert game.decision.kind == "draw"
    assert states(game, UNION) == {"worn", "1531"}


@pytest.mark.rule("KT-17.2-1", "SS-16.2-1", "BS-13.2-1")
def test_who_has_rallied_is_refused_another():
    game = rallying({UNION: worn("1531", marks=["shaken"]), "7 OH-b": worn("1530")})
    play(game, f"recover {UNION}")
    assert refused(game, f"rebuild {UNION}") == shown("KT-17.2-1")


@pytest.mark.rule(
    "KT-17.2a-defend", "KT-17.2a-regroup", "SS-16.2-rec-def", "SS-16.2-rec-reg", "BS-13.2a-def", "BS-13.2a-reg"
)
@pytest.mark.parametrize("order, left", [("defend", {"shaken"}), ("regroup", set())])
def test_one_hit_under_defend_all_under_regroup(order, left):
    game = rallying({UNION: hurt("1531", "disrupted"), "7 OH-b": hurt("1530", "disrupted")}, order)
    play(game, f"recover {UNION}", "recover 7 OH-b")
    assert states(game, UNION) == {"fresh", "1531"} | left
    assert states(game, "7 OH-b") == {"fresh", "1530"} | left


@pytest.mark.rule("KT-17.2a-other", "SS-16.2-rec-oth", "BS-13.2a-oth")
@pytest.mark.parametrize("order", ["attack", "maneuver"])
def test_no_recovery_under_other_orders(order):
    game = rallying({UNION: hurt("1531", "shaken")}, order)
    assert game_over_rally(game)
    assert "shaken" in states(game, UNION)


@pytest.mark.rule(
    "KT-17.2b-1", "KT-17.2b-2", "KT-17.2b-3", "SS-16.2-reb-1", "SS-16.2-reb-2",
    "BS-13.2b-1", "BS-13.2b-1f", "BS-13.2b-2",
)  # fmt: skip
@pytest.mark.parametrize(
    "marks, friend, die, face",
    [
        ([], "1530", 3, "fresh"),  # the Battleworn rating is 3, the Fresh one 4
        ([], "1530", 4, "worn"),
        ([], "1528", 3, "worn"),  # without Unit Support it is 2
        ([], "1528", 2, "fresh"),
        (["shaken"], "1530", 2, "fresh"),
        (["shaken"], "1530", 3, "worn"),
    ],
)
def test_the_die_must_not_pass_the_modified_battleworn_rating(marks, friend, die, face):
    game = rallying({UNION: worn("1531", marks=marks), "7 OH-b": friend})
    events = play(game, f"rebuild {UNION}", str(die))
    assert states(game, UNION) == {face, "1531", *marks}
    told = next(e for e in events if e.kind == "rebuild")
    assert (told.cite, told.data[1]) == (("KT-17.2b-2", True) if face == "fresh" else ("KT-17.2b-3", False))


@pytest.mark.rule("KT-17.2b-2", "KT-15.5a-iii", "SS-16.2-reb-2", "BS-13.2b-2", "BS-12.4a-iii", "SS-15.5a-v")
@pytest.mark.parametrize("die, back", [(2, True), (3, False)])
def test_a_broken_unit_comes_back_battleworn(die, back):
    game = rallying({UNION: "1531", "110 PA-a": {"box": "available"}})
    play(game, "rebuild 110 PA-a", str(die))
    if back:
        play(game, "110 PA-a: 1431")
    assert states(game, "110 PA-a") == {"worn", "1431" if back else "Available"}


@pytest.mark.rule("KT-17.2b-3", "KT-17.2b-6", "SS-16.2-reb-1", "SS-16.2-reb-reg", "BS-13.2b-1f", "BS-13.2b-5")
def test_a_failed_attempt_is_not_repeated():
    game = rallying({UNION: worn("1531"), "7 OH-b": worn("1530")})
    play(game, f"rebuild {UNION}", "6")
    assert states(game, UNION) == {"worn", "1531"}
    assert who(game) == {"rebuild 7 OH-b"}


@pytest.mark.rule("KT-17.2b-4", "BS-13.2b-3", "SS-15.9-2")
def test_eliminated_fragile_units_and_guns_stay_away():
    gone = {"7 OH-b": {"box": "eliminated", "fragile": True}, "Davey": {"box": "eliminated"}}
    game = rallying({UNION: worn("1531"), **gone})
    assert who(game) == {f"rebuild {UNION}"}
    assert refused(game, "rebuild 7 OH-b") == shown("KT-17.2b-4")


@pytest.mark.rule("KT-17.2b-4", "BS-13.2b-3", "SS-15.9-2")
def test_a_fragile_unit_has_no_fresh_side():
    game = rallying({UNION: worn("1531", fragile=True), "7 OH-b": worn("1530")})
    assert who(game) == {"rebuild 7 OH-b"}


@pytest.mark.rule("KT-17.2b-5", "KT-9.4-4", "BS-13.2b-4", "BS-6.4-5")
def test_worn_guns_on_the_map_are_rebuilt_in_the_artillery_phase():
    game = referee({"Davey": worn("1531"), UNION: "1530"}, begin="artillery", hexes=flat())
    play(game, "pass", "rebuild Davey", "1")
    assert states(game, "Davey") == {"fresh", "1531"}


@pytest.mark.rule("KT-17.2b-6", "SS-16.2-reb-reg", "SS-16.2-reb-oth", "BS-13.2b-5")
def test_rebuilding_is_for_regroup():
    units = {UNION: worn("1531", marks=["shaken"])}
    assert who(rallying(units)) == {f"recover {UNION}", f"rebuild {UNION}"}
    game = rallying(units, "defend")
    assert who(game) == {f"recover {UNION}"}
    assert refused(game, f"rebuild {UNION}") == shown("KT-17.2b-6")


@pytest.mark.rule("KT-17.2b-7", "SS-16.2-reb-stack", "BS-13.2b-6")
def test_who_grows_too_large_goes_further_from_the_enemy():
    game = rallying({UNION: worn(FAR), "7 OH-b": FAR, CONFEDERATE: "1735"})
    play(game, f"rebuild {UNION}", "1")
    assert game.decision.kind == "displace"
    assert offered(game) == [f"{UNION}: {hex}" for hex in ("1433", "1532")]
    play(game, f"{UNION}: 1532")
    assert states(game, UNION) == {"fresh", "1532"}


@pytest.mark.rule("KT-17.2b-7")
def test_it_goes_where_there_is_room():
    game = rallying({UNION: worn(FAR), "7 OH-b": FAR, CONFEDERATE: "1735", "29 OH-a": "1433"})
    play(game, f"rebuild {UNION}", "1")
    assert at(game, UNION) == "1532"


@pytest.mark.rule("KT-17.2b-7")
def test_who_fits_stays():
    game = rallying({UNION: worn(FAR), "Davey": FAR, CONFEDERATE: "1735"})
    play(game, f"rebuild {UNION}", "1")
    assert at(game, UNION) == FAR


@pytest.mark.rule("KT-17.2b-7", "SS-16.2-reb-stack", "BS-13.2b-6")
def test_it_goes_on_until_it_fits():
    full = {"29 OH-a": "1433", "1 WV-a": "1532", "1 WV-b": "1532"}
    game = rallying({UNION: worn(FAR), "7 OH-b": FAR, CONFEDERATE: "1735", **full})
    play(game, f"rebuild {UNION}", "1", f"{UNION}: 1532")
    assert offered(game) == [f"{UNION}: {hex}" for hex in ("1432", "1531")]
    play(game, f"{UNION}: 1432")
    assert at(game, UNION) == "1432"


def entries(units, **keys):
    """Where 110 PA-a may come back."""
    game = rallying({"110 PA-a": {"box": "available", **keys}, **units})
    play(game, "rebuild 110 PA-a", "1")
    return {a.hex for a in game.decision.actions}


@pytest.mark.rule("KT-17.2b-8", "KT-17.2b-9", "SS-16.2-ret-1", "SS-16.2-ret-2", "BS-13.2b-7", "BS-13.2b-8")
def test_the_broken_come_back_near_their_brigade_and_off_the_enemy():
    hexes = entries({UNION: "1531", CONFEDERATE: "1733"})
    assert {"1528", "1530"} <= hexes
    assert not {"1527", "1632", "1633"} & hexes  # four hexes from the brigade; two and one from the enemy
    assert ("1531" in hexes) is (BOOK.get() == "SS")  # half a regiment stands there


@pytest.mark.rule("KT-17.2b-8", "SS-16.2-ret-1", "BS-13.2b-7")
@pytest.mark.parametrize("enemy, free", [("1834", True), ("1734", False)])
def test_three_hexes_are_enough(enemy, free):
    assert ("1533" in entries({UNION: "1532", CONFEDERATE: enemy})) is free


@pytest.mark.rule("KT-17.2b-10", "SS-16.2-ret-3", "BS-13.2b-8")
def test_without_the_brigade_the_division_counts():
    others = {"14 IN": {"hex": "1531", "division": "Shields"}, "5 OH": "1227"}
    hexes = entries(others, division="Shields")
    assert "1530" in hexes and "1228" not in hexes


@pytest.mark.rule("KT-17.2b-9", "KT-17.2b-10")
def test_where_the_brigade_stands_the_division_does_not_count():
    others = {"14 IN": {"hex": "1531", "division": "Shields"}, UNION: "1227"}
    hexes = entries(others, division="Shields")
    assert "1228" in hexes and "1530" not in hexes


@pytest.mark.rule("KT-17.2b-11", "SS-16.2-ret-4", "BS-13.2b-8")
def test_without_the_division_any_friend_counts():
    assert "1530" in entries({"14 IN": "1531"})
    hexes = entries({"14 IN": "1531", "5 OH": {"hex": "1227", "division": "Other"}}, division="Shields")
    assert {"1530", "1228"} <= hexes


@pytest.mark.rule("KT-17.2b-11", "SS-16.2-ret-4")
def test_a_division_without_a_free_hex_gives_way_to_any_friend():
    surrounded = {"14 IN": {"hex": "1834", "division": "Shields"}, CONFEDERATE: "1835", "33 VA": "1833"}
    hexes = entries({**surrounded, "23 VA": "1634", "37 VA": "2034", "5 OH": "1227"}, division="Shields")
    assert "1228" in hexes


@pytest.mark.rule("KT-17.2b-12", "SS-16.2-ret-5", "BS-13.2b-9")
def test_without_a_hex_there_is_no_attempt():
    game = rallying({"110 PA-a": {"box": "available"}, "110 PA-b": {"box": "available"}, CONFEDERATE: "1735"})
    assert game_over_rally(game)


@pytest.mark.rule("KT-17.2b-12", "SS-16.2-ret-5", "BS-13.2b-9")
def test_it_is_refused_with_the_case():
    crowd = {CONFEDERATE: "1835", "33 VA": "1833", "23 VA": "1634", "37 VA": "2034", "21 VA": "2032"}
    units = {"110 PA-a": {"box": "available"}, UNION: "1834", "7 OH-b": hurt("1230", "shaken")}
    assert "rebuild 110 PA-a" in who(rallying({**units, **crowd}))
    game = rallying({**units, **crowd, "7 OH-b": {"box": "1"}, "Davey": hurt("1834", "shaken")})
    assert game_over_rally(game)


@pytest.mark.rule("KT-17-option", "SS-16-opt", "BS-13-opt")
@pytest.mark.parametrize("on", [True, False])
def test_by_option_who_was_broken_stays_battleworn(on):
    units = {UNION: worn("1531", marks=["broken-before"]), "7 OH-b": worn("1530")}
    game = rallying(units, set={"rebuild-option": on})
    assert (f"rebuild {UNION}" in who(game)) is not on
    if on:
        assert refused(game, f"rebuild {UNION}") == shown("KT-17-option")


@pytest.mark.rule("KT-17-option", "SS-16-opt", "BS-13-opt")
def test_a_unit_back_from_the_track_is_one_that_was_broken():
    game = rallying({UNION: "1531", "110 PA-a": {"box": "available"}}, set={"rebuild-option": True}, cup=["Tyler"])
    play(game, "rebuild 110 PA-a", "1", "110 PA-a: 1431")
    assert not any(o == "rebuild 110 PA-a" for o in offered(game))
    assert game.state.units["110 PA-a"].broken_before


@pytest.mark.rule("KT-17.2b-7")
def test_without_an_enemy_any_neighbour_will_do():
    game = rallying({UNION: worn("1531"), "7 OH-b": "1531"})
    play(game, f"rebuild {UNION}", "1")
    assert len(offered(game)) == 6
