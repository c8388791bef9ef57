"""Measures how smoothly the board moves with all its counters (`python tools/smooth.py`): milliseconds a frame.

Plays a battle into its middle, opens the page, drags the map and turns the wheel over it. Prints what a frame takes
until it is painted, and the time from frame to frame, which the browser holds at 16.7 ms, sixty a second, where none is
missed. The aim is a median of work under 16 ms, and most frames in time. With `--at URL` it measures a game that is
already on a server.
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
SIXTIETH = 17.5
"""Milliseconds from frame to frame where none is missed, and a little."""
WATCH = """() => {
    const frames = (window.frames_ = []), work = (window.work_ = []);
    let last = performance.now(), began = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => work.push(performance.now() - began);
    window.watching_ = true;
    const tick = (now) => {
        frames.push(now - last);
        [last, began] = [now, performance.now()];
        port2.postMessage(null);
        if (window.watching_) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => ((last = now), requestAnimationFrame(tick)));
}"""
"""Times between frames, and what each frame takes until it is laid out and painted."""
STOP = "() => { window.watching_ = false; return [window.frames_, window.work_]; }"
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
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address)
        page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)
        counters = page.locator("[data-unit]").count()
        print(f"{counters} counters, 1400 by 900")
        for what, how in (("drag, whole area", dragged), ("wheel", wheeled), ("drag, closer", dragged)):
            frames, work = watched(page, how)
            slow |= statistics.median(work) > AIM or statistics.median(frames) > SIXTIETH
            print(f"{what:17} {len(frames):4} frames  work {told(work)}  from frame to frame {told(frames)}")
        browser.close()
    return int(slow)


def told(times: list[float]) -> str:
    """Median and 95th hundredth."""
    return f"{statistics.median(times):5.1f} ms (95th {statistics.quantiles(times, n=20)[-1]:6.1f})"


def watched(page: Page, how: Any) -> tuple[list[float], list[float]]:
    """The times between frames, and the work of each, while something is done."""
    page.evaluate(WATCH)
    how(page)
    frames, work = page.evaluate(STOP)
    return frames, work


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
