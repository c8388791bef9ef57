"""Taking back, consent, dice that are typed or pressed, unfinished games and the ways of playing, at the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import settled, texts_of
from .robot import Robot, pick, region, set_up, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Lay = Callable[..., dict[str, str]]
MARCH = ("order attack", "I am", "pass", "hold", "key", "done")
FIRING = spec_of(
    {"7 OH-a": "1634", "1 WV-a": "1635", "27 VA": "1834", "4 VA": "1836"},
    begin="fire", turn=6, active="Tyler", order="attack", waiting=False, cup=["Garnett", "Fulkerson"],
)  # fmt: skip
STEP = {"turn": 6, "active": "Tyler", "order": "attack", "waiting": False}
UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "110 PA-a": "1229", "27 VA": "1936"}
HELD = {"union": ["Rally"], "confederate": ["Rally"]}
MOVING = spec_of(UNITS, begin="movement", **STEP)
HOLDING = spec_of(UNITS, begin="draw", turn=6, held=HELD, cup=["Tyler"], waiting=False)


HEXES = 12
"""No unit goes further in one move."""


def marching(page: Page) -> Robot:
    """A brigade under way: two of its units have moved and stopped."""
    robot = Robot(page, likes=MARCH)
    robot.until(lambda r: "which unit moves" in r.asked and "move 7 OH-a" in r.answers())
    for unit in ("7 OH-a", "7 OH-b"):
        robot.press(f"move {unit}")
        robot.press(next(n for n in robot.answers() if n.startswith(f"{unit}: ")))
        for _ in range(HEXES):
            if f"{unit} moves" in robot.asked:
                robot.press(next((n for n in robot.answers() if n.startswith("done")), robot.answers()[0]))
        assert f"{unit} moves" not in robot.asked, robot.pressed[-5:]
    return robot


def take_back(page: Page) -> list[str]:
    """What the open menu offers."""
    return texts_of(page.get_by_role("group", name="Take back").get_by_role("button"))


def places(page: Page) -> str:
    """Where every counter lies, as the page names it, once the page has drawn its counters."""
    found = "nodes => nodes.map(n => n.ariaLabel + ' ' + n.closest('[aria-label^=Stack]').ariaLabel).sort().join('; ')"
    counters = page.get_by_role("group", name="Units").locator("[role=button]")
    expect(counters.first).to_be_attached()
    settled(page)
    return str(counters.evaluate_all(found))


def test_a_unit_is_taken_back_alone_and_played_again_by_keyboard(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(MOVING)["both"])
    robot = marching(page)
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("title", re.compile("^Take back “"))
    whole = places(page)
    page.evaluate("window.requestAnimationFrame = () => 0")  # a page that is drawn late: keys do not wait for it
    page.keyboard.press("Shift+Z")
    offered = take_back(page)
    assert sum(text.startswith("Take back 7 OH-a (") for text in offered) == 1
    assert any(text.startswith("Take back all of movement") for text in offered)
    at = next(i for i, text in enumerate(offered) if text.startswith("Take back 7 OH-a ("))
    for _ in range(at):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Take back")).to_have_count(0)
    expect(robot.card.get_by_role("button", name="move 7 OH-a", exact=True)).to_be_visible()
    expect(robot.card.get_by_role("button", name="move 7 OH-b", exact=True)).to_have_count(0)
    again = page.get_by_role("button", name="Play again")
    expect(again).to_be_visible()
    page.keyboard.press("y")
    expect(again).to_have_count(0)
    assert places(page) == whole
    expect(robot.log).to_contain_text("Union takes back")


def test_what_cannot_be_taken_back_is_marked_before_it_is_done(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"])
    robot = Robot(page, likes=("I am", "key", "pass", "hold"))
    robot.until_asked("which Order")
    words = re.compile("⇥ (none of these can|cannot) be taken back")  # the pointer may lie on one
    expect(robot.card.get_by_text(words)).to_be_visible()
    regroup = robot.card.get_by_role("button", name="order regroup", exact=True)
    regroup.hover()
    expect(robot.card.get_by_text("⇥ cannot be taken back: ")).to_be_visible()


def rolled(page: Page) -> Robot:
    """The Union is to give an Order that a roll made possible (that of seed 5 does)."""
    robot = Robot(page, likes=("pass",))
    robot.until_asked("which Order")
    return robot


def test_the_other_side_is_asked_and_may_refuse_or_agree(at_position: Lay, open_page: Open) -> None:
    at = at_position(HOLDING, seed=5)
    rolled(open_page(at["both"]))
    union, confederate = open_page(at["union"]), open_page(at["confederate"])
    for accept in (False, True):
        asker, other = (union, confederate)
        asker.get_by_role("button", name="Everything that can be taken back").click()
        ask = asker.get_by_role("button", name="Ask the other side to take back").first
        ask.click()
        request = other.get_by_role("region", name="Take-back")
        expect(request).to_contain_text("Union asks to take back")
        expect(region(other, "Decision")).to_be_visible()
        expect(asker.get_by_role("region", name="Take-back")).to_contain_text("The other side has been asked")
        if accept:
            request.get_by_role("button", name="Agree, take it back").click()
            expect(request).to_have_count(0)
            expect(asker.locator("[role=log]")).to_contain_text("Union takes back by consent")
            break
        request.get_by_role("button", name="Refuse").click()
        expect(asker.get_by_role("region", name="Take-back")).to_contain_text("refused")
        asker.get_by_role("region", name="Take-back").get_by_role("button", name="Close").click()
        expect(asker.get_by_role("region", name="Take-back")).to_have_count(0)
        for page in (union, confederate):
            settled(page)
        asked = next(r for r in (Robot(union), Robot(confederate)) if r.buttons.count())
        asked.step()


def test_a_slip_is_taken_back_without_asking_where_that_was_agreed_beforehand(
    at_position: Lay, open_page: Open
) -> None:
    """The Union has given an Order, at which the Confederates have only passed; it thinks better of it."""
    at = at_position(HOLDING, seed=5, slips=True)
    rolled(open_page(at["both"]))
    union, confederate = Robot(open_page(at["union"])), Robot(open_page(at["confederate"]))
    union.press("order regroup")
    confederate.press("pass")
    expect(union.card.get_by_role("heading")).not_to_contain_text("which Order")
    union.page.keyboard.press("Shift+Z")
    offered = union.page.get_by_role("group", name="Take back")
    expect(offered).to_contain_text("Agreed beforehand: harmless slips")
    offered.get_by_role("button", name=re.compile("^Take back .*; agreed beforehand$")).first.click()
    expect(union.card.get_by_role("heading")).to_contain_text("which Order")
    expect(confederate.log).to_contain_text("Union takes back by consent: order regroup")
    expect(confederate.page.get_by_role("region", name="Take-back")).to_have_count(0)


def test_against_the_computer_the_menu_says_that_it_never_consents(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game(seats={"confederate": "random"})["at"]["union"])
    robot = Robot(page, likes=("key", "pass", "hold"))
    robot.until(lambda r: "Key Chit" not in r.asked)
    robot.step()
    expect(robot.card).to_have_attribute("aria-busy", "false")
    page.keyboard.press("Shift+Z")
    expect(page.get_by_role("group", name="Take back")).to_contain_text("the computer never consents")
    expect(page.get_by_role("button", name="Ask the other side")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Take back")).to_have_count(0)


def test_a_combat_is_fought_with_typed_dice(at_position: Lay, open_page: Open) -> None:
    """One box: a wrong entry is named and nothing is lost, what nobody asks for waits there for the next roll."""
    page = open_page(at_position(FIRING, dice="real")["both"])
    robot = Robot(page, likes=("fire",))
    robot.until(lambda r: "the dice of the fire" in r.asked)
    box = page.get_by_role("textbox", name="Dice")
    expect(box).to_be_focused()
    page.keyboard.type("17 43")
    page.keyboard.press("Enter")
    expect(robot.card).to_contain_text("cannot be rolled here")
    expect(box).to_have_value("17 43")
    box.fill("")
    page.keyboard.type("11 33")
    page.keyboard.press("Enter")
    expect(robot.log).to_contain_text("rolled 11")
    robot.until(lambda r: r.card.get_attribute("data-seat") == "chance")
    expect(box).to_have_value("33")
    expect(robot.card).to_contain_text("Not asked for yet, kept here: 33")


def test_pressed_dice_wait_for_one_key(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game(dice="pressed")["at"]["both"])
    robot = Robot(page, likes=("I am", "key", "pass", "hold"))
    robot.until(lambda r: r.card.get_attribute("data-seat") == "chance")
    assert robot.answers() == ["roll"]
    asked = robot.asked
    page.keyboard.press("Enter")
    expect(robot.card.get_by_role("heading")).not_to_have_text(asked)


def test_unfinished_games_are_listed_and_gone_on_with(at_position: Lay, open_page: Open, address: str) -> None:
    at = at_position(MOVING)["both"]
    page = open_page(address)
    start = address
    expect(page.get_by_role("button", name="The Stone Wall", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Unfinished games")).to_have_count(0)
    page.goto(at)
    robot = marching(page)
    asked = robot.asked
    page.goto(start)
    games = page.get_by_role("region", name="Unfinished games")
    expect(games).to_contain_text(re.compile(r"The Stone Wall.*Turn \d+ of 11, \d:\d\d\. "))
    expect(games).to_contain_text("Union to answer; both sides")
    go = games.get_by_role("link", name="Go on")
    expect(go).to_be_focused()
    page.keyboard.press("Enter")
    expect(robot.card.get_by_role("heading")).to_have_text(asked)
    page.goto(start)
    games.get_by_role("button", name="Remove").click()
    expect(games).to_have_count(0)


@pytest.mark.slow
def test_a_new_game_of_the_program_offers_the_unfinished_one(play: Any, open_page: Open, tmp_path: Any) -> None:
    """Never silently: the new game is there, and a card above its question leads to the old one."""
    with play(
        "--set", "no-events=true"
    ) as address:  # its dice are by lot: whose units move, and to where, is not known
        robot = Robot(open_page(address), likes=MARCH)
        robot.until_asked("which unit moves")
        asked = robot.asked
    with play("--set", "no-events=true") as address:
        assert "#unfinished=" in address
        page = open_page(address)
        card = page.get_by_role("region", name="Unfinished game")
        expect(card).to_contain_text("An unfinished game is kept: The Stone Wall, turn ")
        expect(region(page, "Decision").get_by_role("button").first).to_be_visible()
        card.get_by_role("link", name="Go on with it").click()
        expect(region(page, "Decision").get_by_role("heading")).to_have_text(asked)
        expect(page.get_by_role("region", name="Unfinished game")).to_have_count(0)


def begun(page: Page) -> None:
    page.get_by_role("button", name="Begin the battle").click()


def test_one_person_plays_both_sides_with_hands_that_are_turned_up(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Myself")
    expect(panel).to_contain_text("One person, both sides. To learn the battle")
    panel.get_by_text("Dice, book of rules, options").click()
    pick(panel, "Hidden hands")
    page.get_by_role("checkbox", name="Practice").check()
    begun(page)
    robot = Robot(page, likes=("pass",))
    robot.until(lambda r: "turn up a chit" in r.answers())
    assert robot.answers() == ["pass", "turn up a chit"]
    expect(page.get_by_text("practice", exact=False).first).to_be_visible()
    assert not any("I am the" in name for name in robot.answers())
    turn_to(page, "Chits")
    expect(page.get_by_text("Each is as likely to come next")).to_be_visible()
    expect(page.get_by_role("button", name="Look at the")).to_have_count(0)


def filled(box: Locator) -> str:
    """What stands in a box that the program fills in."""
    expect(box).to_have_value(re.compile("."))
    return box.input_value()


@pytest.mark.slow
def test_two_machines_get_an_address_each(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    pick(panel, "A friend elsewhere")
    expect(panel).to_contain_text("Two people at two machines")
    expect(panel).to_contain_text("This server can be reached from this machine only")  # before it is begun in vain
    begun(page)
    sent = {
        side: filled(page.get_by_role("textbox", name=f"Address of the {side} player"))
        for side in ("Union", "Confederate")
    }
    expect(page.get_by_text("This server can be reached from this machine only")).to_be_visible()
    for side, at in sent.items():
        robot = Robot(open_page(at))
        assert robot.answers() and robot.asked.startswith(side)


@pytest.mark.slow
def test_the_computer_takes_the_side_that_is_left_to_it(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Confederate")
    panel.get_by_role("button", name="Change").click()
    panel.get_by_role("combobox", name="The computer plays as").select_option("cautious")
    expect(panel.get_by_role("radio", name="Confederate")).to_be_checked()
    begun(page)
    robot = Robot(page)
    assert robot.answers() and robot.asked.startswith("Confederate")
