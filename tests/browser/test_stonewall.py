"""The page with the third family: a brigade is paid for and marches, fires by the panel, and the log says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .players import turn
from .positions import spec_of
from .rest import box_of, click_hex, hex_cell
from .robot import Robot, every_leaf, menu, region, turn_to

pytestmark = pytest.mark.needs_chromium

BATTLE = "stonewall-1978/kernstown"
Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
LINES: dict[str, Any] = {
    "Tyler": "2113", "7 OH": {"hex": "2113", "facing": "S"}, "29 OH": {"hex": "2213", "facing": "S"},
    "Sullivan": "2613", "5 OH": {"hex": "2613", "facing": "S"},
    "27 VA": {"hex": "2117", "facing": "N"}, "2 VA": {"hex": "2120", "facing": "N"},
}  # fmt: skip
COMMAND = {**spec_of(LINES, begin="command", active="union", turn=3, waiting=False, morale=60), "battle": BATTLE}


def hex_of(page: Page, name: str) -> Locator:
    return hex_cell(page, name)


def click(page: Page, name: str) -> None:
    """A click on a hex beside the counters in it."""
    click_hex(page, name)


def test_the_battle_opens_with_fronts_and_lists(new_game: Callable[..., Any], open_page: Open) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    card = region(page, "Decision")
    expect(card).to_contain_text("which unit moves?")
    strip = page.get_by_role("region", name="State of the battle")
    expect(strip).to_contain_text("Turn 1 of 15, 14:00")
    assert "Chits" not in every_leaf(page)
    moves = page.get_by_role("region", name="Moves")
    expect(moves).to_be_visible()


def test_a_brigade_is_paid_for_marches_and_fires_and_the_log_says_why(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(COMMAND)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    expect(robot.card).to_contain_text("which brigade shall be able to move?")
    expect(robot.card).to_contain_text("20 points of army morale, then 40")
    robot.card.get_by_role("button", name="pay for Tyler").click()
    expect(robot.log).to_contain_text(re.compile("Tyler.*20"))
    robot.press("done")
    expect(robot.card).to_contain_text("which unit moves?")
    page.keyboard.press("0")
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Choose all of Tyler").click()
    moves.get_by_role("button", name="One hex S", exact=True).click()
    expect(moves).to_contain_text("one hex S")
    page.keyboard.press("Enter")
    expect(robot.log).to_contain_text("29 OH")
    expect(robot.card).to_contain_text("Where do these 3 go?")
    robot.press("done")
    robot.until(lambda at: "fire at which hex" in at.asked and "Union" in at.asked, 12)
    click(page, "2117")
    panel = page.get_by_role("form", name="Fire plan")
    expect(panel.get_by_role("checkbox", name="7 OH")).to_be_checked()
    expect(panel).to_contain_text("strength")
    panel.get_by_role("button", name="Fire at 2117", exact=True).click()
    turn_to(page, "Log")
    aim = robot.log.locator("p.line").filter(has_text="2117").filter(has=page.get_by_role("button", name="why")).last
    aim.get_by_role("button", name="why").click()
    expect(robot.log.get_by_role("button", name=re.compile("SW 10")).first).to_be_visible()


def test_a_brigade_comes_on_by_one_deed_at_the_hex_that_the_player_says(
    new_game: Callable[..., Any], open_page: Open
) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Choose all of Garnett who enter").click()
    door = moves.get_by_label("Hex of entry")
    expect(door).to_have_value("")
    click(page, "2535")
    expect(door).to_have_value("2535")
    click(page, "2831")
    expect(moves).to_contain_text("enter at 2535, march to 2831")
    door.select_option("2735")
    expect(moves).to_contain_text("enter at 2735, march to 2831")
    page.keyboard.press("Enter")
    expect(robot.log).to_contain_text("2 VA enters at 2735")
    expect(moves.get_by_role("button", name="Choose all of Garnett who enter")).to_have_count(0)


def test_of_hundreds_of_answers_it_is_asked_first_who_then_where(new_game: Callable[..., Any], open_page: Open) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    expect(robot.card).to_contain_text("which unit moves?")
    assert len(robot.answers()) < 30
    robot.buttons.filter(has_text="enter 2 VA at: 20 hexes").click()
    robot.press("enter 2 VA at 2435")
    expect(robot.card).to_contain_text("2 VA enters: in which formation?")


def test_the_log_has_room_and_hills_have_names(new_game: Callable[..., Any], open_page: Open) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    expect(region(page, "Decision")).to_contain_text("which unit moves?")
    score = turn_to(page, "Score")
    expect(score).to_contain_text("Pritchard's Hill, held by the Union")
    turn_to(page, "Log")
    assert box_of(page.locator("[role=log]"))["height"] > 600


def test_who_may_fire_at_a_battery_is_told_before_it_unlimbers(at_position: Lay, open_page: Open) -> None:
    lines = {"7 OH": {"hex": "2113", "facing": "S"}, "Rockbridge": {"hex": "2117", "formation": "limbered"}}
    spec = {**spec_of(lines, begin="movement", active="confederate", turn=3, waiting=False), "battle": BATTLE}
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Choose Rockbridge").click()
    expect(moves).to_contain_text("before it can unlimber, 7 OH may fire at it")
    moves.get_by_role("button", name="Rockbridge: unlimber").click()
    answer = robot.card.get_by_role("button", name="fire 7 OH")
    expect(answer).to_contain_text("7 OH fires at Rockbridge in 2117")
    expect(page.get_by_role("form", name="Defence")).to_contain_text("7 OH fires at Rockbridge in 2117")


def test_as_a_turn_begins_nothing_of_the_question_is_cut_and_all_who_may_go_are_seen(
    new_game: Callable[..., Any], open_page: Open
) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    page.evaluate("window.unfolding = true")  # what the robot unfolds can be folded again
    robot = Robot(page, likes=("done",))
    robot.until(lambda at: turn(at) == "2" and "which unit moves" in at.asked, 20)
    page.evaluate("document.querySelectorAll('details.single').forEach(one => (one.open = false))")
    expect(page.locator("section[aria-label='Turn 1 is over']")).to_be_in_viewport()
    card = region(page, "Decision")
    entering = card.get_by_role("button", name="who enter")
    seen = [entering.first, entering.last]
    seen += [
        card.get_by_text("17 reinforcements could still enter"),
        card.get_by_role("button", name="done: end movement").first,
    ]
    front = box_of(page.locator("div.front"))
    for thing in seen:
        box = box_of(thing)
        assert front["y"] <= box["y"] and box["y"] + box["height"] <= front["y"] + front["height"] <= 900 - 12
    assert card.evaluate("card => [card, ...card.querySelectorAll('*')].every(one => !/auto|scroll/.test("
                         "getComputedStyle(one).overflowY) || one.scrollHeight <= one.clientHeight + 1)")  # fmt: skip


def test_a_brigade_forms_line_by_one_button_and_one_key(at_position: Lay, open_page: Open) -> None:
    lines = {
        "Garnett": "2620", "2 VA": {"hex": "2620", "formation": "column"},
        "4 VA": {"hex": "2621", "formation": "column"}, "Rockbridge": {"hex": "2622", "formation": "limbered"},
        "7 OH": {"hex": "2113", "facing": "S"},
    }  # fmt: skip
    spec = {**spec_of(lines, begin="movement", active="confederate", turn=3, waiting=False), "battle": BATTLE}
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page)
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Choose Garnett", exact=True).click()
    page.keyboard.press("d")
    expect(page.get_by_text("There is nothing to do now besides going")).to_be_visible()
    page.keyboard.press("b")
    expect(moves.get_by_role("button", name="2 VA: line; 4 VA: line")).to_contain_text("Line (2 of 4)")
    page.keyboard.press("d")
    expect(robot.log).to_contain_text(re.compile("4 VA.*line"))


def test_a_new_game_proposes_the_battle_that_is_played(new_game: Callable[..., Any], open_page: Open) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    menu(page).get_by_role("button", name="New game").click()
    expect(page.get_by_role("radio", name=re.compile("Stonewall"))).to_be_checked()


def test_a_leader_and_his_brigade_are_told_apart_and_come_on_together(
    new_game: Callable[..., Any], open_page: Open
) -> None:
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    moves = page.get_by_role("region", name="Moves")
    moves.get_by_role("button", name="Choose all of Burks who enter").click()
    click(page, "2329")
    expect(moves.get_by_role("list", name="Order of march")).to_contain_text(re.compile("2. Burks.*to 2"))
    page.keyboard.press("Enter")
    expect(moves.get_by_role("button", name=re.compile(r"^Burks: \d, choose all of Burks$"))).to_have_text(
        re.compile(r"Burks \d")
    )
    moves.get_by_role("button", name=re.compile(r"^Burks: \d, choose all of Burks$")).click()
    expect(moves.get_by_role("button", name="Choose Burks", exact=True)).to_have_text("Burks (leader)")


def test_enter_opens_the_best_fire_where_none_is_proposed(at_position: Lay, open_page: Open) -> None:
    lines = {
        "7 OH": {"hex": "2113", "facing": "S"}, "29 OH": {"hex": "2213", "facing": "S"},
        "27 VA": {"hex": "2115", "facing": "N"}, "2 VA": {"hex": "2117", "facing": "N"},
    }  # fmt: skip
    spec = {**spec_of(lines, begin="offensive-fire", active="union", turn=3, waiting=False), "battle": BATTLE}
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page, likes=("done",))
    robot.until(lambda at: "fire at which hex" in at.asked, 12)
    framed = robot.card.locator("button.proposed")
    expect(framed).to_have_attribute("data-name", re.compile(r"fire at \d{4}"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("form", name="Fire plan")).to_be_visible()


def test_a_place_stands_for_chances_that_are_not_there_yet(at_position: Lay, open_page: Open) -> None:
    lines = {"7 OH": {"hex": "2113", "facing": "S"}, "27 VA": {"hex": "2115", "facing": "N"}}
    spec = {**spec_of(lines, begin="offensive-fire", active="union", turn=3, waiting=False), "battle": BATTLE}
    size = {"width": 1400, "height": 900}
    page = open_page(at_position(spec)["both"], viewport=size, locale="en-US")  # of its own: its socket is held up
    robot = Robot(page, likes=("done",))
    robot.until(lambda at: "fire at which hex" in at.asked, 12)
    held: list[Callable[[], None]] = []

    def through(socket: Any) -> None:
        server = socket.connect_to_server()

        def pass_on(message: Any) -> None:
            if '"plans"' in str(message)[:20]:
                held.append(lambda: socket.send(message))
            else:
                socket.send(message)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("."), through)
    page.reload()
    expect(robot.card).to_contain_text("… %")
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(50)
    for give in held:
        give()
    expect(robot.card).to_contain_text(re.compile(r"\d %"))
    expect(robot.card).not_to_contain_text("… %")
