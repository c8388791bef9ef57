"""The shell of the page, measured: how much of the map is free; that nothing is cut, small or scrolled."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import box_of, eventually, hex_cell, settled
from .robot import Robot, leaf, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
Make = Callable[..., dict[str, Any]]

TURN = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
UNITS = {
    "7 OH-a": "1833", "110 PA-a": "1833", "110 PA-b": "1833", "7 IN-a": "1932", "7 OH-b": "1931",
    "1 WV-a": {"hex": "1733", "marks": ["shaken"]}, "27 VA": "1836", "4 VA": "1834", "23 VA": "1933",
    "2 VA": {"hex": "1933", "marks": ["disrupted"]}, "37 VA": {"hex": "2033", "marks": ["shaken"]},
}  # fmt: skip
FIRE, MOVE, ASSAULT = (spec_of(UNITS, begin=step, **TURN) for step in ("fire", "movement", "close-combat"))

FREE = """() => {
  const parts = '.status, .front, .column .under > *, .told, .below .bar, .zoom, .foot, aside.leaf:not(.away)';
  const seen = [...document.querySelectorAll(parts)].filter(one => one.checkVisibility());
  const boxes = seen.map(one => one.getBoundingClientRect()).filter(box => box.width > 2 && box.height > 2);
  const ends = (from, to, most) => [...new Set([0, most, ...boxes.flatMap(box => [box[from], box[to]])])]
    .filter(at => at >= 0 && at <= most).sort((a, b) => a - b);
  const [xs, ys] = [ends('left', 'right', innerWidth), ends('top', 'bottom', innerHeight)];
  let free = 0;
  for (let i = 1; i < xs.length; i++) for (let j = 1; j < ys.length; j++) {
    const [x, y] = [(xs[i] + xs[i - 1]) / 2, (ys[j] + ys[j - 1]) / 2];
    const under = boxes.some(box => x > box.left && x < box.right && y > box.top && y < box.bottom);
    if (!under) free += (xs[i] - xs[i - 1]) * (ys[j] - ys[j - 1]);
  }
  return free / (innerWidth * innerHeight);
}"""
"""The share of the window over which nothing lies."""

CUT = """() => [...document.querySelectorAll('.status *, .front *, .column .under *, .told, .foot *')].filter(one =>
  one.checkVisibility({visibilityProperty: true}) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
  && getComputedStyle(one).overflowX !== 'visible' && !one.matches('.unseen, .of, .unseen *')
).map(one => `${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""

SMALL = """() => [...new Set([...document.querySelectorAll('main *')].filter(one =>
  !one.closest('svg') && one.checkVisibility() && parseFloat(getComputedStyle(one).fontSize) < 13
  && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
).map(one => `${one.className}: ${one.textContent.trim().slice(0, 40)}`))]"""

HEX = """() => Math.min(...[...document.querySelectorAll('[role=gridcell]')].slice(0, 3).map(one =>
  Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)))"""
"""A hex from side to side."""

SIZES = {
    (1400, 900): (0.70, 60),
    (1920, 1080): (0.80, 72),
    (1024, 768): (0.60, 60),
    (820, 1180): (0.60, 60),
    (390, 844): (0.45, 56),
}
"""Of each window: how much of it is free at least, and how large a hex is on opening."""


def opened(page: Page) -> Robot:
    robot = Robot(page)
    expect(region(page, "Decision").locator("button[data-answer]").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    settled(page)
    strip, hints = page.locator(".parts > .strip"), page.get_by_role("button", name="no more hints")
    if not hints.is_visible() and strip.is_visible():
        strip.click()  # on a phone a hint is folded to a line
    if hints.is_visible():
        hints.click()
    settled(page)
    return robot


@pytest.mark.parametrize("size", SIZES)
def test_the_map_is_the_page_at_every_size(at_position: Lay, open_page: Open, size: tuple[int, int]) -> None:
    share, hex = SIZES[size]
    page = open_page(at_position(FIRE)["union"], viewport={"width": size[0], "height": size[1]})
    opened(page)
    assert page.evaluate(HEX) >= hex - 0.5
    assert page.evaluate(FREE) >= share
    assert page.evaluate(CUT) == [] and page.evaluate(SMALL) == []
    root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert root == list(size)
    line = box_of(page.locator(".status"))
    assert line["height"] == (48 if size[0] > 700 else 44)
    for answer in ("1834", "1933", "2033"):
        box = box_of(hex_cell(page, answer))
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.board'))", middle), answer


@pytest.mark.parametrize(("spec", "target"), [(FIRE, "1933"), (ASSAULT, "1933"), (MOVE, "")])
def test_a_plan_needs_no_scrolling_and_leaves_the_map(
    at_position: Lay, open_page: Open, spec: dict[str, Any], target: str
) -> None:
    page = open_page(at_position(spec)["union"], viewport={"width": 1400, "height": 900})
    robot = opened(page)
    card = region(page, "Decision")
    top = box_of(card)
    if target:
        robot.buttons.filter(has_text="23 VA").click()
        expect(page.locator(".hero")).to_be_visible()
        page.wait_for_load_state("networkidle")
    settled(page)
    assert (
        page.evaluate("() => { const b = document.querySelector('.body'); return b.scrollHeight - b.clientHeight }")
        <= 1
    )
    assert page.evaluate(FREE) >= 0.7
    assert page.evaluate(CUT) == [] and page.evaluate(SMALL) == []
    assert box_of(card)["y"] == top["y"]


@pytest.mark.parametrize(
    "battle", ["kernstown/second-kernstown", "stonewall-1978/kernstown", "valley-campaign/cross-keys"]
)
def test_the_line_is_one_row_and_a_large_map_opens_large(new_game: Make, open_page: Open, battle: str) -> None:
    page = open_page(new_game(battle=battle, open_hands=True)["at"]["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    assert page.evaluate(HEX) >= 59.5
    for width in (1400, 1024, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        settled(page)
        assert page.evaluate(CUT) == [], width
        assert box_of(region(page, "State of the battle"))["height"] <= 48
    assert page.evaluate(SMALL) == []


def test_one_leaf_is_open_at_a_time_and_the_camera_counts_it_off(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVE)["union"], viewport={"width": 1400, "height": 900})
    opened(page)
    hex = hex_cell(page, "1834")
    before = box_of(hex)
    turn_to(page, "Chits")
    expect(leaf(page)).to_have_attribute("aria-label", "Brigades and cup")
    assert box_of(hex) == before  # what is opened moves no map
    page.keyboard.press("q")
    drawer, box = box_of(leaf(page)), box_of(hex)
    assert box["x"] > drawer["x"] + drawer["width"]
    turn_to(page, "Forces")
    expect(leaf(page)).to_have_count(1)
    card, sheet = box_of(page.locator(".front")), box_of(leaf(page))
    assert sheet["x"] + sheet["width"] < card["x"]
    page.keyboard.press("Escape")
    expect(leaf(page)).to_have_count(0)


def test_on_a_phone_the_card_is_a_sheet_that_is_pulled_up_and_down(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 390, "height": 844})
    opened(page)
    grab = page.get_by_role("button", name="Height of the card")
    front = page.locator(".front")
    heights = []
    for _ in range(3):
        box = box_of(front)
        assert round(box["y"] + box["height"]) == 844 - 56
        heights.append(box["height"])
        grab.click()
    assert heights[2] < heights[0] <= heights[1]
    page.get_by_role("button", name="Forces", exact=True).click()
    box = box_of(leaf(page))
    assert (box["width"], box["height"]) == (390, 844 - 56)
    page.get_by_role("button", name="Decide").click()
    expect(leaf(page)).to_have_count(0)


def test_on_a_phone_many_formations_leave_the_directions_in_sight(at_position: Lay, open_page: Open) -> None:
    spec = {"battle": "valley-campaign/cross-keys", "turn": 8, "begin": "movement", "active": "union"}
    page = open_page(at_position(spec)["union"], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ways = page.get_by_role("group", name="One hex, all the same way")
    expect(ways).to_be_in_viewport(ratio=0.95)
    formations = page.locator(".groups .formation:visible")
    expect(formations).to_have_count(5)
    page.get_by_role("button", name=re.compile(r"^All \d+$")).click()
    expect(formations.nth(6)).to_be_visible()


def test_a_sheet_drawn_down_keeps_its_deed_and_comes_up_for_the_next_question(
    at_position: Lay, open_page: Open
) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 390, "height": 844})
    opened(page)
    grab = page.get_by_role("button", name="Height of the card")
    grab.click()
    grab.click()
    expect(grab).to_have_accessible_name("Height of the card: down")
    done = region(page, "Decision").get_by_role("button", name="done: ").first
    box, bar = box_of(done), box_of(page.locator(".foot"))
    assert box["y"] + box["height"] <= bar["y"]
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    name = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.dataset.name", middle)
    assert name.startswith("done: ")
    done.click()
    expect(grab).to_have_accessible_name("Height of the card: middle")


@pytest.mark.parametrize("size", [(1400, 900), (1920, 1080), (1024, 768)])
@pytest.mark.parametrize("spec", [FIRE, MOVE], ids=["fire", "move"])
def test_letters_of_twice_the_size_lose_nothing(
    at_position: Lay, open_page: Open, spec: dict[str, Any], size: tuple[int, int]
) -> None:
    """And leave two fifths of the window to the map."""
    page = open_page(at_position(spec)["union"], viewport={"width": size[0], "height": size[1]})
    opened(page)
    page.add_style_tag(content="html { font-size: 200% }")
    settled(page)
    assert page.evaluate(FREE) >= 0.4
    assert eventually(page, lambda: page.evaluate(CUT), lambda cut: cut == []) == []
    root = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert root == list(size)
    deed = region(page, "Decision").locator(".deeds button").first
    if deed.count():
        expect(deed).to_be_in_viewport(ratio=1)
    expect(region(page, "Decision").get_by_role("heading").first).to_be_in_viewport(ratio=1)
