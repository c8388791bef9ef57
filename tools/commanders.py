"""Plays the adjutant in scenarios that count points, beside random in the same seat: a table of docs/opponents.md.

    python tools/commanders.py [BATTLE ...] [--games 10] [--pairs PAIR ...] [--kept FILE.jsonl] [--write]

A pair is "union/confederate". Game i has seed i in every pair, so that the same seeds can be compared. Each game is a
line of the file kept: a run can be stopped and gone on with. `--games 0` plays nothing and tells what is kept.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

import vedette
import vedette.packs  # makes known who reads battles
from vedette.engine.rulebook import rulebook_of
from vedette.lab import Plan, play_one

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "opponents.md"
MEASURED = ROOT / "docs" / "measured" / "commanders.jsonl"
BATTLES = tuple(
    f"kernstown/{name}"
    for name in (
        "first-kernstown", "jackson-is-aware", "breckinridge-attacks", "second-kernstown", "what-if-second-kernstown",
    )
)  # fmt: skip
PAIRS = ("random/random", "adjutant/random", "random/adjutant", "adjutant/adjutant")
SURE = 1.645
"""Standard errors on either side that hold nine tenths."""


class Game(NamedTuple):
    """A game as it is kept."""

    winner: str | None
    level: str
    points: int
    """By how many the Confederates lead."""
    seconds: float


Kept = dict[tuple[str, str], dict[int, Game]]
"""(battle, pair) -> seed -> the game."""


def read(file: Path) -> Kept:
    """The games kept."""
    found: Kept = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        row: dict[str, Any] = json.loads(line)
        games = found.setdefault((row["battle"], row["pair"]), {})
        games[row["seed"]] = Game(row["winner"], row["level"], row["points"], row["seconds"])
    return found


def play(battle: str, pair: str, games: int, kept: Kept, file: Path) -> None:
    """Play what is missing, a line a game. Raises RuntimeError where a game fails."""
    union, confederate = pair.split("/")
    id, *chosen = battle.split(",")
    options: dict[str, Any] = dict(word.split("=", 1) for word in chosen)
    plan = Plan(id, games, 1, {"union": union, "confederate": confederate}, options)
    found = kept.setdefault((battle, pair), {})
    file.parent.mkdir(parents=True, exist_ok=True)
    for seed in range(1, games + 1):
        if seed in found:
            continue
        begun = time.process_time()
        played = play_one(plan, seed - 1)
        if played.error:
            raise RuntimeError(f"{battle}, {pair}, seed {seed}: {played.error}")
        game = Game(played.winner, played.level, played.points, time.process_time() - begun)
        found[seed] = game
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"battle": battle, "pair": pair, "seed": seed, **game._asdict()}) + "\n")


def gained(pair: str, games: Mapping[int, Game], random: Mapping[int, Game]) -> str:
    """What the adjutant makes of a seat more than random does with the same seeds, with where nine tenths lie."""
    seats = pair.split("/")
    if sorted(seats) != ["adjutant", "random"]:
        return ""
    sign = 1 if seats[1] == "adjutant" else -1
    rows = [sign * (game.points - random[seed].points) for seed, game in games.items() if seed in random]
    if len(rows) < 2:
        return ""
    return f"{mean(rows):+.0f} ± {SURE * stdev(rows) / sqrt(len(rows)):.0f}"


def rows(kept: Kept) -> Iterator[str]:
    """The table in Markdown."""
    yield "| scenario | Union / Confederates | games | the Union wins | draws | points | above random | levels | s |"
    yield "|---|---|---:|---:|---:|---:|---:|---|---:|"
    for battle in BATTLES:
        whole = vedette.battle(battle)
        order = rulebook_of(whole).levels(whole)
        for pair in PAIRS:
            if games := kept.get((battle, pair)):
                yield _row(whole.title, pair, games, kept.get((battle, "random/random"), {}), order)


def _row(title: str, pair: str, games: Mapping[int, Game], random: Mapping[int, Game], order: list[str]) -> str:
    played = list(games.values())
    wins, draws = sum(g.winner == "union" for g in played), sum(g.winner is None for g in played)
    counts = [(level, sum(g.level == level for g in played)) for level in order]
    levels = ", ".join(f"{n} {level.removesuffix(' Victory')}" for level, n in counts if n)
    cells = (
        title, pair.replace("/", " / "), len(played), wins, draws, f"{mean(g.points for g in played):+.0f}",
        gained(pair, games, random), levels, f"{mean(g.seconds for g in played):.1f}",
    )  # fmt: skip
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    """Play, print, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", default=list(BATTLES), metavar="BATTLE")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--pairs", nargs="+", default=list(PAIRS), metavar="PAIR")
    parser.add_argument("--kept", type=Path, default=MEASURED)
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.relative_to(ROOT)}")
    args = parser.parse_args()
    kept = read(args.kept)
    for pair in args.pairs if args.games else ():
        for battle in args.battles:
            play(battle, pair, args.games, kept, args.kept)
    text = "\n".join(rows(kept))
    print(text)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        marked = re.compile(r"(<!-- commanders -->\n).*?(\n<!-- end -->)", re.DOTALL)
        PAGE.write_text(marked.sub(lambda m: m[1] + text + m[2], page), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
