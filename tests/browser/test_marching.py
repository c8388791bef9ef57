"""Moves and ways back at the page, and what they cost in clicks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import box_of, click_hex, eventually, hex_cell, place_in, settled
from .robot import Robot

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
TEN = {
    "7 OH-a": "1532", "7 OH-b": "1531", "7 IN-a": "1432", "7 IN-b": "1433", "1 WV-a": "1332", "1 WV-b": "1332",
    "110 PA-a": "1231", "110 PA-b": "1231", "29 OH-a": "1230", "29 OH-b": "1329",
}  # fmt: skip
STEP = {"turn": 6, "active": "Tyler", "begin": "movement", "waiting": False}
MARCHING = spec_of({**TEN, "27 VA": "1936"}, order="maneuver", **STEP)
CLOSE = spec_of({"7 OH-a": "1733", "7 OH-b": "1632", "29 OH-a": "1634", "27 VA": "1834"}, order="attack", **STEP)


@pytest.fixture
def marching(at_position: Lay, open_page: Open) -> Robot:
    """Whose ten units may move, along a lane."""
    return begun(open_page(at_position(MARCHING)["both"]))


@pytest.fixture
def close(at_position: Lay, open_page: Open) -> Robot:
    """One of whose units stands beside an enemy."""
    return begun(open_page(at_position(CLOSE)["both"]))


def begun(page: Page) -> Robot:
    robot = Robot(page)
    expect(robot.card.get_by_role("heading")).to_contain_text("which unit moves?")
    expect(panel(page).get_by_role("button", name="One hex", exact=False)).to_have_count(6)
    return robot


class Hand:
    """Counts what a player does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.deeds = 0

    def click(self, what: Locator, **how: object) -> None:
        self.deeds += 1
        what.click(**how)  # type: ignore[arg-type]

    def hex(self, name: str) -> None:
        """A click in the corner of a hex, beside the counters in it."""
        self.deeds += 1
        click_hex(self.page, name, 0.96)

    def key(self, name: str) -> None:
        self.deeds += 1
        self.page.locator("body").press(name)


@pytest.fixture
def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
    robot = request.getfixturevalue("marching" if "marching" in request.fixturenames else "close")
    yield Hand(robot.page)


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Moves")


def counter(page: Page, unit: str) -> Locator:
    return page.get_by_role("button", name=unit, exact=True)


def point(page: Page, hex: str) -> None:
    page.mouse.move(*place_in(page, hex, 0.9))


def test_ten_units_down_a_road_cost_three_clicks(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.click(panel(page).get_by_role("button", name="Tyler, all 10"))
    hand.hex("1632")
    expect(panel(page)).to_contain_text("march to 1632:")
    expect(page.locator(".ghost")).to_have_count(9)
    hand.click(panel(page).get_by_role("button", name="Move 9 units"))
    expect(marching.log).to_contain_text("29 OH-b moves to ")
    assert hand.deeds <= 3
    expect(panel(page).get_by_label("Not moved yet")).to_contain_text("7 OH-b")
    expect(page.locator(".counter.moved")).to_have_count(9)


def test_one_key_takes_the_whole_march_back(marching: Robot) -> None:
    page = marching.page
    page.keyboard.press("b")
    Hand(page).hex("1632")
    expect(page.locator(".ghost")).to_have_count(9)
    page.keyboard.press("Enter")
    expect(marching.log).to_contain_text("29 OH-b moves to ")
    marching.answers()
    page.keyboard.press("z")
    expect(panel(page).get_by_label("Not moved yet").get_by_role("button")).to_have_count(10)
    expect(page.locator(".counter.moved")).to_have_count(0)


@pytest.mark.slow
def test_the_same_by_three_keys_and_the_hex(marching: Robot, hand: Hand) -> None:
    hand.key("b")
    hand.hex("1632")
    expect(marching.page.locator(".ghost")).to_have_count(9)
    hand.key("Enter")
    expect(marching.log).to_contain_text("7 OH-a moves to 1632")
    assert hand.deeds == 3


def test_the_order_of_march_is_changed_by_buttons(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.key("b")
    hand.hex("1632")
    order = panel(page).get_by_role("list", name="Order of march").get_by_role("listitem")
    expect(order.first).to_contain_text("7 OH-a to 1632")
    order.first.get_by_role("button", name="7 OH-a later").click()
    expect(order.first).to_contain_text("7 IN-a to 1632")
    expect(panel(page).get_by_role("button", name="Move")).to_be_enabled()


def test_a_brigade_steps_one_hex_in_three_clicks_and_two_with_one_more(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.click(panel(page).get_by_role("button", name="Tyler, all 10"))
    hand.click(panel(page).get_by_role("button", name="One hex W"))
    expect(panel(page)).to_contain_text("one hex W:")
    hand.click(panel(page).get_by_role("button", name="One hex W"))
    expect(panel(page)).to_contain_text("2 hexes W:")
    hand.key("Enter")
    expect(marching.log).to_contain_text("7 OH-a moves to 1534")
    assert hand.deeds == 4


def test_the_arrows_of_the_directions_point_as_before_when_a_unit_has_gone(at_position: Lay, open_page: Open) -> None:
    """The next one stands at the western edge: what is known of its ways does not tell where the others point."""
    laid = spec_of({"7 OH-a": "1532", "7 OH-b": "1241", "27 VA": "1936"}, order="maneuver", **STEP)
    robot = begun(open_page(at_position(laid)["both"]))
    ways = panel(robot.page).get_by_role("button", name="One hex")
    arrows = "all => all.map(one => [one.getAttribute('aria-label'), one.querySelector('[style]').style.transform])"
    expect(ways).to_have_count(6)
    settled(robot.page)
    before = ways.evaluate_all(arrows)
    panel(robot.page).get_by_role("button", name="Choose 7 OH-a").click()
    panel(robot.page).get_by_role("button", name="One hex W").click()
    panel(robot.page).get_by_role("button", name="Move 7 OH-a").click()
    expect(robot.log).to_contain_text("7 OH-a moves to 1533")
    expect(panel(robot.page).get_by_role("button", name="One hex W")).to_be_disabled()
    assert eventually(robot.page, lambda: ways.evaluate_all(arrows), lambda now: now == before) == before


def test_a_stack_moves_in_two(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.click(counter(page, "1 WV-a"), modifiers=["Shift"])
    expect(page.locator(".costs g").first).to_be_attached()
    hand.hex("1334")
    for unit in ("1 WV-a", "1 WV-b"):
        expect(marching.log).to_contain_text(f"{unit} moves to 1334")
    assert hand.deeds == 2


def test_pointing_at_a_counter_shows_its_range_and_commits_nothing(marching: Robot) -> None:
    page = marching.page
    counter(page, "7 OH-a").hover()
    expect(page.locator(".costs g").first).to_be_attached()
    expect(marching.card.get_by_role("heading")).to_contain_text("which unit moves?")
    page.mouse.move(5, 400)
    expect(page.locator(".costs g")).to_have_count(0)


def test_a_unit_is_chosen_and_moved_in_two_clicks(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.click(counter(page, "7 OH-a"))
    expect(page.locator(".costs g").first).to_be_attached()
    hand.hex("1534")
    expect(marching.log).to_contain_text("7 OH-a moves to 1534")
    assert hand.deeds == 2


def test_pointing_tells_cost_support_and_room(marching: Robot) -> None:
    page = marching.page
    counter(page, "7 OH-a").click()
    expect(page.locator(".costs g").first).to_be_attached()
    point(page, "1633")
    expect(page.locator(".told")).to_contain_text("1633: 2 MP, 4 left; 7 OH-a loses support, cohesion 4 to 3")
    expect(page.locator(".ghost .numbers + text")).to_have_text("6-R-3")
    brings = panel(page).get_by_role("list", name="What it brings").get_by_role("listitem")
    expect(brings).to_have_text(["Loses support: cohesion 4 becomes 3.", "4 points left. Alone in the hex."])
    expect(panel(page).locator(".box")).to_contain_text("2 of 6")


def test_a_word_of_the_book_says_what_it_means_where_it_is_pressed_and_among_the_keys(marching: Robot) -> None:
    page = marching.page
    counter(page, "7 OH-a").click()
    expect(page.locator(".costs g").first).to_be_attached()
    point(page, "1633")
    word = panel(page).locator("[data-term]").filter(has_text="cohesion")
    expect(word).to_have_attribute("title", re.compile("How steady a unit is"))
    word.click()
    note = page.get_by_role("note")
    expect(note).to_contain_text("tests are rolled against it")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    word.click()
    note.get_by_role("button", name="KT 12.2").click()
    expect(page.get_by_role("dialog", name="Case KT-12.2-1")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("region", name="Keys")).to_contain_text("Words of the book")


def test_the_card_keeps_the_hex_that_was_pointed_at_and_goes_there(marching: Robot) -> None:
    """The box stays while the pointer goes to the card, and one button has Enter."""
    page = marching.page
    counter(page, "7 OH-a").click()
    expect(page.locator(".costs g").first).to_be_attached()
    point(page, "1633")
    go = marching.card.get_by_role("button", name="Go to 1633")
    expect(go).to_contain_text("Enter")
    go.hover()
    expect(panel(page).locator(".box")).to_contain_text("2 of 6")
    expect(page.get_by_role("button").get_by_text("Enter", exact=True)).to_have_count(1)
    panel(page).get_by_role("button", name="Choose 7 OH-b").click()
    expect(go).to_have_count(0)
    counter(page, "7 OH-a").click()
    expect(page.locator(".costs g").first).to_be_attached()
    point(page, "1633")
    expect(go).to_be_visible()
    page.keyboard.press("Enter")
    expect(marching.log).to_contain_text("7 OH-a moves to 1633")


def test_keys_go_from_unit_to_unit_that_has_not_moved(marching: Robot, hand: Hand) -> None:
    page = marching.page
    chosen = panel(page).locator("[aria-pressed=true]")
    hand.key("n")
    expect(chosen).to_have_text("7 OH-a")
    hand.key("n")
    expect(chosen).to_have_text("7 OH-b")
    hand.key("Shift+N")
    hand.key("Shift+N")
    expect(chosen).to_have_text("29 OH-b")
    hand.key("Escape")
    expect(chosen).to_have_count(0)


def test_a_unit_is_moved_by_keys_alone(marching: Robot, hand: Hand) -> None:
    page = marching.page
    hand.key("n")
    expect(hex_cell(page, "1532")).to_be_focused()
    for key in ("ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".told")).to_contain_text("MP, ")
    page.keyboard.press("Enter")
    expect(marching.log).to_contain_text("7 OH-a moves to 1534")


def test_enter_stands_on_one_button_at_a_time_and_never_on_the_end_of_the_step(marching: Robot, hand: Hand) -> None:
    page = marching.page
    enter = page.get_by_role("button").get_by_text("Enter", exact=True)
    for head in ("1632", "1432"):  # the second time some have moved and others could still go
        expect(enter).to_have_count(0)
        hand.key("b")
        hand.hex(head)
        expect(enter).to_have_count(1)
        expect(panel(page).get_by_role("button", name="Move ")).to_contain_text("Enter")
        hand.key("Escape")
        hand.key("Escape")
        if head == "1632":
            marching.press("move 7 OH-a")
            marching.press("7 OH-a: 1632")
            marching.press("done")
    expect(panel(page)).to_contain_text("✓ 7 OH-a")


def test_a_move_that_draws_fire_says_so_before_it_is_made(close: Robot) -> None:
    page = close.page
    counter(page, "7 OH-a").click()
    expect(page.locator(".costs g.fire").first).to_be_attached()
    point(page, "1833")
    expect(page.locator(".told")).to_contain_text("leaving 1733 draws fire from 27 VA, 1.5 SP (no free undo after it)")
    expect(page.locator(".fires .line")).to_have_count(1)
    fire = panel(page).get_by_role("list", name="What it brings").get_by_role("listitem").first
    expect(fire).to_have_text("Draws fire from 27 VA on leaving 1733, strength 1.5. No free undo after that.")


def test_what_fire_leaves_of_a_march_is_offered_again(close: Robot, hand: Hand) -> None:
    page = close.page
    hand.key("b")
    hand.hex("1536")
    expect(panel(page)).to_contain_text("march to 1536:")
    settled(page)
    if "7 OH-a" not in panel(page).get_by_role("listitem").first.inner_text():
        page.get_by_role("button", name="7 OH-a earlier").click()
    hand.key("Enter")
    expect(close.card.get_by_role("heading")).to_contain_text("fire at it?")
    close.press("pass")
    expect(panel(page)).to_contain_text("This is left of the march.")
    hand.key("Enter")
    expect(close.log).to_contain_text("7 OH-b moves to ")


GUNS = {"fresh": [23, "R", 6], "worn": [23, "R", 6]}
WEAK = {"fresh": [4, "R", 0], "worn": [4, "R", 0]}
ROUT = spec_of(
    {"7 OH-a": {"hex": "1733", "values": GUNS}, "27 VA": {"hex": "1834", "values": WEAK}, "4 VA": "1935"},
    **{**STEP, "begin": "fire"},
    order="attack",
)


@pytest.fixture
def falling(at_position: Lay, open_page: Open) -> Robot:
    """Whose 27 VA must fall back two hexes (the dice of seed 2 have it so)."""
    robot = Robot(open_page(at_position(ROUT, seed=2)["both"]), likes=["fire at 1834", "add ", "fire", "pass"])
    robot.until_asked("27 VA falls back")
    return robot


def test_a_retreat_is_one_key(falling: Robot) -> None:
    page = falling.page
    ways = page.get_by_role("region", name="Ways back").get_by_role("button")
    expect(ways.first).to_contain_text("2 hexes; no fire on the way")
    expect(falling.card.get_by_text("Other answers")).to_have_count(0)  # every answer is the beginning of a way
    expect(falling.card.get_by_text("⇥")).to_have_count(1)
    settled(page)
    expect(page.locator("g.back .end")).to_have_count(ways.count())
    end = (ways.first.get_attribute("title") or "").split(":")[0][-4:]
    page.locator("body").press("Enter")
    expect(falling.log).to_contain_text(f"27 VA falls back to {end}")
    expect(page.locator("g.back")).to_have_count(0)


@pytest.mark.slow
def test_another_end_of_a_retreat_is_one_click(falling: Robot) -> None:
    page = falling.page
    last = page.get_by_role("region", name="Ways back").get_by_role("button").last
    expect(last).to_be_visible()
    settled(page)
    end = (last.get_attribute("title") or "").split(":")[0][-4:]
    hex_cell(page, end).click()
    expect(falling.log).to_contain_text(f"27 VA falls back to {end}")
    expect(page.locator("g.back")).to_have_count(0)


def test_a_counter_is_dragged_onto_a_friend_and_the_map_keeps_still(marching: Robot) -> None:
    page = marching.page
    hex = hex_cell(page, "1433")
    before = box_of(hex)
    counter(page, "7 IN-b").drag_to(counter(page, "7 IN-a"), steps=6, force=True)
    expect(marching.log).to_contain_text("7 IN-b moves to 1432")
    assert box_of(hex) == before
