"""The adjutant in whole games: strong, legal, quick to begin anew, the same everywhere, blind to what is hidden."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import vedette
from tests.rules.chits import all_chits
from vedette import staff
from vedette.cli import program
from vedette.engine import Game
from vedette.lab import Plan, simulate
from vedette.rules import blind_swords
from vedette.rules.blind_swords.ai import JUDGES

BATTLE = "kernstown/the-stone-wall"


def played(game: Game, seed: int, seats: dict[str, str]) -> Iterator[tuple[Game, str, str]]:
    """The game before each answer, who is asked, and what he answers."""
    commanders = {seat: staff.seat(name, game.battle, seed) for seat, name in seats.items()}
    while (decision := game.decision) is not None:
        text = commanders[decision.seat].choose(staff.desk(game, decision.seat))
        yield game, decision.seat, text
        game.play(text, decision.seat)


def begun(seed: int, **options: str) -> Game:
    return vedette.battle(BATTLE).new_game(seed=seed, options=options, keep=False)


BOTH = {"union": "adjutant", "confederate": "adjutant"}


def test_it_beats_random_with_either_side(count: Callable[[int], int]) -> None:
    games = count(20)
    for seat, other in (("union", "confederate"), ("confederate", "union")):
        result, _ = simulate(Plan(battle=BATTLE, games=games, seed=11, seats={seat: "adjutant", other: "random"}))
        assert result.errors == [] and result.winners[seat] >= 0.9 * games


def test_no_answer_is_illegal_and_every_law_holds(count: Callable[[int], int]) -> None:
    result, games = simulate(Plan(battle=BATTLE, games=count(10), seed=31, seats=BOTH, laws=True))
    assert result.errors == [] and all(p.level for p in games)


def test_with_every_chit_of_the_book_and_the_second_table() -> None:
    game = Game.new(all_chits(), seed=8, options={"fog-second-table": "yes"}, keep=False)
    asked = {(g.decision.kind, seat) for g, seat, _ in played(game, 8, BOTH) if g.decision is not None}
    assert game.outcome is not None
    assert {"window", "order", "move", "fire-plan", "close-combat", "rally", "artillery-act"} <= {k for k, _ in asked}


@pytest.fixture(scope="module")
def told() -> list[tuple[Game, str, str]]:
    """Every tenth decision of a game between two adjutants: the game then, who was asked, what he answered."""
    game = begun(5)
    return [(g.clone(), seat, text) for n, (g, seat, text) in enumerate(played(game, 5, BOTH)) if n % 10 == 0]


def test_what_is_hidden_does_not_move_it(told: list[tuple[Game, str, str]]) -> None:
    for n, (game, seat, text) in enumerate(told):
        other = game.imagine(seat, seed=n)
        assert other.view(seat) == game.view(seat)
        assert staff.seat("adjutant", game.battle, 5).choose(staff.desk(other, seat)) == text
    assert len(told) > 40


def test_a_new_commander_answers_as_one_who_played_all_along(told: list[tuple[Game, str, str]]) -> None:
    for game, seat, text in told:
        assert staff.seat("adjutant", game.battle, 5).choose(staff.desk(game, seat)) == text


def test_thinking_changes_nothing() -> None:
    game = begun(7)
    for n, (g, seat, _) in enumerate(played(game, 7, {"union": "random", "confederate": "random"})):
        if n % 40 == 0:
            before = g.state.digest()
            desk = staff.desk(g, seat)
            imagined = desk.state.digest()
            staff.seat("adjutant", g.battle, 7).choose(desk)
            assert desk.state.digest() == imagined and g.state.digest() == before


def test_jobs_and_hash_seed_change_nothing(capsys: pytest.CaptureFixture[str], count: Callable[[int], int]) -> None:
    games = min(6, count(10))
    arguments = ["sim", BATTLE, "--games", str(games), "--seed", "3", "--confederate", "adjutant", "--json"]
    assert program.run([*arguments, "--jobs", "1"]) == 0
    here = json.loads(capsys.readouterr().out)
    other = {**os.environ, "PYTHONHASHSEED": "99", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-m", "vedette", *arguments, "--jobs", "2"]
    there = json.loads(subprocess.run(command, env=other, capture_output=True, check=True).stdout)
    assert here["digests"] == there["digests"] and here["errors"] == there["errors"] == []


def test_key_chits_vary() -> None:
    keys = set()
    for seed in range(12):
        game = begun(seed)
        assert game.decision is not None and game.decision.kind == "key"
        keys.add(staff.seat("adjutant", game.battle, seed).choose(staff.desk(game, "confederate")))
    assert len(keys) > 1


def asked_kinds() -> set[str]:
    """The kind of every question of the rules that is put to a player."""
    kinds = set()
    for file in sorted(Path(blind_swords.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Ask":
                seat, kind = node.args[0], node.args[3]
                if not (isinstance(seat, ast.Name) and seat.id == "CHANCE"):
                    assert isinstance(kind, ast.Constant)
                    kinds.add(str(kind.value))
    return kinds


def test_it_has_an_answer_of_its_own_for_every_kind_of_decision() -> None:
    assert asked_kinds() == set(JUDGES)
