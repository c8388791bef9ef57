"""Laws are looked at over whole games: those that take longest over half as many in `make test` as others."""

from collections.abc import Callable
from typing import Any
from zlib import crc32

import pytest

from tests.laws.worlds import ALIKE, FULL, TWINS

LONG = ("test_answers", "test_copies", "test_gestures", "test_odds_words", "test_saving", "test_ways", "test_words")


def _world(item: pytest.Item) -> Any:
    """In which world a law is looked at; None where it is not said."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    return params.get("world", params.get("battle")) if "tests/laws/" in item.nodeid else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What has a twin is left to `make prove`, and of worlds that are alike all but one, which by the law's name."""
    of: dict[str, set[Any]] = {}
    for item in items:
        of.setdefault(item.nodeid.partition("[")[0], set()).add(_world(item))
    for item in items:
        world, law = _world(item), item.nodeid.partition("[")[0]
        there = [one for one in next((group for group in ALIKE if world in group), ()) if one in of[law]]
        if world in TWINS or (there and world != there[crc32(law.encode()) % len(there)]):
            item.add_marker("slow")


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """`count(20)`: that many under `make prove`; in `make test` a tenth, in the longest of these files a twentieth."""
    part = 20 if request.path.stem in LONG else 10
    return lambda full: full if FULL else max(1, full // part)
