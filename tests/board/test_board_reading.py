"""A board from its three files: what it knows, and each bad row named."""

import pickle

import pytest

from vedette.board import Board, BoardError


def pair(board, first, second):
    return board.grid.index(first), board.grid.index(second)


def test_hexes(build):
    board = build({"1001": {"terrain": "orchard", "level": "4"}})
    hex = board.grid.index("1001")
    assert board.terrain[hex] == "orchard" and board.level[hex] == 4
    assert board.terrain[hex + 1] == "clear" and board.level[hex + 1] == 1 and len(board.level) == 25


@pytest.mark.parametrize(
    ("text", "features"),
    [
        ("", {}),
        ("angled", {"angled": ()}),
        (
            "wall=the stone wall;wall-end=1932;angled",
            {"wall": ("the stone wall",), "wall-end": ("1932",), "angled": ()},
        ),
        ("wall-end=1936; wall-end=1938", {"wall-end": ("1936", "1938")}),
        ("name:Mill Creek Church", {"name": ("Mill Creek Church",)}),
        ("place=a=b:c", {"place": ("a=b:c",)}),
        (None, {}),
    ],
)
def test_features(build, text, features):
    board = build({"1001": {"features": text}})
    assert board.features[board.grid.index("1001")] == features


def test_hexes_with(build):
    board = build({"1304": {"features": "wall=b"}, "1001": {"features": "wall=a;field"}})
    assert [board.grid.name(hex) for hex in board.hexes_with("wall")] == ["1001", "1304"]
    assert board.hexes_with("marsh") == ()


def test_crossing_a_grade_depends_on_the_way(hill):
    assert hill.crossing[pair(hill, "1202", "1201")] == ("slope down",)
    assert hill.crossing[pair(hill, "1201", "1202")] == ("slope up",)
    assert hill.crossing[pair(hill, "1202", "1102")] == ("steep slope down",)
    assert hill.crossing[pair(hill, "1102", "1202")] == ("steep slope up",)
    assert hill.crossing[pair(hill, "1103", "1102")] == ("stream",) == hill.crossing[pair(hill, "1102", "1103")]
    assert pair(hill, "1001", "1002") not in hill.crossing


def test_crossing_lists_the_grade_first(build):
    board = build({"1202": {"level": "9"}}, "1202-1102 cliff, 1102-1202 stream, 1202-1102 bridge")
    assert board.crossing[pair(board, "1102", "1202")] == ("cliff up", "bridge", "stream")
    assert board.crossing[pair(board, "1202", "1102")] == ("cliff down", "bridge", "stream")


def test_a_crest_needs_no_difference_of_level(build):
    board = build(None, "1202-1102 crest, 1202-1102 slope")
    assert board.crossing[pair(board, "1102", "1202")] == ("crest up", "slope up")


def test_hexsides_as_stored(hill):
    assert dict(hill.hexsides) == {
        pair(hill, "1202", "1102"): {"steep"},
        pair(hill, "1202", "1201"): {"slope"},
        pair(hill, "1102", "1103"): {"stream"},
    }


@pytest.mark.parametrize("order", ["1202-1102", "1102-1202"])
def test_the_column_high_names_the_higher_hex(build, order):
    board = build({"1202": {"level": "2"}}, f"{order} slope", high="1202")
    assert list(board.hexsides) == [pair(board, "1202", "1102")]


def test_the_best_road_joins_two_hexes(build):
    board = build(None, "", "Lane/lane/1000-1001-1002", "Pike/pike/1002-1001", "Road/road/1000-1001")
    assert board.road[pair(board, "1001", "1002")] == "pike" == board.road[pair(board, "1002", "1001")]
    assert board.road[pair(board, "1000", "1001")] == "road" and pair(board, "1002", "1003") not in board.road


def test_the_order_of_roads_can_be_given(build):
    board = build(None, "", "A/lane/1000-1001", "B/road/1000-1001", road_kinds=("lane", "road"))
    assert board.road[pair(board, "1000", "1001")] == "lane"


def test_a_road_meeting_without_joining(build):
    board = build(None, "", "A/road/1000-1001-1002", "B/road/1101-1201")
    assert pair(board, "1001", "1101") not in board.road
    assert [(road.name, road.kind, len(road.hexes)) for road in board.roads] == [("A", "road", 3), ("B", "road", 2)]


def test_edge_distance(build):
    board = build()
    hex = board.grid.index("1103")
    assert {word: far[hex] for word, far in board.edge_distance.items()} == {
        "north": 1,
        "east": 3,
        "south": 3,
        "west": 1,
    }


def test_nothing_of_a_board_can_be_set(hill):
    with pytest.raises(AttributeError):
        hill.level = ()
    for mapping in (hill.hexsides, hill.crossing, hill.road, hill.edge_distance, hill.features[0]):
        with pytest.raises(TypeError):
            mapping["new"] = ()


def test_pickle(build):
    board = build({"1202": {"level": "2", "features": "wall=a"}}, "1202-1102 slope", "Pike/pike/1000-1001")
    again = pickle.loads(pickle.dumps(board))
    for name in ("terrain", "level", "features", "hexsides", "crossing", "road", "roads", "edge_distance"):
        assert getattr(again, name) == getattr(board, name)
    assert again.hexes_with("wall") == board.hexes_with("wall") and again.grid.names == board.grid.names


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"hex": "1005"}, r"board.csv, line 8, hex 1005: there is no hex '1005' .*lines 10 to 14.*correct the number"),
        ({"hex": "1000"}, "line 8, hex 1000: the hex already has a row above"),
        ({"hex": ""}, "line 8: the column 'hex' is missing or empty"),
        ({"level": "high"}, "line 8, hex 1101: level 'high' is no whole number"),
        ({"level": None}, "line 8, hex 1101: the column 'level' is missing or empty"),
        ({"terrain": " "}, "line 8, hex 1101: the column 'terrain' is missing or empty"),
    ],
)
def test_bad_rows_of_hexes(build, change, message):
    with pytest.raises(BoardError, match=message):
        build({"1101": change})


def test_missing_hexes_are_named(rows, grid):
    with pytest.raises(BoardError, match=r"board.csv: 2 hexes of the grid have no row: 1403, 1404; add them"):
        Board.build(grid.spec, rows()[:-2], [], [])
    with pytest.raises(BoardError, match="25 hexes of the grid have no row: 1000, 1001, 1002, 1003, 1004 and others"):
        Board.build(grid.spec, [], [], [])


@pytest.mark.parametrize(
    ("hexsides", "high", "message"),
    [
        ("1202-1002 slope", None, "hexsides.csv, line 2, 1202-1002 slope: 1202 and 1002 are not neighbours; .* 1101"),
        ("1202-1209 slope", None, "line 2, 1202-1209 slope: there is no hex '1209'"),
        ("1102-1202 slope", None, "1102 is given as the higher hex, but has level 1 and 1202 level 2; name the higher"),
        ("1202-1102 slope", "1102", "1102 is given as the higher hex"),
        ("1202-1102 slope", "1103", "the column 'high' says 1103; it must be 1202 or 1102"),
        ("1202-1102 stream, 1102-1202 stream", None, "line 3, 1102-1202 stream: the hexside already has it"),
        ("1202-1102 slope, 1202-1102 steep", None, "line 3, 1202-1102 steep: the hexside is already a slope"),
        ("1202-1102  ", None, "line 2, 1202-1102: the column 'feature' is missing"),
    ],
)
def test_bad_rows_of_hexsides(build, hexsides, high, message):
    with pytest.raises(BoardError, match=message):
        build({"1202": {"level": "2"}}, hexsides, high=high)


@pytest.mark.parametrize(
    ("road", "message"),
    [
        (
            "Pike/pyke/1000-1001",
            "roads.csv, line 2, Pike: the kind 'pyke' is none of turnpike, pike, road, lane, trail",
        ),
        ("Pike/pike/1000", "line 2, Pike: a road needs two hexes or more"),
        (
            "Pike/pike/1000-1002",
            "line 2, Pike: 1000 and 1002 are not neighbours; the neighbours of 1000 are 1100, 1001",
        ),
        ("Pike/pike/1000-1009", "line 2, Pike: there is no hex '1009'"),
        ("/pike/1000-1001", "line 2: the column 'road' is missing"),
    ],
)
def test_bad_rows_of_roads(build, road, message):
    with pytest.raises(BoardError, match=message):
        build(None, "", road)
