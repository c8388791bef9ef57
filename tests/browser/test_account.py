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
    serve = [VEDETTE, "serve", "--port", "0", "--accounts", "--makers", "accounts", "--database", database]
    with serving(serve, ROOT, environment, 60) as address:
        yield address


def account(page: Page) -> None:
    page.get_by_role("banner").get_by_role("button", name="Account", exact=True).click()


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
    expect(home.get_by_text("On this server who makes a game has an account")).to_be_visible()
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
    games = region(away, "Unfinished games")
    expect(games).to_contain_text("The Stone Wall")
    games.get_by_role("button", name="Remove The Stone Wall").click()
    expect(games).to_contain_text("Off your account's list too?")
    games.get_by_role("button", name="Remove it").click()
    expect(games).to_have_count(0)
    with away.expect_response("**/api/account/games"):  # it does not come back by itself
        away.reload()
    expect(away.get_by_role("banner").get_by_role("button", name="Ann Lee")).to_be_visible()
    expect(games).to_have_count(0)
    with home.expect_response("**/api/account/games"):  # opened by its address it is the account's again
        home.reload()
    away.reload()
    expect(games).to_contain_text("The Stone Wall")
    away.get_by_role("banner").get_by_role("button", name="Ann Lee").click()
    expect(region(away, "Account")).to_contain_text("One game is yours wherever you enter")
    away.evaluate(AXE.read_text(encoding="utf-8"))
    region(away, "Account").get_by_text("Password, passkeys, mail, closing").click()
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
    region(away, "Account").get_by_text("Password, passkeys, mail, closing").click()
    region(away, "Account").get_by_label("Password that you have now").fill(ANOTHER)
    region(away, "Account").get_by_role("button", name="Close the account").click()
    region(away, "Account").get_by_role("button", name="Close it").click()
    expect(region(away, "Account").get_by_role("button", name="Make an account")).to_be_visible()
    expect(region(away, "Unfinished games")).to_contain_text("The Stone Wall")  # its game stays


def test_a_passkey_enters_at_localhost_and_elsewhere_the_page_says_why_not(
    club: str, open_page: Callable[..., Page], faults: Find
) -> None:
    """By Chromium's own virtual authenticator."""
    pytest.importorskip("argon2", reason="the extra vedette[accounts] is not installed")
    page = open_page(club)
    account(page)
    expect(region(page, "Account")).to_contain_text("By name and password only: a passkey needs an address with a name")
    page.goto(club.replace("127.0.0.1", "localhost"))
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    line.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**device, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    account(page)
    region(page, "Account").get_by_role("button", name="Make an account").click()
    fill(page, "Ann Lee", PASSWORD, "Make it")
    place = region(page, "Account")
    place.get_by_text("Password, passkeys, mail, closing").click()
    place.get_by_label("Password that you have now").fill(PASSWORD)
    place.get_by_label("Name of a new passkey").fill("This laptop")
    place.get_by_role("button", name="Add a passkey").click()
    expect(place.get_by_role("status").last).to_contain_text("you enter by this passkey too")
    expect(place.get_by_role("group", name="Passkeys")).to_contain_text("This laptop")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert faults(page, within="[aria-label=Account]", whole=True) == []
    place.get_by_role("button", name="Add a passkey").click()
    expect(place.get_by_role("alert")).to_contain_text("it is known already")
    place.get_by_role("button", name="Leave", exact=True).click()
    place.get_by_role("button", name="Enter by a passkey").click()
    expect(place.get_by_role("heading", name="Ann Lee")).to_be_visible()
    place.get_by_text("Password, passkeys, mail, closing").click()
    place.get_by_role("button", name="Take it away: the passkey This laptop").click()
    expect(place.get_by_role("status").last).to_contain_text("opens the account no more")
    place.get_by_role("button", name="Leave", exact=True).click()
    place.get_by_role("button", name="Enter by a passkey").click()
    expect(place.get_by_role("alert")).to_contain_text("the passkey was not accepted")
