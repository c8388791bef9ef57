"""Nothing serious for those who read the page by other means: axe over its views, in every theme."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .robot import Robot

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark", "contrast")
GRAVE = {"serious", "critical"}


def faults(page: Page, within: str = "html", theme: str = "light") -> list[str]:
    """What axe finds, each with the first place where it does; of a theme that is not the first only its colours."""
    how: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    how |= {} if theme == "light" else {"runOnly": ["color-contrast"]}
    found = page.evaluate("([within, how]) => axe.run(within, how)", [within, how])
    grave = [v for v in found["violations"] if v["impact"] in GRAVE]
    return [f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]} ({len(v['nodes'])})" for v in grave]


def themed(page: Page, theme: str) -> Page:
    """The page in a theme, with axe in it."""
    page.evaluate("theme => localStorage.setItem('vedette-looks', JSON.stringify({theme, text: true}))", theme)
    page.reload()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page


@pytest.mark.parametrize("theme", THEMES)
def test_the_start_page(address: str, open_page: Open, theme: str) -> None:
    page = themed(open_page(address.split("?")[0]), theme)
    expect(page.get_by_role("button", name="Begin the battle")).to_be_visible()
    assert page.locator("html").get_attribute("data-theme") == theme
    assert faults(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_game_with_every_tab_and_the_list_of_keys(new_game: Make, open_page: Open, theme: str) -> None:
    page = themed(open_page(new_game(2)["at"]["both"]), theme)
    robot = Robot(page, likes=["order", "move", "hold"])
    robot.until_asked("which unit moves?")
    expect(page.get_by_role("region", name="Text board")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("region", name="Keys", exact=True)).to_be_visible()
    assert faults(page, theme=theme) == []
    page.keyboard.press("Escape")
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.wait_for_load_state("networkidle")
        assert (tab.inner_text(), faults(page, "[role=tabpanel]", theme)) == (tab.inner_text(), [])
