"""Chapter 4.14 to 4.16: clear ground, water and roads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import offered
from tests.valley.support import field, hex_of, state
from vedette.rules.valley_campaign.chapters.ground import crossing_bar, step_cost, steps_from
from vedette.rules.valley_campaign.chapters.movement import open_ground

ARMS = {"1 VA": "infantry", "2 VA Cavalry": "cavalry", "Poague Battery": "artillery", "Jackson": "leader"}
UNITS = {**dict.fromkeys(ARMS, "2010"), "8 NY": "6001"}


def costs(**keys: Any) -> list[int | None]:
    """What the step from 2010 to 2011 costs infantry, cavalry, guns and leaders; None where it is barred."""
    g = state(field(UNITS, **keys))
    a, b = hex_of("2010"), hex_of("2011")
    found = [None if crossing_bar(g, id, a, b) else step_cost(g, id, a, b) for id in ARMS]
    assert found == [dict(steps_from(g, arm, a)).get(b) for arm in ARMS.values()]
    return found


@pytest.mark.rule("JV-4.14-1", "JV-4.14-4")
def test_a_clear_hex_costs_one() -> None:
    assert costs() == [1, 1, 1, 1]


@pytest.mark.rule("JV-4.14-2", "JV-4.14-3")
def test_a_hex_is_clear_only_without_other_ground_and_counts_as_what_predominates() -> None:
    game = field(UNITS, hexes={"2011": "forest", "2012": "hill 3"})
    assert [open_ground(state(game), hex_of(h), ("clear",)) for h in ("2010", "2011", "2012")] == [True, False, False]
    assert costs(hexes={"2011": "forest"}) == [2, 2, 2, 2]
    assert costs(hexes={"2011": "hill 3"}) == [2, 2, 2, 2]


@pytest.mark.rule("JV-2.7-4")
def test_level_terrain_and_slope_add_up() -> None:
    """A unit crosses a slope into woods at level 3 and pays all three; downhill it pays no slope."""
    up, down = [("2011", "2010", "slope")], [("2010", "2011", "slope")]
    assert costs(hexes={"2011": "forest 3"}, hexsides=up) == [4, 4, 4, 4]
    assert costs(hexes={"2011": "forest"}, hexsides=down) == [2, 2, 2, 2]


@pytest.mark.rule("JV-4.15-5", "JV-4.15-6")
def test_a_river_is_crossed_on_a_bridge_alone_which_adds_nothing() -> None:
    river = [("2010", "2011", "river")]
    over = {"hexsides": [*river, ("2010", "2011", "bridge")], "roads": ["2010-2011"]}
    assert costs(hexsides=river) == [None] * 4
    assert costs(**over) == [1, 1, 1, 1]
    assert costs(**over, burned=[("2010", "2011")]) == [None] * 4


@pytest.mark.rule("JV-4.15-5")
def test_it_goes_over_the_river_nowhere_else() -> None:
    sides = [("2010", near, "river") for near in ("2009", "2109", "2110", "2011", "1910", "1909")]
    game = field({"1 VA": "2010", "2 VA": "3001", "8 NY": "6001"}, hexsides=[*sides, ("2010", "2011", "bridge")])
    game.play("move 1 VA")
    assert offered(game) == ["1 VA: 2011", "1 VA: burn 2010-2011", "done"]


@pytest.mark.rule("JV-4.15-7", "JV-4.15-8")
def test_guns_cross_a_creek_at_a_ford_alone_all_others_anywhere() -> None:
    creek = [("2010", "2011", "creek")]
    assert costs(hexsides=creek) == [2, 2, None, 2]
    assert costs(hexsides=[*creek, ("2010", "2011", "ford")]) == [2, 2, 2, 2]
    assert costs(hexsides=[*creek, ("2010", "2011", "ford")], roads=["2010-2011"]) == [1, 1, 1, 1]


@pytest.mark.rule("JV-4.16-1")
def test_along_a_road_a_hex_costs_one_whatever_lies_there() -> None:
    sides = [("2011", "2010", "slope")]
    assert costs(hexes={"2011": "forest 4"}, hexsides=sides) == [5, 5, 5, 5]
    assert costs(hexes={"2011": "forest 4"}, hexsides=sides, roads=["2009-2010-2011"]) == [1, 1, 1, 1]


@pytest.mark.rule("JV-4.16-2")
def test_from_road_to_road_off_its_course_it_pays_the_ground() -> None:
    """Both hexes lie on roads, but none joins them directly."""
    assert costs(hexes={"2011": "forest 3"}, roads=["2010-2110-2011"]) == [3, 3, 3, 3]
    assert costs(hexes={"2011": "forest 3"}, roads=["2009-2010", "2011-2012"]) == [3, 3, 3, 3]


@pytest.mark.rule("JV-4.16-4")
def test_road_and_open_country_mix_in_one_move() -> None:
    hexes = {"2011": "forest", "2012": "forest", "2013": "forest"}
    game = field({"1 VA": "2010", "2 VA": "3001", "8 NY": "6001"}, hexes=hexes, roads=["2010-2011", "2012-2013"])
    game.play("move 1 VA")
    spent = [game.play(f"1 VA: {hex}")[0].data[1] for hex in ("2011", "2012", "2013")]
    assert spent == [1, 2, 1]
