"""What one can do at the page by pointer and by key, and what it shows."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import BATTLE, spec_of
from .rest import box_of, hex_cell, settled, texts_of
from .robot import Robot, lines, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]
CASES = Path(__file__).resolve().parents[2] / "src/vedette/rules/cases/KT.csv"


STEP = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
MOVING = spec_of({"7 OH-a": "1532", "7 OH-b": "1329", "27 VA": "1936"}, begin="movement", **STEP)
HOLDING = spec_of({"7 OH-a": "1532", "27 VA": "1936"}, begin="draw", turn=6, held={"union": ["Rally"]}, cup=["Tyler"])


@pytest.fixture
def moving(at_position: Lay, open_page: Open) -> Robot:
    """A player whose unit is about to move."""
    robot = Robot(open_page(at_position(MOVING)["both"]))
    robot.press("move 7 OH-a")
    robot.until_asked("moves: where to?")
    return robot


def mover(robot: Robot) -> str:
    found = re.search(r"(?:Union|Confederate)\s+(.+) moves", robot.asked)
    assert found
    return found[1]


def name_of(thing: Locator) -> str:
    return thing.get_attribute("aria-label") or ""


def test_every_hex_is_there_by_its_number_and_every_unit_by_its_name(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    expect(hex_cell(page, "1834")).to_be_visible()
    expect(page.get_by_role("button", name="27 VA", exact=True)).to_be_visible()
    expect(page.get_by_role("gridcell")).to_have_count(1287)


def test_a_lit_hex_answers_when_it_is_clicked(moving: Robot) -> None:
    unit = mover(moving)
    answer = next(a for a in moving.answers() if a.startswith(f"{unit}: "))
    hex = answer[-4:]
    hex_cell(moving.page, hex).click()
    expect(moving.log).to_contain_text(f"{unit} moves to {hex}")


def test_a_hex_further_off_is_reached_in_one_click(moving: Robot) -> None:
    unit, near = mover(moving), {a[-4:] for a in moving.answers()}
    reached = moving.page.get_by_role("gridcell").filter(has_text=re.compile("(^|; )[0-9.]+ movement points$"))
    expect(reached.first).to_be_attached()
    settled(moving.page)
    far = next(hex for hex in map(name_of, reached.all()) if hex not in near)
    hex_cell(moving.page, far).click()
    expect(moving.log).to_contain_text(f"{unit} moves to {far}")


def test_a_click_on_a_counter_chooses_it_and_its_answer_commits_it(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(MOVING)["both"]))
    unit = next(a.removeprefix("move ") for a in robot.answers() if a.startswith("move "))
    robot.page.get_by_role("button", name=unit, exact=True).click()
    expect(robot.page.get_by_role("button", name=f"Choose {unit}")).to_have_attribute("aria-pressed", "true")
    expect(robot.card.get_by_role("heading")).to_contain_text(f"Where does {unit} go?")
    robot.press(f"move {unit}")
    expect(robot.card.get_by_role("heading")).to_contain_text(f"{unit} moves")


def test_keys_take_the_proposed_answer_and_take_it_back(moving: Robot) -> None:
    page = moving.page
    page.locator("body").press("2")
    expect(moving.log).to_contain_text(" moves to ")
    page.locator("body").press("z")
    expect(moving.log.locator("p.gone").first).to_contain_text(" moves to ")
    page.locator("body").press("Enter")  # nothing is proposed before the first step
    expect(moving.card.get_by_role("heading")).to_contain_text("moves: where to?")
    page.locator("body").press("2")
    expect(moving.log.locator("p:not(.gone)").last).to_contain_text(" moves to ")
    moving.answers()
    page.locator("body").press("Enter")
    expect(moving.card.get_by_role("heading")).not_to_contain_text("moves: where to?")


def test_an_undo_that_is_barred_says_why(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(HOLDING, seed=5)["both"]), likes=["pass"])
    robot.until_asked("which Order?")
    undo = robot.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", re.compile("roll or draw"))
    robot.page.locator("body").press("z")
    expect(robot.page.get_by_role("alert")).to_contain_text("Nothing can be taken back: it would cross the roll")


def test_the_hand_lies_open_only_while_its_key_is_held(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(HOLDING)["both"]))
    seat, held = "Union", "Rally"
    robot.answers()
    turn_to(robot.page, "Chits")
    hand = robot.page.get_by_role("list", name=f"Hand of the {seat}")
    expect(hand).not_to_contain_text(held)
    robot.page.keyboard.down(seat[0].lower())
    expect(hand).to_contain_text(held)
    robot.page.keyboard.up(seat[0].lower())
    expect(hand).not_to_contain_text(held)
    look = robot.page.get_by_role("button", name=f"Look at the {seat} hand")
    look.hover()
    robot.page.mouse.down()
    expect(hand).to_contain_text(held)
    robot.page.mouse.up()
    expect(hand).not_to_contain_text(held)


def test_a_citation_opens_the_case_in_our_words(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    with CASES.open(newline="", encoding="utf-8") as file:
        words = next(row["requirement"] for row in csv.DictReader(file) if row["id"] == "KT-8.0")
    turn_to(page, "Log").get_by_role("button", name="KT 8.0").click()
    expect(page.get_by_role("dialog", name="Case KT-8.0")).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_log_parts_what_was_seen_from_what_is_new(moving: Robot) -> None:
    moving.press(moving.answers()[0])
    before = lines(moving)
    moving.press(next(a for a in moving.answers() if not a.startswith("done")))
    fresh = texts_of(moving.log.locator("p.new ~ p.line"))
    assert before + fresh == lines(moving) and " moves to " in fresh[0]


def test_arrow_keys_walk_over_the_board(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    hex_cell(page, "1834").focus()
    page.keyboard.press("ArrowRight")
    expect(hex_cell(page, "1833")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="27 VA", exact=True)).to_be_focused()


SIZES = [((1400, 900), "100%"), ((1024, 768), "100%"), ((390, 844), "100%"), ((1400, 900), "200%")]


@pytest.mark.parametrize(("size", "root"), SIZES)
def test_nothing_is_cut_off_at_any_size(new_game: Make, open_page: Open, size: tuple[int, int], root: str) -> None:
    page = open_page(new_game()["at"]["both"], viewport={"width": size[0], "height": size[1]})
    region(page, "Decision").wait_for()
    page.add_style_tag(content=f"html {{ font-size: {root}; }}")
    settled(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    high = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert high[0] <= high[1]
    hex_cell(page, "1834").wait_for()
    page.keyboard.press("0")
    for hex in ("1041", "1026", "2834"):
        expect(hex_cell(page, hex)).to_be_in_viewport()


def test_the_map_is_moved_by_its_player_only(moving: Robot) -> None:
    page, hex = moving.page, hex_cell(moving.page, "1834")
    first = box_of(hex)
    moving.press(moving.answers()[-1])
    assert box_of(hex) == pytest.approx(first, abs=0.05)
    page.mouse.move(500, 400)
    page.mouse.wheel(0, -300)
    page.wait_for_function("wide => document.querySelector('[data-hex=\"1834\"]').getBoundingClientRect().width > wide",
                           arg=first["width"])  # fmt: skip
    closer = box_of(hex)
    page.mouse.down()
    page.mouse.move(620, 460)
    page.mouse.up()
    dragged = box_of(hex)
    assert (round(dragged["x"] - closer["x"]), round(dragged["y"] - closer["y"])) == (120, 60)
    moving.press(moving.answers()[-1])
    # A map that has come to rest at another scale is drawn anew, which rounds by thousandths of a pixel.
    assert box_of(hex) == pytest.approx(dragged, abs=0.05)


FULL = ["Tyler", "Garnett", "Fulkerson", "Burks", "Fog of War", "Fortunes of War"]


def test_neither_the_board_nor_the_top_of_the_card_moves_through_a_turn(at_position: Lay, open_page: Open) -> None:
    """And in the drawer the newest line of the log is in sight."""
    spec = {"battle": BATTLE, "begin": "draw", "turn": 2, "held": {"union": ["Rally"]}, "cup": FULL}
    page = open_page(at_position(spec, seed=5)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page, 3, likes=("pass", "hold", "order attack", "activate", "done"))
    robot.answers()
    hex, asked = hex_cell(page, "1834"), robot.asked
    before, tops = box_of(hex), set()

    def seen(robot: Robot) -> bool:
        box = robot.card.bounding_box()
        assert box
        tops.add(box["y"])
        return "which unit moves" in robot.asked

    robot.until(seen)
    assert robot.asked != asked and box_of(hex) == pytest.approx(before, abs=0.05) and len(tops) == 1
    turn_to(page, "Log")
    expect(robot.log.locator("p.line").last).to_be_in_viewport()


def test_all_key_chits_are_in_sight_with_the_text_of_one(new_game: Make, open_page: Open) -> None:
    page = open_page(
        new_game(seats={"confederate": "cautious"})["at"]["union"], viewport={"width": 1400, "height": 900}
    )
    robot = Robot(page)
    names = robot.answers()
    assert len(names) == 6
    for name in names:
        button = robot.card.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport(ratio=1)
        button.hover()
        expect(robot.card.get_by_text(f"{name.removeprefix('key ')}:")).to_be_in_viewport(ratio=1)


def test_a_new_question_begins_at_its_first_answer(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position({"battle": BATTLE, "begin": "movement", **STEP})["both"]))
    robot.until_asked("which unit moves")
    names = robot.answers()
    robot.press(names[-2])
    robot.press("done")
    expect(robot.buttons.first).to_be_in_viewport(ratio=1)
