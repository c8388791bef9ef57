"""Plays every scenario many times with the laws watched, as the issues ask: docs/measured/laws.jsonl (`make laws`).

    python tools/laws.py [BATTLE ...] [--random 100] [--adjutant 20] [--chunk 5] [--kept FILE.jsonl]

A battle may be followed by options: `stonewall-1978/kernstown,rules=2007`. Where none is named every scenario is played
as it is, and by each book or rule set that it can be played by (`BOOKS`).
Each is played by random commanders and by adjutants, seeds 1 to so many. A chunk of games is a line of the
file kept: its first seed, how many, how they ended, and what failed. A run can be stopped and gone on with; seeds that
a line covers are not played again. The last thing printed is what is kept, a line a scenario and commander; the exit
status is 1 where a law was broken or a game failed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vedette.lab import Plan, play_one
from vedette.packs import battles

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "docs" / "measured" / "laws.jsonl"
BOOKS = ("stonewall-1978/kernstown,rules=2007",)
"""Scenarios with options that are measured beside all scenarios as they are."""


class Chunk(NamedTuple):
    """Games with seeds in a row, played with the laws watched."""

    battle: str
    """Its id, and options after commas."""
    commander: str
    """In both seats."""
    seed: int
    games: int
    outcomes: dict[str, int]
    errors: list[str]


def read(file: Path) -> list[Chunk]:
    """The chunks kept."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Chunk(**json.loads(line)) for line in lines]


def missing(kept: list[Chunk], battle: str, commander: str, games: int) -> list[int]:
    """The seeds that nobody has played."""
    ranges = [range(c.seed, c.seed + c.games) for c in kept if (c.battle, c.commander) == (battle, commander)]
    return [seed for seed in range(1, games + 1) if not any(seed in r for r in ranges)]


def chunks(seeds: list[int], most: int) -> Iterator[list[int]]:
    """The same seeds in rows without a gap, none longer than so many."""
    row: list[int] = []
    for seed in seeds:
        if row and (seed != row[-1] + 1 or len(row) == most):
            yield row
            row = []
        row.append(seed)
    if row:
        yield row


def play(battle: str, commander: str, seeds: list[int]) -> Chunk:
    """Play them."""
    id, *chosen = battle.split(",")
    options: dict[str, Any] = dict(word.split("=", 1) for word in chosen)
    plan = Plan(id, len(seeds), seeds[0], {"union": commander, "confederate": commander}, options, laws=True)
    played = [play_one(plan, game) for game in range(len(seeds))]
    outcomes = Counter(p.level for p in played if not p.error)
    errors = [f"seed {p.seed}: {p.error}" for p in played if p.error]
    return Chunk(battle, commander, seeds[0], len(seeds), dict(outcomes), errors)


def told(kept: list[Chunk]) -> Iterator[str]:
    """What is kept, a line a scenario and commander."""
    for battle, commander in dict.fromkeys((c.battle, c.commander) for c in kept):
        rows = [c for c in kept if (c.battle, c.commander) == (battle, commander)]
        ends: Counter[str] = Counter()
        for row in rows:
            ends.update(row.outcomes)
        failed = sum(len(row.errors) for row in rows)
        words = ", ".join(f"{level} {n}" for level, n in ends.most_common())
        yield f"{battle}, {commander}: {sum(r.games for r in rows)} games, {failed} failed; {words}"


def main() -> int:
    """Play what is missing; print what is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="all scenarios where none is named")
    parser.add_argument("--random", type=int, default=100, help="games of each between random commanders")
    parser.add_argument("--adjutant", type=int, default=20, help="games of each between adjutants")
    parser.add_argument("--chunk", type=int, default=5)
    parser.add_argument("--kept", type=Path, default=MEASURED)
    args = parser.parse_args()
    kept = read(args.kept)
    counts: dict[str, Any] = {"random": args.random, "adjutant": args.adjutant}
    for commander, games in counts.items():
        for battle in args.battles or [*(b.id for b in battles()), *BOOKS]:
            for seeds in chunks(missing(kept, battle, commander, games), args.chunk):
                kept.append(play(battle, commander, seeds))
                args.kept.parent.mkdir(parents=True, exist_ok=True)
                with args.kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(kept[-1]._asdict()) + "\n")
    print("\n".join(told(kept)))
    return int(any(chunk.errors for chunk in kept))


if __name__ == "__main__":
    raise SystemExit(main())
