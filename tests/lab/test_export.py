"""Records as tables: each decision as its seat knew it, what it answered, how the game ended; bad input in one line."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from vedette.cli import program
from vedette.engine import Game
from vedette.lab.env import BattleEnv

BATTLE = "kernstown/the-stone-wall"


def recorded(folder: Path, seed: int, steps: int | None = None) -> tuple[list[dict[str, Any]], BattleEnv]:
    """A random game whose record is written; what was seen at each decision."""
    env, rng = BattleEnv(BATTLE, record=True), np.random.default_rng(seed)
    env.reset(seed=seed)
    seen = []
    while not env.terminations["union"] and (steps is None or len(seen) < steps):
        seat, at = env.agent_selection, int(rng.integers(len(env.answers)))
        shown = env.observe(seat)
        many = len(env.answers)
        row = {"seat": seat, "at": at, "answer": env.infos[seat]["texts"][at], "kind": env.infos[seat]["kind"]}
        arrays = (("vector", shown["observation"]["vector"]), ("units", shown["observation"]["units"].ravel()))
        seen.append(row | dict(arrays) | {"features": shown["features"][:many].ravel()})
        env.step(at)
    folder.mkdir(exist_ok=True)
    (folder / f"game-{seed}.jsonl").write_text(env.game.record(), encoding="utf-8")
    return seen, env


def test_every_decision_is_exported_as_its_seat_knew_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen, env = recorded(tmp_path / "records", 4)
    broken_off, _ = recorded(tmp_path / "records", 5, steps=30)
    out = tmp_path / "tables"
    assert program.run(["lab", "export", str(tmp_path / "records"), "-o", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["decisions"]) == (2, len(seen) + len(broken_off))
    rows = pq.read_table(out / "decisions.parquet").to_pylist()
    outcome = env.game.outcome
    assert outcome is not None
    for row, was in zip(rows, [*seen, *broken_off], strict=True):
        assert [row[key] for key in ("seat", "at", "answer", "kind")] == [
            was[k] for k in ("seat", "at", "answer", "kind")
        ]
        for name in ("vector", "units", "features"):
            assert np.array_equal(np.array(row[name], dtype=np.float32), was[name]), (row["n"], name)
        ended = None if row["game"] else 1.0 if outcome.winner == row["seat"] else -1.0
        assert row["result"] == ended
    games = pq.read_table(out / "games.parquet").to_pylist()
    assert [game["record"] for game in games] == ["game-4.jsonl", "game-5.jsonl"]
    assert (games[0]["level"], games[0]["digest"]) == (outcome.level, env.game.state.digest())
    assert games[1]["winner"] is games[1]["level"] is None
    columns = json.loads((out / "columns.json").read_text())
    assert len(rows[0]["vector"]) == len(columns["vector"])
    assert len(rows[0]["features"]) == rows[0]["offered"] * len(columns["features"])
    assert len(rows[0]["units"]) == len(columns["rows of units"]) * len(columns["units"])


def test_what_was_taken_back_is_left_out(tmp_path: Path) -> None:
    seen, env = recorded(tmp_path, 1, steps=60)
    game = Game.from_record(env.game.record())
    back = [text for text in game.undo(seen[-1]["seat"], consent=True) if text == seen[-1]["answer"]]
    assert len(back) == 1
    (tmp_path / "game-1.jsonl").write_text(game.record(), encoding="utf-8")
    assert program.run(["lab", "export", str(tmp_path / "game-1.jsonl"), "-o", str(tmp_path / "out")]) == 0
    rows = pq.read_table(tmp_path / "out" / "decisions.parquet").to_pylist()
    assert [row["answer"] for row in rows] == [was["answer"] for was in seen[:-1]]


def test_bad_input_is_told_in_one_line_and_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded(tmp_path / "records", 6, steps=20)
    good = tmp_path / "records" / "game-6.jsonl"
    cut = tmp_path / "cut.jsonl"
    cut.write_text(good.read_text(encoding="utf-8").replace('"do"', '"did"', 1), encoding="utf-8")
    other = tmp_path / "other.jsonl"
    valley = BattleEnv("valley-campaign/cross-keys", record=True)
    valley.reset(seed=1)
    other.write_text(valley.game.record(), encoding="utf-8")
    empty = tmp_path / "empty"
    empty.mkdir()
    for names, words in (
        ([tmp_path / "nowhere"], "nowhere: is not there"),
        ([empty], "empty: holds no record"),
        ([good, cut], "cut.jsonl: line"),
        ([good, other], "other.jsonl: is of another battle, or other units, than game-6.jsonl"),
    ):
        assert program.run(["lab", "export", *map(str, names), "-o", str(tmp_path / "out")]) == 2
        told = capsys.readouterr().err
        assert words in told and told.count("\n") == 1
    assert list((tmp_path / "out").iterdir()) == []
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for name in [name for name in sys.modules if name.startswith("vedette.lab.env.export")]:
        monkeypatch.delitem(sys.modules, name)
    assert program.run(["lab", "export", str(good), "-o", str(tmp_path / "out")]) == 2
    assert 'pip install "vedette[lab]"' in capsys.readouterr().err
