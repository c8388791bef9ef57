"""Plans of fire and assault, the defender's card, and the views of the whole board, at the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import box_of, click_hex, eventually, hex_cell, times
from .robot import Robot, leaf
from .robot import lines as log_lines

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
WALL = {"27 VA": "1834", "4 VA": "1836", "33 VA": "1935"}
FIRING = spec_of({"7 OH-a": "1634", "7 OH-b": "1634", "1 WV-a": "1635", "7 IN-a": "1636", **WALL}, begin="fire", **TURN)
CLOSE = spec_of(
    {"7 OH-a": "1733", "7 OH-b": "1734", "1 WV-a": "1734", "7 IN-a": "1736", "7 IN-b": "1735"} | WALL,
    begin="close-combat",
    **TURN,
)  # fmt: skip


@pytest.fixture
def firing(at_position: Lay, open_page: Open) -> Robot:
    """Whose brigade may fire at two hexes; the chances of both are on the board."""
    robot = Robot(open_page(at_position(FIRING)["both"]))
    expect(marks(robot.page)).to_have_count(2)
    return robot


@pytest.fixture
def assaulting(at_position: Lay, open_page: Open) -> Robot:
    """Whose brigade may assault two hexes."""
    robot = Robot(open_page(at_position(CLOSE)["both"]))
    expect(marks(robot.page)).to_have_count(2)
    return robot


def hex(page: Page, name: str) -> Locator:
    return hex_cell(page, name)


def click(page: Page, name: str) -> None:
    """A click on a hex beside the counters in it."""
    click_hex(page, name)


def plan(page: Page, name: str = "Fire plan") -> Locator:
    return page.get_by_role("form", name=name)


def marks(page: Page) -> Locator:
    """Figures that lie on hexes."""
    return page.locator("g.marks text")


def lines(page: Page) -> Locator:
    """What a plan draws on the board."""
    return page.locator("g.lines path.line")


def test_a_target_and_a_confirmation_fire(firing: Robot) -> None:
    page = firing.page
    expect(marks(page)).to_have_text([re.compile(r"^[<>]?\d+ %$")] * 2)
    click(page, "1834")
    expect(plan(page).get_by_role("checkbox")).to_have_count(4)
    expect(lines(page)).to_have_count(3)
    chosen = page.locator("g.marks .filled text")  # the badge of the plan on show; the other target keeps its own
    expect(chosen).to_have_count(1)
    expect(plan(page)).to_contain_text((chosen.text_content() or "").replace(" %", ""))
    expect(marks(page)).to_have_count(2)
    plan(page).get_by_role("button", name="Fire at 1834", exact=True).click()
    expect(firing.log).to_contain_text("fire at 1834")
    expect(lines(page)).to_have_count(0)
    expect(leaf(page)).to_have_count(0)


def test_the_plan_lies_beside_the_board(firing: Robot) -> None:
    page = firing.page
    before = box_of(hex(page, "1834"))
    click(page, "1834")
    panel = box_of(plan(page))
    assert box_of(hex(page, "1834")) == before
    assert panel["x"] > before["x"] + before["width"]  # not over the hex that it is about


def test_a_fire_by_keys_alone(firing: Robot) -> None:
    page = firing.page
    hex(page, "1834").focus()
    page.keyboard.press("Enter")
    expect(plan(page).get_by_role("button", name="Fire at 1834", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(firing.log).to_contain_text("fire at 1834")


def test_a_unit_ticked_out_does_not_fire(firing: Robot) -> None:
    page = firing.page
    click(page, "1834")
    plan(page).get_by_role("checkbox", name="1 WV-a").uncheck()
    expect(lines(page)).to_have_count(1)
    expect(plan(page)).to_contain_text("left out of this plan")
    plan(page).get_by_role("button", name="Fire at 1834", exact=True).click()
    expect(firing.log).to_contain_text("fire at 1834")
    assert not any("1 WV-a" in line for line in log_lines(firing) if "fire at 1834" in line)


def test_units_chosen_on_the_board_fire_alone(firing: Robot) -> None:
    page = firing.page
    page.get_by_role("button", name="1 WV-a", exact=True).click()
    click(page, "1834")
    expect(plan(page).get_by_role("checkbox", name="1 WV-a")).to_be_checked()
    expect(plan(page).get_by_role("checkbox", name="7 OH-a")).not_to_be_checked()
    expect(lines(page)).to_have_count(1)


def test_another_grouping_is_taken_instead(firing: Robot) -> None:
    page = firing.page
    click(page, "1834")
    plan(page).get_by_role("radio", name="singly").first.check()
    page.keyboard.press("Enter")
    expect(firing.log).to_contain_text("7 OH-a: fire at 1834")


def test_every_shift_is_named_with_its_case_and_who_cannot_with_the_reason(firing: Robot) -> None:
    page = firing.page
    click(page, "1836")
    panel = plan(page)
    expect(panel).to_contain_text("stone wall")
    panel.get_by_text("All shifts").click()
    panel.get_by_role("button", name="not used here").first.click()
    panel.get_by_role("button", name="KT 12.3").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_esc_gives_the_plan_up_and_nothing_is_done(firing: Robot) -> None:
    page = firing.page
    click(page, "1834")
    expect(plan(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(plan(page)).to_have_count(0)
    expect(marks(page)).to_have_count(2)
    assert "fire at which hex?" in firing.asked


def test_two_assaults_are_announced_in_one(assaulting: Robot) -> None:
    page = assaulting.page
    click(page, "1834")
    expect(plan(page, "Assault plan")).to_contain_text("the hex is taken")
    click(page, "1836")
    panel = plan(page, "Assault plan")
    expect(panel.get_by_role("list", name="Targets of the plan").get_by_role("listitem")).to_have_count(2)
    expect(lines(page)).to_have_count(4)
    panel.get_by_role("button", name="Assault 2 hexes", exact=True).click()
    expect(assaulting.card.get_by_role("heading")).to_contain_text("which combat is resolved next?")
    times(assaulting.log, "will assault", 2)


def test_a_target_may_be_left_out_again(assaulting: Robot) -> None:
    page = assaulting.page
    click(page, "1834")
    click(page, "1836")
    page.get_by_role("button", name="Leave 1834 out").click()
    plan(page, "Assault plan").get_by_role("button", name="Assault 1836", exact=True).click()
    expect(assaulting.log).to_contain_text("will assault 1836")
    assert "will assault 1834" not in assaulting.log.inner_text()


def test_the_defenders_card_is_filled_in_and_enter_fires_it(assaulting: Robot) -> None:
    page = assaulting.page
    click(page, "1834")
    expect(plan(page, "Assault plan")).to_be_visible()
    page.keyboard.press("Enter")
    card = plan(page, "Defence")
    expect(card).to_contain_text("27 VA")
    expect(card).to_contain_text("hex held")
    expect(lines(page)).to_have_count(1)
    page.locator("body").press("Enter")
    expect(assaulting.log).to_contain_text("27 VA: defensive fire at 17")


def test_a_view_is_toggled_by_its_key_and_told_in_words(firing: Robot) -> None:
    page = firing.page
    page.keyboard.press("l")
    expect(leaf(page)).to_have_attribute("aria-label", "Views of the whole board")
    expect(leaf(page).get_by_role("region", name="Levels")).to_contain_text("Hex by hex")
    assert eventually(page, lambda: marks(page).count(), lambda n: n > 100) > 100
    page.keyboard.press("l")
    expect(marks(page)).to_have_count(2)
    expect(leaf(page)).to_have_count(0)


def test_sight_between_two_hexes_by_keys_alone(firing: Robot) -> None:
    page = firing.page
    hex(page, "1834").focus()
    page.keyboard.press("s")
    words = leaf(page).get_by_role("status").first
    expect(words).to_contain_text("second hex, from 1834 on")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("region", name="Sight between two hexes")).to_contain_text(
        re.compile("1834 to 17.*range 1")
    )
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Sight between two hexes")).to_have_count(0)


def test_the_letter_of_a_seat_shows_its_hand_and_no_view(firing: Robot) -> None:
    page = firing.page
    page.keyboard.press("c")
    expect(leaf(page)).to_have_count(0)
    page.keyboard.press("Shift+C")
    expect(page.get_by_role("region", name="Best chance on every enemy hex")).to_be_visible()


def test_the_keys_of_the_views_stand_in_the_help(firing: Robot) -> None:
    page: Any = firing.page
    page.keyboard.press("?")
    expect(page.get_by_role("region", name="Keys")).to_contain_text("sight between two hexes")


def test_what_an_interruption_left_comes_back_as_a_plan(at_position: Lay, open_page: Open) -> None:
    more = {"7 IN-b": {"hex": "1636"}, "2 VA": {"hex": "1834"}}
    spec = {**FIRING, "unit": [*FIRING["unit"], *({"id": id, **place} for id, place in more.items())]}
    robot = Robot(open_page(at_position(spec, seed=7)["both"]))
    page = robot.page
    expect(marks(page)).to_have_count(2)
    click(page, "1834")
    plan(page).get_by_role("button", name="Fire at 1834", exact=True).click()
    expect(robot.card.get_by_role("heading")).to_contain_text("Confederate")
    page.get_by_role("region", name="Ways back").locator(".best").click()
    expect(plan(page)).to_contain_text("Something came between. This is left of your plan.")
    expect(plan(page).get_by_role("checkbox")).to_have_count(3)
    page.locator("body").press("Enter")
    expect(robot.log).to_contain_text("7 IN-a, 7 IN-b and 1 WV-a: fire at 1834")


def test_who_was_driven_off_is_struck_out_before_the_hex_is_named(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(CLOSE, seed=7)["both"]))
    page = robot.page
    expect(marks(page)).to_have_count(2)
    click(page, "1834")
    plan(page, "Assault plan").get_by_role("button", name="Assault 1834", exact=True).click()
    expect(plan(page, "Defence")).to_be_visible()
    page.locator("body").press("Enter")
    expect(robot.card.get_by_role("heading")).to_contain_text("falls back")
    page.get_by_role("region", name="Ways back").locator(".best").click()
    panel = plan(page, "Assault plan")
    expect(panel.locator("s")).to_have_text("7 OH-b")
    expect(panel.get_by_role("radio")).to_have_count(2)
    expect(panel).to_contain_text("the hex is taken")
    expect(panel.locator(".hero")).to_have_count(1)  # in the row; it stood over the plan once more
    page.locator("body").press("Enter")
    expect(robot.log).to_contain_text("7 OH-a and 1 WV-a assault 1834 from")
