"""The board in words: walked by number and by keys, and a whole turn played by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .players import Reader, log_of, play_a_turn
from .robot import region

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Turn = Callable[..., str]


@pytest.mark.slow
def test_a_turn_by_the_text_board(a_turn: Turn, open_page: Open) -> None:
    page = open_page(a_turn(5, open_hands=True))
    page.get_by_role("link", name="Text board, for screen readers").press("Enter")
    reader = Reader(page, seed=5, likes=["pass", "hold", "order attack"])
    play_a_turn(reader)
    assert reader.at_hexes > 5
    assert any(" moves to " in line for line in log_of(reader))


def test_the_text_board_is_walked_by_number_and_by_keys(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    region(page, "Decision").get_by_role("button").first.wait_for()
    page.keyboard.press("g")
    page.keyboard.type("1834")
    page.keyboard.press("Enter")
    board = page.get_by_role("region", name="Text board")
    cursor = board.get_by_role("application")
    expect(cursor).to_be_focused()
    expect(cursor).to_contain_text("1834: clear, level 10, the stone wall; 27 VA")
    expect(board.get_by_role("list", name="Units in 1834")).to_contain_text("27 VA Confederate, Garnett infantry")
    around = board.get_by_role("list", name="Around 1834")
    expect(around.get_by_role("button", name="west 1835")).to_be_visible()
    expect(around.get_by_role("button")).to_have_count(6)
    for key, hex in (("ArrowLeft", "1835"), ("PageUp", "1734"), ("End", "1835"), ("PageDown", "1934")):
        page.keyboard.press(key)
        expect(board.get_by_role("heading", name=f"Hex {hex}", exact=True)).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.type("9999")
    page.keyboard.press("Enter")
    expect(board.get_by_role("alert")).to_have_text("There is no hex 9999.")
    board.get_by_role("button", name="Close", exact=True).click()
    expect(board).to_have_count(0)
