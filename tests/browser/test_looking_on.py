"""A third person looks on at a game of two, and sends on a moment of it by its address."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Page, expect

from .robot import menu, region
from .test_account import PHONE
from .test_axe import Find, faults

__all__ = ["faults"]
pytestmark = pytest.mark.needs_chromium


def test_somebody_is_asked_to_look_on_and_sends_on_a_moment(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page]
) -> None:
    made = new_game(3)
    player = open_page(made["at"]["union"])
    menu(player).get_by_role("button", name="Let somebody look on").click()
    player.get_by_role("button", name="Make the address").click()
    address = player.get_by_role("textbox", name="The address for looking on")
    expect(address).to_have_value(re.compile(r"/\?game=.+&key="))
    third = open_page(address.input_value(), permissions=["clipboard-read", "clipboard-write"])
    card = region(third, "Decision")
    expect(card).to_contain_text("You watch: nothing is asked of you.")
    expect(player.locator(".status")).to_contain_text("one looks on")
    assert made["game"] in third.evaluate("localStorage.getItem('vedette-games') ?? ''")

    menu(player).get_by_role("button", name="Resign", exact=True).click()
    menu(player).get_by_role("button", name="Resign for the Union").click()
    expect(region(third, "Result")).to_contain_text("The Union side has resigned")
    third.keyboard.press(",")
    expect(third.get_by_role("group", name="Following")).to_contain_text("Looking back at turn 1, entry 1")
    third.get_by_role("button", name="Copy its link").click()
    expect(third.get_by_role("button", name="Copied")).to_be_visible()
    moment = third.evaluate("navigator.clipboard.readText()")
    assert moment.endswith(f"/?game={made['game']}&entry=1")

    anybody = open_page(moment.replace("entry=1", "entry=0"))
    expect(anybody.get_by_role("group", name="Following")).to_contain_text("Looking back at turn 1, entry 0")
    anybody.keyboard.press("Escape")
    expect(region(anybody, "Result")).to_contain_text("The Stone Wall is over")


def test_a_page_that_is_late_says_so_and_tells_nothing_yet(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], faults: Find
) -> None:
    made = new_game(3)
    player = open_page(made["at"]["union"])
    keys: list[str] = []
    player.on("request", lambda request: keys.append(request.url) if "/watch" in request.url else None)
    look_on = menu(player).get_by_role("button", name="Let somebody look on")
    look_on.click()
    group = player.get_by_role("group", name="Looking on")
    for delay in ("a day later", "an hour later", "10 minutes later"):
        group.get_by_role("combobox", name="Shown").select_option(delay)
    expect(group).to_contain_text("10 minutes after it happens")
    look_on.click()
    expect(group).to_have_count(0)
    look_on.click()
    assert keys == []  # to look through the choices makes no key
    if shots := os.environ.get("VEDETTE_SHOTS"):
        player.screenshot(path=f"{shots}/late-choice.png")
    group.get_by_role("button", name="Make the address").click()
    address = group.get_by_role("textbox", name="The address for looking on")
    expect(address).to_be_focused()
    assert len(keys) == 1
    late = open_page(address.input_value())
    expect(region(late, "Decision")).to_contain_text("You are watching with a delay of 10 minutes")
    expect(late.locator(".status")).to_contain_text("delayed by 10 minutes")
    for page in (player, late):
        assert faults(page) == []
    if shots := os.environ.get("VEDETTE_SHOTS"):
        player.screenshot(path=f"{shots}/late-player.png")
        late.screenshot(path=f"{shots}/late.png")
        late.set_viewport_size(PHONE)
        late.screenshot(path=f"{shots}/late-390.png")

    menu(player).get_by_role("button", name="Resign", exact=True).click()
    menu(player).get_by_role("button", name="Resign for the Union").click()
    expect(region(player, "Result")).to_contain_text("The Union side has resigned")
    late.reload()
    expect(region(late, "Decision")).to_contain_text("You are watching with a delay of 10 minutes")
    watch = urljoin(made["at"]["union"], f"/api/games/{made['game']}/watch?key={made['keys']['union']}")
    key = httpx.post(watch, timeout=60).json()["key"]
    # One who is not late is counted, after all that was to be told of the late one.
    at_once = open_page(urljoin(watch, f"/?game={made['game']}&key={key}"))
    expect(player.locator(".status")).to_contain_text("one looks on")
    at_once.close()
    expect(player.locator(".status")).not_to_contain_text(re.compile("looks? on"))
    expect(region(late, "Result")).to_have_count(0)


def test_what_is_said_under_the_title_is_told_apart(
    address: str, new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page]
) -> None:
    made = new_game(3, practice=True)
    at = urljoin(address, f"/api/games/{made['game']}/watch")
    key = httpx.post(at, params={"key": made["keys"]["both"], "late": "600"}, timeout=60).json()["key"]
    late = open_page(urljoin(address, f"/?game={made['game']}&key={key}"))
    expect(late.locator(".status")).to_contain_text("practice · delayed by 10 minutes")
