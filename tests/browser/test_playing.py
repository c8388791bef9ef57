"""The page played by somebody who knows roles and names only."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import vedette
import vedette.packs
from vedette.engine.archive import verify

from .positions import spec_of
from .rest import settled
from .robot import Robot, lines, menu, set_up

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]


UNITS = {"7 OH-a": "1532", "7 OH-b": "1329", "27 VA": "1936"}


def turn_over(robot: Robot) -> bool:
    expect(robot.card).to_have_attribute("aria-busy", "false")
    return "Turn 2" in robot.log.inner_text()


def downloaded(page: Page, folder: Path) -> str:
    with page.expect_download() as waiting:
        menu(page).get_by_role("link", name="Download record").click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name.endswith(".vedette.jsonl")
    return file.read_text(encoding="utf-8")


def on_map(view: dict[str, Any]) -> set[tuple[str, str]]:
    return {(unit["id"], unit["hex"]) for unit in view["units"] if unit["hex"]}


def shown_on_map(page: Page) -> set[tuple[str, str]]:
    """Every counter by its name and the name of the stack it lies in."""
    found = "nodes => nodes.map(n => [n.ariaLabel, n.closest('[aria-label^=Stack]').ariaLabel.slice(-4)])"
    counters = page.get_by_role("group", name="Units").locator("[role=button]")
    expect(counters.first).to_be_attached()
    settled(page)
    return {(unit, hex) for unit, hex in counters.evaluate_all(found)}


def test_turn_one_is_played_to_its_end_and_its_record_is_true(
    new_game: Make, open_page: Open, tmp_path: Path, count: Callable[[int], int]
) -> None:
    """In `make test` its first answers."""
    page = open_page(new_game(3)["at"]["both"])
    robot = Robot(page, seed=3)
    robot.until(lambda r: turn_over(r) or len(r.pressed) >= count(120))
    text = downloaded(page, tmp_path)
    assert verify(text).ok
    assert on_map(vedette.Game.from_record(text).view("")) == shown_on_map(page)


def test_key_chits_are_chosen_behind_a_privacy_screen(new_game: Make, open_page: Open) -> None:
    robot = Robot(open_page(new_game()["at"]["both"]))
    assert robot.answers() == ["I am the Union player"]
    robot.press("I am the Union player")
    robot.press("key Rally")
    assert robot.answers() == ["I am the Confederate player"]
    settled(robot.page)
    assert "Rally" not in robot.page.locator("body").inner_text()


def test_a_window_is_one_public_card(at_position: Lay, open_page: Open) -> None:
    robot = Robot(open_page(at_position(spec_of(UNITS, begin="draw", held={"union": ["Rally"]}, turn=6))["both"]))
    answers = robot.answers()
    assert answers == ["pass", f"Show the {robot.asked.split()[0]} chits"]


def test_reload_in_mid_game_keeps_question_and_log(at_position: Lay, open_page: Open) -> None:
    spec = spec_of(UNITS, begin="orders", active="Tyler", turn=6, waiting=False)
    robot = Robot(open_page(at_position(spec)["both"]), likes=["order maneuver", "move"])
    robot.until_asked("moves: where to?")
    robot.press(robot.answers()[0])
    before = robot.asked, robot.answers(), lines(robot), shown_on_map(robot.page)
    robot.page.reload()
    expect(robot.card.get_by_role("heading")).to_have_text(before[0])
    assert (robot.asked, robot.answers(), lines(robot), shown_on_map(robot.page)) == before


def test_two_players_at_two_pages(new_game: Make, open_page: Open) -> None:
    at = new_game()["at"]
    union, confederate = Robot(open_page(at["union"])), Robot(open_page(at["confederate"]))
    union.press("key Rally")
    expect(union.card).to_contain_text("Waiting for the Confederate player")
    confederate.press("key Fatigue")
    confederate.press("key Firefight")
    expect(union.log).to_contain_text("The Confederates put a Key Chit into the cup")
    assert "Firefight into" not in union.log.inner_text() and "Rally into" not in confederate.log.inner_text()
    expect(union.log.locator("p.line")).to_have_count(len(lines(confederate)))


def test_against_a_computer_from_the_new_game_panel(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    panel.get_by_role("button", name="Change").click()
    panel.get_by_role("combobox", name="The computer plays as").select_option("random")
    panel.get_by_role("button", name="Begin the battle").click()
    robot = Robot(page)
    assert all(name.startswith("key ") for name in robot.answers())
    robot.until(lambda r: "chit draw" in r.card.inner_text() or turn_over(r), most=60)
    expect(robot.log).to_contain_text("in the cup")


def test_a_server_that_comes_back_goes_on(play: Any, open_page: Open) -> None:
    with play("kernstown/the-stone-wall") as address:
        robot = Robot(open_page(address))
        robot.press("I am the Union player")
        robot.press("key Rally")
    lost = robot.page.get_by_role("status").filter(has_text=re.compile("The connection is lost|The server was stopped"))
    expect(lost).to_be_visible()
    port = address.split(":")[2].split("/")[0]
    with play("--port", port):
        expect(lost).to_have_count(0)
        robot.press("I am the Confederate player")
        robot.press("key Fatigue")
        assert "Fatigue" not in robot.log.inner_text()


def test_people_may_roll_their_own_dice(new_game: Make, open_page: Open) -> None:
    robot = Robot(open_page(new_game(dice="real", open_hands=True)["at"]["both"]), likes=["hold", "pass", "done"])
    robot.until_asked("command roll")
    assert [name for name in robot.answers() if name.isdigit()] == ["1", "2", "3", "4", "5", "6"]
    robot.press("2")
    expect(robot.log).to_contain_text("rolled 2, full activation")
