"""Players who use one way only: the keys, the text board, or the pointer on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Error, Locator, Page, expect

from .rest import FREE_AT, PINNED, settled, texts_of
from .robot import Robot, region

TABS = 60
"""Presses of Tab and of arrows after which a button counts as out of reach."""
HERE = """nodes => nodes.map(node => {
  const now = document.activeElement;
  const list = one => one.parentElement?.closest('ul, ol, p, fieldset, [role=group]');
  if (node === now) return 'there';
  if (!list(node) || list(node) !== list(now) || !now.matches('button, a, summary')) return '';
  return now.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING ? 'ahead' : 'behind';
})"""
"""Where some things lie from what has the focus, in the list of both."""


HURRY = 6_000
"""Milliseconds that a robot waits for what may have been answered meanwhile."""


def answered(robot: Robot) -> bool:
    """One answer; whether it could be given: what an order answers in this moment is gone when it is pressed."""
    expect.set_options(timeout=HURRY)
    robot.page.set_default_timeout(HURRY)
    try:
        robot.step()
    except (Error, AssertionError):
        return False
    finally:
        expect.set_options(timeout=15_000)
        robot.page.set_default_timeout(15_000)
    return True


def reach(page: Page, wanted: Locator, most: int = 200) -> None:
    """Tab until something has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(most):
        if wanted.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} is not reached in {most} presses of Tab")


def enter_on(page: Page, wanted: Locator) -> None:
    """Press a button by the keys alone."""
    reach(page, wanted)
    page.keyboard.press("Enter")


def turn(robot: Robot) -> str:
    """The turn, as the page has it."""
    state = region(robot.page, "State of the battle")
    expect(state).to_contain_text(re.compile(r"Turn \d+ of"))
    found = re.search(r"Turn (\d+) of", state.text_content() or "")
    assert found
    return found[1]


def play_a_turn(robot: Robot, enough: Callable[[], bool] = lambda: False) -> None:
    """Until the turn is over that the page shows now, or what was played of it is enough."""
    robot.answers()
    now = turn(robot)
    robot.until(lambda r: turn(r) != now or enough())


def log_of(robot: Robot) -> list[str]:
    """The lines of the log, whatever tab is shown."""
    return texts_of(robot.page.get_by_role("log", include_hidden=True).locator("p.line"))


class KeyPlayer(Robot):
    """Touches nothing but the keyboard: the keys that the card names, else Tab to the button and Enter."""

    def press(self, name: str) -> None:
        self.answers()
        asked = self.asked
        button = self.named(name)
        key = button.locator("kbd").first.inner_text() if button.locator("kbd").count() else ""
        if key:
            self.page.keyboard.press(key)
        else:
            self.tab_to(button)
            if not button.count():
                return
            self.page.keyboard.press("Enter")
        self.pressed.append((asked, name))
        expect(self.card).to_have_attribute("aria-busy", "false")

    def tab_to(self, wanted: Locator) -> None:
        """Tab until a thing has the focus, or is in one list with what has it; then the arrows."""
        for _ in range(TABS):
            here = wanted.evaluate_all(HERE)
            if "there" in here or not here:  # the answer before has come meanwhile, and with it another question
                return
            self.page.keyboard.press("ArrowRight" if "ahead" in here else "ArrowLeft" if "behind" in here else "Tab")
        raise AssertionError(f"{wanted} is not reached in {TABS} presses of a key")


class Reader(Robot):
    """Reads the text board and knows the map by its numbers only; presses what has a name."""

    at_hexes = 0
    """Answers given from the text board."""

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("region", name="Text board")

    def step(self) -> None:
        names = self.answers()
        if self.card.locator("button.main[data-answer]").count():
            super().step()
            return
        expect(self.board).to_be_visible()
        hexes = self.board.get_by_role("group", name="Hexes with answers").get_by_role("button").all_inner_texts()
        if not hexes or (any(name.startswith("done") for name in names) and self.rng.random() < 0.3):
            self.choose(self.buttons, names)
            return
        hex = self.rng.choice(hexes)
        self.board.get_by_label("Go to hex").fill(hex)
        self.board.get_by_label("Go to hex").press("Enter")
        expect(self.board.get_by_role("heading", name=f"Hex {hex}", exact=True)).to_be_visible()
        there = self.board.get_by_role("list", name=f"What may be done at {hex}").get_by_role("button")
        self.choose(there, [name.strip() for name in there.all_text_contents()])
        self.at_hexes += 1

    def choose(self, buttons: Locator, names: list[str]) -> None:
        """One of some buttons, by Enter on it."""
        asked = self.asked
        liked = [n for n in names if any(n.startswith(like) for like in self.likes)]
        name = self.rng.choice(liked or names)
        named = buttons.and_(self.page.get_by_role("button", name=name, exact=True))
        named.or_(buttons.get_by_text(name, exact=True)).first.press("Enter")
        self.pressed.append((asked, name))
        expect(self.card).to_have_attribute("aria-busy", "false")


LIT = f"""() => [...document.querySelectorAll('[role=gridcell].can')].map(
  one => [one.ariaLabel, ...({FREE_AT})(one, [0.5, 0.12])])"""
"""Every lit hex, a place in its head, and whether nothing lies over it there."""


class Pointer(Robot):
    """Clicks on the board wherever a hex is lit, else on a button."""

    at_hexes = 0
    """Answers given by a click on the board."""

    def point(self, x: float, y: float) -> None:
        """Presses a place of the board."""
        self.page.mouse.click(x, y)

    def step(self) -> None:
        names = self.answers()
        self.page.evaluate(PINNED)
        settled(self.page)
        lit = {hex: at for hex, *at, _, free in self.page.evaluate(LIT) if free}
        if not lit or (any(name.startswith("done") for name in names) and self.rng.random() < 0.3):
            super().step()
            return
        asked, hex = self.asked, self.rng.choice(list(lit))
        self.point(*lit[hex])
        settled(self.page)
        choices = self.page.get_by_role("group", name=f"Answers at {hex}").get_by_role("button")
        if choices.count():
            self.hit(choices.first)
        expect(self.card).to_have_attribute("aria-busy", "false")
        if self.asked == asked and self.answers() == names:
            super().step()  # a plan for that hex has been opened, or a unit chosen
        else:
            self.at_hexes += 1
            self.pressed.append((asked, hex))


class Finger(Pointer):
    """Has one finger and nothing else."""

    def point(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def hit(self, button: Locator) -> None:
        button.tap()
