"""A hint at the page: what the computer would do, by a button and a key; it changes nothing until it is followed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .robot import Robot, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {"1 WV-a": "1332", "1 WV-b": "1332", "27 VA": "1834", "4 VA": "1836"}
MOVING = spec_of(UNITS, turn=6, active="Tyler", order="maneuver", begin="movement", waiting=False)


def test_a_hint_is_asked_for_put_away_and_followed(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["union"])
    robot = Robot(page)
    robot.answers()
    button = page.get_by_role("button", name="What would the adjutant do?")
    button.click()
    advice = region(page, "What the adjutant would do")
    expect(advice).to_contain_text("The computer's opinion")
    expect(button).to_have_attribute("aria-expanded", "true")
    said = advice.locator(".deed").text_content() or ""
    unit, _, way = said.partition(": ")
    assert unit in UNITS and way, said
    expect(page.locator("g.ways .way.dashed")).to_have_count(1)
    page.keyboard.press("a")
    expect(advice).to_have_count(0)
    expect(page.locator("g.ways .way.dashed")).to_have_count(0)
    page.keyboard.press("a")
    expect(advice.locator(".deed")).to_have_text(said)
    advice.get_by_role("button", name="Do that").click()
    end = way.split("-")[-1]
    expect(robot.log).to_contain_text(end)
    expect(advice.locator(".deed")).not_to_have_text(said)  # followed once it says what comes next as well
    page.keyboard.press("a")
    expect(advice).to_have_count(0)


def test_a_brigade_is_handed_over_to_the_computer(at_position: Lay, open_page: Open) -> None:
    """Ticked in the drawer of orders it moves by itself; its moves stand in the log like one's own."""
    page = open_page(at_position(MOVING)["union"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    robot.answers()
    orders = turn_to(page, "Orders")
    orders.get_by_role("checkbox", name="Tyler").check()
    expect(robot.log).to_contain_text("1 WV-a")
    expect(orders.get_by_role("checkbox", name="Tyler")).to_be_checked()
    expect(robot.card).not_to_contain_text("Which unit moves?")


def test_who_follows_the_adjutant_is_told_on_and_may_leave_it_the_rest_of_a_step(
    at_position: Lay, open_page: Open
) -> None:
    """One press moves all who can be moved without anything being seen or rolled; every move can be taken back."""
    units = {"1 WV-a": "1332", "1 WV-b": "1333", "110 PA-a": "1432", "27 VA": "2034"}
    spec = spec_of(units, turn=6, active="Tyler", order="maneuver", begin="movement", waiting=False)
    page = open_page(at_position(spec)["union"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    robot.answers()
    page.keyboard.press("a")
    advice = region(page, "What the adjutant would do")
    first = advice.locator(".deed").text_content() or ""
    page.keyboard.press("Shift+A")
    expect(robot.log).to_contain_text(f"{first.partition(':')[0]} moves to")
    expect(advice.locator(".deed")).not_to_have_text(first)
    page.keyboard.press("z")  # who takes back or answers himself is no longer told unasked
    expect(robot.log.locator("p.gone").first).to_contain_text(" moves to")
    robot.answers()
    expect(advice).to_have_count(0)
    page.keyboard.press("a")
    expect(advice.locator(".deed")).to_have_text(first)
    page.keyboard.press("Shift+A")
    expect(advice.locator(".deed")).not_to_have_text(first)
    advice.get_by_role("button", name="and the rest").click()
    expect(robot.card.get_by_role("heading")).to_contain_text("end it?")
    for unit in ("1 WV-a", "1 WV-b", "110 PA-a"):
        expect(robot.log).to_contain_text(f"{unit} moves to")
    page.keyboard.press("z")
    expect(robot.log.get_by_text("taken back:").first).to_be_attached()
