"""The slip under the card: what came of one's own fight first, a hint beside it, the rest counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import box_of
from .robot import Robot, leaf, region, turn_to
from .test_following import MARCH, say

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
Make = Callable[..., dict[str, Any]]

TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
UNITS = {
    "7 OH-a": "1833", "110 PA-a": "1833", "7 IN-a": "1932", "27 VA": "1836", "4 VA": "1834", "23 VA": "1933",
    "2 VA": {"hex": "1933", "marks": ["disrupted"]},
}  # fmt: skip
FIRE = spec_of(UNITS, begin="fire", **TURN)
LAST_FIRE = spec_of({"7 IN-a": "1932", "23 VA": "1933", "4 VA": "1836"}, begin="fire", **TURN)
LARGE = {"width": 1400, "height": 900}


def fired(page: Page) -> Robot:
    """The plan against 1933 is carried out."""
    robot = Robot(page)
    robot.buttons.filter(has_text="23 VA").click()
    expect(page.locator(".hero")).to_be_visible()
    robot.step()
    return robot


def fight(page: Page) -> Any:
    return page.get_by_role("region", name="Your last fight")


def test_after_an_own_fire_its_result_stands_first_with_who_dice_and_rule(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["union"], viewport=LARGE)
    expect(page.get_by_role("region", name="Hint")).to_be_visible()
    fired(page)
    told = fight(page)
    expect(told.get_by_role("heading")).to_have_text("Your fight at 1933")
    expect(told).to_contain_text("7 IN-a")
    expect(told.locator("i").first).to_be_visible()
    expect(told.locator("b").first).not_to_be_empty()
    told.locator("summary").first.click()
    expect(told.get_by_role("button", name=re.compile("^KT 12.3")).first).to_be_visible()
    expect(told).to_contain_text("column")
    page.reload()  # the answer was given at entry 0, which is an entry like any other
    expect(told.get_by_role("heading")).to_have_text("Your fight at 1933")


def test_the_result_stays_until_the_next_answer_and_the_hint_lies_under_it(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(LAST_FIRE)["both"], viewport=LARGE)
    robot = fired(page)
    expect(robot.card.get_by_role("heading")).to_contain_text("falls back: where?")
    result = fight(page).locator("b").first
    said = result.text_content() or ""
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("Falling back")
    over, under = box_of(fight(page)), box_of(hint)
    assert said and over["y"] + over["height"] <= under["y"]
    robot.step()
    expect(result.filter(has_text=said)).to_have_count(0)


def test_what_finds_no_room_under_it_is_counted_and_has_not_been_told(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(LAST_FIRE)["both"], viewport={"width": 1400, "height": 660})
    robot = fired(page)
    expect(fight(page)).to_be_visible()
    hint = page.locator("section[aria-label=Hint]")
    more = page.locator(".column .under").get_by_role("button", name="1 more: a hint")
    expect(more).to_be_visible()
    expect(hint).not_to_be_visible()
    assert "retreat" not in page.evaluate("localStorage['vedette-hints']")
    more.click()
    expect(hint).to_be_visible()
    expect(fight(page)).to_be_visible()
    hint.scroll_into_view_if_needed()
    expect(hint).to_be_in_viewport()
    robot.step()
    page.wait_for_function("localStorage['vedette-hints'].includes('retreat')")


COUNT_TURNS = """() => {
  const part = document.querySelector("section[aria-label=Hint]").closest(".part");
  window.turns = 0;
  new MutationObserver(rows => (window.turns += rows.length)).observe(part, {attributeFilter: ["class"]});
}"""
RESTED = (
    "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
)


def test_what_only_just_fits_under_it_does_not_come_and_go(at_position: Lay, open_page: Open) -> None:
    """Shown, a part is a little higher than unshown: in a window of some height it would fit only unshown."""
    page = open_page(at_position(LAST_FIRE)["both"], viewport=LARGE)
    fired(page)
    expect(fight(page)).to_be_visible()
    hint = page.locator("section[aria-label=Hint]")
    expect(hint).to_be_visible()
    page.evaluate(COUNT_TURNS)
    for height in range(900, 660, -5):
        page.set_viewport_size({"width": 1400, "height": height})
        page.evaluate(RESTED)
    expect(hint).not_to_be_visible()
    assert page.evaluate("window.turns") == 1


def test_in_a_low_window_the_result_is_a_line_that_opens(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(LAST_FIRE)["both"], viewport={"width": 1024, "height": 480})
    fired(page)
    line = page.locator(".column .under").get_by_role("button", name="23 VA is shaken")
    expect(line).to_be_visible()
    expect(page.locator("section[aria-label='Your last fight']")).not_to_be_visible()
    line.click()
    expect(fight(page)).to_be_visible()


@pytest.mark.parametrize(("height", "there"), [(900, True), (420, False)])
def test_with_less_than_90_pixels_the_slip_goes(at_position: Lay, open_page: Open, height: int, there: bool) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 1024, "height": height})
    expect(region(page, "Decision").locator("button[data-answer]").first).to_be_visible()
    hint = page.get_by_role("region", name="Hint")
    if there:
        expect(hint).to_be_visible()
    else:
        expect(page.locator("section[aria-label=Hint]")).not_to_be_visible()
        box = box_of(page.locator(".front"))
        assert box["y"] + box["height"] <= height


HOLDING = spec_of(UNITS, begin="draw", turn=6, held={"union": ["Rally"]}, cup=["Tyler", "Garnett"], waiting=False)


def test_the_hand_is_one_press_away_with_what_each_chit_does_and_a_cover(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(HOLDING)["union"], viewport=LARGE)
    region(page, "State of the battle").get_by_role("button", name="Chits in hand: 1").click()
    drawer = leaf(page)
    expect(drawer).to_have_attribute("aria-label", "Chits in hand")
    hand = drawer.get_by_role("list", name="Hand of the Union")
    expect(hand).to_contain_text("Rally")
    expect(hand).to_contain_text("Morale Hits")
    drawer.get_by_role("button", name="Cover my hand").click()
    expect(hand).not_to_contain_text("Rally")
    expect(hand).to_contain_text("chit of draw")
    drawer.get_by_role("button", name="Open my hand").click()
    expect(hand).to_contain_text("Rally")


def test_a_chit_lies_in_the_form_of_its_side_and_a_brigade_has_a_dot(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(HOLDING)["union"], viewport=LARGE)
    expect(region(page, "Decision").locator("button[data-answer]").first).to_be_visible()
    drawer = turn_to(page, "Chits")
    cup = drawer.get_by_role("region", name="In the cup")
    expect(cup.locator("ul .chit.union")).to_have_text("Tyler")
    expect(cup.locator("ul .chit.confederate")).to_have_text("Garnett")
    expect(cup).to_contain_text("each 50 %; a Union one 50 %, a Confederate one 50 %")
    box = drawer.locator(".box").filter(has_text="Garnett")
    expect(box).to_contain_text("rating 4, full 67 %")
    expect(box.locator("i.available")).to_be_visible()


def test_to_be_asked_before_a_draw_is_explained_in_the_cards_foot(at_position: Lay, open_page: Open) -> None:
    spec = spec_of(UNITS, begin="fire", held={"union": ["Rally"]}, **TURN)
    page = open_page(at_position(spec, orders=True, beat=0.0)["union"], viewport={"width": 390, "height": 844})
    card = region(page, "Decision")
    told = card.get_by_role("region", name="Raise a hand")
    expect(told).to_contain_text("You hold a chit. Draws go on without asking you; to play one first: ask me once")
    expect(page.locator(".column .under .standing section")).to_have_count(0)
    told.get_by_role("button", name="ask me once").click()
    expect(told).to_contain_text("You are asked whether to play one when the next chit is to be drawn.")


FIELD = {"7 OH-a": "1733", "7 OH-b": "1632", "110 PA-a": "1633", "27 VA": "1834", "4 VA": "1836", "37 VA": "1934"}
FOG = spec_of(FIELD, begin="rally", active="Tyler", order="attack", turn=6, waiting=False, cup=["Fog of War"])
WAYWARD = 5
"""With these dice the Fog of War makes a Union regiment stray."""


def test_who_strays_in_the_fog_of_war_is_named_since_the_last_decision(at_position: Lay, open_page: Open) -> None:
    at = at_position(FOG, seed=WAYWARD)
    page = open_page(at["union"], viewport=LARGE)
    page.get_by_role("group", name="Following", exact=True).get_by_role("combobox").select_option("result only")
    say(at["confederate"], "7 OH-a: 1633", "pass")
    expect(page.get_by_role("region", name="Turn 6 is over")).to_be_visible()
    page.locator(".column .under").get_by_role("button", name="2 more").click()
    expect(page.get_by_role("region", name="News")).to_contain_text("7 OH-a strayed to 1633")


@pytest.mark.parametrize(("width", "height"), [(700, 450), (1024, 600)])
def test_in_a_low_window_the_log_ends_above_the_bar_that_shows(
    at_position: Lay, open_page: Open, width: int, height: int
) -> None:
    at = at_position(MARCH)
    page = open_page(at["union"], viewport={"width": width, "height": height})
    bar = page.get_by_role("group", name="Following", exact=True)
    bar.get_by_role("combobox").select_option("result only")
    say(at["confederate"], "33 VA: 2035-2034")
    drawer = turn_to(page, "Log")
    expect(drawer).to_contain_text("33 VA moves to 2034")
    drawer.get_by_role("button", name="The board at entry").last.click()
    expect(bar).to_contain_text("Looking back")
    log, over = drawer.locator("[role=log]").bounding_box(), bar.bounding_box()
    assert log and over and log["y"] + log["height"] <= over["y"] + 1
