"""What a change in a battle does to its balance: the same games, by the same seeds, before and after it.

Each game is compared with its twin, so that what both have in common, above all the dice, falls out. A change is said
to move the balance where the mean of the differences lies off nothing by more than chance would bring it in one of
twenty such questions, all measures taken together.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.rulebook import rulebook_of
from vedette.lab.changes import Changes
from vedette.lab.games import Plan, Played
from vedette.lab.simulation import check
from vedette.lab.work import Engine, digest_of_games, play_parts, ranges

BOUND = 2.394
"""Standard errors of the interval of each of three measures, so that all three hold by 95 in 100."""
LEAST = 10
"""Pairs before which nothing is said to be found: the spread of fewer says little."""
BEFORE, AFTER = "before", "after"


class Measure(msgspec.Struct, frozen=True):
    """One measure of the balance, and what a change does to it; more is better for the first seat."""

    name: str
    title: str
    before: float
    after: float
    change: float
    """The mean of the differences."""
    low: float
    high: float
    """Where it lies."""
    found: str
    """The seat that the change helps; "" where none was found."""


class Sensitivity(msgspec.Struct, frozen=True):
    """What came of a change (the JSON of `vedette lab sensitivity`)."""

    battle: str
    changes: str
    seats: dict[str, str]
    pairs: int
    same: int
    """Pairs whose games were the same to the end: the change did nothing there."""
    measures: list[Measure]
    levels: dict[str, dict[str, int]]
    """Victory level -> games before and after."""
    digests: dict[str, str]
    seconds: float
    errors: list[dict[str, Any]]


def measures_of(battle: Battle) -> Mapping[str, tuple[str, Callable[[Played], float]]]:
    """Name -> title and value of a game: each measures how well the first seat did."""
    book = rulebook_of(battle)
    first, levels = book.seats[0], book.levels(battle)
    last = max(1, len(levels) - 1)
    return {
        "score": (
            f"games won by the {first} side, a draw being half",
            lambda p: 0.5 if p.winner is None else float(p.winner == first),
        ),
        "level": (
            f"victory level, from 0 to 1, the best for the {first} side",
            lambda p: 1 - levels.index(p.level) / last,
        ),
        "strength": (f"strength that the {first} side has left beyond the other", lambda p: p.ahead),
    }


def compare(
    plan: Plan,
    changes: Changes,
    *,
    jobs: int | Engine = 1,
    folder: Path | None = None,
    progress: Callable[[int], None] = lambda n: None,
) -> tuple[Sensitivity, dict[str, list[float]]]:
    """Play the games of a plan without and with the changes; beside the result the differences of each measure."""
    begun = time.perf_counter()
    plans = {BEFORE: plan, AFTER: msgspec.structs.replace(plan, changes=changes)}
    played: dict[str, list[Played]] = {}
    for one in plans.values():
        check(one, one.load())
    for when, one in plans.items():
        played[when] = []
        for part in play_parts(one, ranges(one.games), jobs, folder / when if folder else None):
            played[when] += part
            progress(len(part))
    return added(plan, changes, played, time.perf_counter() - begun)


def added(
    plan: Plan, changes: Changes, played: Mapping[str, list[Played]], seconds: float
) -> tuple[Sensitivity, dict[str, list[float]]]:
    """What came of the pairs."""
    battle = plan.load()
    pairs = [(a, b) for a, b in zip(played[BEFORE], played[AFTER], strict=True) if not (a.error or b.error)]
    measures, differences = [], {}
    for name, (title, value) in measures_of(battle).items():
        before, after = [value(a) for a, _ in pairs], [value(b) for _, b in pairs]
        differences[name] = [b - a for a, b in zip(before, after, strict=True)]
        measures.append(measured(name, title, before, after, rulebook_of(battle).seats))
    found = Sensitivity(
        battle=plan.battle,
        changes=changes.words(),
        seats=plan.seats,
        pairs=len(pairs),
        same=sum(a.digest == b.digest for a, b in pairs),
        measures=measures,
        levels={
            level: {BEFORE: sum(a.level == level for a, _ in pairs), AFTER: sum(b.level == level for _, b in pairs)}
            for level in rulebook_of(battle).levels(battle)
        },
        digests={when: digest_of_games(games) for when, games in played.items()},
        seconds=round(seconds, 3),
        errors=[
            {"game": p.game, "seed": p.seed, "text": f"{when}: {p.error}", "record": p.record}
            for when, games in played.items()
            for p in games
            if p.error
        ],
    )
    return found, differences


def measured(name: str, title: str, before: Sequence[float], after: Sequence[float], seats: Sequence[str]) -> Measure:
    """One measure of all pairs."""
    n = len(before)
    mean, half = spread([b - a for a, b in zip(before, after, strict=True)])
    sure = n >= LEAST and abs(mean) > half
    helped = seats[0] if mean > 0 else seats[1]
    return Measure(
        name=name,
        title=title,
        before=round(sum(before) / max(1, n), 4),
        after=round(sum(after) / max(1, n), 4),
        change=round(mean, 4),
        low=round(mean - half, 4),
        high=round(mean + half, 4),
        found=helped if sure else "",
    )


def spread(differences: Sequence[float]) -> tuple[float, float]:
    """The mean of some differences, and half of its interval."""
    n = len(differences)
    if n < 2:
        return (differences[0] if differences else 0.0), float("inf") if n else 0.0
    mean = sum(differences) / n
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    return mean, BOUND * sqrt(variance / n)


def made_up_and_mine(
    plan: Plan, *, jobs: int | Engine = 1, folder: Path | None = None, progress: Callable[[int], None] = lambda n: None
) -> tuple[Sensitivity, dict[str, list[float]]]:
    """What an owner's values do to a battle: the same games by the program's values, before, and by his, after."""
    bare = msgspec.structs.replace(plan, changes=Changes(bare=True))
    found, differences = compare(bare, Changes(), jobs=jobs, folder=folder, progress=progress)
    return msgspec.structs.replace(found, changes="the owner's values"), differences


def verdict(found: Sensitivity) -> str:
    """What the change does, in words."""
    if found.pairs and found.same == found.pairs:
        return f"it does nothing: all {found.pairs} games are the same to the end"
    helped = [m for m in found.measures if m.found]
    if not helped:
        return f"no effect on the balance was found in {found.pairs} pairs of games"
    seats = list(dict.fromkeys(m.found for m in helped))
    names = {seat: " and ".join(m.name for m in helped if m.found == seat) for seat in seats}
    return "; ".join(f"it helps the {seat} side, by {names[seat]}" for seat in seats)
