"""Plays a battle many times between the commanders and sets its losses beside those of the day: `make history`.

    python tools/history.py [--games 60] [--kept FILE.jsonl ...] [--write]

Each game is a line of the first file kept, so that a run can be stopped and gone on with; further files are only read,
so that two runs can share the work (`--from 31`). The games behind the page lie in docs/measured. What is counted, how
points become men and what is judged stood fixed before the first game (docs/history.md); nothing in the rules is
turned to fit.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from scipy import stats

import vedette.packs  # noqa: F401  makes known who reads battles
from vedette.lab import Plan, Played, play_one

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "history.md"
MEASURED = ROOT / "docs" / "measured" / "history.jsonl"
MEN_A_POINT = 50
DEPLETED, GONE = 0.4, 0.6
"""The share of a lost point's men that fell or were taken: worn down, broken or eliminated at the end."""
FACTOR = 2.0
BATTLES = {
    "kernstown/first-kernstown": {"union": 590, "confederate": 718},
    "kernstown/second-kernstown": {"union": 1185, "confederate": 600},
}
"""Men lost on the day."""
FIGURES = ("losses", "steps lost", "toll at the end")
"""What is kept of a game's figures."""
Kept = dict[str, dict[int, Played]]


class Mean(NamedTuple):
    """A mean with its 90 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.0f} ({self.low:.0f} to {self.high:.0f})"


def mean(values: Sequence[float]) -> Mean:
    """The mean of at least two numbers, with the 90 % interval of Student's t."""
    middle = statistics.fmean(values)
    half = float(stats.t.ppf(0.95, len(values) - 1)) * statistics.stdev(values) / math.sqrt(len(values))
    return Mean(middle, middle - half, middle + half)


def men(toll: dict[str, int]) -> float:
    """Men that a side lost, by the conversion fixed beforehand."""
    points = DEPLETED * toll["points depleted"] + GONE * toll["points broken or eliminated"]
    return MEN_A_POINT * points


def read(files: list[Path]) -> Kept:
    """The games kept."""
    found: Kept = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            row: dict[str, Any] = json.loads(line)
            found.setdefault(row["battle"], {}).setdefault(row["seed"], msgspec.convert(row["played"], Played))
    return found


def play(battle: str, seeds: range, kept: Kept, file: Path) -> None:
    """Play what is missing, a line a game."""
    file.parent.mkdir(parents=True, exist_ok=True)
    seats = {"union": "adjutant", "confederate": "adjutant"}
    plan = Plan(battle, max(seeds, default=0), 1, seats, figures=True)
    found = kept.setdefault(battle, {})
    with file.open("a", encoding="utf-8") as out:
        for seed in seeds:
            if seed in found:
                continue
            played = play_one(plan, seed - 1)
            told = {name: played.figures[name] for name in FIGURES}
            found[seed] = msgspec.structs.replace(played, figures=told, handoffs=())
            row = {"battle": battle, "seed": seed, "played": msgspec.to_builtins(found[seed])}
            out.write(json.dumps(row) + "\n")
            out.flush()


def rows(kept: Kept) -> Iterator[str]:
    """The table in Markdown."""
    yield "| battle | side | games | steps lost | units broken or eliminated | men lost | on the day | within twice |"
    yield "|---|---|---:|---:|---:|---:|---:|---|"
    for battle, day in BATTLES.items():
        played = [p for p in kept.get(battle, {}).values() if not p.error]
        if len(played) < 2:
            continue
        for side, lost in day.items():
            steps = mean([sum(p.figures["steps lost"][side].values()) for p in played])
            tolls = [p.figures["toll at the end"][side] for p in played]
            units = mean([t["units broken or eliminated"] for t in tolls])
            fell = mean([men(t) for t in tolls])
            judged = "yes" if lost / FACTOR <= fell.value <= lost * FACTOR else f"no: {fell.value / lost:.2f} of it"
            yield f"| {battle} | {side} | {len(played)} | {steps} | {units} | {fell} | {lost} | {judged} |"


def main() -> int:
    """Play, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", default=list(BATTLES), metavar="BATTLE")
    parser.add_argument("--games", type=int, default=60, help="the last seed; 0 plays nothing and tells what is kept")
    parser.add_argument("--from", type=int, default=1, dest="first", metavar="SEED")
    parser.add_argument("--kept", type=Path, nargs="+", default=[MEASURED])
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    args = parser.parse_args()
    kept = read(args.kept)
    for battle in args.battles if args.games else ():
        play(battle, range(args.first, args.games + 1), kept, args.kept[0])
    text = "\n".join(rows(kept))
    print(text)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        marked = re.compile(r"(<!-- history -->\n).*?(\n<!-- end -->)", re.DOTALL)
        PAGE.write_text(marked.sub(lambda m: m[1] + text + m[2], page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
