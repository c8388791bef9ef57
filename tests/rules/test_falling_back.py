"""Retreats by whole ways: the plans of a retreat, who goes first of a stack, whom a panic takes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.field import flat
from tests.rules.fighting import BIG, HIT, fire, man, ready, ruled, settle
from tests.support import at, offered, play
from vedette.engine.game import Game


def driven(result: str, others: Any = (), *dice: str, **keys: Any) -> Game:
    """27 VA in 1734 must fall back by this result of a fire from 1733."""
    units = {"7 OH-a": man("1733", BIG), "27 VA": man("1734", 4), **dict(others)}
    game, _ = fire(units, "7 OH-a fire at 1734", HIT, "11", *dice, battle=ruled(("-", result)), **keys)
    return game


def plans(game: Game, hex: str = "", seat: str = "confederate") -> list[dict[str, Any]]:
    return list(game.rulebook.plans(game.state, seat, hex))


@pytest.mark.rule("KT-15.4-1", "SS-15.4-1", "SS-15.4-4")
def test_a_plan_for_each_end_of_the_best_ways_and_one_gesture_goes_there() -> None:
    found = plans(driven("R2"))
    assert {p["at"] for p in found} == {"1736", "1836", "1934", "1935"}
    assert [p["best"] for p in found] == [True, False, False, False]
    assert all(p["path"][0] == "1734" and p["path"][-1] == p["at"] and len(p["path"]) == 3 for p in found)
    for plan in found:
        game = driven("R2")
        play(game, plan["text"])
        assert at(game, "27 VA") == plan["at"] == plan["ghosts"]["27 VA"]


def test_the_answer_proposed_is_the_first_hex_of_the_best_plan() -> None:
    game = driven("R2", {"2 VA": man("2035", 3, brigade="Garnett")})
    best = plans(game)[0]
    assert game.decision is not None and game.decision.proposed is not None
    assert game.decision.proposed.hex == best["path"][1] == "1835"


def test_ends_that_are_worth_the_same_are_said_to_be_equal() -> None:
    assert all(p["equal"] for p in plans(driven("R2")))
    helped = {"2 VA": man("1936", 3, brigade="Garnett")}
    found = plans(driven("R2", helped))
    assert not any(p["equal"] for p in found)
    assert found[0]["at"] == "1836" and found[0]["headline"].endswith("cohesion 3 to 4")


def facts(frm: str, to: str, result: str, others: Any = (), **keys: Any) -> frozenset[str]:
    """What a standing order may go by where a unit falls back from a hex that was fired at."""
    units = {"7 OH-a": man(frm, BIG), "27 VA": man(to, 4), **dict(others)}
    game, _ = fire(units, f"7 OH-a fire at {to}", HIT, "11", battle=ruled(("-", result)), **keys)
    assert game.decision is not None and game.decision.kind == "retreat"
    found = game.rulebook.occasion(game.state, game.decision.ask)
    assert found is not None and found.window == "retreat"
    assert game.decision.proposed is not None and found.answers == {"proposed": game.decision.proposed.value}
    return frozenset(found.facts)


def test_a_standing_order_goes_the_way_only_where_it_makes_no_difference() -> None:
    assert facts("2133", "2134", "R1") == {"equal"}
    nearer, friends = facts("2133", "2134", "R2"), {"2 VA": man("2135", 2)}
    assert nearer == facts("2133", "2134", "R1", friends) == frozenset()
    assert facts("1733", "1734", "R1") == frozenset(), "1835 counts for victory, 1735 does not"
    assert facts("2133", "2134", "R1", hexes=flat({"2135": {"terrain": "orchard"}})) == frozenset()


def test_of_ends_worth_the_same_the_one_furthest_from_the_enemy_is_proposed() -> None:
    game = driven("R2")
    grid = game.state.setting.grid  # type: ignore[attr-defined]
    far = [grid.distance(grid.index(p["at"]), grid.index("1733")) for p in plans(game)]
    assert far == sorted(far, reverse=True) and far[0] > far[-1]


def test_the_plan_of_one_end_is_given_by_its_hex() -> None:
    game = driven("R2")
    assert [p["at"] for p in plans(game, "1935")] == ["1935"] and plans(game, "1731") == []


def test_only_the_owner_of_the_unit_is_given_its_ways() -> None:
    assert plans(driven("R2"), seat="union") == []


@pytest.mark.rule("KT-15.4-opp-1", "BS-12.3-fire-1", "SS-15.4-fire-1")
def test_the_gauntlet_is_drawn_where_no_way_is_free_of_it() -> None:
    game = driven("R2", {"7 OH-b": man("1635", 4), "7 IN-a": man("1834", 8)})
    best = plans(game)[0]
    assert best["warning"] == "leaving 1735 draws fire from 7 OH-b, 2 SP"
    assert {p["path"][1]: p["draws"][0]["sp"] for p in plans(game)} == {"1735": "2", "1835": "4"}
    play(game, best["text"])
    assert game.decision is not None and game.decision.kind == "opportunity-fire" and at(game, "27 VA") == "1735"


# -- who goes first ----------------------------------------------------------------------------------------------

STACK = {"7 OH-a": man("1733", 9), "27 VA": man("1734", 4), "4 VA": man("1734", 3), "33 VA": man("1734", 6)}


def routed(units: Any) -> Game:
    game = ready(units, "close-combat", dice=["11", "11"], battle=ruled(close=("-", "RA1")))
    play(game, "7 OH-a assault 1734", "done")
    settle(game, "retreat")
    return game


@pytest.mark.rule("KT-15.4-4")
def test_its_owner_says_who_of_a_stack_falls_back_first_where_room_is_short() -> None:
    game = routed(STACK)
    decision = game.decision
    assert decision is not None and (decision.kind, decision.seat) == ("retreat-order", "confederate")
    assert offered(game) == ["27 VA goes first", "4 VA goes first"] and at(game, "33 VA") != "1734"
    assert decision.proposed is not None and decision.proposed.text == "27 VA goes first"
    play(game, "4 VA goes first")
    assert game.decision is not None and game.decision.about == ("4 VA",)


@pytest.mark.rule("KT-15.4-4", "SS-15.4-4")
def test_nobody_is_asked_where_it_makes_no_difference() -> None:
    light = {"7 OH-a": man("1733", 9), "27 VA": man("1734", 1), "4 VA": man("1734", 1), "33 VA": man("1734", 2)}
    game = routed(light)
    assert all(at(game, id) != "1734" for id in light) and game.decision is not None
    assert game.decision.kind != "retreat-order"


# -- panic -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("KT-15.1b-P1-5", "BS-12.1b-P-3")
def test_whom_a_panic_may_take_with_the_cohesion_that_makes_it_so() -> None:
    units = {
        "7 OH-a": man("1733", BIG), "27 VA": man("1734", 4, brigade="A"), "4 VA": man("1734", 3, 2, brigade="B"),
        "21 VA": man("1835", 1, 2, brigade="C"), "33 VA": man("1735", 1, 5, brigade="D"),
    }  # fmt: skip
    game, _ = fire(units, "7 OH-a fire at 1734", HIT, "11", battle=ruled(("-", "P1")))
    assert game.decision is not None
    assert game.decision.prompt == "which unit panics? Cohesion 1 is the lowest, 2 or less panics"
    found = plans(game, seat="union")
    assert [(p["units"], p["at"], p["label"]) for p in found] == [(["4 VA"], "1734", "1"), (["21 VA"], "1835", "1")]
    assert {o["unit"]: o["why"] for o in found[0]["others"]} == {
        "27 VA": "it leads the hex",
        "33 VA": "cohesion 4, over 2",
    }
    play(game, found[1]["text"])
    settle(game, "retreat")
    assert at(game, "21 VA") != "1835"


@pytest.mark.rule("KT-16.2-1")
def test_where_skirmishers_give_way_to() -> None:
    from tests.support import referee

    units = {"7 OH-a": "1532", "27 VA": {"hex": "1535", "marks": ["skirmish"]}}
    game = referee(units, begin="movement", active="Tyler", order="attack", hexes=flat())
    row = game.rulebook.reach(game.state, "7 OH-a")["1534"]
    assert row["irreversible"] == {"why": "skirmishers give way: 27 VA", "cite": "KT-16.2-1"}
    play(game, "7 OH-a: 1533-1534")
    found = plans(game)
    assert found and all(p["path"] == ["1535", p["at"]] for p in found)
    play(game, found[-1]["text"])
    assert at(game, "27 VA") == found[-1]["at"]
