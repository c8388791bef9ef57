"""A board that takes a while to draw: a word stands in its place meanwhile, and where it fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.needs_chromium

CARD = "**/card*"
BOARD = "**/board.svg*"


def test_a_word_stands_while_the_board_is_drawn_and_where_it_cannot_be(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page]
) -> None:
    page = open_page(new_game()["at"]["both"])
    held: list[Route] = []
    word = page.get_by_role("status").filter(has_text="the map")
    page.route(BOARD, lambda route: held.append(route))
    page.reload()
    expect(word).to_have_text("Drawing the map")
    for route in held:
        route.continue_()
    expect(word).to_have_count(0)
    page.unroute(BOARD)
    page.route(BOARD, lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("status").filter(has_text="could not be drawn")).to_be_visible()
    page.unroute(BOARD)


def test_a_card_says_what_it_waits_for_until_its_picture_is_there(address: str, open_page: Callable[..., Page]) -> None:
    page = open_page(address)
    held: list[Route] = []
    page.route(CARD, lambda route: held.append(route))
    page.reload()
    word = page.get_by_role("listitem").filter(has_text="Cedar Mountain").get_by_text("the map")
    expect(word).to_have_text("Drawing the map")
    page.wait_for_function("() => document.querySelectorAll('.card img').length === 5")
    for route in held[1:]:
        route.continue_()
    held[0].abort()
    expect(page.get_by_text("Drawing the map")).to_have_count(0)
    expect(page.get_by_text("The map could not be drawn")).to_have_count(1)
    page.unroute(CARD)
