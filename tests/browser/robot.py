"""A player at the page who knows roles and names only (design 10), and no rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from .rest import settled


def region(page: Page, name: str) -> Locator:
    """A region of the page that is always there, by the role and the name it bears.

    `get_by_role` works out the role of all of a page's thousands of elements, every time it is looked at; a selector
    that is not `light` looks into each of them for a tree of its own.
    """
    return page.locator(f'css:light=:is(section, [role="region"])[aria-label="{name}"]')


IN_MENU = ("Orders", "Views", "Odds", "Map key", "Summary", "End the sitting")
"""Drawers and sheets that are opened by the menu."""
IN_LINE = ("Log", "Forces", "Charts", "Rules")


def set_up(page: Page, battle: str) -> Locator:
    """The panel of a new game, opened by the card of a battle."""
    page.get_by_role("button", name=battle, exact=True).click()
    panel = region(page, f"New game: {battle}")
    expect(panel.get_by_role("radio").first).to_be_attached()
    expect(panel.get_by_role("heading").first).to_have_text(battle)
    return panel


def pick(panel: Locator, name: str) -> None:
    """Chooses one of several in that panel, as a pointer does: on its words."""
    radio = panel.get_by_role("radio", name=name)
    radio.locator("xpath=ancestor::label").click()
    expect(radio).to_be_checked()


def leaf(page: Page) -> Locator:
    """The drawer or sheet that is open."""
    return page.locator("aside.leaf:not(.away)")


def menu(page: Page) -> Locator:
    """The menu of what is seldom wanted, opened."""
    found = page.get_by_role("group", name="More")
    expect(region(page, "State of the battle")).to_be_attached()
    if not found.count():
        page.locator("[data-more]:visible").click()
    return found


def turn_to(page: Page, name: str) -> Locator:
    """A drawer or sheet, opened where it is not."""
    if name in IN_MENU:
        button = menu(page).get_by_role("button", name=name, exact=True)
    elif name in IN_LINE:
        button = page.get_by_role("navigation", name="Tools").get_by_role("button", name=name, exact=True)
    else:
        button = region(page, "State of the battle").locator(f"button{OWN[name]}")
    if button.get_attribute("aria-expanded") != "true":
        button.click()
    return leaf(page)


OWN = {
    "Chits": ".counting[title^='Brigades and cup']",
    "Lists": ".counting:not([title^='Brigades'], .hand)",
    "Hand": ".hand",
    "Score": ".parts",
}
"""Those with a button of their own in the status line."""


def every_leaf(page: Page) -> list[str]:
    """The names of all drawers and sheets that a game has."""
    settled(page)
    own = [name for name, at in OWN.items() if region(page, "State of the battle").locator(f"button{at}").count()]
    there = [name for name in IN_MENU if menu(page).get_by_role("button", name=name, exact=True).count()]
    page.keyboard.press("Escape")
    return [*IN_LINE, *own, *there]


UNFOLD = """() => {
  const unfold = () => document.querySelectorAll("details.single:not([open])").forEach(one => (one.open = true));
  unfold();
  window.unfolding ??= new MutationObserver(unfold).observe(document.body, {childList: true, subtree: true}) ?? true;
}"""
"""From now on the answers lie open where other buttons say the same."""


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
        with suppress(Error):  # a page that is just being left has nothing to unfold
            self.page.evaluate(UNFOLD)
        return region(self.page, "Decision")

    @property
    def log(self) -> Locator:
        return self.page.locator("css:light=[role=log]")

    @property
    def asked(self) -> str:
        """What the card says is asked, and of whom."""
        return self.card.get_by_role("heading").text_content() or ""

    @property
    def buttons(self) -> Locator:
        """The answers, those that are folded away unfolded."""
        return self.card.locator("button[data-answer]")

    def named(self, name: str) -> Locator:
        """The answers of that name. It is asked for among those of the card alone, not of the whole page."""
        return self.buttons.and_(region(self.page, "Decision").get_by_role("button", name=name, exact=True))

    def answers(self) -> list[str]:
        """The buttons that can be pressed, once an answer that is under way has been dealt with."""
        expect(self.card.locator("button[data-answer]").first).to_be_enabled()
        expect(self.card).to_have_attribute("aria-busy", "false")
        names = (
            "buttons => buttons.map((one, i) => [Number(one.dataset.answer || 999), i,"
            " one.dataset.name ?? one.ariaLabel ?? one.textContent])"
            ".sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(row => row[2])"
        )
        return [name.strip() for name in self.buttons.evaluate_all(names)]

    def press(self, name: str) -> None:
        """One button, by its name or by what it begins with, and wait for what follows from it."""
        asked = self.asked
        name = next((one for one in self.answers() if one == name or one.startswith(f"{name}: ")), name)
        self.hit(self.named(name))
        self.pressed.append((asked, name))
        expect(self.card).to_have_attribute("aria-busy", "false")

    def hit(self, button: Locator) -> None:
        """Presses a button, by whatever it has."""
        button.click()

    def step(self) -> None:
        """Any button, those it likes first; a plan that lies open is carried out."""
        names = self.answers()
        deed = self.card.locator("button.main[data-answer]")
        if deed.count():
            self.press(deed.get_attribute("data-name") or "")
            return
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
    settled(robot.page)
    return [text.strip() for text in robot.log.locator("p.line").all_inner_texts()]
