"""Plays random games of a battle when told to, and says what time they took: the player behind `tools/bench.py`.

Each tree that is measured has one of these in a process of its own, run by that tree's Python. It reads a task a line
(battle, options, seed of the first game, and how many games or how many seconds of them) and writes a result a line.
"""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import vedette
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.run import answer, asks
from vedette.engine.state import State

clock = time.process_time


def pick(ask: Ask, rng: random.Random) -> Any:
    """A random answer, chance's by its weights."""
    if ask.weights is not None:
        return rng.choices(ask.options, ask.weights)[0]
    return rng.choice(ask.options)


def random_game(g: State, rng: random.Random) -> int:
    """Play a game to its end; how many decisions of players had two or more answers."""
    counted = 0
    while g.ask is not None:
        ask = asks(g)[0]
        counted += ask.seat != CHANCE and len(ask.options) > 1
        answer(g, ask.seat, pick(ask, rng))
    return counted


class Played(NamedTuple):
    """Some whole games: their decisions, processor time, and a digest of the states in which they ended."""

    games: int
    decisions: int
    seconds: float
    ends: str

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


def played(id: str, options: dict[str, Any], seed: int, games: int, seconds: float) -> Played:
    """So many games from a seed on, or as many as begin within so many seconds."""
    battle = vedette.battle(id)
    decisions = done = 0
    spent = 0.0
    ends = hashlib.blake2b(digest_size=8)
    while done < games if games else spent < seconds:
        g = battle.new_game(seed=seed + done, options=options, keep=False).state
        begun = clock()
        decisions += random_game(g, random.Random(seed + done))
        spent += clock() - begun
        done += 1
        ends.update(g.digest().encode())
    return Played(done, decisions, spent, ends.hexdigest())


class Player:
    """A process that plays for a tree."""

    def __init__(self, python: str | Path = sys.executable) -> None:
        command = [str(python), str(Path(__file__).resolve())]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, id: str, options: dict[str, Any], seed: int, games: int = 0, seconds: float = 0.0) -> Played:
        """Have games played; see `played`."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps([id, options, seed, games, seconds]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.process.args!r} could not play {id}: see above")
        return Played(*json.loads(line))

    def close(self) -> None:
        """Let it end."""
        self.process.communicate()


def _results() -> Iterator[Played]:
    for line in sys.stdin:
        yield played(*json.loads(line))


if __name__ == "__main__":
    for result in _results():
        print(json.dumps(result), flush=True)
