"""Pictures of board and counters: whole, upright, readable, and the same every time."""

import struct
from math import hypot
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import fonts, palette
from vedette.packs.drawing.frame import Frame
from vedette.packs.drawing.masses import outline
from vedette.packs.drawing.outline import border
from vedette.packs.drawing.surface import Lattice

SVG = "{http://www.w3.org/2000/svg}"
OHIO = {"side": "union", "top": "Tyler", "name": "7 OH-a", "numbers": ["6", "R", "4"], "symbol": "infantry"}


@pytest.fixture
def picture(battle):
    return ElementTree.fromstring(drawing.board_svg(battle))


def layer(tree, name):
    return next(e for e in tree.iter() if e.get("class") == name)


def texts(tree):
    return [t.text for t in tree.iter(f"{SVG}text")]


def words(tree, name):
    """What stands in a layer, with its place."""
    rows = [(row.get("y"), t) for row in layer(tree, name) for t in row]
    return {t.text: (float(t.get("x")), float(y)) for y, t in rows}


def test_every_hex_has_its_number_and_its_level_where_a_neighbour_has_another(picture, battle):
    board = battle.board
    assert sorted(words(picture, "numbers")) == sorted(board.grid.names)
    levels = [int(t.text) for row in layer(picture, "levels") for t in row]
    near = [{board.level[n] for n in board.grid.neighbours[h]} for h in range(board.grid.size)]
    assert sorted(levels) == sorted(n for n, around in zip(board.level, near, strict=True) if around != {n})


def test_numbers_and_levels_are_a_text_a_row(picture, battle):
    assert len(layer(picture, "numbers")) == 31 and len(layer(picture, "levels")) <= 31


def test_north_is_up_and_east_is_right(battle):
    hexes = drawing.board_geometry(battle.board)["hexes"]
    assert hexes["1034"][1] < hexes["1834"][1] and hexes["1026"][0] > hexes["1041"][0]
    assert hexes["1834"][0] - hexes["1835"][0] == pytest.approx(100, abs=0.05)


def test_geometry_is_that_of_the_picture(picture, battle):
    geometry = drawing.board_geometry(battle.board, drawing.area_of(battle))
    assert float(picture.get("width")) == pytest.approx(geometry["width"], abs=0.1)
    assert words(picture, "numbers")["1834"][0] == pytest.approx(geometry["hexes"]["1834"][0], abs=0.1)
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
    assert len(outline(Lattice(frame), lambda h: ring >> h & 1 == 1)) == 2
    assert len(outline(Lattice(frame), lambda h: h == at("1834"))) == 1
    assert border(frame, ring).count("Z") == 2 and border(frame, 1 << at("1834")).count(" ") == 10


def test_roads_walls_and_names_are_there(picture):
    assert layer(picture, "turnpike") is not None and layer(picture, "lane") is not None
    assert layer(picture, "walls")[0].get("d").count("M") == 14
    said = {t.text for t in picture.iter() if t.text}
    assert {"SANDY RIDGE", "Pritchard's Hill", "Glass house", "Valley Turnpike", "KERNSTOWN"} <= said


def test_ink_reads_on_every_level():
    for level, tint in palette.tints(range(1, 14), 1, 13).items():
        assert palette.contrast(palette.INK, tint) >= 4.5, level


def test_every_brigade_has_a_band(battle):
    bands = packs.meta(battle).brigades
    assert all((r["brigade"] or "Artillery") in bands[r["side"]] for r in battle.counters.values())


def test_a_picture_as_png():
    data = drawing.png(drawing.counter_svg(OHIO), width=160)
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", data[16:20]) == (160,)


def test_a_new_pack_can_be_drawn(home):
    packs.new(home / "packs" / "mine")
    tree = ElementTree.fromstring(drawing.map_svg(packs.load("mine/first"), [OHIO | {"hex": "0203"}]))
    assert len(words(tree, "numbers")) == 48


def beside(tree, name="names"):
    """Names at a place: their words, and the box of their letters."""
    for t in layer(tree, name):
        if t.get("x"):
            x, y, size = (float(t.get(key)) for key in ("x", "y", "font-size"))
            face = fonts.ITALIC if t.get("font-style") else fonts.UPRIGHT
            long = fonts.width(t.text, size, face, float(t.get("letter-spacing", 0)))
            left = x - long * {"start": 0, "middle": 0.5, "end": 1}[t.get("text-anchor")]
            yield t.text, (left, y - size * 0.7, left + long, y + size * 0.1)


SET_UPS = (
    "kernstown/the-stone-wall",
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)


@pytest.mark.parametrize("names, least", [("names", 11), ("far-names", 3)])
@pytest.mark.parametrize("name", SET_UPS)
def test_names_keep_clear_of_set_up_and_victory_hexes_and_of_each_other(name, names, least):
    fight = packs.load(name)
    tree = ElementTree.fromstring(drawing.board_svg(fight, area=drawing.area_of(fight)))
    frame, found = Frame(fight.board.grid), list(beside(tree, names))
    assert len(found) >= least
    spots = {u["hex"] for u in fight.new_game(seed=1).view("")["units"] if u.get("hex")}
    spots |= set(fight.scenario.get("victory", {}).get("hexes", ()))
    for words, (left, top, right, low) in found:
        for x, y in (frame.centres[fight.board.grid.index(spot)] for spot in spots):
            assert right < x - 34 or left > x + 34 or low < y - 34 or top > y + 38, (words, x, y)
        for other, (a, b, c, d) in found:
            assert other == words or right < a or left > c or low < b or top > d, (words, other)


@pytest.mark.parametrize("names", ["names", "far-names"])
@pytest.mark.parametrize("name", SET_UPS)
def test_no_name_of_a_place_runs_off_the_map_or_lies_over_a_river(name, names):
    fight = packs.load(name)
    tree = ElementTree.fromstring(drawing.board_svg(fight, area=drawing.area_of(fight)))
    frame, board = Frame(fight.board.grid), fight.board
    river = [frame.middle(*pair) for pair, found in board.hexsides.items() if "river" in found]
    for words, (left, top, right, low) in beside(tree, names):
        for x in (left + 4, right - 4):
            far = [hypot(x - u, (top + low) / 2 - v) for u, v in frame.centres]
            assert min(far) < 54 or sum(one < 60 for one in far) > 1, (words, "off the map, or in a notch of its rim")
        assert not [p for p in river if left < p[0] < right and top < p[1] < low], words


def test_a_map_that_is_seen_small_has_fewer_names_larger_and_in_places_of_their_own(battle):
    tree = ElementTree.fromstring(drawing.board_svg(battle))
    near, far = (
        {t.text or t[0].text: t for t in layer(tree, name) if t.tag.endswith("text")} for name in ("names", "far-names")
    )
    assert (
        set(far) < set(near) and "Glass house" in near and {"KERNSTOWN", "SANDY RIDGE", "Pritchard's Hill"} <= set(far)
    )
    for words, text in far.items():
        assert float(text.get("font-size")) == pytest.approx(float(near[words].get("font-size")) * 1.45, abs=0.1)
    wide = Frame(battle.board.grid).width / 100
    rule = ".names,.near{display:none}.far-names,.far{display:inline}"
    assert f"@media(max-width:{40 * wide:.0f}px){{{rule}}}" in drawing.board_svg(battle)
    assert all(one.get("display") == "none" for one in tree.iter() if one.get("class") in ("far-names", "far"))


def test_names_leave_most_hex_numbers_free(picture, battle):
    numbers = words(picture, "numbers").values()
    hidden = [
        name
        for name, (left, top, right, low) in beside(picture)
        if any(left < x + 16 and right > x - 16 and top < y and low > y - 10 for x, y in numbers)
    ]
    assert len(hidden) <= len(list(beside(picture))) / 3, hidden


def test_type_answers_to_the_size_at_which_the_board_is_shown_but_not_in_a_picture_of_one_size(battle):
    board, picture = drawing.board_svg(battle), drawing.map_svg(battle, whole=True)
    wide = Frame(battle.board.grid).width / 100
    for pixels, rule in ((40, ".numbers{display:none}"), (50, ".levels{display:none}")):
        assert f"@media(max-width:{pixels * wide:.0f}px){{{rule}}}" in board
    assert "@media" not in picture and "@media" not in drawing.shared_board(battle) and "@font-face" in picture


def test_the_letters_of_a_board_are_in_its_picture_and_no_others():
    few, many = fonts.font_face(fonts.UPRIGHT, "abc"), fonts.font_face(fonts.UPRIGHT, "abcdefghijklmnop")
    assert few.startswith("@font-face{font-family:'Libre Caslon Text';src:url(data:font/woff;base64,")
    assert 1_000 < len(few) < len(many) < 20_000
    assert fonts.used(["to the Gate", "a"]) == "Gaehot"
    assert fonts.width("il", 20) < fonts.width("WM", 20) and fonts.width("☃", 10) == pytest.approx(6.2)


def test_fences_are_drawn_and_level_one_is_tinted(picture):
    assert layer(picture, "fences").get("d").count("L") > 100
    ground = next(iter(layer(picture, "tints")))
    assert (ground.get("width"), ground.get("height")) == (picture.get("width"), picture.get("height"))


def test_letters_are_the_same_whenever_they_are_taken(monkeypatch):
    """So that a board drawn again is the board that a browser keeps, and two builds are alike."""
    rules = []
    for now in (1_000_000_000, 2_000_000_000):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(now))
        rules.append(getattr(fonts.font_face, "__wrapped__", fonts.font_face)(fonts.UPRIGHT, "Kernstown"))
    assert rules[0] == rules[1]
