"""Chapters 5 and 9: how units move, and what the ground costs."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import (
    at,
    barred,
    events_of,
    field,
    hex_of,
    left_of,
    offered,
    play,
    spent,
    state,
    steps,
)
from vedette.engine.events import IllegalAction
from vedette.rules.great_battles.chapters.moves import move_reach, start_bar
from vedette.rules.great_battles.chapters.terrain import allowance, cost, crossing_bar

ROUND = ["1920", "1921", "2019", "2021", "2120", "2121"]


def price(game, kind: str, a: str, b: str) -> float | None:
    """Points of a step for a kind of mover."""
    found = cost(state(game).setting, kind, hex_of(a), hex_of(b))
    return None if found is None else found / 4


def bar_of(game, id: str, a: str, b: str) -> str:
    """The case by which the ground bars a step."""
    bar = crossing_bar(state(game), id, hex_of(a), hex_of(b))
    return bar.cite if bar else ""


@pytest.mark.rule("SW-2.4-ma-2")
@pytest.mark.rule("SW-2.4-ma-infantry")
@pytest.mark.rule("SW-2.4-ma-artillery")
@pytest.mark.rule("SW-2.4-ma-mounted")
@pytest.mark.rule("SW-12.11-2")
@pytest.mark.rule("SW-17.1-2")
@pytest.mark.rule("GB-21.11")
@pytest.mark.rule("GB-21.12")
@pytest.mark.rule("GB-21.13")
def test_allowances() -> None:
    game = field({
        "5 VA": "2020", "7 VA Cav": ("2022", "column"), "1 MI Cav": "2030", "Hampden": ("2024", "column"),
        "Chew": ("2026", "column"), "Jackson": "2020", "Union Supply Wagon": "3030",
    })  # fmt: skip
    ids = ("5 VA", "7 VA Cav", "1 MI Cav", "Hampden", "Chew", "Jackson", "Union Supply Wagon")
    assert [allowance(state(game), id) / 4 for id in ids] == [5, 10, 5, 8, 10, 10, 5]


@pytest.mark.rule("SW-5.0-1")
@pytest.mark.rule("SW-5.0-2")
@pytest.mark.rule("SW-5.16")
@pytest.mark.rule("SW-5.21-1")
@pytest.mark.rule("SW-4.0-B-1")
def test_a_unit_goes_hex_by_hex_in_any_direction() -> None:
    game = field({"5 VA": "2020", "27 VA": "2030"})
    assert {"move 5 VA", "move 27 VA", "done"} <= set(offered(game))
    play(game, "move 5 VA")
    assert steps(game, "5 VA") == ROUND
    play(game, "5 VA: 2121", "5 VA: 2221")
    assert (at(game, "5 VA"), spent(game, "5 VA")) == ("2221", 2)
    assert barred(game, "5 VA", "2224") == "SW-5.16"
    play(game, "done", "done")
    assert at(game, "27 VA") == "2030"


@pytest.mark.rule("SW-5.15-1")
@pytest.mark.rule("SW-5.15-2")
def test_points_are_not_exceeded_nor_kept() -> None:
    game = field({"5 VA": "2020"})
    play(game, "move 5 VA", *(f"5 VA: 20{n}" for n in range(21, 26)))
    assert not steps(game, "5 VA") and barred(game, "5 VA", "2026") == "SW-5.15-1"
    play(game, "done", "move 5 VA")
    assert not steps(game, "5 VA")
    game = field({"5 VA": "2020"})
    play(game, "move 5 VA", "5 VA: 2021", "done", "move 5 VA")
    assert not steps(game, "5 VA"), "what is left is not used later"
    game = field({"5 VA": "2020"}, spent=(("5 VA", 20),), moved=("5 VA",))
    assert left_of(game, "5 VA") == 20 and state(game).moved == (), "every phase begins with all points"


@pytest.mark.rule("SW-5.11-1")
@pytest.mark.rule("SW-5.11-4")
@pytest.mark.rule("SW-4.0-B-3")
def test_only_the_phasing_side_moves_and_only_then() -> None:
    game = field({"5 VA": "2020", "14 IN": ("2030", "S")})
    g = state(game)
    assert start_bar(g, "14 IN").cite == "SW-5.11-1" and "move 14 IN" not in offered(game)
    g.phase = "melee"
    assert start_bar(g, "5 VA").cite == "SW-5.11-1"


@pytest.mark.rule("SW-5.12-1")
@pytest.mark.rule("SW-5.12-2")
@pytest.mark.rule("SW-8.3-2")
@pytest.mark.rule("SW-8.0-3")
def test_hexes_of_enemies_are_barred_and_those_of_friends_are_not() -> None:
    game = field({"5 VA": "2020", "27 VA": "2021", "14 IN": ("2120", "N")})
    play(game, "move 5 VA")
    assert steps(game, "5 VA") == [h for h in ROUND if h != "2120"] and barred(game, "5 VA", "2120") == "SW-5.12-1"
    play(game, "5 VA: 2021", "5 VA: 2022")
    assert spent(game, "5 VA") == 2, "friends cost nothing"


@pytest.mark.rule("SW-5.14")
@pytest.mark.rule("SW-5.13")
def test_zones_neither_stop_nor_tax() -> None:
    game = field({"5 VA": "2022", "14 IN": ("2020", "S")})
    play(game, "move 5 VA", "5 VA: 2021")
    assert len(steps(game, "5 VA")) == 5 and left_of(game, "5 VA") == 16
    events = play(game, "5 VA: 2121")
    events += play(game, *(["hold fire"] if "hold fire" in offered(game) else []))
    assert not events_of(events, "melee", "fired") and at(game, "5 VA") == "2121" and left_of(game, "5 VA") == 12


@pytest.mark.rule("SW-5.17-1")
@pytest.mark.rule("SW-5.17-2")
@pytest.mark.rule("SW-6.21")
def test_foot_out_of_command_neither_moves_nor_changes_formation() -> None:
    game = field({"5 VA": "2020", "7 VA Cav": "2030"}, uncommanded=["5 VA", "7 VA Cav"])
    for id in ("5 VA", "7 VA Cav"):
        assert start_bar(state(game), id).cite == "SW-5.17-1"
    play(game, "move 5 VA")
    assert not steps(game, "5 VA") and "5 VA: column" not in offered(game)


@pytest.mark.rule("SW-5.0-4")
@pytest.mark.rule("SW-5.26-1")
@pytest.mark.rule("SW-5.26-2")
@pytest.mark.rule("SW-5.26-3")
@pytest.mark.rule("SW-9.0-2")
def test_hex_and_hexside_are_paid_for() -> None:
    sides = [("2021", "2020", "slope"), ("2121", "2020", "ridge"), ("1921", "2020", "crest")]
    game = field({"5 VA": "2020"}, hexes={"2021": "woods"}, hexsides=sides)
    assert price(game, "line", "2022", "2021") == 2
    assert price(game, "line", "2020", "2021") == 3, "woods and up the slope"
    assert [price(game, k, "2021", "2020") for k in ("line", "column", "mounted", "wheels")] == [1, 1, 2, 2]
    assert [price(game, k, "2020", "2121") for k in ("line", "mounted", "wheels")] == [2, 3, 3]
    assert price(game, "line", "2121", "2020") == 2, "a ridge either way"
    assert [price(game, "wheels", *ab) for ab in (("2020", "1921"), ("1921", "2020"))] == [3, 2], "a crest up, and down"
    play(game, "move 5 VA", "5 VA: 2021")
    assert spent(game, "5 VA") == 3


@pytest.mark.rule("SW-5.22-2")
@pytest.mark.rule("SW-5.22-3")
@pytest.mark.rule("SW-5.23-1")
@pytest.mark.rule("SW-5.23-2")
@pytest.mark.rule("SW-5.24-2")
@pytest.mark.rule("SW-5.24-4")
@pytest.mark.rule("SW-5.25-1")
@pytest.mark.rule("SW-5.25-2")
@pytest.mark.rule("SW-6.11-1")
@pytest.mark.rule("SW-6.12-2")
@pytest.mark.rule("GB-21.14-1")
def test_thoroughfares_help_who_follows_them_but_not_a_line() -> None:
    woods = dict.fromkeys(("2020", "2021", "2022", "2023", "2121"), "woods")
    roads = [("pike", "2020-2021"), ("road", "2021-2022"), ("trail", "2022-2023"), ("pike", "2121-2122")]
    game = field({"5 VA": ("2020", "column")}, hexes=woods, roads=roads)
    movers = ("line", "column", "mounted", "wheels")
    assert [price(game, k, "2020", "2021") for k in movers] == [2, 0.5, 0.5, 0.5]
    assert [price(game, k, "2021", "2022") for k in movers] == [2, 0.75, 0.75, 1]
    assert [price(game, k, "2022", "2023") for k in movers] == [2, 1, 1, 1]
    assert price(game, "column", "2020", "2121") == 2, "from pike to pike across country"
    play(game, "move 5 VA", "5 VA: 2021", "5 VA: 2022", "5 VA: 2023")
    assert spent(game, "5 VA") == 2.25


@pytest.mark.rule("GB-21.14-2")
def test_a_thoroughfare_does_not_level_the_ground_of_2007() -> None:
    for rules, steep in (("1978", 0.5), ("2007", 1.5)):
        game = field({"5 VA": "2020"}, rules=rules, roads=[("pike", "2020-2021")], hexsides=[("2021", "2020", "slope")])
        assert price(game, "column", "2020", "2021") == steep


@pytest.mark.rule("SW-5.21-3")
@pytest.mark.rule("GB-21.41-1")
@pytest.mark.rule("GB-21.41-2")
@pytest.mark.rule("GB-21.42")
@pytest.mark.rule("SW-6.12-3")
def test_rivers_fords_bridges_and_streams() -> None:
    sides = [
        ("2020", "2021", "river"),
        ("2020", "2121", "river"),
        ("2020", "2121", "ford"),
        ("2020", "2120", "river"),
        ("2020", "2120", "bridge"),
        ("2020", "1921", "stream"),
        ("2020", "1920", "stream"),
        ("2020", "1920", "bridge"),
        ("2020", "2019", "stream"),
        ("2020", "2019", "ford"),
    ]
    given = {"hexsides": sides, "roads": [("road", "2020-2120"), ("road", "2020-1920")]}
    game = field({"5 VA": "2020", "Hampden": ("2030", "column")}, **given)
    assert [bar_of(game, "5 VA", "2020", h) for h in ("2021", "2121", "2120", "1921")] == ["SW-5.21-3"] * 3 + [""]
    assert barred(game, "5 VA", "2021") == "SW-5.21-3"
    new = field({"5 VA": "2020", "2 VA": ("2120", "column")}, rules="2007", **given)
    assert bar_of(new, "5 VA", "2020", "2021") == "GB-21.41-1" and bar_of(new, "5 VA", "2020", "2120") == "GB-21.41-2"
    assert [price(new, k, "2020", "2121") for k in ("line", "wheels")] == [3, 4]
    assert bar_of(new, "2 VA", "2120", "2020") == "" and price(new, "column", "2120", "2020") == 0.75
    for g in (game, new):
        assert [price(g, k, "2020", "1921") for k in ("line", "wheels")] == [2, 3]
        assert [price(g, k, "2020", "1920") for k in ("line", "column", "wheels")] == [2, 0.75, 1], "a line wades"
        assert [price(g, k, "2020", "2019") for k in ("line", "wheels")] == [2, 3], "no dearer than its stream"


@pytest.mark.rule("SW-5.31-1")
@pytest.mark.rule("SW-5.31-2")
@pytest.mark.rule("GB-21.21-1")
@pytest.mark.rule("GB-21.21-2")
def test_walls_stop_wheels_alone() -> None:
    units = {"5 VA": "2020", "7 VA Cav": ("2022", "column"), "Hampden": ("2024", "column"), "Jackson": "2020"}
    game = field(units, hexsides=[("2020", "2021", "stone wall")])
    assert [price(game, k, "2020", "2021") for k in ("line", "column", "mounted")] == [1, 1, 1]
    assert bar_of(game, "Hampden", "2020", "2021") == "SW-5.31-2" and bar_of(game, "Jackson", "2020", "2021") == ""


@pytest.mark.rule("SW-5.32-1")
@pytest.mark.rule("SW-5.32-2")
@pytest.mark.rule("SW-5.32-3")
@pytest.mark.rule("SW-5.32-4")
@pytest.mark.rule("SW-5.32-5")
@pytest.mark.rule("GB-21.31-1")
@pytest.mark.rule("GB-21.31-2")
@pytest.mark.rule("GB-21.32")
@pytest.mark.rule("GB-21.33")
@pytest.mark.rule("GB-21.34")
def test_the_town() -> None:
    units = {
        "5 VA": "2020",
        "2 VA": ("2120", "column"),
        "7 VA Cav": ("2022", "column"),
        "Hampden": ("2120", "column"),
        "Jackson": "2020",
    }
    roads = [("pike", "2120-2121"), ("trail", "1921-2021")]
    game = field(units, hexes={"2021": "town", "2121": "town"}, roads=roads)
    assert barred(game, "5 VA", "2021") == "" and barred(game, "5 VA", "2021", 16) == "SW-5.15-1", "all its points"
    assert price(game, "column", "2120", "2121") == 0.5 and barred(game, "2 VA", "2121", 2) == ""
    assert bar_of(game, "Hampden", "2020", "2021") == "SW-5.32-3" and bar_of(game, "Hampden", "2120", "2121") == ""
    assert bar_of(game, "Hampden", "1921", "2021") == "SW-5.32-3", "a trail is no road"
    assert (price(game, "mounted", "2022", "2021"), price(game, "mounted", "2120", "2121")) == (3, 0.5)
    play(game, "move Jackson", "Jackson: 2021")
    assert spent(game, "Jackson") == 3
    play(game, "Jackson: 2020", "done", "move 5 VA", "5 VA: 2021")
    assert spent(game, "5 VA") == 5


@pytest.mark.rule("SW-8.7-3")
@pytest.mark.rule("SW-10.81-1")
@pytest.mark.rule("SW-10.86")
@pytest.mark.rule("SW-13.84-2")
@pytest.mark.rule("SW-6.13-2")
@pytest.mark.rule("GB-20.22-2")
def test_markers_and_formations_that_keep_a_unit_where_it_is() -> None:
    game = field({
        "5 VA": ("2020", "reserve"), "2 VA": ("2022", "pinned"), "Garnett": ("2022", "pinned"),
        "4 VA": ("2024", "engaged"), "Hampden": "2026", "Danville": ("2028", "abandoned"),
    })  # fmt: skip
    found = [start_bar(state(game), i).cite for i in ("5 VA", "2 VA", "Garnett", "4 VA", "Hampden", "Danville")]
    assert found == ["SW-8.7-3", "SW-10.81-1", "SW-10.86", "SW-13.84-2", "SW-6.13-2", "GB-20.22-2"]


@pytest.mark.rule("SW-14.3-5")
def test_a_routed_unit_moves_one_hex_whatever_it_costs() -> None:
    game = field({"5 VA": ("2020", "routed"), "27 VA": ("2120", "routed")}, hexes={"2021": "woods"})
    play(game, "move 5 VA", "5 VA: 2021")
    assert left_of(game, "5 VA") == 0 and barred(game, "27 VA", "2119", 8) == "SW-14.3-5"


@pytest.mark.rule("SW-13.84-4")
def test_nobody_goes_through_engaged_units() -> None:
    game = field({"5 VA": "2020", "27 VA": ("2021", "engaged"), "14 IN": ("2021", "engaged")})
    assert barred(game, "5 VA", "2021") == "SW-5.12-1"
    g = state(game)
    from vedette.rules.great_battles.chapters.moves import pass_bar

    assert pass_bar(g, "5 VA", hex_of("2020"), hex_of("2021")) is not None


def test_the_reach_is_what_step_by_step_is_allowed() -> None:
    game = field({"5 VA": "2020", "14 IN": ("2023", "N")}, hexes={"2021": "woods", "2122": "woods"})
    found = move_reach(state(game), "5 VA")
    assert found[hex_of("2021")] == (8, hex_of("2020")) and hex_of("2023") not in found
    assert max(points for points, _ in found.values()) <= 20


@pytest.mark.rule("SW-7.11-1")
@pytest.mark.rule("SW-7.11-2")
def test_a_unit_may_go_anywhere_and_looks_where_it_goes() -> None:
    game = field({"5 VA": ("2020", "N")})
    play(game, "move 5 VA", "5 VA: 2021")
    assert state(game).units["5 VA"].facing == 3
    play(game, "5 VA: 2121")
    assert state(game).units["5 VA"].facing == 1
    with pytest.raises(IllegalAction):
        play(game, "5 VA: 2135")
