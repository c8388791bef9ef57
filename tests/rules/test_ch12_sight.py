"""Chapter 12.1a: Line of Sight. From 1733 to 1736 the line runs through 1734 and 1735."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import fire, los, man, ready
from tests.support import shifts

FROM, TO = "1733", "1736"
THROUGH, TARGET, UNITS = "KT-12.3-shift-obscured-woods", "KT-12.3-shift-obscured-target", "KT-12.3-shift-obscured-units"


def ground(**rows):
    """Flat ground but for some hexes: level, or terrain at level 5, or both as a pair."""
    changes = {}
    for name, what in rows.items():
        level, terrain = (what, "clear") if isinstance(what, int) else (5, what) if isinstance(what, str) else what
        changes[name[1:]] = {"level": level, "terrain": terrain}
    return flat(changes)


def field(here=5, there=5, standing=(), **rows):
    """7 OH-a in 1733 and 27 VA in 1736 at these levels; an enemy, then a friend where they stand in the way."""
    others = {unit: hex for unit, hex in zip(("4 VA", "7 OH-b"), standing, strict=False) if hex}
    hexes = ground(h1733=here, h1736=there, **rows)
    return ready({"7 OH-a": man(FROM, 23), "27 VA": man(TO), **others}, hexes=hexes)


def seen(*args, **rows):
    """How the target is seen, and for the first hex on the way what it does and by which case."""
    found = los(field(*args, **rows), FROM, TO)
    first = found["because"][0]
    return found["sight"], first["effect"], first["cite"]


@pytest.mark.rule("KT-12.1a-1", "SS-12.1a-1", "BS-9.1a-1")
def test_sight_is_needed_from_two_hexes_on():
    units = {"7 OH-a": "1733", "27 VA": "1735", "4 VA": "1734"}
    game = ready(units, hexes=ground(h1734=6))
    assert refused(game, "7 OH-a fire at 1735") == shown("KT-12.1a-9")
    assert los(game, "1733", "1734")["because"] == []
    fire(units, "7 OH-a fire at 1734", hexes=ground(h1734=6))


@pytest.mark.rule("KT-12.1a-2", "BS-9.1a-1")
def test_the_line_runs_from_centre_to_centre():
    game = ready({"7 OH-a": "1633", "27 VA": "1835"}, hexes=ground(h1734=(5, "orchard")))
    assert [row["hex"] for row in los(game, "1633", "1835")["because"]] == ["1733", "1734"]
    assert los(game, "1633", "1835")["sight"] == "obscured"
    aside = ready({"7 OH-a": "1633", "27 VA": "1835"}, hexes=ground(h1634=9, h1834=9))
    assert los(aside, "1633", "1835")["sight"] == "clear"


@pytest.mark.rule("KT-12.1a-3", "BS-9.1a-2")
def test_a_blocked_line_forbids_fire_and_an_obscured_one_weakens_it():
    assert refused(field(h1734=6), "7 OH-a fire at 1736") == shown("KT-12.1a-9")
    _, events = fire({"7 OH-a": man(FROM, 23), "27 VA": TO}, "7 OH-a fire at 1736", hexes=ground(h1734="orchard"))
    assert shifts(events) == {THROUGH: -1}


@pytest.mark.rule("KT-12.1a-4", "BS-9.1a-2")
@pytest.mark.parametrize("here, rows, standing, sight", [
    (5, {}, (), "clear"), (5, {"h1735": "light-woods"}, (), "obscured"), (5, {"h1735": "orchard"}, (), "obscured"),
    (5, {"h1735": 6}, (), "blocked"), (5, {}, ("1735",), "blocked"), (9, {}, ("1735",), "obscured"),
    (5, {}, (None, "1735"), "blocked"), (9, {}, (None, "1735"), "obscured"),
])  # fmt: skip
def test_woods_orchards_heights_and_units_are_in_the_way(here, rows, standing, sight):
    assert seen(here, 5, standing, **rows)[0] == sight


@pytest.mark.rule("KT-12.1a-5", "BS-9.1a-3")
def test_a_hex_is_all_of_its_terrain():
    game = ready({"7 OH-a": "1633", "27 VA": "1835"}, hexes=ground(h1733="light-woods"))
    assert los(game, "1633", "1835")["sight"] == "obscured"  # the line cuts a corner of 1733 only
    assert los(ready({"7 OH-a": "1633", "27 VA": "1835"}, hexes=ground(h1733=6)), "1633", "1835")["sight"] == "blocked"


@pytest.mark.rule("KT-12.1a-6", "SS-12.1a-4", "BS-9.1a-4")
@pytest.mark.parametrize("cover", ["light-woods", "orchard"])
def test_the_own_woods_do_not_matter(cover):
    units = {"7 OH-a": man(FROM, 23), "27 VA": TO}
    game, events = fire(units, "7 OH-a fire at 1736", hexes=ground(h1733=cover))
    assert shifts(events) == {} and los(game, FROM, TO)["sight"] == "clear"


@pytest.mark.rule("KT-12.1a-same-i")
@pytest.mark.parametrize("level, sight", [(4, "clear"), (5, "clear"), (6, "blocked"), (9, "blocked")])
def test_on_one_level_higher_ground_blocks(level, sight):
    assert seen(h1734=level)[0] == sight
    assert seen(h1734=(level, "light-woods"))[0] == {4: "clear", 5: "obscured"}.get(level, "blocked")
    assert (seen(h1734=level)[2] == "KT-12.1a-same-i") == (level != 5)


@pytest.mark.rule("KT-12.1a-same-ii-1")
@pytest.mark.parametrize("who", ["7 OH-b", "4 VA"])
def test_on_one_level_any_unit_there_blocks(who):
    units = {"7 OH-a": man(FROM, 23), "27 VA": TO, who: "1735"}
    game = ready(units, hexes=ground())
    assert los(game, FROM, TO)["because"][1]["cite"] == shown("KT-12.1a-same-ii-1")
    assert los(game, FROM, TO)["sight"] == "blocked" and los(game, FROM, TO, units=False)["sight"] == "clear"
    assert los(ready(units, hexes=ground(h1735="orchard")), FROM, TO)["sight"] == "blocked"
    assert los(ready(units, hexes=ground(h1735=4)), FROM, TO)["sight"] == "obscured"


@pytest.mark.rule("KT-12.1a-same-ii-2")
@pytest.mark.parametrize("cover", ["light-woods", "orchard"])
def test_on_one_level_woods_or_an_orchard_obscure(cover):
    assert seen(h1734=cover) == ("obscured", "obscures", "KT-12.1a-same-ii-2")
    assert seen(h1734="clear")[:2] == ("clear", "none")
    assert seen(h1734=(4, cover))[:2] == ("clear", "none")


@pytest.mark.rule("KT-12.1a-same-iii")
def test_on_one_level_two_woods_block():
    assert seen(h1734="light-woods", h1735="light-woods")[0] == "blocked"
    assert los(field(h1734="light-woods", h1735="light-woods"), FROM, TO)["because"][1]["cite"] == "KT-12.1a-same-iii"
    for pair in (("orchard", "orchard"), ("orchard", "light-woods"), ("light-woods", "orchard")):
        assert seen(h1734=pair[0], h1735=pair[1])[0] == "obscured"
    assert seen(h1734="light-woods", h1735=(4, "light-woods"))[0] == "obscured"
    assert seen(h1734=(4, "light-woods"), h1735="light-woods")[0] == "obscured"
    assert seen(h1734=(4, "light-woods"), h1735=(4, "light-woods"))[0] == "clear"
    game = ready({"7 OH-a": "1533", "27 VA": "1736"}, hexes=ground(h1534="light-woods", h1635="light-woods"))
    assert los(game, "1533", "1736")["sight"] == "blocked"  # 1534 lies on one side of the line only


@pytest.mark.rule("KT-12.1a-low-i", "SS-12.1a-low-i")
@pytest.mark.parametrize("level, cite", [(8, "KT-12.1a-low-i"), (12, "KT-12.1a-low-i")])
def test_upward_higher_ground_blocks(level, cite):
    assert seen(3, 7, h1734=level) == ("blocked", "blocks", shown(cite))
    assert seen(3, 7, h1734=6)[0] == "clear"


@pytest.mark.rule("KT-12.1a-low-ii")
@pytest.mark.parametrize("level", [1, 2])
def test_upward_over_low_ground_a_unit_obscures(level):
    rows = {"h1734": level, "h1735": level}
    assert seen(3, 7, ("1734",), **rows) == ("obscured", "obscures", "KT-12.1a-low-ii")
    assert seen(3, 7, **rows)[0] == "clear"


@pytest.mark.rule("KT-12.1a-low-iii")
@pytest.mark.parametrize("level", [3, 4, 6])
def test_upward_a_unit_on_the_slope_obscures_wherever_it_stands(level):
    assert seen(3, 7, ("1734",), h1734=level) == ("obscured", "obscures", "KT-12.1a-low-iii")
    assert seen(3, 7, ("1735",), h1734=level, h1735=1)[0] == "obscured"
    assert seen(3, 7, h1734=(level, "light-woods"))[0] == "clear"


@pytest.mark.rule("KT-12.1a-low-iv", "KT-12.1a-13", "SS-12.1a-low-iv")
def test_upward_only_the_edge_of_the_higher_level_is_seen():
    assert seen(3, 7, h1734=7) == ("blocked", "blocks", shown("KT-12.1a-low-iv"))
    assert refused(field(3, 7, h1735=7), "7 OH-a fire at 1736") == shown("KT-12.1a-9")
    assert seen(3, 7, h1735=6)[0] == "clear"


@pytest.mark.rule("KT-12.1a-high-i", "SS-12.1a-high-i")
@pytest.mark.parametrize("level", [8, 12])
def test_downward_higher_ground_blocks(level):
    assert seen(7, 3, h1734=level) == ("blocked", "blocks", shown("KT-12.1a-high-i"))
    assert seen(7, 3, h1734=6)[0] == "clear"


@pytest.mark.rule("KT-12.1a-high-ii")
@pytest.mark.parametrize("level", [1, 2])
def test_downward_over_low_ground_a_unit_obscures(level):
    rows = {"h1734": level, "h1735": level}
    assert seen(7, 3, ("1734",), **rows) == ("obscured", "obscures", "KT-12.1a-high-ii")
    assert seen(7, 3, **rows)[0] == "clear"


@pytest.mark.rule("KT-12.1a-high-iii", "KT-12.1a-12", "SS-12.1a-high-iii")
def test_downward_one_sees_only_from_the_edge_of_the_own_level():
    assert seen(7, 3, h1734=7) == ("blocked", "blocks", shown("KT-12.1a-high-iii"))
    assert refused(field(7, 3, h1735=7), "7 OH-a fire at 1736") == shown("KT-12.1a-9")
    assert seen(7, 3, h1735=6)[0] == "clear"


@pytest.mark.rule("KT-12.1a-high-iv")
@pytest.mark.parametrize("level", [3, 4, 6])
def test_downward_a_unit_on_the_slope_obscures_wherever_it_stands(level):
    assert seen(7, 3, ("1734",), h1734=level) == ("obscured", "obscures", "KT-12.1a-high-iv")
    assert seen(7, 3, ("1735",), h1734=level, h1735=1)[0] == "obscured"
    assert seen(7, 3, h1734=(level, "light-woods"))[0] == "clear"


@pytest.mark.rule("KT-12.1a-7")
@pytest.mark.parametrize("cover", ["light-woods", "orchard"])
@pytest.mark.parametrize("target", ["1734", "1736"])
def test_a_target_in_woods_is_always_obscured(cover, target):
    units = {"7 OH-a": man(FROM, 23), "27 VA": target}
    game, events = fire(units, f"7 OH-a fire at {target}", hexes=ground(**{f"h{target}": cover}))
    assert los(game, FROM, target)["sight"] == "obscured" and shifts(events) == {TARGET: -1}
    assert los(game, FROM, target)["target"]["cite"] == shown("KT-12.1a-7") and "target" not in los(game, FROM, "1834")


@pytest.mark.rule("KT-12.1a-8")
@pytest.mark.parametrize("left, right, sight", [
    ("clear", "clear", "clear"), ("orchard", "clear", "obscured"), ("clear", "orchard", "obscured"),
    (6, "clear", "blocked"), ("light-woods", 6, "blocked"), ("light-woods", "light-woods", "obscured"),
])  # fmt: skip
def test_along_a_hexside_the_worse_of_both_hexes_counts(left, right, sight):
    game = ready({"7 OH-a": "1634", "27 VA": "1834"}, hexes=ground(h1733=left, h1734=right))
    assert los(game, "1634", "1834")["sight"] == sight
    assert [row["hex"] for row in los(game, "1634", "1834")["because"]] == ["1733", "1734"]


@pytest.mark.rule("KT-12.1a-9", "SS-12.1a-7", "SS-12.1-over-6", "BS-9.1a-2")
def test_blocked_fire_is_forbidden():
    assert refused(field(h1735=6), "7 OH-a fire at 1736") == shown("KT-12.1a-9")
    assert refused(field(5, 5, ("1735",)), "7 OH-a fire at 1736") == shown("KT-12.1a-9")


@pytest.mark.rule("KT-12.1a-10")
def test_each_kind_of_cover_costs_a_column_once():
    woods = ground(h1734="light-woods", h1736="light-woods", h1735=4)
    units = {"7 OH-a": man(FROM, 23), "27 VA": TO, "4 VA": "1735"}
    _, events = fire(units, "7 OH-a fire at 1736", hexes=woods)
    assert shifts(events) == {THROUGH: -1, TARGET: -1, UNITS: -1}


@pytest.mark.rule("KT-12.1a-11", "SS-12.1a-8")
def test_blocked_and_obscured_is_blocked():
    assert seen(h1734="orchard", h1735=6)[0] == "blocked"
    assert seen(5, 5, ("1734",), h1734=4, h1735=6)[0] == "blocked"
    assert seen(5, 5, ("1735",), h1734="orchard")[0] == "blocked"
    assert seen(5, (6, "light-woods"), h1735=6)[0] == "blocked"
