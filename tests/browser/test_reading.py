"""What can be read beside the board: rules, charts, the order of battle."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .rest import box_of, hex_cell
from .robot import leaf, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]


@pytest.fixture
def page(new_game: Make, open_page: Open) -> Page:
    opened = open_page(new_game()["at"]["both"])
    region(opened, "Decision").get_by_role("button").first.wait_for()
    return opened


def test_rules_are_found_by_words_by_chapter_and_from_a_citation(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("flanking fire")
    rules = leaf(page)
    expect(rules.get_by_role("term").filter(has_text="KT-12.4-1")).to_be_visible()
    rules.get_by_role("button", name="all chapters").click()
    rules.get_by_role("button", name="14 Close combat").click()
    expect(rules.get_by_role("term").filter(has_text="KT-14.1-1").first).to_be_visible()
    turn_to(page, "Log").get_by_role("button", name="KT 8.0").click()
    page.get_by_role("dialog").get_by_role("button", name="cases around it").click()
    expect(rules.get_by_role("searchbox")).to_have_value("KT-8.0")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_chart_says_how_it_is_read_and_where_it_comes_from(page: Page) -> None:
    turn_to(page, "Charts")
    panel = leaf(page)
    table = panel.get_by_role("region", name="Chart Combat Results Table")
    small = box_of(table)
    panel.get_by_role("button", name="A+").click()
    panel.get_by_role("button", name="A+").click()
    assert box_of(table)["height"] > small["height"] * 1.2
    expect(panel).to_contain_text("severe | tough | routine")
    expect(panel).to_contain_text("◇ reconstructed: each step right or down is one level stronger")
    with page.expect_popup() as opening:
        panel.get_by_role("link", name="In a window of its own").click()
    expect(opening.value.get_by_role("heading", name="Combat Results Table")).to_be_visible()


def test_the_order_of_battle_is_searched_and_leads_to_the_board(page: Page) -> None:
    turn_to(page, "Forces")
    panel = leaf(page)
    panel.get_by_role("searchbox", name="Find").fill("garnett 27")
    expect(panel.get_by_role("rowheader")).to_have_text(["27 VA"])
    expect(panel).to_contain_text("None found.")
    where = panel.get_by_role("cell").first
    expect(where).to_have_text(re.compile(r"^\d{4}"))
    hex = where.inner_text()[:4]
    panel.get_by_role("button", name="27 VA").click()
    expect(page.locator(".told")).to_contain_text("27 VA")
    expect(leaf(page)).to_have_count(0)  # nothing lies over what was asked for
    expect(hex_cell(page, hex)).to_be_in_viewport()
