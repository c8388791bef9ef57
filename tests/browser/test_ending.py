"""When a battle is over: the sheet of its result, what leads on from it, and the battle seen again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from vedette import staff
from vedette.engine import Game
from vedette.table.commanders import _seed

from .positions import spec_of, to_the_end
from .robot import Robot, leaf, region

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {"7 OH-a": "1733", "7 OH-b": "1733", "1 WV-a": "1732", "27 VA": "1834", "4 VA": "1834", "33 VA": "1835"}
#: How far the words of an element reach to the right.
WORDS_END = """one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return Math.max(...[...words.getClientRects()].map(({right}) => right));
}"""
LAST = spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=11, waiting=False)


@pytest.fixture
def ended(at_position: Lay, open_page: Open) -> Page:
    """The page of the Union, to whom all has been told."""
    page = open_page(at_position(LAST, play=to_the_end)["union"], viewport={"width": 1400, "height": 900})
    skip = page.get_by_role("button", name=re.compile("^Skip"))
    result = region(page, "Result")
    expect(result.or_(skip.first).first).to_be_visible()
    if not result.is_visible():
        skip.first.click()
    expect(result).to_be_visible()
    return page


def test_the_result_lies_over_the_board_and_leads_on(ended: Page) -> None:
    page = ended
    result = region(page, "Result")
    card = region(page, "Decision")
    level = card.locator(".outcome")
    expect(result.locator(".level")).not_to_be_empty()
    expect(leaf(page).get_by_role("heading", name="The battle is over")).to_be_focused()
    told = result.locator(".level").inner_text()
    expect(card).to_be_hidden()  # it is told once, by the sheet alone
    expect(page.get_by_role("list", name="Steps")).to_have_text("The battle is over")
    expect(region(page, "What it cost").get_by_role("row", name=re.compile("^in the field"))).to_be_visible()
    expect(region(page, "Luck")).to_contain_text("throws brought")
    report = result.get_by_role("link", name="Keep as a page")
    expect(report).to_have_attribute("href", re.compile(r"^/api/games/.+/report\?key="))
    box = leaf(page).bounding_box()
    assert box and box["y"] + box["height"] < 800  # the map is seen below it
    assert box["x"] + box["width"] / 2 == pytest.approx(700, abs=2)
    result.get_by_role("button", name="All tables of the battle").click()
    expect(leaf(page)).to_contain_text("Luck")
    expect(leaf(page).get_by_role("heading", name="Summary")).to_be_focused()  # what had the focus went with the sheet
    expect(level).to_have_text(told)
    leaf(page).get_by_role("button", name="look", exact=True).first.click()
    expect(leaf(page)).to_have_count(0)  # the board of that moment is seen, not what lay over it
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The result, and where the battle turned").click()
    expect(result).to_be_visible()


def test_a_moment_at_which_it_turned_is_played_again(ended: Page) -> None:
    page = ended
    turned = region(page, "Where it turned").get_by_role("button", name=re.compile("Play it again$"))
    expect(turned.first).to_contain_text(re.compile(r"a swing of \d+\.\d strength points to the (Union|Confederates)"))
    expect(turned.first.locator("svg image").nth(1)).to_be_attached()  # the map, and a counter on it
    turned.first.click()
    expect(region(page, "Result")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Skip")).first.click()
    expect(region(page, "Result")).to_be_visible()


def test_from_a_moment_a_practice_game_is_played_on(ended: Page) -> None:
    """It begins where the battle stood before, is kept in the list as practice, and the battle stays as it was."""
    page = ended
    region(page, "Where it turned").get_by_role("button", name=re.compile("^Play on from turn")).first.click()
    panel = region(page, "A practice game from here")
    expect(panel).to_contain_text("this one stays as it is")
    expect(page.get_by_role("group", name="Following")).to_contain_text("Looking back")
    first = page.url
    panel.get_by_role("button", name="Both sides").click()
    page.wait_for_url(lambda url: url != first)
    robot = Robot(page)
    robot.step()
    page.goto(page.url.split("?")[0])
    games = region(page, "Unfinished games")
    expect(games).to_contain_text("practice")
    page.goto(first)
    expect(region(page, "Result")).to_be_visible()


def test_while_a_battle_goes_on_there_is_no_result(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(LAST)["union"])
    expect(region(page, "Decision").get_by_role("button").first).to_be_visible()
    expect(region(page, "Result")).to_have_count(0)


def test_on_a_phone_the_result_is_read_whole(at_position: Lay, open_page: Open) -> None:
    at: dict[str, Any] = at_position(LAST, play=to_the_end)
    page = open_page(at["both"], viewport={"width": 390, "height": 844})
    result = region(page, "Result")
    expect(result).to_be_visible()
    expect(result.get_by_role("button", name="All tables of the battle")).to_be_visible()
    assert result.evaluate("one => one.scrollWidth <= one.clientWidth")
    close = leaf(page).get_by_role("button", name="Close The battle is over").bounding_box()
    line = result.locator("p").first.evaluate(WORDS_END)
    assert close and line <= close["x"]


def by_the_general(game: Game) -> None:
    """Plays a game out: the Union by the general that the server has there, all else by lot."""
    general = staff.seat("general:1", game.battle, _seed(game.chance.key, "union"))  # type: ignore[union-attr]
    others = staff.seat("random", game.battle, 1)
    while game.decisions:
        seat = game.decisions[0].seat
        staff.answer(game, general if seat == "union" else others, seat)


def test_it_is_told_why_the_computer_did_what_it_did(at_position: Lay, open_page: Open) -> None:
    spec = spec_of(UNITS, begin="orders", active="Tyler", turn=11, waiting=False)
    at = at_position(spec, play=by_the_general, computers={"union": "general:1"})["confederate"]
    page = open_page(at, viewport={"width": 1400, "height": 900})
    skip, result = page.get_by_role("button", name=re.compile("^Skip")), region(page, "Result")
    expect(result.or_(skip.first).first).to_be_visible()
    if not result.is_visible():
        skip.first.click()
    result.get_by_role("button", name="Why did the computer do that?").click()
    why = leaf(page)
    why.get_by_role("button", name=re.compile("Turn 11")).first.click()
    usual = why.get_by_role("row", name=re.compile("as usual")).first
    expect(usual).to_be_visible(timeout=90_000)  # a process begins first
    expect(why.locator("tr.taken")).to_have_count(1)
    expect(why.get_by_role("row", name=re.compile("keeping together .*%"))).to_be_visible()
    led = why.get_by_role("row").filter(has=page.get_by_role("button", name="On the map")).first
    led.get_by_text("Who goes where").click()
    expect(led).to_contain_text(re.compile(r"\d{4} to \d{4}"))
    led.get_by_role("button", name="On the map").click()
    expect(why).to_have_count(0)
    following = page.get_by_role("group", name="Following")
    expect(following).to_contain_text(re.compile("a plan that it did not take|the plan that it took"))
    following.get_by_role("button", name="Event before").click()
    expect(following).not_to_contain_text("as it was imagined")
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
