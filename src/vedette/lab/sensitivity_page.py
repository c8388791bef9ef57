"""The page of a change: what it does to each measure as pairs come in, and how games ended before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from vedette.lab.match_page import plot
from vedette.lab.report import STYLE, bars
from vedette.lab.sensitivity import Measure, Sensitivity, spread, verdict

FIRST = 5
"""Pairs from which on an interval is drawn: before them it is too wide for the picture."""


def sensitivity_page(found: Sensitivity, differences: Mapping[str, Sequence[float]]) -> str:
    """The page."""
    who = ", ".join(f"{seat}: {name}" for seat, name in found.seats.items())
    head = ("measure", "before", "after", "change", "between", "and", "helps")
    rows = "".join(_row(m) for m in found.measures)
    parts = [
        f"<h1>{escape(found.battle)}: what if</h1><p>{escape(found.changes)}.</p>",
        f"<p>{escape(sentence(verdict(found)))}. {found.pairs} pairs of games with the same seeds, {found.same} of "
        f"them the same to the end; {escape(who)}. {len(found.errors)} failed.</p>",
        f"<table><tr>{''.join(f'<th>{name}</th>' for name in head)}</tr>{rows}</table>",
        "<p>The interval of each measure is so wide that by 95 in 100 all of them hold together.</p>",
        "<h2>How games ended</h2>",
        bars(found.levels),
    ]
    for m in found.measures:
        parts += [f"<h2>{escape(m.name.capitalize())}: {escape(m.title)}</h2>", _plot(differences[m.name])]
    title = f"{escape(found.battle)}: {escape(found.changes)}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def sentence(words: str) -> str:
    """Words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def _row(m: Measure) -> str:
    numbers = f"<td>{m.before:.3g}</td><td>{m.after:.3g}</td><td>{m.change:+.3g}</td><td>{m.low:+.3g}</td>"
    return f"<tr><td>{escape(m.name)}</td>{numbers}<td>{m.high:+.3g}</td><td>{escape(m.found or 'nobody')}</td></tr>"


def _plot(differences: Sequence[float]) -> str:
    """The mean of the differences so far with its interval."""
    if len(differences) < FIRST:
        return "<p>Too few pairs to draw.</p>"
    found = [spread(differences[: n + 1]) for n in range(FIRST - 1, len(differences))]
    mean, _ = found[-1]
    low, high = (min(m - h for m, h in found), max(m + h for m, h in found))
    marks = {"no change": 0.0}
    if abs(mean) > (high - low) / 12:  # nearer to nothing its words would lie on the other ones
        marks["at the end"] = mean
    return plot(
        {
            "change so far": [m for m, _ in found],
            "at least": [m - h for m, h in found],
            "at most": [m + h for m, h in found],
        },
        marks,
        FIRST - 1,
    )
