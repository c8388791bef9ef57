"""The guided first games, as somebody plays them who does the wrong thing first at every step."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urljoin

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import say
from .rest import hex_cell, settled
from .robot import Robot, leaf, region

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
WRONG = "Not quite"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WIDE = {"width": 1400, "height": 900}


class Pupil(Robot):
    """Plays a guided game and looks at what the guide says."""

    @property
    def guide(self) -> Locator:
        return region(self.page, "Guide")

    def reads(self, title: str, patience: float = 15_000) -> None:
        """The guide has come to a step; a computer that has a whole army to move takes its time."""
        expect(self.guide.get_by_role("heading")).to_contain_text(title, timeout=patience)

    def tells(self, *words: str) -> None:
        for one in words:
            expect(self.guide).to_contain_text(one)

    def says(self, name: str) -> None:
        """A button of the guide."""
        self.guide.get_by_role("button", name=name, exact=True).click()
        expect(self.card).to_have_attribute("aria-busy", "false")

    def turns_to(self, leaf: str) -> None:
        self.page.locator(f'[data-leaf="{leaf}"]:visible').first.click()

    def shuts(self) -> None:
        self.page.keyboard.press("Escape")
        settled(self.page)

    def goes_to(self, hex: str) -> None:
        settled(self.page)
        hex_cell(self.page, hex).click(force=True)
        expect(self.card).to_have_attribute("aria-busy", "false")

    def deed(self) -> None:
        """What is planned in the card is carried out."""
        button = self.card.locator("button.main[data-answer]")
        expect(button).to_be_enabled()
        button.click()
        expect(self.card).to_have_attribute("aria-busy", "false")

    def takes_back(self, question: str) -> None:
        """The guide says what went wrong; what was done is undone, and asked again."""
        self.reads(WRONG)
        self.says("Take it back")
        expect(self.card.get_by_role("heading")).to_contain_text(question)

    def onward(self, *titles: str, most: int = 120) -> str:
        """Answers until the guide has come to one of these."""
        heading = self.guide.get_by_role("heading")
        for _ in range(most):
            settled(self.page)
            found = next((title for title in titles if title in heading.inner_text()), "")
            if found:
                return found
            assert "You know" not in heading.inner_text(), self.pressed
            self.step()
        raise AssertionError(f"the guide does not come to {titles}: {heading.inner_text()}; {self.pressed[-5:]}")


class Finger(Pupil):
    """The same with a finger on a phone."""

    def hit(self, button: Locator) -> None:
        button.tap()

    def says(self, name: str) -> None:
        self.guide.get_by_role("button", name=name, exact=True).tap()
        expect(self.card).to_have_attribute("aria-busy", "false")

    def turns_to(self, leaf: str) -> None:
        self.page.locator(f'[data-leaf="{leaf}"]:visible').first.tap()

    def shuts(self) -> None:
        leaf(self.page).get_by_role("button", name="Close").tap()
        expect(leaf(self.page)).to_have_count(0)

    def goes_to(self, hex: str) -> None:
        settled(self.page)
        hex_cell(self.page, hex).tap(force=True)
        expect(self.card).to_have_attribute("aria-busy", "false")


def begin(open_page: Open, address: str, name: str) -> Pupil:
    page = open_page(address, viewport=WIDE)
    region(page, "Learn").get_by_role("button", name=name).click()
    pupil = Pupil(page, likes=["hold", "pass", "done"])
    expect(pupil.guide).to_be_visible()
    return pupil


def test_the_stone_wall_is_learnt_by_doing_the_wrong_thing_first(address: str, open_page: Open) -> None:
    pupil = begin(open_page, address, "Begin the guided first game")
    page = pupil.page
    pupil.reads("What wins")
    expect(page.locator("g[data-guided='1834']")).to_be_attached()
    pupil.says("Leave the guide")
    expect(page.locator("g[data-guided='1834']")).to_have_count(0)
    pupil.says("Back to the guide")
    page.get_by_role("navigation", name="Tools").get_by_role("button", name="Log", exact=True).click()
    pupil.tells(WRONG, "That opened something else")
    pupil.shuts()
    pupil.reads("What wins")
    pupil.turns_to("Score")
    pupil.reads("Whose turn it is")
    expect(page.locator("g[data-guided='1834']")).to_be_attached()  # what is fought for, as long as the score is open
    pupil.shuts()
    expect(page.locator("g[data-guided='1834']")).to_have_count(0)
    page.reload()  # in place of reading on
    pupil.reads("Whose turn it is")
    pupil.press("order defend")  # an order, before it has been told who gives one
    pupil.tells("nobody's, as a whole")
    pupil.takes_back("which Order?")
    pupil.reads("Whose turn it is")
    pupil.turns_to("Score")
    pupil.says("Next")
    pupil.reads("Chits in a cup")  # the score, which was asked for, may stay open: that is no mistake
    pupil.shuts()
    page.get_by_role("navigation", name="Tools").get_by_role("button", name="Forces", exact=True).click()
    pupil.tells(WRONG, "That is another drawer")
    pupil.shuts()
    pupil.turns_to("Chits")
    pupil.reads("An order")
    pupil.shuts()

    pupil.press("order defend")
    pupil.tells("nobody assault")
    page.reload()
    pupil.takes_back("which Order?")
    pupil.reads("An order")
    pupil.press("order attack")

    pupil.reads("Fire, with its chance")
    pupil.press("done")
    pupil.tells("without a shot")
    pupil.takes_back("fire at which hex?")
    pupil.press("fire at 1834")
    pupil.deed()

    pupil.reads("Moves")
    pupil.press("done")
    pupil.tells("nobody has gone to the wall")
    pupil.takes_back("which unit moves?")
    pupil.press("move 7 OH-b")
    pupil.goes_to("1833")

    pupil.reads("What draws fire")
    pupil.press("done")
    pupil.tells("nothing was fired")
    pupil.takes_back("which unit moves?")
    pupil.press("move 7 OH-a")
    pupil.goes_to("1833")
    pupil.goes_to("1933")

    pupil.reads("The assault")
    expect(pupil.card.get_by_role("heading")).to_contain_text("which unit moves?")
    pupil.press("done")
    pupil.press("done")
    pupil.tells("without an assault")
    pupil.takes_back("attack which hex?")
    pupil.reads("The assault")
    expect(pupil.guide).not_to_contain_text("Then end the movement")  # it is over
    pupil.press("assault 1834")
    pupil.deed()
    expect(pupil.guide).not_to_contain_text("The assault")


HALF = (
    "order attack", "fire at 1834", "move 7 OH-b", "7 OH-b: 1632", "7 OH-b: 1732", "7 OH-b: 1833",
    "move 7 OH-a", "7 OH-a: 1632", "7 OH-a: 1732", "7 OH-a: 1833", "7 OH-a: 1933", "done", "assault 1834",
    "add 7 OH-b", "add 7 OH-a",
)  # fmt: skip
"""The first half of the guided game as the guide wants it."""


def guided_game(address: str, battle: str, *answers: str) -> str:
    """The address of a guided game in which so much has been answered."""
    game = {"battle": battle, "lesson": True}
    at = urljoin(address, httpx.post(urljoin(address, "/api/games"), json=game).json()["url"])
    say(at, *answers)
    return at


def half_way(open_page: Open, address: str, *more: str) -> Pupil:
    """The guided game after its first half, with a few answers more; what there is to read has been read."""
    at = guided_game(address, "kernstown/the-stone-wall", *HALF, *more)
    pupil = Pupil(open_page(at, viewport=WIDE), likes=["done", "retreat"])
    pupil.reads("What wins")
    pupil.says("Skip this step")
    pupil.says("Next")
    pupil.says("Skip this step")
    return pupil


@pytest.mark.slow
def test_beside_the_guide_a_plan_is_seen_whole(address: str, open_page: Open) -> None:
    at = guided_game(address, "kernstown/the-stone-wall", *HALF[:12])
    page = open_page(at, viewport={"width": 1024, "height": 768})
    pupil = Pupil(page)
    pupil.reads("What wins")
    pupil.says("Skip this step")
    pupil.says("Next")
    pupil.says("Skip this step")
    pupil.reads("The assault")
    pupil.buttons.filter(has_text="1834").first.click()
    page.wait_for_function(
        """() => {
          const body = document.querySelector(".card .body.tight");
          return body?.querySelector(".hero") && body.scrollHeight <= body.clientHeight;
        }"""
    )


@pytest.mark.slow
def test_a_retreat_and_an_advance_are_learnt_so(address: str, open_page: Open) -> None:
    pupil = half_way(open_page, address)
    pupil.reads("What comes next")
    pupil.tells("from which hex the assault goes in")
    pupil.press("Assault from 1933")
    pupil.reads("Falling back")
    pupil.press("done")  # instead of reading on, and past the empty hex
    pupil.tells("the next chit is drawn already")
    pupil.takes_back("who advances?")
    pupil.reads("Falling back")
    pupil.says("Next")
    pupil.reads("The empty hex")
    pupil.press("done")
    pupil.tells("Nobody went forward")
    pupil.takes_back("who advances?")
    pupil.reads("The empty hex")
    pupil.press("7 OH-b: 1834")
    pupil.tells("The wall is yours there")


BEATEN_OFF = (
    "assault from 1933", "7 OH-b: 1834", "done", "fire at 2034", "fire at 2033", "fire at 1934", "add 7 OH-b", "fire",
    "fire at 1934", "retreat 7 OH-a to 1833", "retreat 7 OH-a to 1732", "retreat 7 OH-a to 1632",
)  # fmt: skip
"""What follows, up to the order of the second turn."""


@pytest.mark.slow
def test_fire_at_close_quarters_is_learnt_so(address: str, open_page: Open) -> None:
    pupil = half_way(open_page, address, *BEATEN_OFF[:3])
    pupil.reads(WRONG)  # it was left for the next chit before it had been read
    pupil.says("Leave it so")
    pupil.reads("Falling back")
    pupil.says("Next")
    pupil.reads("Fire at close quarters")
    pupil.press("pass")
    pupil.tells("You held your fire")
    pupil.takes_back("fire at it?")
    pupil.reads("Fire at close quarters")
    pupil.press("Fire at 2034")
    pupil.tells("take a test")


def test_a_rally_is_learnt_so_and_the_guide_ends(address: str, open_page: Open) -> None:
    pupil = half_way(open_page, address, *BEATEN_OFF)
    pupil.reads(WRONG)  # it was left for the next chit before it had been read
    pupil.says("Leave it so")
    pupil.reads("Falling back")
    pupil.says("Next")
    pupil.reads("Rally")
    pupil.press("order defend")
    pupil.tells("little or nothing recovers")
    pupil.takes_back("which Order?")
    pupil.press("order regroup")
    pupil.press("recover 7 OH-a")
    pupil.reads("You know how to play")
    pupil.says("Close")
    pupil.tells("Back to the guide", "12 of 12 steps")


STAYING_NEAR = (*BEATEN_OFF[:6], "add 7 OH-a", "fire", "fire at 1934", "retreat 7 OH-a to 1733")
"""The same by the answers that are proposed: who was shaken stands too near to the enemy to rally."""


@pytest.mark.slow
def test_a_rally_that_cannot_be_is_told_instead_of_awaited(address: str, open_page: Open) -> None:
    pupil = half_way(open_page, address, *STAYING_NEAR)
    pupil.reads(WRONG)  # it was left for the next chit before it had been read
    pupil.says("Leave it so")
    pupil.reads("Falling back")
    pupil.says("Next")
    pupil.reads("What comes next")
    expect(pupil.card.get_by_role("heading")).to_contain_text("which Order?")
    pupil.tells("none of them can rally this turn")
    pupil.press("order defend")
    pupil.reads("What comes next")
    pupil.tells("none of them can rally this turn")


@pytest.mark.slow
def test_port_republic_is_learnt_so(address: str, open_page: Open) -> None:
    pupil = begin(open_page, address, "Port Republic")
    look_elsewhere(pupil)
    pupil.reads("Setting up")
    pupil.press("Tyler: 4422")
    pupil.tells(WRONG, "Another is still to be set up")
    pupil.takes_back("where is Tyler set up?")
    pupil.reads("Setting up")
    pupil.press("Tyler: 4422")
    pupil.press("Carroll: 4624")

    pupil.reads("Everybody moves")
    pupil.press("done")
    pupil.tells(WRONG, "nobody has moved")
    pupil.takes_back("which unit moves?")
    pupil.press(next(name for name in pupil.answers() if name.startswith("move ")))
    pupil.press(next(name for name in pupil.answers() if re.search(r": \d{4}", name)))
    pupil.tells("Then end the movement")


GUNS = ('move 1 OH, "H" Battery', *(f'1 OH, "H" Battery: {hex}' for hex in ("4424", "4425", "4325")), "done", "done")
"""Turn 2 at Port Republic: a battery comes within two hexes of the enemy."""


@pytest.mark.slow
def test_the_attack_of_port_republic_is_learnt_so(address: str, open_page: Open) -> None:
    before = ("Tyler: 4422", "Carroll: 4624", "move 5 OH", "5 OH: 4425", "done", "done", "done")
    at = guided_game(address, "valley-campaign/port-republic", *before, *GUNS)
    pupil = Pupil(open_page(at, viewport=WIDE))
    pupil.reads("What wins")
    pupil.turns_to("Score")
    pupil.shuts()
    pupil.reads("An attack")
    pupil.press("done")
    pupil.tells(WRONG, "The combat is over without a shot")
    pupil.takes_back("whom to attack or bombard?")
    pupil.reads("An attack")
    pupil.press('1 OH, "H" Battery bombard 5 VA')
    pupil.deed()
    pupil.reads("You know how to play")


@pytest.mark.slow
def test_stonewall_is_learnt_so(address: str, open_page: Open) -> None:
    pupil = begin(open_page, address, "Stonewall")
    look_elsewhere(pupil)
    pupil.reads("Defensive fire", patience=90_000)
    pupil.press("done")
    pupil.tells(WRONG, "nobody has fired")
    pupil.takes_back("fire at which hex?")
    pupil.reads("Defensive fire")
    pupil.press("fire at 3734")
    pupil.deed()

    pupil.reads("Who may move")
    pupil.press("done")
    pupil.tells(WRONG, "Nobody is paid for")
    pupil.takes_back("which brigade shall be able to move?")
    pupil.press("pay for Sullivan")
    pupil.press("done")

    pupil.reads("A march")
    pupil.press("done")
    pupil.reads(WRONG)
    pupil.takes_back("which unit moves?")
    pupil.reads("A march")
    pupil.press("move 13 IN")
    pupil.press("13 IN: 3327")
    pupil.reads("You know how to play")


def look_elsewhere(pupil: Pupil) -> None:
    """The first step of a guide, with another drawer first."""
    pupil.reads("What wins")
    pupil.page.get_by_role("navigation", name="Tools").get_by_role("button", name="Log", exact=True).click()
    pupil.tells(WRONG, "That opened something else")
    pupil.shuts()
    pupil.turns_to("Score")
    pupil.shuts()


def test_a_phone_teaches_the_first_steps_to_a_finger(address: str, open_page: Open) -> None:
    page = open_page(address, **PHONE)
    region(page, "Learn").get_by_role("button", name="Begin the guided first game").tap()
    pupil = Finger(page)
    pupil.reads("What wins")
    pupil.turns_to("Log")
    pupil.tells(WRONG, "That opened something else")
    pupil.shuts()
    pupil.reads("What wins")
    pupil.turns_to("Score")
    pupil.reads("Whose turn it is")


@pytest.mark.slow
def test_a_phone_teaches_an_order_a_fire_and_a_move_to_a_finger(address: str, open_page: Open) -> None:
    at = guided_game(address, "kernstown/the-stone-wall")
    page = open_page(at, **PHONE)
    pupil = Finger(page)
    pupil.reads("What wins")
    pupil.says("Skip this step")
    pupil.reads("Whose turn it is")
    pupil.says("Next")
    pupil.turns_to("Forces")
    pupil.tells(WRONG, "That is another drawer")
    pupil.shuts()
    pupil.turns_to("Chits")
    pupil.shuts()
    pupil.reads("An order")
    pupil.press("order defend")
    pupil.tells("nobody assault")
    pupil.takes_back("which Order?")
    pupil.press("order attack")
    pupil.reads("Fire, with its chance")
    pupil.press("done")
    pupil.tells("without a shot")
    pupil.takes_back("fire at which hex?")
    pupil.press("fire at 1834")
    pupil.deed()
    pupil.reads("Moves")
    pupil.press("move 7 OH-b")
    pupil.says("Show it on the map")
    pupil.goes_to("1833")  # the first tap shows, the second goes
    region(page, "Tapped").get_by_role("button", name="Go").tap()
    pupil.reads("What draws fire")
    expect(pupil.guide.get_by_role("button", name="Skip this step")).to_be_visible()
