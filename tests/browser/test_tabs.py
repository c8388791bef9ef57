"""Tab leads quickly over the page: skip links, card, board, slip, status line, log; a list of answers is one stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import click_hex, settled
from .robot import Robot, region, turn_to

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]

TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
FIELD = {
    "7 OH-a": "1634", "7 OH-b": "1634", "1 WV-a": "1635", "7 IN-a": "1636",
    "27 VA": "1834", "4 VA": "1836", "33 VA": "1935",
}  # fmt: skip
HELD = {"union": ["Rally", "Good Ground"], "confederate": ["Rally"]}
FIRE, MOVE = (spec_of(FIELD, begin=step, held=HELD, **TURN) for step in ("fire", "movement"))
ASSAULT = spec_of(
    {"7 OH-a": "1733", "7 OH-b": "1734", "1 WV-a": "1734", "7 IN-a": "1736", "27 VA": "1834", "4 VA": "1836"},
    begin="close-combat",
    **TURN,
)
FRONTS: dict[str, Any] = {
    "2 VA": {"hex": "2823", "facing": "NE"},
    "Garnett": "2823",
    "27 VA": {"hex": "2923", "formation": "column"},
    "14 IN": {"hex": "2723", "facing": "S"},
}
LINES = spec_of(FRONTS, battle="stonewall-1978/kernstown", begin="movement", active="confederate")

STOPS = """() => {
  const kinds = {
    '.skip': 'skip', '.column .front': 'card', '[role=gridcell], .board, .frame': 'board', '.column .under': 'slip',
    '.below': 'caption', '.status': 'status', '[role=log]': 'log', 'aside.leaf': 'leaf', '.text': 'text board',
  };
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  const open = one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({visibilityProperty: true});
  const radios = one => one.type === 'radio' && !one.checked
    && [...document.getElementsByName(one.name)].some(other => other.checked || other === one);
  const stops = [...all].filter(open).filter(one => !(radios(one) && document.getElementsByName(one.name)[0] !== one));
  return stops.map(one => [Object.entries(kinds).find(([at]) => one.closest(at))?.[1] ?? 'else', one.role === 'gridcell'
    || one.getAttribute('role') === 'gridcell' ? 'hex' : (one.ariaLabel ?? one.textContent).trim().slice(0, 40)]);
}"""
"""All stops of Tab in their order: the part of the page that each lies in, and what it is called."""

ORDER = ["skip", "card", "board", "slip", "caption", "status", "leaf", "log"]


def stops_of(page: Page) -> list[tuple[str, str]]:
    settled(page)
    return [(part, name) for part, name in page.evaluate(STOPS)]


def opened(page: Page) -> Robot:
    robot = Robot(page)
    expect(region(page, "Decision").locator("button[data-answer]").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    settled(page)
    return robot


def check(page: Page) -> None:
    """The board is among the first ten stops, and the parts come in their order."""
    stops = stops_of(page)
    at = next(i for i, (_, name) in enumerate(stops) if name == "hex")
    assert at < 10, stops[: at + 1]
    parts = [part for part, _ in stops]
    firsts = [parts.index(part) for part in ORDER if part in parts]
    assert firsts == sorted(firsts), [part for part in ORDER if part in parts]
    assert len(stops) < 45, stops


@pytest.mark.parametrize(
    ("spec", "target"),
    [(FIRE, ""), (FIRE, "1834"), (MOVE, ""), (ASSAULT, ""), (ASSAULT, "1834"), (LINES, "")],
    ids=["fire", "fire plan", "move", "assault", "assault plan", "stonewall"],
)
def test_the_board_is_reached_within_ten_stops(
    at_position: Lay, open_page: Open, spec: dict[str, Any], target: str
) -> None:
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    if target:
        click_hex(page, target)
        expect(page.locator("form[aria-label]")).to_be_visible()
    check(page)
    turn_to(page, "Log")
    expect(page.get_by_role("log")).to_be_visible()
    check(page)


@pytest.mark.parametrize("battle", ["kernstown/second-kernstown", "valley-campaign/cross-keys"])
def test_and_as_a_large_battle_begins(new_game: Make, open_page: Open, battle: str) -> None:
    page = open_page(new_game(battle=battle)["at"]["both"], viewport={"width": 1400, "height": 900})
    robot = opened(page)
    check(page)
    if battle.startswith("valley"):
        robot.press("rest as proposed")
        robot.press("rest as proposed")
        expect(robot.card).to_contain_text("which unit moves?")
        page.reload()  # the robot keeps open what a player finds folded
        opened(page)
        check(page)
        page.get_by_text("Answers one by one").click()
        check(page)


def test_on_a_phone_too(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"], viewport={"width": 390, "height": 844})
    opened(page)
    check(page)


def test_arrows_lead_from_answer_to_answer_and_tab_comes_back_to_the_last(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    rows = page.locator("ul.rows button.answer")
    expect(rows).to_have_count(2)
    expect(page.locator("ul.rows button.answer[tabindex='0']")).to_have_count(1)
    rows.first.focus()
    for _ in range(2):  # and at the end it stays
        page.keyboard.press("ArrowDown")
        expect(rows.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(rows.last).not_to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(rows.last).to_be_focused()
    page.keyboard.press("Home")
    expect(rows.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("form", name="Fire plan")).to_be_visible()
