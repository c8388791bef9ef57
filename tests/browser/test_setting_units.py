"""A unit is set by agreement from the menu: one seat asks, the other agrees, both read it and see it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .robot import region

pytestmark = pytest.mark.needs_chromium

UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "110 PA-a": "1229", "27 VA": "1936"}
MOVING = spec_of(UNITS, begin="movement", turn=6, active="Tyler", order="attack", waiting=False)


def test_one_asks_for_a_unit_to_be_set_and_the_other_agrees(
    at_position: Callable[..., dict[str, str]], open_page: Callable[..., Page]
) -> None:
    at = at_position(MOVING)
    union, confederate = open_page(at["union"]), open_page(at["confederate"])
    union.get_by_role("button", name="More", exact=True).click()
    menu = union.get_by_role("group", name="More")
    menu.get_by_role("button", name="Set a unit", exact=True).click()
    form = menu.get_by_role("form", name="Set a unit")
    form.get_by_label("Unit").fill("110 PA-a")
    expect(form).to_contain_text("Stands in 1229")
    form.get_by_label("Hex").fill("1936")
    form.get_by_role("button", name="Ask the other player").click()
    expect(union.get_by_text("units of both sides stand there").first).to_be_visible()
    union.get_by_role("button", name="More", exact=True).click()
    menu.get_by_role("button", name="Set a unit", exact=True).click()
    form.get_by_label("Hex").fill("1230")
    form.get_by_label("Face").select_option("worn")
    form.get_by_label("other marks than it has").check()
    form.get_by_label("shaken").check()
    form.get_by_role("button", name="Ask the other player").click()
    slip = region(confederate, "A unit set")
    expect(slip).to_contain_text("Union asks to set 110 PA-a so: hex 1230, worn, shaken")
    slip.get_by_role("button", name="Agree, set it so").click()
    words = "Overruled by agreement: 110 PA-a is now in hex 1230, worn, shaken; it was in hex 1229, fresh"
    for page in (union, confederate):
        expect(page.get_by_text(words).first).to_be_attached()
        counter = page.get_by_role("group", name="Units").get_by_role("group", name="Stack in 1230")
        expect(counter.or_(page.locator("[aria-label^='Stack'][aria-label*='1230']")).first).to_be_attached()
