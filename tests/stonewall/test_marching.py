"""Marches and ways of many hexes: out of fire where the points allow it, and to a hex by naming it alone."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.support import asked
from vedette.engine import Game, IllegalAction


def stonewall(units: dict[str, str], **keys: Any) -> Game:
    rows = []
    for id, place in units.items():
        hex, _, facing = place.partition(" ")
        rows.append({"id": id, "hex": hex, **({"facing": facing} if facing else {})})
    spec = {"empty": True, "turn": 3, "begin": "movement", "active": "union", **keys, "unit": rows}
    return vedette.battle("stonewall-1978/kernstown").new_game(seed=1, position=spec)


def facing_one() -> Game:
    """5 VA in 4515 faces north: its zone is 4414, 4514 and 4614."""
    return stonewall({"7 OH": "4412 S", "Tyler": "4412", "5 VA": "4515 N"})


@pytest.mark.parametrize("goal", ["4415", "4416", "4315"])
def test_a_march_goes_round_a_zone_where_its_points_allow_it(goal: str) -> None:
    game = facing_one()
    (plan,) = game.rulebook.plans(game.state, "union", goal, ("7 OH",))
    assert plan["path"][-1] == goal and not {"4414", "4514", "4614"} & set(plan["path"][:-1])
    assert plan["irreversible"] is None and plan["warning"] is None
    game.play(plan["text"])
    assert not [e for e in game.entries if e.seat == "confederate"] and game.left == []


@pytest.mark.rule("SW-11.1")
def test_where_it_cannot_it_says_so_and_a_march_out_of_fire_is_offered() -> None:
    game = facing_one()
    through, round_ = game.rulebook.plans(game.state, "union", "4417", ("7 OH",))
    assert through["warning"] == "withdrawal fire of 5 VA at 4414" and through["path"][-1] == "4417"
    assert round_["text"] == "march 7 OH to 4417 out of fire" and round_["warning"] is None
    game.play(round_["text"])
    assert round_["ghosts"] == {"7 OH": "4317"} and not [e for e in game.entries if e.seat == "confederate"]


def test_out_of_a_zone_nobody_marches_out_of_fire() -> None:
    game = stonewall({"7 OH": "4414 S", "Tyler": "4414", "5 VA": "4515 N"})
    with pytest.raises(IllegalAction):
        game.play("march 7 OH to 4410 out of fire")


@pytest.mark.rule("SW-21.22-2")
def test_a_reinforcement_comes_to_a_far_hex_by_naming_it_alone() -> None:
    """It enters where its way is the cheapest: every hex of its range that it may end in, tried."""
    game = vedette.battle("stonewall-1978/kernstown").new_game(seed=1)
    while game.decision is not None and game.decision.kind != "move-unit":
        texts = [a.text for a in game.decision.actions]
        game.play("rest as proposed" if "rest as proposed" in texts else "done", asked(game))
    rows = {hex: row for hex, row in game.rulebook.reach(game.state, "2 VA").items() if row["end"]}
    for hex in sorted(rows)[::4]:
        trial = game.clone()
        trial.play(f"2 VA: {hex}")
        (unit,) = (u for u in trial.view("")["units"] if u["id"] == "2 VA")
        assert unit["hex"] == hex


def test_a_march_that_stops_short_says_where_and_why() -> None:
    """Eight points fill a hex: `march X to H` ended beside it as if that were what was meant."""
    game = stonewall({"7 OH": "4412 S", "29 OH": "4410 S", "Tyler": "4412", "5 VA": "4525 N"})
    told = game.halting("march 29 OH to 4412")
    (plan,) = game.rulebook.plans(game.state, "union", "4412", ("29 OH",))
    game.play("march 29 OH to 4412")
    assert (
        game.halts == told == plan["halts"] == ["29 OH stops at 4411: eight points at most stand in a hex (SW-8.0-1)"]
    )
    assert plan["headline"] == f"1 moves, 1 not all the way, {told[0]}"
    game.undo()
    assert game.halts == [], "what was taken back halts nowhere"
    assert game.halting("march 7 OH to 4413") == []
    game.play("march 7 OH to 4413")
    assert game.halts == []
