"""The whole load at once, on a PostgreSQL of its own and on a file: what a server is measured by, each with its figure.

    python tools/load_all.py [--part 0.01]

It takes twelve minutes, on a machine that does nothing else. `--part` takes so much of players and time, to see that it
runs. The status is 1 where something does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import msgspec
from load import Found, Load, beside, put_on, spent

from tests.table.postgres import Cluster, cluster

Line = tuple[str, bool]
"""What was found, and whether it is as it is to be."""


def whole(database: str, part: float) -> Load:
    """2,000 sockets, of which 400 play 200 games; a server is killed each minute."""
    games = max(2, round(200 * part))
    return Load(
        database,
        servers=2,
        workers=1,
        games=games,
        onlookers=8 * games,
        rate=max(4.0, 50 * part),
        seconds=max(20.0, 300 * part),
        kill_every=max(8.0, 60 * part),
    )


def alone(database: str, part: float) -> Load:
    """200 games that are played, one process, a file."""
    games, seconds = max(2, round(200 * part)), max(10.0, 120 * part)
    rate = max(4.0, 50 * part)
    return Load(database, servers=1, games=games, onlookers=0, rate=rate, seconds=seconds, kill_every=0)


def told(found: Found, rate: float) -> Iterator[Line]:
    """What every load is measured by."""
    yield (
        f"{found.sockets} sockets, {found.answers} answers, {found.rate} a second of {rate:g} that were to be",
        bool(found.answers),
    )
    yield f"lost or doubled: {'; '.join(found.wrong) or 'nothing'}", not found.wrong
    yield f"answered within {found.median} ms (half) and {found.p99} ms (99 of 100); {found.cut} lines were cut", True
    yield f"a server had {found.server_ms} ms of a processor for an answer, and {found.server_mb} MB", True
    yield f"refused: {found.refused or 'nothing'}; load of the machine {found.load}", True


def of_database(run: Cluster) -> float:
    """Seconds of a processor that PostgreSQL has had."""
    first = int((run.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])
    children = Path(f"/proc/{first}/task/{first}/children")
    running = map(int, children.read_text(encoding="utf-8").split()) if children.exists() else ()
    return spent(first, children=True) + sum(map(spent, running))


def on_paper(server: float, database: float) -> Iterator[Line]:
    """What ten machines of eight processors would carry, one of them the database's, each at half of what it can do."""
    if server and database:
        servers, at_database = 9 * 8 * 500 / server, 8 * 500 / database
        yield (
            f"on paper: nine machines of servers carry {servers:.0f} answers a second, PostgreSQL {at_database:.0f}",
            True,
        )


def on_postgresql(part: float) -> Iterator[Line]:
    """The load of a public site."""
    with cluster() as run:
        load = whole(run.database(), part)
        found = asyncio.run(put_on(load))
        yield from told(found, load.rate)
        yield f"killed: {found.killed}", found.killed > 0
        calm, database = found.p99_calm, 1000 * of_database(run) / max(1, found.answers)
        yield f"99 of 100, from 10 s after a restart on: {calm} ms, to be below 250", calm < 250
        yield f"PostgreSQL had {database:.1f} ms of a processor for an answer", True
        yield from on_paper(found.server_ms, database)
    median, p99 = asyncio.run(beside(msgspec.structs.replace(load, seconds=min(30.0, load.seconds))))
    yield f"an endpoint that sends all back: {median} ms (half), {p99} ms (99 of 100)", True


def on_a_file(part: float) -> Iterator[Line]:
    """The load of a club."""
    with tempfile.TemporaryDirectory() as folder:
        load = alone(f"sqlite:///{folder}/games.sqlite", part)
        found = asyncio.run(put_on(load))
        yield from told(found, load.rate)
        yield f"half of them within {found.median} ms, to be below 100", found.median < 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both, and print a line for each thing that was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=float, default=1.0)
    part = parser.parse_args(arguments).part
    held = True
    for name, run in (("PostgreSQL, several processes", on_postgresql), ("SQLite, one process", on_a_file)):
        print(f"{name}:", flush=True)
        for line, holds in run(part):
            held &= holds
            print(f"  {'' if holds else 'NOT AS IT IS TO BE: '}{line}", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
