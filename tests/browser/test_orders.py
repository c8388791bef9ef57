"""Windows that do not tire: orders from the question, the tray, the beat at two pages, one card at one screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import box_of, settled
from .robot import Robot, region, turn_to

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
UNITS = {"7 OH-a": {"hex": "1733", "marks": ["shaken"]}, "27 VA": {"hex": "2030", "marks": ["shaken"]}}
HELD = {"union": ["Rally", "Good Ground"], "confederate": ["Rally"]}
DRAW = spec_of(UNITS, begin="draw", turn=6, held=HELD, cup=["Garnett", "Tyler", "Fog of War"], waiting=False)
TURN_END = spec_of(UNITS, begin="end-turn", turn=6, held=HELD, waiting=False)
ORDERING = spec_of(UNITS, begin="orders", turn=6, active="Tyler", held=HELD, cup=["Garnett"], waiting=False)
SHOOTING = spec_of(
    {"7 OH-a": "1733", "110 PA-a": "1733", "27 VA": "1834"}, begin="movement", turn=6, active="Garnett",
    order="attack", waiting=False,
)  # fmt: skip


def card(page: Page) -> Locator:
    return region(page, "Decision")


def beat(page: Page) -> Locator:
    return page.get_by_role("region", name="Beat")


def tray(page: Page, seat: str = "Union") -> Locator:
    turn_to(page, "Orders")
    return page.get_by_role("region", name=f"Orders of the {seat}")


def always(page: Page, name: str) -> None:
    """Give an order from the question."""
    question = page.get_by_role("region", name="Order from this question")
    question.get_by_role("button", name="Order for questions like this").click()
    question.get_by_role("button", name=name).click()


def test_an_order_is_given_from_the_question_changed_and_removed_in_the_tray(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(TURN_END, orders=True)["union"])
    loud = region(page, "State of the battle").get_by_role("button", name=re.compile("orders? of yours"))
    expect(card(page)).to_contain_text("before the turn ends")
    expect(loud).to_have_count(0)
    always(page, "pass: this turn")
    expect(card(page)).not_to_contain_text("before the turn ends")
    expect(loud).to_have_accessible_name("One order of yours stands and answers for you")
    wide = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    expect(loud).to_be_in_viewport(ratio=1)
    page.set_viewport_size(wide or {"width": 1280, "height": 720})
    loud.click()
    orders = page.get_by_role("region", name="Orders of the Union")
    row = orders.get_by_role("listitem").filter(has_text="An event chit of mine is drawn")
    expect(row).to_contain_text("keep it")
    row.get_by_role("button", name="Change: An event chit of mine is drawn").click()
    form = page.get_by_role("form", name="An event chit of mine is drawn")
    form.get_by_label("ask whether it is played at once").check()
    form.get_by_label("How long").select_option("this turn")
    form.get_by_role("button", name="Give this order").click()
    expect(row).to_contain_text("ask whether it is played at once (this turn)")
    row.get_by_role("button", name="Remove: An event chit of mine is drawn").click()
    expect(row).to_contain_text("keep it")


def test_an_order_names_hexes_and_a_wrong_one_is_refused_in_words(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["union"])
    orders = tray(page)
    row = orders.get_by_role("listitem").filter(has_text="A hex of mine is fired at")
    for hexes, words in (("2030", "the enemy holds 2030"), ("1733 1834", "else pass: 1733, 1834")):
        row.get_by_role("button", name="Change").click()
        page.get_by_role("textbox", name="Hexes").fill(hexes)
        page.get_by_role("button", name="Give this order").click()
        expect(page.get_by_text(words).first).to_be_visible()


def test_one_key_suspends_all_orders(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["union"])
    expect(card(page).get_by_role("button", name="pass", exact=True)).to_be_visible()
    orders = tray(page)
    expect(orders).to_contain_text("Suspended: every question is put to you.")
    page.keyboard.press("Shift+O")
    expect(orders).not_to_contain_text("Suspended")
    expect(card(page)).not_to_contain_text("before the next draw")
    page.keyboard.press("Shift+O")
    expect(orders).to_contain_text("Suspended")


def test_opportunity_fire_is_ordered_from_its_question(at_position: Lay, open_page: Open) -> None:
    """The other seat's march goes on by itself: the fire is that of the order."""
    at = at_position(SHOOTING)
    union, confederate = open_page(at["union"]), open_page(at["confederate"])
    Robot(confederate).press("move 27 VA")
    Robot(confederate).press("27 VA: 1833")
    expect(card(union)).to_contain_text("fire at it?")
    always(union, "fire with everything, best grouping: this activation")
    expect(card(union)).not_to_contain_text("fire at it?")
    expect(union.locator("[role=log]")).to_contain_text("1834")


def test_two_pages_wait_for_a_beat_and_a_hand_stops_it(at_position: Lay, open_page: Open) -> None:
    """Ten seconds, so that the test has time; the pause is held long before they are over."""
    at = at_position(DRAW, orders=True, beat=10.0)
    confederate = open_page(at["confederate"])
    confederate.get_by_role("region", name="State of the battle").wait_for()
    union = open_page(at["union"])
    expect(beat(union)).to_be_visible()
    play_on(union, confederate)
    expect(beat(union)).to_contain_text("press O to hold it")
    expect(beat(confederate)).to_contain_text("Before a draw")
    expect(card(union).get_by_role("button")).to_have_count(0)
    high = "part => part.getBoundingClientRect().height"
    height = beat(union).evaluate(high)  # at once: the pause does not wait until the page is at rest
    union.keyboard.press("o")
    expect(card(union).get_by_role("button", name="play Rally")).to_be_visible()
    expect(beat(union)).to_contain_text("You have raised your hand")
    expect(beat(confederate)).not_to_contain_text("raised")
    assert beat(union).evaluate(high) == height


def play_on(*pages: Page) -> None:
    """Both pages press any answer until a beat before a draw runs."""
    for _ in range(60):
        if all("Before a draw" in beat(page).inner_text() for page in pages):
            return
        for page in pages:
            robot = Robot(page)
            if robot.buttons.count() and robot.buttons.first.is_enabled():
                names = robot.answers()
                robot.press(next((n for n in names if n.startswith(("pass", "done"))), names[-1]))
                break
        pages[0].wait_for_timeout(100)
    raise AssertionError("no beat before a draw")


def test_at_one_screen_a_window_is_one_card_for_both(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["both"])
    window = page.get_by_role("region", name="Window for both")
    window.get_by_role("button", name="Confederate plays a chit").click()
    expect(card(page).get_by_role("button", name="play Rally")).to_be_visible()
    expect(card(page)).to_contain_text("Confederate")


def test_at_one_screen_one_key_lets_the_draw_come(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["both"])
    expect(page.get_by_role("button", name="Go on, both pass")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator("[role=log]")).to_contain_text("drawn")


def test_at_one_screen_nobody_types_pass_until_the_turn_ends(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["both"])
    page.get_by_role("button", name="Both pass until the turn ends").click()
    expect(card(page)).not_to_contain_text("before the next draw")  # the question that was just answered is gone
    robot = Robot(page, likes=("order regroup", "done", "pass"))
    seen: list[str] = []
    for _ in range(12):
        expect(card(page)).to_have_attribute("aria-busy", "false")
        settled(page)
        if not robot.buttons.count() or "turn ends" in robot.asked:
            break
        seen.append(robot.asked)
        robot.step()
    assert not any("before the next draw" in asked for asked in seen)


def test_without_a_beat_a_key_asks_to_be_asked_once(at_position: Lay, open_page: Open) -> None:
    """The orders pass before the draws, until the player raises a hand."""
    page = open_page(at_position(ORDERING, orders=True, beat=0.0)["union"])
    hand = page.get_by_role("region", name="Raise a hand")
    expect(hand.get_by_role("button", name="ask me once")).to_be_enabled()
    page.keyboard.press("o")
    expect(hand.get_by_role("button", name="do not ask me")).to_be_visible()
    Robot(page, likes=("order regroup", "done")).until_asked("before the next draw")
    expect(card(page).get_by_role("button", name="play Rally")).to_be_visible()


def test_the_card_of_a_window_at_one_screen_moves_no_other_and_enter_is_its_key(
    at_position: Lay, open_page: Open
) -> None:
    page = open_page(at_position(DRAW)["both"])
    window = page.get_by_role("region", name="Window for both")
    expect(window.locator("kbd")).to_have_text("Enter")
    expect(card(page).locator("kbd").filter(has_text="Enter")).to_have_count(1)  # that of the window
    assert box_of(card(page))["y"] < box_of(window)["y"]


def test_the_hand_says_what_each_chit_does_and_whether_it_can_be_played(at_position: Lay, open_page: Open) -> None:
    page = open_page(at_position(DRAW)["union"])
    turn_to(page, "Chits")
    held = page.get_by_role("list", name="Hand of the Union").get_by_role("listitem").filter(has_text="Rally")
    expect(held).to_contain_text("Rally (can be played now)")
    expect(held.get_by_role("paragraph")).to_have_text(re.compile(".{41}"))
