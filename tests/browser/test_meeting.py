"""Strangers find one another on the start page of a server: one offers a side, one takes it, a third looks on."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.serving import serving

from .conftest import ROOT, VEDETTE
from .robot import leaf, menu, pick, region, set_up
from .test_axe import Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]


@pytest.fixture
def club(tmp_path: Path, cards: None) -> Iterator[str]:
    """The start page of a server for others."""
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    with serving([VEDETTE, "serve", "--port", "0"], ROOT, environment, 60) as address:
        yield address


def test_two_strangers_play_and_change_sides_while_a_third_looks_on(
    club: str, open_page: Callable[..., Page], faults: Find
) -> None:
    ann = open_page(club)
    expect(region(ann, "Lobby")).to_contain_text("No seat is open just now")
    panel = set_up(ann, "The Stone Wall")
    pick(panel, "Anybody here")
    expect(panel.get_by_label("Your name, as others read it")).to_be_in_viewport(ratio=1)
    panel.get_by_label("Your name, as others read it").fill("Ann")
    ann.get_by_role("button", name="Begin the battle").click()
    expect(region(ann, "An open seat")).to_contain_text("The Confederate side stands open")
    assert faults(ann) == []

    bob = open_page(club)
    row = region(bob, "Lobby").get_by_role(
        "listitem", name=re.compile("The Stone Wall: Ann offers the Confederate side")
    )
    expect(row).to_be_visible()
    assert faults(bob) == []
    region(bob, "Lobby").get_by_label("Your name, as others read it").fill("Bob")
    row.get_by_role("button", name="Take this side").click()
    expect(region(bob, "Decision")).to_contain_text(re.compile("which key chit", re.IGNORECASE))
    expect(region(ann, "An open seat")).to_have_count(0)
    taken = region(ann, "A seat that was taken")
    expect(taken).to_contain_text("Bob has taken the Confederate side and plays against you.")
    assert faults(ann) == []
    ann.reload()
    taken.get_by_role("button", name="Good").click()
    expect(taken).to_have_count(0)

    carl = open_page(club)
    region(carl, "Lobby").get_by_text("1 game to look on at").click()
    region(carl, "Lobby").get_by_role("button", name="Look on").click()
    expect(region(carl, "Decision")).to_contain_text("You watch: nothing is asked of you.")
    assert faults(carl) == []

    expect(region(ann, "Beat")).to_have_count(0)  # she holds nothing that she could play in a pause
    menu(bob).get_by_role("button", name="Offer a draw").click()
    region(ann, "A draw").get_by_role("button", name="Agree to a draw").click()
    for page in (ann, bob, carl):
        expect(region(page, "Result")).to_contain_text("Agreed draw")
    expect(region(carl, "Result").get_by_role("button", name="Rematch, other side")).to_have_count(0)
    expect(region(ann, "Beat")).to_have_count(0)
    region(bob, "Result").get_by_role("button", name="Rematch, other side").click()
    expect(bob.locator(".status")).to_contain_text("Turn")
    leaf(ann).get_by_role("button", name="Close The battle is over").click()
    expect(region(ann, "Decision").get_by_role("status")).to_contain_text(
        "The Confederate player would like to play again"
    )
    ann.get_by_role("button", name="The result, and where the battle turned").click()
    region(ann, "Result").get_by_role("button", name="Take the rematch").click()
    expect(ann).to_have_url(re.compile(re.escape(bob.url.split("&key")[0])))
    for page, side in ((bob, "Union"), (ann, "Confederate")):
        expect(region(page, "Decision")).to_contain_text(side)

    carl.goto(club)
    region(carl, "Lobby").get_by_text("1 game that is over").click()
    region(carl, "Lobby").get_by_role("link", name="Replay").click()
    expect(carl.get_by_role("group", name="Following")).to_contain_text("Looking back at turn 1, entry 0")


def test_taking_back_is_agreed_beforehand_and_said_wherever_it_holds(club: str, open_page: Callable[..., Page]) -> None:
    ann = open_page(club)
    panel = set_up(ann, "The Stone Wall")
    pick(panel, "Anybody here")
    panel.get_by_text("Dice, book of rules, options, clocks").click()
    panel.get_by_label("A slip may be taken back without asking").check()
    ann.get_by_role("button", name="Begin the battle").click()
    expect(region(ann, "An open seat")).to_have_count(1)
    bob = open_page(club)
    row = region(bob, "Lobby").get_by_role("listitem").first
    expect(row).to_contain_text("harmless slips may be taken back")
    row.get_by_role("button", name="Take this side").click()
    expect(region(bob, "Decision")).to_be_visible()
    bob.get_by_role("button", name="Everything that can be taken back").click()
    agreed = bob.get_by_role("group", name="Take back")
    expect(agreed).to_contain_text("Agreed beforehand: harmless slips")
