"""Puts a load on servers of their own: games that are played and watched, while servers are killed; then looks whether
anything that was acknowledged is lost or doubled.

    python tools/load.py --database URL [--servers 2] [--workers 0] [--games 200] [--onlookers 1600] [--rate 50]
                         [--seconds 300] [--kill-every 60] [--echo]

The database is to be a new one: the tool makes the games in it, starts `vedette serve` as often as it is told and plays
through all of them. With SQLite there is one server, and none is killed unless it is asked for. `--echo` puts as many
sockets and messages of the same size on an endpoint that only passes them on, beside which the figures are to be read.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from load_beside import come, passed_on
from load_looking import Onlooker
from load_play import Counted, Pace, Player, Seat

from vedette import packs
from vedette.engine.archive import verify
from vedette.table import Store
from vedette.table.making import Making
from vedette.table.rooms import Rooms
from vedette.table.store import Grant

BATTLE = "kernstown/the-stone-wall"
AFTER = 10.0
"""Seconds after the servers began, or one was killed, that are told by themselves."""
STEP = 5.0
"""Seconds of a line of the course."""
ENOUGH = 0.9
"""Of the rate that was to be, at the least."""
COME = 50
"""Games to which somebody comes when the load is over, to see what it costs."""
VEDETTE = [sys.executable, "-c", "from vedette.cli import main; main()"]


class Load(msgspec.Struct, frozen=True):
    """How much is put on."""

    database: str
    servers: int = 2
    workers: int = 0
    games: int = 200
    onlookers: int = 1600
    rate: float = 50.0
    seconds: float = 300.0
    kill_every: float = 60.0
    battle: str = BATTLE


class Found(msgspec.Struct, frozen=True):
    """What came of it."""

    sockets: int
    alive: int
    """Games that were not over at the end."""
    answers: int
    rate: float
    median: float
    p95: float
    p99: float
    calm: dict[str, float]
    """Answers that were given from ten seconds after all began, or a server was killed, on, and within what half of
    them, 95 and 99 of 100 of them were answered."""
    course: list[tuple[float, int, float]]
    """By seconds since the last time that all began or a server was killed: answers that came then, and within what 99
    of 100 of them had been waited for."""
    killed: int
    cut: int
    again: int
    states: int
    letters: int
    """Of such a state, in the middle."""
    refused: dict[str, int]
    wrong: list[str]
    """What the records do not bear out."""
    load: float
    """Of the machine, at the end."""
    server_ms: float
    """Milliseconds of a processor that the servers had for an answer, with all that they showed to others for it."""
    server_mb: float
    """What the largest of them took in memory."""
    worker_ms: float
    """As `server_ms`, of the workers."""
    opening_ms: float
    """Milliseconds of a processor for a game that is opened when somebody comes; 0 where that was not measured."""
    coming_ms: float
    """For a socket that comes back to a game that is open."""

    def enough(self, rate: float) -> bool:
        """Whether so many answers a second were given as were to be, or nearly."""
        return self.rate >= ENOUGH * rate


def made(load: Load) -> list[list[Seat]]:
    """The games, each with its players and those who look on."""
    store = Store(load.database)
    try:
        rooms = Rooms(store, packs.load, packs.battles)
        found = []
        for n in range(load.games):
            game = rooms.make(Making(load.battle, seed=n))
            seats = [Seat(game.game, key, seat) for seat, key in game.keys.items() if seat != "both"]
            many = load.onlookers // load.games + (n < load.onlookers % load.games)
            watch = store.another_key(Grant("", game.game, ())) if many else ""
            found.append(seats + [Seat(game.game, watch, "")] * many)
        return found
    finally:
        store.close()


class Servers:
    """The processes of a load: on ports of their own, each begun again where it was killed."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.ports = [_free() for _ in range(load.servers)]
        self.killed: list[float] = []
        self.seconds = 0.0
        """Of a processor, that they have had since they listened."""
        self.at_work = 0.0
        """The same of the workers."""
        self.mb = 0.0
        """That the largest of them took."""
        self._running: dict[int, subprocess.Popen[str]] = {}
        self._workers: list[subprocess.Popen[str]] = []

    @property
    def addresses(self) -> list[str]:
        """Where their sockets are."""
        return [f"ws://127.0.0.1:{port}" for port in self.ports]

    @property
    def pids(self) -> list[int]:
        """Their processes, in the order of the ports."""
        return [self._running[port].pid for port in self.ports]

    @property
    def worker_pids(self) -> list[int]:
        """The processes of the workers."""
        return [one.pid for one in self._workers]

    def begin(self, port: int) -> None:
        """Start one, and wait until it listens."""
        command = [*VEDETTE, "serve", "--port", str(port), "--database", self.load.database]
        self._running[port] = _ready(command)
        self.seconds -= spent(self._running[port].pid)

    def all(self) -> None:
        """Start all of them."""
        for port in self.ports:
            self.begin(port)
        worker = [*VEDETTE, "work", "--database", self.load.database]
        self._workers = [_ready(worker) for _ in range(self.load.workers)]
        self.at_work -= sum(spent(one.pid) for one in self._workers)

    def kill(self) -> int:
        """kill -9 of one by lot; its port."""
        port = random.choice(self.ports)
        self._counted(self._running[port].pid)
        self.killed.append(time.monotonic())
        self._running[port].kill()
        self._running[port].wait()
        return port

    def end(self) -> None:
        """End all."""
        for process in self._running.values():
            self._counted(process.pid)
        self.at_work += sum(spent(one.pid) for one in self._workers)
        for process in (*self._running.values(), *self._workers):
            _ended(process)

    def _counted(self, pid: int) -> None:
        self.seconds += spent(pid)
        self.mb = max(self.mb, resident(pid))


def spent(pid: int, children: bool = False) -> float:
    """Seconds of a processor that a process has had, and its children that are gone; 0 where nobody tells."""
    with contextlib.suppress(OSError, IndexError):
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return sum(map(int, fields[11 : 15 if children else 13])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def resident(pid: int) -> float:
    """Megabytes that a process takes; 0 where nobody tells."""
    with contextlib.suppress(OSError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    return 0.0


def _ready(command: Sequence[str]) -> subprocess.Popen[str]:
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    if not running.stdout.readline().startswith("Vedette"):
        raise SystemExit(f"{' '.join(command[-4:])} did not start")
    return running


def _free() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def put_on(load: Load) -> Found:
    """Put a load on, and see what came of it."""
    tables = await asyncio.to_thread(made, load)
    servers, counted, pace = Servers(load), Counted(), Pace(load.rate)
    await asyncio.to_thread(servers.all)
    try:
        begun = time.monotonic()
        until = begun + load.seconds
        places = [place for table in tables for place in table]
        players = [
            (Player if place.seat else Onlooker)(place, servers.addresses, pace, counted, n)
            for n, place in enumerate(places)
        ]
        killing = asyncio.create_task(_killing(servers, load, until))
        await played(players, lambda: time.monotonic() > until)
        seconds = time.monotonic() - begun
        await killing
    finally:
        await asyncio.to_thread(servers.end)
    wrong = await asyncio.to_thread(borne_out, load, players)
    costs = await costs_of_coming(load, [table[0] for table in tables[:COME]])
    return _found(players, counted, servers, seconds, wrong, costs, begun)


async def played(players: Sequence[Player], ended: Callable[[], bool]) -> None:
    """Until all who play have ended; those who look on stay as long."""
    looking = [asyncio.create_task(one.play(ended)) for one in players if not one.place.seat]
    try:
        await asyncio.gather(*(one.play(ended) for one in players if one.place.seat))
    finally:
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)


async def costs_of_coming(load: Load, seats: list[Seat]) -> tuple[float, float]:
    """Milliseconds of a processor for a game that is opened, and for a socket that comes back to one that is open."""
    alone = Servers(msgspec.structs.replace(load, servers=1, workers=0))
    await asyncio.to_thread(alone.all)
    try:
        (server,), pid = alone.addresses, alone.pids[0]
        await come(server, seats[:1], after=False)  # the first of a process reads more than a game
        costs = []
        for after in (False, True):
            before = spent(pid)
            await come(server, seats[1:], after=after)
            costs.append(round(1000 * (spent(pid) - before) / max(1, len(seats) - 1), 1))
        return costs[0], costs[1]
    finally:
        await asyncio.to_thread(alone.end)


async def _killing(servers: Servers, load: Load, until: float) -> None:
    """Kill a server now and then, and start it again."""
    while load.kill_every and time.monotonic() + load.kill_every < until:
        await asyncio.sleep(load.kill_every)
        port = await asyncio.to_thread(servers.kill)
        await asyncio.to_thread(servers.begin, port)


def borne_out(load: Load, players: Sequence[Player]) -> list[str]:
    """What of the answers that were acknowledged the records do not have once, in their order."""
    wrong, seats = [], [player for player in players if player.place.seat]
    store = Store(load.database)
    try:
        for id in dict.fromkeys(player.place.game for player in seats):
            stored = store.game(id)
            assert stored is not None
            rows = [json.loads(line) for line in stored.entries]
            if [row["n"] for row in rows] != list(range(1, len(rows) + 1)) or not verify(stored.record).ok:
                wrong.append(f"game {id}: its record does not hold")
            for player in (one for one in seats if one.place.game == id):
                given = [row["do"] for row in rows if row["seat"] == player.place.seat]
                beyond = [player.open[1]] if player.open is not None else []
                if given not in (player.told, player.told + beyond):
                    wrong.append(f"game {id}, {player.place.seat}: {len(player.told)} told, {len(given)} stored")
    finally:
        store.close()
    return wrong


def alive(players: Sequence[Player]) -> int:
    """Games that were not over at the end. One is over once anybody has seen its end, though others were cut before."""
    return len({player.place.game for player in players} - {player.place.game for player in players if player.over})


def _found(
    players: Sequence[Player],
    counted: Counted,
    servers: Servers,
    seconds: float,
    wrong: list[str],
    costs: tuple[float, float],
    begun: float,
) -> Found:
    breaks = [begun, *servers.killed]
    waits = [wait for _, wait in counted.answers]
    calm = [wait for at, wait in counted.answers if not any(at + wait - k >= 0 and at - k < AFTER for k in breaks)]
    return Found(
        sockets=len(players),
        alive=alive(players),
        answers=len(waits),
        rate=round(len(waits) / seconds, 1),
        median=_at(waits, 50),
        p95=_at(waits, 95),
        p99=_at(waits, 99),
        calm={"answers": len(calm), **{f"p{part}": _at(calm, part) for part in (50, 95, 99)}},
        course=course(counted.answers, breaks),
        killed=len(servers.killed),
        cut=counted.cut,
        again=counted.again,
        states=counted.states,
        letters=round(counted.letters / max(1, counted.read)),
        refused=dict(Counter(counted.refused).most_common(5)),
        wrong=wrong,
        load=round(os.getloadavg()[0], 1),
        server_ms=round(1000 * servers.seconds / max(1, len(waits)), 1),
        server_mb=servers.mb,
        worker_ms=round(1000 * servers.at_work / max(1, len(waits)), 1),
        opening_ms=costs[0],
        coming_ms=costs[1],
    )


def course(answers: Sequence[tuple[float, float]], breaks: Sequence[float]) -> list[tuple[float, int, float]]:
    """How it went on after the servers began or one was killed: seconds, answers, milliseconds for 99 of 100."""
    found: dict[float, list[float]] = {}
    for at, wait in answers:
        since = at + wait - max((one for one in breaks if one <= at + wait), default=breaks[0])
        found.setdefault(since // STEP * STEP, []).append(wait)
    return [(since, len(waits), _at(waits, 99)) for since, waits in sorted(found.items())]


def _at(waits: Sequence[float], part: int) -> float:
    """Milliseconds within which so many of a hundred had their answer."""
    if len(waits) < 2:
        return round(1000 * waits[0], 1) if waits else 0.0
    return round(1000 * statistics.quantiles(waits, n=100)[part - 1], 1)


async def beside(load: Load, found: Found) -> dict[str, float]:
    """The same sockets, pace and size of messages at an endpoint that only passes on: within how many milliseconds
    half, 95 and 99 of 100 were answered, and how many of a processor it had for an answer."""
    command = [sys.executable, str(Path(__file__).with_name("load_beside.py")), str(max(found.letters, 201))]
    running, port = await asyncio.to_thread(_neighbour, command)
    try:
        many = [load.onlookers // load.games + (n < load.onlookers % load.games) for n in range(load.games)]
        before = spent(running.pid)
        rooms = [(2, watch) for watch in many]
        waits = await passed_on(f"ws://127.0.0.1:{port}", rooms, load.rate, min(load.seconds, 30.0))
        cost = round(1000 * (spent(running.pid) - before) / max(1, len(waits)), 2)
    finally:
        await asyncio.to_thread(_ended, running)
    return {**{f"p{part}": _at(waits, part) for part in (50, 95, 99)}, "ms": cost}


def _neighbour(command: Sequence[str]) -> tuple[subprocess.Popen[str], int]:
    """The endpoint, and its port."""
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    return running, int(running.stdout.readline().rpartition(":")[2])


def _ended(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, put the load on, print what came of it; 1 where a record does not bear it out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = Load("")
    parser.add_argument("--database", required=True)
    for name, value in msgspec.structs.asdict(usual).items():
        if name != "database":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--echo", action="store_true")
    given: dict[str, Any] = vars(parser.parse_args(arguments))
    echo = given.pop("echo")
    load = Load(**given)
    found = asyncio.run(put_on(load))
    print(json.dumps(msgspec.to_builtins(found), indent=1))
    if echo:
        print(json.dumps({"echo": asyncio.run(beside(load, found))}))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
