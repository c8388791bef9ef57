"""Chapter 3: what lies on the map and what it does to movement."""

import pytest

import vedette
from tests.books import shown
from tests.rules.field import flat, limber, mover, points, refused, reserve_move, spent, wide
from tests.support import BATTLE, aim, offered, play, referee, shifts

UNION, CONFEDERATE = "7 OH-a", "27 VA"
STREAM = flat({"1533": {"features": ["stream"]}, "1634": {"features": ["stream"]}})


def column(units, fire, **keys):
    """The column of one fire of Tyler's brigade."""
    game = referee(units, begin="fire", active="Tyler", dice=["11"], **keys)
    return aim(play(game, fire)).final


@pytest.mark.rule("KT-3.2a-1")
def test_every_level_is_from_1_to_13():
    assert set(vedette.battle(BATTLE).board.level) <= set(range(1, 14))


@pytest.mark.rule("KT-3.2a-3")
def test_a_higher_hex_between_blocks_the_sight():
    units = {UNION: "1533", CONFEDERATE: "1734", "33 VA": "1434"}
    level = referee(units, begin="fire", active="Tyler", hexes=flat())
    assert "fire at 1734" in offered(level)
    hill = referee(units, begin="fire", active="Tyler", hexes=flat({"1634": {"level": 6}}))
    assert refused(hill, "7 OH-a fire at 1734") == shown("KT-12.1a-9")


@pytest.mark.rule("KT-3.2b", "SS-3.2c-2", "SS-3.2c-4")
def test_a_stream_changes_neither_movement_nor_combat():
    assert spent(mover({UNION: "1533"}, UNION, hexes=STREAM), "1634") == 1
    units = {UNION: "1533", CONFEDERATE: "1634"}
    assert column(units, "7 OH-a fire at 1634", hexes=STREAM) == column(units, "7 OH-a fire at 1634", hexes=flat())


@pytest.mark.rule("KT-3.2c")
def test_a_house_changes_neither_movement_nor_combat():
    house = flat({"1634": {"features": ["house"]}})
    assert spent(mover({UNION: "1533"}, UNION, hexes=house), "1634") == 1
    units = {UNION: "1533", CONFEDERATE: "1634"}
    assert column(units, "7 OH-a fire at 1634", hexes=house) == column(units, "7 OH-a fire at 1634", hexes=flat())


@pytest.mark.rule("KT-3.2d-1", "KT-3.2d-2", "KT-3.2d-3", "KT-3.2d-4")
def test_walls_lie_in_the_hexes_that_the_book_names():
    board = vedette.battle(BATTLE).board
    walls = {board.grid.name(h) for h in board.hexes_with("wall")}
    assert {"2418", "2723", "1637"} <= walls
    assert not {"2419", "2823"} & walls
    assert not any("wall" in features for features in board.hexsides.values())


@pytest.mark.rule("KT-3.2d-5")
def test_good_ground_goes_to_no_wall_hex():
    units = {UNION: "1533", "29 OH-a": "1834", "29 OH-b": "1430"}
    game = referee(units, begin="draw", held={"union": ["Good Ground"]}, cup=["Tyler"])
    play(game, "play Good Ground")
    assert sorted(offered(game)) == ["good ground 1430", "good ground 1533"]


@pytest.mark.rule("KT-3.2d-5")
def test_good_ground_does_not_answer_fire_at_a_wall_hex():
    units = {UNION: "1533", "29 OH-a": "1834", "2 VA": "1735", "33 VA": "1434"}
    held = {"union": ["Good Ground"]}
    game = referee(units, begin="fire", active="Garnett", held=held, hexes=flat({"1834": {"features": ["wall=w"]}}))
    play(game, "2 VA fire at 1834")
    assert game.decision_of("union") is None
    play(game, "chance: 11", "33 VA fire at 1533")
    assert offered(game, "union") == ["play Good Ground", "pass"]


@pytest.mark.rule("KT-3.2e")
def test_woods_are_open_to_guns_and_horse():
    woods = flat({"1634": {"terrain": "light-woods"}})
    assert spent(limber({"Davey": "1533"}, "Davey", hexes=woods), "1634") == 3
    assert spent(mover({"1 MI": "1533"}, "1 MI", hexes=woods), "1634") == 2


@pytest.mark.rule("KT-3.2f-1")
def test_roads_are_of_three_kinds():
    assert {road.kind for road in vedette.battle(BATTLE).board.roads} == {"lane", "road", "turnpike"}


@pytest.mark.rule("KT-3.2f-2")
@pytest.mark.parametrize("order, rate", [("attack", 1), ("maneuver", 0.5)])
def test_road_and_turnpike_are_the_same(order, rate):
    road = mover({UNION: "1135"}, UNION, order)
    pike = mover({UNION: "1114"}, UNION, order, battle=wide())
    assert spent(road, "1136") == spent(pike, "1214") == rate


@pytest.mark.rule("KT-3.2f-3", "KT-3.2f-4", "KT-13.5-1", "KT-13.5-3", "SS-3.2d-2", "SS-13.5-1")
@pytest.mark.parametrize("start, end", [("1136", "1137"), ("1238", "1337")])
def test_a_road_costs_one_point_whatever_the_ground(start, end):
    ground = flat({start: {"level": 5}, end: {"level": 7, "terrain": "light-woods", "features": ["angled"]}})
    game = mover({UNION: start}, UNION, hexes=ground, hexsides=[(start, end, "steep")])
    assert spent(game, end) == 1


@pytest.mark.rule("KT-3.2f-3", "KT-13.5-3", "SS-13.5-1", "SS-3.2d-2")
def test_the_turnpike_costs_one_point():
    woods = flat({"1214": {"terrain": "light-woods"}})
    assert spent(mover({UNION: "1114"}, UNION, battle=wide(), hexes=woods), "1214") == 1


@pytest.mark.rule("KT-3.2f-5", "SS-3.2d-5")
def test_march_column_is_for_maneuver():
    assert spent(mover({UNION: "1135"}, UNION, "maneuver"), "1136") == 0.5
    assert spent(mover({UNION: "1135"}, UNION, "attack"), "1136") == 1


@pytest.mark.rule("KT-3.2f-6", "SS-3.2d-6")
def test_a_reserve_move_marches():
    held = {"confederate": ["Brigade Reserve Move"]}
    game = referee({"33 VA": "1135"}, begin="draw", held=held, cup=["Fog of War"], hexes=flat())
    reserve_move(game)
    play(game, "move 33 VA")
    assert points(game) == 4
    assert spent(game, "1136", "1137") == 1


@pytest.mark.rule("KT-3.2f-7", "SS-13.5a-2")
def test_lanes_have_no_march_column():
    assert spent(mover({UNION: "1238"}, UNION, "maneuver"), "1337") == 1


@pytest.mark.rule("KT-3.2f-8", "SS-9.0-3")
def test_guns_take_roads_at_half_a_point():
    assert spent(limber({"Davey": "1135"}, "Davey"), "1136") == 0.5


@pytest.mark.rule("KT-3.2g-1", "SS-3.2e-1")
def test_angled_ground_costs_more_from_every_side():
    angled = flat({"1634": {"features": ["angled"]}})
    assert {spent(mover({UNION: h}, UNION, hexes=angled), "1634") for h in ("1533", "1734", "1635")} == {2}


@pytest.mark.rule("KT-3.2g-2", "SS-3.2e-2")
def test_guns_do_not_fire_from_angled_ground():
    units = {"Davey": "1533", UNION: "1532", CONFEDERATE: "1735"}
    flat_game = referee(units, begin="artillery", hexes=flat())
    play(flat_game, "artillery 1533")
    assert "fire at 1735" in offered(flat_game)
    angled = referee(units, begin="artillery", hexes=flat({"1533": {"features": ["angled"]}}))
    play(angled, "artillery 1533")
    assert refused(angled, "Davey fire at 1735") == shown("KT-12.1f")


def climb(feature, height):
    """What it costs to go up and then down between two hexes that differ by so many levels."""
    ground = flat({"1634": {"level": 5 + height}})
    sides = [("1533", "1634", feature)] if feature else []
    up = spent(mover({UNION: "1533"}, UNION, hexes=ground, hexsides=sides), "1634")
    return up, spent(mover({UNION: "1634"}, UNION, hexes=ground, hexsides=sides), "1533")


@pytest.mark.rule("KT-3.2h-1", "KT-3.2h-2", "KT-3.2h-4", "SS-3.2f-2", "SS-3.2f-3")
def test_a_slope_costs_upslope_only():
    assert climb("slope", 1) == (2, 1)


@pytest.mark.rule("KT-3.2h-3", "SS-3.2f-4")
def test_a_gentle_change_of_level_costs_nothing():
    assert climb("", 1) == (1, 1)


@pytest.mark.rule("KT-3.2i-1", "KT-3.2i-2", "SS-3.2g-2")
def test_a_steep_slope_costs_both_ways():
    assert climb("steep", 2) == (3, 2)


def assault(feature, height, upward):
    """The column shifts for slopes of an assault between two hexes that differ by so many levels."""
    ground = flat({"1634": {"level": 5 + height}})
    here, there = ("1533", "1634") if upward else ("1634", "1533")
    sides = [("1533", "1634", feature)] if feature else []
    units, keys = {UNION: here, CONFEDERATE: there}, {"hexes": ground, "hexsides": sides, "dice": ["11", "11"]}
    game = referee(units, begin="close-combat", active="Tyler", **keys)
    found = shifts(play(game, f"7 OH-a assault {there}", "confederate: done"))
    return {k: v for k, v in found.items() if k in ("KT-14.3d-slope", "KT-14.3d-steep")}


@pytest.mark.rule("KT-3.2h-4", "SS-3.2f-3")
def test_a_slope_hinders_an_attack_upslope_only():
    assert assault("slope", 1, True) == {"KT-14.3d-slope": -2}
    assert assault("slope", 1, False) == {}


@pytest.mark.rule("KT-3.2h-3", "SS-3.2f-4")
def test_a_gentle_change_of_level_does_not_hinder_an_attack():
    assert assault("", 1, True) == assault("", 2, True) == {}


@pytest.mark.rule("KT-3.2i-3", "SS-3.2g-3")
def test_a_steep_slope_hinders_an_attack_upslope_only():
    assert assault("steep", 2, True) == {"KT-14.3d-steep": -3}
    assert assault("steep", 2, False) == {}
