"""PostgreSQL: how it is reached, what is said where it fails, and who may write a game at a moment."""

from __future__ import annotations

import math
import time
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

NAMES = ("postgresql", "postgres")
"""What an address of it begins with, without a driver."""
DRIVER = "postgresql+psycopg"
INSTALL = "install it with pip install 'vedette[postgres]'"
WAIT = 5
"""Seconds in which a connection has to be there."""
CONNECTIONS, MORE = 8, 8
"""Of one process: those that are kept, and those that may come to them."""
QUIET = 0.25
"""Seconds after which a connection is tried before it is used again."""
TABLES, GAMES = 0x7665646574746501, 0x7665646574746502
"""Advisory locks of the whole database: who makes its tables, who makes a game."""
AWAY = "the database cannot be reached now"
START = "start it, or wait until it is there again"
FULL = "make room on its disk"
MENDS = {
    "53100": FULL,
    "53300": "let it take more connections (max_connections)",
    "28": "name a user and a password that it knows",
    "3D": "make the database first (createdb), or name another one",
    "42501": "let this user make tables in it (GRANT CREATE ON SCHEMA public)",
    "25006": "name the server that can be written, not its copy",
    "57P": START,
    "08": START,
}
"""By the beginning of the code of an error."""
WORDS = {
    "password": MENDS["28"],
    "role": MENDS["28"],
    "does not exist": MENDS["3D"],
    "too many": MENDS["53300"],
    "": START,
}
"""By what is said where there is no code, because no connection came about."""

_LOCK_GAME = text("select pg_advisory_xact_lock(hashtextextended(:game, 0))")


def is_postgres(engine: Engine | Connection) -> bool:
    """Whether a database is one of PostgreSQL."""
    return engine.dialect.name == "postgresql"


def meant(at: URL) -> URL:
    """An address with the driver that it leaves out."""
    return at.set(drivername=DRIVER) if at.drivername in NAMES else at


def engine_of(at: URL) -> Engine:
    """The connections of a database of PostgreSQL."""
    more: dict[str, Any] = {}
    if at.drivername == DRIVER:
        more["connect_args"] = {"connect_timeout": WAIT, "application_name": "vedette", **dict(at.query)}
    # The one that was used last is used next, and need not be tried first.
    engine = create_engine(at, pool_size=CONNECTIONS, max_overflow=MORE, pool_timeout=WAIT, pool_use_lifo=True, **more)
    event.listen(engine, "checkin", _used)
    event.listen(engine, "checkout", lambda line, record, _: _try(engine, line, record))
    return engine


def _used(line: Any, record: ConnectionPoolEntry) -> None:
    """A connection is given back."""
    record.info["used"] = time.monotonic()


def _try(engine: Engine, line: Any, record: ConnectionPoolEntry) -> None:
    """Whether a connection is still there that nobody has used for a while: the database may have been started anew."""
    if time.monotonic() - record.info.get("used", math.inf) < QUIET:
        return
    try:
        engine.dialect.do_ping(line)
    except Exception as error:
        raise InvalidatePoolError from error


def failed(cause: Any, said: str) -> tuple[str, str, bool]:
    """What has failed.

    Returns:
        The words for who runs the server, those for somebody at another machine, and whether there is no room.
    """
    code = str(getattr(cause, "sqlstate", None) or "")
    if not code:
        mend = next(mend for word, mend in WORDS.items() if word in said)
        return f"{said}; {mend}", AWAY, False
    mend = next((mend for known, mend in MENDS.items() if code.startswith(known)), "")
    told = f"{said}; {mend}" if mend else said
    return told, AWAY if mend == START else told, mend == FULL


def lock(db: Connection, number: int) -> None:
    """Wait until nobody else holds a lock of the whole database; it is held to the end of the transaction."""
    if is_postgres(db):
        db.execute(text("select pg_advisory_xact_lock(:n)"), {"n": number})


def lock_game(db: Connection, game: str) -> None:
    """Wait until nobody else writes a game. The key of its entries is the fence; with this who is late only waits."""
    if is_postgres(db):
        db.execute(_LOCK_GAME, {"game": game})
