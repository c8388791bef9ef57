"""Plays whoever takes what is proposed against the adjutant, seats swapped: docs/measured/takers.jsonl.

    python tools/takers.py [BATTLE ...] [--pairs N] [--kept FILE.jsonl]

A pair is two games with the same seed, in each of which another seat takes whatever is proposed, and the adjutant's
choice where nothing is; a battle may be followed by options: `stonewall-1978/kernstown,rules=2007`. Without a battle
it is 100 pairs of The Stone Wall and 20 of a battle of each other family. Each game is a line of the file kept: a run
can be stopped and gone on with; `--pairs 0` plays nothing. What is kept is told a line a battle: by how many points the
taker did better than the adjutant in his place, with where nineteen of twenty lie, and who won. The exit status is 1
where a taker is weaker than that leaves to chance.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, NamedTuple

import vedette
import vedette.packs  # makes known who reads battles
from vedette.lab.takers import takers

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "docs" / "measured" / "takers.jsonl"
PAIRS = {
    "kernstown/the-stone-wall": 100,
    "valley-campaign/cross-keys": 20,
    "stonewall-1978/kernstown": 20,
}
SEATS = ("union", "confederate")
SURE = 1.96
"""Standard errors on either side that hold nineteen of twenty."""


class Game(NamedTuple):
    """A game as it is kept."""

    battle: str
    seed: int
    taker: str
    winner: str | None
    level: str
    points: int
    """By how many the Confederates lead, or that by which their level is found."""


def read(file: Path) -> list[Game]:
    """The games kept."""
    return [Game(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def play(battle: str, seed: int, taker: str) -> Game:
    """One game."""
    id, *chosen = battle.split(",")
    options: dict[str, Any] = dict(word.split("=", 1) for word in chosen)
    outcome = takers(vedette.battle(id), options, seed, taker).outcome
    assert outcome is not None
    return Game(battle, seed, taker, outcome.winner, outcome.level, outcome.points)


def told(battle: str, kept: list[Game]) -> tuple[str, bool]:
    """What a battle's pairs come to, and whether the taker is weaker."""
    games = {(game.seed, game.taker): game for game in kept if game.battle == battle}
    seeds = sorted({seed for seed, _ in games if all((seed, seat) in games for seat in SEATS)})
    pairs = [(games[seed, "union"], games[seed, "confederate"]) for seed in seeds]
    wins = Counter(
        "drawn" if game.winner is None else "won" if game.winner == game.taker else "lost" for p in pairs for game in p
    )
    leads = [south.points - north.points for north, south in pairs]
    if len(leads) < 2:
        return f"{battle}: {len(leads)} pairs", False
    middle, within = mean(leads) / 2, SURE * stdev(leads) / 2 / sqrt(len(leads))
    words = f"{battle}: {len(leads)} pairs, {middle:+.1f} ± {within:.1f} points a game; the taker "
    return words + ", ".join(f"{what} {wins[what]}" for what in ("won", "drawn", "lost")), middle + within < 0


def main() -> int:
    """Play what is missing, and tell what is kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("battles", nargs="*", default=list(PAIRS), metavar="BATTLE")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--kept", type=Path, default=MEASURED)
    args = parser.parse_args()
    kept = read(args.kept)
    known = {game[:3] for game in kept}
    for battle in args.battles:
        for seed in range(1, (PAIRS.get(battle, 20) if args.pairs is None else args.pairs) + 1):
            for taker in SEATS:
                if (battle, seed, taker) not in known:
                    kept.append(play(battle, seed, taker))
                    with args.kept.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(kept[-1]._asdict()) + "\n")
    results = [told(battle, kept) for battle in args.battles]
    print("\n".join(words for words, _ in results))
    return int(any(weaker for _, weaker in results))


if __name__ == "__main__":
    sys.exit(main())
