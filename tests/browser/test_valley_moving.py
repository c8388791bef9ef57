"""A movement phase of sixty units at the page: columns, stacks and single units, counted in clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import vedette
from tests.valley.support import state
from vedette.engine.game import Game

from .rest import click_hex, settled
from .robot import Robot

pytestmark = pytest.mark.needs_chromium

BATTLE = "valley-campaign/cross-keys"
COLUMNS = {"Milroy": "1705", "Stahel": "2206", "Koltes": "2107", "Bohlen": "2009", "Bayard": "1413"}
"""Formations that march, and whither: more than half of all units."""


class Hand:
    """Somebody at the page whose every click and key is counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.robot, self.deeds = page, Robot(page), 0
        self.moves = page.get_by_role("region", name="Moves")

    def click(self, what: Locator) -> None:
        self.deeds += 1
        what.click()

    def key(self, name: str) -> None:
        self.deeds += 1
        self.page.locator("body").press(name)

    def hex(self, name: str) -> None:
        """A click into an empty hex."""
        self.deeds += 1
        click_hex(self.page, name, 0.5)

    @property
    def chosen(self) -> list[str]:
        """Who is chosen, by the list beside the map."""
        settled(self.page)
        marked = self.moves.locator('[aria-label^="Choose "][aria-pressed="true"]')
        names = [label.removeprefix("Choose ") for label in marked.evaluate_all("all => all.map(b => b.ariaLabel)")]
        return [name for name in names if not name.startswith("all of ")]


@pytest.fixture
def hand(new_game: Callable[..., Any], open_page: Callable[..., Page]) -> Hand:
    """The Union moves, all units set up as proposed."""
    page = open_page(new_game(battle=BATTLE)["at"]["both"], viewport={"width": 1400, "height": 900})
    found = Hand(page)
    for _ in range(2):
        found.robot.card.get_by_role("button", name="rest as proposed").first.click()
    expect(found.robot.card).to_contain_text("which unit moves?")
    page.keyboard.press("0")  # the whole map, so that every hex can be clicked
    expect(found.moves.get_by_role("button", name="One hex", exact=False)).to_have_count(6)
    return found


def mirror() -> Game:
    """The same game beside the page, to know where somebody can go."""
    game: Game = vedette.battle(BATTLE).new_game(seed=1)
    while game.decision is not None and game.decision.kind == "set-up":
        game.play("rest as proposed")
    return game


def mates(game: Game, unit: str) -> list[str]:
    """Those of a unit's hex who have not moved."""
    waiting = game.rulebook.view(game.state, "union")["movement"]["waiting"]
    return [id for id in waiting if state(game).at(id) == state(game).at(unit)]


def goal_of(game: Game, stack: str) -> tuple[str, str]:
    """An empty hex not far off, if possible one around which nobody stands either, and the gesture that leads there."""
    rows = game.rulebook.reach(game.state, stack)
    grid, stacks = state(game).setting.grid, state(game).stacks
    empty = [h for h in rows if grid.index(h) not in stacks]
    free = [h for h in empty if not any(n in stacks for n in grid.neighbours[grid.index(h)])]
    goal = min(free or empty, key=lambda h: (rows[h]["cost"], h))
    return goal, f"{stack}: {'-'.join(rows[goal]['path'][1:])}"


@pytest.mark.slow
def test_sixty_units_move_within_ninety_clicks(hand: Hand) -> None:
    game = mirror()
    left = len(game.decision.actions) - 1  # type: ignore[union-attr]
    everybody = left
    marched = 0
    for formation, goal in COLUMNS.items():
        hand.click(hand.moves.get_by_role("button", name=f"Choose all of {formation}"))
        ids = hand.chosen
        hand.hex(goal)
        expect(hand.moves.get_by_role("list", name="Order of march")).to_be_visible()
        plans = game.rulebook.plans(game.state, "union", goal, tuple(ids))
        best = next(p for p in plans if p["best"])
        hand.key("Enter")
        game.play(best["text"])
        left -= len(best["units"])
        marched += len(best["units"])
        expect(hand.moves.get_by_role("button", name=f"all {left}")).to_be_visible()
    assert 2 * marched >= everybody - 4
    while left:
        hand.key("n")
        if len(mates(game, hand.chosen[0])) > 1:
            hand.key("x")
        ids = mates(game, hand.chosen[0]) if len(hand.chosen) > 1 else hand.chosen
        goal, text = goal_of(game, " + ".join(ids))
        expect(hand.page.locator(".costs g").first).to_be_attached()
        hand.hex(goal)
        game.play(text)
        left -= len(ids)
        expect(hand.robot.card).to_contain_text(game.decision.prompt)  # type: ignore[union-attr]
    hand.key("1")
    expect(hand.robot.card).to_contain_text("whom to attack or bombard?")
    assert everybody >= 59 and hand.deeds <= 90, hand.deeds


def test_reinforcements_enter_as_a_column_and_one_is_taken_back(
    at_position: Callable[..., dict[str, str]], open_page: Callable[..., Page]
) -> None:
    spec = {"battle": BATTLE, "turn": 8, "begin": "movement", "active": "union"}
    hand = Hand(open_page(at_position(spec)["both"], viewport={"width": 1024, "height": 768}))
    column = hand.moves.get_by_role("button", name="Enter at 6111")
    expect(hand.moves.get_by_role("button", name="Choose 5 OH, 4 of 6 MP", exact=True)).to_contain_text("4 of 6 MP")
    hand.page.keyboard.press("0")
    hand.click(column)
    hand.hex("5913")
    order = hand.moves.get_by_role("list", name="Order of march")
    expect(order.get_by_role("listitem")).to_have_count(5)
    expect(hand.moves.get_by_role("status")).to_contain_text("enter at 6111, march to 5913")
    hand.key("Enter")
    expect(column).to_have_count(0)
    hand.page.get_by_label("Everything that can be taken back").click()
    hand.page.get_by_role("button", name="Take back 66 OH", exact=False).click()
    expect(hand.moves.get_by_role("button", name="Choose 66 OH, 5 of 6 MP", exact=True)).to_contain_text("5 of 6 MP")
