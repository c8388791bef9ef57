"""What a server for others adds to the page is opened by the keys alone, on a phone too; axe finds nothing in it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.serving import serving

from .conftest import ROOT, VEDETTE
from .players import enter_on, reach
from .robot import leaf, pick, region, set_up
from .test_account import PASSWORD, PHONE
from .test_axe import Find, faults, themed

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
Open = Callable[..., Page]
SIZES = {"window": {"width": 1400, "height": 900}, "phone": PHONE}


@pytest.fixture
def club(tmp_path: Path, cards: None) -> Iterator[str]:
    """The start page of a server with all that one can have."""
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    command = [VEDETTE, "serve", "--port", "0", "--accounts", "--smtp", "127.0.0.1:1", "--smtp-from", "t@example.org"]
    with serving([*command, "--address", "http://127.0.0.1/"], ROOT, environment, 60) as address:
        yield address


def clean(page: Page, find: Find, name: str) -> None:
    """Nothing is found in light and dark; a picture of each where some are wanted."""
    for theme in ("light", "dark"):
        themed(page, theme)
        assert (name, find(page, theme, whole=True)) == (name, [])
        if shots := os.environ.get("VEDETTE_SHOTS"):
            width = (page.viewport_size or {"width": 0})["width"]
            page.screenshot(path=f"{shots}/{name.lower().replace(' ', '-')}-{theme}-{width}.png")
    themed(page, "light")


def shown_seat(page: Page) -> None:
    """The seat stands open: in its slip, or where there is no room for that in a line."""
    line = page.get_by_role("button", name="An open seat")
    expect(line.or_(region(page, "An open seat")).locator("visible=true").first).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_the_start_page_of_a_club(club: str, open_page: Open, faults: Find, size: str) -> None:
    """The lobby with an open seat, an account that is made there, how people stand."""
    ann, bob = open_page(club), open_page(club, viewport=SIZES[size])
    pick(set_up(ann, "The Stone Wall"), "Anybody here")
    ann.get_by_role("button", name="Begin the battle").click()
    shown_seat(ann)
    bob.reload()
    take = region(bob, "Lobby").get_by_role("button", name="Take this side")
    reach(bob, take)
    clean(bob, faults, "Lobby")
    enter_on(bob, bob.get_by_role("banner").get_by_role("button", name="Account", exact=True))
    place = region(bob, "Account")
    expect(place.get_by_label("Name", exact=True)).to_be_visible()
    clean(bob, faults, "Account entering")
    enter_on(bob, place.get_by_role("button", name="Forgotten password"))
    expect(place.get_by_label("Your address of mail")).to_be_visible()
    clean(bob, faults, "Account forgotten")
    enter_on(bob, place.get_by_role("button", name="Make an account"))
    reach(bob, place.get_by_label("Name", exact=True))
    bob.keyboard.type("Bob")
    reach(bob, place.get_by_label("Password"))
    bob.keyboard.type(PASSWORD)
    bob.keyboard.press("Enter")
    expect(place.get_by_role("heading", name="Bob")).to_be_visible()
    enter_on(bob, place.get_by_text("Password, passkeys, mail, closing"))
    clean(bob, faults, "Account own")
    enter_on(bob, place.get_by_role("button", name="Close", exact=True))
    enter_on(bob, bob.get_by_text("Ratings", exact=True))
    clean(bob, faults, "Ratings")
    enter_on(bob, take)
    expect(region(bob, "Decision")).to_be_visible()
    ann.goto(club)
    bob.goto(club)
    enter_on(bob, region(bob, "Lobby").get_by_text("1 game to look on at"))
    clean(bob, faults, "Lobby games")


@pytest.mark.parametrize("size", SIZES)
def test_what_the_menu_has_between_two_people(club: str, open_page: Open, faults: Find, size: str) -> None:
    """Their talk, how they are told, the end of a sitting, who looks on, and how one resigns."""
    page = open_page(club, viewport=SIZES[size])
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Anybody here")
    panel.get_by_text("Dice, book of rules, options, clocks").click()
    pick(panel, re.compile("^3 days a side"))  # type: ignore[arg-type]
    clean(page, faults, "New game with clocks")
    page.get_by_role("button", name="Begin the battle").click()
    shown_seat(page)  # perhaps a line
    clean(page, faults, "Open seat")
    more = page.locator("[data-more]:visible")
    items = page.get_by_role("group", name="More")
    for name in ("Talk", "Being told", "End the sitting"):
        enter_on(page, more)
        enter_on(page, items.get_by_role("button", name=name, exact=True))
        expect(leaf(page)).to_be_visible()
        clean(page, faults, name)
        page.keyboard.press("Escape")
        if leaf(page).count():
            page.keyboard.press("Escape")  # the first one was of a field
        expect(leaf(page)).to_have_count(0)
    enter_on(page, more)
    enter_on(page, items.get_by_role("button", name="Let somebody look on"))
    enter_on(page, items.get_by_role("button", name="Make the address"))
    expect(items.get_by_role("textbox", name="The address for looking on")).to_have_value(re.compile("key="))
    reach(page, items.get_by_role("button", name="Resign", exact=True))
    clean(page, faults, "Menu")
