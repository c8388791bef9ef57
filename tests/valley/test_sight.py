"""JV 4.12, 4.13 and 7.3: who sees whom, and why not."""

from typing import Any

import pytest

from tests.valley.support import field, hex_of, state
from vedette.rules.common.sight import explained
from vedette.rules.valley_campaign.chapters.sight import sees
from vedette.rules.valley_campaign.charts import FARTHEST

GUN, FOE = "2010", "2014"
"""Four hexes apart, down one column: 2011, 2012 and 2013 lie between."""


def los(a: str = GUN, b: str = FOE, **ground: Any) -> dict[str, Any]:
    """What `vedette los` says on flat clear ground with this in it."""
    g = state(field({}, **ground))
    return explained(g, hex_of(a), hex_of(b), sees(g, hex_of(a), hex_of(b)))


def open_over(between: str, ends: str = "1 1") -> bool:
    """Whether sight is open over such a hex half-way, from and to ends of these levels."""
    firer, target = ends.split()
    return bool(los(hexes={"2012": between, GUN: firer, FOE: target})["sight"] == "clear")


@pytest.mark.rule("JV-4.12-clear", "JV-4.12-road")
def test_clear_ground_and_roads_hide_nothing() -> None:
    found = los(roads=["2010-2011-2012-2013-2014"])
    assert found["sight"] == "clear"
    assert found["range"] == FARTHEST == 4
    assert [(b["hex"], b["effect"], b["cite"]) for b in found["because"]] == [
        (h, "none", "JV-4.12-clear") for h in ("2011", "2012", "2013")
    ]


@pytest.mark.rule(
    "JV-4.12-foothill", "JV-4.12-hill", "JV-4.12-mountain", "JV-4.12-peak", "JV-4.12-forest", "JV-4.12-town",
    "JV-7.3-1", "JV-7.3-8",
)  # fmt: skip
@pytest.mark.parametrize(
    ("ground", "word", "level"),
    [("2", "foothill", 2), ("3", "hill", 3), ("4", "mountain", 4), ("5", "peak", 5), ("forest", "forest", 1),
     ("town", "town", 1)],
)  # fmt: skip
def test_every_kind_of_blocking_terrain_between_hides(ground: str, word: str, level: int) -> None:
    """Each test of the six hears its own case; the others of the mark are data."""
    found = los(hexes={"2012": ground})
    assert found["sight"] == "blocked"
    assert [b["effect"] for b in found["because"]] == ["none", "blocks", "none"]
    row = found["because"][1]
    assert (row["hex"], row["level"], row["cite"]) == ("2012", level, f"JV-4.12-{word}")
    assert row["reason"].startswith(word)


@pytest.mark.rule("JV-4.12-slope", "JV-4.12-creek", "JV-4.12-bridge", "JV-4.12-ford", "JV-4.12-river", "JV-7.3-8")
@pytest.mark.parametrize("feature", ["creek", "ford", "river", "bridge"])
def test_hexsides_hide_nothing(feature: str) -> None:
    assert los(hexsides=[("2011", "2012", feature)])["sight"] == "clear"
    slope = los(hexes={GUN: "2"}, hexsides=[(GUN, "2011", "slope")])
    assert slope["sight"] == "clear"


@pytest.mark.rule("JV-4.12-4", "JV-7.6-2")
def test_a_lone_building_hides_nothing() -> None:
    assert los(hexes={"2012": "building"})["sight"] == "clear"


@pytest.mark.rule("JV-4.12-1", "JV-4.12-2", "JV-7.3-2")
def test_the_ends_never_hide() -> None:
    assert los(hexes={GUN: "forest", FOE: "forest 2"})["sight"] == "clear"
    assert los(hexes={GUN: "town", FOE: "5"})["sight"] == "clear"
    assert los(hexes={"2015": "forest", "2009": "5"})["sight"] == "clear", "nor what lies beyond"


@pytest.mark.rule("JV-7.3-3")
def test_units_never_hide() -> None:
    game = field({"25 OH": "2011", "31 VA": "2012", "Milroy": "2013"})
    assert sees(state(game), hex_of(GUN), hex_of(FOE)).open


@pytest.mark.rule("JV-4.13-1", "JV-7.3-4")
def test_both_ends_above_all_between() -> None:
    found = los(hexes={GUN: "3", FOE: "4", "2012": "2"})
    assert found["sight"] == "clear"
    assert found["because"][1]["cite"] == "JV-4.13-1"


@pytest.mark.rule("JV-4.13-2", "JV-7.3-4")
@pytest.mark.parametrize("ends", ["2 1", "1 2", "2 2"])
def test_one_end_level_with_what_lies_between(ends: str) -> None:
    firer, target = ends.split()
    found = los(hexes={GUN: firer, FOE: target, "2012": "2"})
    assert found["sight"] == "clear"
    assert found["because"][1]["cite"] == "JV-4.13-2"


@pytest.mark.rule("JV-4.13-3")
def test_the_higher_end_decides() -> None:
    """Firer at 3, target at 1: open over a foothill, although only one is above it; closed over a mountain."""
    found = los(hexes={GUN: "3", FOE: "1", "2012": "2"})
    assert found["sight"] == "clear"
    assert found["because"][1]["cite"] == "JV-4.13-3"
    assert not open_over("4", "3 1")
    assert not open_over("4", "3 3")
    assert los(hexes={GUN: "3", "2011": "2", "2012": "4"})["sight"] == "blocked", "each hex by itself"


@pytest.mark.rule("JV-4.13-4")
@pytest.mark.parametrize("cover", ["forest", "town"])
def test_forest_and_town_stand_one_level_above_their_ground(cover: str) -> None:
    assert not open_over(cover, "1 1")
    assert open_over(cover, "2 1")
    assert open_over(cover, "1 2")
    assert not open_over(f"{cover} 2", "2 2")
    assert open_over(f"{cover} 2", "3 1")
    assert not open_over(f"{cover} 3", "3 3")


@pytest.mark.rule("JV-7.3-5", "JV-7.3-6")
def test_the_line_runs_from_centre_to_centre_and_a_hex_is_all_of_its_terrain() -> None:
    """From 2010 to 2312 the line leaves the straight way: what it cuts counts whole, what it does not nothing."""
    cut = [b["hex"] for b in los("2010", "2312")["because"]]
    assert cut
    for hex in cut:
        assert los("2010", "2312", hexes={hex: "forest"})["sight"] == "blocked"
    beside = {"2009", "2110", "2111", "2211", "2212", "2011", "2210", "2209"} - set(cut)
    assert los("2010", "2312", hexes=dict.fromkeys(beside, "forest"))["sight"] == "clear"


@pytest.mark.rule("JV-7.3-7")
def test_along_a_hexside_neither_neighbour_hides() -> None:
    """From 2010 to 2210 the line runs between 2109 and 2110."""
    sides = {"2109": "forest", "2110": "5"}
    found = los("2010", "2210", hexes=sides)
    assert found["sight"] == "clear"
    assert [(row["hex"], row["effect"], row["cite"]) for row in found["because"]] == [
        ("2109", "none", "JV-7.3-7"), ("2110", "none", "JV-7.3-7"),
    ]  # fmt: skip


@pytest.mark.rule("JV-7.3-7")
def test_along_the_edge_of_the_map_the_hexside_is_still_a_hexside() -> None:
    """The other neighbour lies off the map: the line does not enter the one that is left."""
    found = los("0201", "0401", hexes={"0301": "forest"})
    assert [(row["hex"], row["cite"]) for row in found["because"]] == [("0301", "JV-7.3-7")]
    assert found["sight"] == "clear"


@pytest.mark.rule("JV-7.3-7")
def test_past_a_hexside_the_next_hex_counts_again() -> None:
    """Four columns on, the line has gone hexside, hex, hexside."""
    beside = ["2109", "2110", "2309", "2310"]
    assert [r["hex"] for r in los("2010", "2410")["because"]] == [*beside[:2], "2210", *beside[2:]]
    assert los("2010", "2410", hexes={"2210": "forest"})["sight"] == "blocked"
    assert los("2010", "2410", hexes=dict.fromkeys(beside, "forest"))["sight"] == "clear"


@pytest.mark.parametrize(("a", "b"), [("2010", "2312"), ("2010", "2413"), ("0101", "0504"), ("6134", "5930")])
def test_sight_is_the_same_both_ways(a: str, b: str) -> None:
    ground = dict.fromkeys(("2111", "0202", "6033", "2211"), "forest")
    there, back = los(a, b, hexes=ground), los(b, a, hexes=ground)
    assert there["sight"] == back["sight"]
    assert {r["hex"] for r in there["because"]} == {r["hex"] for r in back["because"]}
