"""Several processes at one database, in one event loop and by a made-up clock: a seed says in which order they get on.

What a process would do in a thread is done when its turn has come by lot, and no sooner; what it waits for is waited
for by the made-up clock. So each seed is a schedule of its own, with real rooms, workers and postmen, and runs the same
again on whatever machine.
"""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import literal

from vedette.staff.general import Said
from vedette.table import Store, abreast, limits, questions, room, shared, sharing
from vedette.table.commanders import Commanders
from vedette.table.doorbell import ALL, EVERYBODY
from vedette.table.exchange import Threads
from vedette.table.rooms import Rooms

OWNER: ContextVar[str] = ContextVar("owner", default="")
"""The process that a task belongs to."""
SLEEP = asyncio.sleep
"""Of the machine."""


class Call(msgspec.Struct):
    """What a process does in a thread."""

    owner: str
    deed: Callable[[], Any]
    future: asyncio.Future[Any]

    def do(self) -> None:
        """Do it, and say what came of it."""
        try:
            found = self.deed()
        except Exception as error:
            if not self.future.done():
                self.future.set_exception(error)
        else:
            if not self.future.done():
                self.future.set_result(found)


class Alarm:
    """Something that is done later."""

    def __init__(self, when: float, deed: Callable[[], None]) -> None:
        self.when = when
        self.deed = deed
        self.context = copy_context()
        self.off = False

    def cancel(self) -> None:
        """Call it off."""
        self.off = True


class OneOf(Store):
    """The store of one of several processes, also where the database is a file, which elsewhere only one may use."""

    world: World

    @property
    def is_shared(self) -> bool:
        return True

    def ring(self, game: str) -> None:
        self.world.rung.append((self.name, game))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Nobody rings but the schedule."""


class Process:
    """A server or a worker."""

    def __init__(self, world: World, name: str, rooms: Rooms) -> None:
        self.world = world
        self.name = name
        self.rooms = rooms
        self.context: Context = copy_context()
        self.context.run(OWNER.set, name)
        rooms.pulse = world
        rooms.wall = world.now
        self.context.run(rooms.begin)

    def begin(self, deed: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let it do something."""
        task = asyncio.get_running_loop().create_task(deed, context=self.context)
        self.world.tasks.append(task)
        return task

    def hear(self, game: str) -> None:
        """It hears the bell."""
        if self.rooms.sharing is not None:
            self.context.run(self.rooms.sharing._heard, game)


class World:
    """The processes, their clock, and what waits to be done."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.time = 1_000.0
        self.calls: list[Call] = []
        self.alarms: list[Alarm] = []
        self.rung: list[tuple[str, str]] = []
        self.tasks: list[asyncio.Task[Any]] = []
        self.processes: dict[str, Process] = {}
        self.dead: set[str] = set()
        self.done: list[tuple[float, str, str]] = []
        """What was done, when, and by whom."""

    def now(self) -> float:
        """Of the machine, of the database and of every process."""
        return self.time

    def later(self, seconds: float, deed: Callable[[], None]) -> Alarm:
        """As the pulse of rooms."""
        self.alarms.append(Alarm(self.time + seconds, deed))
        return self.alarms[-1]

    async def to_thread(self, deed: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """In the place of asyncio's."""
        owner = OWNER.get()
        if not owner:
            return deed(*given, **named)
        call = Call(owner, functools.partial(deed, *given, **named), asyncio.get_running_loop().create_future())
        self.calls.append(call)
        return await call.future

    async def sleep(self, seconds: float) -> None:
        """In the place of asyncio's: a pause of a process is over when the made-up time is."""
        if not OWNER.get() or seconds <= 0:
            await SLEEP(seconds)
            return
        over = asyncio.Event()
        alarm = self.later(seconds, over.set)
        try:
            await over.wait()
        finally:
            alarm.cancel()

    def kill(self, name: str) -> None:
        """kill -9: what it is at is done or not, and nobody hears of it."""
        self.dead.add(name)
        for call in [call for call in self.calls if call.owner == name]:
            self.calls.remove(call)
            if self.rng.random() < 0.5:
                call.future.cancel()
                self._do(call)

    def living(self) -> list[Process]:
        """Those that have not been killed."""
        return [one for name, one in self.processes.items() if name not in self.dead]

    async def settle(self) -> None:
        """Until everybody waits for something."""
        for _ in range(12):
            await SLEEP(0)

    def step(self) -> None:
        """One thing that waits, by lot; else time passes."""
        self._ring()
        if self.calls and self.rng.random() < 0.85:
            self._do(self.calls.pop(self.rng.randrange(len(self.calls))))
        elif self.rng.random() < 0.4:
            self.time += self.rng.uniform(0.0, 1.0)
            self.rng.choice(self.living()).hear(ALL)  # by itself, whether it was rung for or not
        else:
            self._alarm()

    def _do(self, call: Call) -> None:
        done = getattr(call.deed, "func", call.deed)
        self.done.append((self.time, call.owner, str(getattr(done, "__qualname__", type(done).__name__))))
        call.do()

    def _ring(self) -> None:
        """The bell is heard by some, or is not."""
        for by, game in self.rung:
            for one in self.living():
                if one.name != by and self.rng.random() < 0.7:
                    one.hear(game)
        self.rung.clear()

    def _alarm(self) -> None:
        self.alarms = [one for one in self.alarms if not one.off and one.context.get(OWNER, "") not in self.dead]
        if not self.alarms:
            self.time += 1.0
            return
        first = min(self.alarms, key=lambda one: one.when)
        if self.calls and first.when > self.time + 1.0:
            return  # what is done in a thread takes moments
        self.alarms.remove(first)
        self.time = max(self.time, first.when)
        first.context.run(first.deed)

    async def end(self) -> None:
        """Nobody goes on."""
        mine = asyncio.current_task()
        tasks = [task for task in asyncio.all_tasks() if task is not mine]
        for task in tasks:
            task.cancel()
        self.calls.clear()
        await asyncio.gather(*tasks, return_exceptions=True)
        for one in self.processes.values():
            one.rooms.commanders._threads.shutdown(wait=False)


def made_up(monkeypatch: pytest.MonkeyPatch) -> Callable[[World], None]:
    """Puts a world in the place of clock, threads and other machines."""

    async def thought(self: Commanders, commander: Any, desk: Any) -> Said:
        return Said(await asyncio.to_thread(commander.choose, desk))

    async def brought(self: Threads, bring: Any, target: str, letter: Any, *, asked: bool) -> None:
        await asyncio.to_thread(bring, target, letter)

    async def pooled(pool: Any, deed: Callable[[], Any]) -> Any:
        return await asyncio.to_thread(deed)

    def begin(world: World) -> None:
        monkeypatch.setattr(asyncio, "to_thread", world.to_thread)
        monkeypatch.setattr(asyncio, "sleep", world.sleep)
        for module in (abreast, sharing):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=world.now, time=world.now))
        for module in (limits, questions, room):
            monkeypatch.setattr(module, "in_pool", pooled)
        monkeypatch.setattr(shared, "_now", lambda: literal(world.time))
        monkeypatch.setattr(Commanders, "_thought", thought)
        monkeypatch.setattr(Threads, "run", brought)
        monkeypatch.setattr(OneOf, "world", world, raising=False)
        for table in shared.passing.sorted_tables:
            monkeypatch.setattr(table, "_prefixes", [])  # no database but PostgreSQL knows tables that it need not log

    return begin


__all__ = ["ALL", "EVERYBODY", "OneOf", "Process", "World", "made_up"]
