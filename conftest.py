"""What every test run shares: Hypothesis settings, the full or the small counts, and the system's chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

CI = os.environ.get("CI", "") not in ("", "0", "false")
PROVE = os.environ.get("VEDETTE_PROVE", "") not in ("", "0", "false")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_CHROMIUM = "no chromium on the PATH: apt-get install chromium, or set VEDETTE_CHROMIUM to its program"

settings.register_profile("vedette", derandomize=True, deadline=None, database=None)
settings.load_profile("vedette")


def chromium_program() -> str | None:
    """The system's browser: $VEDETTE_CHROMIUM, or the first known name on the PATH."""
    return os.environ.get("VEDETTE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    slow = [item for item in items if item.get_closest_marker("slow") and not PROVE]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
    if not CI and chromium_program() is None:
        for item in items:
            if item.get_closest_marker("needs_chromium"):
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def count() -> Callable[[int], int]:
    """`count(20_000)`: that many under `make prove`, a tenth in `make test`."""
    return lambda full: full if PROVE else max(1, full // 10)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running browser of Playwright's synchronous interface; mark the test `needs_chromium`."""
    from playwright.sync_api import sync_playwright

    program = chromium_program()
    assert program, NO_CHROMIUM
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
