"""The board of 1978: what its rules state of it, its edges of high ground, its drawing, and how it is drawn."""

import re
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.packs import drawing, find, laws
from vedette.packs.cases import cases_of
from vedette.packs.claims import Held, broken, read_claims
from vedette.packs.claims_ground import on_sides
from vedette.packs.drawing import Style
from vedette.packs.drawing.themes import THEMES
from vedette.packs.ground import outdated
from vedette.packs.table import read_table

NAME = "stonewall-1978"
STATED = (
    "SW-2.1-2", "SW-2.5-1", "SW-5.22-1", "SW-5.25-3", "SW-5.33", "SW-9.0-4", "SW-10.62-2", "SW-10.62-3",
    "SW-21.11-1", "SW-21.12-1", "SW-21.13-1", "SW-21.21-1", "SW-21.22-2", "GB-21.3",
)  # fmt: skip
"""Cases about data and set-up that the claims of the pack carry."""
HILL = ("2119", "2120", "2218", "2219", "2220", "2319", "2320")
"""The hilltop of the middle."""


@pytest.fixture(scope="module")
def bare():
    return packs.load(NAME, board_only=True)


@pytest.fixture(scope="module")
def board(bare):
    return bare.board


@pytest.fixture(scope="module")
def claims():
    return read_claims("claims/map.json", find.folder(NAME).read("claims/map.json"))


@pytest.fixture(scope="module")
def picture(bare):
    return ElementTree.fromstring(drawing.board_svg(bare))


def wrong(claims, board):
    """The cases whose claims a board does not fulfil."""
    held = Held(None, board)
    return {claim.cite for claim in claims if broken(claim, held)}


@pytest.mark.rule(*STATED)
def test_the_map_is_as_stated(claims, board):
    assert wrong(claims, board) == set() and {claim.cite for claim in claims} >= {*STATED}


@pytest.mark.parametrize(
    ("hexes", "sides", "cases"),
    [
        ({"2203": {"level": 2}}, (), {"SW-10.62-2"}),
        ({"2203": {"features": []}}, (), {"SW-10.62-2"}),
        ({"2411": {"features": ["crest"]}}, (), {"SW-22.2-3b"}),
        ({"2910": {"features": []}}, (), {"SW-22.2-3c"}),
        ({"0723": {"level": 2}}, (), {"SW-10.67-3", "SW-9.0-5"}),
        ({"1709": {"level": 1}}, (), {"SW-10.67-2", "SW-10.62-4", "GB-21.84-2"}),
        ({"2818": {"terrain": "clear"}}, (), {"SW-10.67-1"}),
        ({"2726": {"terrain": "clear"}}, (), {"SW-5.32-1", "GB-21.3"}),
        ({"0505": {"terrain": "town"}}, (), {"SW-5.32-1", "GB-21.3"}),
        ({"0505": {"terrain": "swamp"}}, (), {"SW-2.1-2"}),
        ({"2425": {"features": []}}, (), {"SW-5.33"}),
        ({}, [("0622", "0723", "none")], {"SW-10.67-3"}),
        ({}, [("1708", "1709", "none")], {"SW-10.67-2"}),
        ({}, [("2219", "2319", "crest")], {"SW-10.42-3"}),
        ({}, [("0101", "0102", "slope"), ("0101", "0102", "ridge")], {"SW-5.26-2"}),
    ],
)
def test_another_ground_breaks_the_claim(claims, board, hexes, sides, cases):
    assert wrong(claims, board.changed(hexes, sides)) >= cases


def test_board_is_what_the_drawing_gives():
    assert outdated(find.folder(NAME).base) == []


def test_the_ground_is_counted(board):
    sides = {f: len(on_sides(board, f)) for f in ("slope", "stream", "crest", "ridge", "stone wall", "bridge", "ford")}
    assert sides == {"slope": 249, "stream": 150, "crest": 91, "ridge": 38, "stone wall": 18, "bridge": 4, "ford": 3}
    assert {level: board.level.count(level) for level in (1, 2, 3)} == {1: 1990, 2: 67, 3: 8}
    assert laws.slopes(board) == laws.roads(board) == laws.turnpikes(board) == []


def test_a_slope_may_lie_on_one_level_where_crests_make_the_levels(board):
    at = board.grid.index
    laid = board.changed({}, [("0101", "0102", "slope")])
    assert "slope" in laid.hexsides[at("0101"), at("0102")] and laws.slopes(laid) == []
    raised = board.changed({"2520": {"level": 2}})
    assert "slope" not in raised.hexsides.get((at("2419"), at("2520")), ())


def test_every_correction_is_on_the_board(board):
    at = board.grid.index
    for row in read_table("corrections.csv", find.folder(NAME).read("corrections.csv")).rows:
        hexes, value = [at(h) for h in row["hex"].split("-")], row["value"]
        if row["field"] == "hexside":
            assert value in board.hexsides[tuple(hexes)], row.values
        elif row["field"] == "level":
            assert board.level[hexes[0]] == int(value), row.values
        elif row["field"] == "terrain":
            assert board.terrain[hexes[0]] == value, row.values
        else:
            key, _, word = value.partition("=")
            assert word in (board.features[hexes[0]][key] or ("",)), row.values


def test_sources_name_keys_and_cases_that_exist(claims):
    folder = find.folder(NAME)
    keys = {row["key"] for row in read_table("sources.csv", folder.read("sources.csv")).rows}
    for file in ("board.csv", "hexsides.csv", "roads.csv", "corrections.csv"):
        for row in read_table(file, folder.read(file)).rows:
            for found in re.findall(r"pages?:? ([A-Z0-9][A-Z0-9-]+(?:, [A-Z0-9][A-Z0-9-]+)*)", row["source"]):
                assert set(found.split(", ")) <= keys, row.values
    assert {claim.cite for claim in claims} <= cases_of("SW").keys() | cases_of("GB").keys()


def test_streams_begin_and_end_once_each_and_meet(board):
    """Every stream is an unbroken run: corners with one wet hexside are springs, or lie at the rim."""
    corners = {}
    for pair in on_sides(board, "stream"):
        for x, y in board.grid.side(*pair):
            corners.setdefault((round(x), round(y)), []).append(pair)
    rim = {
        (round(x), round(y))
        for h in range(board.grid.size)
        if board.grid.edge >> h & 1
        for x, y in board.grid.polygon(h)
    }
    assert sum(len(pairs) == 1 and corner not in rim for corner, pairs in corners.items()) <= 6


# --- the picture


def layer(tree, name):
    return next((e for e in tree.iter() if e.get("class") == name), None)


def test_what_lies_between_hexes_is_drawn_each_in_its_way(picture, board):
    for name in ("tints", "woods", "marsh", "town", "stream", "slopes", "brows", "side-walls", "pike", "trail"):
        assert layer(picture, name) is not None, name
    assert len(layer(picture, "bridges")) == 4 and len(layer(picture, "fords")) == 3
    assert layer(picture, "crest") is not None and layer(picture, "ridge") is not None


def test_names_are_drawn_and_every_hex_has_its_number(picture, board):
    words = {t.text for t in picture.iter() if t.text}
    assert {"KERNSTOWN", "Pritchard's Hill", "Hill 2411", "Opequon Church", "Milltown", "Hogg Run"} <= words
    numbers = [t.text for row in layer(picture, "numbers") for t in row]
    assert sorted(numbers) == sorted(board.grid.names)


def test_what_lies_between_hexes_is_said(board):
    sides = drawing.board_geometry(board)["sides"]
    assert sides["0613"]["0612"] == "crest down, stone wall" and sides["0612"]["0613"] == "crest up, stone wall"
    assert "ridge" in sides["1708"]["1709"] and "stream" in sides["2725"]["2726"]


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_it(bare, theme):
    assert ElementTree.fromstring(drawing.board_svg(bare, style=Style(theme))).tag.endswith("svg")
