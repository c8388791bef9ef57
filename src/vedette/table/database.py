"""One database: its connections, its transactions, and the bell by which servers at it hear of each other."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from . import postgres, shared
from .disk import StoreError, driver_of, engine_of, failure, is_sqlite, shown
from .doorbell import Doorbell
from .schema import opened


class Held(threading.local):
    """The connection that a thread keeps for what it reads at once (`Database.at_once`)."""

    wanted = False
    db: Connection | None = None
    used = 0
    """How many blocks are reading on it at this moment, one within another."""

    def give_back(self) -> None:
        """It is kept no longer."""
        db, self.db = self.db, None
        if db is not None:
            db.close()


class Database:
    """What everything that is stored goes through."""

    def __init__(self, url: str, *, works: bool = False) -> None:
        """Open it, make its tables where they are missing, and move an older one. Raises StoreError.

        Args:
            works: for a worker (`work`), which runs the games that servers have open.
        """
        self.url = url
        self.name = (shared.WORKER if works else "") + secrets.token_hex(6)
        """Of this server, among those that are at the same database."""
        try:
            self._engine = engine_of(url)
            # What is only read needs no transaction: to PostgreSQL that is two round trips less.
            alone = {"isolation_level": "AUTOCOMMIT"} if self.is_shared else {}
            self._reader = self._engine.execution_options(**alone)
            self._held = Held()
            try:
                opened(self._engine, url)
                self._bell = Doorbell(self._engine, self.name) if self.is_shared else None
                if self.is_shared:
                    with self._engine.begin() as db:
                        postgres.lock(db, postgres.TABLES)
                        shared.create(db)
            except BaseException:
                self._engine.dispose()
                raise
        except SQLAlchemyError as error:
            raise failure(url, error) from None
        except ImportError as error:
            raise StoreError(f"database {shown(url)}: its driver is missing ({error}); {driver_of(url)}") from None

    @property
    def is_shared(self) -> bool:
        """Whether several servers may be at it at once."""
        return postgres.is_postgres(self._engine)

    def close(self) -> None:
        """Put what is in the write-ahead log into the database, and give every connection back."""
        if self._bell is not None:
            self._bell.close()
        if is_sqlite(self._engine):
            try:
                with self._engine.connect() as db:
                    db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            except SQLAlchemyError:
                pass  # what was committed is in the log, and is read from there
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which nothing is changed. What fails is a StoreError."""
        held = self._held
        try:
            if not held.wanted:
                with self._reader.connect() as db:
                    yield db
                return
            if held.db is None:
                held.db = self._reader.connect()
            held.used += 1
            try:
                yield held.db
            finally:
                held.used -= 1
        except SQLAlchemyError as error:
            if not held.used:  # the next one has a new connection
                held.give_back()
            raise failure(self.url, error) from error

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What this thread reads in the block goes over one connection, which is taken from the pool and tried once."""
        held = self._held
        if held.wanted or not self.is_shared:
            yield
            return
        held.wanted = True
        try:
            yield
        finally:
            held.wanted = False
            held.give_back()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is on the disk when the block has ended, or nothing. What fails is a StoreError."""
        if not self._held.used:  # nobody has two connections, so that so many threads as there are find one each
            self._held.give_back()
        try:
            with self._engine.begin() as db:
                yield db
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise failure(self.url, error) from error

    def ring(self, game: str) -> None:
        """Tell the other servers that something has changed at a game."""
        if self._bell is not None:
            self._bell.ring(game)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Hear from now on of what the other servers have changed; see `Doorbell`."""
        if self._bell is not None:
            self._bell.listen(heard)

    @property
    def line_lost(self) -> float:
        """Seconds since when the other servers are not heard, 0 while they are."""
        since = self._bell.lost_since if self._bell is not None else None
        return time.monotonic() - since if since is not None else 0.0
