"""A match between two commanders: pairs of games on the same dice seed, with the sides changed, until it is decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from vedette.engine import Known
from vedette.engine.rulebook import rulebook_of
from vedette.lab.games import Plan, Played
from vedette.lab.luck import corrected
from vedette.lab.sequential import EVEN, Interval, Sequential
from vedette.lab.simulation import check, faults_of
from vedette.lab.work import Engine, digest_of_games, play_parts, ranges


class Match(msgspec.Struct, frozen=True):
    """What came of a match (the JSON of `vedette match`); scores are those of the first commander."""

    battle: str
    first: str
    second: str
    pairs: int
    """As far as they count: those after the decision do not."""
    score: float
    low: float
    high: float
    """Where the score lies by 95 in 100."""
    won: int
    drawn: int
    lost: int
    """Games."""
    by_seat: dict[str, float]
    """The score of the first commander by the side that he has."""
    levels: dict[str, dict[str, int]]
    """How games ended, by the side that the first commander has."""
    verdict: str
    """first, second or even; "" where it stayed open, or was not asked for."""
    digest: str
    """One digest of all games that count."""
    seconds: float
    errors: list[dict[str, Any]]
    faults: list[dict[str, Any]] = []
    """Games that a commander lost by what it did wrong: game, seed, text."""
    luck: dict[str, float] | None = None
    """The score without the part that luck explains (lab/luck.py), where luck was counted."""


def plan_of(
    battle: str,
    first: str,
    second: str,
    *,
    pairs: int,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    luck: bool = False,
) -> Plan:
    """The plan of a match: game 2i has the first commander on the first side, game 2i + 1 on the other."""
    seats = rulebook_of(Known.loader()(battle)).seats
    names = dict(zip(seats, (first, second), strict=True))
    return Plan(
        battle=battle, games=2 * pairs, seed=seed, seats=names, options=dict(options or {}), swapped=True, luck=luck
    )


def play_match(
    plan: Plan,
    test: Sequential,
    *,
    stop: bool = True,
    jobs: int | Engine = 1,
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda n: None,
) -> Match:
    """Play the pairs of a plan in the order of their numbers, with `stop` until the test is decided.

    What counts does not depend on `jobs`: pairs that were played ahead of the decision are left out.
    """
    battle = Known.loader()(plan.battle)
    check(plan, battle)
    begun = time.perf_counter()
    counted: list[Played] = []
    for part in play_parts(plan, ranges(plan.games), jobs, folder):
        for first, second in zip(part[::2], part[1::2], strict=True):
            counted += first, second
            if not (first.error or second.error):
                test.add(score_of(plan, (first, second)))
            if stop and test.verdict:
                break
        progress(len(part) // 2)
        if stop and test.verdict:
            break
    return added(plan, counted, test, stop, time.perf_counter() - begun)


def score_of(plan: Plan, games: Iterable[Played]) -> float:
    """The share of some games that the first commander won."""
    scores = [0.5 if p.winner is None else float(p.winner == side_of(plan, p.game)) for p in games]
    return sum(scores) / len(scores)


def side_of(plan: Plan, game: int) -> str:
    """The side of the first commander."""
    return list(plan.seats)[game % 2]


def added(plan: Plan, played: list[Played], test: Sequential, asked: bool, seconds: float) -> Match:
    """What came of the games that count."""
    good = [p for p in played if not p.error]
    by_seat = {seat: [p for p in good if side_of(plan, p.game) == seat] for seat in plan.seats}
    interval: Interval = test.interval()
    known = rulebook_of(battle := Known.loader()(plan.battle)).levels(battle)
    scores = [score_of(plan, [p]) for p in good]
    found = corrected(test.scores, luck_of(plan, played)) if plan.luck else None
    first, second = plan.seats.values()
    return Match(
        battle=plan.battle,
        first=first,
        second=second,
        pairs=len(test.scores),
        score=round(interval.mean, 4),
        low=round(interval.low, 4),
        high=round(interval.high, 4),
        won=scores.count(1.0),
        drawn=scores.count(0.5),
        lost=scores.count(0.0),
        by_seat={seat: round(score_of(plan, games), 4) for seat, games in by_seat.items() if games},
        levels={level: {s: sum(p.level == level for p in games) for s, games in by_seat.items()} for level in known},
        verdict=test.verdict if asked else "",
        digest=digest_of_games(played),
        seconds=round(seconds, 3),
        errors=[{"game": p.game, "seed": p.seed, "text": p.error, "record": p.record} for p in played if p.error],
        faults=faults_of(played),
        luck={name: round(value, 4) for name, value in found._asdict().items()} if found else None,
    )


def luck_of(plan: Plan, played: Sequence[Played]) -> list[float]:
    """The luck of the first commander in each pair that counts."""
    first = next(iter(plan.seats))
    pairs = [pair for pair in zip(played[::2], played[1::2], strict=True) if not any(p.error for p in pair)]
    return [sum(p.luck if side_of(plan, p.game) == first else -p.luck for p in pair) for pair in pairs]


def verdict_words(match: Match, margin: float, null: float = EVEN) -> str:
    """What a match has shown, in words."""
    if match.verdict and match.verdict != "second" and null != EVEN:
        high, low = f"{EVEN + margin:.0%}", f"{null:.0%}"
        shown = f"does not win {high} of the games" if match.verdict == "even" else f"wins more than {low} of the games"
        return f"decided after {match.pairs} pairs, {high} against {low}: {match.first} {shown}"
    if match.verdict == "even":
        return f"decided after {match.pairs} pairs: neither is better by {margin:.0%} of the games"
    if match.verdict:
        better, other = (match.first, match.second) if match.verdict == "first" else (match.second, match.first)
        return f"decided after {match.pairs} pairs: {better} is better than {other}"
    return f"undecided after {match.pairs} pairs"


def luck_words(luck: Mapping[str, float]) -> str:
    """The score without luck, in words."""
    return (
        f"without luck {luck['score']:.1%}, between {luck['low']:.1%} and {luck['high']:.1%}; the spread is "
        f"{luck['spread']:.2f} of the plain one, the luck of a pair {luck['luck']:+.2f} strength points, within "
        f"{luck['error']:.2f}"
    )
