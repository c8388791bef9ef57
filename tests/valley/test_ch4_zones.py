"""Chapter 4.1 to 4.6: zones of control. Around 2010 lie 2009, 2109, 2110, 2011, 1910 and 1909."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import offered
from tests.valley.support import GRID, at, field, hex_of, state
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.deeds import take_off
from vedette.rules.valley_campaign.chapters.movement import move_bar, move_reach
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone, zone
from vedette.rules.valley_campaign.setting import UNION
from vedette.rules.valley_campaign.state import ELIMINATED

ENEMY = "25 OH"


def held(game: Game, side: int = UNION) -> set[str]:
    """The hexes in the zone of a side."""
    mask = zone(state(game), side)
    return {name for hex, name in enumerate(GRID.names) if mask >> hex & 1}


def around(name: str) -> set[str]:
    return {GRID.names[hex] for hex in GRID.neighbours[hex_of(name)]}


def alone(**keys: Any) -> Game:
    """A Union regiment in 2010, with this around it."""
    return field({ENEMY: "2010", "1 VA": "1001", "2 VA": "1003"}, **keys)


@pytest.mark.rule("JV-4.1-1")
def test_a_zone_is_the_six_hexes_around() -> None:
    assert held(alone()) == around("2010") and len(around("2010")) == 6


@pytest.mark.rule("JV-4.1-3", "JV-4.3-1", "JV-4.3-3", "JV-9.1-2")
def test_no_zone_crosses_a_river_unless_by_a_bridge_that_stands() -> None:
    river = [("2010", "2011", "river"), ("2009", "2010", "river"), ("2009", "2010", "bridge")]
    assert around("2010") - held(alone(hexsides=river)) == {"2011"}
    burned = alone(hexsides=river, burned=[("2010", "2009")])
    assert around("2010") - held(burned) == {"2011", "2009"}


@pytest.mark.rule("JV-4.3-2", "JV-4.3-4")
def test_no_zone_crosses_a_creek_unless_at_a_ford() -> None:
    creek = [("2010", "2011", "creek"), ("2009", "2010", "creek"), ("2009", "2010", "ford")]
    assert around("2010") - held(alone(hexsides=creek)) == {"2011"}


@pytest.mark.rule("JV-4.1-4")
def test_a_zone_crosses_all_other_ground() -> None:
    ground = {"2011": "forest 3", "2009": "town", "1910": "peak 5"}
    game = alone(hexes=ground, hexsides=[("2011", "2010", "slope"), ("1910", "2010", "slope")])
    assert held(game) == around("2010")


@pytest.mark.rule("JV-4.2-1")
def test_everybody_exerts_a_zone_in_every_phase_also_guns_and_demoralized_units() -> None:
    units: dict[str, Any] = {"IN Battery": {"at": "2010", "demoralized": 1}, "1 VA": "1001"}
    for phase in ("movement", "combat"):
        assert held(field(units, phase=phase)) == around("2010")


@pytest.mark.rule("JV-4.2-2", "JV-4.6-2")
def test_units_in_a_hex_do_not_cancel_a_zone_and_both_sides_have_theirs_there() -> None:
    game = field({ENEMY: "2010", "1 VA": "2011", "2 VA": "2012"})
    g = state(game)
    assert "2011" in held(game) and "2010" in held(game, 1)
    shared = hex_of("2110")
    assert in_enemy_zone(g, shared, 0) and in_enemy_zone(g, shared, 1)


@pytest.mark.rule("JV-4.2-3")
def test_guns_exert_a_zone_and_a_lone_leader_does_unless_the_option_says_otherwise() -> None:
    for options in ({}, {"leader-zones": False}):
        assert held(field({"IN Battery": "2010", "1 VA": "1001"}, options=options)) == around("2010")
    units = {"Milroy": "2010", "1 VA": "1001"}
    assert held(field(units)) == around("2010")
    assert held(field(units, options={"leader-zones": False})) == set()
    assert held(field({**units, "IN Battery": "2010"}, options={"leader-zones": False})) == around("2010")


@pytest.mark.rule("JV-4.6-1")
def test_who_is_in_a_zone_has_its_owner_in_his_own() -> None:
    game = field({ENEMY: "2010", "1 VA": "2011", "2 VA": "1001"}, hexsides=[("2010", "2110", "creek")])
    g = state(game)
    assert in_enemy_zone(g, hex_of("2011"), 1) and in_enemy_zone(g, hex_of("2010"), 0)


@pytest.mark.rule("JV-4.6-3")
def test_two_zones_are_no_more_than_one() -> None:
    """A move out of two zones costs the same half, and one into two stops as in one."""
    single = field({ENEMY: "2010", "1 VA": "2011", "2 VA": "1001"})
    double = field({ENEMY: "2010", "29 OH": "2110", "1 VA": "2011", "2 VA": "1001"})
    assert zone(state(double), UNION) >> hex_of("2011") & 1
    costs = [move_reach(state(game), "1 VA")[hex_of("2012")][0] for game in (single, double)]
    assert costs == [4, 4]


@pytest.mark.rule("JV-4.4-1")
def test_who_enters_a_zone_stops_there() -> None:
    game = field({ENEMY: "2010", "1 VA": "2013", "2 VA": "1001"})
    game.play("move 1 VA")
    game.play("1 VA: 2012")
    events = game.play("1 VA: 2011")
    assert [e.kind for e in events[:2]] == ["moved", "automatic"]
    assert at(game, "1 VA") == "2011" and offered(game) == ["move 2 VA", "done"]
    bar = move_bar(state(game), "1 VA", hex_of("2011"), hex_of("2012"), 4, False)
    assert bar is not None and bar.cite == "JV-4.4-1"


@pytest.mark.rule("JV-4.1-2", "JV-4.5-6")
def test_out_of_a_zone_nobody_goes_straight_into_a_zone() -> None:
    game = field({ENEMY: "2010", "1 VA": "2011"})
    game.play("move 1 VA")
    assert set(offered(game)) == {"1 VA: 2012", "1 VA: 2111", "1 VA: 1911", "done"}
    bar = move_bar(state(game), "1 VA", hex_of("2011"), hex_of("2110"), 6, True)
    assert bar is not None and bar.cite == "JV-4.1-2"


@pytest.mark.rule("JV-4.5-4")
@pytest.mark.parametrize(("factor", "left"), [(5, 1), (6, 2), (9, 3)])
def test_half_goes_for_leaving_a_zone_rounded_up(factor: int, left: int) -> None:
    """Of 5 points 3 go for leaving and 1 for the clear hex: 1 is left."""
    game = field({ENEMY: "2010", "1 VA": {"at": "2011", "movement": factor}, "2 VA": "1001"})
    game.play("move 1 VA")
    events = game.play("1 VA: 2012")
    assert events[0].data[1] == factor - left
    assert game.decision is not None and f"{left} MP left" in game.decision.stack[-1]


@pytest.mark.rule("JV-4.5-5", "JV-4.5-6")
def test_after_the_half_it_goes_on_and_stops_in_the_next_zone() -> None:
    game = field({ENEMY: "2010", "29 OH": "2014", "1 VA": "2011", "2 VA": "1001"})
    game.play("move 1 VA")
    game.play("1 VA: 2012")
    assert "1 VA: 2013" in offered(game)
    game.play("1 VA: 2013")
    assert at(game, "1 VA") == "2013" and offered(game) == ["move 2 VA", "done"]


@pytest.mark.rule("JV-4.5-3")
def test_a_zone_is_gone_with_its_units_at_no_cost() -> None:
    game = field({ENEMY: "2010", "1 VA": "2011", "2 VA": "1001"})
    g = state(game)
    assert move_reach(g, "1 VA")[hex_of("2012")][0] == 4
    take_off(g, ENEMY, ELIMINATED, "JV-6.11-2", "eliminated")
    assert held(game) == set()
    assert move_reach(g, "1 VA")[hex_of("2012")][0] == 1


@pytest.mark.rule("JV-4.16-3")
def test_a_road_takes_nothing_off_a_zone() -> None:
    road = ["2009-2010-2011-2012-2013"]
    away = field({ENEMY: "2010", "1 VA": "2011", "2 VA": "1001"}, roads=road)
    assert move_reach(state(away), "1 VA")[hex_of("2012")][0] == 4
    toward = field({ENEMY: "2010", "1 VA": "2013", "2 VA": "1001"}, roads=["2013-2012-2011-2110"])
    toward.play("move 1 VA")
    toward.play("1 VA: 2012")
    toward.play("1 VA: 2011")
    assert at(toward, "1 VA") == "2011" and toward.decision is not None and toward.decision.kind == "move-unit"
