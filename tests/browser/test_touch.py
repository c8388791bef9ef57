"""Under a finger: the first tap shows, the second goes; all is large enough; no keys are named; nothing scrolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import box_of, hex_cell, settled
from .robot import Robot, leaf, region

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
Make = Callable[..., dict[str, Any]]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
UNITS = {"7 OH-a": "1732", "110 PA-a": "1731", "27 VA": "1834", "23 VA": "1933", "7 IN-a": "1932"}
MOVE, FIRE = (spec_of(UNITS, begin=step, held={"union": ["Rally"]}, **TURN) for step in ("movement", "fire"))

SMALL = """() => [...document.querySelectorAll('main :is(button, a[href], select, summary, input)')].filter(one => {
  if (!one.checkVisibility({visibilityProperty: true}) || one.closest('svg, .away, .unseen, .skip')) return false;
  const [box, more] = [one.getBoundingClientRect(), getComputedStyle(one, '::after')];
  if (box.width < 3 || one.matches('[type=checkbox], [type=radio]')) return false;
  const over = more.content !== 'none' && more.position === 'absolute';
  const grown = over ? [parseFloat(more.width), parseFloat(more.height)] : [0, 0];
  return Math.max(box.width, grown[0]) < 43.5 || Math.max(box.height, grown[1]) < 43.5;
}).map(one => `${one.className}: ${one.textContent.trim().slice(0, 30)}`)"""
"""What can be pressed and is smaller than 44 by 44 pixels; of a link within a sentence what is pressed counts."""


def tapped(page: Page) -> Any:
    return page.get_by_role("region", name="Tapped")


def hex_of(page: Page, name: str) -> Any:
    return hex_cell(page, name)


@pytest.mark.parametrize("screen", [PHONE, TABLET], ids=["phone", "tablet"])
def test_the_first_tap_shows_the_way_and_the_second_goes(at_position: Lay, open_page: Open, screen: Any) -> None:
    page = open_page(at_position(MOVE)["union"], **screen)
    robot = Robot(page)
    region(page, "Decision").get_by_role("button", name="Choose 7 OH-a").tap()
    hex_of(page, "1733").tap()
    expect(tapped(page)).to_contain_text("7 OH-a to 1733")
    expect(tapped(page)).to_contain_text("MP")
    expect(page.locator("g.ghost").first).to_be_attached()
    expect(robot.log).not_to_contain_text("7 OH-a moves")
    hex_of(page, "1733").tap()
    expect(robot.log).to_contain_text("7 OH-a moves to 1733")
    expect(tapped(page)).to_have_count(0)


def test_the_button_goes_too_and_another_tap_shows_another_way(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVE)["union"], **PHONE)
    robot = Robot(page)
    region(page, "Decision").get_by_role("button", name="Choose 7 OH-a").tap()
    hex_of(page, "1733").tap()
    expect(tapped(page)).to_contain_text("7 OH-a to 1733")
    hex_of(page, "1633").tap()
    expect(tapped(page)).to_contain_text("7 OH-a to 1633")
    tapped(page).get_by_role("button", name="Leave it").tap()
    expect(tapped(page)).to_have_count(0)
    hex_of(page, "1633").tap()
    tapped(page).get_by_role("button", name="Go").tap()
    expect(robot.log).to_contain_text("7 OH-a moves to 1633")


def test_a_click_of_the_mouse_goes_at_once(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVE)["union"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    region(page, "Decision").get_by_role("button", name="Choose 7 OH-a").click()
    hex_of(page, "1733").click()
    expect(robot.log).to_contain_text("7 OH-a moves to 1733")


@pytest.mark.parametrize("screen", [PHONE, TABLET], ids=["phone", "tablet"])
def test_everything_is_large_enough_and_no_keys_are_named(at_position: Lay, open_page: Open, screen: Any) -> None:
    page = open_page(at_position(FIRE, orders=True, beat=0.0)["union"], **screen)
    robot = Robot(page)
    robot.answers()
    settled(page)
    assert page.evaluate(SMALL) == []
    robot.buttons.filter(has_text="23 VA").tap()
    expect(page.locator(".hero")).to_be_visible()
    settled(page)
    assert page.evaluate(SMALL) == []
    for kbd in page.locator("main kbd").all():
        expect(kbd).not_to_be_visible()
    size = screen["viewport"]
    root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert root == [size["width"], size["height"]]


def test_the_leaves_of_a_phone_have_large_targets_and_the_hand_first(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["union"], **PHONE)
    Robot(page).answers()
    bar = page.get_by_role("navigation", name="What is looked at")
    bar.get_by_role("button", name="Brigades").tap()
    drawer = leaf(page)
    hand, cup = drawer.get_by_role("region", name="Hand, Union"), drawer.get_by_role("region", name="In the cup")
    expect(hand).to_contain_text("Rally")
    assert box_of(hand)["y"] < box_of(cup)["y"]
    assert page.evaluate(SMALL) == []
    bar.get_by_role("button", name="Log").tap()
    expect(leaf(page)).to_have_attribute("aria-label", "Log")
    assert page.evaluate(SMALL) == []
    bar.get_by_role("button", name="More").tap()
    expect(page.get_by_role("group", name="More")).to_be_visible()
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("battle", "score"), [("kernstown/the-stone-wall", ""), ("kernstown/second-kernstown", "15")])
def test_the_line_of_a_phone_has_turn_score_and_level(new_game: Make, open_page: Open, battle: str, score: str) -> None:
    page = open_page(new_game(battle=battle, open_hands=True)["at"]["both"], **PHONE)
    line = region(page, "State of the battle")
    expect(line.locator(".turn")).to_contain_text("1")
    expect(line.locator(".level")).to_be_visible()
    expect(line.locator(".steps")).not_to_be_visible()
    expect(region(page, "Decision").locator(".who")).not_to_be_empty()
    if not score:  # a finger reads what the chits do before it gives one, which cannot be taken back
        region(page, "Decision").get_by_text("What these chits do").tap()
        expect(region(page, "Decision").get_by_role("definition").first).to_be_visible()
        expect(region(page, "Decision").get_by_role("term")).to_have_text(
            [
                "Fatigue",
                "CSA Low Ammo",
                "Command Confusion",
                "Firefight",
                "Good Ground",
                "Rally",
            ]  # what is proposed first
        )
        region(page, "Decision").get_by_text("What these chits do").tap()
        # All six are seen at once: none lies below the fold of the card.
        last, body = (region(page, "Decision").locator(one) for one in ("button[data-answer='5']", ".body"))
        rests, ends = box_of(last), box_of(body)
        assert rests["y"] + rests["height"] <= ends["y"] + ends["height"] + 1
    shown = line.get_by_role("button", name="Score")
    expect(shown).to_be_visible()
    expect(shown).to_contain_text(score)
    shown.tap()
    expect(leaf(page)).to_have_attribute("aria-label", "Score")


def test_a_hint_names_no_key_to_a_finger(at_position: Lay, open_page: Open) -> None:
    hint = region(open_page(at_position(MOVE)["union"], **PHONE), "Hint")
    expect(hint).to_contain_text("Tap a unit, then a hex that shows a cost. Where the way draws fire")
    expect(hint).not_to_contain_text("takes back")


def test_what_the_adjutant_would_do_leaves_a_phone_its_map(at_position: Lay, open_page: Open) -> None:
    """What he would do and its buttons, for a finger; the reasons when they are asked for."""
    page = open_page(at_position(MOVE)["union"], **PHONE)
    page.get_by_role("button", name="What would the adjutant do?").tap()
    advice = region(page, "What the adjutant would do")
    expect(advice.get_by_role("button", name="Do that")).to_be_visible()
    opinion = advice.get_by_text("The computer's opinion")
    expect(opinion).not_to_be_visible()
    assert box_of(advice)["height"] < 844 * 0.21
    assert page.evaluate(SMALL) == []
    advice.get_by_text("Why", exact=True).tap()
    expect(opinion).to_be_visible()
