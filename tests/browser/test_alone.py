"""Alone at the page: two computers are watched, a battle is seen once more, a side goes on at another machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of, to_the_end
from .robot import Robot, pick, region, set_up

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {"7 OH-a": "1733", "7 OH-b": "1733", "1 WV-a": "1732", "27 VA": "1834", "4 VA": "1834", "33 VA": "1835"}
LAST = spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=11, waiting=False)


def bar(page: Page) -> Any:
    return page.get_by_role("group", name="Following")


def test_two_computers_are_watched_and_stopped(address: str, open_page: Open) -> None:
    page = open_page(address, speed="slow", viewport={"width": 1400, "height": 900})
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Just watch")
    expect(panel).to_contain_text("The computer leads both sides")
    panel.get_by_role("button", name="Begin the battle").click()
    expect(bar(page)).to_contain_text("Event")
    page.keyboard.press("p")
    hands = region(page, "State of the battle").locator("button.hand")
    expect(hands).to_have_attribute("title", re.compile(r"^Chits in hand: Union \d+, Confederate \d+$"))
    bar(page).get_by_role("button", name="Go on").wait_for()
    said = bar(page).locator("p").text_content() or ""
    page.keyboard.press("ArrowRight")
    expect(bar(page).locator("p")).not_to_have_text(said)
    expect(bar(page).get_by_role("button", name="Go on")).to_be_visible()
    page.keyboard.press("Escape")
    expect(region(page, "Decision")).to_contain_text("You watch: nothing is asked of you")


def test_a_finished_battle_is_watched_again_from_the_start_page(at_position: Lay, open_page: Open) -> None:
    """From its beginning; at its end stands the result."""
    at = at_position(LAST, play=to_the_end)["both"]
    page = open_page(at)
    expect(region(page, "Result")).to_be_visible()
    page.evaluate(KEEP, at.partition("?")[2])
    page.goto(at.partition("?")[0])
    over = region(page, "Finished games")
    over.locator("summary").click()
    over.get_by_role("link", name="Watch it again").click()
    expect(bar(page)).to_contain_text("Event 1")
    expect(region(page, "Result")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Skip")).first.click()
    expect(region(page, "Result")).to_be_visible()
    assert "#" not in page.url


KEEP = """query => {
  const [game, key] = query.split("&").map(part => part.split("=")[1]);
  const seats = ["union", "confederate"];
  const row = { game, key, title: "The Stone Wall", seats, computers: {}, turn: 11, turns: 11 };
  localStorage.setItem("vedette-games", JSON.stringify([{ ...row, waiting: [], practice: true, over: "over", at: 1 }]));
}"""
"""Puts a game that is over in the list of this browser."""


def test_a_side_goes_on_at_another_machine(at_position: Lay, open_page: Open) -> None:
    """By its address, in a browser that has nothing of the first: what one answers, the other shows."""
    at = at_position(spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=6, waiting=False))
    first = Robot(open_page(at["union"]))
    first.answers()
    asked = first.asked
    other = Robot(open_page(at["union"], color_scheme="light"))
    other.answers()
    assert other.asked == asked
    ends = other.card.locator(".deeds button[data-answer]").last
    other.hit(ends)
    for page in (other.page, first.page):
        expect(region(page, "Decision").get_by_role("heading")).not_to_have_text(asked)
    expect(first.card.get_by_role("heading")).to_have_text(other.asked)
