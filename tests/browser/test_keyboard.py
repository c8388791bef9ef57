"""A whole turn by the keyboard alone, and the list of its keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .players import KeyPlayer, log_of, play_a_turn
from .positions import spec_of
from .rest import box_of, hex_cell, settled, texts_of
from .robot import leaf, menu, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]
Turn = Callable[..., str]
UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "110 PA-a": "1229", "27 VA": "1936"}
MOVING = spec_of(UNITS, begin="movement", turn=6, active="Tyler", order="attack", waiting=False)
HELD = {"union": ["Rally"], "confederate": ["Rally"]}
DRAWING = spec_of(UNITS, begin="draw", turn=6, held=HELD, cup=["Tyler"], waiting=False)


def test_a_turn_by_keyboard_alone(a_turn: Turn, open_page: Open) -> None:
    player = KeyPlayer(open_page(a_turn(4)), seed=4, likes=["pass", "hold", "order attack", "move"])
    play_a_turn(player)
    kinds = {name.split(" ")[0] for _, name in player.pressed}
    assert {"key", "order", "move"} <= kinds
    player.press("I am the Union player")
    last = next(name for _, name in player.pressed if name.startswith("key "))
    expect(player.card.locator("button.proposed")).to_have_attribute("data-name", last)
    assert any(" moves to " in line for line in log_of(player))


def test_the_list_of_keys_has_every_group_and_no_key_twice(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    region(page, "Decision").get_by_role("button").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("?")
    keys = page.get_by_role("region", name="Keys", exact=True)
    for group in ("Answers", "Board", "Views of the whole board", "Page"):
        expect(keys.get_by_role("heading", name=group, exact=True)).to_be_visible()
    expect(keys).not_to_contain_text("Two things lie on")
    page.keyboard.press("Escape")
    expect(keys).to_have_count(0)


def test_the_looks_of_the_page_are_kept_in_the_browser(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    region(page, "Decision").get_by_role("button").first.wait_for()
    hex = hex_cell(page, "1834")
    first = box_of(hex)
    page.keyboard.press("Shift+R")
    page.keyboard.press("#")
    page.keyboard.press("Shift+T")
    page.keyboard.press("Shift+T")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    for part in ("theme=dark", "turned=1", "levels=0"):
        expect(page.locator(".board img")).to_have_attribute("src", re.compile(part))
    turned, opposite = box_of(hex), box_of(hex_cell(page, "1033"))
    assert first and turned["y"] < opposite["y"]


def pressed(page: Page, key: str, code: str, shift: bool = False) -> None:
    """A key of another keyboard, as its browser tells it: what it writes, and where it lies."""
    page.evaluate(
        "([key, code, shiftKey]) => ['keydown', 'keyup'].forEach(type => (document.activeElement ?? document.body)"
        ".dispatchEvent(new KeyboardEvent(type, {key, code, shiftKey, bubbles: true, cancelable: true})))",
        [key, code, shift],
    )


def test_enter_does_what_the_card_says_whatever_was_clicked_last(at_position: Lay, open_page: Open) -> None:
    """A counter, a tab, a button beside the map: each keeps the focus after a click, none of them keeps Enter."""
    page = open_page(at_position(DRAWING)["union"])
    card = region(page, "Decision")
    expect(card.locator("li", has_text="Enter")).to_contain_text("pass")
    clicked = [
        page.get_by_role("button", name="7 OH-a", exact=True).first,
        page.get_by_role("button", name="Closer", exact=True),
        page.get_by_role("button", name="Log", exact=True),
        page.get_by_role("checkbox", name="dice"),
    ]
    for thing in clicked:
        thing.click()
        answered = page.evaluate("document.activeElement.outerHTML.slice(0, 80)")
        page.keyboard.press("Enter")
        expect(card.get_by_role("heading"), answered).to_contain_text("Waiting for the Confederate player")
        page.keyboard.press("z")
        expect(card.get_by_role("button", name="pass", exact=True)).to_be_visible()
    page.get_by_role("button", name="Forces", exact=True).focus()  # what was come to by key keeps its own
    page.keyboard.press("Enter")
    expect(leaf(page)).to_have_attribute("aria-label", "Order of battle")
    expect(card.get_by_role("button", name="pass", exact=True)).to_be_visible()


def test_keys_of_other_keyboards_and_enter_without_a_proposal(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["union"])
    card = region(page, "Decision")
    expect(card.get_by_role("heading")).to_contain_text("which unit moves")
    expect(card.locator("kbd", has_text="Enter")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Enter")
    told = page.get_by_role("alert")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("No answer is proposed here")
    for key, code, shift in (("?", "Digit7", True), ("°", "Slash", True)):  # Russian; one that writes a sign of its own
        pressed(page, key, code, shift)
        expect(page.get_by_role("region", name="Keys", exact=True)).to_be_visible()
        page.keyboard.press("Escape")
    pressed(page, "е", "KeyT")  # Russian
    expect(page.get_by_role("region", name="Text board")).to_be_visible()
    pressed(page, "τ", "KeyT")  # Greek
    expect(page.get_by_role("region", name="Text board")).to_have_count(0)
    settled(page)
    second = card.locator("button[data-answer]").nth(1).get_attribute("data-name") or ""
    pressed(page, "é", "Digit2")  # French
    expect(card.get_by_role("heading")).to_contain_text(second.removeprefix("move "))
    pressed(page, "я", "KeyZ")
    expect(card.get_by_role("heading")).to_contain_text("which unit moves")


def test_the_text_board_opened_for_a_number_goes_again(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["union"])
    board = page.get_by_role("region", name="Text board")
    for ending in ("Escape", "click", "reload"):
        region(page, "Decision").get_by_role("button").first.wait_for()
        page.keyboard.press("g")
        page.keyboard.type("1834")
        page.keyboard.press("Enter")
        expect(board.get_by_role("heading", name="Hex 1834", exact=True)).to_be_visible()
        if ending == "reload":
            page.reload()
        elif ending == "click":
            turn_to(page, "Forces")
        else:
            page.keyboard.press("Escape")
            expect(hex_cell(page, "1834")).to_be_focused()
        region(page, "Decision").get_by_role("button").first.wait_for()
        expect(board).to_have_count(0)
    page.keyboard.press("t")
    page.keyboard.press("g")
    page.keyboard.press("Escape")
    page.reload()
    expect(board).to_be_visible()


def test_keys_are_those_of_the_page_that_is_seen(at_position: Lay, open_page: Open) -> None:
    """The page for a new game lies over a game: its keys answer no question of the game behind it."""
    page = open_page(at_position(MOVING)["union"])
    card = region(page, "Decision")
    expect(card.get_by_role("heading")).to_contain_text("which unit moves")
    page.route("**/Library-*.js", lambda route: route.abort())
    menu(page).get_by_role("button", name="New game").click()
    expect(page.get_by_role("alert")).to_contain_text("This page could not be loaded")
    page.get_by_role("button", name="Back to the game").click()
    expect(card.get_by_role("heading")).to_contain_text("which unit moves")
    page.unroute("**/Library-*.js")
    page.reload()  # a file that failed may be asked for no more
    menu(page).get_by_role("button", name="New game").click()
    expect(page.get_by_role("region", name="Battles").get_by_role("button").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_role("region", name="New game: The Stone Wall")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to the game").click()
    expect(card.get_by_role("heading")).to_contain_text("which unit moves")


OTHER_FAMILIES = set("EHJKMRWX")
"""Keys of views and of units that Kernstown has not."""


def listed_keys(page: Page) -> set[str]:
    """The keys of the list that the page has of them."""
    page.keyboard.press("?")
    rows = texts_of(page.get_by_role("region", name="Keys", exact=True).locator("kbd"))
    return {key.strip() for row in rows for key in row.split(", ")}


def test_the_keys_that_the_manual_names_are_those_of_the_page(at_position: Lay, open_page: Open) -> None:
    """Those in brackets without a word are what one presses who plays one side."""
    manual = (Path(__file__).resolve().parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    at, listed = at_position(MOVING), {}
    for key in ("union", "both"):
        page = open_page(at[key])
        page.get_by_role("region", name="Moves").get_by_role("button", name="7 OH-a").first.wait_for()
        listed[key] = listed_keys(page) | OTHER_FAMILIES
    bare = set(re.findall(r"\(((?:Shift )?[A-Z])\)", manual))
    assert bare - listed["union"] == set()
    named = bare | set(re.findall(r"\*\*((?:Shift )?[A-Z])\*\*", manual)) | set(re.findall(r"\bShift [A-Z]\b", manual))
    assert {"C", "Shift C", "Shift Z", "N"} <= named
    assert named - listed["union"] - listed["both"] == set()
