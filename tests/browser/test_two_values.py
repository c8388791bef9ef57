"""A game by an owner's values says so to both; one asks for the program's own before he moves, the other agrees."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import region

pytestmark = pytest.mark.needs_chromium


def test_both_are_told_before_the_first_move_and_take_the_programs(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], home: Path
) -> None:
    folder = home / "packs" / "kernstown"
    folder.mkdir(parents=True)
    try:
        (folder / "counters.csv").write_text("id,fresh_sp,source\n7 OH-a,9,owner: my sheet\n", encoding="utf-8")
        made = new_game()
        union, confederate = open_page(made["at"]["union"]), open_page(made["at"]["confederate"])
        for page in (union, confederate):
            told = page.get_by_role("region", name="The values of this game")
            expect(told).to_contain_text("This game is played by owner's values: 1 counter")
            expect(page.locator("header .brand")).to_contain_text("own values")
        union.get_by_role("region", name="The values of this game").get_by_role("button", name="Play by these").click()
        expect(union.get_by_role("region", name="The values of this game")).to_have_count(0)
        told = confederate.get_by_role("region", name="The values of this game")
        told.get_by_role("button", name="Other values …").click()
        expect(told).to_contain_text("one cell is another")
        told.get_by_role("button", name="Ask to play by the program's own values").click()
        slip = region(union, "Other values")
        expect(slip).to_contain_text("Confederate asks to go on by the program's own values")
        slip.get_by_role("button", name="Agree, go on by them").click()
        for page in (union, confederate):
            expect(page.locator("header .brand")).not_to_contain_text("own values")
        union.get_by_role("button", name="Forces", exact=True).click()
        row = union.get_by_role("table", name="Union units").get_by_role("row").filter(has_text="7 OH-a")
        expect(row).to_contain_text("made up")
        expect(union.get_by_role("columnheader", name="Face").first).to_be_visible()
    finally:
        shutil.rmtree(folder)
