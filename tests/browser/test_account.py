"""An account by choice: made on one machine, entered on another, where the games are; left, recovered, closed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.serving import serving

from .conftest import ROOT, VEDETTE
from .robot import region
from .test_axe import AXE, Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
PASSWORD, ANOTHER = "four maps of the valley", "no longer the old password"
PHONE = {"width": 390, "height": 780}


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def club(tmp_path: Path, database: str, cards: None) -> Iterator[str]:
    """The start page of a server with accounts."""
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    serve = [VEDETTE, "serve", "--port", "0", "--accounts", "--database", database]
    with serving(serve, ROOT, environment, 60) as address:
        yield address


def account(page: Page) -> None:
    page.get_by_role("button", name="Account", exact=True).click()


def fill(page: Page, name: str, password: str, button: str) -> None:
    place = region(page, "Account")
    place.get_by_label("Name", exact=True).fill(name)
    place.get_by_label("Password").fill(password)
    place.locator("form").get_by_role("button", name=button).click()


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin the battle").click()
    expect(region(page, "Decision")).to_be_visible()


def test_games_are_there_where_their_owner_enters(
    club: str, database: str, open_page: Callable[..., Page], faults: Find
) -> None:
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    home = open_page(club)
    account(home)
    region(home, "Account").get_by_role("button", name="Make an account").click()
    fill(home, "Ann Lee", PASSWORD, "Make it")
    expect(region(home, "Account").get_by_role("heading", name="Ann Lee")).to_be_visible()
    home.get_by_role("button", name="The Stone Wall").first.click()
    begin(home)
    region(home, "Decision").get_by_role("button").first.wait_for()

    away = open_page(club, viewport=PHONE)
    account(away)
    fill(away, "ann lee", ANOTHER, "Enter")
    expect(region(away, "Account").get_by_role("alert")).to_contain_text("no account of this name and password")
    fill(away, "ann lee", PASSWORD, "Enter")
    expect(region(away, "Account")).to_contain_text("One game is yours wherever you enter")
    expect(region(away, "Account")).to_contain_text("entered in 2 browsers")
    expect(region(away, "Unfinished games")).to_contain_text("The Stone Wall")
    away.evaluate(AXE.read_text(encoding="utf-8"))
    region(away, "Account").get_by_text("Password, mail, closing").click()
    assert faults(away, within="[aria-label=Account]", whole=True) == []

    region(away, "Account").get_by_role("button", name="Leave", exact=True).click()
    expect(region(away, "Unfinished games")).to_have_count(0)
    assert faults(away, within="[aria-label=Account]", whole=True) == []
    region(away, "Account").get_by_role("button", name="Forgotten password").click()
    expect(region(away, "Account")).to_contain_text("Ask who runs it")
    printed = subprocess.run(
        [VEDETTE, "recovery-link", "Ann Lee", "--database", database, "--address", club],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    away.goto("about:blank")
    away.goto(printed.stdout.strip())
    expect(region(away, "Account")).to_contain_text("Set a new password")
    region(away, "Account").get_by_label("Password, of ten letters").fill(ANOTHER)
    region(away, "Account").get_by_role("button", name="Set it").click()
    expect(region(away, "Unfinished games")).to_contain_text("The Stone Wall")
    region(away, "Account").get_by_text("Password, mail, closing").click()
    region(away, "Account").get_by_label("Password that you have now").fill(ANOTHER)
    region(away, "Account").get_by_role("button", name="Close the account").click()
    region(away, "Account").get_by_role("button", name="Close it").click()
    expect(region(away, "Account").get_by_role("button", name="Make an account")).to_be_visible()
    expect(region(away, "Unfinished games")).to_contain_text("The Stone Wall")  # its game stays
