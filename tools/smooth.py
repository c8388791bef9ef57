"""Measures how smoothly the board moves with all its counters (`python tools/smooth.py`): milliseconds a frame.

Plays a battle into its middle, opens the page, drags the map and turns the wheel over it. Prints what a frame takes
until it is painted, and the time from frame to frame, which the browser holds at 16.7 ms, sixty a second, where none is
missed. The aim is a median of work under 16 ms, and most frames in time. With `--at URL` it measures a game that is
already on a server, with `--battle ID` one that begins.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

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
    words.add_argument("--battle", help="a battle as it begins, instead of one in its middle")
    asked = words.parse_args()
    program = chromium_program()
    if program is None:
        print(f"Vedette: {MISSING}", file=sys.stderr)
        return 1
    if asked.at:
        return measured(program, asked.at)
    with served() as address:
        return measured(program, begun(address, asked.battle) if asked.battle else fought(address))


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with a home of its own."""
    command = [str(Path(sys.executable).parent / "vedette"), "play", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "VEDETTE_HOME": home}
        with serving(command, ROOT, environment, 60) as address:
            yield address


def begun(server: str, battle: str) -> str:
    """The address of a new game's page."""
    body = json.dumps({"battle": battle, "seed": 1, "open_hands": True}).encode()
    request = urllib.request.Request(
        urllib.parse.urljoin(server, "/api/games"), body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return urllib.parse.urljoin(server, str(json.load(answer)["url"]))


class Motion(NamedTuple):
    """Frames while the map was moved in one way: times between them, and the work of each, in milliseconds."""

    what: str
    frames: list[float]
    work: list[float]


def motions(program: str, address: str) -> tuple[int, list[Motion]]:
    """How many counters there are, and how the map moved."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(address)
        page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1500)
        counters = page.locator("[data-unit]").count()
        ways = (("drag, whole area", dragged), ("wheel", wheeled), ("drag, closer", dragged))
        found = [Motion(what, *watched(page, how)) for what, how in ways]
        browser.close()
    return counters, found


def measured(program: str, address: str) -> int:
    """Prints the table; 1 where a median is over the aim."""
    counters, found = motions(program, address)
    print(f"{counters} counters, 1400 by 900")
    for what, frames, work in found:
        print(f"{what:17} {len(frames):4} frames  work {told(work)}  from frame to frame {told(frames)}")
    return int(any(statistics.median(m.work) > AIM or statistics.median(m.frames) > SIXTIETH for m in found))


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
