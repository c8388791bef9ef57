"""A stranger replays a battle that is over: turn by turn, watched from any moment, and sent on by its address."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .players import enter_on
from .positions import spec_of, to_the_end
from .robot import leaf, region, turn_to
from .test_account import PHONE
from .test_axe import Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
UNITS = {"7 OH-a": "1733", "7 OH-b": "1733", "1 WV-a": "1732", "27 VA": "1834", "4 VA": "1834", "33 VA": "1835"}
BEFORE_LAST = spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=10, waiting=False)


@pytest.fixture
def over(at_position: Callable[..., dict[str, str]]) -> str:
    """The address under which the lobby has it: nobody's key, and its first moment."""
    return re.sub("&key=.*", "&entry=0", at_position(BEFORE_LAST, play=to_the_end)["union"])


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Following", exact=True)


def at_turn(page: Page, turn: str) -> Locator:
    """The card of the moment, which tells what happened then and not how it all ended."""
    card = region(page, "Looking back").or_(page.get_by_role("region", name="Looking back"))
    expect(card).to_contain_text(re.compile(rf"{turn}, \d:\d\d, as it was"), timeout=60_000)
    expect(card).not_to_contain_text("Victory")
    return card


def test_it_is_replayed_by_the_keys_and_any_turn_is_a_press_away(over: str, open_page: Open, faults: Find) -> None:
    page = open_page(over, viewport={"width": 1366, "height": 700}, speed="slow")
    at_turn(page, "Turn 10")
    page.keyboard.press("PageDown")
    at_turn(page, "Turn 11")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageUp")  # first to the beginning of the turn that is seen
    card = at_turn(page, "Turn 11")
    turns = bar(page).get_by_role("combobox", name="Turn")
    expect(turns.locator("option:checked")).to_have_text("Turn 11")
    assert faults(page) == []

    turn_to(page, "Log")
    expect(leaf(page).locator("p.line.here").filter(has_text="Turn 11")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(leaf(page)).to_have_count(0)

    turns.select_option(label="The beginning")
    at_turn(page, "Turn 10")
    enter_on(page, card.get_by_role("button", name="Watch from here"))
    expect(bar(page)).to_contain_text("Event 1")
    turns.select_option(label="Turn 11")
    expect(bar(page).get_by_role("button", name="Copy its link")).to_be_visible()


def test_a_moment_is_copied_while_it_is_watched_and_opened_on_a_phone(over: str, open_page: Open, faults: Find) -> None:
    page = open_page(over, speed="slow", permissions=["clipboard-read", "clipboard-write"])
    at_turn(page, "Turn 10")
    bar(page).get_by_role("button", name="Play it from here").click()
    expect(bar(page)).to_contain_text("Event 2", timeout=30_000)
    bar(page).get_by_role("button", name="Copy its link").click()
    expect(bar(page).get_by_role("button", name="Copied")).to_be_visible()
    expect(bar(page).get_by_role("button", name="Go on")).to_be_visible()  # it waits at what was copied
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.search(r"/\?game=\w+&entry=\d+$", link)

    phone = open_page(link, viewport=PHONE, has_touch=True, is_mobile=True)
    card = at_turn(phone, "Turn 10")
    expect(card.locator("li").first).to_be_visible()
    expect(card.get_by_role("button", name="Play on from here")).to_be_visible()
    assert bar(phone).evaluate("one => one.scrollWidth <= one.clientWidth")  # nothing of it is cut off
    assert faults(phone) == []
    phone.get_by_role("button", name="Log", exact=True).tap()
    here = leaf(phone).locator("p.line.here").last
    expect(here).to_be_in_viewport()
    here.get_by_role("button", name="The board at entry").tap()
    expect(leaf(phone)).to_have_count(0)  # it covered the map
    card.get_by_role("button", name="To the result").tap()
    expect(region(phone, "Result")).to_contain_text("Victory")
    middle = phone.locator("a.button:visible").first.evaluate(
        "one => { const words = document.createRange(); words.selectNodeContents(one);"
        " const [all, line] = [one.getBoundingClientRect(), words.getBoundingClientRect()];"
        " return Math.abs(all.top + all.bottom - line.top - line.bottom) / 2; }"
    )
    assert middle < 3  # the words of what looks like a button stand in its middle
