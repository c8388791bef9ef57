"""Resigning from the menu: asked once more, and the card says who gave up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import region

pytestmark = pytest.mark.needs_chromium


@pytest.mark.parametrize(("key", "side"), [("confederate", "Confederate"), ("both", "Union")])
def test_it_is_asked_once_more_and_told(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], key: str, side: str
) -> None:
    page = open_page(new_game()["at"][key])
    more = page.get_by_role("button", name="More", exact=True)
    more.click()
    menu = page.get_by_role("group", name="More")
    menu.get_by_role("button", name="Resign", exact=True).click()
    menu.get_by_role("button", name="Play on").click()
    expect(menu.get_by_role("button", name=f"Resign for the {side}")).to_have_count(0)
    expect(region(page, "Decision")).not_to_contain_text("is over")
    menu.get_by_role("button", name="Resign", exact=True).click()
    menu.get_by_role("button", name=f"Resign for the {side}").click()
    expect(region(page, "Result")).to_contain_text(f"The {side} side has resigned")
    more.click()
    expect(menu.get_by_role("button", name="Resign", exact=True)).to_have_count(0)
