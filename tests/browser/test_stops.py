"""The end of an activation is confirmed, a covered hand stays covered, a long replay is short; at the page."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import click_hex, settled
from .robot import Robot, menu, region, turn_to
from .test_undo import places

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]
UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "110 PA-a": "1229", "27 VA": "1936"}
STEP = {"turn": 6, "waiting": False}
MOVING = spec_of(UNITS, begin="movement", active="Tyler", order="attack", cup=["Garnett"], **STEP)
HELD = {"union": ["Rally"], "confederate": ["Fatigue"]}
WORN = {**UNITS, "7 OH-b": {"hex": "1431", "marks": ["shaken"]}}
DRAWING = spec_of(WORN, begin="draw", held=HELD, cup=["Tyler"], **STEP)


def all_march(page: Page, robot: Robot, to: str) -> Locator:
    """Plans the march of all units to a hex; the button that carries it out."""
    expect(robot.card.get_by_role("heading")).to_contain_text("which unit moves")
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Tyler, all").click()
    click_hex(page, to, 0.5)
    confirm = moves.get_by_role("button", name="Move 3 units")
    expect(confirm).to_be_visible()
    return confirm


def test_a_march_of_all_says_that_it_ends_the_activation_and_stops_before_it_does(
    at_position: Lay, open_page: Open
) -> None:
    """It bears the sign; nothing is drawn before the end is confirmed, and Z takes it all back."""
    at = at_position(MOVING)
    page, other = open_page(at["union"]), open_page(at["confederate"])
    robot = Robot(page)
    before = places(page)
    confirm = all_march(page, robot, "1632")
    expect(page.get_by_role("region", name="Moves").get_by_text("⇥")).to_be_visible()
    expect(confirm).to_have_accessible_description("cannot be taken back: it draws a chit")
    page.keyboard.press("Enter")
    end = robot.card.get_by_role("button", name="end Tyler")
    expect(end).to_be_visible()
    expect(robot.card.get_by_text("⇥", exact=True)).to_be_visible()
    expect(robot.log).not_to_contain_text("drawn:")
    expect(region(other, "Decision")).to_contain_text("Waiting for the Union player")
    moved = places(page)
    assert moved != before
    page.keyboard.press("z")
    expect(robot.card.get_by_role("heading")).to_contain_text("which unit moves")
    assert places(page) == before
    page.keyboard.press("y")
    expect(end).to_be_visible()
    assert places(page) == moved
    page.keyboard.press("Enter")
    expect(robot.log).to_contain_text("drawn:")


def test_who_does_not_want_it_is_not_stopped(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["both"])
    menu(page).get_by_role("button", name="Display", exact=True).click()
    page.get_by_role("checkbox", name="confirm the end of an activation").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    robot = Robot(page)
    all_march(page, robot, "1632")
    page.keyboard.press("Enter")
    expect(robot.log).to_contain_text("drawn:")


def test_a_covered_hand_stays_covered_until_it_is_opened(at_position: Lay, open_page: Open) -> None:
    """In the drawer of the chits, among the answers and in the log; a reload changes nothing."""
    page = open_page(at_position(DRAWING)["union"])
    robot = Robot(page)
    play = robot.card.get_by_role("button", name="play Rally", exact=True)
    expect(play).to_be_visible()
    chits = turn_to(page, "Chits")
    hand = page.get_by_role("list", name="Hand of the Union")
    expect(hand).to_contain_text("Rally")
    chits.get_by_role("button", name="Cover my hand").click()
    for _ in range(2):
        expect(robot.card.get_by_role("button", name="pass", exact=True)).to_be_visible()
        turn_to(page, "Chits")
        expect(hand).to_contain_text("chit of draw")
        for secret in (play, hand.get_by_text("Rally")):
            expect(secret).to_have_count(0)
        page.reload()
    expect(robot.card.get_by_role("button", name="pass", exact=True)).to_be_visible()
    page.keyboard.press("Shift+H")
    expect(play).to_be_visible()
    page.keyboard.press("Shift+H")
    expect(play).to_have_count(0)
    robot.card.get_by_role("button", name="Open my hand").click()
    expect(play).to_be_visible()


@pytest.mark.slow
def test_a_long_replay_is_folded_and_jumped_over(new_game: Make, open_page: Open) -> None:
    """The first move of a computer in Stonewall is a hundred events."""
    made = new_game(battle="stonewall-1978/kernstown", seats={"confederate": "random"})
    page = open_page(made["at"]["union"], speed="normal")
    robot = Robot(page, likes=("rest as proposed", "done"))
    following = page.get_by_role("group", name="Following")
    jump = following.get_by_role("button", name="Next activation or phase")
    answers = robot.card.get_by_role("button")
    for _ in range(40):
        expect(answers.or_(page.get_by_role("heading", name="Waiting")).or_(jump).first).to_be_visible()
        if jump.count():
            if "in a row" in following.inner_text():
                break
            page.keyboard.press("ArrowRight")
        elif answers.count():
            robot.step()
    expect(following).to_contain_text(" in a row, the last: ")
    page.keyboard.press("p")
    page.keyboard.press("PageDown")
    end = time.monotonic() + 120  # a computer that goes on moving is followed again
    while jump.count() and time.monotonic() < end:
        page.keyboard.press("Escape")
        settled(page)
    expect(jump).to_have_count(0)
