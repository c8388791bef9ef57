"""Nothing in the way of those who read the page by other means: axe over its views, in every family and theme."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import hex_cell, settled
from .robot import every_leaf, set_up, turn_to
from .test_following import ENDING
from .test_slip import LAST_FIRE, fired

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
Find = Callable[..., list[str]]
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark", "contrast")
STEP = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
HELD = {"union": ["Rally", "Good Ground"], "confederate": ["Rally"]}
UNITS = {
    "7 OH-a": "1733",
    "7 OH-b": "1733",
    "1 WV-a": {"hex": "1733", "marks": ["shaken"]},
    "27 VA": "1834",
    "4 VA": "1836",
}


@pytest.fixture
def faults(count: Callable[[int], int]) -> Find:
    """What axe finds, each with the first place where it does; of a theme that is not the first only its colours,
    unless it is to be `whole` or under `make prove`: nothing else depends on the theme."""

    def find(page: Page, theme: str = "light", within: str = "html", whole: bool = False) -> list[str]:
        how: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
        how |= {} if theme == "light" or whole or count(10) > 1 else {"runOnly": ["color-contrast"]}
        settled(page)
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("([within, how]) => axe.run(within, how)", [within, how])
        return [
            f"{theme}, {v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]} ({len(v['nodes'])})"
            for v in found["violations"]
        ]

    return find


def with_axe(page: Page, **looks: Any) -> Page:
    """The page as somebody wants it, with axe in it."""
    page.evaluate("looks => localStorage.setItem('vedette-looks', JSON.stringify(looks))", looks)
    page.reload()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page


def themed(page: Page, theme: str) -> None:
    page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)


def test_the_start_page(address: str, open_page: Open, faults: Find) -> None:
    """With its panel open, all of it unfolded."""
    page = with_axe(open_page(address))
    set_up(page, "The Stone Wall").get_by_text("Dice, book of rules, options").click()
    for theme in THEMES:
        themed(page, theme)
        assert faults(page, theme) == []


def test_a_game_with_the_text_board_the_list_of_keys_and_hints(
    at_position: Lay, open_page: Open, faults: Find, count: Callable[[int], int]
) -> None:
    page = with_axe(open_page(at_position(spec_of(UNITS, begin="movement", held=HELD, **STEP))["both"]), text=True)
    expect(page.get_by_role("region", name="Text board")).to_be_visible()
    expect(page.get_by_role("region", name="Moves").get_by_role("button", name="One hex").first).to_be_visible()
    page.evaluate("localStorage.removeItem('vedette-hints')")
    page.reload()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    expect(page.get_by_role("region", name="Hint")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("region", name="Keys", exact=True)).to_be_visible()
    for theme in THEMES if count(10) > 1 else ("light", "dark"):
        themed(page, theme)
        assert faults(page, theme) == []


def test_every_drawer_and_sheet(at_position: Lay, open_page: Open, faults: Find, count: Callable[[int], int]) -> None:
    """In every theme under `make prove`, else each in one of them, by turns: all take their colours from the same
    few names."""
    page = with_axe(open_page(at_position(spec_of(UNITS, begin="fire", held=HELD, **STEP))["both"]))
    expect(page.locator("g.marks text").first).to_be_visible()
    for i, name in enumerate(every_leaf(page)):
        turn_to(page, name)
        page.wait_for_load_state("networkidle")
        for theme in THEMES if count(10) > 1 else [THEMES[i % 3]]:
            themed(page, theme)
            found = faults(page, theme, "aside.leaf:not(.away)", whole=True)
            assert (name, found) == (name, [])


def test_the_battle_as_text_for_a_forum(at_position: Lay, open_page: Open, faults: Find) -> None:
    """The boxes for words of one's own, and the text below them."""
    page = with_axe(open_page(at_position(ENDING)["union"]))
    expect(page.get_by_role("region", name="Decision")).to_be_visible()
    turn_to(page, "Summary").get_by_role("button", name="For a forum").click()
    forum = page.get_by_role("region", name="For a forum")
    forum.get_by_role("button", name="Copy as forum text").click()
    expect(forum.get_by_label("The text for the forum")).to_have_value(re.compile("Turn 7"))
    for theme in THEMES:
        themed(page, theme)
        assert faults(page, theme, "[aria-label='For a forum']", whole=True) == []
    page.set_viewport_size(SIZES["phone"])
    assert faults(page) == []


def test_a_plan_and_the_card_of_a_case(
    at_position: Lay, open_page: Open, faults: Find, count: Callable[[int], int]
) -> None:
    page = with_axe(open_page(at_position(spec_of(UNITS, begin="fire", held=HELD, **STEP))["both"]))
    hex_cell(page, "1834").focus()
    page.keyboard.press("Enter")
    plan = page.get_by_role("form", name="Fire plan")
    expect(plan).to_be_visible()
    settled(page)
    if plan.get_by_text("All shifts").count():
        plan.get_by_text("All shifts").click()
    plan.get_by_role("button", name="KT 12.3").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("cases around it")
    for theme in THEMES if count(10) > 1 else ("light", "contrast"):
        themed(page, theme)
        assert faults(page, theme, "main") == []


@pytest.mark.slow
def test_ways_back_with_their_numbers_and_the_costs_of_those_who_come_on(
    at_position: Lay, open_page: Open, faults: Find
) -> None:
    page = with_axe(open_page(at_position(LAST_FIRE)["both"]))
    fired(page)
    expect(page.get_by_role("region", name="Ways back").locator(".number")).to_have_count(2)
    assert faults(page, within="main") == []
    page = with_axe(open_page(at_position(FAMILIES["valley"])["both"]))
    moves = page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("button", name="Choose 7 OH, 1 of 6 MP", exact=True)).to_be_visible()
    assert faults(page, within="main") == []


FRONTS: dict[str, Any] = {
    "2 VA": {"hex": "2823", "facing": "NE"}, "Garnett": "2823", "27 VA": {"hex": "2923", "formation": "column"},
    "14 IN": {"hex": "2723", "facing": "S"}, "H 1 OH": {"hex": "2622", "facing": "S", "formation": "unlimbered"},
}  # fmt: skip
FAMILIES: dict[str, dict[str, Any]] = {
    "stonewall": spec_of(FRONTS, battle="stonewall-1978/kernstown", begin="movement", active="confederate"),
    "valley": {"battle": "valley-campaign/cross-keys", "turn": 8, "begin": "movement", "active": "union"},
    "cedar": {"battle": "cedar-mountain/valley-vengeance"},
    "divisions": {"battle": "kernstown/second-kernstown", "begin": "draw", "turn": 5},
}
SIZES = {"window": {"width": 1400, "height": 900}, "phone": {"width": 390, "height": 844}}


@pytest.mark.parametrize("size", SIZES)
def test_every_family_and_a_phone(
    at_position: Lay, open_page: Open, faults: Find, count: Callable[[int], int], size: str
) -> None:
    """In every theme and with all drawers and sheets under `make prove`, else one family in one theme."""
    many = count(10) > 1
    for family in FAMILIES if many else list(FAMILIES)[:1]:
        page = with_axe(open_page(at_position(FAMILIES[family])["both"], viewport=SIZES[size]))
        expect(page.locator("[aria-label=Decision] button[data-answer]").first).to_be_attached()
        page.wait_for_load_state("networkidle")
        for theme in THEMES if many else THEMES[:1]:
            themed(page, theme)
            found = faults(page, theme)
            assert (family, size, found) == (family, size, [])
        for name in every_leaf(page) if many and size == "window" else []:
            turn_to(page, name)
            page.wait_for_load_state("networkidle")
            for theme in THEMES:
                themed(page, theme)
                found = faults(page, theme, "aside.leaf:not(.away)")
                assert (family, name, found) == (family, name, [])
