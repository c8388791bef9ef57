"""Many games: the same whatever the number of processes, failures with seed and record, laws watched."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vedette.cli import program
from vedette.engine import Game
from vedette.engine.archive import verify
from vedette.lab import LawError, Plan, games, report, simulate
from vedette.lab.laws import Watch

BATTLE = "kernstown/the-stone-wall"


def plan(games: int, seed: int = 1, **more: Any) -> Plan:
    seats = more.pop("seats", {"union": "random", "confederate": "random"})
    return Plan(battle=BATTLE, games=games, seed=seed, seats=seats, **more)


def test_every_game_ends_at_a_level_and_none_fails() -> None:
    result, played = simulate(plan(6, laws=True))
    assert result.errors == [] and sum(result.outcomes.values()) == 6 == sum(result.winners.values())
    assert result.levels[0] == "Decisive USA Victory" and set(result.outcomes) == set(result.levels)
    assert result.decisions == sum(p.decisions for p in played) and result.handoffs < result.decisions


def test_game_i_uses_seed_plus_i() -> None:
    first, _ = simulate(plan(3, seed=5))
    later, _ = simulate(plan(1, seed=7))
    assert first.digests[2] == later.digests[0] and len(set(first.digests)) == 3


def test_jobs_hash_seed_and_time_zone_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sim", BATTLE, "--games", "5", "--seed", "5", "--json"]
    assert program.run([*arguments, "--jobs", "1"]) == 0
    here = json.loads(capsys.readouterr().out)
    other = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    command = [sys.executable, "-m", "vedette", *arguments, "--jobs", "2"]
    there = json.loads(subprocess.run(command, env=other, capture_output=True, check=True).stdout)
    del here["seconds"], there["seconds"]
    assert here == there


def test_records_verify_and_end_as_the_simulation_says(tmp_path: Path) -> None:
    result, played = simulate(plan(1, seed=9, records=str(tmp_path)))
    text = Path(played[0].record or "").read_text()
    verdict = verify(text)
    assert verdict.ok and verdict.over and "rolls" in verdict.checked
    assert Game.from_record(text).state.digest() == result.digests[0]
    assert simulate(plan(1, seed=9))[0].digests == result.digests


def test_failure_is_reported_with_seed_and_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "MOST", 0)
    result, _ = simulate(plan(1, seed=4))
    (error,) = result.errors
    assert error["seed"] == 4 and "the game does not end" in error["text"] and result.outcomes["Major CSA Victory"] == 0
    assert verify(Path(error["record"]).read_text()).ok


def test_a_broken_law_is_seen() -> None:
    import vedette

    game = vedette.battle(BATTLE).new_game(seed=1)
    watch = Watch(game, 1)
    game.state.masks = (0, 0)
    decision = game.decision
    assert decision is not None
    with pytest.raises(LawError, match="the index of stacks is out of date"):
        watch.look(decision.ask)


def test_report_is_one_page_with_every_table(tmp_path: Path) -> None:
    asked = plan(2, figures=True)
    result, played = simulate(asked)
    page = report(asked, result, played)
    assert page.startswith("<!doctype html>") and "http" not in page and "src=" not in page
    for words in ("Outcomes", "Major CSA Victory", "Activations", "Losses", "Hexes held", "limited", "Garnett"):
        assert words in page


def test_options_reach_the_games() -> None:
    with_events, _ = simulate(plan(1))
    without, _ = simulate(plan(1, options={"no-events": "yes"}))
    assert without.errors == [] and without.decisions < with_events.decisions


def test_progress_only_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.run(["sim", BATTLE, "--games", "1", "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    assert err == "" and "1 game in" in out


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("--union", "nobody"), "there is no commander 'nobody'; there are random, cautious"),
        (("--set", "foo=1"), "has no option 'foo'"),
        (("--games", "0"), "0 is not in the range"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str) -> None:
    assert program.run(["sim", BATTLE, "--games", "1", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and words in err and err.count("\n") == 1
