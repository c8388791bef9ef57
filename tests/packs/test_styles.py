"""The board in other colours, and from the other end of the table."""

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


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_are_readable_on_every_level_of_every_theme(battle, theme):
    low, high = min(battle.board.level), max(battle.board.level)
    colours, stops, _ = THEMES[theme]
    for level in range(low, high + 1):
        ground = palette.tint(level, low, high, stops)
        for ink in (palette.INK, palette.LEVEL):
            assert palette.contrast(colours.get(ink, ink), ground) >= READABLE, (level, ink)


def test_a_theme_changes_colours_and_nothing_else(battle):
    light, dark = drawing.board_svg(battle), drawing.board_svg(battle, style=Style("dark"))
    assert palette.PAPER in light and palette.PAPER not in dark
    assert len(light) == len(dark)


def test_turned_every_hex_lies_opposite_and_its_number_upright(battle):
    geometry = drawing.board_geometry(battle.board)
    turned = drawn(battle, turned=True)
    number = next(t for t in layer(turned, "numbers") if t.text == "1834")
    x, y = geometry["hexes"]["1834"]
    assert float(number.get("x")) == pytest.approx(geometry["width"] - x, abs=0.1)
    upright = next(t for t in layer(drawn(battle), "numbers") if t.text == "1834")
    over = y - float(upright.get("y"))
    assert float(number.get("y")) == pytest.approx(geometry["height"] - y - over, abs=0.2)
    assert number.get("transform") is None


def test_level_numbers_can_be_left_out(battle):
    assert layer(drawn(battle), "levels") is not None
    assert layer(drawn(battle, levels=False), "levels") is None


def test_what_lies_between_hexes_is_said_from_both_sides(battle):
    sides = drawing.board_geometry(battle.board)["sides"]
    assert sides["1636"]["1735"] == "slope up" and sides["1735"]["1636"] == "slope down"
    assert sides["1137"]["1136"] == sides["1136"]["1137"] == "road"
    assert "1734" not in sides.get("1834", {})
