"""Limits: how fast a socket is read, how often an address may try."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from vedette.engine.game import Game

from .threads import Workers

T = TypeVar("T")

THREADS = 12
"""In which games are answered, opened and looked at, beside the two pools below: together as many as a process has
connections to its database (`postgres.CONNECTIONS` and `MORE`)."""
AT_ONCE = 4
"""So many games are opened, or looked at for what others may have done, at once: fewer, with those at the door and the
pages, than there are threads (`THREADS`), so that who plays finds one free."""
DOORS, SITTING, LOOKING = 2, 3, 1
"""Of those who come so many are asked for their key at once; so many who have a seat, and who look on, are shown their
game. After a server has ended a thousand may come in a second: who plays is there first, and who is there already is
answered meanwhile."""
HELD = 1.0
"""Seconds after which others need not wait for somebody who comes to a game that is held up."""
ASKING = Workers(2, thread_name_prefix="asking")
"""In which games are asked what takes a while: who answers, opens a page or is a computer has other threads."""
THINKING = Workers(2, thread_name_prefix="thinking")
"""In which is thought about what was asked, so that who asks little does not wait for who asks much."""
WEIGHING = Workers(2, thread_name_prefix="weighing")
"""In which is waited for searches that are made once more, half a minute perhaps, where somebody asks why."""
PAGES = 2
"""So many pages at once are told of their game, in the threads in which games are answered."""


async def in_pool(pool: ThreadPoolExecutor, deed: Callable[[], T]) -> T:
    """Do something in a thread of a pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, deed)


async def taken(lock: asyncio.Lock, seconds: float) -> bool:
    """Whether a lock could be taken within some seconds."""
    try:
        async with asyncio.timeout(seconds):
            return await lock.acquire()
    except TimeoutError:
        return False


@asynccontextmanager
async def place(among: asyncio.Semaphore, rest: bool = False) -> AsyncIterator[Callable[[], None]]:
    """A place among so many; what it gives leaves it, as the end does, and as `HELD` seconds do.

    Args:
        rest: the next one has it only after as long again as it was held.
    """
    held, loop = [among], asyncio.get_running_loop()

    def leave() -> None:
        if held:
            took = loop.time() - began
            loop.call_later(min(took, HELD), held.pop().release) if rest else held.pop().release()

    await among.acquire()
    began = loop.time()
    late = loop.call_later(HELD, leave)
    try:
        yield leave
    finally:
        late.cancel()
        leave()


class Limits(msgspec.Struct, frozen=True):
    """What one client may do. A fast person stays far below all of them."""

    messages: float = 50.0
    """A second, of one socket; what is more waits."""
    burst: int = 300
    sockets: int = 20
    """Of one key of a seat that are open at once."""
    onlookers: int = 500
    """Sockets of those who look on at one game."""
    games: int = 60
    """New games a minute of one address."""
    misses: int = 60
    """Wrong keys a minute of one address."""
    passwords: int = 10
    """Wrong passwords, and wrong links of mails, a minute of one address."""
    accounts: int = 10
    """New accounts a minute of one address, and as many mails about them."""
    thought: float = 0.5
    """Seconds a second that the server works for one person who asks (odds, plans, why not, the game shown again); what
    is more waits."""
    saved: float = 20.0
    """Seconds of it that may be saved up."""
    behind: int = 1_000
    """Messages that may wait for a socket that does not read."""
    silence: float = 20.0
    """Seconds in which a request has to come whole, and in which some of an answer has to be read."""


class Pace:
    """Lets so many through a second, and makes the rest wait; nobody is cut off."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = float(burst)
        self._left = self.burst
        self._at = time.monotonic()

    async def take(self) -> None:
        """Wait until one more may pass."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        self._left -= 1.0
        if self._left < 0:
            await asyncio.sleep(-self._left / self.rate)


class Purse:
    """What one person, with all his sockets, may let the server think: one question at a time, so long a second."""

    def __init__(self, rate: float, saved: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.saved = saved
        self.left = saved
        self._now = now
        self._at = now()
        self._one = asyncio.Lock()

    async def spend(self, deed: Callable[[], T]) -> T:
        """Think in a thread; the time counts in which the thread itself has worked, and not what others took."""
        async with self.paid() as took:
            return await in_pool(THINKING, lambda: timed(deed, took))

    async def ask(self, asked: Callable[[Callable[[Game], T]], Awaitable[T]], question: Callable[[Game], T]) -> T:
        """Ask something of a game that takes a while; what is beyond the limit waits outside of its queue."""
        async with self.paid() as took:
            return await asked(lambda game: timed(lambda: question(game), took))

    @asynccontextmanager
    async def paid(self) -> AsyncIterator[list[float]]:
        """Wait for one's turn; the seconds that it took are put into what is yielded."""
        async with self._one:
            wait = self._wait()
            if wait > 0:
                await asyncio.sleep(wait)
            took = [0.0]
            try:
                yield took
            finally:
                self.left -= took[0]

    def _wait(self) -> float:
        """Seconds until there is something left."""
        now = self._now()
        self.left = min(self.saved, self.left + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, -self.left / self.rate)


class Purses:
    """Those of many people, by who they are; of more than so many those are forgotten that asked least lately."""

    MOST = 10_000

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, ...], Purse] = OrderedDict()

    def of(self, who: tuple[str, ...], limits: Limits) -> Purse:
        """Somebody's."""
        found = self._known.pop(who, None) or Purse(limits.thought, limits.saved)
        self._known[who] = found
        if len(self._known) > self.MOST:
            self._known.popitem(last=False)
        return found


def timed(deed: Callable[[], T], took: list[float]) -> T:
    """Do something, and say how long this thread has worked at it."""
    began = time.thread_time()
    try:
        return deed()
    finally:
        took[0] = time.thread_time() - began


class Meter:
    """How often something happened within a minute, by address."""

    WINDOW = 60.0
    ADDRESSES = 10_000

    def __init__(self, most: int) -> None:
        self.most = most
        self._times: dict[str, deque[float]] = {}

    def full(self, address: str) -> bool:
        """Whether an address has had its share."""
        times = self._times.get(address)
        while times and times[0] < time.monotonic() - self.WINDOW:
            times.popleft()
        return times is not None and len(times) >= self.most

    def another(self, address: str) -> bool:
        """Once more, unless an address has had its share; whether it had. What is beyond it does not count."""
        if self.full(address):
            return True
        self.note(address)
        return False

    def note(self, address: str) -> None:
        """Once more."""
        if address not in self._times and len(self._times) >= self.ADDRESSES:
            self._times.pop(next(iter(self._times)))
        self._times.setdefault(address, deque()).append(time.monotonic())
