"""The card: the ruler of columns, chances of every answer, who goes, and what ends a step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .robot import Robot, region
from .test_marching import panel
from .test_plans import click, plan
from .test_shell import ASSAULT, FIRE, TURN, opened

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
ODDS: dict[str, Any] = {
    "25 OH": "2515", "32 OH": "2614", "13 PA": "2614", "73 PA": "2514", "Schenck": "2614", "7 VA Cavalry": "2615",
}  # fmt: skip
CROSS_KEYS = {**spec_of(ODDS, begin="combat", active="union", turn=4), "battle": "valley-campaign/cross-keys"}
MELEE_UNITS: dict[str, Any] = {
    "5 VA": {"hex": "4815", "facing": "N"}, "Garnett": "4818", "27 VA": "4818",
    "7 OH": {"hex": "4814", "facing": "S", "values": {"strength": 8}},
}  # fmt: skip
MELEE = {
    **spec_of(MELEE_UNITS, begin="melee", active="confederate", turn=3),
    "battle": "stonewall-1978/kernstown",
}
WALL = spec_of({"7 OH-a": "1835", "7 OH-b": "1735", "1 WV-a": "1734", "27 VA": "2236"}, begin="movement", **TURN)


def ruler(page: Page) -> Locator:
    return region(page, "Decision").locator(".ruler")


@pytest.mark.parametrize(
    ("spec", "name", "at", "words"),
    [
        (ASSAULT, "Assault plan", "1933", "Strength 12: column 10-12, odds 2:1 +2, "),
        (CROSS_KEYS, "Attack plan", "2615", "Strength 6:2: column 3:1, enfilade +1, Schenck +1, column 5:1"),
        (MELEE, "Melee in plan", "4814", "Strength 5:8: column -3"),
    ],
    ids=["close combat", "odds", "melee"],
)
@pytest.mark.parametrize("size", [(1400, 900), (1024, 768)])
def test_an_attack_has_its_ruler_of_columns_and_nothing_is_scrolled(
    at_position: Lay, open_page: Open, spec: dict[str, Any], name: str, at: str, words: str, size: tuple[int, int]
) -> None:
    page = open_page(at_position(spec)["both"], viewport={"width": size[0], "height": size[1]})
    opened(page)
    region(page, "Decision").locator("button.answer").filter(has_text=at).first.click()
    expect(plan(page, name).locator(".plan")).to_be_visible()
    expect(ruler(page)).to_have_accessible_name(re.compile(f"^{re.escape(words)}"))
    expect(ruler(page).locator("li.end")).to_have_count(1)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.body')].every(b => b.scrollHeight <= b.clientHeight + 1)"
    )


def test_shifts_that_do_not_count_are_told_and_their_cases_open(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(ASSAULT)["both"], viewport={"width": 1024, "height": 700})
    opened(page)
    click(page, "1933")
    others = plan(page, "Assault plan").get_by_role("button", name="shifts that are not used here")
    expect(others.get_by_text(re.compile(r"^\d+ others not in play$"))).to_be_visible()
    others.click()
    expect(plan(page, "Assault plan")).to_contain_text("Rebel Yell")


def test_a_fire_says_how_many_shifts_do_not_count_and_lists_them_when_asked(at_position: Lay, open_page: Open) -> None:
    spec = spec_of({"7 OH-a": "1733", "27 VA": "1834", "37 VA": "2236"}, begin="fire", **TURN)
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    click(page, "1834")
    others = plan(page).get_by_role("button", name="shifts that are not used here")
    expect(others.get_by_text(re.compile(r"^\d+ others not in play$"))).to_be_visible()
    expect(plan(page).get_by_text("Not in play:")).to_be_hidden()
    others.click()
    expect(plan(page)).to_contain_text("Good Ground")


def test_several_targets_lie_beside_each_other_with_their_chances(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(ASSAULT)["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    click(page, "1933")
    expect(plan(page, "Assault plan").locator(".plan")).to_be_visible()
    targets = region(page, "Decision").locator("button.targets")
    expect(targets).to_have_text([re.compile(rf"{hex}\s*[<>]?\d+ %$") for hex in ("1834", "1933", "2033")])
    expect(targets.nth(1)).to_have_attribute("aria-expanded", "true")
    targets.nth(2).click()
    expect(targets.nth(2)).to_have_attribute("aria-expanded", "true")
    expect(plan(page, "Assault plan").locator(".loose .plan > .head")).to_contain_text("37 VA")


def test_every_volley_names_its_strength_and_its_column(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"], viewport={"width": 1400, "height": 900})
    opened(page)
    click(page, "1933")
    heads = plan(page).locator("fieldset .head")
    expect(heads).to_have_text(
        [
            re.compile(r"^Volley 1, strength 5\s*column 5$"),
            re.compile(r"^Volley 2, strength 6\s*6-7, stone wall −2: column 4$"),
            re.compile(r"^Volley 3, strength 6\s*6-7, stone wall −2: column 4$"),
        ]
    )
    plan(page).get_by_role("checkbox", name="7 IN-a").press("Space")
    expect(plan(page).get_by_role("checkbox", name="7 IN-a")).not_to_be_checked()
    expect(plan(page).get_by_role("checkbox", name="7 IN-a")).to_be_focused()


def test_the_answer_that_ends_a_step_says_what_it_ends(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(WALL)["both"])
    robot = Robot(page)
    card = region(page, "Decision")
    expect(card.get_by_role("button", name="done: end movement", exact=True)).to_be_visible()
    robot.press("move 7 OH-b")
    expect(card.get_by_role("button", name="done: end the move of 7 OH-b", exact=True)).to_be_visible()


def test_what_can_be_taken_back_bears_no_sign_that_it_cannot(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(WALL)["both"])
    robot = Robot(page)
    done = region(page, "Decision").locator("button[data-name^=done]")
    expect(done).to_have_accessible_description(re.compile("cannot be taken back: "))
    expect(robot.card.locator(".finality")).to_have_count(0)
    done.hover()
    expect(robot.card.locator(".finality")).to_contain_text("⇥ cannot be taken back: ")


def test_all_leaves_out_who_holds_a_hex_and_each_is_taken_in_and_out_by_a_click(
    at_position: Lay, open_page: Open
) -> None:
    page = open_page(at_position(WALL)["both"])
    everybody = panel(page).get_by_role("button", name="Tyler, all 2")
    everybody.hover()
    expect(page.locator("g.spotted [data-gold]")).to_have_count(2)
    expect(page.locator("g.spotted [data-may]")).to_have_count(0)
    everybody.click()
    waiting = panel(page).get_by_label("Not moved yet")
    held = waiting.get_by_role("button", name="Choose 7 OH-a")
    expect(held).to_have_attribute("aria-pressed", "false")
    expect(panel(page)).to_contain_text("7 OH-a holds a hex that counts and stays")
    held.click()
    expect(held).to_have_attribute("aria-pressed", "true")
    waiting.get_by_role("button", name="Choose 7 OH-b").click()
    expect(waiting.locator("[aria-pressed=true]")).to_have_count(2)


def test_pointing_at_a_friend_says_that_a_click_chooses_it(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(WALL)["both"])
    panel(page).get_by_role("button", name="Choose 7 OH-b").click()
    expect(page.locator("g.costs, .costs").first).to_be_attached()
    friend = page.get_by_role("button", name="1 WV-a", exact=True)
    friend.hover()
    expect(panel(page)).to_contain_text("A click chooses 1 WV-a; drag, or click beside the counter, to go there.")
    friend.click()
    expect(panel(page).get_by_role("button", name="Choose 1 WV-a")).to_have_attribute("aria-pressed", "true")
