"""A worker: it runs games that servers on the same PostgreSQL have open, and serves no pages. Whoever watches
over it may ask whether it is there.

It carries out orders, ends beats and lets computers think, so that no server is busy with it. Of several workers each
has its share of the games in which there is something of the kind; where one is gone the others have its games within
seconds, and where there is none the servers run them themselves, as they do all others. That nothing is done twice is
the fence of the store, as among servers.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress

import msgspec

from vedette import packs
from vedette.engine.battle import Battle
from vedette.staff.orders import Ordered

from . import vital
from .figures import Figures
from .messages import Refused
from .rooms import Rooms
from .running import Server, configured, names_of
from .shared import Open
from .store import Setup, Store, StoreError

LOGGER = logging.getLogger("vedette.table")
LOOK = 1.0
"""Seconds after which a worker looks for games once more."""


class Watch(msgspec.Struct, frozen=True):
    """Where a worker says that it is there."""

    listener: socket.socket
    host: str
    figures: Figures | None

    @asynccontextmanager
    async def answering(self, rooms: Rooms) -> AsyncIterator[None]:
        """For a block."""
        app = vital.watched(rooms, self.figures, names_of(self.host))
        serving = Answering(configured(app, own_log=False), lambda: None)
        task = asyncio.create_task(serving.serve(sockets=[self.listener]))
        try:
            yield
        finally:
            serving.should_exit = True
            await task


class Work:
    """The games that one worker runs."""

    def __init__(self, store: Store, load: Callable[[str], Battle] = packs.load) -> None:
        self.store = store
        self.rooms = Rooms(store, load, packs.battles)
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Leave the games to the others."""
        self._ended.set()

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Run games until `end` is called."""
        self.rooms.begin()
        try:
            await self._look()
            ready()
            while not self._ended.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), LOOK)
                await self._look()
        finally:
            await self.rooms.close()

    async def _look(self) -> None:
        """Open what is this worker's to run, and put away what is no longer."""
        try:
            games, workers = await asyncio.to_thread(self.store.at_work)
        except StoreError as error:
            LOGGER.warning("there is nothing to be found to work at: %s", error)
            return
        mine = [one.game for one in games if chosen(one.game, workers) == self.store.name and self._runs(one)]
        for game in self.rooms.all_open():
            if game not in mine and self.rooms.put_away(game) and self.rooms.sharing is not None:
                self.rooms.sharing.met()
        for game in mine:
            if self.rooms.opened(game) is None and not self._ended.is_set():
                await self._open(game)

    def _runs(self, one: Open) -> bool:
        """Whether a game is run here: one that was begun is, also where all its orders are suspended again."""
        return self.rooms.opened(one.game) is not None or to_run(one)

    async def _open(self, game: str) -> None:
        """From now on this worker runs a game."""
        try:
            room = await self.rooms.room(game)
        except (Refused, StoreError) as error:
            LOGGER.warning("game %s is left to the servers: %s", game, error)
            return
        async with room.lock:
            await room.carrier.go_on()
        if self.rooms.sharing is not None:
            self.rooms.sharing.met()  # the servers hear of it at once


def to_run(one: Open) -> bool:
    """Whether a game has something that goes on by itself: a computer that thinks, a beat, an order that stands.

    Where two people just answer each other nothing does, and a worker would only look on.
    """
    try:
        setup = msgspec.json.decode(one.setup, type=Setup)
        orders = [msgspec.json.decode(body, type=Ordered) for body in one.orders or ()]
    except msgspec.MsgspecError as error:  # of a newer program, or damaged: it stops no other game
        LOGGER.warning("game %s is left to the servers, what is kept of it cannot be read: %s", one.game, error)
        return False
    if len(setup.people) < len(setup.seats) or setup.orders or setup.beat is not None:
        return True
    return any(not order.suspended for order in orders)


def chosen(game: str, workers: Sequence[str]) -> str:
    """Whose a game is: where a worker comes or goes, only its own games change hands."""
    return max(workers, key=lambda one: hashlib.blake2b(f"{one} {game}".encode()).digest(), default="")


class Answering(Server):
    """Answers beside the work, and leaves signals to it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None."""
        yield


def work(store: Store, ready: Callable[[], None], watch: Watch | None = None) -> None:
    """Work until the process is told to end.

    Args:
        watch: where the worker answers who watches over it; nowhere by default.
    """

    async def at_it() -> None:
        worker = Work(store)
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, name):
                with suppress(NotImplementedError):  # on Windows Ctrl+C ends the loop itself
                    loop.add_signal_handler(getattr(signal, name), worker.end)
        async with watch.answering(worker.rooms) if watch is not None else nullcontext():
            await worker.run(ready)

    with suppress(KeyboardInterrupt):
        asyncio.run(at_it())
