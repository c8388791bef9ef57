"""`make test` holds each law to the small worlds and to one of the large ones in turn, `make prove` to all of them."""

from __future__ import annotations

import pytest

from tests.laws.worlds import FULL, LARGE


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    laws = list(dict.fromkeys(name for item in items if _world(item) in LARGE and (name := _law(item))))
    spared = [
        item
        for item in items
        if not FULL and _world(item) in LARGE and LARGE.index(_world(item)) != laws.index(_law(item)) % len(LARGE)
    ]
    if spared:
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if item not in spared]


def _law(item: pytest.Item) -> str:
    """The test function of an item, by its file."""
    return item.nodeid.split("[")[0]


def _world(item: pytest.Item) -> str:
    """The world that an item is about, "" where it names none."""
    call = getattr(item, "callspec", None)
    return str(call.params.get("world", "")) if call is not None else ""
