"""The page with a second family of rules: it shows what the view has, and nothing of what it has not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import every_leaf, leaf, pick, region, set_up, turn_to

pytestmark = pytest.mark.needs_chromium

BATTLE = "valley-campaign/port-republic"


def test_a_game_without_chits_has_no_tray(new_game: Callable[..., Any], open_page: Callable[..., Page]) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"])
    card = region(page, "Decision")
    card.get_by_role("button", name="rest as proposed").click()
    expect(card).to_contain_text("which unit moves?")
    strip = page.get_by_role("region", name="State of the battle")
    expect(strip).to_contain_text("Turn 1 of 10, 05:00")
    expect(strip).to_contain_text("Confederates 0 of 2 hexes")
    assert "Chits" not in every_leaf(page)
    turn_to(page, "Lists")
    lists = page.get_by_role("region", name="Lists, Union")
    expect(lists).to_contain_text("turn 8, 12:00 at 2923")
    turn_to(page, "Forces")
    expect(leaf(page)).to_contain_text("turn 8 at 2923")


def test_a_burned_bridge_is_marked_on_its_hexside(new_game: Callable[..., Any], open_page: Callable[..., Page]) -> None:
    page = open_page(new_game(battle="valley-campaign/cross-keys")["at"]["both"])
    marks = page.locator("svg title", has_text="the bridge is burned")
    expect(marks).to_have_count(2)


def test_a_battle_without_chits_is_offered_without_hands(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(address)
    hands = page.get_by_role("group", name="The hands")
    for battle, count in (("The Stone Wall", 1), ("Cross Keys", 0)):
        panel = set_up(page, battle)
        pick(panel, "Myself")
        panel.get_by_text("Dice, book of rules, options").click()
        expect(panel.get_by_role("group", name="Dice")).to_be_visible()
        expect(hands).to_have_count(count)
        page.keyboard.press("Escape")
