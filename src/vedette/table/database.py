"""One database: its connections, its transactions, and the bell by which servers at it hear of each other."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from . import postgres, shared
from .disk import StoreError, driver_of, engine_of, failure, is_sqlite, shown
from .doorbell import Doorbell
from .schema import opened


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
        try:
            with self._engine.connect() as db:
                yield db
        except SQLAlchemyError as error:
            raise failure(self.url, error) from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is on the disk when the block has ended, or nothing. What fails is a StoreError."""
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
