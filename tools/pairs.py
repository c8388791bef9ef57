"""Plays pairs of games that are alike but for what one seat hides, every battle, either side, at a file and at
PostgreSQL: docs/measured/pairs.jsonl.

    python tools/pairs.py [--kept FILE.jsonl] [--until 528] [--minutes 60]

Each is of one battle (`tests/table/twins.py`): in *Blind Swords* the two hold other chits; where the rules hide nothing
they differ in what the seat told the table alone. Whatever the other seat and who looks on were shown, sent or answered
has to be the same, byte for byte. A line of the file is a pair of at least ten steps, its number, and how much was
compared. A run goes on where it was stopped; one that told something ends it with status 1 and is played again first.
"""

from __future__ import annotations

import argparse
import json
import ssl
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec

from tests.table.postgres import cluster
from vedette.packs import battles
from vedette.table import Store

vars(ssl)["create_default_context"] = cache(ssl.create_default_context)
"""A request reads the certificates of the whole world, which takes half of a pair's time; none here goes by them."""
twins: Any = import_module("tests.table.twins")

MEASURED = Path(__file__).parents[1] / "docs" / "measured" / "pairs.jsonl"
STORES = ("sqlite", "postgresql")
SEATS = ("union", "confederate")
TRIES = 20
"""Seeds that are tried for one pair, where games come to a difference of their own accord too early."""


class TooShort(Exception):
    """Where no seed comes to enough steps."""


class Kind(NamedTuple):
    """What a pair is played with."""

    battle: str
    store: str
    hider: str


def kinds() -> list[Kind]:
    """All of them: pair p is that of p, counted round and round. The stores take turns, so that a run that was stopped
    has as many of either."""
    names = [battle.id for battle in battles() if battle.overlay is None]
    return [Kind(name, store, hider) for hider in SEATS for name in names for store in STORES]


def read(file: Path) -> list[dict[str, Any]]:
    """The lines kept."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def played(number: int, kind: Kind, at: Any, round: int) -> dict[str, Any]:
    """Play one pair: its line. Raises Leak, TooShort."""
    for attempt in range(TRIES):
        found = twins.pair(at, kind.battle, kind.hider, 1 + round + 1_000 * attempt)
        if found is not None:
            return {"pair": number, "store": kind.store, **msgspec.to_builtins(found)}
    raise TooShort(f"no pair of {kind.battle}, {kind.hider}, comes to {twins.LEAST} steps")


def missing(kept: list[dict[str, Any]], until: int) -> Iterator[int]:
    """The pairs that nobody has played."""
    done = {row["pair"] for row in kept}
    return (number for number in range(until) if number not in done)


def told(kept: list[dict[str, Any]]) -> Iterator[str]:
    """What is kept, a line a battle, and all together."""
    for battle, kind in dict.fromkeys((row["battle"], row["kind"]) for row in kept):
        rows = [row for row in kept if (row["battle"], row["kind"]) == (battle, kind)]
        stores = Counter(row["store"] for row in rows)
        words = ", ".join(f"{stores[name]} {name}" for name in STORES)
        yield f"{battle}, {kind}: {len(rows)} pairs ({words}), {sum(row['steps'] for row in rows)} steps"
    frames, size = (sum(row[name] for row in kept) for name in ("frames", "bytes"))
    yield f"{len(kept)} pairs, in which {frames} messages and pages of {size / 1e6:.0f} MB were the same"


def play(kept: Path, until: int, minutes: float, at: Callable[[str], Any]) -> int:
    """Play what is missing for so long; 1 where something was told.

    Args:
        at: the server of a kind of store, begun when it is asked for first.
    """
    every, rows = kinds(), read(kept)
    end = time.monotonic() + 60 * minutes
    for number in missing(rows, until):
        if time.monotonic() > end:
            break
        kind = every[number % len(every)]
        try:
            rows.append(played(number, kind, at(kind.store), number // len(every)))
        except (AssertionError, TooShort) as error:
            print(f"pair {number}, {kind.battle}, {kind.store}, {kind.hider} hides: {error}")
            return 1
        with kept.open("a", encoding="utf-8") as out:
            out.write(json.dumps(rows[-1]) + "\n")
    print("\n".join(told(rows)))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kept", type=Path, default=MEASURED)
    parser.add_argument("--until", type=int, default=528)
    parser.add_argument("--minutes", type=float, default=60.0)
    given = parser.parse_args(arguments)
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as open:
        running: dict[str, Any] = {}

        def at(store: str) -> Any:
            if store not in running:
                folder = open.enter_context(tempfile.TemporaryDirectory())
                shared = store == "postgresql"
                url = open.enter_context(cluster()).database() if shared else f"sqlite:///{folder}/games.sqlite"
                found = Store(url)
                open.callback(found.close)
                running[store] = open.enter_context(twins.pairing(found))
            return running[store]

        return play(given.kept, given.until, given.minutes, at)


if __name__ == "__main__":
    sys.exit(main())
