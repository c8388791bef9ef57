"""The commanders of this family: an answer for every kind of decision, and the sense of the chief ones."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import vedette
from tests.valley.support import at, field, state
from vedette import staff
from vedette.engine import Game
from vedette.lab import Plan, simulate
from vedette.rules import valley_campaign
from vedette.rules.valley_campaign.ai import JUDGES, attacks, chances
from vedette.rules.valley_campaign.ai.aims import aims_of, corridor, runners
from vedette.rules.valley_campaign.ai.cautious import JUDGES as CAUTIOUS
from vedette.rules.valley_campaign.ai.distances import field as distance_field
from vedette.rules.valley_campaign.ai.scene import Scene
from vedette.rules.valley_campaign.setting import CONFEDERATE, UNION

HOLD: Mapping[str, Any] = {
    "do": "occupied", "side": "confederate", "hexes": ("3020",), "leader": "Jackson",
    "levels": ({"level": "Union Victory", "winner": "union", "cite": "JV-10.8-3"},
               {"level": "Draw", "cite": "JV-10.8-4"},
               {"level": "Confederate Victory", "winner": "confederate", "cite": "JV-10.8-1"}),
}  # fmt: skip
"""Hexes that are to be held, on flat ground."""


def asked_kinds() -> set[str]:
    """The kind of every question of the rules that is put to a player."""
    kinds = set()
    for file in sorted(Path(valley_campaign.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                seat, kind = node.args[0], node.args[3]
                if not (isinstance(seat, ast.Name) and seat.id == "CHANCE"):
                    assert isinstance(kind, ast.Constant)
                    kinds.add(str(kind.value))
    return kinds


@pytest.mark.parametrize("judges", [JUDGES, CAUTIOUS])
def test_there_is_an_answer_of_its_own_for_every_kind_of_decision(judges: Mapping[str, object]) -> None:
    assert asked_kinds() == set(judges)


def answer(game: Game, name: str = "adjutant") -> str:
    """What a commander answers now."""
    assert game.decision is not None
    return staff.seat(name, game.battle, 1).choose(staff.desk(game, game.decision.seat))


def played(game: Game, name: str = "adjutant", most: int = 60) -> list[str]:
    """The answers of a commander until the phase is over or nobody is asked."""
    texts: list[str] = []
    phase = state(game).phase
    while game.decision is not None and state(game).phase == phase and len(texts) < most:
        texts.append(answer(game, name))
        game.play(texts[-1], game.decision.seat)
    return texts


# -- movement --------------------------------------------------------------------------------------------


def test_who_counts_marches_for_the_edge_and_leaves() -> None:
    game = field({"5 VA": "5820", "Rice Battery": "5720", "25 OH": "1010"}, turn=9)
    texts = played(game)
    assert "5 VA: exit" in texts and "Rice Battery: exit" in texts


def test_cavalry_does_not_leave_while_points_are_missing() -> None:
    game = field({"2 VA Cavalry": "6020", "5 VA": "5020", "25 OH": "1010"}, turn=9)
    played(game)
    assert at(game, "2 VA Cavalry") != "exited"


def test_cautious_marches_off_too() -> None:
    game = field({"5 VA": "5820", "25 OH": "1010"}, turn=9)
    assert "5 VA: exit" in played(game, "cautious")


def test_those_in_front_move_first() -> None:
    game = field({"5 VA": "4020", "4 VA": "4120", "2 VA": "4220", "25 OH": "1010"}, turn=4)
    order = [text for text in played(game) if text.startswith("move ")]
    assert order == ["move 2 VA", "move 4 VA", "move 5 VA"]


def test_a_block_stands_in_the_way_of_the_march() -> None:
    game = field({"5 VA": "4020", "4 VA": "4020", "25 OH": "4820", "Rice Battery": "4021"}, side="union", turn=5)
    ways = corridor(state(game))
    assert ways is not None
    played(game)
    g = state(game)
    own = g.setting.spread[g.at("25 OH")] | 1 << g.at("25 OH")
    assert any(own >> hex & 1 for hex, share in ways.weight.items() if share >= 0.5)


def test_hexes_that_are_asked_for_are_taken_and_held() -> None:
    game = field({"5 VA": "2720", "25 OH": "5030"}, victory=HOLD, turn=3)
    played(game)
    assert at(game, "5 VA") == "3020"


def test_a_lone_leader_stays_away_from_the_enemy() -> None:
    game = field({"Jackson": "3020", "5 VA": "2820", "25 OH": "3220"}, turn=3)
    played(game)
    g = state(game)
    distance = g.setting.grid.distance
    assert g.at("Jackson") == g.at("5 VA") or distance(g.at("Jackson"), g.at("25 OH")) > 2


# -- combat ----------------------------------------------------------------------------------------------


def test_a_hopeless_attack_is_not_made_and_a_good_one_is() -> None:
    bad = field({"2 VA": "3020", "25 OH": "3120", "3 WV (Milroy)": "3120"}, phase="combat")
    assert answer(bad) == "done" and answer(bad, "cautious") == "done"
    good = field(
        {"5 VA": "3020", "4 VA": "3020", "6 LA": "3220", "7 LA": "3220", "29 NY": "3120"}, phase="combat", dice=[5]
    )
    assert answer(good) == "attack 3120" and answer(good, "cautious") == "attack 3120"
    assert "attack" in played(good)


def test_guns_fire_before_the_attack_and_at_who_is_shaken() -> None:
    units: dict[str, Any] = {
        "5 VA": "3020", "4 VA": "3020", "Rice Battery": "3019", "29 NY": "3120",
        "68 NY": {"at": "3120", "demoralized": 1},
    }  # fmt: skip
    game = field(units, phase="combat")
    assert answer(game) == "Rice Battery bombard 68 NY"


def test_the_step_of_a_full_unit_goes_before_the_last_of_another() -> None:
    game = field(
        {"25 OH": "3120", "29 NY": "3120", "5 VA": "3020", "4 VA": "3020", "6 LA": "3220", "7 LA": "3220"},
        phase="combat", dice=[5],
    )  # fmt: skip
    texts: list[str] = []
    while game.decision is not None and state(game).phase == "combat" and len(texts) < 12:
        texts.append(answer(game))
        game.play(texts[-1], game.decision.seat)
    assert "29 NY loses a step" not in texts


def test_what_an_attack_does_comes_from_the_table_of_the_pack() -> None:
    game = field({"5 VA": "3020", "25 OH": "3120"}, phase="combat")
    setting = state(game).setting
    rows = chances.expected(setting)
    assert rows[-1].their_back == 1.0 and rows[0].their_back == 0.0
    one = sum(setting.odds[die, 2].attacker_steps for die in range(1, 7)) / 6
    assert rows[2].own_steps == pytest.approx(one)


def test_more_attackers_are_taken_only_where_they_help() -> None:
    units = {"5 VA": "3020", "4 VA": "3020", "6 LA": "3220", "7 LA": "3220", "8 LA": "3021", "9 LA": "3021"}
    game = field({**units, "29 NY": "3120"}, phase="combat")
    scene = Scene.of(state(game), CONFEDERATE)
    plan = attacks.best(scene, state(game).setting.grid.index("3120"))
    assert plan.worth > 0 and plan.units
    everybody = attacks.worth(scene, tuple(units), state(game).setting.grid.index("3120"))
    assert plan.worth >= everybody


# -- what the scenario asks ------------------------------------------------------------------------------


def test_the_aims_come_from_the_scenario() -> None:
    game = vedette.battle("valley-campaign/cross-keys").new_game(seed=1, keep=False)
    g = state(game)
    aims = aims_of(g.setting)
    assert aims.side == CONFEDERATE and aims.leader and not aims.hexes
    assert {g.hex_name(h) for h in aims.exits} == {str(n) for n in range(6107, 6114)}
    marching = runners(g)
    assert marching and all(g.side(id) != UNION and g.counter(id).arm in ("infantry", "artillery") for id in marching)
    far = distance_field(g.setting, "infantry", g.burned, aims.exits)
    paced = distance_field(g.setting, "infantry", g.burned, aims.exits, pace=6)
    assert all(paced[h] > far[h] for h in range(g.setting.grid.size) if far[h] < 100)


def test_a_new_commander_answers_as_one_who_played_all_along_and_thinking_changes_nothing() -> None:
    game = vedette.battle("valley-campaign/port-republic").new_game(seed=5, keep=False)
    seats = {seat: staff.seat("adjutant", game.battle, 5) for seat in ("union", "confederate")}
    for n in range(160):
        assert game.decision is not None
        seat = game.decision.seat
        before = game.state.digest()
        text = seats[seat].choose(staff.desk(game, seat))
        if n % 8 == 0:
            assert game.state.digest() == before
            again = game.clone()
            assert staff.seat("adjutant", game.battle, 5).choose(staff.desk(again, seat)) == text
        game.play(text, seat)


@pytest.mark.parametrize("scenario", ["cross-keys", "port-republic"])
@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_it_beats_random_with_either_side(scenario: str, seat: str, count: Callable[[int], int]) -> None:
    games = count(20)
    if games < 20:
        pytest.skip("whole games are played where everything is proved")
    seats = {"union": "random", "confederate": "random", seat: "adjutant"}
    looked = Plan(battle=f"valley-campaign/{scenario}", games=games // 4, seed=11, seats=seats, laws=True)
    other = replace(looked, games=games - looked.games, seed=looked.seed + looked.games, laws=False)
    played = [simulate(plan)[0] for plan in (looked, other)]
    assert [result.errors for result in played] == [[], []]
    assert sum(result.winners[seat] for result in played) >= 0.9 * games
