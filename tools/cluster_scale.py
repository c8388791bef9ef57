"""What many machines give: `python tools/cluster_scale.py --game 4 --service 0.003`, from the measured size of a task.

A part of ten games is a task. Workers take tasks from a scheduler that needs its time for each one, client and
scheduler together, and does one after the other; what a game lasts varies. For each number of workers it tells games a
second, how busy the workers are, and the time and the worker hours of so many games, the start of a worker (program
loaded, hand-shake, battle compiled) and the wait for the last task included.
"""

import argparse
import heapq
import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

PART = 10
"""Games of a task (lab/work.py)."""


class Given(NamedTuple):
    """What was measured, in seconds."""

    game: float
    """A game, on average."""
    spread: float
    """The standard deviation of a game's time, of its average."""
    service: float
    """What client and scheduler need for a task, one after the other."""
    start: float
    """From the start of a worker to its first game."""


class Gives(NamedTuple):
    """What a number of workers gives."""

    seconds: float
    """Until the last game is there."""
    busy: float
    """The share of the workers' time in which they play."""


def scaled(given: Given, workers: int, games: int, seed: int = 1) -> Gives:
    """Play the queue: each task waits for a worker that is free and for the scheduler that is free."""
    rng = random.Random(seed)
    free = [given.start] * workers
    desk = 0.0
    played = last = 0.0
    for _ in range(-(-games // PART)):
        ready = max(heapq.heappop(free), desk)
        desk = ready + given.service
        task = sum(max(0.1, rng.gauss(1, given.spread)) for _ in range(PART)) * given.game
        played += task
        last = max(last, desk + task)
        heapq.heappush(free, desk + task)
    return Gives(last, played / (last * workers))


def limit(given: Given) -> float:
    """The number of workers that one scheduler keeps busy."""
    return PART * given.game / given.service + 1


def main(arguments: Sequence[str]) -> int:
    """Prints a row for each number of workers, and the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", type=float, required=True, help="seconds of a game")
    parser.add_argument("--spread", type=float, default=0.3, help="of the seconds of a game, their deviation")
    parser.add_argument("--service", type=float, required=True, help="seconds of client and scheduler for a task")
    parser.add_argument("--start", type=float, default=5.0, help="seconds until a worker plays")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 10, 100, 400, 1600])
    words = parser.parse_args(arguments)
    given = Given(words.game, words.spread, words.service, words.start)
    print("| workers | games/s | busy | hours | worker hours |\n|---|---|---|---|---|")
    for workers in words.workers:
        found = scaled(given, workers, words.games)
        rate, hours = words.games / found.seconds, found.seconds / 3600
        print(f"| {workers} | {rate:.1f} | {found.busy:.0%} | {hours:.2f} | {hours * workers:.0f} |")
    print(f"\none scheduler keeps {limit(given):,.0f} workers busy")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
