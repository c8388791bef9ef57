"""Plays seeded schedules of three workers of which one is killed, as `tests/table/test_schedules.py` does, and goes on
where it was stopped.

    python tools/schedules.py [--kept FILE.jsonl] [--minutes 10] [--until 1000]

A line of the file (docs/measured/schedules.jsonl) is a run: from which schedule on, how many, at which database, in how
many a worker was killed, and how many letters came twice. A schedule that comes to anything else than a server alone
ends the run with status 1 and stays the next one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from tests.table.postgres import cluster
from vedette.table import channels

made_up: Any = import_module("tests.table.schedules").made_up
tested: Any = import_module("tests.table.test_schedules")
MEASURED = Path(__file__).parents[1] / "docs" / "measured" / "schedules.jsonl"


def following(kept: Path, store: str) -> int:
    """The first schedule that was not played at a kind of database."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    rows = [row for row in map(json.loads, lines) if row["store"] == store]
    return max((row["first"] + row["schedules"] for row in rows), default=0)


def played(kept: Path, until: int, minutes: float, store: str, at: Callable[[], str]) -> bool:
    """Play on for so long; whether all that were played came to what they should.

    However it ends, by Ctrl+C or a fault of the tool too, there is a line of what was played.

    Args:
        store: the name of the kind of database.
    """
    first = seed = following(kept, store)
    end, twice, killed = time.monotonic() + 60 * minutes, 0, 0
    wrong = ""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(channels, "LEASE", tested.LEASE)
        try:
            for more, dead in tested.compared(at, made_up(patch), range(first, until)):
                seed, twice, killed = seed + 1, twice + more, killed + dead
                if time.monotonic() > end:
                    break
        except AssertionError as error:
            wrong = f"; schedule {seed} is wrong: {str(error)[:200]}"
        finally:
            if seed > first:
                row = {"store": store, "first": first, "schedules": seed - first, "killed": killed, "twice": twice}
                with kept.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")
    print(f"{seed - first} schedules from {first} on, {killed} with a worker killed, {twice} letters twice{wrong}")
    return not wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kept", type=Path, default=MEASURED)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--until", type=int, default=1_000)
    given = parser.parse_args(arguments)
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    with cluster() as servers:  # several servers share PostgreSQL alone
        database = servers.database()
        return 0 if played(given.kept, given.until, given.minutes, "postgresql", lambda: database) else 1


if __name__ == "__main__":
    sys.exit(main())
