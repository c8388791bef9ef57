"""A database on a disk: whose file it is, what outlives a loss of power, and what is said where it fails."""

from __future__ import annotations

import os
import stat
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from . import postgres

MINE = 0o600
"""Who may read and write a database: its owner. In it are the secrets of the dice, and what stands in both hands."""
FOLDER = 0o700
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite lays beside a database, with the database's own mode."""
NAME, PATH = 255, 511
"""Bytes of the longest name of a file, and of the longest path that SQLite opens."""
WAIT = 5.0
"""Seconds for which another program is waited for that holds the database."""
TRIES = 50
FULL = "make room on the disk, or let the program write longer files"
MENDS = {
    "SQLITE_FULL": FULL,
    "SQLITE_IOERR_WRITE": FULL,
    "SQLITE_IOERR": "look after the disk",
    "SQLITE_READONLY": "make the file and its folder writable for this user",
    "SQLITE_CANTOPEN": "make its folder, writable for this user, or name another file with --database",
    "SQLITE_PERM": "make the file and its folder writable for this user",
    "SQLITE_BUSY": "end the other program that holds it",
    "SQLITE_LOCKED": "end the other program that holds it",
    "SQLITE_CORRUPT": "put a copy of yours in its place, or name another file with --database",
    "SQLITE_NOTADB": "put a copy of yours in its place, or name another file with --database",
    "SQLITE_ERROR": "put a copy of yours in its place, or name another file with --database",
}
"""By what SQLite calls a failure, or the beginning of it."""


class StoreError(Exception):
    """The database cannot be used; one line for a person."""

    def __init__(self, text: str, said: str = "", full: bool = False) -> None:
        super().__init__(text)
        self.said = said or text
        """The same for somebody at another machine: not where the database lies."""
        self.full = full
        """Whether there is no room."""


def failure(url: str, error: SQLAlchemyError) -> StoreError:
    """What has failed, of which database, and the mend."""
    cause = getattr(error, "orig", None) or error
    said = str(cause).splitlines()[0] if str(cause) else type(cause).__name__
    if _backend(url) in postgres.NAMES:
        told, to_others, full = postgres.failed(cause, said)
        return StoreError(f"database {clipped(shown(url))}: {told}", to_others, full)
    name = str(getattr(cause, "sqlite_errorname", "")) if isinstance(error, DBAPIError) else ""
    mend = next((mend for known, mend in MENDS.items() if name.startswith(known)), "")
    told = f"{said}; {mend}" if mend else said
    return StoreError(f"database {clipped(shown(url))}: {told}", told, full=mend == FULL)


def engine_of(url: str) -> Engine:
    """The connections of a database. A file of SQLite is its owner's alone. Raises StoreError, SQLAlchemyError."""
    at = postgres.meant(make_url(url))
    if at.get_backend_name() in postgres.NAMES:
        return postgres.engine_of(at)
    if at.get_backend_name() != "sqlite":
        return create_engine(at, pool_pre_ping=True)
    if at.database in (None, "", ":memory:"):
        raise StoreError(f"database {url}: in memory nothing is kept; name a file, such as sqlite:///games.sqlite")
    if not str(at.database).startswith("file:"):
        _check_length(url, Path(str(at.database)))
        _make_private(Path(str(at.database)))
    engine = create_engine(at)
    event.listen(engine, "connect", _durable)
    return engine


def _backend(url: str) -> str:
    try:
        return make_url(url).get_backend_name()
    except SQLAlchemyError:
        return ""


def driver_of(url: str) -> str:
    """How the driver of a database is come by."""
    return postgres.INSTALL if _backend(url) in postgres.NAMES else "install it with pip"


def is_sqlite(engine: Engine | Connection) -> bool:
    """Whether a database is a file of SQLite."""
    return engine.dialect.name == "sqlite"


def database_file(url: str) -> Path | None:
    """The file of a database of SQLite, whether it is there or not; None of another database, or of no address."""
    try:
        at = make_url(url)
    except SQLAlchemyError:
        return None
    found = str(at.database or "")
    plain = at.get_backend_name() == "sqlite" and found not in ("", ":memory:") and not found.startswith("file:")
    return Path(found) if plain else None


def in_use(file: Path) -> bool:
    """Whether a program has a database open, or left it unclosed: what lies beside it belongs to it."""
    return any(file.with_name(file.name + ending).exists() for ending in BESIDE)


def _check_length(url: str, file: Path) -> None:
    """SQLite opens no file whose path is too long, what lies beside it included. Raises StoreError."""
    if os.name != "posix":
        return
    spare = max(map(len, BESIDE))
    for what, found, most in (
        ("name", len(os.fsencode(file.name)), NAME - spare),
        ("path", len(os.fsencode(file.absolute())), PATH - spare),
    ):
        if found > most:
            told = f"its {what} has {found} bytes; give it one of {most} at most"
            raise StoreError(f"database {clipped(shown(url))}: {told}", told)


def clipped(text: str) -> str:
    """A name for a message, its middle left out where it is very long."""
    return text if len(text) <= 200 else f"{text[:120]}...{text[-60:]}"


def _make_private(file: Path) -> None:
    """Make a file that only its owner reads, before anything is in it. SQLite says how it is where that fails."""
    if os.name == "posix":
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, MINE))


def keep_private(engine: Engine) -> None:
    """Close a database, and what lies beside it, to others.

    Where the system has no such modes (Windows: the folder of a user is his alone) nothing is done.
    """
    file = Path(str(engine.url.database))
    if os.name == "posix":
        for one in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
            _close_to_others(one, MINE)


def keep_folder(folder: Path) -> None:
    """Make a folder of one's own, and close it to others: what is copied within it stays one's own too."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    if os.name == "posix" and folder.resolve() != Path.home().resolve() and not folder.stat().st_mode & stat.S_ISVTX:
        _close_to_others(folder, FOLDER)


def _close_to_others(path: Path, mode: int) -> None:
    try:
        is_ours = stat.S_ISDIR if mode == FOLDER else stat.S_ISREG
        found = path.stat().st_mode
        if is_ours(found) and found & 0o077:
            path.chmod(mode)
    except OSError:
        pass  # it is not there, or another's


def log_first(engine: Engine) -> None:
    """What is written goes to a write-ahead log first; this stays with the file.

    Raises:
        SQLAlchemyError: another program holds the file. SQLite itself does not wait for it here.
    """
    for left in reversed(range(TRIES)):
        try:
            with engine.connect() as db:
                db.exec_driver_sql("PRAGMA journal_mode=WAL")
            return
        except OperationalError as error:
            if not left or "locked" not in str(error):
                raise
            time.sleep(WAIT / TRIES)


def _durable(connection: Any, _: Any) -> None:
    """A commit that has returned outlives a kill and a loss of power."""
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={WAIT * 1_000:.0f}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def shown(url: str) -> str:
    """A database's address without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return repr(url)
