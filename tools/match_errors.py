"""How often a match between equals is decided wrongly: `python tools/match_errors.py PARTS [--tries N] [--margin M]`.

PARTS is a folder of `vedette sim ... -o PARTS` in which one commander has both sides. Pairs are drawn from it with
replacement: the first commander has the one side in the first game drawn and the other side in the second, so that
neither is better, whatever the battle favours. (A match of a commander against itself proves nothing: by the same seed
both of its games are the same game, and every pair is even.) Each try stops as `vedette match --sprt` does.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from vedette.lab import Sequential, WorkError, merge

MOST = 1000
"""Pairs after which a try is given up, as `vedette match` does."""


def tried(firsts: Sequence[float], margin: float, risk: float, rng: random.Random) -> tuple[str, int]:
    """One match of equals: its verdict, and after how many pairs.

    Args:
        firsts: the score of the first side in each game that can be drawn.
    """
    test = Sequential(margin, risk)
    while not test.verdict and len(test.scores) < MOST:
        test.add((rng.choice(firsts) + 1 - rng.choice(firsts)) / 2)
    return test.verdict, len(test.scores)


def main(arguments: Sequence[str]) -> int:
    """Prints one line: how many tries were decided wrongly, stayed open, and how long they were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", type=Path)
    parser.add_argument("--tries", type=int, default=2000)
    parser.add_argument("--margin", type=float, default=0.05)
    parser.add_argument("--risk", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        plan, played = merge(given.parts)
    except WorkError as error:
        print(error, file=sys.stderr)
        return 2
    if len(set(plan.seats.values())) > 1 or plan.swapped:
        print(f"{given.parts}: one commander must have both sides", file=sys.stderr)
        return 2
    first = next(iter(plan.seats))
    firsts = [0.5 if p.winner is None else float(p.winner == first) for p in played if not p.error]
    rng = random.Random(given.seed)
    found = [tried(firsts, given.margin, given.risk, rng) for _ in range(given.tries)]
    wrong = sum(verdict in ("first", "second") for verdict, _ in found)
    undecided = sum(not verdict for verdict, _ in found)
    pairs = sum(n for _, n in found) / len(found)
    print(
        f"{wrong} of {given.tries} tries say that one is better ({wrong / given.tries:.1%}, stated {given.risk:.1%}), "
        f"{undecided} stay open; {pairs:.0f} pairs on average, from {len(firsts)} games of {plan.battle}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
