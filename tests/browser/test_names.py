"""What those hear who listen to the page: names that hold what is seen, chances, long lists as one stop, landmarks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import settled
from .robot import Robot, every_leaf, menu, pick, set_up, turn_to
from .test_axe import AXE, with_axe

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]
STEP = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
UNITS = {"7 OH-a": "1733", "7 OH-b": "1733", "110 PA-a": "1633", "27 VA": "1834", "4 VA": "1836"}
HELD = {"union": ["Rally"], "confederate": ["Rally"]}
NAMELESS = """() => {
  const seen = one => {
    if (one.nodeType === 3) return one.textContent;
    if (one.nodeType !== 1 || one.getAttribute('aria-hidden') === 'true' || !one.checkVisibility()) return '';
    if (['SELECT', 'INPUT', 'TEXTAREA', 'svg', 'desc'].includes(one.tagName)) return '';
    return [...one.childNodes].map(seen).join(' ');
  };
  const words = text => ' ' + text.toLowerCase().replace(/[^\\p{L}\\p{N}%]+/gu, ' ').trim() + ' ';
  const all = document.querySelectorAll('button, a[href], summary, label, [role=button], [role=tab]');
  const found = [];
  for (const one of all) {
    const named = one.tagName === 'LABEL' ? one.control : one;
    if (!named || !one.checkVisibility()) continue;
    const name = named.getAttribute('aria-label') ?? (named.matches('[aria-labelledby]') ? null : seen(one));
    if (name !== null && !words(name).includes(words(seen(one)).trimEnd() + ' ')) found.push([seen(one), name]);
  }
  return found.map(pair => pair.map(text => text.replace(/\\s+/g, ' ').trim()).join(' -> '));
}"""
"""Everything that can be pressed or filled in and whose name does not have the words that stand on it."""


def nameless(page: Page) -> list[str]:
    settled(page)
    return list(page.evaluate(NAMELESS))


def answered(page: Page) -> Robot:
    """The page with its question, and with what is worked out beside the answers."""
    robot = Robot(page)
    robot.answers()
    page.wait_for_load_state("networkidle")
    settled(page)
    return robot


def test_names_hold_what_is_seen_on_the_page_for_a_new_game(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    panel.get_by_text("Dice, book of rules, options").click()
    assert nameless(page) == []
    pick(panel, "A friend elsewhere")
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("button", name="Copy the Union address").click()
    assert nameless(page) == []


def positions(family: str) -> dict[str, Any]:
    """A moment of each family with many things to press."""
    if family == "kernstown":
        return spec_of(UNITS, begin="fire", held=HELD, **STEP)
    if family == "moves":
        return spec_of(UNITS, begin="movement", held=HELD, **STEP)
    units = {
        "2 VA": {"hex": "2823", "facing": "NE"},
        "Garnett": "2823",
        "27 VA": {"hex": "2923", "formation": "column"},
    }
    foes = {"14 IN": {"hex": "2723", "facing": "S"}, "H 1 OH": {"hex": "2622", "facing": "S"}}
    return spec_of(units | foes, battle="stonewall-1978/kernstown", begin="movement", active="confederate")


@pytest.mark.parametrize("family", ["kernstown", "moves", "stonewall"])
def test_names_hold_what_is_seen_in_a_game(family: str, at_position: Lay, open_page: Open) -> None:
    """In every drawer and sheet, with the list of keys, the menus and the text board; a chance is told to all. Each
    has a main part, and no table an empty header."""
    page = open_page(at_position(positions(family))["both"])
    robot = answered(page)
    page.keyboard.press("Shift+Z")
    menu(page).get_by_role("button", name="Display", exact=True).click()
    assert nameless(page) == []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for name in every_leaf(page):
        turn_to(page, name)
        page.wait_for_load_state("networkidle")
        if name == "Summary" and family == "kernstown":
            expect(page.get_by_role("columnheader").first).to_be_visible()
        assert (name, nameless(page), best_practice(page)) == (name, [], [])
    turn_to(page, "Log")
    page.keyboard.press("t")
    page.keyboard.press("?")
    expect(page.get_by_role("region", name="Keys", exact=True)).to_be_visible()
    assert nameless(page) == []
    if family == "kernstown":
        told = robot.card.get_by_role("button", name="fire at 1834: 27 VA", exact=True)
        row = told
        expect(row).to_contain_text(" %")
        expect(told).to_have_accessible_description(re.compile(r"chance \d+ %: at 1834"))


def test_names_hold_what_is_seen_in_the_valley(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game(battle="valley-campaign/port-republic")["at"]["both"])
    robot = answered(page)
    assert nameless(page) == []
    robot.likes = ("rest as proposed",)
    robot.until(lambda r: "which unit moves?" in r.asked)
    moves = page.get_by_role("region", name="Moves")
    expect(moves.get_by_role("button", name="Winder: ")).to_have_count(0)
    expect(moves.get_by_role("button", name="choose all of").first).to_be_visible()
    assert nameless(page) == []


LATE = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(
  one => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({visibilityProperty: true})).map(
  one => one.getAttribute('role') ?? one.tagName)"""
"""All stops of Tab, in their order."""


@pytest.mark.slow
def test_a_long_log_is_one_stop_with_arrows_inside(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game(seed=3)["at"]["both"])
    robot = Robot(page, seed=3, likes=("I am", "key", "pass", "hold", "order"))
    robot.until(lambda r: r.log.get_by_role("button").count() > 60)
    log = robot.log
    settled(page)
    assert page.evaluate(LATE).count("log") == 0  # closed it is said, and no stop
    turn_to(page, "Log")
    settled(page)
    stops = page.evaluate(LATE)
    assert stops.count("log") == 1 and len(stops) < 60, stops
    assert stops.index("gridcell") < 10
    log.focus()
    buttons = log.get_by_role("button")
    page.keyboard.press("ArrowDown")
    expect(buttons.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(log).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.wait_for_function("document.activeElement.closest('[role=log]') !== null")
    turn_to(page, "Forces")
    settled(page)
    assert len(page.evaluate(LATE)) < 60


LANDMARKS = {
    "runOnly": ["landmark-one-main", "empty-table-header", "landmark-no-duplicate-main", "page-has-heading-one"]
}


def best_practice(page: Page) -> list[str]:
    settled(page)
    found = page.evaluate("how => axe.run('html', how)", LANDMARKS)
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found["violations"]]


def test_the_page_for_a_new_game_has_a_main_part(address: str, open_page: Open) -> None:
    page = with_axe(open_page(address))
    set_up(page, "The Stone Wall")
    expect(page.get_by_role("main")).to_contain_text("Begin the battle")
    assert best_practice(page) == []
