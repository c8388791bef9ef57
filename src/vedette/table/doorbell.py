"""The doorbell: a server that has stored something rings, the others look. What it says is never trusted for more.

It is rung after the commit and in a transaction of its own, since one that notifies takes a lock of the whole database.
A bell that was not heard costs a few seconds: every server looks by itself as well.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from . import shared

LOGGER = logging.getLogger("vedette.table")
CHANNEL = "vedette"
LOOK = 2.0
"""Seconds after which a server looks by itself, whether it has heard anything or not."""
AGAIN = 0.5
"""Seconds after which a line that was lost is laid anew."""
Heard = Callable[[str], None]
"""Called with the game at which something has changed, or with one of the words below."""
EVERYBODY = ""
"""It is time to look at who is there."""
ALL = "*"
"""The line was laid anew: at any game something may have changed."""
GONE = "!"
"""With a game behind it: it was deleted."""


class Doorbell:
    """Rings at the other servers of a PostgreSQL, and listens."""

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self._alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        self.name = name
        """Of this server: it does not hear itself."""
        self.lost_since: float | None = None
        """When the line was lost; None while it is there."""
        self._waiting: set[str] = set()
        self._changed = threading.Condition()
        self._ended = threading.Event()
        self._ringing: threading.Thread | None = None
        self._listening: threading.Thread | None = None

    def ring(self, game: str) -> None:
        """Something has changed at a game. Costs nothing: a thread tells it, what has gathered meanwhile in one."""
        with self._changed:
            self._waiting.add(game)
            self._changed.notify()
            if self._ringing is None and not self._ended.is_set():
                self._ringing = threading.Thread(target=self._ring, name="doorbell", daemon=True)
                self._ringing.start()

    def listen(self, heard: Heard) -> None:
        """Call somebody from now on, in a thread of the bell's own."""
        self._listening = threading.Thread(target=self._listen, args=(heard,), name="listening", daemon=True)
        self._listening.start()

    def close(self) -> None:
        """Ring what is still to be rung, and listen no longer."""
        self._ended.set()
        with self._changed:
            self._changed.notify()
        for thread in (self._ringing, self._listening):
            if thread is not None:
                thread.join(LOOK)

    def _ring(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._ended.is_set())
                told, self._waiting = sorted(self._waiting), set()
            if told:
                try:
                    with self._alone.connect() as db:
                        shared.ring(db, CHANNEL, [f"{game} {self.name}" for game in told])
                except SQLAlchemyError as error:
                    LOGGER.warning("the other servers are not told, and look by themselves: %s", error)
            elif self._ended.is_set():
                return

    def _listen(self, heard: Heard) -> None:
        while not self._ended.is_set():
            try:
                with self._line() as line:
                    self.lost_since = None
                    heard(ALL)
                    while not self._ended.is_set():
                        self._hear(line, heard)
                        heard(EVERYBODY)
            except Exception as error:
                if self.lost_since is None:
                    self.lost_since = time.monotonic()
                    LOGGER.warning("the line to the other servers is lost, and is laid anew: %s", error)
                self._ended.wait(AGAIN)

    def _hear(self, line: Any, heard: Heard) -> None:
        """Listen for a while, in short parts, so that a server which ends does not wait for it."""
        until = time.monotonic() + LOOK
        while (left := until - time.monotonic()) > 0 and not self._ended.is_set():
            for note in line.notifies(timeout=min(left, 0.25)):
                game, _, by = note.payload.partition(" ")
                if by != self.name:
                    heard(game)

    @contextmanager
    def _line(self) -> Iterator[Any]:
        """A connection that listens, and belongs to nobody else."""
        pooled = self.engine.raw_connection()
        line: Any = pooled.driver_connection
        pooled.detach()
        try:
            line.autocommit = True
            line.execute(f"LISTEN {CHANNEL}")
            yield line
        finally:
            line.close()
