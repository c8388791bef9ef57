"""Measures what an answer costs a server whose room is full: a part of `tools/bench.py`.

Two play and eight look on in each of a few games, through a server of its own: on a file, and where there is a
PostgreSQL on that with a worker beside it. Milliseconds of a processor are counted, of all that is shown for it too.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import load
import msgspec
from load_all import of_database
from load_looking import Onlooker
from load_play import Counted, Pace, Player

from tests.table.postgres import Cluster, cluster, missing

GAMES, LOOK_ON = 3, 8
WARM = 20
"""Answers of each game before it is measured."""
RATE = 20.0
"""Answers a second, so that nobody waits for anybody."""
FIGURES = (
    "a server, ms",
    "a worker, ms",
    "PostgreSQL, ms",
    "states",
    "letters of one",
    "coming back, ms",
    "opened, ms",
)


class Cost(msgspec.Struct, frozen=True):
    """Of one answer, and of who comes."""

    server: float
    worker: float
    database: float
    states: float
    letters: float
    coming: float
    opening: float


async def cost(at: load.Load, answers: int, run: Cluster | None) -> Cost:
    """Play so many answers in all the games."""
    tables, servers, counted, over = load.made(at), load.Servers(at), Counted(), False
    pace = Pace(at.rate)
    servers.all()
    places = [place for table in tables for place in table]
    players = [
        (Player if place.seat else Onlooker)(place, servers.addresses, pace, counted, n)
        for n, place in enumerate(places)
    ]
    playing = asyncio.create_task(load.played(players, lambda: over))

    def spent() -> tuple[float, ...]:
        there = servers.pids, servers.worker_pids
        return *(sum(map(load.spent, pids)) for pids in there), of_database(run) if run else 0.0, counted.states

    async def until(many: int) -> None:
        while len(counted.answers) < many and not playing.done():
            await asyncio.sleep(0.02)

    try:
        await until(WARM * at.games)
        before, had = spent(), len(counted.answers)
        await until(had + answers)
        many = len(counted.answers) - had
        found = [(now - then) / many for now, then in zip(spent(), before, strict=True)]
        over = True
        await playing
    finally:
        playing.cancel()
        servers.end()
    opening, coming = await load.costs_of_coming(at, [place for table in tables for place in table[:2]])
    letters = counted.letters / max(1, counted.read)
    server, worker, database = (1000 * part for part in found[:3])
    return Cost(server, worker, database, found[3], letters, coming, opening)


@contextmanager
def databases() -> Iterator[list[tuple[str, str, Cluster | None]]]:
    """Those that are there: a name, an address, whose processes are to be looked at."""
    with tempfile.TemporaryDirectory() as folder:
        file: list[tuple[str, str, Cluster | None]] = [("a file", f"sqlite:///{folder}/games.sqlite", None)]
        if missing():
            yield file
            return
        with cluster() as run:
            yield [*file, ("PostgreSQL", run.database(), run)]


def rooms(answers: int, other: Path | None = None) -> str:
    """The table; with the servers of another checkout as well, beside which it is to be read."""
    ours = load.VEDETTE
    trees = {"": ours} if other is None else {", before": [str(other / ".venv/bin/python"), *ours[1:]], ", now": ours}
    found: dict[str, Cost] = {}
    for name, command in trees.items():
        with databases() as all:
            for store, url, run in all:
                workers = 1 if run else 0
                at = load.Load(url, 1, workers, GAMES, GAMES * LOOK_ON, rate=RATE)
                load.VEDETTE = command
                found[store + name] = asyncio.run(cost(at, answers, run))
    load.VEDETTE = ours
    head = [f"| an answer, seen by {LOOK_ON + 2}, on | {' | '.join(FIGURES)} |", "|---|" + "---:|" * len(FIGURES)]
    rows = (f"| {name} | {' | '.join(_told(one))} |" for name, one in sorted(found.items()))
    return "\n".join([*head, *rows])


def _told(one: Cost) -> Iterator[str]:
    for name, value in msgspec.structs.asdict(one).items():
        yield f"{value:,.0f}" if name == "letters" else f"{value:.1f}"
