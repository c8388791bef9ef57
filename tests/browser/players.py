"""Players who use one way only: the keys, the text board, or the pointer on the board."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .robot import Robot, region

TABS = 80
"""Presses of Tab after which a button counts as out of reach."""


def turn(robot: Robot) -> str:
    """The turn, as the page has it."""
    found = re.search(r"Turn (\d+) of", region(robot.page, "State of the battle").text_content() or "")
    assert found
    return found[1]


def play_a_turn(robot: Robot) -> None:
    """Until the turn is over that the page shows now."""
    robot.answers()
    now = turn(robot)
    robot.until(lambda r: turn(r) != now)


def log_of(robot: Robot) -> list[str]:
    """The lines of the log, whatever tab is shown."""
    return list(robot.page.get_by_role("log", include_hidden=True).locator("p.line").all_inner_texts())


class KeyPlayer(Robot):
    """Touches nothing but the keyboard: the keys that the card names, else Tab to the button and Enter."""

    def press(self, name: str) -> None:
        asked = self.asked
        button = self.buttons.and_(self.page.get_by_role("button", name=name, exact=True))
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
        """Tab until a thing has the focus."""
        for _ in range(TABS):
            here = wanted.evaluate_all("nodes => nodes.map(node => node === document.activeElement)")
            if True in here or not here:  # the answer before has come meanwhile, and with it another question
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} is not reached in {TABS} presses of Tab")


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
        hexes = self.board.get_by_role("group", name="Hexes with answers").get_by_role("button").all_inner_texts()
        if not hexes or ("done" in names and self.rng.random() < 0.3):
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


class Pointer(Robot):
    """Clicks on the board wherever a hex is lit, else on a button."""

    at_hexes = 0
    """Answers given by a click on the board."""

    def step(self) -> None:
        names = self.answers()
        lit = self.page.locator("[role=gridcell].can")
        if not lit.count() or ("done" in names and self.rng.random() < 0.3):
            super().step()
            return
        asked, n = self.asked, self.rng.randrange(lit.count())
        hex = lit.nth(n).get_attribute("aria-label") or ""
        box = lit.nth(n).bounding_box()
        assert box
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.12)
        self.page.wait_for_timeout(100)
        choices = self.page.get_by_role("group", name=f"Answers at {hex}").get_by_role("button")
        if choices.count():
            choices.first.click()
        expect(self.card).to_have_attribute("aria-busy", "false")
        if self.asked == asked and self.answers() == names:
            super().step()  # a plan for that hex has been opened, or a unit chosen
        else:
            self.at_hexes += 1
            self.pressed.append((asked, hex))
