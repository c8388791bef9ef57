"""The page with the third family of rules: fronts, stacks in order, markers, sheets and tracks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import settled
from .robot import turn_to

pytestmark = pytest.mark.needs_chromium

FIELD: dict[str, Any] = {
    "2 VA": {"hex": "2823", "facing": "NE", "layer": 1},
    "4 VA": {"hex": "2823", "facing": "NE", "layer": 0, "marks": ["depleted"]},
    "Garnett": "2823",
    "27 VA": {"hex": "2923", "formation": "column"},
    "14 IN": {"hex": "2723", "facing": "S", "strength": 3, "marks": ["pinned"]},
    "H 1 OH": {"hex": "2622", "facing": "S", "formation": "unlimbered", "rounds": 5, "crew": 1},
}


@pytest.fixture
def page(at_position: Callable[..., dict[str, str]], open_page: Callable[..., Page]) -> Page:
    """The movement phase of the Confederates."""
    more: dict[str, Any] = {"battle": "stonewall-1978/kernstown", "begin": "movement", "active": "confederate"}
    return open_page(at_position(spec_of(FIELD, **more, morale=27, losses={"Garnett": 4}))["both"])


def test_units_in_line_show_their_front_and_stacks_their_order(page: Page) -> None:
    stack = page.get_by_role("group", name="Stack at 2823")
    expect(stack.locator("[data-unit]")).to_have_count(3)
    settled(page)
    order = stack.locator("[data-unit]").evaluate_all("all => all.map(one => one.dataset.unit)")
    assert order == ["Garnett", "2 VA", "4 VA"], "the top unit is drawn last"
    heads = page.locator(".totals path.front")
    expect(heads).to_have_count(3)
    assert heads.evaluate_all("all => all.map(one => one.getAttribute('transform')).sort()") == [
        "rotate(180)", "rotate(180)", "rotate(60)",
    ]  # fmt: skip
    expect(page.locator("[data-unit='14 IN'] desc")).to_contain_text("pinned: no move")
    expect(page.locator(".arc")).to_have_count(0)
    page.locator("[data-unit='4 VA']").hover()
    arc = page.locator(".arc path:not(.casing)")
    expect(arc, "the hexsides through which the unit pointed at fires").to_have_count(3)


def test_sheets_rounds_and_morale_are_lists(page: Page) -> None:
    turn_to(page, "Lists")
    union, confederate = (page.get_by_role("region", name=f"Lists, {side}") for side in ("Union", "Confederate"))
    expect(union).to_contain_text("27 points: tens 2, ones 7")
    expect(union).to_contain_text("H 1 OH ●●●●● 5, half crew")
    expect(confederate).to_contain_text("Garnett ☒☒☒☒☐")
    expect(confederate).to_contain_text("Garnett at 2823: radius 5, rally 3")


def test_a_board_turned_about_turns_the_fronts(page: Page) -> None:
    expect(page.locator(".totals path.front[transform='rotate(60)']")).to_have_count(1)
    page.keyboard.press("Shift+R")
    expect(page.locator(".totals path.front[transform='rotate(240)']")).to_have_count(1)
