"""Talking with a machine that is not ours: for how long at most, and in which threads."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from types import TracebackType
from typing import TypeVar

T = TypeVar("T")

THREADS = 4
"""In which letters are brought."""


class Deadline:
    """When an exchange is over, whatever the other machine does: the time-out of a socket begins anew with each byte.

    Begun and ended by `with`. What waits on the socket then finds it shut.
    """

    def __init__(self, seconds: float) -> None:
        self.over = False
        """Whether the time has run out."""
        self._until = time.monotonic() + seconds
        self._line: socket.socket | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()
        with self._lock:
            if self._line is not None:
                self._line.close()
                self._line = None

    def left(self) -> float:
        """Seconds, more than none. Raises TimeoutError where it is over."""
        left = self._until - time.monotonic()
        if self.over or left <= 0:
            self.over = True
            raise TimeoutError("timed out")
        return left

    def watch(self, line: socket.socket) -> None:
        """Shut this one in time: one without TLS, before it gets any."""
        with self._lock:
            # A number of its own: nobody else closes it, so it never comes to stand for another socket.
            self._line = line.dup()
        if self.over:
            self._end()

    def _end(self) -> None:
        with self._lock:
            self.over = True
            if self._line is not None:
                with suppress(OSError):  # the other machine has gone by itself
                    self._line.shutdown(socket.SHUT_RDWR)


class Threads:
    """Those in which letters are brought, and in which names of hosts are looked up for it: none by which the server
    reads its games."""

    def __init__(self, many: int = THREADS) -> None:
        self._threads = ThreadPoolExecutor(many, thread_name_prefix="courier")
        self._asked = asyncio.Semaphore(many - 1)

    async def run(self, bring: Callable[[str, T], None], target: str, letter: T, *, asked: bool) -> None:
        """Bring a letter. Raises what that raises.

        Args:
            asked: whether somebody at a page has asked for it: those never have all threads, so that what is due
                comes however many ask.
        """
        async with AsyncExitStack() as stack:
            if asked:
                await stack.enter_async_context(self._asked)
            await asyncio.get_running_loop().run_in_executor(self._threads, bring, target, letter)

    def close(self) -> None:
        """The server ends."""
        self._threads.shutdown(wait=False, cancel_futures=True)
