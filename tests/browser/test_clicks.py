"""What an activation costs in clicks and keys, counted at the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import click_hex, times
from .robot import Robot

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
BRIGADE = {
    "7 OH-a": "1634", "7 OH-b": "1635", "1 WV-a": "1633", "7 IN-a": "1637", "7 IN-b": "1637",
    "1 WV-b": "1433", "110 PA-a": "1435", "110 PA-b": "1435", "29 OH-a": "1436", "29 OH-b": "1437",
}  # fmt: skip
"""Five units within range of an enemy hex each, five behind them."""
ENEMY = {"27 VA": "1834", "4 VA": "1836", "33 VA": "1935"}
SPEC = spec_of(BRIGADE | ENEMY, turn=6, active="Tyler", begin="orders", waiting=False)


ASKED = """() =>
  [...document.querySelectorAll('[role="log"], [aria-label="Decision"] :is(h1, h2, h3), form, [role="form"]')]
    .map(one => one.tagName === "FORM" || one.role === "form" ? one.ariaLabel : one.textContent).join()"""
"""What is asked, told and planned: Enter changes one of them, and no chance or note that comes late does."""


class Fingers:
    """Somebody at the page whose every click and key is counted, by the seat that is asked."""

    def __init__(self, page: Page) -> None:
        self.robot = Robot(page)
        self.page = page
        self.used = {"union": 0, "confederate": 0}

    @property
    def seat(self) -> str:
        return self.robot.card.get_attribute("data-seat") or ""

    def key(self, name: str) -> None:
        self.used[self.seat] += 1
        self.page.keyboard.press(name)

    def click(self, thing: Locator) -> None:
        self.used[self.seat] += 1
        thing.click()

    def click_hex(self, name: str) -> None:
        """A hex beside the counters in it."""
        self.used[self.seat] += 1
        click_hex(self.page, name)

    def asked(self, words: str) -> None:
        """Waits until the card asks for something."""
        expect(self.robot.card.get_by_role("heading")).to_contain_text(words)
        expect(self.robot.card).to_have_attribute("aria-busy", "false")

    def take_what_is_proposed(self, while_in: str) -> None:
        """Enter for every question of a step, whoever is asked."""
        for _ in range(30):
            self.robot.answers()
            if while_in not in self.robot.card.inner_text():
                return
            before = self.page.evaluate(ASKED)
            self.key("Enter")
            self.page.wait_for_function(f"before => ({ASKED})() !== before", arg=before)
        raise AssertionError(f"still in {while_in}: {self.robot.card.inner_text()}")


def fire(fingers: Fingers, target: str) -> None:
    """A target and a confirmation."""
    fingers.click_hex(target)
    plan = fingers.page.get_by_role("form", name="Fire plan")
    expect(plan).to_contain_text(target)
    fingers.key("Enter")
    expect(fingers.robot.log).to_contain_text(f"fire at {target}")


def advance(fingers: Fingers) -> None:
    """The whole brigade by one hex the same way."""
    fingers.key("b")
    fingers.click(fingers.page.get_by_role("button", name="One hex SE"))
    expect(fingers.page.get_by_role("button", name="Move 10 units")).to_be_enabled()
    fingers.key("Enter")


def assault(fingers: Fingers, *targets: str) -> None:
    """Every target and one confirmation."""
    for target in targets:
        fingers.click_hex(target)
        expect(fingers.page.get_by_role("form", name="Assault plan").locator(".answer.open")).to_contain_text(target)
    fingers.key("Enter")
    fingers.asked("which combat is resolved next?")


SLOW = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (String(text).includes('"plans"')) setTimeout(() => send.call(this, text), 250);
  else send.call(this, text);
};
"""
"""Plans are asked for later than anybody presses Enter."""


@pytest.mark.parametrize(("seed", "slow"), [(20, False), (37, False), (20, True)])
def test_an_activation_with_all_of_it(at_position: Lay, open_page: Open, seed: int, slow: bool) -> None:
    """Seed 20 drives two defenders back, two hexes each; in seed 37 an attack fails and five units fall back."""
    address = at_position(SPEC, seed=seed)["both"]
    page = open_page(address, viewport={"width": 1400, "height": 900}, **({"locale": "en"} if slow else {}))
    if slow:
        page.add_init_script(SLOW)
        page.reload()
    fingers = Fingers(page)
    fingers.asked("which Order?")
    fingers.click(fingers.robot.card.get_by_role("button", name="order attack"))
    fingers.asked("fire at which hex?")
    fire(fingers, "1834")
    fire(fingers, "1836")
    fingers.asked("which unit moves?")
    advance(fingers)
    fingers.asked("attack which hex?")
    times(fingers.robot.log, " moves to ", 10)
    assault(fingers, "1834", "1836")
    fingers.take_what_is_proposed("Tyler")
    times(fingers.robot.log, "will assault", 2)
    assert fingers.robot.log.inner_text().count(" assault 18") >= 2
    assert fingers.used["union"] <= 25 and fingers.used["confederate"] <= 6, fingers.used
