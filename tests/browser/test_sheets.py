"""Sheets over the map: charts with the last throw, the key to the map, the forces as counters."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .positions import spec_of
from .rest import box_of
from .robot import Robot, leaf, region, turn_to

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {
    "7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834",
    "4 VA": {"hex": "1836", "face": "worn", "marks": ["shaken"]}, "37 VA": {"box": "2"},
}  # fmt: skip
FIRE = spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=6, waiting=False)
RESULTS = "Chart Combat Results Table"


def fired(page: Page) -> Robot:
    """One fire, and its dice read."""
    robot = Robot(page, likes=("7 OH-a",))
    robot.until(lambda r: "on column" in (r.log.text_content() or ""), most=12)
    return robot


def test_the_last_throw_is_framed_in_its_chart_with_row_and_column(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"])
    robot = Robot(page)
    expect(robot.card.get_by_role("heading")).to_contain_text("ire")
    turn_to(page, "Charts")
    sheet = leaf(page)
    sheet.get_by_role("tab", name="Combat Results Table").click()
    expect(sheet.get_by_role("region", name=RESULTS)).to_be_visible()
    expect(sheet.locator("td.thrown")).to_have_count(0)
    expect(sheet).not_to_contain_text("Last throw here")
    page.keyboard.press("Escape")
    fired(page)
    turn_to(page, "Charts")
    sheet.get_by_role("tab", name="Combat Results Table").click()
    expect(sheet).to_contain_text(re.compile(r"Last throw here: rolled \d\d on column"))
    expect(sheet.get_by_role("img", name=re.compile(r"^Rolled \d and \d$"))).to_be_visible()
    cell = sheet.get_by_role("region", name=RESULTS).locator("td.thrown")
    expect(cell).to_have_count(1)
    expect(cell).to_contain_text("the last throw")
    column = re.search(r"on column (\S+):", sheet.locator(".last").inner_text())
    assert column
    expect(sheet.locator("th.read")).to_have_text([column[1]])
    expect(sheet.locator("tr.row")).to_have_count(1)


def test_the_boxes_of_a_cell_are_plates_that_say_which_test_they_ask(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"])
    turn_to(page, "Charts")
    leaf(page).get_by_role("tab", name="Combat Results Table").click()
    chart = leaf(page).get_by_role("region", name=RESULTS)
    last = chart.get_by_role("row", name=re.compile("^65-66")).get_by_role("cell").last
    expect(last).to_have_accessible_name("severe 0-4 tough 5-6")
    grounds = [last.locator(f".rank{rank}").evaluate("one => getComputedStyle(one).backgroundColor") for rank in (0, 1)]
    assert len(set(grounds)) == 2
    expect(leaf(page).locator(".legend")).to_have_text(re.compile(r"severe.*tough.*routine"))
    expect(chart).not_to_contain_text("|")


def test_the_charts_are_one_stop_and_the_arrows_lead_from_one_to_the_next(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"])
    turn_to(page, "Charts")
    first = leaf(page).get_by_role("tab", name="Combat Results Table")
    first.click()
    page.keyboard.press("ArrowRight")
    chosen = leaf(page).locator("[role=tab][aria-selected=true]")
    expect(chosen).to_have_text("Cohesion test after fire")
    expect(chosen).to_be_focused()
    expect(leaf(page).locator("[role=tab][tabindex='0']")).to_have_count(1)


@pytest.mark.parametrize(
    "battle", ["kernstown/the-stone-wall", "valley-campaign/port-republic", "stonewall-1978/kernstown"]
)
def test_the_key_is_a_sheet_on_the_page(battle: str, new_game: Callable[..., dict], open_page: Open) -> None:
    page = open_page(new_game(battle=battle)["at"]["both"])
    expect(region(page, "Decision").get_by_role("button").first).to_be_visible()
    turn_to(page, "Map key")
    picture = leaf(page).get_by_role("img", name=re.compile("Every kind of ground with its costs"))
    expect(picture).to_have_class(re.compile("drawn"), timeout=60_000)
    assert picture.evaluate("one => one.naturalHeight > one.naturalWidth")
    leaf(page).get_by_role("button", name="The charts").click()
    expect(leaf(page)).to_have_attribute("aria-label", "Charts")


def test_forces_are_counters_with_both_faces_place_and_state(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["both"], viewport={"width": 1400, "height": 900})
    turn_to(page, "Forces")
    row = leaf(page).get_by_role("row").filter(has=page.get_by_role("rowheader", name="4 VA", exact=True))
    expect(row.locator("img")).to_have_count(2)
    expect(row).to_contain_text("1836, worn, shaken")
    expect(row).to_contain_text("face")
    expect(row.get_by_role("cell", name="made up")).to_have_count(1)
    assert round(box_of(row.locator("img.up"))["width"]) == 66
    gone = leaf(page).get_by_role("row").filter(has=page.get_by_role("rowheader", name="37 VA", exact=True))
    expect(gone).to_contain_text("Broken Box 2")
    expect(gone.get_by_role("button")).to_have_count(0)


def test_on_a_phone_charts_and_rules_are_in_the_menu(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(FIRE)["union"], viewport={"width": 390, "height": 844})
    for name in ("Charts", "Rules", "Map key"):
        page.locator("[data-more]:visible").click()
        page.get_by_role("group", name="More").get_by_role("button", name=name, exact=True).click()
        expect(leaf(page).get_by_role("heading").first).to_be_visible()
        assert box_of(leaf(page))["width"] == 390
        page.keyboard.press("Escape")
        expect(leaf(page)).to_have_count(0)
    page.set_viewport_size({"width": 1100, "height": 750})
    page.locator("[data-more]:visible").click()
    expect(page.get_by_role("group", name="More").get_by_role("button", name="Charts", exact=True)).to_be_hidden()
