"""Measures how smoothly the board moves with all its counters (`python tools/smooth.py`): milliseconds a frame.

Plays a battle into its middle, opens the page, drags the map and turns the wheel over it, and prints the median and
the 95th hundredth of the times between frames. The aim is a median under 16 ms. With `--at URL` it measures a game
that is already on a server.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from browser import MISSING, chromium_program
from playwright.sync_api import Page, sync_playwright
from screenshot import ROOT, fought
from serving import serving

AIM = 16.0
FREE = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
"""So that a frame takes as long as it takes, and does not wait for the screen."""
WATCH = """() => {
    const frames = (window.frames_ = []);
    let last = performance.now();
    window.watching_ = true;
    const tick = (now) => {
        frames.push(now - last);
        last = now;
        if (window.watching_) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => ((last = now), requestAnimationFrame(tick)));
}"""
STOP = "() => { window.watching_ = false; return window.frames_; }"
MOVES = 90


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--at", help="the address of a game's page")
    asked = words.parse_args()
    program = chromium_program()
    if program is None:
        print(f"Vedette: {MISSING}", file=sys.stderr)
        return 1
    if asked.at:
        return measured(program, asked.at)
    command = [str(Path(sys.executable).parent / "vedette"), "play", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "VEDETTE_HOME": home}
        with serving(command, ROOT, environment, 60) as address:
            return measured(program, fought(address))


def measured(program: str, address: str) -> int:
    """Prints the table; 1 where a median is over the aim."""
    slow = False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *FREE])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address)
        page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)
        counters = page.locator("[data-unit]").count()
        print(f"{counters} counters, 1400 by 900")
        for what, how in (("drag, whole area", dragged), ("wheel", wheeled), ("drag, closer", dragged)):
            frames = watched(page, how)
            middle, late = statistics.median(frames), statistics.quantiles(frames, n=20)[-1]
            slow |= middle > AIM
            times = f"median {middle:5.1f} ms  95th {late:6.1f} ms  longest {max(frames):6.1f} ms"
            print(f"{what:18} {len(frames):4} frames  {times}")
        browser.close()
    return int(slow)


def watched(page: Page, how: Any) -> list[float]:
    """The times between frames while something is done."""
    page.evaluate(WATCH)
    how(page)
    return list(page.evaluate(STOP))


def dragged(page: Page) -> None:
    """To and fro over the board, in small steps."""
    page.mouse.move(300, 300)
    page.mouse.down()
    for i in range(MOVES):
        page.mouse.move(300 + 4 * min(i, MOVES - i), 300 + 2 * min(i, MOVES - i))
    page.mouse.up()
    page.wait_for_timeout(300)


def wheeled(page: Page) -> None:
    """Closer step by step."""
    page.mouse.move(450, 400)
    for _ in range(12):
        page.mouse.wheel(0, -60)
        page.wait_for_timeout(40)


if __name__ == "__main__":
    sys.exit(main())
