"""The example that trains a player: it runs, and what it learns points the right way."""

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_linear.py"


@pytest.mark.slow
def test_it_trains_keeps_and_plays_again_what_it_learnt(tmp_path: Path) -> None:
    file = tmp_path / "linear.npz"
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    weights = {seat: example["train"](seat, 2, 1) for seat in ("union", "confederate")}
    assert all(np.isfinite(w).all() and np.abs(w).sum() > 0 for w in weights.values())
    assert np.array_equal(example["train"]("union", 2, 1), weights["union"])
    np.savez(file, **weights)
    command = [sys.executable, str(EXAMPLE), "--test", str(file), "--games", "2"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.count("as union") == 1 and "score against random: " in told


def test_an_answer_that_did_well_becomes_likelier() -> None:
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    features = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    chances = example["softmax"](features @ np.zeros(2))
    assert chances == pytest.approx([1 / 3] * 3)
    way = example["gradient"]([example["Seen"](features, chances, 1)], np.array([1.0]))
    after = example["softmax"](features @ way)
    assert after[1] > 1 / 3 > after[0]
    worse = example["gradient"]([example["Seen"](features, chances, 1)], np.array([-1.0]))
    assert example["softmax"](features @ worse)[1] < 1 / 3


@pytest.mark.slow
def test_it_beats_random_after_a_few_minutes() -> None:
    """Only in `make prove`: 60 games to learn from as the Union, who at random win one in a hundred."""
    example: dict[str, Any] = runpy.run_path(str(EXAMPLE))
    weights = example["train"]("union", 60, 1)
    env = example["SeatEnv"](example["BATTLE"], seat="union", against="random")
    rng = np.random.default_rng(1)
    ends = [example["play"](env, weights, rng, 20_000 + game)[2] for game in range(20)]
    assert sum(end > 0 for end in ends) >= 5
