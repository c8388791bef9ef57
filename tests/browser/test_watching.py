"""Watching what others do: nothing tells an event before it is shown, and each is seen where it happens, in motion."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from .positions import spec_of
from .rest import eventually
from .robot import Robot, menu, region
from .test_following import MARCH, UNITS, bar, say
from .test_stonewall import LINES

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
FIRE = spec_of(UNITS, begin="fire", turn=6, active="Garnett", order="attack", waiting=False)
MOST = 30
"""So many events of a replay are looked at."""

LISTEN = """() => {
  window.heard = [];
  const live = '[role=log], [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  new MutationObserver(changes => changes.forEach(({target, addedNodes}) => {
    const at = target.nodeType === 1 ? target : target.parentElement;
    if (at?.closest(live)) heard.push(target.data ?? '', ...[...addedNodes].map(node => node.textContent));
    for (const node of addedNodes)
      if (node.nodeType === 1 && (node.matches(live) || node.querySelector(live))) heard.push(node.textContent);
  })).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""From now on keeps what is told to those who listen."""
TOLD = """() => {
  const words = [document.title, document.body.textContent, ...window.heard];
  for (const one of document.querySelectorAll('[title], [aria-label], [alt], [aria-valuetext]'))
    words.push(one.title, one.ariaLabel, one.alt, one.ariaValueText);
  const places = {};
  for (const one of document.querySelectorAll('[data-unit]'))
    places[one.dataset.unit] = one.parentElement.ariaLabel.replace('Stack at ', '');
  const log = [...document.querySelectorAll('[role=log] p.line')].map(one => one.textContent);
  const labels = [...document.querySelectorAll('[role=log] .back')].map(one => one.ariaLabel);
  const entries = labels.map(label => Number(label.split(' ').at(-1)));
  const answers = document.querySelectorAll('[data-answer]').length;
  return {words: words.join(' | '), places, answers, log, entry: Math.max(0, ...entries)};
}"""
"""All that the page says anywhere, be it seen or not, and where its counters lie."""


def known(at: str, least: int) -> list[dict[str, Any]]:
    """The log as the server tells it to a key, once it has so many lines or asks for an answer."""
    lines: dict[int, list[dict[str, Any]]] = {}
    with connect(at.replace("http", "ws").replace("/?", "/ws?"), max_size=None) as socket:
        while True:
            state = json.loads(socket.recv(timeout=60)).get("state", {})
            for line in state.get("log", ()):
                lines.setdefault(line["n"], []).append(line)
            # A state brings an entry whole; what it brings again is the same.
            found = [line for n in sorted(lines) for line in {json.dumps(one): one for one in lines[n]}.values()]
            if len(found) >= least or any("actions" in one for one in state.get("decisions", ())):
                return found


def event(page: Page) -> int:
    """The number of the event that the bar shows."""
    text = bar(page).locator("p").text_content() or ""
    found = re.match(r"Event (\d+)", text)
    return int(found[1]) if found else 0


def shown_step(page: Page) -> Locator:
    return region(page, "What happened").locator("li.now .text")


def next_event(page: Page, before: int) -> int:
    """The number of the event after one. What others do so much later that the page has come back to the present
    meanwhile begins anew with the first."""
    wanted = {before + 1, 1} if before > 1 else {before + 1}
    found = eventually(page, lambda: event(page), lambda now: now in wanted)
    assert found in wanted, bar(page).inner_text()
    return found


def walk(page: Page, at: str, least: int, always: str) -> int:
    """Goes through what is shown, event by event; at each the page has no word of a later one. How many there were.

    What it says always, such as the names of its rules, tells nothing.
    """
    lines = known(at, least)
    nth = event(page) - 1
    for count in range(1, MOST + 1):
        nth = next_event(page, nth)
        expect(shown_step(page)).not_to_be_empty()
        told = page.evaluate(TOLD)
        later = [line for line in lines if not is_shown(line, told) and line["depth"] != 3]
        before = " | ".join([always, *(line["text"] for line in lines if line not in later)])
        early = [one["text"] for one in later if one["text"] not in before and one["text"] in told["words"]]
        where = [told["words"][max(0, told["words"].index(text) - 80) :][:200] for text in early]
        assert not early, (nth, told["log"][-1:], early, where)
        moves = [line for line in reversed(later) if line["trace"] == "way" and line["from"]]
        first = {line["units"][0]: line["from"][0] for line in moves}
        gone = {unit: told["places"].get(unit) for unit, hex in first.items() if told["places"].get(unit, hex) != hex}
        assert not gone, (nth, told["log"][-1:], gone)
        assert told["answers"] == 0
        if not later:
            return count
        page.keyboard.press("ArrowRight")
    return MOST


def is_shown(line: dict[str, Any], told: dict[str, Any]) -> bool:
    """Whether the log of the page has a line; of a move through several hexes it has the last."""
    entry: int = told["entry"]
    return bool(line["n"] < entry or (line["n"] == entry and any(line["text"] in one for one in told["log"])))


COMPUTER = {
    "blind-swords": ("kernstown/the-stone-wall", "union", ["key CSA Low Ammo"], 20),
    "valley-campaign": (
        "valley-campaign/cross-keys",
        "union",
        ["Tyler: 3333", "Milroy: 1808", "Carroll: 3333", "done", "done"],
        40,
    ),
}


@pytest.mark.parametrize("family", COMPUTER)
def test_nothing_tells_what_the_computer_did_before_it_is_shown(
    new_game: Callable[..., Any], open_page: Open, family: str
) -> None:
    battle, seat, texts, least = COMPUTER[family]
    other = {"union": "confederate", "confederate": "union"}[seat]
    at = new_game(3, battle=battle, seats={seat: "human", other: "adjutant"})["at"][seat]
    page = open_page(at, speed="step by step")
    expect(region(page, "Decision").locator("[data-answer]").first).to_be_visible()
    page.evaluate(LISTEN)
    always = page.evaluate(TOLD)["words"]
    say(at, *texts)
    expect(bar(page).get_by_role("button", name="Skip")).to_be_visible()
    assert walk(page, at, least, always) >= 4


TURN: dict[str, Any] = {"active": "union", "turn": 3, "waiting": False, "morale": 60}
STONEWALL = {
    **spec_of({**LINES, "7 OH": {"hex": "2115", "facing": "S"}}, begin="offensive-fire", **TURN),
    "battle": "stonewall-1978/kernstown",
}
OTHERS = {
    "blind-swords": (FIRE, "union", "confederate", ["fire at 1733", "done"]),
    "stonewall": (STONEWALL, "confederate", "union", ["fire at 2117", "add 7 OH", "fire"]),
}


@pytest.mark.parametrize("family", OTHERS)
def test_a_fire_is_told_step_by_step(at_position: Lay, open_page: Open, family: str) -> None:
    spec, seat, other, texts = OTHERS[family]
    at = at_position(spec)
    page = open_page(at[seat], speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    page.evaluate(LISTEN)
    always = page.evaluate(TOLD)["words"]
    say(at[other], *texts)
    expect(bar(page).get_by_role("button", name="Skip")).to_be_visible()
    assert walk(page, at[seat], 3, always) >= 2


def test_the_question_is_there_only_when_all_has_been_shown(at_position: Lay, open_page: Open) -> None:
    at = at_position(MARCH)
    page = open_page(at["union"], speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    page.evaluate(LISTEN)
    say(at["confederate"], "33 VA: 2035-2034-2033", "done", "27 VA: 1834-1934")
    expect(shown_step(page)).to_contain_text("33 VA moves to 2033")
    assert "about to leave" not in page.evaluate(TOLD)["words"]
    assert "to answer" not in page.title()
    page.keyboard.press("ArrowRight")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("27 VA is about to leave 1834")
    expect(page).to_have_title(re.compile("Union to answer"))


def test_a_summary_and_ways_back_wait_too(at_position: Lay, open_page: Open) -> None:
    at = at_position(MARCH)
    page = open_page(at["union"], speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    say(at["confederate"], "33 VA: 2035-2034-2033")
    expect(shown_step(page)).to_contain_text("33 VA moves to 2033")
    page.locator("[data-more]:visible").click()
    expect(page.get_by_role("group", name="More").get_by_role("button", name="Views")).to_be_visible()
    expect(page.get_by_role("group", name="More").get_by_role("button", name="Summary")).to_have_count(0)


GLIDES = """() => {
  window.glides = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    glides.push({tag: this.tagName, points: frames.length, time: how.duration});
    return animate.call(this, frames, how);
  };
}"""


def test_a_counter_glides_along_its_way_and_any_key_lays_it_down(at_position: Lay, open_page: Open) -> None:
    at = at_position(MARCH)
    page = open_page(at["union"], speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    page.evaluate(GLIDES)
    say(at["confederate"], "33 VA: 2035-2034-2033")
    expect(shown_step(page)).to_contain_text("33 VA moves to 2033")
    page.wait_for_function("glides.length > 0")
    found = page.evaluate("glides.filter(one => one.tag === 'image').at(-1)")
    assert (found["points"], found["time"]) == (3, 430)
    page.keyboard.press("Shift")
    expect(page.locator("g.gliding image")).to_have_count(0)
    expect(page.locator(".counter.gliding")).to_have_count(0)


def test_a_fire_is_seen_between_firer_and_target_over_the_counters(at_position: Lay, open_page: Open) -> None:
    far = spec_of({**UNITS, "7 OH-a": "1632"}, begin="fire", turn=6, active="Garnett", order="attack", waiting=False)
    for spec, text, marks in ((FIRE, "fire at 1733", ".head:not(.late)"), (far, "fire at 1632", ".line")):
        at = at_position(spec)
        page = open_page(at["union"], speed="step by step")
        expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
        say(at["confederate"], text)
        expect(shown_step(page)).to_contain_text("fire at")
        expect(page.locator(f"g.firing {marks}")).to_have_count(1)
        expect(page.locator("g.traces path")).to_have_count(0)


def test_who_wants_no_motion_has_none_at_any_speed(at_position: Lay, open_page: Open) -> None:
    at = at_position(FIRE)
    page = open_page(at["union"], speed="step by step", reduced_motion="reduce")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    page.evaluate(GLIDES)
    page.evaluate("""() => {
      window.moving = [];
      const look = () => {
        const lasting = document.getAnimations().filter(one => one.effect.getComputedTiming().activeDuration > 0);
        moving.push(...lasting.map(one => one.animationName ?? one.transitionProperty));
        requestAnimationFrame(look);
      };
      look();
    }""")
    say(at["confederate"], "fire at 1733")
    expect(page.locator(".plate.placed")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(region(page, "Decision")).to_be_visible()
    assert page.evaluate("[moving, glides]") == [[], []]


@pytest.mark.parametrize("viewport", [(1400, 900), (1024, 768), (390, 844)])
def test_the_dice_lie_on_a_plate_beside_the_target_and_cover_no_counter(
    at_position: Lay, open_page: Open, viewport: tuple[int, int]
) -> None:
    at = at_position(FIRE)
    page = open_page(at["union"], {"width": viewport[0], "height": viewport[1]}, speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    say(at["confederate"], "fire at 1733")
    expect(page.locator(".plate.placed")).to_be_visible()
    for _ in range(3):
        if page.locator(".plate .dice i").count():
            break
        page.keyboard.press("ArrowRight")
    dice = page.locator(".plate.placed .dice i")
    expect(dice.first).to_be_visible()
    assert dice.first.evaluate("one => [one.offsetWidth, one.offsetHeight]") == [34, 34]
    expect(dice.first).to_have_css("background-color", "rgb(140, 29, 16)")
    # The plate grows by its dice, and finds its place anew as soon as it is measured.
    page.wait_for_function("""() => {
      const plate = document.querySelector('.plate').getBoundingClientRect();
      const meets = one => one.left < plate.right && plate.left < one.right
        && one.top < plate.bottom && plate.top < one.bottom;
      const counters = [...document.querySelectorAll('[data-unit] image')];
      return counters.length > 0 && !counters.some(one => meets(one.getBoundingClientRect()));
    }""")


@pytest.mark.parametrize("viewport", [(1400, 900), (1024, 768), (390, 844)])
def test_the_bar_covers_no_card_and_nothing_of_it_is_cut(
    at_position: Lay, open_page: Open, viewport: tuple[int, int]
) -> None:
    at = at_position(MARCH)
    page = open_page(at["union"], {"width": viewport[0], "height": viewport[1]}, speed="step by step")
    expect(region(page, "Decision").get_by_role("heading")).to_contain_text("Waiting")
    say(at["confederate"], "33 VA: 2035-2034-2033")
    expect(shown_step(page)).to_contain_text("33 VA moves to 2033")
    faults = page.evaluate("""() => {
      const box = one => one.getBoundingClientRect();
      const bar = document.querySelector('.bar'), card = document.querySelector('.front');
      const [a, b] = [box(bar), box(card)];
      const over = a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const shown = [...bar.querySelectorAll('button, select')].filter(one => one.checkVisibility());
      const cut = shown.filter(one => one.scrollWidth > one.offsetWidth + 1
        || box(one).left < a.left || box(one).right > a.right + 0.5 || box(one).height < 43.5 || box(one).width < 43.5);
      return [over, cut.map(one => one.outerHTML.slice(0, 80)), a.right > innerWidth || a.bottom > innerHeight];
    }""")
    assert faults == [False, [], False]


HEARD = """
window.heard = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.heard += 1; } };
"""


def test_nothing_is_heard_before_sounds_are_turned_on(at_position: Lay, open_page: Open) -> None:
    spec = spec_of({"7 OH-a": "1733", "27 VA": "1834"}, begin="orders", active="Tyler", turn=6, waiting=False)
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900}, speed="fast", locale="en")
    page.add_init_script(HEARD)
    page.reload()
    robot = Robot(page, likes=["order attack", "Fire", "fire"])
    robot.until(lambda r: "moves" in r.asked)
    page.get_by_role("button", name="Look back").first.click()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("window.heard") == 0
    page.keyboard.press("Escape")
    menu(page).get_by_role("button", name="Display").click()
    page.get_by_role("checkbox", name="sounds").check()
    page.wait_for_function("window.heard === 1")
