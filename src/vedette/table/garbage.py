"""When a server looks through all that it holds for what nobody needs.

Python does so whenever a quarter as much as it holds has been kept for a while, though most of that is gone by itself
by then: at a hundred games that are played at once a third of a second each half minute, in which nobody is answered.
A server does it as seldom as it can: a game that was put away goes by itself (`Room.let_go`), and what is held in
circles only then.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LOOK = 2.0
"""Seconds after which is looked how much it holds."""
GROWN, LEAST = 1.5, (200_000, 50_000_000)
"""It looks through all of it when it holds so many times as many pieces, or bytes, as it had left then, and so many
more;"""
OFTEN = 600.0
"""and after so many seconds in any case."""
NEVER = 1_000_000_000
"""Times that younger things are looked through before Python does by itself."""


class Growth:
    """Says when it is time to look through everything."""

    def __init__(self, held: Callable[[], tuple[int, ...]], now: Callable[[], float]) -> None:
        self.held = held
        self.now = now
        self.left()

    def left(self) -> None:
        """Everything has been looked through."""
        self.level = self.held()
        self.at = self.now()

    @property
    def due(self) -> bool:
        """Whether to do it now."""
        grown = (
            now > max(GROWN * level, level + least)
            for now, level, least in zip(self.held(), self.level, LEAST, strict=True)
        )
        return any(grown) or self.now() - self.at >= OFTEN


def held() -> tuple[int, int]:
    """Pieces, and bytes of the whole process; none of these where nobody tells."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return sys.getallocatedblocks(), 0
    return sys.getallocatedblocks(), pages * os.sysconf("SC_PAGE_SIZE")


class Keeper:
    """Looks through everything for all servers of a process, from when the first begins until the last has ended."""

    def __init__(self) -> None:
        self._changing = threading.Lock()
        self._servers = 0
        self._before = gc.get_threshold()
        self._ended = threading.Event()
        self._looking = threading.Thread()

    def begin(self) -> None:
        """One more server runs."""
        with self._changing:
            self._servers += 1
            if self._servers == 1:
                self._before = gc.get_threshold()
                gc.collect()
                gc.freeze()  # the program itself, which stays
                gc.set_threshold(*self._before[:2], NEVER)
                self._ended = threading.Event()
                growth = Growth(held, time.monotonic)
                self._looking = threading.Thread(target=_look, args=(growth, self._ended), name="garbage", daemon=True)
                self._looking.start()

    def end(self) -> None:
        """One of them has ended; after the last Python does as it did before."""
        with self._changing:
            self._servers -= 1
            if self._servers == 0:
                self._ended.set()
                self._looking.join()
                gc.set_threshold(*self._before)
                gc.unfreeze()


def _look(growth: Growth, ended: threading.Event) -> None:
    while not ended.wait(LOOK):
        if growth.due:
            gc.collect()
            growth.left()


_KEEPER = Keeper()


@contextmanager
def seldom() -> Iterator[None]:
    """Meanwhile everything is looked through when it has grown by half, and every ten minutes; several may run at once
    in a process, and end in whatever order."""
    _KEEPER.begin()
    try:
        yield
    finally:
        _KEEPER.end()
