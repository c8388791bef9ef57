"""A real server for the tests of this folder, and games on it."""

from __future__ import annotations

import faulthandler
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Error, Page, expect

from tools import boards
from tools.browser import running_chromium
from tools.serving import serving

from .positions import laid, spec_of

ROOT = Path(__file__).resolve().parents[2]
VEDETTE = Path(sys.executable).parent / "vedette"
BATTLE = "kernstown/the-stone-wall"
LONGEST = 300
"""So many seconds a test may take; under `make prove` ten times as many."""

Play = Callable[..., Any]
"""Starts `vedette play` with more arguments: a context manager that gives the address."""


@pytest.fixture(scope="session")
def told(request: pytest.FixtureRequest) -> int:
    """Where what a test says at its last is read by somebody, and not kept with its output."""
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        return os.dup(2)


@pytest.fixture(autouse=True)
def end(told: int, count: Callable[[int], int]) -> Iterator[None]:
    """No test goes on for ever: what `evaluate` reads of a page that is busy with itself is waited for without an end.
    The process ends then and says where it was; one of several (`-n`) is replaced, and the test is named as failed."""
    faulthandler.dump_traceback_later(LONGEST * count(10), exit=True, file=told)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the servers of the tests keep their games."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def cards() -> None:
    """The pictures of the start page as they are shipped; without Pillow the server draws them as it runs."""
    if importlib.util.find_spec("PIL"):
        boards.build_cards(ROOT)


@pytest.fixture(scope="session")
def play(home: Path, cards: None) -> Play:
    environment = {**os.environ, "VEDETTE_HOME": str(home)}

    def start(*more: str, program: Sequence[str | Path] = (VEDETTE,)) -> Any:
        return serving([*program, "play", "--port", "0", "--no-browser", *more], ROOT, environment, 60)

    return start


@pytest.fixture(scope="session")
def address(play: Play, count: Callable[[int], int]) -> Iterator[str]:
    """The page of a server, for a new game; one server for all tests. Its boards are blank (`blank.py`), but under
    `make prove`."""
    blank = (sys.executable, "-m", "tests.browser.blank")
    with play(program=(VEDETTE,) if count(10) > 1 else blank) as address:
        yield re.split(r"[?#]", address)[0]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """One browser for the tests of this folder, gone before others need the event loop that it stands in the way of."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def new_game(address: str) -> Callable[..., dict[str, Any]]:
    """Makes a game with repeatable dice; the answer has the address of every key as `at`."""

    def make(seed: int = 1, **more: Any) -> dict[str, Any]:
        made = httpx.post(
            urljoin(address, "/api/games"), json={"battle": BATTLE, "seed": seed, **more}, timeout=60
        ).json()
        made["at"] = {who: urljoin(address, f"/?game={made['game']}&key={key}") for who, key in made["keys"].items()}
        return dict(made)

    return make


@pytest.fixture
def at_position(address: str, home: Path) -> Callable[..., dict[str, str]]:
    """Lays out a game at a position (`positions.spec_of`); the address of every key."""

    def make(spec: dict[str, Any], **how: Any) -> dict[str, str]:
        return {who: urljoin(address, path) for who, path in laid(home, spec, **how).items()}

    return make


class Pages:
    """Pages that stay from test to test, each in a browser of its own with nothing of an earlier test in it.

    A process that has drawn the page before draws it in a third of the time.
    """

    def __init__(self, chromium: Any, rest: str) -> None:
        self.chromium = chromium
        self.rest = rest
        """A page without anything on it, of the server whose games are shown."""
        self.kept: list[Page] = []

    def fresh(self, **how: Any) -> Page:
        """A page of a browser that nobody has used."""
        context = self.chromium.new_context(**how)
        context.set_default_timeout(15_000)
        return context.new_page()  # type: ignore[no-any-return]

    def take(self, n: int, viewport: Any) -> Page:
        """The nth page of a test."""
        if n == len(self.kept):
            self.kept.append(self.fresh(viewport=viewport))
        page = self.kept[n]
        page.set_viewport_size(viewport)
        return page

    def clear(self, page: Page) -> None:
        """Nothing is left of what a test did; a page at which that cannot be had goes."""
        try:
            for other in page.context.pages:
                if other is not page:
                    other.close()
            page.mouse.move(-1, -1)
            page.goto(self.rest)
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
        except Error:
            self.kept.remove(page)
            page.context.close()


@pytest.fixture(scope="package")
def pages(chromium: Any, address: str) -> Pages:
    return Pages(chromium, urljoin(address, "/robots.txt"))


VIEWPORT = {"width": 1100, "height": 750}


@pytest.fixture
def open_page(pages: Pages) -> Iterator[Callable[..., Page]]:
    """Opens an address in a browser of its own, with nothing of another's in it.

    An error of the page, or a warning of what draws it, fails the test.
    What others do is shown at a speed, "" for the one that a new page has: a test that watches asks for one.
    """
    opened: list[Page] = []
    faults: list[str] = []

    def hear(error: Any) -> None:
        faults.append(str(error))

    def hear_warning(message: Any) -> None:
        if "svelte.dev/e/" in message.text:
            faults.append(message.text)

    def open_at(address: str, viewport: Any = VIEWPORT, speed: str = "result only", **how: Any) -> Page:
        kept = sum(page in pages.kept for page in opened)
        page = pages.fresh(viewport=viewport, **how) if how else pages.take(kept, viewport)
        opened.append(page)
        page.on("pageerror", hear)
        page.on("console", hear_warning)
        if speed:
            own = urljoin(address, "/robots.txt") if address.startswith("http") else pages.rest
            page.goto(own)  # what a browser keeps is that server's
            page.evaluate("speed => localStorage.setItem('vedette-speed', speed)", speed)
        page.goto(address)
        return page

    expect.set_options(timeout=15_000)
    yield open_at
    for page in opened:
        page.remove_listener("pageerror", hear)
        page.remove_listener("console", hear_warning)
        if page in pages.kept:
            pages.clear(page)
        else:
            page.context.close()
    assert not faults


SMALL = {"7 OH-a": "1733", "7 OH-b": "1632", "110 PA-a": "1633", "27 VA": "1834", "4 VA": "1836", "37 VA": "1934"}
"""The sides in the midst of it, with three units each."""


@pytest.fixture
def a_turn(new_game: Any, at_position: Any, count: Callable[[int], int]) -> Callable[..., str]:
    """A game for two at one screen, as a turn begins: the whole battle under `make prove`, else a small part of it."""

    def make(seed: int, **how: Any) -> str:
        if count(10) > 1:
            return str(new_game(seed, **how)["at"]["both"])
        return str(at_position(spec_of(SMALL, turn=6, waiting=False), seed=seed, **how)["both"])

    return make
