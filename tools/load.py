"""Puts a load on servers of their own: games that are played and watched, while servers are killed; then looks whether
anything that was acknowledged is lost or doubled.

    python tools/load.py --database URL [--servers 2] [--workers 0] [--games 200] [--onlookers 1600] [--rate 50]
                         [--seconds 300] [--kill-every 60] [--echo]

The database is to be a new one: the tool makes the games in it, starts `vedette serve` as often as it is told and plays
through all of them. With SQLite there is one server, and none is killed unless it is asked for. `--echo` measures the
same rate at an endpoint that sends each message back, beside which the figures are to be read.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from load_play import Counted, Pace, Player, Seat, echoed
from websockets.asyncio.server import ServerConnection, serve

from vedette import packs
from vedette.engine.archive import verify
from vedette.table import Store
from vedette.table.rooms import Making, Rooms
from vedette.table.store import Grant

BATTLE = "kernstown/the-stone-wall"
AFTER = 10.0
"""Seconds after a server was killed that are told by themselves."""
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
    answers: int
    rate: float
    median: float
    p99: float
    p99_calm: float
    """From ten seconds after a server was killed on."""
    killed: int
    cut: int
    again: int
    states: int
    refused: dict[str, int]
    wrong: list[str]
    """What the records do not bear out."""
    load: float
    """Of the machine, at the end."""
    server_ms: float
    """Milliseconds of a processor that the servers had for an answer, with all that they showed to others for it."""
    server_mb: float
    """What the largest of them took in memory."""


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
        self.mb = 0.0
        """That the largest of them took."""
        self._running: dict[int, subprocess.Popen[str]] = {}
        self._workers: list[subprocess.Popen[str]] = []

    @property
    def addresses(self) -> list[str]:
        """Where their sockets are."""
        return [f"ws://127.0.0.1:{port}" for port in self.ports]

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

    def kill(self) -> int:
        """kill -9 of one by lot; its port."""
        port = random.choice(self.ports)
        self._counted(self._running[port].pid)
        self._running[port].kill()
        self._running[port].wait()
        self.killed.append(time.monotonic())
        return port

    def end(self) -> None:
        """End all."""
        for process in self._running.values():
            self._counted(process.pid)
        for process in (*self._running.values(), *self._workers):
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()

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
        players = [Player(p, servers.addresses, pace, counted, n) for n, p in enumerate(places)]
        killing = asyncio.create_task(_killing(servers, load, until))
        await asyncio.gather(*(player.play(lambda: time.monotonic() > until) for player in players))
        await killing
        seconds = time.monotonic() - begun
    finally:
        await asyncio.to_thread(servers.end)
    wrong = await asyncio.to_thread(borne_out, load, players)
    return _found(load, players, counted, servers, seconds, wrong)


async def _killing(servers: Servers, load: Load, until: float) -> None:
    """Kill a server now and then, and start it again."""
    while load.kill_every and time.monotonic() + load.kill_every < until:
        await asyncio.sleep(load.kill_every)
        port = servers.kill()
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


def _found(
    load: Load, players: Sequence[Player], counted: Counted, servers: Servers, seconds: float, wrong: list[str]
) -> Found:
    killed = servers.killed
    waits = [wait for _, wait in counted.answers]
    calm = [wait for at, wait in counted.answers if not any(at + wait - k >= 0 and at - k < AFTER for k in killed)]
    return Found(
        sockets=len(players),
        answers=len(waits),
        rate=round(len(waits) / seconds, 1),
        median=_at(waits, 50),
        p99=_at(waits, 99),
        p99_calm=_at(calm, 99),
        killed=len(killed),
        cut=counted.cut,
        again=counted.again,
        states=counted.states,
        refused=dict(Counter(counted.refused).most_common(5)),
        wrong=wrong,
        load=round(os.getloadavg()[0], 1),
        server_ms=round(1000 * servers.seconds / max(1, len(waits)), 1),
        server_mb=servers.mb,
    )


def _at(waits: Sequence[float], part: int) -> float:
    """Milliseconds within which so many of a hundred had their answer."""
    if len(waits) < 2:
        return round(1000 * waits[0], 1) if waits else 0.0
    return round(1000 * statistics.quantiles(waits, n=100)[part - 1], 1)


async def beside(load: Load) -> tuple[float, float]:
    """Median and 99 of 100 of the same rate at an endpoint that sends everything back."""

    async def back(line: ServerConnection) -> None:
        with contextlib.suppress(Exception):
            async for frame in line:
                await line.send(frame)

    async with serve(back, "127.0.0.1", 0, compression=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        sockets = min(2 * load.games, 400)
        found = await echoed(f"ws://127.0.0.1:{port}", sockets, load.rate, min(load.seconds, 30.0))
    waits = [wait for _, wait in found]
    return _at(waits, 50), _at(waits, 99)


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
        median, p99 = asyncio.run(beside(load))
        print(json.dumps({"echo": {"median": median, "p99": p99}}))
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
