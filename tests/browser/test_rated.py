"""A rated pair of The Stone Wall: two who find one another in the lobby, one by mouse and one by keyboard, on the
clock; a third looks on at the first game and plays it over afterwards."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tools.serving import serving

from .conftest import ROOT, VEDETTE
from .players import KeyPlayer, turn
from .rest import eventually
from .robot import Robot, menu, pick, region, set_up
from .test_account import PASSWORD, PHONE, account, fill
from .test_axe import AXE, THEMES, Find, faults, themed

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
LIKES = ["pass", "hold", "done", "finish"]
Open = Callable[..., Page]


@pytest.fixture
def club(tmp_path: Path, cards: None) -> Iterator[str]:
    """The start page of a server with accounts, where anybody makes games."""
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    with serving([VEDETTE, "serve", "--port", "0", "--accounts"], ROOT, environment, 60) as address:
        yield address


class Heard:
    """What the server has sent a page over its sockets."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def states(self) -> list[dict[str, Any]]:
        return [found["state"] for found in map(json.loads, self.frames) if "state" in found]

    def lines(self) -> set[str]:
        """What the log told it."""
        return {line["text"] for state in self.states() for line in state["log"]}


def enter(page: Page, name: str) -> None:
    account(page)
    region(page, "Account").get_by_role("button", name="Make an account").click()
    fill(page, name, PASSWORD, "Make it")
    expect(region(page, "Account").get_by_role("heading", name=name)).to_be_visible()
    region(page, "Account").get_by_role("button", name="Close", exact=True).click()


def offer(page: Page) -> None:
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Anybody here")
    panel.get_by_role("checkbox", name="A rated pair").check()
    expect(panel).to_contain_text("against somebody who has an account too")
    page.get_by_role("button", name="Begin the battle").click()
    expect(region(page, "An open seat")).to_contain_text("The Confederate side stands open")


def play(robots: list[Robot], enough: Callable[[], bool], most: int = 120) -> None:
    """Each answers what he is asked, until it is enough."""
    for _ in range(most):
        if enough():
            return
        found = (eventually(robots[0].page, lambda: [one for one in robots if able(one)], bool) for _ in range(4))
        asked = next(filter(None, found), [])  # a pause before a draw, on a machine that has other things to do
        cards = [one.card.inner_text() for one in robots] if not asked else []
        assert asked, f"nobody is asked anything: {cards}"
        asked[0].step()
    raise AssertionError(f"not enough in {most} answers")


def able(robot: Robot) -> bool:
    return bool(robot.buttons.count()) and robot.buttons.first.is_enabled()


def resign(page: Page, side: str) -> None:
    menu(page).get_by_role("button", name="Resign", exact=True).click()
    menu(page).get_by_role("button", name=f"Resign for the {side}").click()
    expect(region(page, "Result")).to_contain_text(f"The {side} side has resigned")


def later(home: Path) -> None:
    """Ten minutes pass for who looks on, and no second for who plays."""
    (file,) = home.glob("*.sqlite")
    with closing(sqlite3.connect(file, timeout=30)) as db, db:
        db.execute("update ages set at = at - 601")


def test_two_play_a_rated_pair_and_a_third_looks_on(club: str, open_page: Open, faults: Find, tmp_path: Path) -> None:
    ann, bob, carl = (open_page(club) for _ in range(3))
    enter(ann, "Ann")
    offer(ann)
    row = region(bob, "Lobby").get_by_role("listitem", name=re.compile("Ann offers the Confederate side.*a rated pair"))
    row.get_by_role("button", name="Take this side").click()
    expect(region(bob, "Lobby").get_by_role("alert")).to_contain_text("have entered an account")
    enter(bob, "Bob")
    heard = [Heard(page) for page in (ann, bob, carl)]
    row.get_by_role("button", name="Take this side").click()
    ann.reload()
    carl.reload()
    region(carl, "Lobby").get_by_text("2 games to look on at").click()
    games = region(carl, "Lobby").get_by_role("listitem", name=re.compile("The Stone Wall: Ann"))
    games.get_by_role("button", name="Look on").click()
    expect(region(carl, "Decision")).to_contain_text("You are watching with a delay of 10 minutes")
    expect(ann.get_by_role("group", name="Clocks")).to_contain_text(re.compile("Union.*: (59|1:00)"))

    robots = [Robot(ann, seed=3, likes=LIKES), KeyPlayer(bob, seed=4, likes=LIKES)]
    play(robots, lambda: turn(robots[0]) != "1")
    assert all(robot.pressed for robot in robots)
    resign(bob, "Confederate")
    expect(region(ann, "Result")).to_contain_text("The Confederate side has resigned")
    assert not any(state["n"] for state in heard[-1].states())
    later(tmp_path)
    carl.reload()
    expect(region(carl, "Result")).to_contain_text("The Confederate side has resigned")
    own, other, seen = heard
    alone = {line for line in own.lines() ^ other.lines() if re.search(r" (hold|put) (?!a )", line)}
    assert alone, "nothing was told to one alone: this test would notice nothing"
    assert seen.lines() and not seen.lines() & alone
    for state in seen.states():
        assert state["seats"] == [] and "mine" not in state["view"]["chits"]
        assert not any("actions" in decision for decision in state["decisions"])

    region(bob, "Result").get_by_role("button", name="Rematch, other side").click()
    expect(region(bob, "Decision")).to_contain_text("Union")
    region(ann, "Result").get_by_role("button", name="Rematch, other side").click()
    expect(ann).to_have_url(re.compile(re.escape(bob.url.split("&key")[0])))
    robots = [Robot(ann, seed=5, likes=LIKES), KeyPlayer(bob, seed=6, likes=LIKES)]
    play(robots, lambda: all(len(robot.pressed) > 1 for robot in robots))
    resign(bob, "Union")

    carl.goto(club)
    region(carl, "Lobby").get_by_text("2 that are over").click()
    games.get_by_role("link", name="Replay").click()
    expect(carl.get_by_role("group", name="Following")).to_contain_text("Looking back at turn 1, entry 0")

    ann.goto(club)
    ann.evaluate(AXE.read_text(encoding="utf-8"))
    ann.get_by_text("Ratings", exact=True).click()
    ratings = region(ann, "Ratings")
    expect(ratings.get_by_role("heading", name="The Stone Wall")).to_be_visible()
    for side, who in (("Union", "Ann"), ("Confederate", "Ann"), ("Union", "Bob"), ("Confederate", "Bob")):
        table = ratings.get_by_role("table", name=f"The Stone Wall: {side}")
        expect(table.get_by_role("row", name=re.compile(rf"{who}.* ± \d+ 1 game: 1 (won|lost)"))).to_be_visible()
    for viewport in (None, PHONE):
        if viewport:
            ann.set_viewport_size(viewport)  # type: ignore[arg-type]
        for theme in THEMES:
            themed(ann, theme)
            assert faults(ann, theme) == []
    account_button = ann.get_by_role("banner").get_by_role("button", name="Ann", exact=True)
    account_button.click()
    expect(region(ann, "Account").get_by_role("list", name="Your ratings")).to_contain_text(
        "The Stone Wall, as the Union: 16"
    )
    assert faults(ann) == []
    if shots := os.environ.get("VEDETTE_SHOTS"):
        ann.screenshot(path=f"{shots}/rated-390.png")
        ann.set_viewport_size({"width": 1400, "height": 900})
        ann.screenshot(path=f"{shots}/rated-1400.png")
