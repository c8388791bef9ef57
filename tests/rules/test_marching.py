"""Moves as whole gestures: previews, marches, the same step for all."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.field import flat
from tests.support import at, offered, play, referee
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game

TYLER = {
    "7 OH-a": "1532", "7 OH-b": "1531", "7 IN-a": "1432", "7 IN-b": "1433", "1 WV-a": "1332", "1 WV-b": "1331",
    "110 PA-a": "1231", "110 PA-b": "1330", "29 OH-a": "1230", "29 OH-b": "1329",
}  # fmt: skip


def stepping(units: Any, **keys: Any) -> Game:
    """The movement step of Tyler's brigade."""
    keys = {"order": "attack", "active": "Tyler", **keys}
    return referee(units, begin="movement", **keys)


def plans(game: Game, hex: str = "", units: tuple[str, ...] = (), seat: str = "union") -> list[dict[str, Any]]:
    return list(game.rulebook.plans(game.state, seat, hex, units))


def reach(game: Game, unit: str) -> dict[str, Any]:
    return dict(game.rulebook.reach(game.state, unit))


# -- previews ----------------------------------------------------------------------------------------------------


def test_a_unit_shows_its_range_before_it_is_picked() -> None:
    game = stepping({"7 OH-a": "1532", "27 VA": "1834"}, hexes=flat())
    before = reach(game, "7 OH-a")
    play(game, "move 7 OH-a")
    assert before == reach(game, "7 OH-a")
    assert before["1533"]["cost"] == 1 and before["1533"]["left"] == 3
    assert before["1533"]["text"] == "1 MP, 3 left"


def test_who_has_moved_or_is_not_of_the_brigade_has_no_range_now() -> None:
    game = stepping({"7 OH-a": "1532", "7 OH-b": "1531", "27 VA": "1834"}, hexes=flat())
    play(game, "7 OH-a: 1533", "done")
    assert reach(game, "7 OH-a") == reach(game, "27 VA") == reach(game, "nobody") == {}
    assert reach(game, "7 OH-b")


def test_of_ways_that_cost_the_same_the_one_under_less_fire_is_shown() -> None:
    game = stepping({"7 OH-a": "1733", "27 VA": "1735"}, hexes=flat())
    row = reach(game, "7 OH-a")["1634"]
    assert row["draws_fire"] is False
    row = reach(game, "7 OH-a")["1736"]
    assert row["draws_fire"] and row["irreversible"]["cite"] == "KT-13.7-4"
    by = row["fires"][0]["by"]
    assert [(b["unit"], b["hex"], b["sp"], b["allowed"]) for b in by] == [("27 VA", "1735", "1.5", True)]


@pytest.mark.rule("KT-12.3-2")
def test_an_enemy_that_may_not_fire_is_named_with_the_reason() -> None:
    game = stepping({"7 OH-a": "1734", "27 VA": {"hex": "1735", "values": {"fresh": ["C", "R", 4]}}}, hexes=flat())
    row = reach(game, "7 OH-a")["1733"]
    assert row["draws_fire"] is False and row["irreversible"] is None
    assert [(b["allowed"], b["cite"]) for b in row["fires"][0]["by"]] == [(False, "KT-12.3-2")]


@pytest.mark.rule("KT-15.5-1", "KT-15.5a-i-1", "BS-12.4-1", "SS-15.5-1", "BS-12.4a-i")
def test_support_lost_and_gained_at_the_end_is_told_before_and_after() -> None:
    game = stepping({"7 OH-a": "1532", "7 OH-b": "1531", "29 OH-a": "1536", "27 VA": "1936"}, hexes=flat())
    rows = reach(game, "7 OH-a")
    changes = {c["unit"]: (c["before"], c["after"]) for c in rows["1535"]["support"]}
    assert changes == {"7 OH-a": (4, 4), "7 OH-b": (4, 3), "29 OH-a": (2, 3)}
    assert rows["1535"]["numbers"] == {"7 OH-a": ["6", "R", "4"]}
    assert "7 OH-b loses support, cohesion 4 to 3" in rows["1535"]["text"]


def test_a_plan_warns_of_support_that_is_lost_and_tells_what_is_gained() -> None:
    apart = stepping({"7 OH-a": "1532", "7 OH-b": "1531", "29 OH-a": "1536", "27 VA": "1936"}, hexes=flat())
    (found,) = plans(apart, "1535", ("7 OH-a",))
    assert found["warning"] == "7 OH-b loses support, cohesion 4 to 3"
    assert found["headline"] == "1 move, support gained: 29 OH-a"


@pytest.mark.rule("KT-6.1-1")
def test_the_stack_at_the_end_is_told_against_the_limit() -> None:
    game = stepping(
        {"7 OH-a": "1532", "7 IN-a": "1533", "7 IN-b": "1433", "7 OH-b": "1534", "27 VA": "1936"}, hexes=flat()
    )
    assert reach(game, "7 IN-a")["1433"]["stack"] == "9 of 10"
    row = reach(game, "7 OH-a")["1534"]
    assert (row["stack"], row["end"], row["cite"]) == ("12 of 10", False, "KT-6.1-1")


def test_a_stack_has_one_range_and_moves_in_one_gesture() -> None:
    game = stepping({"1 WV-a": "1532", "1 WV-b": "1532", "7 OH-a": "1534", "27 VA": "1936"}, hexes=flat())
    rows = reach(game, "1 WV-a + 1 WV-b")
    assert rows["1533"]["stack"] == "8 of 10" and rows["1534"]["end"] is False
    assert set(rows["1533"]["numbers"]) == {"1 WV-a", "1 WV-b"}
    play(game, "1 WV-a + 1 WV-b: 1532-1533")
    assert at(game, "1 WV-a") == at(game, "1 WV-b") == "1533"
    assert reach(game, "1 WV-a + 7 OH-a") == {}


def test_the_view_says_who_has_moved_and_who_still_may() -> None:
    game = stepping({"7 OH-a": "1532", "7 OH-b": "1531", "29 OH-a": "1434", "27 VA": "1936"}, hexes=flat())
    play(game, "7 OH-a: 1533")
    wanted = {
        "side": "union",
        "title": "Tyler",
        "moved": ["7 OH-a"],
        "waiting": ["7 OH-b", "29 OH-a"],
        "deeds": {},
        "leaving": {},
    }
    assert game.view("union")["movement"] == game.view("confederate")["movement"] == wanted
    assert referee({"7 OH-a": "1532"}).view("union")["movement"] is None


def test_passing_names_those_that_have_not_moved() -> None:
    game = stepping({"7 OH-a": "1532", "7 OH-b": "1531", "29 OH-a": "1434", "27 VA": "1936"}, hexes=flat())
    assert game.undone("union") == "3 units could still move: 7 OH-a, 7 OH-b, 29 OH-a"
    play(game, "7 OH-a: 1533", "done")
    assert game.undone("union") == "2 units could still move: 7 OH-b, 29 OH-a"
    many = stepping({**TYLER, "27 VA": "1936"}).undone("union")
    assert many == "10 units could still move: 7 OH-a, 7 OH-b, 7 IN-a, 7 IN-b and 6 more"


# -- along the road ----------------------------------------------------------------------------------------------


def test_ten_units_march_in_one_gesture_to_where_the_plan_has_its_ghosts() -> None:
    game = stepping({**TYLER, "27 VA": "1834"}, order="maneuver")
    (plan,) = plans(game, "1632")
    assert plan["kind"] == "march" and plan["text"].endswith(" to 1632") and plan["ghosts"]["7 OH-a"] == "1632"
    assert len(plan["ghosts"]) + len(plan["others"]) == 10
    assert plan["path"] == plan["ways"]["7 OH-a"]
    play(game, plan["text"])
    assert {id: at(game, id) for id in plan["ghosts"]} == plan["ghosts"]
    assert all(at(game, o["unit"]) == TYLER[o["unit"]] for o in plan["others"])


def test_the_road_is_filled_from_its_head_within_the_limit() -> None:
    units = {"7 IN-a": "1432", "7 IN-b": "1332", "1 WV-a": "1432", "1 WV-b": "1332", "27 VA": "1936"}
    game = stepping(units, order="maneuver", hexes=flat())
    (plan,) = plans(game, "1632")
    assert plan["text"] == "march 7 IN-a + 7 IN-b + 1 WV-a + 1 WV-b to 1632"
    assert plan["ghosts"] == {"7 IN-a": "1632", "7 IN-b": "1632", "1 WV-a": "1532", "1 WV-b": "1532"}
    assert plan["room"] == {"1632": "9 of 10", "1532": "8 of 10"}
    assert plan["headline"].startswith("4 move, 2 not all the way")
    assert [row["unit"] for row in plan["stops"]] == ["1 WV-a", "1 WV-b"]


def test_the_order_of_march_is_the_one_given() -> None:
    units = {"7 OH-a": "1532", "29 OH-a": "1532", "27 VA": "1936"}
    game = stepping(units, order="attack", hexes=flat())
    (plan,) = plans(game, "1632", ("29 OH-a", "7 OH-a"))
    assert list(plan["ghosts"].items()) == [("29 OH-a", "1632")]
    assert plan["others"] == [{"unit": "7 OH-a", "why": "it comes no nearer", "cite": "KT-13.3-3"}]


def test_who_has_no_part_in_a_march_is_named_and_does_not_stop_it() -> None:
    game = stepping({"7 OH-a": "1532", "7 IN-a": "1433", "27 VA": "1936"}, hexes=flat())
    play(game, "7 OH-a: 1533", "done")
    (plan,) = plans(game, "1435", ("7 OH-a", "7 IN-a"))
    assert [o["cite"] for o in plan["others"]] == ["KT-13.1-1"] and plan["ghosts"] == {"7 IN-a": "1435"}
    play(game, "march 7 OH-a + 7 IN-a to 1435")
    assert at(game, "7 IN-a") == "1435" and at(game, "7 OH-a") == "1533"


def test_a_march_is_played_until_fire_comes_between() -> None:
    units = {"7 OH-a": "1634", "29 OH-a": "1532", "27 VA": "1635"}
    game = stepping(units, hexes=flat(), dice=["11"])
    (plan,) = plans(game, "1631", ("7 OH-a", "29 OH-a"))
    assert plan["warning"] and plan["irreversible"]["cite"] == "KT-13.7-4" and plan["draws"][0]["hex"] == "1634"
    play(game, plan["text"])
    assert game.left[-3:] == ["move 29 OH-a", "29 OH-a: 1632", "done move 29 OH-a"]
    assert game.decision is not None and game.decision.kind == "opportunity-fire"


def test_a_march_that_leads_nobody_on_is_refused_and_moves_nobody() -> None:
    game = stepping({"7 OH-a": "1532", "27 VA": "1834"}, hexes=flat())
    with pytest.raises(IllegalAction, match="no way leads there") as found:
        game.play("march 7 OH-a to 1834")
    assert found.value.cite == "KT-13.1-3" and plans(game, "1834") == []
    assert offered(game) == ["move 7 OH-a", "done"]


def test_a_unit_in_the_middle_of_its_move_leads_on_with_what_it_has_left() -> None:
    game = stepping({"7 OH-a": "1532", "29 OH-a": "1532", "27 VA": "1936"}, hexes=flat())
    play(game, "7 OH-a: 1533-1534")
    (plan,) = plans(game, "1538")
    assert plan["ghosts"] == {"7 OH-a": "1536", "29 OH-a": "1535"}
    play(game, plan["text"])
    assert at(game, "7 OH-a") == "1536"


# -- all the same way --------------------------------------------------------------------------------------------


def test_whoever_is_moving_goes_on_first_in_every_plan() -> None:
    units = {"7 OH-a": "1532", "7 IN-a": "1633", "1 WV-a": "1433"}
    for unit in units:
        game = stepping(units, hexes=flat())
        play(game, f"move {unit}")
        found = [*plans(game), *plans(game, "1636"), *plans(game, "1636", ("7 IN-a", "1 WV-a", "7 OH-a"))]
        for plan in found:
            trial = game.clone()
            trial.play(plan["text"])
            assert all(at(trial, id) == hex for id, hex in plan["ghosts"].items()), plan["text"]
        assert all(next(iter(plan["ghosts"])) == unit for plan in found if unit in plan["ghosts"]) and len(found) > 8


def test_a_brigade_steps_one_hex_one_way_and_who_is_blocked_stays() -> None:
    units = {"7 OH-a": "1532", "7 OH-b": "1531", "7 IN-a": "1433", "29 OH-a": "1434", "27 VA": "1936"}
    game = stepping(units, hexes=flat())
    found = {p["title"]: p for p in plans(game)}
    west = found["one hex W"]
    assert west["ghosts"] == {"7 OH-a": "1533", "7 OH-b": "1532", "7 IN-a": "1434", "29 OH-a": "1435"}
    play(game, west["text"])
    assert {id: at(game, id) for id in west["ghosts"]} == west["ghosts"]


def test_a_blocked_unit_is_named_with_its_reason() -> None:
    game = stepping({"7 OH-a": "1532", "29 OH-a": "1534", "27 VA": "1535"}, hexes=flat())
    (west,) = [p for p in plans(game) if p["title"] == "one hex W"]
    assert west["ghosts"] == {"7 OH-a": "1533"}
    assert west["others"] == [{"unit": "29 OH-a", "why": "an enemy stands there", "cite": "KT-14.0-1"}]
    assert west["headline"] == "1 move, 1 stay, support gained: 7 OH-a + 29 OH-a"


def test_several_hexes_one_way_end_where_the_points_end() -> None:
    game = stepping({"7 OH-a": "1532", "27 VA": "1936"}, order="defend", hexes=flat())
    west = [p for p in plans(game) if p.get("direction") == "W"]
    assert [(p["hexes"], p["ghosts"]["7 OH-a"]) for p in west] == [(1, "1533"), (2, "1534")]
    play(game, "step 7 OH-a W 9")
    assert at(game, "7 OH-a") == "1534"


def test_a_way_that_this_map_has_not_is_refused() -> None:
    game = stepping({"7 OH-a": "1532", "27 VA": "1936"}, hexes=flat())
    with pytest.raises(IllegalAction, match="N is no way on this map: NE, E, SE, SW, W, NW"):
        game.play("step 7 OH-a N")
    with pytest.raises(IllegalAction, match="there is no unit"):
        game.play("step 99 OH W")


def test_plans_are_only_for_the_seat_that_is_asked() -> None:
    game = stepping({"7 OH-a": "1532", "27 VA": "1936"}, hexes=flat())
    assert plans(game, "1533", seat="confederate") == []
