"""Laws are looked at over whole games: those that take longest over half as many in `make test` as others."""

from collections.abc import Callable

import pytest

from tests.laws.worlds import FULL, TWINS

LONG = ("test_answers", "test_copies", "test_gestures", "test_odds_words", "test_saving", "test_ways", "test_words")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What has a twin is left to `make prove`."""
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if "tests/laws/" in item.nodeid and {"world", "battle"} & params.keys() and set(params.values()) & set(TWINS):
            item.add_marker("slow")


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """`count(20)`: that many under `make prove`; in `make test` a tenth, in the longest of these files a twentieth."""
    part = 20 if request.path.stem in LONG else 10
    return lambda full: full if FULL else max(1, full // part)
