"""The pack has other values than a game: the page goes on showing those of the game, and offers the present ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import region

pytestmark = pytest.mark.needs_chromium


def test_a_game_is_offered_the_values_that_were_typed_since(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], home: Path
) -> None:
    made = new_game(practice=True)
    page = open_page(made["at"]["both"])
    menu = page.get_by_role("group", name="More")
    more = page.get_by_role("button", name="More", exact=True)
    other = menu.get_by_role("button", name="Other values", exact=True)
    more.click()
    expect(menu.get_by_role("button", name="New game")).to_be_visible()
    expect(other).to_have_count(0)
    folder = home / "packs" / "kernstown"
    folder.mkdir(parents=True)
    try:
        (folder / "counters.csv").write_text("id,fresh_sp\n7 OH-a,9\n", encoding="utf-8")
        page.reload()
        more.click()
        other.click()
        expect(menu.get_by_role("group", name="Other values")).to_contain_text("where they fit")
        with page.expect_navigation():
            menu.get_by_role("button", name="Go on by the present values").click()
        expect(region(page, "Decision")).to_be_visible()
        more.click()
        expect(menu.get_by_role("button", name="New game")).to_be_visible()
        expect(other).to_have_count(0)
        record = page.request.get(made["at"]["both"].replace("/?game=", "/api/games/").replace("&key=", "/record?key="))
        assert '"seat":"union","edition":"' in record.text()
    finally:
        shutil.rmtree(folder)
