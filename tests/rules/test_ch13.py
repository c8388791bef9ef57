"""Chapter 13: who moves when, how far and where to."""

import pytest

from tests.books import shown
from tests.rules.field import flat, limber, limit, mover, points, refused, reserve_move, spent
from tests.support import at, offered, play, referee

UNION, CONFEDERATE = "7 OH-a", "27 VA"
WOODS = {"terrain": "light-woods"}
UPHILL = [("1533", "1634", "slope")]


@pytest.mark.rule("KT-13.0-1", "BS-10.0-1")
def test_guns_move_in_the_artillery_phase_and_not_with_a_brigade():
    units = {UNION: "1533", "Davey": "1434"}
    game = referee(units, begin="movement", active="Tyler", hexes=flat())
    assert refused(game, "move Davey") == shown("KT-13.0-1")
    guns = limber(units, "Davey")
    assert all(text.startswith("Davey: ") for text in offered(guns) if text != "done")


@pytest.mark.rule("KT-13.0-1", "BS-10.0-1")
def test_infantry_does_not_move_in_the_artillery_phase():
    game = referee({UNION: "1434", "Davey": "1434"}, begin="artillery", hexes=flat())
    play(game, "artillery 1434")
    assert offered(game) == ["move Davey", "done"]


@pytest.mark.rule("KT-13.0-2", "SS-13.1-1", "BS-10.0-1")
def test_only_the_active_brigade_moves():
    game = referee({UNION: "1533", "8 OH-a": "1434"}, begin="movement", active="Tyler", hexes=flat())
    assert offered(game) == ["move 7 OH-a", "done"]
    assert refused(game, "move 8 OH-a") == shown("KT-13.0-2")


@pytest.mark.rule("KT-13.0-3", "SS-13.1-4", "BS-10.0-1")
def test_a_chit_may_move_a_brigade_that_is_not_active():
    held = {"confederate": ["Brigade Reserve Move"]}
    game = referee({"33 VA": "1634"}, begin="draw", held=held, cup=["Fog of War"], hexes=flat())
    reserve_move(game)
    play(game, "33 VA: 1635")
    assert at(game, "33 VA") == "1635"


@pytest.mark.rule("KT-13.1-1", "BS-10.1-1", "SS-13.1-2")
def test_a_unit_ends_its_move_before_another_begins():
    game = mover({UNION: "1533", "7 OH-b": "1434"}, UNION)
    assert all(text.startswith("7 OH-a: ") for text in offered(game) if text != "done")
    play(game, "7 OH-a: 1634", "done")
    assert offered(game) == ["move 7 OH-b", "done"]
    assert refused(game, "move 7 OH-a") == shown("KT-13.1-1")


@pytest.mark.rule("KT-13.1-2", "SS-13.1-2", "BS-10.1-2", "SS-6.3-4")
def test_no_move_ends_overstacked():
    game = mover({UNION: "1533", "7 OH-b": "1634"}, UNION)
    play(game, "7 OH-a: 1634")
    assert "done" not in offered(game)


@pytest.mark.rule("KT-13.1-3", "SS-13.1-3", "BS-10.1-3")
def test_a_unit_goes_from_hex_to_hex_and_pays_for_each():
    game = mover({UNION: "1533"}, UNION)
    assert refused(game, "7 OH-a: 1635") == shown("KT-13.1-3")
    assert [spent(game, hex) for hex in ("1634", "1635")] == [1, 1]
    assert points(game) == 2


@pytest.mark.rule("KT-13.1-4", "BS-10.1-3", "SS-13.1-3")
def test_a_unit_spends_no_more_than_its_allowance():
    game = mover({UNION: "1533"}, UNION, "defend")
    assert spent(game, "1634") == 1
    play(game, "7 OH-a: 1635")
    assert at(game, UNION) == "1635" and game.decision.kind != "move"


@pytest.mark.rule("KT-13.2-1")
def test_guns_move_six_points():
    game = limber({"Davey": "1533"}, "Davey")
    assert spent(game, "1634", "1734", "1735", "1736", "1737") == 5
    play(game, "Davey: 1738")
    assert at(game, "Davey") == "1738"


@pytest.mark.rule("KT-13.2-2", "BS-10.2-2")
@pytest.mark.parametrize("order, infantry, cavalry", [("attack", 4, 6), ("defend", 2, 3), ("maneuver", 6, 9)])
def test_the_order_gives_the_allowance(order, infantry, cavalry):
    assert points(mover({UNION: "1533"}, UNION, order)) == infantry
    assert points(mover({"1 MI": "1533"}, "1 MI", order)) == cavalry


@pytest.mark.rule("KT-13.2-3", "BS-10.2-3")
@pytest.mark.parametrize("effect, allowance", [("quick-march", 8), ("fatigue", 2)])
def test_chits_change_the_allowance(effect, allowance):
    assert points(mover({UNION: "1533"}, UNION, effects=[effect])) == allowance


@pytest.mark.rule("KT-13.3-1", "KT-13.3-5", "SS-13.3-1", "BS-10.3-1")
def test_the_cost_depends_on_terrain_and_arm():
    for terrain, costs in (("clear", (1, 1, 1)), ("orchard", (1, 2, 2)), ("light-woods", (2, 2, 3))):
        ground = flat({"1634": {"terrain": terrain}})
        infantry, cavalry = mover({UNION: "1533"}, UNION, hexes=ground), mover({"1 MI": "1533"}, "1 MI", hexes=ground)
        guns = limber({"Davey": "1533"}, "Davey", hexes=ground)
        assert tuple(spent(game, "1634") for game in (infantry, cavalry, guns)) == costs


@pytest.mark.rule("KT-13.3-2", "SS-13.3-2", "BS-10.3-2")
def test_costs_of_one_entry_add_up():
    ground = flat({"1634": {**WOODS, "level": 6, "features": ["angled"]}})
    assert spent(mover({UNION: "1533"}, UNION, "maneuver", hexes=ground, hexsides=UPHILL), "1634") == 4


@pytest.mark.rule("KT-13.3-3", "SS-13.3-3", "BS-10.3-3")
def test_a_unit_with_too_few_points_stays():
    game = mover({UNION: "1533"}, UNION, "defend", hexes=flat({"1635": WOODS}))
    play(game, "7 OH-a: 1634")
    assert refused(game, "7 OH-a: 1635") == shown("KT-13.3-3")


@pytest.mark.rule("KT-13.3-4", "SS-13.3-4", "BS-10.3-4")
def test_a_unit_may_always_move_one_hex():
    ground = flat({"1634": {**WOODS, "level": 6}})
    game = mover({UNION: "1533"}, UNION, "defend", hexes=ground, hexsides=UPHILL)
    play(game, "7 OH-a: 1634")
    assert at(game, UNION) == "1634"
    full = mover({UNION: "1533", "7 OH-b": "1634"}, UNION, "defend", hexes=ground, hexsides=UPHILL)
    assert refused(full, "7 OH-a: 1634") == shown("KT-6.1-1")


@pytest.mark.rule("KT-13.4", "SS-13.4-1", "BS-10.4-1")
def test_a_stack_moves_together_or_unit_by_unit():
    units = {UNION: {"hex": "1533", "face": "worn"}, "7 OH-b": "1533"}
    game = referee(units, begin="movement", active="Tyler", hexes=flat())
    play(game, "7 OH-a + 7 OH-b: 1634")
    assert at(game, UNION) == at(game, "7 OH-b") == "1634"
    game = referee(units, begin="movement", active="Tyler", hexes=flat())
    play(game, "7 OH-b: 1634")
    assert (at(game, UNION), at(game, "7 OH-b")) == ("1533", "1634")


@pytest.mark.rule("KT-13.5-2", "SS-13.5-2", "SS-3.2d-8")
def test_roads_count_only_where_they_cross_the_hexside():
    ground = flat({"1135": WOODS, "1134": WOODS})
    assert spent(mover({UNION: "1134"}, UNION, hexes=ground), "1135") == 2
    assert spent(mover({UNION: "1035"}, UNION, hexes=ground), "1135") == 1


@pytest.mark.rule("KT-13.5a-1", "KT-13.5a-2", "SS-13.5a-2", "SS-9.0-3")
@pytest.mark.parametrize("order, road, lane", [("maneuver", 0.5, 1), ("attack", 1, 1), ("defend", 1, 1)])
def test_march_column_is_for_maneuver_on_roads(order, road, lane):
    assert spent(mover({UNION: "1136"}, UNION, order), "1137") == road
    assert spent(mover({UNION: "1238"}, UNION, order), "1337") == lane


@pytest.mark.rule("KT-13.5a-1", "KT-13.5a-2", "SS-9.0-3", "SS-13.5a-2")
def test_guns_march_on_roads_but_not_on_lanes():
    assert spent(limber({"Davey": "1136"}, "Davey"), "1137") == 0.5
    assert spent(limber({"Davey": "1238"}, "Davey"), "1337") == 1


@pytest.mark.rule("KT-13.5b-1", "KT-13.5b-2", "SS-13.5b-2", "SS-6.1c-2", "BS-3.1c-1")
def test_where_the_limit_would_be_passed_the_ground_is_paid_instead():
    units = {UNION: "1135", "7 OH-b": {"hex": "1136", "values": {"fresh": [limit() - 5, "R", 4]}}}
    ground = flat({"1136": {**WOODS, "features": ["angled"]}})
    assert spent(mover(units, UNION, hexes=ground), "1136") == 3
    units["7 OH-b"] = {"hex": "1136", "values": {"fresh": [limit() - 6, "R", 4]}}
    assert spent(mover(units, UNION, hexes=ground), "1136") == 1


@pytest.mark.rule("KT-13.6-1", "SS-13.6-1", "BS-10.6-1")
def test_infantry_and_cavalry_engage_by_moving_beside_an_enemy():
    for unit in (UNION, "1 MI"):
        units = {unit: "1533", CONFEDERATE: "1734"}
        assert f"{unit}: 1634" in offered(mover(units, unit))
        maneuver = mover(units, unit, "maneuver")
        assert f"{unit}: 1633" in offered(maneuver)
        assert refused(maneuver, f"{unit}: 1634") == shown("KT-11.4-2")


@pytest.mark.rule("KT-13.6-2", "SS-13.6-1")
def test_skirmishers_are_enemies_too():
    units = {UNION: "1533", CONFEDERATE: {"hex": "1734", "marks": ["skirmish"]}}
    assert refused(mover(units, UNION, "maneuver"), "7 OH-a: 1634") == shown("KT-11.4-2")


@pytest.mark.rule(
    "KT-13.6-3", "KT-13.6-4", "SS-13.6-2", "SS-13.6-3", "BS-10.6-2", "BS-10.6-3", "BS-6.5a-1", "SS-9.4b-1"
)
def test_guns_keep_more_than_two_hexes_off():
    game = limber({"Davey": "1532", CONFEDERATE: "1835"}, "Davey")
    play(game, "Davey: 1633")
    assert refused(game, "Davey: 1733") == refused(game, "Davey: 1634") == shown("KT-13.6-4")


@pytest.mark.rule("KT-13.6-5", "KT-13.6-3", "BS-10.6-4", "BS-10.6-2")
def test_engaged_guns_go_only_further_off():
    game = limber({"Davey": "1633", CONFEDERATE: "1734"}, "Davey")
    assert set(offered(game)) == {"Davey: 1532", "Davey: 1632", "done"}


@pytest.mark.rule("KT-9.5b-4", "KT-13.6-5", "BS-10.6-4", "BS-6.5a-3")
def test_guns_that_began_beside_an_enemy_may_go_to_two_hexes_from_enemies():
    """From him or from another who was further off; who began at two hexes goes out of reach of all."""
    two_from = {"1532": "1332", "1632": "1530"}  # three hexes from 1633
    for hex, other in two_from.items():
        assert f"Davey: {hex}" in offered(limber({"Davey": "1633", CONFEDERATE: "1634", "33 VA": other}, "Davey"))
    for hex, other in two_from.items():
        game = limber({"Davey": "1633", CONFEDERATE: "1834"}, "Davey")
        assert f"Davey: {hex}" in offered(game), "two hexes from 27 VA, it draws away"
        game = limber({"Davey": "1633", CONFEDERATE: "1834", "33 VA": other}, "Davey")
        assert refused(game, f"Davey: {hex}") == shown("KT-13.6-5")


@pytest.mark.rule("KT-13.6-6", "SS-13.6-4", "SS-13.5-tec-6", "BS-10.6-5")
def test_orders_and_chits_that_bar_engagement():
    units = {"33 VA": "1634", UNION: "1433"}
    held = {"confederate": ["Brigade Reserve Move"]}
    game = referee(units, begin="draw", held=held, cup=["Fog of War"], hexes=flat())
    reserve_move(game)
    play(game, "move 33 VA")
    assert refused(game, "33 VA: 1533") != ""
    assert refused(mover(units, "33 VA", "maneuver"), "33 VA: 1533") == shown("KT-11.4-2")
