"""A player at the page who knows roles and names only (design 10), and no rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect


def region(page: Page, name: str) -> Locator:
    """A region of the page that is always there, by the role and the name it bears.

    `get_by_role` works out the role of all of a page's thousands of elements, every time it is looked at.
    """
    return page.locator(f':is(section, [role="region"])[aria-label="{name}"]')


class Robot:
    """Presses buttons of the region "Decision" until something is reached."""

    def __init__(self, page: Page, seed: int = 1, likes: Sequence[str] = ()) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.likes = likes
        """Beginnings of answers that it takes before all others."""
        self.pressed: list[tuple[str, str]] = []
        """What was asked, and the button that was pressed."""

    @property
    def card(self) -> Locator:
        return region(self.page, "Decision")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def asked(self) -> str:
        """What the card says is asked, and of whom."""
        return self.card.get_by_role("heading").inner_text()

    def answers(self) -> list[str]:
        """The buttons that can be pressed, once an answer that is under way has been dealt with."""
        expect(self.card.get_by_role("button").first).to_be_enabled()
        expect(self.card).to_have_attribute("aria-busy", "false")
        names = "buttons => buttons.map(one => one.getAttribute('aria-label') ?? one.textContent)"
        return [name.strip() for name in self.card.get_by_role("button").evaluate_all(names)]

    def press(self, name: str) -> None:
        """One button, and wait for what follows from it."""
        asked = self.asked
        self.card.get_by_role("button", name=name, exact=True).click()
        self.pressed.append((asked, name))
        expect(self.card).to_have_attribute("aria-busy", "false")

    def step(self) -> None:
        """Any button, those it likes first."""
        names = self.answers()
        liked = [n for n in names if any(n.startswith(like) for like in self.likes)]
        self.press(self.rng.choice(liked or names))

    def until(self, reached: Any, most: int = 250) -> None:
        """Steps until something holds, once the page has its game: a step too many may lead round a whole turn."""
        expect(self.card.get_by_role("heading")).not_to_have_text("Opening the game")
        for _ in range(most):
            if reached(self):
                return
            self.step()
        raise AssertionError(f"not reached in {most} steps; last: {self.pressed[-5:]}")

    def until_asked(self, words: str) -> None:
        """Steps until the card asks for something."""
        self.until(lambda robot: words in robot.asked)


def lines(robot: Robot) -> list[str]:
    """The lines of the log as they stand on the page."""
    return [text.strip() for text in robot.log.locator("p.line").all_inner_texts()]
