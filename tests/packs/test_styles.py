"""The board in other colours, and from the other end of the table."""

import re
from xml.etree import ElementTree

import pytest

from vedette.packs import drawing
from vedette.packs.drawing import Style, palette
from vedette.packs.drawing.themes import THEMES

READABLE = 4.5


def layer(tree, name):
    return next((e for e in tree.iter() if e.get("class") == name), None)


def drawn(battle, **style):
    return ElementTree.fromstring(drawing.board_svg(battle, style=Style(**style)))


FAINT = {"light": 3.0, "dark": 3.0, "contrast": 7.0}
"""What a hex number must reach: quiet, since the page names the hex that is pointed at, but not by strong contrast."""


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_are_readable_on_every_level_of_every_theme(battle, theme):
    levels = battle.board.level
    colours, stops, _, faint = THEMES[theme]
    for level, ground in palette.tints(levels, min(levels), max(levels), stops).items():
        for ink in (palette.INK, palette.LEVEL, palette.NUMBER):
            assert palette.contrast(colours.get(ink, ink), ground) >= READABLE, (level, ink)
        seen = palette.mix(ground, colours.get(palette.NUMBER, palette.NUMBER), faint["numbers"])
        assert palette.contrast(seen, ground) >= FAINT[theme] - 0.4, level


def test_a_theme_changes_colours_and_how_faint_things_are_and_nothing_else(battle):
    light, dark = drawing.board_svg(battle), drawing.board_svg(battle, style=Style("dark"))
    assert palette.PAPER in light and palette.PAPER not in dark
    bare = [re.sub(r"<style>.*</style>|href=\"data:[^\"]*\"|#[0-9a-f]{6}", "", svg) for svg in (light, dark)]
    assert bare[0] == bare[1]


def words(tree, name):
    return {t.text: (float(t.get("x")), float(row.get("y"))) for row in layer(tree, name) for t in row}


def test_turned_every_hex_lies_opposite_and_its_number_upright(battle):
    geometry = drawing.board_geometry(battle.board)
    turned = drawn(battle, turned=True)
    x, y = geometry["hexes"]["1834"]
    over = y - words(drawn(battle), "numbers")["1834"][1]
    there = words(turned, "numbers")["1834"]
    assert there == pytest.approx((geometry["width"] - x, geometry["height"] - y - over), abs=0.2)
    assert all(t.get("transform") is None for row in layer(turned, "numbers") for t in (row, *row))


def test_turned_the_tints_are_the_same(battle):
    tints = [[use.get("fill") for use in layer(drawn(battle, turned=turned), "tints")] for turned in (False, True)]
    assert tints[0] == tints[1] and len(set(tints[0])) == 13


def test_level_numbers_can_be_left_out(battle):
    assert layer(drawn(battle), "levels") is not None
    assert layer(drawn(battle, levels=False), "levels") is None


def test_what_lies_between_hexes_is_said_from_both_sides(battle):
    sides = drawing.board_geometry(battle.board)["sides"]
    assert sides["1636"]["1735"] == "slope up" and sides["1735"]["1636"] == "slope down"
    assert sides["1137"]["1136"] == sides["1136"]["1137"] == "road"
    assert "1734" not in sides.get("1834", {})
