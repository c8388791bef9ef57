"""The speed of random play in every battle, beside python-chess, or beside another tree, in the same run."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import Any

import chess
from bench_play import Played, Player

from vedette.packs import battles

TURNS = 3
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {"stonewall-1978/kernstown": ({}, {"rules": "2007"})}
"""Battles that are measured by more than their usual options."""
FIRST_SEED = 1

clock = time.process_time


def worlds() -> list[tuple[str, dict[str, Any]]]:
    """Every battle with the options it is measured by."""
    return [(row.id, options) for row in battles() for options in OPTIONS.get(row.id, ({},)) if row.overlay is None]


def chess_game(rng: random.Random) -> int:
    """A random game of chess; its moves."""
    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves


def chess_rate(seconds: float, rng: random.Random) -> float:
    """Random legal moves a second of python-chess, in whole games."""
    moves, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        moves += chess_game(rng)
    return moves / spent


def named(id: str, options: dict[str, Any]) -> str:
    """A row's name."""
    return " ".join([id, *map(str, options.values())])


def alone(only: str, seconds: float) -> str:
    """A row a battle: decisions a second, their ratio to python-chess's moves, whole games a second."""
    player, rng = Player(), random.Random(1)
    rows = []
    for id, options in worlds():
        if only not in id:
            continue
        player.play(id, options, FIRST_SEED, games=1)
        ours, theirs, seed = [], [], FIRST_SEED
        for _ in range(TURNS):
            ours.append(player.play(id, options, seed, seconds=seconds / TURNS))
            theirs.append(chess_rate(seconds / TURNS / 2, rng))
            seed += ours[-1].games
        ratio = statistics.median(a.rate / b for a, b in zip(ours, theirs, strict=True))
        games = statistics.median(a.games / a.seconds for a in ours)
        rows.append([named(id, options), f"{_rate(ours):,.0f}", f"{ratio:.2f}", f"{games:.1f}"])
    player.close()
    return table(["battle", "decisions/s", "to python-chess", "games/s"], rows)


def beside(tree: Path, only: str, seconds: float) -> str:
    """A row a battle: decisions a second of the other tree and of this one, the factor, whether all games ended alike.

    Both play the same games in turns, and either begins in turn.
    """
    ours, theirs = Player(), Player(tree / ".venv/bin/python")
    rows = []
    for id, options in worlds():
        if only not in id:
            continue
        first = [player.play(id, options, FIRST_SEED, games=1) for player in (theirs, ours)]
        games = max(1, round(seconds / TURNS / first[0].seconds))
        now: list[Played] = []
        before: list[Played] = []
        for turn in range(TURNS):
            pairs = [(theirs, before), (ours, now)]
            for player, found in pairs if turn % 2 else pairs[::-1]:
                found.append(player.play(id, options, FIRST_SEED + turn * games, games=games))
        factor = statistics.median(b.rate / a.rate for a, b in zip(before, now, strict=True))
        same = [p.ends for p in before] == [p.ends for p in now]
        rows.append([named(id, options), f"{_rate(before):,.0f}", f"{_rate(now):,.0f}", f"{factor:.2f}",
                     f"{games * TURNS} the same" if same else "differ"])  # fmt: skip
    ours.close()
    theirs.close()
    return table(["battle", f"{tree.name}: decisions/s", "here", "factor", "games"], rows)


def _rate(found: list[Played]) -> float:
    return statistics.median(p.rate for p in found)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Rows in Markdown, all cells but the first to the right."""
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *rows)]
    return "\n".join([lines[0], "|---|" + "---:|" * (len(head) - 1), *lines[1:]])
