"""The key of a map: every ground that it has, drawn by the map's own layers, with the values of its chart."""

import re

import pytest

from tests.drawn import SVG, tree_of
from vedette import packs
from vedette.packs import drawing, find
from vedette.packs.drawing.key import wrapped
from vedette.packs.drawing.samples import Piece, Sample, terrain_rows
from vedette.packs.drawing.scenery import read_scenery

ONE_A_PACK = (
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "stonewall-1978/kernstown",
    "valley-campaign/cross-keys",
)


def said(svg):
    return [t.text for t in tree_of(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", ONE_A_PACK)
def test_every_ground_of_the_map_stands_in_its_key_with_its_costs(name):
    battle = packs.load(name)
    words = " ".join(said(drawing.key_svg(battle)))
    things = read_scenery(find.folder(battle.pack))
    rows = list(terrain_rows(battle.board, things, battle.charts["terrain"]))
    shown = {sample.name for _, sample in rows}
    assert set(battle.board.terrain) <= shown
    assert {road.kind for road in battle.board.roads} <= shown
    assert {f for found in battle.board.hexsides.values() for f in found} <= shown
    for row, _ in rows:
        assert row["terrain"].replace("-", " ").split(" or ")[0] in words


def test_ground_that_the_map_does_not_have_is_left_out():
    battle = packs.load("kernstown/the-stone-wall")
    chart = [*battle.charts["terrain"], {"terrain": "swamp", "on_board": "swamp", "kind": "hex"}]
    assert "swamp" not in {sample.name for _, sample in terrain_rows(battle.board, [], chart)}


@pytest.mark.parametrize("name", ONE_A_PACK)
def test_a_sample_has_on_its_board_what_it_is_called(name):
    battle = packs.load(name)
    things = read_scenery(find.folder(battle.pack))
    for _, sample in terrain_rows(battle.board, things, battle.charts["terrain"]):
        piece = Piece(battle.board, sample)
        board = piece.board()
        if sample.kind == "hexside":
            assert any(sample.name in found for found in board.hexsides.values())
        elif sample.kind == "road":
            assert [road.kind for road in board.roads] == [sample.name]
        else:
            drawn = {thing.kind for thing in piece.scenery}
            assert sample.name in {*board.terrain, *drawn} or any(sample.name in f for f in board.features)


def test_a_slope_falls_from_the_first_hex_to_the_second_as_the_map_has_it():
    battle = packs.load("kernstown/second-kernstown")
    board = Piece(battle.board, Sample("hexside", "slope", True)).board()
    falls = {board.level[a] - board.level[b] for (a, b), found in board.hexsides.items() if "slope" in found}
    assert falls == {1}


def test_values_that_are_our_guess_have_the_mark():
    battle = packs.load("kernstown/second-kernstown")
    guessed = sum(str(row["source"]).startswith("reconstructed") for row in battle.charts["terrain"])
    svg = drawing.key_svg(battle)
    assert svg.count("l4 4.5-4 4.5-4-4.5Z") >= guessed and any("best guess" in t for t in said(svg))


def test_the_key_says_what_the_signs_of_its_scenario_mean():
    words = " ".join(said(drawing.key_svg(packs.load("kernstown/second-kernstown"))))
    assert "Union exit, from turn 10, north edge" in words and "units enter here" in words
    assert "points for holding the hex" in words


def test_words_are_wrapped_to_their_room():
    assert wrapped("one two three", 10, 40) == ["one two", "three"] and wrapped("", 10, 40) == [""]


@pytest.mark.parametrize("name", ONE_A_PACK)
def test_a_key_is_a_picture_that_can_be_painted(name):
    svg = drawing.key_svg(packs.load(name), ["somebody holds something"], "Drawn by us.")
    assert drawing.png(svg, width=300)[:4] == b"\x89PNG" and len(svg) < 300_000
    assert "Somebody holds something" in said(svg)
    used = set(re.findall(r'href="#([^"]+)"', svg))
    assert used <= set(re.findall(r'id="([^"]+)"', svg))
