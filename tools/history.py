"""Plays a battle many times between the commanders and sets its losses beside those of the day: `make history`.

    python tools/history.py [BATTLE ...] [--games 60] [--commander NAME] [--minutes N] [--kept FILE.jsonl ...] [--write]

Each game is a line of the first file kept, so that a run can be stopped and gone on with; further files are only read,
so that two runs can share the work (`--from 31`). The games behind the page lie in docs/measured. Both sides have the
adjutant, or another commander, whose games lie in a file of their own (`--commander general:1 --games 10`). What is
counted, how points become men and what is judged stood fixed before the first game (docs/history.md); nothing in the
rules is turned to fit.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from scipy import stats

import vedette.packs  # noqa: F401  makes known who reads battles
from vedette.lab import Plan, Played, play_one

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "history.md"
FOLDER = ROOT / "docs" / "measured"
USUAL = "adjutant"
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


def measured(commander: str) -> Path:
    """Where the games of a commander lie."""
    return FOLDER / ("history.jsonl" if commander == USUAL else f"history-{commander.replace(':', '-')}.jsonl")


def read(files: list[Path], commander: str = USUAL) -> Kept:
    """The games of a commander that are kept. A last line that was cut off is none; it is taken away from the file that
    is written to, while another run may be writing that of a further one."""
    found: Kept = {}
    for file in files:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if whole != text and file == files[0]:
            file.write_text(whole, encoding="utf-8")
        for line in whole.splitlines():
            row: dict[str, Any] = json.loads(line)
            if row.get("commander", USUAL) != commander:
                raise SystemExit(f"{file}: holds games of {row.get('commander', USUAL)}, not of {commander}")
            found.setdefault(row["battle"], {}).setdefault(row["seed"], msgspec.convert(row["played"], Played))
    return found


def play(battle: str, seed: int, kept: Kept, file: Path, commander: str = USUAL) -> None:
    """Play a game, unless it is kept: a line of the file."""
    found = kept.setdefault(battle, {})
    if seed in found:
        return
    played = play_one(Plan(battle, 1, seed, dict.fromkeys(("union", "confederate"), commander), figures=True), 0)
    told = {name: played.figures[name] for name in FIGURES if name in played.figures}
    found[seed] = msgspec.structs.replace(played, game=seed - 1, figures=told, handoffs=())
    row: dict[str, Any] = {"battle": battle, "seed": seed, "played": msgspec.to_builtins(found[seed])}
    if commander != USUAL:
        row = {"commander": commander, **row}
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")


def written(page: str, commander: str, table: str) -> str:
    """The page with the table of a commander: where its last one stood, else at the end under a heading."""
    name = "history" if commander == USUAL else f"history {commander}"
    marked = re.compile(rf"(<!-- {re.escape(name)} -->\n).*?(\n<!-- end -->)", re.DOTALL)
    if not marked.search(page):
        words = f"## `{commander}` against itself\n\nThe same, played by another commander."
        page += f"\n{words}\n\n<!-- {name} -->\n\n<!-- end -->\n"
    return marked.sub(lambda m: m[1] + table + m[2], page)


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
    parser.add_argument("--commander", default=USUAL, metavar="NAME", help="of both sides")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no game is begun any more")
    parser.add_argument("--kept", type=Path, nargs="+", help="by itself the commander's file in docs/measured")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    args = parser.parse_args()
    files = args.kept or [measured(args.commander)]
    kept = read(files, args.commander)
    end = time.monotonic() + 60 * args.minutes
    for seed in range(args.first, args.games + 1):
        for battle in args.battles:
            if time.monotonic() < end:
                play(battle, seed, kept, files[0], args.commander)
    text = "\n".join(rows(kept))
    print(text)
    if args.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), args.commander, text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
