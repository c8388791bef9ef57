"""A simulation: the games of a plan over one or several processes, added up."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from vedette import staff
from vedette.engine import Battle
from vedette.engine.rulebook import rulebook_of
from vedette.lab.games import Plan, Played, play_one, turns_of
from vedette.lab.tally import median
from vedette.lab.work import Engine, digest_of_games, play_parts, ranges

from .orphans import end_with_parent

SHARE = 4
"""Games that a process plays before it reports."""


class Result(msgspec.Struct, frozen=True):
    """What came of all games (the JSON of `vedette sim`)."""

    games: int
    outcomes: dict[str, int]
    winners: dict[str, int]
    levels: list[str]
    digests: list[str]
    digest: str
    """One digest of them all (lab/work.py)."""
    decisions: int
    handoffs: int
    """Changes of the seat that acts, of all games, with default orders (lab/tally.py)."""
    handoffs_a_turn: float
    """The median over all turns of all games."""
    questions: int
    """Those that default orders leave open."""
    optional: int
    """Those of them that could be passed."""
    turns: int
    """Of one game."""
    seconds: float
    errors: list[dict[str, Any]]
    faults: list[dict[str, Any]] = []
    """Games that a commander lost by what it did wrong: game, seed, text."""


def simulate(
    plan: Plan, jobs: int | Engine = 1, progress: Callable[[int], None] = lambda n: None, folder: Path | None = None
) -> tuple[Result, list[Played]]:
    """Play the games of a plan; game i has seed + i whatever the number of processes.

    Args:
        jobs: so many processes, or another engine (`work.Engine`).
        progress: told how many games were finished since it was told last.
        folder: where part files are kept (lab/work.py); games that are there already are read, not played.
    """
    battle = plan.load()
    check(plan, battle)
    begun = time.perf_counter()
    played: list[Played] = []
    if isinstance(jobs, int) and folder is None:
        shares = _shares(plan, jobs)
    else:
        shares = play_parts(plan, ranges(plan.games), jobs, folder)
    for share in shares:
        played += share
        progress(len(share))
    return added(battle, played, time.perf_counter() - begun), played


def check(plan: Plan, battle: Battle) -> None:
    """Raises SeatError or OptionError before any game is begun."""
    for name in plan.seats.values():
        staff.seat(name, battle)
    rulebook_of(battle).options(battle, plan.options)


def cores() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shares(plan: Plan, jobs: int) -> Iterator[list[Played]]:
    """The games in order, a share at a time."""
    firsts = range(0, plan.games, SHARE)
    jobs = min(jobs, len(firsts))
    if jobs <= 1:
        yield from ([play_one(plan, game)] for game in range(plan.games))
        return
    # Spawned, not forked: a child starts from the same state everywhere, and no thread of ours is copied.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent) as pool:
        yield from pool.map(_share, [plan] * len(firsts), firsts)


def _share(plan: Plan, first: int) -> list[Played]:
    """The games of one share, in a process of its own."""
    return [play_one(plan, game) for game in range(first, min(first + SHARE, plan.games))]


def added(battle: Battle, played: list[Played], seconds: float) -> Result:
    """What came of some games, added up."""
    book = rulebook_of(battle)
    levels = book.levels(battle)
    good = [p for p in played if not p.error]
    winners = dict.fromkeys((*book.seats, "draw"), 0)
    for p in good:
        winners[p.winner or "draw"] += 1
    return Result(
        games=len(played),
        outcomes={level: sum(p.level == level for p in good) for level in levels},
        winners=winners,
        levels=levels,
        digests=[p.digest for p in played],
        digest=digest_of_games(played),
        decisions=sum(p.decisions for p in played),
        handoffs=sum(sum(p.handoffs) for p in played),
        handoffs_a_turn=median([n for p in good for n in p.handoffs]),
        questions=sum(p.questions for p in played),
        optional=sum(p.optional for p in played),
        turns=turns_of(battle),
        seconds=round(seconds, 3),
        errors=[{"game": p.game, "seed": p.seed, "text": p.error, "record": p.record} for p in played if p.error],
        faults=faults_of(played),
    )


def faults_of(played: Iterable[Played]) -> list[dict[str, Any]]:
    """The games that a commander lost by what it did wrong."""
    return [{"game": p.game, "seed": p.seed, "text": p.fault} for p in played if p.fault]
