"""What every test run shares: Hypothesis settings, the full or the small counts, and the system's chromium."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

from tools.browser import MISSING, chromium_program

CI = os.environ.get("CI", "") not in ("", "0", "false")
PROVE = os.environ.get("VEDETTE_PROVE", "") not in ("", "0", "false")

settings.register_profile("vedette", derandomize=True, deadline=None, database=None)
settings.load_profile("vedette")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = [item for item in items if item.get_closest_marker("slow") and not PROVE]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
    if not CI and chromium_program() is None:
        for item in items:
            if item.get_closest_marker("needs_chromium"):
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def count() -> Callable[[int], int]:
    """`count(20_000)`: that many under `make prove`, a tenth in `make test`."""
    return lambda full: full if PROVE else max(1, full // 10)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A running browser of Playwright's synchronous interface; mark the test `needs_chromium`.

    Of one module only, since Playwright's event loop would stand in the way of asyncio in the tests after it.
    """
    from playwright.sync_api import sync_playwright

    program = chromium_program()
    assert program, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
