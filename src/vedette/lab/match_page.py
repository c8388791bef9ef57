"""The page of a match: the test on its way, the score as pairs come in, how games ended; it needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from vedette.lab.match import Match, luck_words, verdict_words
from vedette.lab.report import COLOURS, STYLE, bars
from vedette.lab.sequential import EVEN, Sequential

WIDE, HIGH, LEFT, FOOT = 720, 240, 60, 28
"""In units of the drawing: its size, and the room of its scales."""


def match_page(match: Match, test: Sequential) -> str:
    """The page."""
    names = f"{match.first} against {match.second}"
    mean = list(accumulate(test.scores))
    scores = [total / (i + 1) for i, total in enumerate(mean)]
    pairs = {f"{score:g}": {"pairs": test.scores.count(score)} for score in (0.0, 0.25, 0.5, 0.75, 1.0)}
    first = f"A, {match.first}, is better" if test.null == EVEN else f"A, {match.first}, wins more than {test.null:.0%}"
    marks = {"even": EVEN, "at the end": match.score} | ({f"{test.null:.0%}": test.null} if test.null != EVEN else {})
    parts = [
        f"<h1>{escape(names)}</h1><p>{escape(match.battle)}; {escape(verdict_words(match, test.margin, test.null))}. "
        f"{escape(match.first)} has won {match.won} games, drawn {match.drawn}, lost {match.lost}: a score of "
        f"{match.score:.1%}, by 95 in 100 between {match.low:.1%} and {match.high:.1%} (as if the number of pairs had "
        f"been fixed beforehand){f'; {luck_words(match.luck)}' if match.luck else ''}. Digest {match.digest}.</p>",
        "<h2>The test</h2>",
        plot(
            {
                first: [a for a, _ in test.sums],
                f"B, {match.second}, is better": [b for _, b in test.sums],
            },
            {"better": test.upper, "not better": test.lower},
        ),
        f"<h2>The score of {escape(match.first)}</h2>",
        plot({"mean of the pairs so far": scores}, marks),
        "<h2>Pairs by their score</h2>",
        bars(pairs, of=match.pairs or 1),
        f"<h2>How games ended, by the side of {escape(match.first)}</h2>",
        bars(match.levels),
    ]
    title = f"{escape(names)}, {escape(match.battle)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def plot(lines: dict[str, Sequence[float]], marks: dict[str, float], before: int = 0) -> str:
    """Lines over the pairs, and levels that mean something.

    Args:
        before: pairs before the first that is drawn.
    """
    values = [v for line in lines.values() for v in line] + list(marks.values())
    low, high = min(values), max(values)
    room = (high - low) or 1.0
    many = max(map(len, lines.values()), default=0)
    foot = HIGH - FOOT

    def y(value: float) -> float:
        return 14 + (foot - 26) * (high - value) / room

    parts = []
    for name, value in marks.items():
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDE - 90}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#8d8265" '
            f'stroke-dasharray="5 4"/><text x="{WIDE - 84}" y="{y(value) + 4:.1f}">{escape(name)}</text>'
            f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.2g}</text>'
        )
    step = (WIDE - 90 - LEFT) / max(1, many - 1)
    for i, (name, line) in enumerate(lines.items()):
        points = " ".join(f"{LEFT + n * step:.1f},{y(v):.1f}" for n, v in enumerate(line))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>')
        parts.append(f'<rect x="{LEFT + 200 * i}" y="{HIGH - 13}" width="10" height="10" fill="{COLOURS[i]}"/>')
        parts.append(f'<text x="{LEFT + 200 * i + 15}" y="{HIGH - 4}">{escape(name)}</text>')
    parts.append(f'<text x="{WIDE - 90}" y="{HIGH - 4}" text-anchor="end">{many + before} pairs</text>')
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img">{"".join(parts)}</svg>'
