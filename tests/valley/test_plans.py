"""Plans of attack: who, on which column, with which exact chances; what had better come first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.valley.support import at, field, state
from vedette.engine.game import Game

GUN = {"arm": "artillery", "side": "confederate"}
UNITS: dict[str, Any] = {
    "25 OH": "1010", "1 VA": {"at": "1009", "strength": (2, 1)}, "2 VA": {"at": "1109", "strength": (1, 1)},
    "4 VA": "1011", "a gun": {"at": "1008", **GUN}, "8 NY": "3020",
}  # fmt: skip


def plans(game: Game, at: str = "", *units: str) -> list[dict[str, Any]]:
    """The Confederate plans; asking changes nothing."""
    before = state(game).digest()
    found = game.rulebook.plans(state(game), "confederate", at, units)
    assert state(game).digest() == before
    return found


def by_title(found: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Plans by their titles."""
    return {p["title"]: p for p in found}


@pytest.mark.rule("JV-6.2-1", "JV-6.9-opposite")
def test_the_chances_of_a_plan_are_those_of_the_odds() -> None:
    game = field(UNITS, phase="combat")
    plan = by_title(plans(game, "1010"))["all who can attack"]
    odds = game.odds(*plan["text"].split("; "))
    emptied = sum(r.probability for r in odds.results if any("retreat" in w for w in r.units.get("25 OH", ())) or
                  "eliminated" in r.units.get("25 OH", ()))  # fmt: skip
    assert plan["measure"]["probability"] == pytest.approx(emptied)
    assert plan["column"] == {"base": "2:1", "final": "3:1"} and plan["shifts"][0]["cite"] == "JV-6.9-opposite"


def test_as_few_as_reach_the_same_column_are_offered_beside_all() -> None:
    found = by_title(plans(field(UNITS, phase="combat"), "1010"))
    assert set(found["all who can attack"]["units"]) == {"1 VA", "2 VA", "4 VA"}
    assert set(found["the fewest for the same column"]["units"]) == {"1 VA", "4 VA"}
    spared = found["the fewest for the same column"]["others"]
    assert [row["unit"] for row in spared if not row["cite"]] == ["2 VA", "a gun"]


def test_guns_first_counts_what_they_do_before_the_attack() -> None:
    game = field(UNITS, phase="combat")
    found = plans(game, "1010")
    assert found[0]["best"] and found[0]["title"] == "guns first"
    assert found[0]["text"].startswith("a gun bombard 25 OH; ")
    assert found[0]["measure"]["probability"] > by_title(found)["all who can attack"]["measure"]["probability"]
    assert not any(p["best"] for p in found[1:])


@pytest.mark.parametrize("n", range(5))
def test_every_plan_is_accepted_as_it_stands(n: int) -> None:
    game = field({**UNITS, "Jackson": "1009", "Ewell": "1011"}, phase="combat", dice=[1, 6, 6, 6])
    offered = plans(game, "1010")
    if n < len(offered):
        game.play(offered[n]["text"])
        assert state(game).fought


def test_only_those_ticked_take_part_and_an_attack_begun_goes_on() -> None:
    game = field(UNITS, phase="combat")
    assert {u for p in plans(game, "1010", "1 VA") for u in p["units"]} == {"1 VA"}
    game.play("attack 1010")
    game.play("add 2 VA")
    plan = plans(game)[0]
    assert set(plan["units"]) >= {"2 VA"} and plan["text"].endswith("attack")
    game.play(plan["text"])
    assert state(game).ask is not None and state(game).ask.seat == "chance"


@pytest.mark.rule("JV-8.3-5")
def test_an_attack_that_breaks_a_chain_is_warned_of() -> None:
    command = {"command": "Tay"}
    units = {
        "Taylor": "1010", "6 LA": "1012", "7 LA": {"at": "1011", **command}, "8 LA": "1013",
        "25 OH": "1014", "8 NY": "1111",
    }  # fmt: skip
    game = field(units, phase="combat")
    near = next(p for p in plans(game) if p["at"] == "1111")
    far = next(p for p in plans(game) if p["at"] == "1014")
    assert "8 LA could attack 1014 with Taylor" in near["warning"] and far["warning"] is None


def test_the_best_odds_are_shown_while_units_move() -> None:
    game = field({**UNITS, "33 VA": "1014"}, phase="movement")
    hexes = game.rulebook.board(state(game), "confederate", "chances")["hexes"]
    assert hexes["1010"]["text"] == "3:1" and "3020" not in hexes
    assert "who could come" in hexes["1010"]["why"]
    far = field({"25 OH": "1010", "1 VA": "1005", "4 VA": "1006"})
    assert far.rulebook.board(state(far), "confederate", "chances")["hexes"]["1010"]["text"] == "(1:1)"
    assert at(far, "1 VA") == "1005"


@pytest.mark.rule("JV-7.7-4")
def test_whole_ways_back_are_planned_the_safest_first() -> None:
    units = {"25 OH": "1012", "a gun": {"at": "1010", **GUN}, "33 VA": "1215"}
    game = field(units, phase="combat", dice=[6, 3])
    game.play("a gun bombard 25 OH")
    found = game.rulebook.plans(state(game), "union")
    assert found[0]["best"] and found[0]["warning"] is None and all(len(p["path"]) == 4 for p in found)
    costly = [p for p in found if p["warning"]]
    assert costly and costly[0]["label"] == "-1" and costly == found[-len(costly) :]
    game.play(found[0]["text"])
    assert at(game, "25 OH") == found[0]["at"]


def test_each_who_falls_back_from_a_combat_has_his_ways() -> None:
    game = field(
        {"25 OH": "1010", "1 VA": {"at": "1009", "strength": (9, 9)}, "33 VA": "1012"}, phase="combat", dice=[6]
    )
    game.play("1 VA attack 1010")
    found = game.rulebook.plans(state(game), "union")
    answers = {a.text for a in game.decision.actions}  # type: ignore[union-attr]
    assert found and {p["text"] for p in found} <= answers and found[0]["units"] == ["25 OH"]


def test_a_plan_and_odds_tell_the_chance_that_a_leader_is_lost() -> None:
    """A leader alone dies on four of six; "steps lost 0.00" was all that was said of it."""
    game = field({"1 VA": "1009", "Tyler": "1010", "8 NY": "3020"}, phase="combat")
    (plan,) = plans(game)
    assert plan["headline"].endswith("steps lost 0.00, by them 0.00; by them a leader 67 %")
    assert {"name": "defender loses a leader", "probability": pytest.approx(2 / 3)} in plan["chances"]
    totals = {t.name: t.weight for t in game.odds(plan["text"]).totals}
    assert totals["the defender loses a leader"] == 4 and "the attacker loses a leader" not in totals
    assert "leader" not in plans(field(UNITS, phase="combat"), "1010", "1 VA")[0]["headline"]
