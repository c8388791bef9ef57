"""The board of Cedar Mountain: its water, roads and closed top, what the guns saw, and how it is drawn."""

from math import dist
from xml.etree import ElementTree

import pytest

from tests.drawn import by_id
from vedette import packs
from vedette.hexes import hexes_of
from vedette.packs import drawing, find
from vedette.packs.claims import Held, broken, read_claims
from vedette.packs.drawing import Style, fonts, palette
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.frame import at as point
from vedette.packs.drawing.themes import THEMES
from vedette.rules.blind_swords.chapters.sight import BLOCKED, ground_sight

STATED = (
    "SS-3.2a-1", "SS-3.2a-3", "SS-3.2b-1", "SS-3.2b-2", "SS-3.2b-3", "SS-3.2b-4", "SS-3.2d-1", "SS-3.2d-3",
    "SS-3.2d-4", "SS-3.2f-1", "SS-3.2g-1",
)  # fmt: skip
"""Cases about the map alone; what water, slopes and edges do is carried by the tests of the rules."""
WATER = {"flowing-stream", "pond"}
DUELS = (
    ("1914", "1607"), ("1914", "1705"), ("1914", "1905"), ("2312", "2205"), ("2312", "2005"), ("2612", "2205"),
    ("2612", "2304"), ("3409", "2304"), ("3508", "2304"), ("3508", "2205"), ("2913", "2304"),
)  # fmt: skip
"""Batteries that fought each other in the afternoon, by the accounts."""
ENTRIES = ("1300", "2400", "2218", "2618", "3418")
TOP = {"3612", "3613", "3711", "3712", "3713", "3714"}


@pytest.fixture(scope="module")
def bare():
    return packs.load("cedar-mountain", board_only=True)


@pytest.fixture(scope="module")
def board(bare):
    return bare.board


@pytest.fixture(scope="module")
def at(board):
    return board.grid.index


@pytest.fixture(scope="module")
def picture(bare):
    return ElementTree.fromstring(drawing.board_svg(bare))


@pytest.fixture(scope="module")
def claims():
    folder = find.folder("cedar-mountain")
    return read_claims("claims/map.json", folder.read("claims/map.json"))


def wrong(claims, board):
    """The cases whose claims a board does not fulfil."""
    held = Held(None, board)
    return {claim.cite for claim in claims if broken(claim, held)}


@pytest.mark.rule(*STATED)
def test_the_map_is_as_stated(claims, board):
    assert wrong(claims, board) == set() and {claim.cite for claim in claims} >= {*STATED}


@pytest.mark.parametrize(
    ("hexes", "sides", "case"),
    [
        ({"1703": {"level": 3}}, (), "SS-3.2a-3"),
        ({"1613": {"terrain": "woods"}}, (), "SS-3.2b-2"),
        ({"2109": {"terrain": "cornfield"}}, (), "SS-3.2b-3"),
        ({"1302": {"features": []}}, (), "SS-3.2e-1"),
        ({"2603": {"features": []}}, (), "SS-3.2c-2"),
        ({}, [("2304", "2204", "none")], "SS-3.2f-1"),
        ({}, [("3510", "3410", "none")], "SS-3.2g-1"),
        ({}, [("2903", "3003", "none")], "SS-3.2c-3"),
        ({}, [("3014", "3113", "none")], "SS-3.2c-5"),
        ({"2113": {"level": 7}}, (), "SS-EX-los-1"),
        ({"3612": {"terrain": "clear"}}, (), "SS-13.3-5"),
        ({"3608": {"features": []}}, (), "SS-19.2-3608"),
    ],
)
def test_another_ground_breaks_the_claim(claims, board, hexes, sides, case):
    assert case in wrong(claims, board.changed(hexes, sides))


def corners(grid, pair):
    """The two corners of a hexside, as numbers that are the same for all hexes that share one."""
    return {(round(x * 4), round(y * 4)) for x, y in grid.side(*pair)}


def reached(pieces, start):
    """The pieces, given by their corners, that hang together with one of them."""
    found, now = {start}, [start]
    while now:
        here = now.pop()
        more = {p for p in pieces if p not in found and pieces[p] & pieces[here]}
        found |= more
        now += more
    return found


def test_all_water_is_one_and_reaches_three_edges(board):
    water = {pair: corners(board.grid, pair) for pair, found in board.hexsides.items() if found & WATER}
    assert reached(water, next(iter(water))) == set(water)
    for edge in ("north", "east", "west"):
        assert any(board.grid.border(edge) >> h & 1 for pair in water for h in pair), edge
    assert sum("pond" in found for found in board.hexsides.values()) == 1
    assert not any(found >= WATER for found in board.hexsides.values())


def test_roads_hang_together_and_avoid_closed_and_angled_ground(board, at):
    roads = {i: set(road.hexes) for i, road in enumerate(board.roads)}
    assert reached(roads, 0) == set(roads)
    on = set().union(*roads.values())
    assert not any(board.terrain[h] == "closed" or "angled" in board.features[h] for h in on)
    assert not any("pond" in board.crossing.get(pair, ()) for pair in board.road)
    assert all(at(hex) in on and board.grid.edge >> at(hex) & 1 for hex in ENTRIES)


def test_every_way_of_arrival_leads_to_the_gate_by_road(board, at):
    joins = {}
    for a, b in board.road:
        joins.setdefault(a, set()).add(b)
    found, now = {at("1914")}, [at("1914")]
    while now:
        more = joins[now.pop()] - found
        found |= more
        now += more
    assert found >= {at(hex) for hex in ENTRIES}


def test_the_closed_top_is_one_piece_at_the_south_edge_and_the_highest(board):
    top = {h for h in range(board.grid.size) if board.terrain[h] == "closed"}
    assert {board.grid.name(h) for h in top} == TOP
    assert all(board.level[h] == 10 for h in top) and max(board.level) == 10
    assert any(board.grid.border("south") >> h & 1 for h in top)
    assert all(any(n in top for n in hexes_of(board.grid.near[h])) for h in top)


def test_corn_is_one_field_and_the_wheat_is_clear(board, at):
    corn = {h: {h, *board.grid.neighbours[h]} for h in range(board.grid.size) if board.terrain[h] == "cornfield"}
    assert reached({h: {h, *(n for n in near if n in corn)} for h, near in corn.items()}, at("2208")) == set(corn)
    assert all(board.terrain[at(hex)] == "clear" for hex in ("1513", "1612", "1613", "1712", "1812", "1315"))


def test_batteries_that_fought_each_other_see_each_other(at):
    setting = packs.load("cedar-mountain/slaughter-mountain").new_game(seed=1).state.setting
    for a, b in DUELS:
        for frm, to in ((a, b), (b, a)):
            assert ground_sight(setting, at(frm), at(to)).effect < BLOCKED, (frm, to)


# --- the picture


def layer(tree, name):
    return next((e for e in tree.iter() if e.get("class") == name), None)


def test_what_the_ground_is_made_of_is_drawn(picture):
    for name in ("corn", "closed", "flowing-stream", "dry", "wheats", "brushs", "angled", "woods", "pike", "lane"):
        assert layer(picture, name) is not None, name
    words = {t.text for t in picture.iter() if t.text}
    assert {"CEDAR MOUNTAIN", "Culpeper Road", "Cedar Run", "The Gate", "Cornfield Bluff", "to Culpeper"} <= words


def test_closed_hexes_have_no_number_and_no_level(picture, board):
    numbers = [t.text for row in layer(picture, "numbers") for t in row]
    assert sorted(numbers) == sorted(name for name in board.grid.names if name not in TOP)
    assert 0 < sum(len(row) for row in layer(picture, "levels")) < len(numbers)


def test_flowing_water_runs_through_the_middle_of_each_of_its_hexsides(picture, board):
    path = by_id(picture, "vb-flowing-stream").get("d")
    frame = Frame(board.grid)
    for pair, found in board.hexsides.items():
        if found & WATER:
            a, b = frame.side(pair[0], board.grid.direction(*pair))
            assert point(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) in path, pair


def test_water_is_said_without_up_and_down(board):
    sides = drawing.board_geometry(board)["sides"]
    assert sides["3003"]["2903"] == sides["2903"]["3003"] == "flowing stream"
    assert sides["3014"]["3113"] == "pond" and sides["2208"]["2209"] == "slope up"
    ground = drawing.board_geometry(board)["ground"]
    assert "dry stream" in ground["2603"] and ground["2107"] == "cornfield, level 5, Cornfield Bluff"


def test_no_name_lies_on_another_or_leaves_the_map(picture, bare):
    frame = Frame(bare.board.grid)
    beside = [t for t in layer(picture, "names") if t.get("x")]
    assert len(beside) > 15
    for t in beside:
        x, y, size = (float(t.get(key)) for key in ("x", "y", "font-size"))
        long = fonts.width(t.text, size, fonts.ITALIC if t.get("font-style") else fonts.UPRIGHT)
        left = x - long * {"start": 0, "middle": 0.5, "end": 1}[t.get("text-anchor")]
        for edge in (left + 6, left + long - 6):
            assert min(dist((edge, y - size * 0.3), c) for c in frame.centres) < 58, t.text


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_its_own_colours_for_what_grows(bare, theme):
    svg = drawing.board_svg(bare, style=Style(theme))
    assert (palette.CORN in svg) == (theme == "light")
