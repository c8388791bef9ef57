"""A store on disk and a table over it, for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.tables import FAST, Table, serving
from vedette.table import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield found
    found.close()


@pytest.fixture
def table(store: Store) -> Iterator[Table]:
    with serving(store, limits=FAST) as running:
        yield running
