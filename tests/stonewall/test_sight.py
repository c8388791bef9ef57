"""SW 10.6, GB 21.8: line of sight. Most lines run north from 2020 to 2010, over 2015 halfway."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stonewall.fire_support import field, hex_of, state
from tests.stonewall.support import laid_out
from vedette.rules.common.sight import explained
from vedette.rules.great_battles.chapters.sight import judge, sees
from vedette.rules.great_battles.state import State

NOBODY = {"5 VA": "5901"}
BOTH = ("1978", "2007")


def ground(units: dict[str, Any] | None = None, **given: Any) -> State:
    """Clear ground with this on it."""
    return state(field(units or NOBODY, **given))


def why(g: State, a: str = "2020", b: str = "2010") -> str:
    """The case that closes a line; empty where it is open."""
    found = sees(g, hex_of(a), hex_of(b))
    assert bool(found) == (found.why is None)
    return found.why.cite if found.why else ""


# -- the line --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SW-10.6-1")
@pytest.mark.rule("SW-10.6-2")
@pytest.mark.rule("SW-10.6-3")
@pytest.mark.rule("SW-10.6-4")
@pytest.mark.rule("SW-10.61-1")
@pytest.mark.rule("SW-10.64-3")
@pytest.mark.rule("SW-10.64-4")
@pytest.mark.rule("SW-10.65-1")
@pytest.mark.rule("SW-10.65-2")
@pytest.mark.rule("SW-10.45-2")
@pytest.mark.rule("GB-21.81-2")
@pytest.mark.rule("GB-21.81-3")
@pytest.mark.rule("GB-21.86-1")
@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("cover", ["woods", "town"])
def test_one_sees_into_woods_and_towns_and_not_beyond(cover: str, rules: str) -> None:
    assert why(ground(hexes={"2015": cover}, rules=rules)) == "SW-10.65-1"
    assert not why(ground(hexes={"2010": cover, "2020": cover, "2115": cover}, rules=rules)), (
        "ends, and beside the line"
    )
    g = ground(hexes={"2015": cover}, rules=rules)
    assert not why(g, "2020", "2015") and not why(g, "2015", "2010")


@pytest.mark.rule("SW-10.6-5")
@pytest.mark.rule("GB-21.82")
@pytest.mark.parametrize("rules", BOTH)
def test_into_the_next_hex_one_always_sees(rules: str) -> None:
    g = ground(hexes={"2020": "woods", "2019": "town"}, hexsides=[("2020", "2019", "crest")], rules=rules)
    assert not why(g, "2020", "2019") and not why(g, "2019", "2020")


@pytest.mark.rule("SW-10.61-2")
@pytest.mark.rule("SW-10.62-6")
def test_slopes_walls_streams_and_marsh_hide_nothing() -> None:
    sides = [("2016", "2015", word) for word in ("slope", "stone wall", "stream")]
    g = ground(hexes={"2014": "marsh"}, hexsides=sides, roads=[("pike", "2012-2013")])
    assert not why(g)


@pytest.mark.rule("SW-10.65-3")
def test_a_line_between_two_hexes_is_closed_by_either() -> None:
    for hex in ("2120", "2121"):
        assert why(ground(hexes={hex: "woods"}), "2020", "2220") == "SW-10.67-1"
    sides = [("2120", "2121", "ridge")]
    g = ground(hexsides=sides, levels={"2120": 2, "2121": 2})
    assert why(g, "2020", "2220") == "SW-10.65-1", "the line runs along the ridge"


@pytest.mark.rule("SW-10.61-3")
@pytest.mark.rule("SW-10.62-5")
@pytest.mark.parametrize("unit", ["5 VA", "14 IN"])
def test_units_of_either_side_hide_what_is_behind_them(unit: str) -> None:
    g = ground({unit: "2015"})
    assert why(g) == "SW-10.65-1"
    assert sees(g, hex_of("2020"), hex_of("2010"), units=False)
    assert not why(ground({"Jackson": "2015"})), "a leader by himself is no obstacle"


# -- levels ----------------------------------------------------------------------------------------------------


def blocks(g: State, a: int, b: int, level: int, near: int = 8, far: int = 12) -> str:
    """What `judge` says of something of a level between hexes of levels a and b: its case, with * where it blocks."""
    ends = {1: "2020", 2: "2120", 3: "2220"}
    blocked, _, cite = judge(g.setting, hex_of(ends[a]), hex_of(ends[b]), level, near, far)
    return cite + "*" * blocked


LEVELS = {"2120": 2, "2220": 3}


@pytest.mark.rule("SW-10.62-1")
@pytest.mark.rule("SW-10.63")
@pytest.mark.rule("SW-10.61-4")
@pytest.mark.rule("SW-10.66-1")
@pytest.mark.rule("SW-10.66-2")
@pytest.mark.rule("SW-10.66-3")
@pytest.mark.rule("GB-21.83-1")
@pytest.mark.rule("GB-21.86-2")
@pytest.mark.rule("GB-21.86-3")
@pytest.mark.rule("GB-21.81-4")
@pytest.mark.parametrize("rules", BOTH)
def test_what_is_higher_hides_and_what_is_lower_does_not(rules: str) -> None:
    g = ground(levels=LEVELS, rules=rules)
    assert blocks(g, 1, 1, 2) == blocks(g, 2, 2, 2) == "SW-10.65-1*"
    assert blocks(g, 2, 2, 1) == blocks(g, 3, 2, 1) == "SW-10.66-2"
    assert blocks(g, 1, 2, 3) == blocks(g, 2, 1, 3) == "SW-10.66-1*"
    assert blocks(g, 1, 3, 3) == blocks(g, 2, 1, 2) == "SW-10.66-3*"
    assert blocks(g, 1, 3, 2) == "SW-10.65-3*", "between the two: for the defender"


@pytest.mark.rule("SW-10.66-4")
@pytest.mark.rule("SW-10.66-5")
@pytest.mark.rule("GB-21.87-1")
@pytest.mark.rule("GB-21.87-2")
@pytest.mark.parametrize("rules", BOTH)
def test_as_high_as_the_lower_end_it_hides_halfway_or_nearer_to_it(rules: str) -> None:
    g = ground(levels=LEVELS, rules=rules)
    found = [blocks(g, 1, 2, 1, near, 20 - near) for near in (4, 10, 12)]
    assert found == ["SW-10.66-4*", "SW-10.66-4*", "SW-10.66-4"], "uphill"
    found = [blocks(g, 3, 1, 1, near, 20 - near) for near in (4, 10, 12)]
    assert found == ["SW-10.66-5", "SW-10.66-5*", "SW-10.66-5*"], "downhill"


@pytest.mark.rule("SW-10.66-6")
def test_its_own_hexside_is_not_asked_how_near_it_is() -> None:
    given: dict[str, Any] = {"levels": {"2020": 2, "2015": 2, "2010": 3}}
    assert why(ground(hexsides=[("2016", "2015", "ridge")], **given)) == "SW-10.66-4"
    assert not why(ground(hexsides=[("2020", "2019", "ridge")], **given))


@pytest.mark.rule("SW-10.64-1")
@pytest.mark.rule("SW-10.64-2")
@pytest.mark.rule("SW-10.62-4")
def test_a_ridge_hides_but_from_beside_it() -> None:
    sides, levels = [("2016", "2015", "ridge")], {"2016": 2, "2015": 2}
    g = ground(hexsides=sides, levels=levels)
    assert why(g) == "SW-10.65-1"
    assert not why(g, "2016", "2010") and not why(g, "2020", "2015"), "the ridge of the firer, of the target"
    assert why(g, "2017", "2014") == "SW-10.65-1"
    crest = ground(hexsides=[("2016", "2015", "crest")], levels={"2016": 3})
    assert why(crest) == "SW-10.65-1" and not why(crest, "2016", "2010")


@pytest.mark.rule("SW-10.67-1")
@pytest.mark.parametrize("cover", ["woods", "town"])
def test_nobody_fires_through_the_woods_before_him_however_high(cover: str) -> None:
    g = ground(hexes={"2019": cover}, levels={"2020": 3, "2010": 3})
    assert why(g) == "SW-10.67-1"
    g = ground(hexes={"2018": cover}, levels={"2020": 3, "2010": 3})
    assert not why(g)
    own = laid_out(NOBODY)
    assert sees(own, hex_of("2918"), hex_of("2718")).why.cite == "SW-10.67-1"  # type: ignore[union-attr]


@pytest.mark.rule("SW-10.67-2")
def test_units_on_both_sides_of_a_ridge_hide_each_other() -> None:
    sides, levels = [("2020", "2019", "ridge")], {"2020": 2, "2019": 2, "2010": 1}
    g = ground({"5 VA": "2019"}, hexsides=sides, levels=levels)
    assert why(g) == "SW-10.67-2"
    assert not why(ground(hexsides=sides, levels=levels))
    own = laid_out({"5 VA": "1708", "14 IN": "1709"})
    for a, b in (("1708", "1711"), ("1709", "1706")):
        found = sees(own, hex_of(a), hex_of(b)).touched
        assert [t.cite for t in found if t.cite == "SW-10.67-2" and t.blocks], "woods besides"


@pytest.mark.rule("SW-10.67-3")
def test_from_a_crest_one_fires_over_who_is_at_its_foot_and_not_up_over_it() -> None:
    g = ground({"5 VA": "2019"}, hexsides=[("2020", "2019", "crest")], levels={"2020": 2})
    assert not why(g, "2020", "2018"), "halfway, and as high as the target"
    g = ground({"5 VA": "2019"}, hexsides=[("2019", "2020", "crest")], levels={"2019": 2, "2010": 3})
    assert why(g) == "SW-10.67-3"
    own = laid_out({"5 VA": "0723", "14 IN": "0622"})
    assert not why(own, "0622", "0823") and why(own, "0723", "0522") == "SW-10.67-3"


# -- 2007 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GB-21.84-1")
@pytest.mark.rule("GB-21.85")
def test_over_a_ridge_or_crest_one_sees_from_beside_it_alone() -> None:
    for side in ("ridge", "crest"):
        given: dict[str, Any] = {"hexsides": [("2016", "2015", side)], "levels": {"2016": 2, "2020": 3, "2010": 3}}
        assert why(ground(**given, rules="2007")) == "GB-21.84-1", "hilltop or not"
        assert not why(ground(**given, rules="1978")), "lower than both"
        assert not why(ground(**given, rules="2007"), "2016", "2010")


@pytest.mark.rule("GB-21.83-2")
@pytest.mark.rule("GB-21.84-2")
def test_woods_stand_on_the_level_of_their_hex() -> None:
    given: dict[str, Any] = {"hexes": {"2015": "woods"}, "levels": {"2015": 2, "2020": 2, "2010": 2}}
    assert why(ground(**given, rules="2007")) == "SW-10.65-1"
    assert not why(ground(**given, rules="1978")), "by the letter they are ground level"
    assert state(field(NOBODY)).setting.profile.name == "1978"
    levels = laid_out(NOBODY, rules="2007").setting.board.level
    assert [levels[hex_of(h)] for h in ("1708", "1709", "0622", "0723")] == [2, 2, 2, 1]
    assert why(ground({"5 VA": "2015"}, levels={"2015": 2, "2020": 2, "2010": 2}, rules="2007")) == "SW-10.65-1"


# -- what is told and kept -------------------------------------------------------------------------------------


def test_the_ground_is_judged_once_and_units_each_time() -> None:
    game = field({"5 VA": "2015"}, hexes={"2014": "woods"}, levels={"2020": 2, "2010": 2})
    g = state(game)
    assert sees(g, hex_of("2020"), hex_of("2010"))
    kept = dict(g.setting.sights)
    assert sees(g.clone(), hex_of("2020"), hex_of("2010")) and g.setting.sights == kept
    a, b = hex_of("2020"), hex_of("2010")
    told = explained(g, a, b, sees(g, a, b))
    assert (told["sight"], told["range"]) == ("clear", 10)
    assert [(t["hex"], t["effect"], t["cite"]) for t in told["because"]] == [
        ("2014", "none", "SW-10.66-2"), ("2015", "none", "SW-10.66-2"),
    ]  # fmt: skip
