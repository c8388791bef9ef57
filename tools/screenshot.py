"""Photographs the page of a new game (`make screenshot`): docs/screenshot.png, with the system's chromium."""

import os
import sys
import tempfile
from pathlib import Path

from browser import MISSING, chromium_program
from playwright.sync_api import sync_playwright
from serving import serving

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screenshot.png"


def main() -> int:
    program = chromium_program()
    if program is None:
        print(f"Vedette: {MISSING}", file=sys.stderr)
        return 1
    command = [str(Path(sys.executable).parent / "vedette"), "play", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        environment = {**os.environ, "HOME": home, "VEDETTE_HOME": home}
        with serving(command, ROOT, environment, 60) as address:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(address)
            page.get_by_role("region", name="Decision").wait_for()
            page.screenshot(path=TARGET)
            browser.close()
    print(TARGET.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
