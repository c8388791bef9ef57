"""A whole turn by the keyboard alone, and the list of its keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .players import KeyPlayer, log_of, play_a_turn

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Turn = Callable[..., str]


def test_a_turn_by_keyboard_alone(a_turn: Turn, open_page: Open) -> None:
    player = KeyPlayer(open_page(a_turn(4)), seed=4, likes=["pass", "hold", "order attack", "move"])
    play_a_turn(player)
    kinds = {name.split(" ")[0] for _, name in player.pressed}
    assert {"key", "order", "move"} <= kinds
    player.press("I am the Union player")
    last = next(name for _, name in player.pressed if name.startswith("key "))
    expect(player.card.locator("button.proposed")).to_have_attribute("aria-label", last)
    assert any(" moves to " in line for line in log_of(player))


def test_the_list_of_keys_has_every_group_and_no_key_twice(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("?")
    keys = page.get_by_role("region", name="Keys", exact=True)
    for group in ("Answers", "Board", "Views of the whole board", "Page"):
        expect(keys.get_by_role("heading", name=group, exact=True)).to_be_visible()
    expect(keys).not_to_contain_text("Two things lie on")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_the_looks_of_the_page_are_kept_in_the_browser(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    page.get_by_role("region", name="Decision").get_by_role("button").first.wait_for()
    hex = page.get_by_role("gridcell", name="1834", exact=True)
    first = hex.bounding_box()
    page.keyboard.press("Shift+R")
    page.keyboard.press("#")
    page.keyboard.press("Shift+T")
    page.keyboard.press("Shift+T")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    picture = page.locator(".board img").get_attribute("src") or ""
    assert "theme=dark" in picture and "turned=1" in picture and "levels=0" in picture
    turned, opposite = hex.bounding_box(), page.get_by_role("gridcell", name="1033", exact=True).bounding_box()
    assert first and turned and opposite and turned["y"] < opposite["y"]
