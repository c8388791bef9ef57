"""A PostgreSQL of the tests' own: on a socket in a folder of its own, which nobody else reaches.

As root it runs as the user `postgres`, since it refuses to run as root.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from vedette.table import Store

CI = os.environ.get("CI", "") not in ("", "0", "false")
FAST = "-c fsync=off -c full_page_writes=off -c max_connections=200 -c shared_buffers=16MB"
"""What is committed outlives a server that is stopped at once, as some tests do, and not a loss of power."""
BOTH = pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
"""For tests of what every database does alike."""


def programs() -> Path | None:
    """Where PostgreSQL lies on this machine; None where it is missing."""
    found = shutil.which("initdb")
    lying = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")) or ([Path(found).resolve()] if found else [])
    return lying[-1].parent if lying else None


def missing() -> str:
    """What keeps the tests from it, in words; empty where nothing does."""
    if programs() is None:
        return "no PostgreSQL on this machine; on Debian: apt-get install postgresql"
    return "" if find_spec("psycopg") else "psycopg is not installed"


class Cluster:
    """A running server. `database()` makes an empty database."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        assert found is not None
        self.bin = found
        self.folder = folder
        self._numbers = itertools.count(1)
        self._pattern = ""

    def run(self, *command: object) -> None:
        """Run a program of PostgreSQL as the user whose server it is."""
        before: Sequence[str] = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        whole = [*before, str(self.bin / str(command[0])), *map(str, command[1:])]
        subprocess.run(whole, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, timeout=60)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        at = f"{FAST} -c listen_addresses= -k {self.folder}"
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-s", "-l", self.folder / "log", "-o", at, "start")

    def stop(self) -> None:
        """Stop it at once, whoever is connected."""
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-s", "-m", "immediate", "stop")

    def address(self, name: str) -> str:
        """Where a database of it is reached."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new database."""
        return self.address(self._copy_of("template0"))

    def filled(self) -> str:
        """The address of a new database with all tables and nothing in them."""
        if not self._pattern:
            pattern = self._copy_of("template0")
            Store(self.address(pattern)).close()
            self._pattern = pattern
        return self.address(self._copy_of(self._pattern))

    def _copy_of(self, pattern: str) -> str:
        import psycopg  # where it is missing these tests are skipped

        name = f"games{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"create database {name} template {pattern}")
        return name


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server for a block; the test is skipped where there is none, except under CI."""
    if lack := missing():
        (pytest.fail if CI else pytest.skip)(lack)
    folder = Path(tempfile.mkdtemp(prefix="vedette-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    found = Cluster(folder)
    try:
        found.run("initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        found.start()
        try:
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
