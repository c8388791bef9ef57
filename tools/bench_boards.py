"""The boards: how large they are, how long drawing and painting take, how smoothly they move (`make bench`)."""

from __future__ import annotations

import base64
import gzip
import statistics
import time
from typing import Any, NamedTuple

import smooth
from bench_battles import table
from browser import chromium_program, running_chromium

from vedette import packs
from vedette.engine.battle import Battle
from vedette.packs import drawing, find
from vedette.packs.drawing.board import draw, source_of
from vedette.packs.drawing.scenery import read_scenery

LARGEST = 300
"""Kilobytes of a board."""
DRAWN = 2.0
PAINTED = 1.5
"""Seconds; of a board of over LARGE hexes the other."""
LARGE, PAINTED_LARGE = 2_070, 2.5
HEX = 60
"""Pixels of a hex from side to side when a game is opened."""
WINDOW = (1400, 900)
PAGE = """<body style="margin:0;overflow:hidden"><img width="{wide}" height="{high}"
src="data:image/svg+xml;base64,{data}" style="position:absolute;left:-{left}px;top:-{top}px;will-change:transform">"""
"""The board as the page has it: a layer of its own, at the scale at which a game is opened."""

clock = time.process_time


class Measured(NamedTuple):
    """What was measured of a board."""

    id: str
    hexes: int
    bytes: int
    packed: int
    drawn: float
    painted: float | None


def measured(id: str, browser: Any) -> Measured:
    """One battle's board, in the light theme."""
    battle = packs.load(id)
    area = drawing.area_of(battle)
    things = read_scenery(find.folder(battle.pack))
    times = []
    for _ in range(2):
        begun = clock()
        draw(battle.board, things, source_of(battle, area, False))
        times.append(clock() - begun)
    begun = clock()
    svg = drawing.board_svg(battle, area=area).encode()
    themed = clock() - begun
    painted = painting(browser, svg, battle, area) if browser else None
    return Measured(id, battle.board.grid.size, len(svg), len(gzip.compress(svg, 9)), min(times) + themed, painted)


def painting(browser: Any, svg: bytes, battle: Battle, area: int | None) -> float:
    """Seconds of processor that chromium takes from the bytes to the painted window, beside those for a blank page."""
    geometry = drawing.board_geometry(battle.board, area)
    scale = HEX / geometry["size"]
    left, top, wide, high = (v * scale for v in geometry["view"])
    data = base64.b64encode(svg).decode()
    shown = PAGE.format(
        data=data,
        wide=geometry["width"] * scale,
        high=geometry["height"] * scale,
        left=left + max(0.0, (wide - WINDOW[0]) / 2),
        top=top + max(0.0, (high - WINDOW[1]) / 2),
    )
    session = browser.new_browser_cdp_session()

    def spent(content: str) -> float:
        page = browser.new_page(viewport={"width": WINDOW[0], "height": WINDOW[1]})
        before = _processor(session)
        page.set_content(content, wait_until="load")
        page.screenshot()
        after = _processor(session)
        page.close()
        return after - before

    blank = statistics.median(spent("<body>") for _ in range(3))
    return float(statistics.median(spent(shown) for _ in range(3)) - blank)


def _processor(session: Any) -> float:
    """Seconds of processor of all processes of a browser so far."""
    return float(sum(one["cpuTime"] for one in session.send("SystemInfo.getProcessInfo")["processInfo"]))


def boards(only: str) -> str:
    """A row a board, and what of it is over its limit."""
    ids = [row.id for row in packs.battles() if row.overlay is None and only in row.id]
    if chromium_program():
        with running_chromium() as browser:
            found = [measured(id, browser) for id in ids]
    else:
        found = [measured(id, None) for id in ids]
    head = ["board", "KB", "packed", "s to draw", "s to paint", f"limits: {LARGEST}, {DRAWN:g}, {PAINTED:g}"]
    return table(head, [_row(one) for one in found])


def _row(one: Measured) -> list[str]:
    painted = "" if one.painted is None else f"{one.painted:.2f}"
    return [one.id, f"{one.bytes / 1000:.0f}", f"{one.packed / 1000:.0f}", f"{one.drawn:.2f}", painted, verdict(one)]


def verdict(one: Measured) -> str:
    """Met, or what is over its limit."""
    slowest = PAINTED_LARGE if one.hexes > LARGE else PAINTED
    over = [
        name
        for name, value, most in (
            ("KB", one.bytes / 1000, LARGEST),
            ("to draw", one.drawn, DRAWN),
            ("to paint", one.painted or 0.0, slowest),
        )
        if value > most
    ]
    return f"missed: {', '.join(over)}" if over else "met"


MOVED = "kernstown/breckinridge-attacks"
"""The battle with most counters, while whose map is moved."""
IN_TIME, SHARE = 33.0, 0.95
"""Milliseconds from frame to frame, and the share of the frames that are to keep within them."""


def motion() -> str:
    """A row for each way in which the map is moved under all its counters; nothing where there is no browser."""
    program = chromium_program()
    if program is None:
        return ""
    with smooth.served() as address:
        counters, found = smooth.motions(program, smooth.begun(address, MOVED))
    rows = []
    for what, frames, work in found:
        share = sum(frame < IN_TIME for frame in frames) / len(frames)
        met = "met" if share >= SHARE else "missed"
        rows.append([what, str(len(frames)), f"{statistics.median(work):.1f}", f"{share:.1%}", met])
    head = [f"{MOVED}, {counters} counters", "frames", "work, ms", f"within {IN_TIME:g} ms (aim {SHARE:.0%})", ""]
    return table(head, rows)
