"""Finds the browser that tests and the screenshot drive: the system's, never one that a package downloads."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first has no window to draw and takes a third less of the processor than the whole browser does unseen."""
MISSING = "no chromium on the PATH: apt-get install chromium, or set VEDETTE_CHROMIUM to its program"


def chromium_program() -> str | None:
    """$VEDETTE_CHROMIUM, or the first known name on the PATH."""
    return os.environ.get("VEDETTE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running_chromium() -> Iterator[Any]:
    """A running browser of Playwright's synchronous interface."""
    from playwright.sync_api import sync_playwright

    program = chromium_program()
    assert program, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
