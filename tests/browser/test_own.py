"""*My printed copy*: values typed by keyboard alone, outlasting a reload, in force as they stand on the sheet."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.tables import STONE_WALL
from tools.serving import serving
from vedette import packs

from .conftest import ROOT, VEDETTE
from .test_axe import THEMES, Find, faults, themed, with_axe

__all__ = ["faults"]
pytestmark = pytest.mark.needs_chromium

SHEET = (
    ("7R4 4 3", ("7", "R", "4", "4", "3")),
    ("8r5 4 4", ("8", "R", "5", "4", "4")),
    ("5 R 3 2 2", ("5", "R", "3", "2", "2")),
    ("6R4 3 3 fragile=yes", ("6", "R", "4", "3", "3")),
    (". . 5", ("", "", "5", "", "")),
)
"""What is typed of the first counters, in their order, and what it says; "" is the program's."""
PLACES = ("fresh_sp", "weapon", "fresh_cr", "worn_sp", "worn_cr")


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own: nobody else plays by these values."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def mine(own_home: Path) -> Iterator[str]:
    """The address of a server of one's own."""
    command = [VEDETTE, "play", "--port", "0", "--no-browser"]
    with serving(command, ROOT, {**os.environ, "VEDETTE_HOME": str(own_home)}, 60) as address:
        yield re.split(r"[?#]", address)[0]


def kept(page: Page) -> None:
    """All that was typed is on the disk."""
    expect(page.get_by_role("status").first).to_have_text("Everything typed is kept", timeout=60_000)


def test_counters_and_a_chart_of_another_shape_by_keyboard_alone(
    mine: str, open_page: Callable[..., Page], faults: Find, count: Callable[[int], int]
) -> None:
    page = open_page(mine)
    page.get_by_role("link", name="My printed copy of The Stone Wall").press("Enter")
    expect(page.get_by_role("heading", name="My printed copy: ")).to_be_visible()
    page.get_by_role("textbox", name="Where from").press_sequentially("my copy")
    before = packs.load(STONE_WALL)
    units = list(before.counters)
    page.get_by_role("textbox", name=units[0], exact=True).focus()
    for line, _ in SHEET[:3]:
        page.keyboard.type(line)
        page.keyboard.press("Tab")
    page.reload()  # in the midst of it, perhaps before anything was sent
    expect(page.get_by_role("textbox", name=units[2], exact=True)).to_have_value("5 R 3 2 2")
    page.get_by_role("textbox", name=units[3], exact=True).focus()
    for line, _ in SHEET[3:]:
        page.keyboard.type(line)
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name=units[6], exact=True)).to_be_focused()
    page.keyboard.type("99 R 9")
    page.keyboard.press("Tab")
    kept(page)
    expect(page.get_by_text("Not in force: fresh cr 9.")).to_be_visible()
    expect(page.get_by_text("Odd, and kept: fresh sp 99.")).to_be_visible()
    expect(page.get_by_role("textbox", name=units[5], exact=True)).to_have_attribute("placeholder", "seen, the same")
    expect(page.get_by_role("heading", name=re.compile("Counters 5 of"))).to_be_visible()

    page.get_by_role("button", name="Charts", exact=True).press("Enter")
    page.get_by_role("combobox", name="Chart").select_option("crt")
    page.get_by_role("button", name="My card has other rows or columns").press("Enter")
    rows = [dict(row) for row in before.charts["crt"]]
    head = [column for column in rows[0] if column not in ("roll", "source")]
    last = page.get_by_role("textbox", name=f"Head {len(head) + 1}", exact=True)
    expect(last).to_have_value("23+")
    page.get_by_role("button", name=f"Without column {head[-2]}", exact=True).press("Enter")
    expect(page.get_by_role("textbox", name=f"Head {len(head) + 1}", exact=True)).to_have_count(0)
    kept(page)
    expect(page.get_by_text("A draft, not in force.")).to_be_visible()
    first = head[-2].split("-")[0]
    page.get_by_role("textbox", name=f"Head {len(head)}", exact=True).focus()
    page.keyboard.type(f"{first}+")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("- - 0")
    expect(page.get_by_text("In force in this shape.")).to_be_visible(timeout=60_000)
    kept(page)

    battle = packs.load(STONE_WALL)
    for unit, (_, values) in zip(units, SHEET, strict=False):
        wanted = {c: v or before.counters[unit][c] for c, v in zip(PLACES, values, strict=True)}
        assert {c: battle.counters[unit][c] for c in PLACES} == wanted
    assert battle.counters[units[3]]["fragile"] == "yes" and battle.counters[units[6]]["fresh_sp"] == "99"
    assert battle.counters[units[6]]["fresh_cr"] == before.counters[units[6]]["fresh_cr"]
    crt: list[dict[str, Any]] = [dict(row) for row in battle.charts["crt"]]
    assert [c for c in crt[0] if c not in ("roll", "source")] == [*head[:-2], f"{first}+"]
    assert crt[0][head[0]] == "-|-|0"
    assert [[row[c] for c in head[1:-2]] for row in crt] == [[row[c] for c in head[1:-2]] for row in rows]

    page = with_axe(page)
    many = count(10) > 1
    for part in ("Charts", "Event chits", "Counters") if many else ("Counters",):
        page.get_by_role("button", name=part, exact=True).click()
        expect(page.get_by_role("heading", name=part)).to_be_visible()
        assert faults(page) == []
    expect(page.get_by_text("Not in force: fresh cr 9.")).to_be_visible()
    expect(page.get_by_role("img", name=f"{units[0]}, front")).to_be_visible()
    for theme in THEMES[1:] if many else THEMES[1:2]:
        themed(page, theme)
        assert faults(page, theme) == []


@pytest.mark.slow
def test_what_another_window_wrote_is_told_and_nothing_is_lost(mine: str, open_page: Callable[..., Page]) -> None:
    address = f"{mine}?own=kernstown"
    one, other = open_page(address), open_page(address)
    units = list(packs.load(STONE_WALL).counters)
    for page in (one, other):
        expect(page.get_by_role("textbox", name=units[0], exact=True)).to_be_visible()
    one.get_by_role("textbox", name=units[0], exact=True).press_sequentially("9")
    kept(one)
    other.get_by_role("textbox", name=units[1], exact=True).press_sequentially("8")
    expect(other.get_by_role("alert")).to_contain_text(f"{units[0]}, fresh sp: 9", timeout=60_000)
    kept(other)
    expect(other.get_by_role("textbox", name=units[0], exact=True)).to_have_value("9")
    battle = packs.load(STONE_WALL)
    assert [battle.counters[unit]["fresh_sp"] for unit in units[:2]] == ["9", "8"]

    other.route(
        "**/api/own/kernstown/*",
        lambda route: route.fulfill(status=507, json={"error": "No space left: make room on the disk"}),
    )
    other.get_by_role("textbox", name=units[2], exact=True).press_sequentially("7")
    expect(other.get_by_role("status").first).to_contain_text("Not kept yet: No space left")
    other.unroute("**/api/own/kernstown/*")
    other.reload()
    expect(other.get_by_role("textbox", name=units[2], exact=True)).to_have_value("7")
    kept(other)
    assert packs.load(STONE_WALL).counters[units[2]]["fresh_sp"] == "7"


def test_a_chit_of_ones_own_another_layer_and_its_file(
    mine: str, open_page: Callable[..., Page], faults: Find, tmp_path: Path
) -> None:
    page = with_axe(open_page(f"{mine}?own=kernstown#chits"))
    before = packs.load(STONE_WALL)
    form = page.get_by_role("form", name="A chit that the program does not have")
    expect(form).to_be_visible(timeout=60_000)
    form.get_by_label("Name").fill("Forced March")
    form.get_by_label("Side").select_option("confederate")
    form.get_by_label("Plays the event").select_option("Quick March")
    expect(form.get_by_label("When it may be played")).to_have_value("after-order")
    form.get_by_label("What it says").fill("They march twice as far.")
    form.get_by_role("button", name="Add the chit").press("Enter")
    expect(page.get_by_role("rowheader", name="Forced March confederate")).to_be_visible()
    page.get_by_role("button", name="Rally union is not in my box").press("Enter")
    expect(page.get_by_text("Not in my box: Rally union")).to_be_visible(timeout=60_000)
    kept(page)
    setting = packs.load(STONE_WALL).new_game(seed=1).state.setting
    assert setting.events[1, "Forced March"].rule == "Quick March" and (0, "Rally") not in setting.events
    assert faults(page) == []

    page.get_by_role("combobox", name="Layer").select_option("A new layer")
    page.get_by_role("textbox", name="Its name").fill("Second Printing")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Layer")).to_have_value("second-printing")
    page.get_by_role("button", name="Counters", exact=True).click()
    unit = next(iter(before.counters))
    page.get_by_role("textbox", name=unit, exact=True).press_sequentially("9")
    kept(page)
    page.get_by_role("button", name="Compare").click()
    row = page.get_by_role("row", name=f"counters: {unit}, fresh sp")
    expect(row.get_by_role("cell")).to_have_text(["6", "9", "second-printing"], timeout=60_000)
    expect(page.get_by_role("heading", name=re.compile("Compare .* cells differ, 1 of the program's"))).to_be_visible()
    assert faults(page) == []

    with page.expect_download() as loading:
        page.get_by_role("link", name="Keep it as a file").click()
    file = tmp_path / loading.value.suggested_filename
    loading.value.save_as(file)
    assert file.name == "second-printing.zip"
    page.get_by_role("checkbox", name="In force").uncheck()
    expect(page.get_by_role("row", name=f"counters: {unit}, fresh sp")).to_have_count(0, timeout=60_000)
    assert packs.load(STONE_WALL).counters[unit]["fresh_sp"] == "6"
    page.get_by_role("button", name="Counters", exact=True).click()
    expect(page.get_by_text("is off: nothing of it is in force")).to_be_visible()
    page.get_by_label("Bring one in").set_input_files(file)
    expect(page.get_by_role("status", name="Layers")).to_have_text("Brought in as second-printing-2.", timeout=60_000)
    expect(page.get_by_role("textbox", name=unit, exact=True)).to_have_value("9")
    assert packs.load(STONE_WALL).counters[unit]["fresh_sp"] == "9"


@pytest.mark.slow
def test_what_is_pasted_goes_by_its_names_and_what_has_no_place_is_told(
    mine: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{mine}?own=kernstown")
    units = list(packs.load(STONE_WALL).counters)
    table = f"unit\tsp\tweapon\n{units[3]}\t9\tS\n{units[1]}\t8\tR\n7 OHa\t7\tR\n"
    field = page.get_by_role("textbox", name=units[0], exact=True)
    field.focus()
    field.evaluate(
        "(field, text) => { const data = new DataTransfer(); data.setData('text/plain', text);"
        " field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }",
        table,
    )
    expect(page.get_by_role("alert")).to_contain_text("Pasted, and without a place here: 7 OHa 7 R.")
    kept(page)
    battle = packs.load(STONE_WALL)
    assert [battle.counters[unit]["fresh_sp"] for unit in units[:4]] == ["6", "8", "5", "9"]


@pytest.mark.slow
def test_what_is_typed_while_the_server_is_away_is_kept_once_it_is_back(
    own_home: Path, open_page: Callable[..., Page]
) -> None:
    command = [VEDETTE, "play", "--no-browser", "--port"]
    environment = {**os.environ, "VEDETTE_HOME": str(own_home)}
    unit = next(iter(packs.load(STONE_WALL).counters))
    with serving([*command, "0"], ROOT, environment, 60) as address:
        at = re.split(r"[?#]", address)[0]
        page = open_page(f"{at}?own=kernstown")
        expect(page.get_by_role("textbox", name=unit, exact=True)).to_be_visible(timeout=60_000)
    page.get_by_role("textbox", name=unit, exact=True).press_sequentially("9")
    expect(page.get_by_role("status").first).to_contain_text("Not kept yet: the server does not answer")
    with serving([*command, at.rstrip("/").rpartition(":")[2]], ROOT, environment, 60):
        kept(page)
    assert packs.load(STONE_WALL).counters[unit]["fresh_sp"] == "9"
