"""Pictures of board and counters: whole, upright, readable, and the same every time."""

import struct
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.packs import drawing, find
from vedette.packs.drawing import palette, scenery
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.lettering import names
from vedette.packs.drawing.outline import outline

SVG = "{http://www.w3.org/2000/svg}"
OHIO = {"side": "union", "top": "Tyler", "name": "7 OH-a", "numbers": ["6", "R", "4"], "symbol": "infantry"}


@pytest.fixture
def picture(battle):
    return ElementTree.fromstring(drawing.board_svg(battle))


def layer(tree, name):
    return next(e for e in tree.iter() if e.get("class") == name)


def texts(tree):
    return [t.text for t in tree.iter(f"{SVG}text")]


def test_every_hex_has_its_number_and_its_level(picture, battle):
    numbers = [t.text for t in layer(picture, "numbers")]
    assert numbers == list(battle.board.grid.names)
    levels = [int(t.text) for t in layer(picture, "levels")]
    assert levels == list(battle.board.level)


def test_north_is_up_and_east_is_right(battle):
    hexes = drawing.board_geometry(battle.board)["hexes"]
    assert hexes["1034"][1] < hexes["1834"][1] and hexes["1026"][0] > hexes["1041"][0]
    assert hexes["1834"][0] - hexes["1835"][0] == pytest.approx(100, abs=0.05)


def test_geometry_is_that_of_the_picture(picture, battle):
    geometry = drawing.board_geometry(battle.board, drawing.area_of(battle))
    assert float(picture.get("width")) == pytest.approx(geometry["width"], abs=0.1)
    number = next(t for t in layer(picture, "numbers") if t.text == "1834")
    assert float(number.get("x")) == pytest.approx(geometry["hexes"]["1834"][0], abs=0.1)
    left, top, wide, high = geometry["view"]
    x, y = geometry["hexes"]["2139"]
    assert left < x < left + wide and top < y < top + high and wide < geometry["width"] / 2


def test_hexes_out_of_play_are_dimmed(battle):
    whole, part = drawing.board_svg(battle), drawing.board_svg(battle, area=drawing.area_of(battle))
    assert 'class="outside"' in part and 'class="outside"' not in whole
    assert "<text" in part and len(part) < len(whole)


def test_a_board_is_drawn_once(battle):
    area = drawing.area_of(battle)
    assert drawing.board_svg(battle, area=area) is drawing.board_svg(battle, area=area)


def test_an_outline_closes_round_holes(battle):
    frame = Frame(battle.board.grid)
    at = battle.board.grid.index
    ring = battle.board.grid.near[at("1834")]
    assert outline(frame, ring).count("Z") == 2
    assert outline(frame, 1 << at("1834")).count("Q") == 6


def test_roads_walls_and_names_are_there(picture):
    assert layer(picture, "turnpike").get("d") and layer(picture, "lane").get("d")
    assert layer(picture, "walls")[0].get("d").count("M") == 14
    words = {t.text for t in picture.iter() if t.text}
    assert {"SANDY RIDGE", "Pritchard's Hill", "Glass house", "Valley Turnpike"} <= words


def test_ink_reads_on_every_level():
    for level in range(1, 14):
        assert palette.contrast(palette.INK, palette.tint(level, 1, 13)) >= 4.5, level


def test_every_brigade_has_a_band(battle):
    bands = packs.meta(battle).brigades
    assert all((r["brigade"] or "Artillery") in bands[r["side"]] for r in battle.counters.values())


def test_a_picture_as_png():
    data = drawing.png(drawing.counter_svg(OHIO), width=160)
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", data[16:20]) == (160,)


def test_a_new_pack_can_be_drawn(home):
    packs.new(home / "packs" / "mine")
    tree = ElementTree.fromstring(drawing.map_svg(packs.load("mine/first"), [OHIO | {"hex": "0203"}]))
    assert len(layer(tree, "numbers")) == 48


def test_a_name_covers_no_hex_number(battle):
    frame = Frame(battle.board.grid)
    things = scenery.read_scenery(find.folder("kernstown"))
    tree = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{names(frame, battle.board, things)}</svg>')
    beside = [t for t in tree.iter(f"{SVG}text") if t.get("x")]
    assert {"Pritchard's Hill", "Opequon Church", "Kernstown", "to Winchester"} <= {t.text for t in beside}
    for t in beside:
        x, y, size = (float(t.get(key)) for key in ("x", "y", "font-size"))
        half = len(t.text) * size * 0.27
        for cx, cy in frame.centres:
            over = abs(cx - x) < half + 28 and y + size * 0.22 > cy - 50 and y - size * 0.78 < cy - 34
            assert not over, (t.text, cx, cy)


def test_fences_are_drawn_and_level_one_is_tinted(picture):
    assert layer(picture, "fences").get("d").count("L") > 100
    ground = next(iter(layer(picture, "levels-ground")))
    assert (ground.get("width"), ground.get("height")) == (picture.get("width"), picture.get("height"))
