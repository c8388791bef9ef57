"""Finds the browser that tests and the screenshot drive: the system's, never one that a package downloads."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no chromium on the PATH: apt-get install chromium, or set VEDETTE_CHROMIUM to its program"


def chromium_program() -> str | None:
    """$VEDETTE_CHROMIUM, or the first known name on the PATH."""
    return os.environ.get("VEDETTE_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
