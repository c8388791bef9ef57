"""A rated pair of The Stone Wall on the clock: two who find one another in the lobby, one by the mouse alone and one by
the keys alone; a third looks on at both games, is told what both may know and nothing else, and plays them over.

Once both games are played to their natural end, and once each is resigned after some answers.
"""

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
from playwright.sync_api import Locator, Page, WebSocket, expect

import vedette
from tools.serving import serving
from vedette.engine.game import Game

from .conftest import BATTLE, ROOT, VEDETTE
from .players import KeyPlayer, Pointer, answered, enter_on, reach
from .rest import eventually
from .robot import Robot, menu, pick, region, set_up
from .test_account import PASSWORD, PHONE, account, fill
from .test_axe import AXE, THEMES, Find, faults, themed

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
LIKES = ("pass", "hold", "done", "finish")
OFTEN, SOON = 50, 2
"""Answers after which ten minutes have passed for who looks on late: of a whole game, and of one that is resigned."""
MOST = 1_500
"""Answers of a game."""
Open = Callable[..., Page]


@pytest.fixture
def club(tmp_path: Path, cards: None) -> Iterator[str]:
    """The start page of a server with accounts, where anybody makes games."""
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    with serving([VEDETTE, "serve", "--port", "0", "--accounts"], ROOT, environment, 60) as address:
        yield address


# -- what is sent ----------------------------------------------------------------------------------------------


class Heard:
    """What the server has sent a page over its sockets."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.states: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        self.frames.append(str(frame))
        self.states += [found["state"] for found in [json.loads(frame)] if "state" in found]

    def clear(self) -> None:
        """Another game begins."""
        self.frames, self.states = [], []

    def lines(self) -> set[str]:
        """What the log told it."""
        return {line["text"] for state in self.states for line in state["log"]}

    def known(self) -> dict[int, set[tuple[str, str]]]:
        """All that its views said, by entries."""
        found: dict[int, set[tuple[str, str]]] = {}
        for state in self.states:
            found.setdefault(state["n"], set()).update(leaves(state["view"]))
        return found

    @property
    def n(self) -> int:
        """Entries that it was told of."""
        return max((state["n"] for state in self.states), default=0)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every figure and word of a view, with its place."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part, path)
    else:
        yield path, json.dumps(value)


def chits() -> set[str]:
    """The names of all that a hand may hold."""
    pools = Game.new(vedette.battle(BATTLE), seed=1).view("")["chits"]["pools"]
    return {name for pool in pools.values() for name in pool}


OWN = ".seat", ".chits.pools"
"""Whose view it is, and what stands in the rules for all to read, of which a seat is told its own part."""


def told_what_both_know(seen: Heard, *players: Heard) -> None:
    """Of who looks on: each figure and word that his pages were sent was sent to both players at that moment, and no
    line of the log names a chit that only one of them was told of."""
    own, other = (player.known() for player in players)
    compared = 0
    for state in seen.states:
        assert state["seats"] == [] and state["seat"] == "" and "mine" not in state["view"]["chits"]
        assert not any("actions" in decision for decision in state["decisions"])
        if state["n"] in own and state["n"] in other and not state["outcome"]:
            both = own[state["n"]] & other[state["n"]]
            alone = {leaf for leaf in leaves(state["view"]) if not leaf[0].startswith(OWN)} - both
            assert not alone, sorted(alone)
            compared += 1
    one, two = (player.lines() for player in players)
    names = chits()
    secret = {line for line in one ^ two if any(name in line for name in names)}
    assert secret and compared, "nothing was told to one alone: this would notice nothing"
    sent = "\n".join(seen.frames)
    assert not [line for line in secret if json.dumps(line)[1:-1] in sent]
    assert seen.lines()


# -- who plays -------------------------------------------------------------------------------------------------


class Mouse(Pointer):
    """Answers by the mouse alone, on the card and now and then on the map."""

    def step(self) -> None:
        self.likes = LIKES if self.rng.random() < 0.8 else ()
        if self.rng.random() < 0.2:
            super().step()
        else:
            Robot.step(self)


class Keys(KeyPlayer):
    """Answers by the keys alone."""

    def step(self) -> None:
        self.likes = LIKES if self.rng.random() < 0.8 else ()
        super().step()


COUNTED = """for (const kind of ['keydown', 'pointerdown'])
  addEventListener(kind, (event) => {
    if (event.isTrusted) sessionStorage.setItem(kind, 1 + Number(sessionStorage.getItem(kind)));
  }, true);"""
"""How often a page was told something by a key or a pointer, from tab to tab of its browser."""


def used(page: Page, kind: str) -> int:
    return int(page.evaluate("kind => Number(sessionStorage.getItem(kind))", kind))


def enter(page: Page, name: str) -> None:
    """An account, by the mouse; what is typed is put in by no key."""
    account(page)
    region(page, "Account").get_by_role("button", name="Make an account").click()
    fill(page, name, PASSWORD, "Make it")
    expect(region(page, "Account").get_by_role("heading", name=name)).to_be_visible()
    region(page, "Account").get_by_role("button", name="Close", exact=True).click()


def enter_by_keys(page: Page, name: str) -> None:
    enter_on(page, page.get_by_role("banner").get_by_role("button", name="Account", exact=True))
    place = region(page, "Account")
    enter_on(page, place.get_by_role("button", name="Make an account"))
    reach(page, place.get_by_label("Name", exact=True))
    page.keyboard.type(name)
    reach(page, place.get_by_label("Password"))
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(place.get_by_role("heading", name=name)).to_be_visible()
    enter_on(page, place.get_by_role("button", name="Close", exact=True))


def offer(page: Page, faults: Find, whole: bool) -> None:
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Anybody here")
    panel.get_by_role("checkbox", name="A rated pair").check()
    expect(panel).to_contain_text("against somebody who has an account too")
    panel.get_by_text("Dice, book of rules, options, clocks").click()
    panel.get_by_label("Pause before a draw").select_option("none")
    for theme in THEMES if whole else ():
        themed(page, theme)
        assert faults(page, theme, "[aria-label^='New game']", whole=True) == []
        if shots := os.environ.get("VEDETTE_SHOTS"):
            panel.get_by_role("checkbox", name="A rated pair").scroll_into_view_if_needed()
            page.screenshot(path=f"{shots}/rated-panel-{theme}.png")
    themed(page, THEMES[0])
    page.get_by_role("button", name="Begin the battle").click()
    expect(region(page, "An open seat")).to_contain_text("The Confederate side stands open")


def able(robot: Robot) -> bool:
    return bool(robot.buttons.count()) and robot.buttons.first.is_enabled()


def over(heard: Heard) -> bool:
    return bool(heard.states and heard.states[-1]["outcome"])


def play(robots: list[Robot], enough: Callable[[], bool], often: int, then: Callable[[], None]) -> None:
    """Each answers what he is asked, until it is enough; every so often something else happens."""
    gone = 0
    for n in range(1, MOST):
        ready = lambda: [one for one in robots if enough() or able(one)]  # noqa: E731
        found = (eventually(robots[0].page, ready, bool) for _ in range(4))
        asked = next(filter(None, found), [])  # on a machine that has other things to do
        if enough():
            return
        cards = [one.card.inner_text() for one in robots] if not asked else []
        assert asked, f"nobody is asked anything: {cards}"
        if n % often == 0:
            then()  # while somebody is asked: after the last answer it would tell the end
        gone += not answered(asked[0])  # a standing order may have answered in this moment
    raise AssertionError(f"not enough in {MOST} answers, of which {gone} could not be given")


def resign(page: Page, side: str) -> None:
    menu(page).get_by_role("button", name="Resign", exact=True).click()
    menu(page).get_by_role("button", name=f"Resign for the {side}").click()
    expect(region(page, "Result")).to_contain_text(f"The {side} side has resigned")


def later(home: Path) -> None:
    """Ten minutes pass for who looks on, and no second for who plays."""
    (file,) = home.glob("*.sqlite")
    with closing(sqlite3.connect(file, timeout=30)) as db, db:
        db.execute("update ages set at = at - 601")


def replayed(page: Page, last: int) -> None:
    """A game that is over is played over, entry by entry, to its end, which is not told before."""
    bar = page.get_by_role("group", name="Following")
    expect(bar).to_contain_text("Looking back at turn 1, entry 0")
    at = 0
    for _ in range(last + 1):
        page.keyboard.press("ArrowRight")
        look = lambda: re.search(r"entry (\d+)", bar.text_content() or "")  # noqa: E731
        found = eventually(page, look, lambda shown: shown is None or int(shown[1]) > at)  # noqa: B023
        if found is None:
            break
        assert int(found[1]) > at, f"it stays at entry {at}"
        at = int(found[1])
        expect(region(page, "Result")).to_have_count(0)
    expect(region(page, "Result")).to_be_visible()
    assert last - at < 3


class Evening:
    """The three, and how a game of theirs goes."""

    def __init__(self, club: str, open_page: Open, home: Path, whole: bool) -> None:
        self.club, self.home, self.whole = club, home, whole
        # browsers of their own: what counts their presses stays in them
        self.ann, self.bob, self.carl = (open_page(club, locale="en-GB") for _ in range(3))
        for page in (self.ann, self.bob):
            page.context.add_init_script(COUNTED)
            page.reload()
        for page in (self.ann, self.bob, self.carl):  # three that draw their start page at once take a while
            expect(region(page, "Lobby")).to_be_visible(timeout=60_000)
        self.heard = [Heard(page) for page in (self.ann, self.bob, self.carl)]

    def game(self, seed: int, side: str, then: Callable[[], None]) -> None:
        """To its end; resigned by Ann, who has this side, where it is not to be played whole."""
        robots: list[Robot] = [Mouse(self.ann, seed), Keys(self.bob, seed + 1)]
        few = lambda: all(len(robot.pressed) > 2 for robot in robots)  # noqa: E731
        enough = lambda: over(self.heard[0]) if self.whole else few()  # noqa: E731
        play(robots, enough, OFTEN if self.whole else SOON, then)
        if self.whole:
            assert all(len(robot.pressed) > 20 for robot in robots)
        else:
            resign(self.ann, side)
        for page in (self.ann, self.bob):
            expect(region(page, "Result")).to_be_visible()

    def late(self) -> None:
        """Carl is shown what was played until now."""
        n = self.heard[0].n
        later(self.home)
        self.carl.reload()
        eventually(self.carl, lambda: self.heard[2].n, lambda shown: shown >= n)
        assert self.heard[2].n >= n


def games_of(page: Page, name: str) -> Locator:
    """The game of the pair in which a player was the first to have a side, in the lobby."""
    return region(page, "Lobby").get_by_role("listitem", name=re.compile(f"The Stone Wall: {name}"))


def first_game(evening: Evening, faults: Find) -> None:
    """Offered in the lobby, taken by who has an account, and looked on at ten minutes late."""
    ann, bob, carl = evening.ann, evening.bob, evening.carl
    enter(ann, "Ann")
    offer(ann, faults, evening.whole)
    row = region(bob, "Lobby").get_by_role("listitem", name=re.compile("Ann offers the Confederate side.*a rated pair"))
    enter_on(bob, row.get_by_role("button", name="Take this side"))
    expect(region(bob, "Lobby").get_by_role("alert")).to_contain_text("have entered an account")
    expect(region(bob, "Lobby").get_by_role("alert").get_by_role("button", name="Account")).to_be_visible()
    enter_by_keys(bob, "Bob")
    expect(region(bob, "Lobby").get_by_role("alert")).to_have_count(0)
    enter_on(bob, row.get_by_role("button", name="Take this side"))
    expect(region(bob, "Decision")).to_be_visible()
    ann.reload()
    carl.reload()
    region(carl, "Lobby").get_by_text("2 games to look on at").click()
    games_of(carl, "Ann").get_by_role("button", name="Look on").click()
    expect(region(carl, "Decision")).to_contain_text("You are watching with a delay of 10 minutes")
    expect(ann.get_by_role("group", name="Clocks")).to_contain_text(re.compile("Union.*: (59|1:00)"))

    evening.game(3, "Union", evening.late)
    expect(region(carl, "Result")).to_have_count(0)  # ten minutes later, and no sooner
    evening.late()
    expect(region(carl, "Result")).to_be_visible()
    told_what_both_know(evening.heard[2], *evening.heard[:2])


def second_game(evening: Evening) -> None:
    """With the sides changed about; who looks on was asked to by a player, and sees it as it happens."""
    ann, bob, carl = evening.ann, evening.bob, evening.carl
    first = bob.url
    enter_on(bob, region(bob, "Result").get_by_role("button", name="Rematch, other side"))
    expect(bob).not_to_have_url(first)
    expect(region(bob, "Decision")).to_contain_text("Union")
    region(ann, "Result").get_by_role("button", name="Rematch, other side").click()
    expect(ann).to_have_url(re.compile(re.escape(bob.url.split("&key")[0])))
    menu(ann).get_by_role("button", name="Let somebody look on").click()
    invited = ann.get_by_role("group", name="Looking on")
    invited.get_by_role("combobox", name="Shown").select_option("at once")
    invited.get_by_role("button", name="Make the address").click()
    address = invited.get_by_role("textbox", name="The address for looking on")
    expect(address).to_have_value(re.compile("key="))
    for heard in evening.heard:
        heard.clear()
    carl.goto(address.input_value())
    expect(region(carl, "Decision")).to_contain_text("You watch: nothing is asked of you.")
    for page in (ann, bob):
        page.reload()  # all that it is told from the first entry on
    evening.game(5, "Confederate", lambda: None)
    expect(region(carl, "Result")).to_be_visible()
    told_what_both_know(evening.heard[2], *evening.heard[:2])


@pytest.mark.parametrize("whole", [False, True], ids=["short", "whole"])
def test_two_play_a_rated_pair_and_a_third_looks_on(
    club: str, open_page: Open, faults: Find, tmp_path: Path, whole: bool
) -> None:
    evening = Evening(club, open_page, tmp_path, whole)
    ann, bob, carl = evening.ann, evening.bob, evening.carl
    first_game(evening, faults)
    last = {"Ann": evening.heard[0].n}
    second_game(evening)
    last["Bob"] = evening.heard[0].n
    assert used(ann, "pointerdown") and not used(ann, "keydown")
    assert used(bob, "keydown") and not used(bob, "pointerdown")

    for name, n in last.items():
        carl.goto(club)
        region(carl, "Lobby").get_by_text("2 games that are over").click()
        games_of(carl, name).get_by_role("link", name="Replay").click()
        replayed(carl, n)
    rated(ann, club, faults, whole=evening.whole)


def rated(page: Page, club: str, faults: Find, whole: bool) -> None:
    """What came of it stands in the ratings and in the account."""
    page.goto(club)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.get_by_text("Ratings", exact=True).click()
    ratings = region(page, "Ratings")
    expect(ratings.get_by_role("heading", name="The Stone Wall")).to_be_visible()
    for side in ("Union", "Confederate"):
        table = ratings.get_by_role("table", name=f"The Stone Wall: {side}")
        for who in ("Ann", "Bob"):
            came = re.compile(rf"{who}.* ± \d+ 1 game: 1 (won|lost|drawn)")
            expect(table.get_by_role("row", name=came)).to_be_visible()
    for viewport in (None, PHONE) if whole else ():
        if viewport:
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for theme in THEMES:
            themed(page, theme)
            assert faults(page, theme) == []
    page.get_by_role("banner").get_by_role("button", name="Ann", exact=True).click()
    expect(region(page, "Account").get_by_role("list", name="Your ratings")).to_contain_text(
        "The Stone Wall, as the Union: "
    )
    assert not whole or faults(page) == []
    if shots := os.environ.get("VEDETTE_SHOTS"):
        for width in (390, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=f"{shots}/rated-{width}.png")
