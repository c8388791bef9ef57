"""The marks on the board: nothing that is printed on a counter is covered by them, and they say one thing each."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tools.playthroughs import pick
from vedette.engine.game import Game

from .positions import spec_of
from .rest import box_of, hex_cell, settled
from .robot import UNFOLD, Robot, region
from .test_marching import ROUT
from .test_shell import ASSAULT, FIRE, MOVE
from .test_third_family import FIELD

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]

VALLEY = {
    "25 OH": "2514", "32 OH": "2514", "8 WV": "2614", "54 NY": "2714", "29 NY": "2815", "Schenck": "2514",
    "7 VA Cavalry": "2615", "6 VA Cavalry": "2715", "42 VA": "2816", "15 AL": "2616", "16 MS": "2616",
    "Trimble": "2616",
}  # fmt: skip
LINES: dict[str, Any] = {
    "Tyler": "2115", "7 OH": {"hex": "2115", "facing": "S"}, "29 OH": {"hex": "2215", "facing": "SW"},
    "Sullivan": "2015", "5 OH": {"hex": "2015", "facing": "SE"}, "Garnett": "2117",
    "27 VA": {"hex": "2117", "facing": "N"}, "2 VA": {"hex": "2117", "facing": "N"},
    "4 VA": {"hex": "2217", "facing": "NW"},
}  # fmt: skip
VALLEYS = {"battle": "valley-campaign/cross-keys", "turn": 4, "waiting": False}
STONEWALL = {"battle": "stonewall-1978/kernstown", "turn": 3, "waiting": False, "morale": 60}
COMBAT = spec_of(VALLEY, begin="combat", active="union", **VALLEYS)
FAMILIES: Mapping[str, list[dict[str, Any]]] = {
    "swords": [FIRE, MOVE, ASSAULT],
    "valley": [COMBAT, spec_of(VALLEY, begin="movement", active="confederate", **VALLEYS)],
    "stonewall": [
        spec_of(LINES, begin="movement", active="union", **STONEWALL),
        spec_of(LINES, begin="movement", active="confederate", **STONEWALL),
        spec_of(FIELD, begin="movement", active="confederate", battle="stonewall-1978/kernstown", morale=27),
    ],
}


def at_random(rng: random.Random, most: int) -> Callable[[Game], None]:
    """Plays a few random answers, and on to a question that is asked about hexes."""

    def play(game: Game) -> None:
        left = rng.randrange(most)
        while game.decision and (left > 0 or not any(action.hex for action in game.decision.actions)):
            game.play(pick(game, rng))
            left -= 1

    return play


COVERED = """async () => {
  const marks = [...document.querySelectorAll('.board :is(' + [
    '.badge rect', '.number circle', '.wedge', '.star', '.stays', '.costs > g > rect', '.flags path', '.total circle',
  ].join() + ')')];
  const faces = new Map();
  const found = [];
  for (const stack of document.querySelectorAll('[aria-label^="Stack at"]')) {
    const counter = [...stack.querySelectorAll('.counter')].at(-1);
    const image = counter?.querySelector('image');
    if (!image || counter.matches('.leaving')) continue;
    const href = image.getAttribute('href');
    if (!faces.has(href)) faces.set(href, await (await fetch(href)).text());
    const face = new DOMParser().parseFromString(faces.get(href), 'image/svg+xml').documentElement;
    for (const name of ['x', 'y', 'width', 'height']) face.setAttribute(name, image.getAttribute(name));
    image.after(face);
    for (const print of face.querySelectorAll('.name, .number, .changed, .state')) {
      const box = print.getBoundingClientRect();
      for (const mark of marks) {
        const at = mark.getBoundingClientRect();
        if (at.right <= box.left || at.left >= box.right || at.bottom <= box.top || at.top >= box.bottom) continue;
        const back = mark.getScreenCTM().inverse();
        const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
        const hit = steps.some(i => steps.some(j => {
          const spot = new DOMPoint(box.left + i * box.width, box.top + j * box.height).matrixTransform(back);
          return mark.isPointInFill(spot) || (mark.matches('.stays') && mark.isPointInStroke(spot));
        }));
        const names = [mark.closest('g[class]').getAttribute('class'), counter.dataset.unit];
        if (hit) found.push([...names, print.dataset.words ?? 'state']);
      }
    }
    face.remove();
  }
  return [marks.length, found.map(one => one.join(' | '))];
}"""
"""How many marks there are, and which of them cover a letter, a digit or a chevron of a counter on top."""


def still(page: Page) -> None:
    """The page is at rest and knows all chances and ways of its question."""
    expect(page.locator("[role=gridcell]").first).to_be_attached(timeout=60_000)  # the server may draw the board first
    settled(page)
    expect(page.locator("g.marks[data-awaited]")).to_have_count(0)
    settled(page)


def scenes(page: Page) -> Iterator[str]:
    """What a player does at a question that brings marks onto the board."""
    still(page)
    yield "asked"
    page.keyboard.press("n")
    still(page)
    yield "next unit"
    reach = page.locator("[data-cost]")
    if page.locator(".range").is_visible():
        reach.last.scroll_into_view_if_needed()
        hex_of(page, reach.last.get_attribute("data-cost") or "").hover(force=True)
        yield "pointed at"
    page.evaluate(UNFOLD)
    rings = page.locator(".rings .ring")
    hexes = [ring.get_attribute("data-ring") for ring in rings.all()[:2]]
    for hex in filter(None, hexes):
        row = page.locator("button[data-answer]:visible").filter(has_text=hex).first
        if row.is_visible():
            row.click()
            still(page)
            yield f"answer {hex}"


def hex_of(page: Page, name: str) -> Locator:
    return hex_cell(page, name)


@pytest.mark.parametrize("family", FAMILIES)
def test_no_mark_covers_what_is_printed(
    at_position: Lay, open_page: Open, family: str, count: Callable[[int], int]
) -> None:
    """At positions that the program has come to by random play, twenty a family under `make prove`."""
    marks = 0
    for number in range(count(20)):
        rng = random.Random(f"{family} {number}")
        spec = rng.choice(FAMILIES[family])
        address = at_position(spec, seed=number + 1, play=at_random(rng, 12))["both"]
        page = open_page(address, viewport={"width": 1400, "height": 900})
        for scene in scenes(page):
            there, covered = page.evaluate(COVERED)
            assert covered == [], (family, number, scene)
            marks += there
    assert marks > 2 * count(20)


def test_one_ring_a_meaning_and_victory_edges_give_way(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 1400, "height": 900})
    rings = page.locator(".rings .ring")
    expect(rings).to_have_count(3)
    expect(page.locator("[data-held]")).to_have_count(2)  # 1834 and 1933 are fought for too, and have a ring
    expect(page.locator("[data-flag]")).to_have_count(1)  # where nobody stands
    badges = page.locator("g.marks .badge")
    expect(badges).to_have_count(3)
    page.evaluate(UNFOLD)
    region(page, "Decision").locator("button[data-answer]").filter(has_text="23 VA").click()
    expect(page.locator("g.marks .filled")).to_have_count(1)
    expect(page.locator('.ring[data-ring="1933"]')).to_have_css("stroke-width", "6px")
    expect(page.locator('.ring[data-ring="1834"]')).to_have_css("stroke-width", "3.4px")
    gold = page.locator("[data-gold]")
    expect(gold).to_have_count(2)  # of those who fire
    expect(page.locator(".wedge")).to_have_count(2)


def test_a_target_without_hope_has_a_dashed_ring_and_no_badge(at_position: Lay, open_page: Open) -> None:
    units = {"7 OH-a": {"hex": "1733", "values": {"fresh": [1, "R", 4]}}, "27 VA": "1834"}
    spec = spec_of(units, begin="fire", turn=6, active="Tyler", order="attack", waiting=False)
    page = open_page(at_position(spec)["union"], viewport={"width": 1400, "height": 900})
    expect(page.locator(".rings .idle .ring[data-ring='1834']")).to_be_attached()
    expect(page.locator(".rings .ring")).to_have_count(1)
    expect(page.locator("g.marks .badge")).to_have_count(0)


def test_a_range_is_lit_and_costs_stand_in_the_middle_of_their_hexes(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVE)["union"], viewport={"width": 1400, "height": 900})
    expect(page.locator("[data-may]")).to_have_count(1)
    page.locator('[data-unit="7 OH-a"]').click()
    expect(page.locator(".range .dim")).to_have_count(1)
    cost = page.locator('[data-cost="1832"] text')
    expect(cost).to_have_text("1")
    at, hex = box_of(cost), box_of(hex_of(page, "1832"))
    for side, size in (("x", "width"), ("y", "height")):
        assert abs(at[side] + at[size] / 2 - hex[side] - hex[size] / 2) < 0.1 * hex["width"]
    expect(page.locator('[data-cost="1932"] .badge')).to_be_visible()  # friends stand there
    expect(page.locator("[data-gold='1833']")).to_have_count(1)
    expect(page.locator(".rings .go")).to_have_count(0)  # the range says it


MET = """ends => {
  const plate = document.querySelector('.plate').getBoundingClientRect();
  const boxes = ends.map(one => one.getBoundingClientRect());
  const middles = boxes.map(one => [one.x + one.width / 2, one.y + one.height / 2]);
  return middles.filter(([x, y]) => x > plate.left && x < plate.right && y > plate.top && y < plate.bottom);
}"""
"""Ends of ways back whose middle lies under the plate of the dice."""


def test_ways_back_have_the_numbers_of_the_card_and_no_dice_over_their_ends(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(ROUT, seed=2)["both"], viewport={"width": 820, "height": 1180})
    robot = Robot(page, likes=["fire at 1834", "add ", "fire", "pass"])
    robot.until_asked("27 VA falls back")
    ways = region(page, "Ways back").get_by_role("button")
    expect(ways.nth(1)).to_be_visible()
    page.mouse.move(-1, -1)  # a way under the pointer would be the one that is shown
    numbers = page.locator(".number text")
    settled(page)
    expect(numbers).to_have_count(ways.count())
    expect(page.locator(".number.shown text")).to_have_text("1")
    expect(ways.nth(1).locator(".number")).to_have_text("2")
    expect(page.locator(".ways .way:not(.dashed)")).to_have_count(1)
    expect(page.locator(".plate.placed")).to_be_visible()
    settled(page)
    over = page.locator(".back .end").evaluate_all(MET)  # the rings have been awaited with their numbers
    assert over == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator(".back .end")).to_have_count(numbers.count())
    settled(page)
    assert [hex for hex in ("1735", "1836", "1935", "2033", "2034", "2035") if not in_window(page, hex)] == []
    for _ in range(4):
        page.locator("body").press("+")
    expect(page.get_by_role("button", name=re.compile("^Show what is out of sight:")).first).to_be_visible()
    end = ways.nth(1).locator(".words b").inner_text().split(",")[0]
    page.locator("body").press("2")
    expect(robot.log).to_contain_text(f"27 VA falls back to {end}")


def asked_at(page: Page) -> Locator:
    return region(page, "Decision").get_by_role("heading")


def in_window(page: Page, name: str) -> bool:
    """Whether the middle of a hex lies where nothing covers the map."""
    box = box_of(hex_of(page, name))
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    inside = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.board'))"
    return bool(page.evaluate(inside, middle))


FAR = {"7 OH-a": "1833", "27 VA": "1834", "7 IN-a": "1439", "37 VA": "1440"}


def test_the_pill_names_what_is_out_of_sight_points_there_and_goes_there(at_position: Lay, open_page: Open) -> None:
    spec = spec_of(FAR, begin="fire", turn=6, active="Tyler", order="attack", waiting=False)
    page = open_page(at_position(spec)["union"], viewport={"width": 900, "height": 600})
    expect(page.locator(".rings .ring")).to_have_count(2)
    pill = page.locator(".arrow")
    expect(pill).to_have_count(1)
    settled(page)
    name = (pill.text_content() or "").split(":")[1].strip()
    assert name in ("1834", "1440") and not in_window(page, name)
    other = {"1834": "1440", "1440": "1834"}[name]
    assert in_window(page, other)  # the opening shows one of the two
    box, hex = box_of(pill), box_of(hex_of(page, name))
    turn = pill.locator(".sign").get_attribute("style")
    assert turn
    [dx, dy] = [hex[at] + hex[size] / 2 - box[at] - box[size] / 2 for at, size in (("x", "width"), ("y", "height"))]
    told = float(turn.split("rotate(")[1].split("deg")[0])
    assert abs((told - math.degrees(math.atan2(dy, dx)) + 180) % 360 - 180) < 8
    pill.click()
    page.mouse.move(1, 1)
    expect(page.locator(".arrow", has_text=name)).to_have_count(0)
    assert in_window(page, name)


def test_the_map_goes_to_a_question_of_which_nothing_is_in_sight_and_to_no_other(
    at_position: Lay, open_page: Open
) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    robot = Robot(page)
    expect(asked_at(page)).to_contain_text("ire at which hex")
    page.keyboard.press("Shift+ArrowDown")
    some = box_of(hex_of(page, "1834"))
    robot.press("done")
    expect(asked_at(page)).to_contain_text("hich unit moves")
    expect(page.locator("[data-may]").first).to_be_visible()
    assert box_of(hex_of(page, "1834")) == some  # those who may move are in sight

    page = open_page(at_position(FIRE)["union"], viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    robot = Robot(page)
    expect(asked_at(page)).to_contain_text("ire at which hex")
    for key in ("Shift+ArrowDown", "Shift+ArrowLeft"):
        for _ in range(14):
            page.keyboard.press(key)
    expect(page.get_by_role("button", name="Show what is out of sight").first).to_be_visible()
    assert not in_window(page, "1833")
    robot.press("done")
    expect(asked_at(page)).to_contain_text("hich unit moves")
    expect(page.get_by_role("button", name="Show what is out of sight: 1833")).to_have_count(0)
    assert in_window(page, "1833")
