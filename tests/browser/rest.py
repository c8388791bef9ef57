"""When a page is at rest, and what is read of it then.

A page is drawn in steps: the game comes by its socket, the fonts and the picture of the board later, chances later
still, and until then the map follows the size of the card. What is read or clicked by its place before that is another
page's. Where a locator says what is waited for, `expect` is better; this is for places, counts and lists.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Error, FloatRect, Locator, Page, expect

Read = TypeVar("Read")

QUIET = 120
"""So many milliseconds nothing must have changed its place."""
WAIT = 15.0

RESTING = """([quiet, awaited]) => {
  const all = selector => [...document.querySelectorAll(selector)];
  const place = one => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(' ');
  };
  const game = document.querySelector('main.page');
  const there = !game || document.querySelector('[role=gridcell]');
  const asked = document.querySelector('[aria-label="Decision"]');
  const pictures = !awaited || all('img').every(one => one.complete || !one.checkVisibility());
  const loaded = pictures && document.fonts.status === 'loaded' && document.readyState === 'complete';
  const moving = document.getAnimations().some(
    one => one.playState === 'running' && one.effect?.getTiming().iterations === 1);
  const ready = there && loaded && !moving && asked?.ariaBusy !== 'true';
  const parts = '.status, .front, .column, .column .under > *, aside.leaf, .board img, [role=gridcell]:first-child,'
    + '[data-unit]';
  const now = ready ? [innerWidth, all('button').length, ...all(parts).map(place)].join() : '';
  const [then, since, looks] = window.resting ?? ['', 0, 0];
  window.resting = now && now === then ? [then, since, looks + 1] : [now, performance.now(), 0];
  return Boolean(now) && window.resting[2] > 2 && performance.now() - window.resting[1] > quiet;
}"""

PINNED = "() => void window.dispatchEvent(new Event('wheel'))"
"""From now on the map is the player's own and follows nothing."""

FREE_AT = """(cell, [across, down]) => {
  const box = cell.getBoundingClientRect();
  const at = [box.x + box.width * across, box.y + box.height * down];
  const met = document.elementFromPoint(...at);
  return [...at, Boolean(met?.closest('.board')), met === cell];
}"""
"""A place in a hex; whether the board is met there, and whether the hex itself is."""


def settled(page: Page, pictures: bool = False) -> None:
    """The page is at rest: what it shows has come, and nothing on it moves. The picture of a board that is drawn first
    may come later, it takes no other place; who wants to look at it waits for `pictures`."""
    page.evaluate("() => void (window.resting = undefined)")
    page.wait_for_function(RESTING, arg=[QUIET, pictures], polling=30, timeout=(8 if pictures else 2) * WAIT * 1000)


def box_of(thing: Locator) -> FloatRect:
    """Where a thing lies that is there and has come to rest."""
    expect(thing).to_be_visible()
    settled(thing.page)
    box = thing.bounding_box()
    assert box
    return box


def hex_cell(page: Page, name: str) -> Locator:
    """A hex by its number, which is its name. `get_by_role` works out the names of all hexes to find one."""
    return page.locator(f'css:light=[role="gridcell"][aria-label="{name}"]')


def place_in(page: Page, name: str, down: float = 0.97, across: float = 0.5) -> tuple[float, float]:
    """A place of the window at which a hex lies, so far down from its top, and nothing lies over the board."""
    cell = hex_cell(page, name)
    expect(cell).to_be_visible()
    page.evaluate(PINNED)
    settled(page)
    x, y, free, _ = cell.evaluate(FREE_AT, [across, down])
    assert free, f"something lies over {name} at {x:.0f}, {y:.0f}"
    return x, y


def click_hex(page: Page, name: str, down: float = 0.97) -> None:
    """A click on a hex beside the counters in it."""
    page.mouse.click(*place_in(page, name, down))


def texts_of(things: Locator) -> list[str]:
    """What stands on some things, one of which at least will be there."""
    expect(things.first).to_be_attached()
    return [text.strip() for text in things.all_inner_texts()]


def eventually(page: Page, read: Callable[[], Read], wanted: Callable[[Read], bool]) -> Read:
    """What is read, as soon as it is as wanted; else what it was at last, for an assertion to tell."""
    end = time.monotonic() + WAIT
    while True:
        try:
            found = read()
            if wanted(found) or time.monotonic() > end:
                return found
        except Error:  # a page that is just being loaded anew
            if time.monotonic() > end:
                raise
        page.wait_for_timeout(40)


def times(log: Locator, words: str, many: int) -> None:
    """Words stand so many times in a log, counted over all its lines."""
    found = eventually(log.page, lambda: len(re.findall(re.escape(words), log.inner_text())), lambda n: n == many)
    assert found == many, f"{words!r} stands {found} times: {log.inner_text()[-400:]}"
