"""A whole turn by the pointer, on the board wherever something is lit; and by a finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .players import Finger, Pointer, log_of, play_a_turn
from .positions import spec_of
from .rest import box_of, eventually, hex_cell, settled
from .robot import Robot

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
Turn = Callable[..., str]


@pytest.mark.slow
def test_a_turn_by_mouse(a_turn: Turn, open_page: Open) -> None:
    page = open_page(a_turn(6, open_hands=True), viewport={"width": 1400, "height": 900})
    player = Pointer(page, seed=6, likes=["pass", "hold", "order attack"])
    moved = page.locator("[role=log] p.line").filter(has_text=" moves to ")
    for _ in range(3):  # by its lots a turn may go by without a move
        play_a_turn(player)
        if moved.count():
            break
    assert player.at_hexes > 1
    assert any(" moves to " in line for line in log_of(player))


def test_a_turn_by_touch_on_a_phone(a_turn: Turn, open_page: Open, count: Callable[[int], int]) -> None:
    """In `make test` until a unit has been moved by a tap on the board."""
    page = open_page(a_turn(6, open_hands=True), viewport={"width": 390, "height": 844}, has_touch=True)
    player = Finger(page, seed=6, likes=["pass", "hold", "order attack"])
    moved = page.locator("[role=log] p.line").filter(has_text=" moves to ")
    for _ in range(3):  # by its lots a turn may go by without a move
        play_a_turn(player, enough=lambda: count(10) == 1 and player.at_hexes > 1 and moved.count() > 0)
        if moved.count():
            break
    assert player.at_hexes > 0
    assert any(" moves to " in line for line in log_of(player))


PINCH = """async node => {
    const touch = (id, x, y) => ({pointerId: id, pointerType: 'touch', clientX: x, clientY: y, bubbles: true});
    const send = (kind, ...how) => node.dispatchEvent(new PointerEvent(kind, touch(...how)));
    send('pointerdown', 1, 300, 300);
    send('pointerdown', 2, 340, 300);
    for (let i = 1; i <= 10; i++) send('pointermove', 2, 340 + 8 * i, 300);
    send('pointerup', 2, 420, 300);
    send('pointerup', 1, 300, 300);
}"""


def test_two_fingers_bring_the_map_closer(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["both"], has_touch=True)
    hex = hex_cell(page, "1834")
    before = box_of(hex)
    hex.evaluate(PINCH)
    after = box_of(hex)
    assert 2.5 < after["width"] / before["width"] < 3.5


def test_a_finger_opens_a_stack_before_it_chooses(at_position: Make, open_page: Open) -> None:
    spec = spec_of({"27 VA": "1834", "4 VA": "1834", "2 VA": "1834", "7 OH-a": "1535"})
    page = open_page(at_position(spec)["both"], has_touch=True)
    stack = page.get_by_role("group", name="Stack at 1834")
    expect(page.locator(".total text")).to_have_text("3")
    box = box_of(stack.get_by_role("button").last)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def apart() -> float:
        boxes = [b for unit in stack.get_by_role("button").all() if (b := unit.bounding_box())]
        near = min(abs(a["x"] - b["x"]) + abs(a["y"] - b["y"]) for i, a in enumerate(boxes) for b in boxes[:i])
        return near / boxes[0]["width"] if len(boxes) == 3 else 0

    assert eventually(page, apart, lambda far: far > 0.9) > 0.9


def test_pointing_at_a_stack_shows_its_counters_large_with_their_other_faces(
    at_position: Make, open_page: Open
) -> None:
    page = open_page(at_position(spec_of({"27 VA": "1834", "4 VA": "1834", "2 VA": "1834", "7 OH-a": "1535"}))["both"])
    view = page.locator(".stack-view")
    for _ in range(6):
        page.get_by_label("Further away").click()
    page.get_by_role("group", name="Stack at 1834").get_by_role("button").last.hover()
    expect(view.locator("img")).to_have_count(6)
    expect(view).to_contain_text("1834 3 counters, strength")
    expect(view.locator(".rank")).to_have_text(["1", "2", "3"])
    expect(view).to_contain_text("Strength, weapon, cohesion: 6-R-4 has 6 points of strength")
    apart = """() => {
      const box = document.querySelector('.stack-view').getBoundingClientRect();
      return ['27 VA', '7 OH-a'].every(id => {
        const one = document.querySelector(`[data-unit="${id}"]`).getBoundingClientRect();
        return one.right <= box.left || one.left >= box.right || one.bottom <= box.top || one.top >= box.bottom;
      });
    }"""
    page.wait_for_function(apart)  # over none of the counters there are
    page.get_by_role("group", name="Stack at 1535").get_by_role("button").hover()
    expect(view.locator("img")).to_have_count(0)
    page.keyboard.press("i")
    expect(view.locator("img")).to_have_count(2)
    expect(view).to_contain_text("1535 1 counter, strength")
    page.keyboard.press("i")
    expect(view.locator("img")).to_have_count(0)


def test_enter_still_takes_the_proposed_answer_after_a_click_on_the_map(at_position: Make, open_page: Open) -> None:
    spec = spec_of({"7 OH-a": "1733", "27 VA": "1834"}, begin="orders", active="Tyler", turn=6, waiting=False)
    page = open_page(at_position(spec)["both"])
    robot = Robot(page)
    robot.until_asked("which Order")
    hex_cell(page, "2035").click()
    page.keyboard.press("Enter")
    expect(robot.card.get_by_text("which Order")).not_to_be_visible()


def test_a_view_that_waits_for_a_unit_takes_the_next_that_is_pointed_at(new_game: Make, open_page: Open) -> None:
    page = open_page(new_game()["at"]["union"])
    page.get_by_role("button", name="7 OH-a", exact=True).wait_for()
    page.mouse.move(5, 5)
    page.keyboard.press("r")
    page.keyboard.press("0")
    expect(page.get_by_text("Now point at a unit.")).to_be_visible()
    page.get_by_role("button", name="7 OH-a", exact=True).hover()
    expect(page.get_by_text("Now point at a unit.")).not_to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("How far a unit comes.*7 OH-a"))).to_be_visible()


def test_what_only_screen_readers_read_does_not_lengthen_the_page(at_position: Make, open_page: Open) -> None:
    spec = spec_of({"7 OH-a": "1532", "27 VA": "1936"}, begin="movement", active="Tyler", turn=6, waiting=False)
    page = open_page(at_position(spec)["both"], viewport={"width": 1400, "height": 900})
    robot = Robot(page, likes=["move"])
    robot.until_asked("where to?")
    robot.press(robot.answers()[1])
    page.keyboard.press("z")
    expect(robot.log.get_by_text("taken back:").first).to_be_attached()
    settled(page)
    assert page.evaluate("document.documentElement.scrollHeight") == 900
