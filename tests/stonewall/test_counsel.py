"""The commanders of this family: an answer for every kind of decision, and the sense of the chief ones."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import vedette
from tests.stonewall import fire_support, melee_support, move_support
from tests.stonewall.melee_support import at, hex_of, state
from vedette import staff
from vedette.engine import Game
from vedette.lab import Plan, simulate
from vedette.rules import great_battles
from vedette.rules.great_battles.ai import JUDGES, aims, chances, fires, going, moving
from vedette.rules.great_battles.ai.cautious import JUDGES as CAUTIOUS
from vedette.rules.great_battles.ai.scene import Scene
from vedette.rules.great_battles.setting import CONFEDERATE, UNION


@cache
def asked_kinds() -> frozenset[str]:
    """The kind of every question of the rules that is put to a player."""
    kinds = set()
    for file in sorted(Path(great_battles.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                seat, kind = node.args[0], node.args[3]
                if not (isinstance(seat, ast.Name) and seat.id == "CHANCE"):
                    assert isinstance(kind, ast.Constant)
                    kinds.add(str(kind.value))
    return frozenset(kinds)


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


@pytest.mark.parametrize("name", ["adjutant", "cautious"])
def test_who_scores_there_marches_for_the_edge_and_leaves(name: str) -> None:
    units = {"5 VA": ("2003", "column"), "Garnett": "2003", "Jackson": "2003", "84 PA": "5030"}
    assert "5 VA: exit" in played(move_support.field(units, turn=5), name)


def test_without_the_first_leader_a_regiment_waits_for_its_own_and_both_leave_together() -> None:
    units = {"5 VA": ("2003", "column"), "Garnett": "2003", "84 PA": "5030"}
    game = move_support.field(units, turn=5)
    assert "5 VA: exit" not in played(game) and state(game).at("Garnett") == hex_of("2001")
    game = move_support.field({"5 VA": ("2001", "column"), "Garnett": "2001", "84 PA": "5030"}, turn=6)
    assert {"5 VA: exit", "Garnett: exit"} <= set(played(game))


def test_a_leader_through_whom_others_score_leaves_too() -> None:
    game = move_support.field({"5 VA": ("2003", "column"), "Jackson": "2003", "84 PA": "5030"}, turn=14)
    texts = played(game)
    assert "5 VA: exit" in texts and "Jackson: exit" in texts


def test_the_last_cavalry_waits_at_the_edge_for_the_leader_through_whom_it_scores() -> None:
    units = {"7 VA Cav": ("2007", "column"), "Ashby": "2007", "84 PA": "5030"}
    game = move_support.field(units, turn=5)
    texts = played(game)
    assert "7 VA Cav: 2001" in texts and "Ashby: exit" in texts and "7 VA Cav: exit" not in texts
    gone = state(move_support.field({"7 VA Cav": ("2001", "column"), "84 PA": "5030"}, turn=5))
    assert going.leaves(gone, "7 VA Cav")


def test_the_march_takes_the_road_in_column() -> None:
    roads = [("pike", "-".join(f"20{n:02d}" for n in range(30, 0, -1)))]
    game = move_support.field({"5 VA": ("2030", "N"), "Garnett": "2030", "84 PA": "5001"}, turn=3, roads=roads)
    texts = played(game)
    assert "5 VA: column" in texts and "5 VA: 2025" in texts


def test_who_cannot_leave_the_map_in_time_goes_for_the_hills() -> None:
    game = move_support.field({"5 VA": ("2228", "N"), "Garnett": "2228", "84 PA": "5001"}, turn=14)
    assert "5 VA" not in aims.runners(state(game))
    played(game)
    grid = state(game).setting.grid
    assert grid.distance(state(game).at("5 VA"), hex_of("2220")) < grid.distance(hex_of("2228"), hex_of("2220"))


def test_a_unit_turns_to_the_enemy_behind_it_and_then_is_content() -> None:
    units = {"14 IN": ("2020", "N"), "5 VA": ("2022", "N"), "Kimball": "2020", "Garnett": "2022"}
    game = move_support.field(units, side="union", paid=(), bystanders=False)
    texts = played(game)
    assert [t for t in texts if "face" in t] == ["14 IN: face S"] and "done" in texts


def test_a_battery_that_sees_its_target_stays_where_it_is() -> None:
    units = {"E 4 US": ("2020", "S"), "39 IL": ("2020", "S", 4), "5 VA": ("2024", "N"), "Sullivan": "2020"}
    g = state(move_support.field(units, side="union"))
    assert going.goal(g, "E 4 US", 32).what == going.STOP


def test_a_leader_stays_with_troops_whom_he_leads() -> None:
    units = {"5 VA": ("2020", "N"), "2 VA": ("2120", "N"), "Garnett": "2020", "84 PA": "2022"}
    game = move_support.field(units, turn=15)
    played(game)
    g = state(game)
    assert g.at("Garnett") < 0 or g.at("Garnett") in {g.at("5 VA"), g.at("2 VA")}


# -- set-up ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_in_the_free_set_up_everybody_stands_as_the_armies_stood(rules: str) -> None:
    battle = vedette.battle("stonewall-1978/kernstown")
    stood = state(battle.new_game(seed=1, options={"rules": rules}))
    game = battle.new_game(seed=1, options={"rules": rules, "deployment": "free"})
    while game.decision is not None and game.decision.kind == "set-up":
        game.play(answer(game), game.decision.seat)
    assert state(game).units == stood.units


# -- army morale -----------------------------------------------------------------------------------------


def test_no_army_morale_is_spent_while_the_enemy_is_far_away() -> None:
    game = move_support.field(
        {"14 IN": "2005", "Kimball": "2005", "5 VA": ("5034", "N")}, side="union", phase="command", morale=60, paid=()
    )
    assert answer(game) == "done" and answer(game, "cautious") == "done"


def test_the_dear_reserve_must_be_worth_its_price() -> None:
    game = move_support.field(
        {"7 OH": "2005", "Tyler": "2005", "37 VA": ("5034", "N")}, side="union", phase="command", morale=60, paid=(),
        bystanders=False,
    )  # fmt: skip
    assert answer(game) == "done"


def test_army_morale_is_kept_at_what_holds_the_brigades_steady() -> None:
    units = {"14 IN": ("2005", "S"), "Kimball": "2005", "5 VA": ("2008", "N")}
    game = move_support.field(units, side="union", phase="command", morale=60, paid=(), bystanders=False)
    g = state(game)
    assert moving._shaky(g, 60) == moving._shaky(g, 33) == 0 < moving._shaky(g, 29) < moving._shaky(g, 15)


# -- fire and melee --------------------------------------------------------------------------------------


def test_the_fire_that_is_worth_most_is_given() -> None:
    game = fire_support.field({"5 VA": "2020", "84 PA": ("2018", "S"), "14 IN": ("2118", "column")}, dice=[4, 4])
    assert answer(game) == "fire at 2118"
    assert "fire" in played(game)


def test_the_last_round_is_dearer_than_the_first_and_a_dry_unit_costs_its_brigade() -> None:
    g = state(fire_support.field({"Rockbridge": "2020", "5 VA": "2021", "84 PA": ("2009", "S")}, turn=3))
    scene = Scene.of(g, CONFEDERATE)
    many = fires.ammunition(scene, "Rockbridge")
    g.units["Rockbridge"] = msgspec.structs.replace(g.units["Rockbridge"], rounds=1)
    assert fires.ammunition(scene, "Rockbridge") > many
    assert fires.ammunition(scene, "5 VA") > 0


def test_a_hopeless_melee_is_not_begun_and_a_good_one_is() -> None:
    bad = melee_support.field({"27 VA": "2020", "14 IN": ("2019", "S"), "8 OH": ("2019", "S")})
    assert answer(bad) == "done" and answer(bad, "cautious") == "done"
    good = melee_support.field({"5 VA": "2020", "2 VA": "2020", "84 PA": ("2019", "S", 1)}, dice=[5])
    assert answer(good) == "melee 2019" and answer(good, "cautious") == "melee 2019"
    assert "melee" in played(good)


def test_guns_alone_are_worth_a_melee() -> None:
    game = melee_support.field({"2 VA": "2020", "H 1 OH": ("2019", "S")}, dice=[5])
    assert answer(game) == "melee 2019"


def test_who_would_lose_more_by_the_melee_falls_back_before_it() -> None:
    game = melee_support.field(
        {"5 VA": "2020", "2 VA": "2020", "1 OH Cav": ("2019", "column"), "Brodhead": "2017"}, phase="retreat"
    )
    assert answer(game) == "1 OH Cav retreats"


def test_what_fire_and_melee_do_comes_from_the_charts_of_the_pack() -> None:
    s = state(fire_support.field({"5 VA": "2020", "84 PA": "2018"})).setting
    column = s.fire.cells[-1]
    assert chances.shots(s, False)[-1].loss == pytest.approx(sum(r.losses for r in column) / 6)
    assert chances.shots(s, True)[-1].hit <= chances.shots(s, False)[-1].hit
    assert chances.fights(s)[-1][1].back > chances.fights(s)[0][1].back


# -- what it knows ---------------------------------------------------------------------------------------


def test_only_one_side_scores_by_leaving_and_a_broken_brigade_does_not() -> None:
    g = state(move_support.field({"5 VA": "2010", "14 IN": "2030", "7 VA Cav": ("2011", "column")}, turn=3))
    assert aims.exit_worth(g, "14 IN") == 0
    assert aims.exit_worth(g, "7 VA Cav") == 2 * g.strength("7 VA Cav") * g.setting.numbers["points-exit"]
    g.ineffective = ("Garnett",)
    assert aims.exit_worth(g, "5 VA") == 0


def test_thinking_changes_nothing_and_a_new_commander_answers_alike() -> None:
    units = {"5 VA": ("2012", "column"), "Garnett": "2012", "2 VA": "2013", "14 IN": ("2009", "S"), "Kimball": "2009"}
    game = move_support.field(units, turn=5)
    for _ in range(12):
        if game.decision is None or state(game).phase != "movement":
            break
        before = game.state.digest()
        text = answer(game)
        assert game.state.digest() == before
        assert answer(game.clone()) == text
        game.play(text)


def test_a_move_is_thought_out_to_its_end() -> None:
    g = state(move_support.field({"5 VA": ("2020", "N"), "Garnett": "2020", "84 PA": "5001"}, turn=5))
    found = going.reach(g, "5 VA", 20)
    assert (hex_of("2015"), False) in found.cost and (hex_of("2017"), True) in found.cost
    assert going.path(found, (hex_of("2017"), True))[0] == (hex_of("2020"), False)
    assert Scene.of(g, UNION).bars and at is not None


@pytest.mark.parametrize("seat", ["union", "confederate"])
def test_it_beats_random_with_either_side(seat: str, count: Callable[[int], int]) -> None:
    games = count(10)
    if games < 10:
        pytest.skip("whole games are played where everything is proved")
    seats = {"union": "random", "confederate": "random", seat: "adjutant"}
    looked = Plan(battle="stonewall-1978/kernstown", games=games // 4, seed=11, seats=seats, laws=True)
    other = replace(looked, games=games - looked.games, seed=looked.seed + looked.games, laws=False)
    played = [simulate(plan)[0] for plan in (looked, other)]
    assert [result.errors for result in played] == [[], []]
    assert sum(result.winners[seat] for result in played) >= 0.9 * games
