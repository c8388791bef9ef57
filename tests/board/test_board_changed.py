"""Other ground for a position."""

import pytest

from vedette.board import BoardError


def crossing(board, first, second):
    return board.crossing.get((board.grid.index(first), board.grid.index(second)), ())


def test_a_hex_with_other_ground(hill):
    board = hill.changed({"1304": {"terrain": "light-woods", "level": 5, "features": ["wall=a", "angled"]}})
    hex = board.grid.index("1304")
    assert (board.terrain[hex], board.level[hex]) == ("light-woods", 5)
    assert board.features[hex] == {"wall": ("a",), "angled": ()} and board.hexes_with("angled") == (hex,)
    assert (hill.terrain[hex], hill.level[hex], hill.features[hex]) == ("clear", 1, {})
    assert board.grid is hill.grid and board.hexsides == hill.hexsides


def test_only_what_is_given_changes(build):
    board = build({"1304": {"features": "wall=a", "level": "2"}}).changed({"1304": {"terrain": "orchard"}})
    hex = board.grid.index("1304")
    assert (board.terrain[hex], board.level[hex], board.features[hex]) == ("orchard", 2, {"wall": ("a",)})
    assert board.changed({"1304": {"features": "field; angled"}}).features[hex] == {"field": (), "angled": ()}


@pytest.mark.parametrize("order", [("1202", "1302"), ("1302", "1202")])
def test_a_slope_rises_to_the_higher_hex(hill, order):
    board = hill.changed({}, [(*order, "slope")])
    assert crossing(board, "1302", "1202") == ("slope up",) and crossing(board, "1202", "1302") == ("slope down",)
    assert crossing(hill, "1302", "1202") == ()


def test_a_slope_reads_the_level_of_the_position(hill):
    board = hill.changed({"1304": {"level": 4}}, [("1303", "1304", "steep")])
    assert crossing(board, "1303", "1304") == ("steep slope up",)


def test_grades_replace_each_other_and_leave_the_rest(build):
    board = build({"1202": {"level": "3"}}, "1202-1102 steep, 1202-1102 stream")
    assert crossing(board.changed({}, [("1102", "1202", "slope")]), "1102", "1202") == ("slope up", "stream")


def test_none_clears_a_hexside(build):
    board = build({"1202": {"level": "3"}}, "1202-1102 steep, 1102-1202 stream")
    bare = board.changed({}, [("1102", "1202", "none")])
    assert bare.hexsides == {} and bare.crossing == {}
    assert board.changed({}, [("1202", "1102", "none")]).hexsides == {}


def test_other_features_of_hexsides(hill):
    board = hill.changed({}, [("1003", "1004", "stream"), ("1103", "1102", "stream")])
    assert crossing(board, "1004", "1003") == ("stream",)
    assert crossing(board, "1102", "1103") == ("stream",)
    assert len(board.hexsides) == len(hill.hexsides) + 1


@pytest.mark.parametrize(("level", "left"), [(4, ("slope down",)), (2, ()), (1, ())])
def test_a_grade_goes_where_the_ground_no_longer_rises(hill, level, left):
    board = hill.changed({"1202": {"level": level}})
    assert crossing(board, "1202", "1201") == left


def test_a_grade_between_equal_levels_stays_where_no_level_changes(build):
    board = build(None, "1202-1102 slope").changed({"1202": {"terrain": "orchard", "level": 1}})
    assert crossing(board, "1102", "1202") == ("slope up",)


@pytest.mark.parametrize(
    ("hexes", "hexsides", "message"),
    [
        ({"1405": {}}, [], "hex 1405: there is no hex '1405' on this map"),
        ({"1404": {"levle": 3}}, [], "hex 1404: a position cannot set 'levle' of a hex; it can set terrain, level"),
        ({"1404": {"level": "3"}}, [], "hex 1404: level '3' is no whole number"),
        ({"1404": {"level": True}}, [], "hex 1404: level True is no whole number"),
        ({"1404": {"terrain": ""}}, [], "hex 1404: terrain '' is no word"),
        ({"1404": {"features": [1]}}, [], r"hex 1404: features \[1\] are no list of words"),
        ({}, [("1404", "1402", "slope")], "hexside 1404-1402: 1404 and 1402 are not neighbours"),
        ({}, [("1404", "1405", "slope")], "hexside 1404-1405: there is no hex '1405'"),
        ({}, [("1404", "1403", "slope")], "hexside 1404-1403, slope: 1404 and 1403 both have level 1"),
        (
            {},
            [("1404", "1403", "slpoe")],
            "no hexside feature 'slpoe'; it has cliff, crest, slope, steep, stream, none",
        ),
    ],
)
def test_changes_that_cannot_be(hill, hexes, hexsides, message):
    with pytest.raises(BoardError, match=message):
        hill.changed(hexes, hexsides)
