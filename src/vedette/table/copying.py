"""A whole database carried into an empty one: a backup, or a site that moves from SQLite to PostgreSQL or back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .disk import StoreError, failure, is_sqlite, shown
from .schema import about, metadata, server_keys, snapshots
from .store import Store

CHUNK = 500
"""Rows that are held in memory at a time."""
WHOLE = 1 << 128


class Copied(msgspec.Struct, frozen=True):
    """What was carried over, and found again on the other side row by row."""

    games: int
    rows: int


def copy(source: Store, target: Store) -> Copied:
    """Carry all that is stored into another database, which must be empty. The source may be played on meanwhile: what
    is copied is how it stood at one moment.

    Raises:
        StoreError: the target holds something; one of them failed; what came over is not what was there. The target is
            then as empty as before.
    """
    if source.url == target.url:
        raise StoreError(f"database {shown(source.url)}: it is both source and target; name another one")
    tables = _tables()
    with source.reading() as here:
        _hold(here)
        try:
            with target.writing() as there:
                if target.count():
                    raise StoreError(f"database {shown(target.url)}: it has games already; name a new one")
                there.execute(delete(server_keys))  # of a server that ran there: nothing rests upon them without games
                for table in tables:
                    for rows in _chunks(here, table):
                        there.execute(insert(table), rows)
                told = [(_sum(here, table), _sum(there, table)) for table in tables]
                if lost := [t.name for t, (a, b) in zip(tables, told, strict=True) if a != b]:
                    raise StoreError(f"database {shown(target.url)}: {lost[0]} came over otherwise than it was")
        except IntegrityError as error:
            raise failure(target.url, error) from None
    return Copied(dict(zip((t.name for t in tables), told, strict=True))["games"][0][0], sum(a[0] for a, _ in told))


def _tables() -> list[Table]:
    """What is carried over: all but what each database says of itself, and what is made of the rest."""
    return [table for table in metadata.sorted_tables if table not in (about, snapshots)]


def _hold(db: Connection) -> None:
    """All that is read on a connection from now on is of one moment."""
    if is_sqlite(db):
        db.exec_driver_sql("BEGIN")
    else:
        db.execution_options(isolation_level="REPEATABLE READ")


def _chunks(db: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    found = db.execution_options(yield_per=CHUNK).execute(select(table)).mappings()
    for rows in found.partitions(CHUNK):
        yield [dict(row) for row in rows]


def _sum(db: Connection, table: Table) -> tuple[int, int]:
    """How many rows there are, and a sum over them which does not depend on their order."""
    many = total = 0
    for rows in _chunks(db, table):
        for row in rows:
            many += 1
            total = (total + _number(row)) % WHOLE
    return many, total


def _number(row: Mapping[str, Any]) -> int:
    digest = hashlib.blake2b(msgspec.msgpack.encode(row, order="sorted"), digest_size=16)
    return int.from_bytes(digest.digest())


def unmoved(source: Store, copied: Copied) -> bool:
    """Whether the source still has as many rows as were copied: nobody has played since. Raises StoreError."""
    try:
        with source.reading() as db:
            rows = sum(db.execute(select(func.count()).select_from(t)).scalar() or 0 for t in _tables())
    except SQLAlchemyError as error:
        raise failure(source.url, error) from None
    return rows == copied.rows
