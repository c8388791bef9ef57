"""A battle's balance from many games: levels, points, hexes by turn, losses by brigade, with intervals and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import sqrt
from typing import Any

import msgspec

from vedette.engine.rulebook import rulebook_of
from vedette.lab.games import Plan, Played
from vedette.lab.report import STYLE, averaged, bars, lines
from vedette.lab.sensitivity_page import sentence
from vedette.lab.sequential import ADDED, BOUND, WIDEST
from vedette.lab.simulation import Result

SPANS = 12
"""Into how many spans points are put for their picture, at most."""
FIRST_TOLD = ("points", "exit points", "hexes held", "army morale")
"""The tables by turn that come before all others."""


class Mean(msgspec.Struct, frozen=True):
    """A mean of all games, and where it lies by 95 in 100."""

    mean: float
    low: float
    high: float


class Balance(msgspec.Struct, frozen=True):
    """The balance of a battle (the JSON of `vedette lab balance`)."""

    battle: str
    seats: dict[str, str]
    games: int
    levels: dict[str, int]
    """Best for the first seat first."""
    winners: dict[str, int]
    score: Mean
    """The share of the games that the first seat wins, a draw being half."""
    points: Mean
    """What the level depends on, as the rulebook counts it."""
    spread: dict[str, int]
    """Span of points -> games."""
    figures: dict[str, dict[str, dict[str, float]]]
    """What the rulebook counts, a game on average: table -> row -> column -> number."""
    digest: str
    seconds: float
    errors: list[dict[str, Any]]


def balance_of(plan: Plan, result: Result, played: Sequence[Played]) -> Balance:
    """The balance from the games of a plan."""
    first = rulebook_of(plan.load()).seats[0]
    good = [p for p in played if not p.error]
    return Balance(
        battle=plan.battle,
        seats=plan.seats,
        games=result.games,
        levels=result.outcomes,
        winners=result.winners,
        score=mean_of([0.5 if p.winner is None else float(p.winner == first) for p in good], WIDEST),
        points=mean_of([p.points for p in good]),
        spread=spans([p.points for p in good]),
        figures=_ordered(averaged(played)),
        digest=result.digest,
        seconds=result.seconds,
        errors=result.errors,
    )


def _ordered(figures: dict[str, dict[str, dict[str, float]]]) -> dict[str, dict[str, dict[str, float]]]:
    """What goes by turns first, then what goes by brigades, then the rest."""

    def place(name: str) -> int:
        return 0 if name in FIRST_TOLD else 1 if "by brigade" in name else 2

    return {
        name: {row: {c: round(n, 4) for c, n in columns.items()} for row, columns in figures[name].items()}
        for name in sorted(figures, key=place)
    }


def mean_of(values: Sequence[float], widest: float = 0.0) -> Mean:
    """The mean of some values, with its interval.

    Args:
        widest: the square of the largest distance from the mean that a value can have; a few such are added, so that a
            few games that end alike do not pass for certainty.
    """
    n = len(values)
    if not n:
        return Mean(0.0, 0.0, 0.0)
    mean = sum(values) / n
    squares = sum((v - mean) ** 2 for v in values)
    variance = (squares + ADDED * widest) / (n + ADDED) if widest else squares / max(1, n - 1)
    half = BOUND * sqrt(variance / n)
    low, high = mean - half, mean + half
    if widest:
        low, high = max(0.0, low), min(1.0, high)
    return Mean(round(mean, 4), round(low, 4), round(high, 4))


def spans(points: Sequence[int]) -> dict[str, int]:
    """How many games have so many points; many different numbers are put together in equal spans."""
    if not points:
        return {}
    low, high = min(points), max(points)
    wide = -(-(high - low + 1) // SPANS)
    counts = Counter((p - low) // wide for p in points)
    firsts = range(low, high + 1, wide)
    return {str(first) if wide == 1 else f"{first} to {first + wide - 1}": counts[n] for n, first in enumerate(firsts)}


def words(found: Balance) -> list[str]:
    """The balance in lines."""
    first = next(iter(found.seats))
    lines = [f"the {first} side wins {found.score.mean:.1%}, by 95 in 100 between {found.score.low:.1%} and "
             f"{found.score.high:.1%}"]  # fmt: skip
    if len(found.spread) > 1:
        lines.append(f"points {found.points.mean:.1f}, between {found.points.low:.1f} and {found.points.high:.1f}")
    return lines


def balance_page(found: Balance, seed: int) -> str:
    """The page."""
    who = ", ".join(f"{seat}: {name}" for seat, name in found.seats.items())
    parts = [
        f"<h1>{escape(found.battle)}: balance</h1>",
        f"<p>{found.games} games, seeds {seed} to {seed + found.games - 1}; {escape(who)}. "
        f"{len(found.errors)} failed. {sentence('; '.join(words(found)))}. Digest {found.digest}.</p>",
        "<h2>Victory levels</h2>",
        bars({level: {"games": n} for level, n in found.levels.items()}, of=found.games),
    ]
    if len(found.spread) > 1:
        parts += ["<h2>Points at the end</h2>", bars({span: {"games": n} for span, n in found.spread.items()})]
    for name, table in found.figures.items():
        turns = all(row.isdigit() for row in table)
        parts += [f"<h2>{escape(name.capitalize())}, a game on average</h2>", (lines if turns else bars)(table)]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(found.battle)}: balance</title>'
        f"<style>{STYLE}</style><body>{''.join(parts)}</body></html>\n"
    )
