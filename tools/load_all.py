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

from load import Found, Load, beside, put_on, spent

from tests.table.postgres import Cluster, cluster

Line = tuple[str, bool]
"""What was found, and whether it is as it is to be."""


def whole(database: str, part: float, servers: int) -> Load:
    """2,000 sockets, of which 400 play 200 games; a server is killed each minute."""
    games = max(2, round(200 * part))
    return Load(
        database,
        servers=servers,
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
        found.enough(rate),
    )
    yield f"lost or doubled: {'; '.join(found.wrong) or 'nothing'}", not found.wrong
    yield (
        f"answered within {found.median} ms (half), {found.p95} ms (95 of 100), {found.p99} ms (99); "
        f"{found.cut} lines were cut, {found.states} states of {found.letters} letters were shown",
        True,
    )
    yield (
        f"servers had {found.server_ms} ms of a processor for an answer, workers {found.worker_ms} ms; the largest "
        f"server took {found.server_mb} MB; a game that is opened costs {found.opening_ms} ms, a socket that comes "
        f"back {found.coming_ms} ms",
        True,
    )
    yield f"refused: {found.refused or 'nothing'}; load of the machine {found.load}", True


def of_database(run: Cluster) -> float:
    """Seconds of a processor that PostgreSQL has had."""
    first = int((run.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])
    children = Path(f"/proc/{first}/task/{first}/children")
    running = map(int, children.read_text(encoding="utf-8").split()) if children.exists() else ()
    return spent(first, children=True) + sum(map(spent, running))


def on_paper(found: Found, load: Load, database: float, proxy: float) -> Iterator[Line]:
    """What ten machines of eight processors would carry, one of them the database's, each at half of what it can do.

    What passes the messages on to the servers is counted as much as the endpoint of ours that does nothing else.
    """
    whole = found.server_ms + found.worker_ms + proxy
    if whole and database:
        half, games = 8 * 500, load.games / load.rate
        carry = min(9 * half / whole, half / database)
        yield (
            f"on paper: nine machines of servers, workers and proxies ({found.server_ms} + {found.worker_ms} + {proxy} "
            f"ms) carry {9 * half / whole:.0f} answers a second, PostgreSQL ({database:.1f} ms) {half / database:.0f}: "
            f"{carry * games:.0f} games at this pace",
            True,
        )
        opened = carry * games / 72
        sockets = opened * found.sockets / load.games
        back = (opened * found.opening_ms + sockets * found.coming_ms) / 1000
        yield (
            f"on paper: where one of 72 servers dies, its {opened:.0f} games and {sockets:.0f} sockets cost the others "
            f"{back:.1f} s of a processor, {back / 71:.2f} s each",
            True,
        )


def on_postgresql(part: float, servers: int) -> Iterator[Line]:
    """The load of a public site."""
    with cluster() as run:
        load = whole(run.database(), part, servers)
        found = asyncio.run(put_on(load))
        yield from told(found, load.rate)
        yield f"killed: {found.killed}", found.killed > 0
        calm, database = found.calm, 1000 * of_database(run) / max(1, found.answers)
        yield (
            f"from 10 s after the start and each kill on, {calm['answers']:.0f} answers: {calm['p50']} ms "
            f"(half), {calm['p95']} ms (95 of 100), {calm['p99']} ms (99), which is to be below 250",
            calm["answers"] > 0 and calm["p99"] < 250,
        )
        for since, answers, p99 in found.course:
            yield f"  {since:.0f} s after the start or a kill: {answers} answers, 99 of 100 within {p99:.0f} ms", True
        yield f"PostgreSQL had {database:.1f} ms of a processor for an answer", True
    echo = asyncio.run(beside(load, found))
    yield (
        f"an endpoint that only passes on, with the same sockets and messages: {echo['p50']} ms (half), "
        f"{echo['p95']} ms (95 of 100), {echo['p99']} ms (99); {echo['ms']} ms of a processor for an answer",
        True,
    )
    yield from on_paper(found, load, database, echo["ms"])


def on_a_file(part: float) -> Iterator[Line]:
    """The load of a club."""
    with tempfile.TemporaryDirectory() as folder:
        load = alone(f"sqlite:///{folder}/games.sqlite", part)
        found = asyncio.run(put_on(load))
        yield from told(found, load.rate)
        yield f"games that were not over at the end: {found.alive} of {load.games}", found.alive >= 0.9 * load.games
        yield f"half of them within {found.median} ms, to be below 100", found.median < 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both, and print a line for each thing that was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=float, default=1.0)
    parser.add_argument("--servers", type=int, default=4, help="processes that serve, at PostgreSQL")
    given = parser.parse_args(arguments)
    if given.servers < 2:
        parser.error("--servers: at least 2, since one of them is killed now and then")
    held = True
    for name, found in (
        (f"PostgreSQL, {given.servers} processes", on_postgresql(given.part, given.servers)),
        ("SQLite, one process", on_a_file(given.part)),
    ):
        print(f"{name}:", flush=True)
        for line, holds in found:
            held &= holds
            print(f"  {'' if holds else 'NOT AS IT IS TO BE: '}{line}", flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
