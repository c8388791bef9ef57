"""Chapter 16: Skirmish Order."""

import pytest

from tests.books import shown
from tests.rules.field import flat, mover, points, refused, spent
from tests.support import at, kinds, offered, play, referee, shifts, states
from vedette.rules.blind_swords.chapters.costs import may_march

UNION, CONFEDERATE = "7 OH-a", "27 VA"


def spread(hex, **keys):
    """A unit in Skirmish Order."""
    return {"hex": hex, "marks": ["skirmish"], **keys}


@pytest.mark.rule("KT-16.0-2", "SS-18.0-1")
def test_nobody_enters_skirmish_order_in_play():
    game = mover({UNION: "1533"}, UNION)
    assert not any("skirmish" in text for text in offered(game))
    game = mover({UNION: spread("1533")}, UNION)
    play(game, "7 OH-a: leave skirmish order")
    assert not any("skirmish" in text for text in offered(game))


@pytest.mark.rule("KT-16.0-3", "KT-16.1-5", "SS-18.0-1", "SS-18.1-4")
def test_leaving_skirmish_order_costs_two_points_as_the_move_begins():
    game = mover({UNION: spread("1533")}, UNION)
    play(game, "7 OH-a: leave skirmish order")
    assert "skirmish" not in states(game, UNION) and points(game) == 2
    game = mover({UNION: spread("1533")}, UNION)
    play(game, "7 OH-a: 1634")
    assert "7 OH-a: leave skirmish order" not in offered(game)


@pytest.mark.rule("KT-16.1-5", "SS-18.1-4")
@pytest.mark.parametrize("effects, may", [([], True), (["fatigue"], False)])
def test_it_takes_two_points_to_leave_skirmish_order(effects, may):
    game = mover({UNION: spread("1533")}, UNION, "defend", effects=effects)
    assert ("7 OH-a: leave skirmish order" in offered(game)) == may


@pytest.mark.rule("KT-16.1-5", "KT-13.3-4", "SS-13.3-4", "SS-18.1-4")
def test_a_unit_that_has_formed_up_may_still_move_one_hex():
    game = mover({UNION: spread("1533")}, UNION, "defend")
    play(game, "7 OH-a: leave skirmish order", "7 OH-a: 1634")
    assert at(game, UNION) == "1634"


@pytest.mark.rule("KT-16.1-1")
@pytest.mark.parametrize(
    "terrain, features, cost", [("clear", [], 1), ("light-woods", [], 1), ("light-woods", ["angled"], 2)]
)
def test_skirmishers_pay_a_point_less_but_one_at_least(terrain, features, cost):
    ground = flat({"1634": {"terrain": terrain, "features": features}})
    assert spent(mover({UNION: spread("1533")}, UNION, hexes=ground), "1634") == cost


@pytest.mark.rule("KT-16.1-2", "SS-18.1-2")
def test_skirmishers_never_march():
    game = mover({UNION: spread("1135"), "7 OH-b": "1135"}, UNION, "maneuver")
    terms = game.state.stack[-1][0].terms
    assert [may_march(game.state, id, terms) for id in (UNION, "7 OH-b")] == [False, True]
    assert spent(game, "1136") == 1


@pytest.mark.rule("KT-16.1-3", "SS-18.1-3")
@pytest.mark.parametrize("enemy", ["1734", spread("1734")])
def test_skirmishers_do_not_engage_not_even_skirmishers(enemy):
    game = mover({UNION: spread("1533"), CONFEDERATE: enemy}, UNION)
    assert refused(game, "7 OH-a: 1634") == shown("KT-16.1-3")
    assert "7 OH-a: 1634" in offered(mover({UNION: "1533", CONFEDERATE: "1734"}, UNION))


@pytest.mark.rule("KT-16.1-4")
def test_skirmishers_stack_like_others():
    units = {UNION: spread("1533"), "7 OH-b": {"hex": "1634", "face": "worn"}, "29 OH-a": "1532"}
    game = mover(units, UNION)
    play(game, "7 OH-a: 1634")
    assert "done" in offered(game)
    game = mover(units, UNION)
    play(game, "7 OH-a: 1532")
    assert "done" not in offered(game)


def approach(units, *hexes, **keys):
    """7 OH-a comes up to skirmishers."""
    game = mover({UNION: "1533", **units}, UNION, **keys)
    play(game, *(f"7 OH-a: {hex}" for hex in hexes))
    return game


@pytest.mark.rule("KT-16.2-1", "KT-16.2-2", "SS-18.2-2")
def test_an_enemy_moving_adjacent_makes_skirmishers_withdraw():
    game = approach({CONFEDERATE: spread("1734")}, "1634")
    assert game.decision.seat == "confederate"
    assert set(offered(game)) == {f"retreat 27 VA to {hex}" for hex in ("1834", "1835", "1735")}
    play(game, "retreat 27 VA to 1835")
    assert at(game, CONFEDERATE) == "1835" and at(game, UNION) == "1634"


@pytest.mark.rule("KT-16.2-1", "SS-18.2-2")
def test_formed_units_stay_and_distant_skirmishers_too():
    game = approach({CONFEDERATE: "1734", "33 VA": spread("1835")}, "1634")
    assert (game.decision.kind, at(game, CONFEDERATE), at(game, "33 VA")) == ("move", "1734", "1835")


@pytest.mark.rule("KT-16.2-2", "SS-18.2-2")
def test_they_withdraw_to_no_full_hex_and_beside_no_enemy():
    full = {"hex": "1834", "values": {"fresh": [8, "R", 4]}}
    game = approach({CONFEDERATE: spread("1734"), "2 VA": full, "29 OH-a": "1935"}, "1634")
    assert at(game, CONFEDERATE) == "1735"


@pytest.mark.rule("KT-16.2-3", "KT-13.7-3", "SS-18.2-7", "SS-13.7-2")
def test_nobody_fires_at_skirmishers_who_withdraw():
    game = approach({CONFEDERATE: spread("1734"), "29 OH-a": "1733"}, "1634")
    play(game, "retreat 27 VA to 1735")
    assert (game.decision.kind, at(game, CONFEDERATE)) == ("move", "1735")


@pytest.mark.rule("KT-16.2-4", "SS-18.2-3")
def test_where_no_neighbour_will_do_they_go_on_to_the_first_that_does():
    full = {"hex": "1834", "values": {"fresh": [8, "R", 4]}}
    game = approach({CONFEDERATE: spread("1734"), "2 VA": full, "29 OH-a": "1836"}, "1634")
    assert game.decision.kind == "withdraw"
    assert {"retreat 27 VA to 1934", "retreat 27 VA to 1833"} <= set(offered(game))
    assert not {"retreat 27 VA to 1834", "retreat 27 VA to 1835", "retreat 27 VA to 2035"} & set(offered(game))


@pytest.mark.rule("KT-16.2-5", "SS-18.2-4")
def test_with_nowhere_to_go_they_are_broken():
    ring = {"29 OH-a": "1733", "29 OH-b": "1834", "1 WV-a": "1835", "1 WV-b": "1735", "110 PA-a": "1635"}
    game = approach({CONFEDERATE: spread("1734"), **ring}, "1634")
    assert states(game, CONFEDERATE) == {"worn", "Broken Box 1"}


@pytest.mark.rule("KT-16.2-6", "KT-16.2-1", "SS-18.2-5", "SS-18.2-2")
def test_each_move_adjacent_counts_even_beside_formed_units():
    units = {CONFEDERATE: spread("1734"), "1 VA": "1734", "7 OH-b": "1532"}
    game = approach(units, "1634")
    play(game, "retreat 27 VA to 1735")
    assert at(game, "1 VA") == "1734"
    play(game, "7 OH-a: 1635", "confederate: pass")
    assert at(game, CONFEDERATE) == "1735" and game.decision.kind == "withdraw"


def advanced():
    """7 OH-a has taken 1634 in close combat and stands beside skirmishers in 1734, and so does 29 OH-a in 1733."""
    weak = {"hex": "1634", "face": "worn", "values": {"worn": [1, "R", 0]}}
    strong = {"hex": "1533", "values": {"fresh": [10, "R", 4]}}
    units = {UNION: strong, "29 OH-a": "1733", "33 VA": weak, CONFEDERATE: spread("1734")}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat(), dice=["66", "61", "6"])
    play(game, "7 OH-a assault 1634", "union: done", "confederate: done", "7 OH-a: 1634")
    return game


@pytest.mark.rule("KT-16.2-7", "KT-16.4-2", "SS-18.4-1")
def test_an_advance_makes_skirmishers_withdraw():
    game = advanced()
    assert (game.decision.seat, game.decision.kind) == ("confederate", "withdraw")


def fallen_back(hexes):
    """7 OH-a has fallen back from 1533 to 1433, past skirmishers in 1432; it goes on if the retreat is of two hexes."""
    strong = {"hex": "1634", "values": {"fresh": [20, "R", 4]}}
    units = {UNION: "1533", "33 VA": strong, "2 VA": spread("1432"), CONFEDERATE: "1435", "29 OH-b": "1431"}
    dice = ["66", "12" if hexes == 1 else "13", "11"]
    game = referee(units, begin="fire", active="Garnett", hexes=flat(), dice=dice)
    play(game, "33 VA fire at 1533", "retreat 7 OH-a to 1433")
    return game


@pytest.mark.rule("KT-16.2-8")
def test_a_retreat_goes_past_skirmishers_who_may_fire():
    game = fallen_back(2)
    assert game.decision.kind == "opportunity-fire" and at(game, "2 VA") == "1432"
    play(game, "pass")
    assert at(game, UNION) != "1433" and at(game, "2 VA") == "1432"


@pytest.mark.rule("KT-16.2-8", "KT-16.2-9")
def test_skirmishers_withdraw_from_a_retreat_that_ends_beside_them():
    game = fallen_back(1)
    assert (game.decision.seat, game.decision.kind) == ("confederate", "withdraw")


@pytest.mark.rule("KT-16.2-10", "SS-18.2-7")
@pytest.mark.parametrize("approached", [advanced, lambda: fallen_back(1)])
def test_nobody_fires_at_them_as_they_give_way(approached):
    game = approached()
    unit, place = game.decision.actions[0].value.unit, game.decision.actions[0].hex
    play(game, offered(game)[0])
    assert at(game, unit) == place and game.decision.kind != "opportunity-fire"


@pytest.mark.rule("KT-16.3-1")
def test_skirmishers_fire_and_are_fired_at():
    game = referee({UNION: spread("1533"), CONFEDERATE: spread("1735")}, begin="fire", active="Tyler", hexes=flat())
    assert offered(game) == ["fire at 1735", "done"]


@pytest.mark.rule("KT-16.3-2", "SS-18.3-1")
def test_skirmish_order_shifts_fire():
    units = {UNION: spread("1533"), CONFEDERATE: "1634"}
    game = referee(units, begin="fire", active="Tyler", hexes=flat(), dice=["11"])
    assert shifts(play(game, "7 OH-a fire at 1634")) == {"KT-12.3-shift-firer-skirmish": -1}
    units = {UNION: "1533", CONFEDERATE: spread("1634")}
    game = referee(units, begin="fire", active="Tyler", hexes=flat(), dice=["11"])
    assert shifts(play(game, "7 OH-a fire at 1634")) == {"KT-12.3-shift-target-skirmish": -2}


@pytest.mark.rule("KT-16.4-1", "SS-18.4-1")
def test_skirmishers_do_not_attack():
    units = {UNION: spread("1533"), "7 OH-b": "1534", CONFEDERATE: "1634"}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat())
    assert refused(game, "7 OH-a assault 1634") == shown("KT-14.1-2")


@pytest.mark.rule("KT-16.4-1", "SS-18.4-1")
def test_skirmishers_do_not_stand_an_attack():
    units = {UNION: "1533", CONFEDERATE: spread("1634"), "33 VA": "1634", "2 VA": spread("1534")}
    game = referee(units, begin="close-combat", active="Tyler", hexes=flat(), dice=["11", "44"])
    play(game, "7 OH-a assault 1634")
    assert game.decision.kind == "withdraw" and at(game, CONFEDERATE) == "1634"
    events = play(game, offered(game)[0], "confederate: done")
    assert "assault" in kinds(events) and at(game, "2 VA") == "1534"


@pytest.mark.rule("KT-16.4-1", "SS-18.4-1")
def test_an_attack_on_skirmishers_alone_finds_nobody():
    game = referee({UNION: "1533", CONFEDERATE: spread("1634")}, begin="close-combat", active="Tyler", hexes=flat())
    play(game, "7 OH-a assault 1634")
    events = play(game, offered(game)[0])
    assert "assault-aim" not in kinds(events) and at(game, UNION) == "1533"
