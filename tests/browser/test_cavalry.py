"""Cavalry at the page: mounting and charging by button and key, withdrawing when an enemy comes near."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .rest import click_hex
from .robot import Robot

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
STEP = {"turn": 6, "begin": "movement", "order": "attack", "waiting": False}
RIDERS = {"14 PA": "1832", "8 OH": {"hex": "1731", "marks": ["dismounted"]}, "27 VA": "1836", "14 VA": "1736"}


def shot(page: Page, name: str) -> None:
    """A picture for who wants to look, where the environment says where to."""
    folder = os.environ.get("VEDETTE_SHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png")


def riding(lay: Lay, open_page: Open, **how: object) -> Robot:
    robot = Robot(open_page(lay(spec_of(RIDERS, active="Schoonmaker", **STEP))["both"], **how))
    expect(robot.card.get_by_role("heading")).to_contain_text("which unit moves?")
    return robot


def moves(robot: Robot) -> Locator:
    return robot.page.get_by_role("region", name="Moves")


def choose(robot: Robot, unit: str) -> None:
    moves(robot).get_by_role("button", name=f"Choose {unit}").click()


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (1024, 768)])
def test_a_chosen_unit_dismounts_by_its_button(at_position: Lay, open_page: Open, width: int, height: int) -> None:
    robot = riding(at_position, open_page, viewport={"width": width, "height": height})
    choose(robot, "14 PA")
    button = moves(robot).get_by_role("button", name="14 PA: dismount", exact=True)
    expect(button).to_contain_text("Dismount")
    shot(robot.page, f"cavalry-chosen-{width}")
    button.click()
    expect(robot.log).to_contain_text("14 PA dismounts")
    expect(robot.card.get_by_role("heading")).to_contain_text("14 PA moves")
    shot(robot.page, f"cavalry-dismounted-{width}")


def test_and_by_its_key(at_position: Lay, open_page: Open) -> None:
    robot = riding(at_position, open_page)
    choose(robot, "14 PA")
    expect(moves(robot).get_by_role("button", name="14 PA: dismount", exact=True)).to_be_visible()
    robot.page.locator("body").press("d")
    expect(robot.log).to_contain_text("14 PA dismounts")


def test_a_withdrawal_is_asked_with_its_hexes_and_what_standing_means(at_position: Lay, open_page: Open) -> None:
    units = {"14 VA": "1836", "7 OH-a": "1832", "27 VA": "2038"}
    robot = Robot(open_page(at_position(spec_of(units, active="Tyler", **STEP))["both"]))
    expect(robot.card.get_by_role("heading")).to_contain_text("which unit moves?")
    choose(robot, "7 OH-a")
    click_hex(robot.page, "1834", 0.9)
    expect(robot.card.get_by_role("heading")).to_contain_text("does 14 VA withdraw?")
    expect(robot.card.get_by_role("button", name="14 VA stands", exact=True)).to_be_visible()
    shot(robot.page, "cavalry-withdrawal")


def test_a_charge_shows_where_it_may_end(at_position: Lay, open_page: Open) -> None:
    robot = riding(at_position, open_page, viewport={"width": 1400, "height": 900})
    choose(robot, "14 PA")
    moves(robot).get_by_role("button", name="14 PA: charge", exact=True).click()
    expect(robot.card.get_by_role("heading")).to_contain_text("14 PA charges: where to?")
    expect(robot.log).to_contain_text("14 PA charges")
    expect(robot.card.locator("[data-name^='done']")).to_have_count(0)
    shot(robot.page, "cavalry-charge")
