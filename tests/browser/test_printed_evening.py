"""A whole sheet of printed values, typed in by keyboard alone as who owns the box would, cell by cell in an evening."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.printed import SECONDS, PrintedSheet, Typist, made_up
from vedette.packs.find import folder
from vedette.packs.laid import named
from vedette.packs.reader import read_pack

from .test_own import kept, mine, own_home

__all__ = ["mine", "own_home"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
MINUTES = 90


def line_of(cells: dict[str, str | None]) -> str:
    """A counter as it is typed: run together where that can be read, nothing where it is the same."""
    printed = [v for c, v in cells.items() if v is not None]
    if not printed:
        return ""
    return " ".join(printed)


def counters(typist: Typist, sheet: PrintedSheet) -> None:
    """A line each; Enter says of the rest that it is seen."""
    typist.to(typist.page.get_by_role("textbox", name=next(iter(sheet.counters)), exact=True))
    for cells in sheet.counters.values():
        typist.type(line_of(cells))
        typist.press("Enter")
    typist.part("counters")


def charts(typist: Typist, sheet: PrintedSheet) -> None:
    """Chart after chart, cell after cell; the list of charts is reached by Escape."""
    page = typist.page
    typist.press("Escape")
    typist.to(page.get_by_role("button", name="Charts", exact=True), most=3)
    typist.press("Enter")
    chosen = page.get_by_role("combobox", name="Chart")
    typist.to(chosen, most=8)
    order = page.evaluate("() => [...document.querySelectorAll('[data-way] option')].map((one) => one.value)")
    for name in order:
        if name == "crt" or name in sheet.charts:
            typist.to(chosen, "Escape", 1)
            while chosen.input_value() != name:
                typist.press("ArrowDown")
            another_shape(typist, sheet) if name == "crt" else cell_by_cell(typist, sheet, name)
            typist.part(name)


def cell_by_cell(typist: Typist, sheet: PrintedSheet, name: str) -> None:
    """A chart in the program's shape."""
    first = typist.page.locator('[data-at="0,0"]')
    typist.to(first, most=4)
    for row in sheet.charts[name].values():
        for value in row.values():
            typist.type("" if value is None else value or "none")
            typist.press("Enter")


def another_shape(typist: Typist, sheet: PrintedSheet) -> None:
    """A chart with other heads and rows: those too many are taken out, those wanting put in, then all of it typed."""
    page = typist.page
    typist.to(page.get_by_role("button", name="My card has other rows or columns"), most=2)
    typist.press("Enter")
    head = page.get_by_role("textbox", name="Head 2", exact=True)
    expect(head).to_be_focused()
    heads, *rows = sheet.crt
    columns, there = page.locator('[data-at^="-1,"]').count(), page.locator('[data-at$=",0"]').count() - 1
    typist.press("Control+Delete", columns - len(heads))
    for text in heads[1:]:
        typist.type(text)
        typist.press("Enter")
    for _ in range(len(rows) - there):
        typist.press("Control+Enter")
    typist.to(page.locator('[data-at="0,0"]'), "ArrowUp")
    for text in (text for row in rows for text in row):
        typist.type(re.sub("^(- )+", "", text))  # boxes left out in front are empty
        typist.press("Enter")
    with typist.waiting():
        expect(page.get_by_text("In force in this shape.")).to_be_visible(timeout=60_000)


def chits(typist: Typist, sheet: PrintedSheet) -> None:
    """The Event chits, a row each."""
    page = typist.page
    typist.press("Escape")
    typist.to(page.get_by_role("button", name="Event chits"), "Shift+Tab", 4)
    typist.press("Enter")
    typist.to(page.locator('[data-at="0,0"]'), most=8)
    for row in sheet.chits.values():
        for value in row.values():
            typist.type(value or "")
            typist.press("Enter")
    typist.part("chits")


def test_a_whole_sheet_is_typed_in_an_evening_by_keyboard_alone(
    mine: str, own_home: Path, open_page: Callable[..., Page], capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, typist = made_up(21), Typist(open_page(mine))
    typist.to(typist.page.get_by_role("link", name="My printed copy of The Stone Wall"), most=60)
    typist.press("Enter")
    typist.to(typist.page.get_by_role("textbox", name="Where from"), most=6)
    typist.type("my copy")
    typist.part("page and source")
    counters(typist, sheet)
    charts(typist, sheet)
    chits(typist, sheet)
    with typist.waiting():
        kept(typist.page)
    with capsys.disabled():
        minutes = typist.keys * SECONDS / 60
        print(f"\n{typist.keys} keys, {minutes:.1f} minutes, {typist.waited:.0f} s waited: {typist.parts}")
    assert typist.keys * SECONDS <= MINUTES * 60

    pack = read_pack(folder("kernstown"))
    wanted = sheet.cells()
    laid = {(named(c.table), c.row, c.column): c for c in pack.laid if named(c.table) != "crt"}
    assert {at: None if cell.seen else cell.value for at, cell in laid.items()} == wanted
    crt = pack.tables["charts/crt.csv"]
    assert [c for c in crt.columns if c != "source"] == sheet.crt[0]
    assert [[row["roll"], *(row[c] for c in sheet.crt[0][1:])] for row in crt] == [
        [roll, *("|".join(text.split(" ")) for text in cells)] for roll, *cells in sheet.crt[1:]
    ]
