"""Plays the commanders against each other and writes the table of docs/opponents.md.

    python tools/opponents.py [PAIR ...] [--games 100] [--kept FILE.jsonl ...] [--write] [--report PAGE.html]

A pair is "union/confederate". Each game is a line of the first file kept, so that a run can be stopped and gone on
with; further files are only read. `--games 0` plays nothing and tells what is kept.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import vedette
import vedette.packs  # makes known who reads battles
from vedette.engine.rulebook import rulebook_of
from vedette.lab import Plan, Played, Result, play_one, report
from vedette.lab.simulation import added

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "opponents.md"
BATTLE = "kernstown/the-stone-wall"
PAIRS = (
    "adjutant/random", "random/adjutant", "adjutant/cautious", "cautious/adjutant", "adjutant/adjutant",
    "random/random", "cautious/random",
)  # fmt: skip
Kept = dict[str, dict[int, tuple[Played, float]]]
"""Pair -> seed -> the game and the seconds of processor time that it took."""


def plan(pair: str, games: int) -> Plan:
    """The games of a pair; game i has seed i + 1."""
    union, confederate = pair.split("/")
    return Plan(BATTLE, games, 1, {"union": union, "confederate": confederate}, figures=pair == "adjutant/adjutant")


def read(files: list[Path]) -> Kept:
    """The games kept."""
    found: Kept = {}
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            row: dict[str, Any] = json.loads(line)
            games = found.setdefault(row["pair"], {})
            games.setdefault(row["seed"], (msgspec.convert(row["played"], Played), row["cpu"]))
    return found


def play(pairs: list[str], games: int, kept: Kept, file: Path) -> None:
    """Play what is missing, a line a game."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        for pair in pairs:
            found = kept.setdefault(pair, {})
            for seed in range(1, games + 1):
                if seed in found:
                    continue
                begun = time.process_time()
                played = play_one(plan(pair, games), seed - 1)
                spent = time.process_time() - begun
                found[seed] = played, spent
                row = {"pair": pair, "seed": seed, "cpu": spent, "played": msgspec.to_builtins(played)}
                out.write(json.dumps(row) + "\n")
                out.flush()


def rows(kept: Kept) -> Iterator[str]:
    """The table in Markdown."""
    battle = vedette.battle(BATTLE)
    levels = rulebook_of(battle).levels(battle)
    names = " | ".join(str(len(levels) - 1 - n) for n in range(len(levels)))
    yield f"| Union / Confederates | games | the Union wins | {names} | hexes on average | s a game |"
    yield "|---|---:|---:|" + "---:|" * (len(levels) + 2)
    for pair in (p for p in PAIRS if kept.get(p)):
        played = [row for row in kept[pair].values() if not row[0].error]
        counts = Counter(p.level for p, _ in played)
        held = sum((len(levels) - 1 - levels.index(p.level)) for p, _ in played) / len(played)
        wins = sum(p.winner == "union" for p, _ in played)
        spent = sum(s for _, s in played) / len(played)
        cells = " | ".join(str(counts[level]) for level in levels)
        yield f"| {pair.replace('/', ' / ')} | {len(played)} | {wins} | {cells} | {held:.2f} | {spent:.1f} |"


def balance(kept: Kept) -> tuple[Plan, Result, list[Played]]:
    """What a balance report is made of."""
    found = sorted(kept["adjutant/adjutant"].items())
    played = [p for _, (p, _) in found]
    result = added(vedette.battle(BATTLE), played, sum(s for _, (_, s) in found))
    return plan("adjutant/adjutant", len(played)), result, played


def main() -> int:
    """Play, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", nargs="*", default=list(PAIRS), metavar="PAIR")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kept", type=Path, nargs="+", default=[ROOT / "build" / "opponents.jsonl"])
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--report", type=Path, help="a page with pictures of adjutant against adjutant")
    args = parser.parse_args()
    kept = read(args.kept)
    if args.games:
        play(args.pairs, args.games, kept, args.kept[0])
    text = "\n".join(rows(kept))
    print(text)
    if args.report and kept.get("adjutant/adjutant"):
        args.report.write_text(report(*balance(kept)), encoding="utf-8")
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        marked = re.compile(r"(<!-- opponents -->\n).*?(\n<!-- end -->)", re.DOTALL)
        PAGE.write_text(marked.sub(lambda m: m[1] + text + m[2], page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
