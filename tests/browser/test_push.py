"""Told by the browser while the page is closed: asked for by mouse, tested, shown, ended; its maker is stood in for."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tools.serving import serving

from .conftest import ROOT, VEDETTE
from .robot import leaf, menu, pick, region, set_up
from .test_axe import AXE, Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]
STUB = """([endpoint, p256dh, auth]) => {
  if (!window.PushManager) return;
  const found = {endpoint, keys: {p256dh, auth}};
  Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.subscribe = async function (wanted) {
    window.wanted = [wanted.userVisibleOnly, wanted.applicationServerKey.length];
    return {toJSON: () => found};
  };
}"""
"""In the place of the browser's maker, of whom we know nothing on this machine, and of its owner."""


def test_a_browser_is_told_while_the_page_is_closed(
    tmp_path: Path, cards: None, open_page: Callable[..., Page], faults: Find
) -> None:
    pytest.importorskip("cryptography", reason="the extra vedette[push] is not installed")
    from tests.table.test_push import endpoint

    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    command = [VEDETTE, "serve", "--port", "0", "--push", "--address", "http://localhost/"]
    serve = [*command, "--webhook-allow", "127.0.0.1"]
    with endpoint() as browser, serving(serve, ROOT, environment, 60) as address:
        club = address.replace("127.0.0.1", "localhost")
        page = open_page(
            club, viewport={"width": 390, "height": 780}, permissions=["notifications"]
        )  # none that is kept
        page.add_init_script(f"({STUB})({json.dumps(browser.target.split(' '))})")
        page.goto(club)
        game = begin(page)
        form = leaf(page).get_by_role("form", name="This browser")
        expect(form).not_to_contain_text("Not here")
        form.get_by_role("button", name="Tell me here").click()
        expect(form).to_contain_text("You are told by the browser in which it was asked for last")
        assert page.evaluate("window.wanted") == [True, 65]
        form.get_by_role("button", name="Test it").click()
        (told,) = browser.wait(1)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        assert faults(page, within="aside.leaf") == []
        if shots := os.environ.get("VEDETTE_SHOTS"):
            page.screenshot(path=f"{shots}/push-390.png")
        assert told["title"] == "The Stone Wall: a test of Vedette, as the Union" and told["game"] == game
        browser.status = 410
        form.get_by_role("button", name="Test it").click()
        expect(form).to_contain_text("Nothing is sent any more: the browser has ended it; ask for it anew there.")
        browser.status = 201
        form.get_by_role("button", name="Ask for it anew").click()
        expect(form).not_to_contain_text("Nothing is sent any more")
        form.get_by_role("button", name="No more").click()
        expect(form.get_by_role("button", name="Tell me here")).to_be_visible()


def begin(page: Page) -> str:
    """A game with an open seat, and the drawer of being told."""
    panel = set_up(page, "The Stone Wall")
    pick(panel, "Anybody here")
    page.get_by_role("button", name="Begin the battle").click()
    expect(region(page, "Decision")).to_be_visible()
    menu(page).get_by_role("button", name="Being told").click()
    return page.url.split("game=")[1].split("&")[0]
