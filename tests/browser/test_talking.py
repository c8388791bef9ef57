"""The two sides of a game talk: what one says stands in the other's slip, and is answered in the drawer."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import leaf, menu, region
from .test_axe import Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]


def test_a_line_is_heard_answered_hushed_and_about_a_moment(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], faults: Find
) -> None:
    made = new_game(3)
    union, confederate = open_page(made["at"]["union"]), open_page(made["at"]["confederate"])
    menu(union).get_by_role("button", name="Talk", exact=True).click()
    expect(leaf(union)).to_contain_text("Nothing has been said yet.")
    box = union.get_by_label("Say to the other side")
    expect(box).to_be_focused()
    union.keyboard.type("Good luck, I am back at nine")
    union.keyboard.press("Enter")
    expect(box).to_have_value("")
    slip = region(confederate, "Said to you")
    expect(slip).to_contain_text("Union: Good luck, I am back at nine")
    menu(union).get_by_role("button", name="Offer a draw").click()
    asked = region(confederate, "A draw")  # what is asked stands before what was said, which is one press away
    expect(asked.get_by_role("button", name="Refuse")).to_be_visible()
    assert faults(confederate) == []
    wide = confederate.viewport_size
    confederate.set_viewport_size({"width": 390, "height": 844})
    confederate.get_by_role("button", name=re.compile("^[0-9] more: said to you")).click()
    expect(slip.get_by_role("button", name="Answer")).to_be_visible()
    confederate.set_viewport_size(wide or {"width": 1280, "height": 720})
    asked.get_by_role("button", name="Refuse").click()
    for page in (union, confederate):
        region(page, "A draw").get_by_role("button", name="Close").click()
    slip.get_by_role("button", name="Answer").click()
    expect(slip).to_have_count(0)
    confederate.get_by_label("Say to the other side").fill("Well met")
    confederate.get_by_role("button", name="Say", exact=True).click()
    log = union.get_by_role("log", name="What was said")
    expect(log).to_contain_text("Well met")
    for theme in ("light", "dark"):
        union.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
        assert faults(union, theme, within="aside.leaf") == []

    confederate.get_by_role("button", name="Report: Good luck, I am back at nine").click()
    expect(leaf(confederate)).to_contain_text("Reported to who runs the server.")
    confederate.get_by_role("button", name="Hear the other side no more").click()
    expect(leaf(confederate)).to_contain_text("You hear the other side no more.")
    box.fill("Still there?")
    union.keyboard.press("Enter")
    expect(log).to_contain_text("Still there?")
    confederate.get_by_label("Say to the other side").fill("Later")
    confederate.get_by_role("button", name="Say", exact=True).click()
    heard = confederate.get_by_role("log", name="What was said")
    expect(heard).to_contain_text("Later")
    expect(heard).not_to_contain_text("Still there?")

    menu(union).get_by_role("button", name="Resign", exact=True).click()
    menu(union).get_by_role("button", name="Resign for the Union").click()
    expect(region(confederate, "Result")).to_contain_text("The Union side has resigned")
    confederate.get_by_role("button", name="Look back").click()
    menu(confederate).get_by_role("button", name="Talk", exact=True).click()
    confederate.get_by_label("about the moment that is shown").check()
    confederate.get_by_label("Say to the other side").fill("A pity")
    confederate.get_by_role("button", name="Say", exact=True).click()
    confederate.get_by_label("Say to the other side").press("Escape")
    expect(leaf(confederate)).to_have_count(0)
    slip = region(union, "Said to you")
    expect(slip).to_contain_text("Confederate: A pity")
    slip.get_by_role("button", name="Answer").click()
    union.set_viewport_size({"width": 390, "height": 780})
    union.get_by_role("button", name="about entry 1").click()
    expect(leaf(union)).to_have_count(0)  # it covered the map
    expect(union.get_by_role("group", name="Following")).to_contain_text("Looking back at turn 1, entry 1")
