"""Counters: what each says, at each of its sizes; nothing lies on its numbers; sides differ without colour."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from vedette import packs
from vedette.packs import drawing
from vedette.packs.drawing import palette
from vedette.packs.drawing.counter import DETAILS
from vedette.packs.drawing.glyphs import fitted, width
from vedette.packs.drawing.marks import LETTERS, MARKS, STATES
from vedette.packs.drawing.names import short_name
from vedette.packs.drawing.stack import count_disc
from vedette.packs.drawing.symbols import SHAPES

SVG = "{http://www.w3.org/2000/svg}"
OHIO = {"side": "union", "top": "Tyler", "name": "7 OH-a", "numbers": ["6", "R", "4"], "symbol": "infantry"}
VIRGINIA = {**OHIO, "side": "confederate", "top": "Garnett", "name": "2 VA"}
PACKS = (
    "kernstown/second-kernstown",
    "cedar-mountain/slaughter-mountain",
    "valley-campaign/cross-keys",
    "stonewall-1978/kernstown",
)


def tree(counter, detail="whole", look=None):
    return ElementTree.fromstring(drawing.counter_svg(counter, look, detail))


def said(picture):
    """What stands on a counter: (kind, words)."""
    return [(e.get("class"), e.get("data-words")) for e in picture.iter() if e.get("data-words") is not None]


def words(picture, *kinds):
    return [text for kind, text in said(picture) if kind in kinds]


def plate(picture):
    return next(e for e in picture.iter() if e.get("class") == "plate").get("fill")


def layer(picture, name):
    return next(e for e in picture.iter() if e.get("class") == name)


def test_a_counter_shows_what_it_says(battle):
    picture = tree({**OHIO, "marks": ["disrupted"]}, look=packs.meta(battle))
    assert said(picture) == [("top", "Tyler"), ("name", "7 OH-a"), ("number", "6"), ("number", "R"), ("number", "4")]
    assert picture.find(f".//{SVG}title").text == "7 OH-a, Tyler, 6-R-4, disrupted"


def test_four_drawings_by_size():
    shown = {detail: [text for _, text in said(tree(OHIO, detail))] for detail in DETAILS}
    assert shown == {
        "whole": ["Tyler", "7 OH-a", "6", "R", "4"], "small": ["7 OH-a", "6", "R", "4"], "strength": ["6"], "speck": [],
    }  # fmt: skip
    assert all(plate(tree({**OHIO, "marks": ["shaken"]}, detail)) == STATES["shaken"].plate for detail in DETAILS)


def test_where_counters_are_small_all_arms_but_infantry_have_their_symbol_in_the_band():
    """A battery's name has no word for it: the 2 NY Battery is no regiment."""
    arms = {arm: sum(e.get("class") == "arm" for e in tree({**OHIO, "symbol": arm}, "small").iter()) for arm in SHAPES}
    assert arms == {arm: int(SHAPES[arm] != "infantry") for arm in SHAPES}


def test_counters_too_small_to_be_counted_have_no_count():
    assert all("count" in count_disc(2, (0, 0), flat, detail) for flat in (True, False) for detail in DETAILS[:2])
    assert [count_disc(2, (0, 0), False, detail) for detail in DETAILS[2:]] == ["", ""]


def test_regiment_and_numbers_are_as_large_as_they_must_be():
    """Design: 10 px and 15 px at a hex of 66; at 36 px of a counter a regiment of 10 and numbers of 13."""
    heights = {}
    for detail in ("whole", "small"):
        for kind in ("name", "number"):
            drawn = next(e for e in tree(OHIO, detail).iter() if e.get("class") == kind)
            heights[detail, kind] = float(re.findall(r"[-.\d]+", drawn.get("transform"))[3]) * 1000
    assert heights["whole", "name"] * 0.66 >= 10 and heights["whole", "number"] * 0.66 >= 15
    assert heights["small", "name"] * 0.45 >= 10 and heights["small", "number"] * 0.45 >= 13


def test_sides_differ_in_shape_and_worn_in_more_than_colour():
    assert 'rx="13"' in drawing.counter_svg(OHIO) and 'rx="1.5"' in drawing.counter_svg(VIRGINIA)
    assert 'class="worn"' in drawing.counter_svg(OHIO | {"pale": True})
    assert 'class="worn"' not in drawing.counter_svg(OHIO)


@pytest.mark.parametrize("pack", PACKS)
def test_sides_are_told_apart_in_grey(home, pack):
    """The bodies differ by a contrast of 1.6, fresh from fresh and worn from worn; the corners always."""
    sides = packs.meta(packs.load(pack)).sides
    for face in ("colour", "worn"):
        assert palette.contrast(sides["union"][face], sides["confederate"][face]) >= 1.6, face
    assert [sides[side]["shape"] for side in ("union", "confederate")] == ["rounded", "square"]


def test_one_chevron_shaken_two_disrupted_a_flag_routed():
    signs = {m: layer(tree({**OHIO, "marks": [m]}), "state").get("d") for m in STATES}
    assert signs["shaken"].count("l6-6 6 6") == 1 and signs["disrupted"].count("l6-6 6 6") == 2
    assert len(set(signs.values())) == len(STATES)
    assert 'class="state"' not in drawing.counter_svg(OHIO)
    assert plate(tree({**OHIO, "marks": ["shaken", "routed"]})) == STATES["routed"].plate, "the heaviest counts"


def test_the_plate_takes_the_colour_of_the_state_and_the_ink_reads_on_it():
    plates = {plate(tree({**OHIO, "marks": marks})) for marks in ([], ["shaken"], ["disrupted"])}
    assert len(plates) == 3
    assert all(palette.contrast(ink, ground) >= 4.8 for ink in ("#1f1810", "#9a1509") for ground in plates)


def test_a_value_that_differs_is_red_and_underlined_and_the_printed_one_only_told():
    picture = tree({**OHIO, "now": ["5", "R", "3"]})
    assert words(picture, "changed") == ["5", "3"] and words(picture, "number") == ["R"]
    assert picture.find(f".//{SVG}title").text == "7 OH-a, Tyler, 6-R-4"
    assert not words(tree({**OHIO, "now": ["6", "R", "4"]}), "changed")


def test_names_cannot_break_the_picture():
    picture = tree({**OHIO, "name": '<7 & "8">', "marks": ["<odd>"]})
    assert words(picture, "name") == ['<7 & "8">']
    assert words(tree({**OHIO, "name": "7 Огайо"}), "name") == ["7 Огайо"], "letters that the face has not are written"


def test_a_horseman_who_has_dismounted_looks_like_neither_foot_nor_horse():
    drawn = {s: drawing.counter_svg({**OHIO, "symbol": s}) for s in ("cross", "slash", "horse-off", "dot")}
    assert len(set(drawn.values())) == 4
    assert drawn["cross"] == drawing.counter_svg(OHIO)


def test_every_mark_is_drawn_and_told():
    plain = drawing.counter_svg(OHIO)
    for mark in sorted({*MARKS, *LETTERS, "unsupported"} - {"dismounted"}):
        picture = drawing.counter_svg({**OHIO, "marks": [mark]})
        assert MARKS.get(mark, mark).lower() in ElementTree.fromstring(picture).find(f".//{SVG}title").text
        assert re.sub("<title>.*</title>", "", picture) != re.sub("<title>.*</title>", "", plain), mark


def test_a_second_mark_is_a_plus_and_the_lasting_one_stands_behind():
    picture = tree({**OHIO, "marks": ["fragile", "low-ammo", "unsupported"]})
    assert words(picture, "mark") == ["U", "LA"]
    assert len(words(tree({**OHIO, "marks": ["fragile"]}), "mark")) == 1


def test_names_are_short_and_still_tell_two_units_apart(home):
    rule = {
        '1 OH, "I" Battery': "I, 1 OH",
        "6 VA Cavalry": "6 VA Cav",
        "Carpenter Battery": "Carpenter",
        "Carpenter-b": "Carpenter-b",
        "Brockenbrough Battery": "Brockenbro.",
        "39/62 TN Mtd. Inf.": "39/62 TN",
        "Brockenbrough-b": "Brockenb.-b",
        "Confederate Leader 2": "Confeder. 2",
        "Battery": "Battery",
    }
    assert {name: short_name(name) for name in rule} == rule
    for pack in PACKS:
        units = packs.load(pack).new_game(seed=1).view("")["units"]
        names = {(u["side"], u["name"]) for u in units}
        twice = [k for k, n in Counter((side, short_name(name)) for side, name in names).items() if n > 1]
        assert not twice, pack


def test_words_that_are_too_wide_get_smaller_and_narrower_until_they_fit():
    fit = fitted("Carpenter-b", 19.5, 49.5)
    assert fit.size < 19.5 and fit.press < 1 and width("Carpenter-b", fit.size) * fit.press == pytest.approx(49.5)


def test_ink_reads_on_every_counter_and_band(home):
    for pack in PACKS:
        meta = packs.meta(packs.load(pack))
        colours = [c for side in meta.sides.values() for c in (side["colour"], side["worn"])]
        colours += [c for bands in meta.brigades.values() for c in bands.values()]
        for colour in colours:
            assert palette.contrast(palette.ink_on(colour), colour) >= 4.5, (pack, colour)


def test_every_unit_of_every_scenario_has_its_picture(home):
    for row in packs.battles():
        battle = packs.load(row.id)
        look = packs.meta(battle)
        for counter in battle.new_game(seed=1).view("")["units"]:
            picture = tree(counter, look=look)
            assert words(picture, "name") == [short_name(counter["name"])], counter["id"]
            assert words(picture, "number", "changed") == list(counter["now"]), counter["id"]
            if counter["brigade"]:
                bands = look.brigades[counter["side"]]
                assert {counter["brigade"], counter["top"], counter["arm"].capitalize()} & bands.keys()


def test_a_map_carries_stacks_counts_and_flags(battle):
    three = [OHIO | {"hex": "1532"}] * 4 + [VIRGINIA | {"hex": "1834"}]
    picture = ElementTree.fromstring(drawing.map_svg(battle, three, control={"1834": "union"}))
    assert [len(stack) for stack in layer(picture, "counters")] == [3, 1], "the top counter and two edges"
    assert words(layer(picture, "counts"), "count") == ["4"]
    flags = [f.get("href") for f in layer(picture, "flags")]
    assert sorted(flags) == ["#vb-flag-confederate"] * 3 + ["#vb-flag-union"]


def test_a_counter_that_has_a_front_shows_it_along_its_side_of_the_hex(battle):
    plain = {**OHIO, "hex": "1834"}
    at = [drawing.map_svg(battle, [{**plain, "heading": heading}]) for heading in (0, 60)]
    assert 'class="front"' not in drawing.map_svg(battle, [plain])
    assert ["rotate(0)" in at[0], "rotate(60)" in at[1]] == [True, True]
    assert 'd="M-12 -48H12"' in at[0]


def test_a_stack_lies_in_the_order_that_its_counters_say(battle):
    stack = [
        {**OHIO, "name": name, "hex": "1834", "layer": layer}
        for name, layer in (("first", 0), ("low", 1), ("off", None))
    ]
    seen = drawing.map_svg(battle, stack)
    assert seen.index('"off"') < seen.index('"low"') < seen.index('"first"')


def test_a_division_has_its_stripe_below_the_band_where_the_pack_has_one(home):
    battle = packs.load("kernstown/second-kernstown")
    look = packs.meta(battle)
    for unit in battle.new_game(seed=0).view("")["units"]:
        found = [e.get("fill") for e in tree(unit, look=look).iter() if e.get("class") == "division"]
        assert found == ([look.divisions[unit["side"]][unit["division"]]] if unit["division"] else []), unit["id"]
    johnsons = {
        (u["side"], u["division"]) for u in battle.new_game(seed=0).view("")["units"] if u["brigade"] == "Johnson"
    }
    assert len(johnsons) == 2, "both sides have a Johnson brigade"
    for stripes in look.divisions.values():
        assert len(set(stripes.values())) == len(stripes)
