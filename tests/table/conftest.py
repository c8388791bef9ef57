"""A store on disk and a table over it, for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.postgres import Cluster, cluster
from tests.table.tables import FAST, Table, serving
from vedette.table import Store


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One server for all tests of a worker that need one."""
    with cluster() as found:
        yield found


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with all tables and nothing in them."""
    file = tmp_path_factory.mktemp("empty") / "games.sqlite"
    Store(f"sqlite:///{file}").close()
    return file


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path, empty: Path) -> Iterator[Store]:
    """SQLite; `tests.table.postgres.BOTH` asks for the other as well."""
    at = f"sqlite:///{tmp_path / 'games.sqlite'}"
    if getattr(request, "param", "sqlite") == "postgres":
        at = request.getfixturevalue("postgres").filled()
    else:
        shutil.copy(empty, tmp_path / "games.sqlite")
    found = Store(at)
    yield found
    found.close()


@pytest.fixture
def table(store: Store) -> Iterator[Table]:
    with serving(store, limits=FAST) as running:
        yield running
