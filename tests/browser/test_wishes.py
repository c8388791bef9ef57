"""What players of these games ask for: hints, states on the counters, who lies on top, readings of open places."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import settled
from .robot import Robot, leaf, menu, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
STEP = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
BLUE = {"7 OH-a": "1532", "7 OH-b": "1532", "110 PA-a": {"hex": "1633", "marks": ["shaken"]}}
MOVING = spec_of({**BLUE, "27 VA": "1936"}, begin="movement", **STEP)
HOLDING = spec_of(
    {"7 OH-a": {"hex": "1532", "marks": ["shaken"]}, "27 VA": "1936"},
    begin="draw", turn=6, held={"union": ["Rally"]}, cup=["Tyler"], waiting=False,
)  # fmt: skip


def test_hints_come_once_at_what_is_new_and_can_be_turned_off(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(MOVING)["both"], viewport={"width": 1400, "height": 900}))
    page, hint = robot.page, robot.page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text("The page.")
    expect(hint).to_contain_text("Click a unit, then a hex that shows a cost")
    hint.get_by_role("button", name="KT 13.1").click()
    expect(page.get_by_role("dialog", name="Case KT-13.1-1")).to_be_visible()
    robot.press("move 7 OH-a")
    expect(hint).to_have_count(0)
    menu(page).get_by_role("button", name="Display", exact=True).click()
    page.get_by_role("checkbox", name="hints at what is new").uncheck()
    page.get_by_role("checkbox", name="hints at what is new").check()
    page.locator("[data-more]:visible").click()
    robot.press("done")
    expect(hint).to_contain_text("The page.")
    hint.get_by_role("button", name="no more hints").click()
    expect(hint).to_have_count(0)
    page.reload()
    robot.answers()
    expect(hint).to_have_count(0)


def test_a_chit_says_what_it_did(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(HOLDING)["union"]))
    robot.press("play Rally")
    if "which unit" in robot.asked:
        robot.press(robot.answers()[0])
    expect(robot.log).to_contain_text("The Union play Rally")
    expect(robot.log).to_contain_text("7 OH-a")


def test_the_state_of_a_unit_stands_on_its_counter_and_in_the_roster(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["both"])
    counter = page.get_by_role("button", name="110 PA-a", exact=True)
    expect(counter.locator("desc")).to_contain_text("shaken")
    face = counter.locator("image").get_attribute("href")
    assert face and "shaken" in page.request.get(urljoin(page.url, face)).text()
    turn_to(page, "Forces")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="110 PA-a", exact=True))
    expect(row).to_contain_text("shaken")
    expect(leaf(page).get_by_role("columnheader", name="Tyler")).to_contain_text("rating")


APART = """([a, b]) => {
    const [p, q] = [a, b].map((id) => document.querySelector(`[data-unit="${id}"]`).getBoundingClientRect());
    return p.right <= q.left + 4 || q.right <= p.left + 4 || p.bottom <= q.top + 4 || q.bottom <= p.top + 4;
}"""
"""Whether two counters lie side by side."""


def test_the_counter_clicked_last_lies_on_top(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["both"])
    stack = page.get_by_role("group", name="Stack at 1532").get_by_role("button")
    expect(stack).to_have_count(2)
    settled(page)
    top = str(stack.last.get_attribute("aria-label"))
    under = str(stack.first.get_attribute("aria-label"))
    stack.last.hover()
    page.wait_for_function(APART, arg=[under, top])  # a click before the stack has opened would meet the counter on top
    page.get_by_role("button", name=under, exact=True).click()
    expect(stack.last).to_have_attribute("aria-label", top)
    page.mouse.move(5, 5)
    expect(stack.last).to_have_attribute("aria-label", under)


def test_how_the_program_reads_what_the_book_leaves_open_is_found(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["both"])
    Robot(page).answers()
    page.keyboard.press("/")
    rules = leaf(page)
    rules.get_by_text("Where the book leaves it open: ").click()
    expect(rules.get_by_text("Skirmishers never defend in Close Combat")).to_be_visible()
    rules.get_by_role("searchbox").fill("13.7")
    expect(rules.get_by_text("The Panic of Fire Combat, 15.1b.")).to_be_visible()
    expect(rules.get_by_text("Skirmishers never defend in Close Combat")).to_have_count(0)
