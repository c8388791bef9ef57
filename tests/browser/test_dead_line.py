"""The server is gone for a while: what is pressed meanwhile is told, can be withdrawn, and is never done twice."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tools.serving import address_of

from .conftest import ROOT, VEDETTE
from .rest import eventually, settled
from .robot import region

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
UP = 60
SLOW = 3.0
"""Seconds more, of a machine that has others to serve."""
LOST = re.compile("The connection is lost|The server was stopped")


class Line:
    """A server that is stopped and started again at the same address, with one game on it."""

    def __init__(self, home: Path) -> None:
        self.database = f"sqlite:///{home / 'games.sqlite'}"
        self.port = "0"
        self.base = ""
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def lay(self) -> None:
        """A new game."""
        making = {"battle": "kernstown/the-stone-wall", "seed": 3, "options": {"no-events": True}}
        self.made = httpx.post(f"{self.base}/api/games", json=making).json()
        self.key = self.made["keys"]["both"]
        self.page = f"{self.base}/?game={self.made['game']}&key={self.key}"

    def start(self, *command: Any) -> None:
        """The server is there again."""
        mine = command or (VEDETTE, "serve", "--port", self.port, "--database", self.database)
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.process = subprocess.Popen(list(map(str, mine)), cwd=ROOT, **pipes)
        self.base = address_of(self.process, UP).rstrip("/")
        self.port = self.base.rpartition(":")[2]

    def start_dying(self, where: str) -> None:
        """A server that is killed at the next entry: before it is stored, or before anybody is told."""
        self.start(sys.executable, "-m", "tests.table.crashing", self.database, where, "1", self.port)

    def stop(self) -> None:
        """The server is gone."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(UP)
            self.process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """The server does nothing for a while, and its sockets stay open."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def answers(self) -> list[str]:
        """What people have answered."""
        text = httpx.get(f"{self.base}/api/games/{self.made['game']}/record?key={self.key}").text
        rows = [json.loads(line) for line in text.splitlines()[1:]]
        return [row["do"] for row in rows if row["seat"] != "chance"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    found = Line(tmp_path_factory.mktemp("line"))
    yield found
    found.stop()


@pytest.fixture
def line(server: Line) -> Line:
    if server.process is None:
        server.start()
    server.lay()
    return server


def answers(page: Page) -> Locator:
    """Those that are given by one press, without a plan."""
    return region(page, "Decision").locator("button[data-answer]:not([aria-expanded])")


def text_of(answer: Locator) -> str:
    """What is given by it; behind that stands who is there."""
    expect(answer).to_have_attribute("data-name", re.compile("."))
    return (answer.get_attribute("data-name") or "").split(": ")[0]


def status(page: Page, words: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("status").filter(has_text=words)


def lost(page: Page) -> None:
    expect(status(page, LOST)).to_be_visible()


def back(page: Page) -> None:
    expect(status(page, LOST)).to_have_count(0, timeout=30_000)


def test_what_is_pressed_while_the_server_is_away_waits_and_is_played_once(line: Line, open_page: Open) -> None:
    page = open_page(line.page)
    expect(answers(page).first).to_be_enabled()
    line.stop()
    lost(page)
    name = text_of(answers(page).first)
    answers(page).first.dblclick()
    expect(status(page, f"Not sent yet: {name}")).to_be_visible()
    expect(answers(page).first).to_be_disabled()
    line.start()
    back(page)
    expect(status(page, "Not sent yet")).to_have_count(0)
    expect(answers(page).first).to_be_enabled()
    assert line.answers() == [name]


def test_a_server_that_is_stopped_says_so_and_its_page_comes_back(line: Line, open_page: Open) -> None:
    """Quietly at first, since another is there in a moment as a rule; where none comes, the connection is lost."""
    page = open_page(line.page)
    expect(answers(page).first).to_be_visible()
    line.stop()
    expect(status(page, "The server was stopped. Reconnecting")).to_be_visible()
    expect(status(page, "The connection is lost")).to_be_visible(timeout=20_000)
    line.start()
    began = time.monotonic()
    back(page)
    assert time.monotonic() - began < 5.0 + SLOW


def test_what_is_withdrawn_is_not_played_when_the_server_is_back(line: Line, open_page: Open) -> None:
    page = open_page(line.page)
    expect(answers(page).first).to_be_enabled()
    line.stop()
    lost(page)
    answers(page).first.click()
    page.get_by_role("button", name="Withdraw", exact=True).press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Withdrawn; it was not sent.")).to_be_visible()
    expect(status(page, "Not sent yet")).to_have_count(0)
    expect(answers(page).first).to_be_enabled()
    line.start()
    back(page)
    settled(page)
    assert line.answers() == []
    name = text_of(answers(page).nth(1))
    answers(page).nth(1).click()
    expect(region(page, "Decision")).to_have_attribute("aria-busy", "false")
    assert line.answers() == [name]


def test_an_answer_that_is_late_on_a_live_line_is_told(line: Line, open_page: Open) -> None:
    page = open_page(line.page)
    expect(answers(page).first).to_be_enabled()
    name = text_of(answers(page).first)
    with line.frozen():
        answers(page).first.click()
        # pressed before the server has said what may come of it, it waits for that
        expect(status(page, re.compile(f"(has not answered yet|Not sent yet): {re.escape(name)}"))).to_be_visible()
    expect(answers(page).first).to_be_enabled()
    expect(status(page, re.compile("has not answered yet|Not sent yet"))).to_have_count(0)
    assert line.answers() == [name]


def test_without_a_network_the_page_knows_at_once(line: Line, open_page: Open) -> None:
    """And not when a socket that nothing comes through any more gives up, minutes later."""
    page = open_page(line.page)
    expect(answers(page).first).to_be_enabled()
    page.context.set_offline(True)
    try:
        lost(page)
        answers(page).first.click()
        expect(status(page, "Not sent yet")).to_be_visible()
        page.get_by_role("button", name="Withdraw", exact=True).click()
    finally:
        page.context.set_offline(False)
    back(page)
    expect(answers(page).first).to_be_enabled()
    assert line.answers() == []


@pytest.mark.parametrize("where", ["before", "after"])
def test_an_answer_whose_acknowledgement_was_lost_is_done_once(line: Line, open_page: Open, where: str) -> None:
    """The server was killed with it: stored or not, it stands once in the end."""
    page = open_page(line.page)
    expect(answers(page).first).to_be_enabled()
    line.stop()
    line.start_dying(where)
    back(page)
    name = text_of(answers(page).first)
    answers(page).first.click()
    expect(status(page, "Sent, but the line broke before an answer")).to_be_visible()
    line.stop()
    line.start()
    back(page)
    expect(answers(page).first).to_be_enabled()
    expect(status(page, "Sent, but the line broke")).to_have_count(0)
    assert line.answers() == [name]


def test_of_two_tabs_that_pressed_while_the_server_was_away_one_is_played(line: Line, open_page: Open) -> None:
    """The other is told, and shows how the game stands."""
    pages = [open_page(line.page), open_page(line.page)]
    for page in pages:
        expect(answers(page).first).to_be_enabled()
    line.stop()
    for i, page in enumerate(pages):
        lost(page)
        answers(page).nth(i).click()
        expect(status(page, "Not sent yet")).to_be_visible()
    line.start()
    for page in pages:
        back(page)
        expect(answers(page).first).to_be_enabled()
    assert len(line.answers()) == 1
    alerts = [page.get_by_role("alert") for page in pages]

    def told() -> list[list[str]]:
        return sorted((alert.all_inner_texts() for alert in alerts), key=len)

    found = eventually(pages[0], told, lambda texts: [len(one) for one in texts] == [0, 1])
    assert [len(texts) for texts in found] == [0, 1], found
    assert "is not open; it is decision" in str(found) or "not asked anything now" in str(found)
    asked = region(pages[0], "Decision").get_by_role("heading").text_content() or ""
    expect(region(pages[1], "Decision").get_by_role("heading")).to_have_text(asked)
