"""Two people on the clock, between sittings, and told that they are asked."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select, update

from tests.table.receivers import web
from tools.serving import serving
from vedette.table import Store
from vedette.table.channels import Channels
from vedette.table.schema import games

from .conftest import ROOT, VEDETTE
from .rest import settled
from .robot import leaf, menu, pick, region, set_up
from .test_axe import Find, faults

__all__ = ["faults"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]


def almost_over(home: Path, game: str, left: float) -> None:
    """As if the Union had thought for an hour, and both had opened the game before."""
    store = Store(f"sqlite:///{home / 'games.sqlite'}")
    side = {"left": 600.0, "holiday": 0.0, "since": time.time(), "used": 0.0, "free": 0.0, "away": None}
    sides = {"union": {**side, "left": left}, "confederate": {**side, "since": None}}
    body = {"sides": sides, "met": ["union", "confederate"], "high": 0, "flagged": ""}
    store.change_clocks(game, lambda _: json.dumps(body))
    store.close()


def test_a_flag_falls_and_is_claimed(
    home: Path, new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], faults: Find
) -> None:
    made = new_game(3, time={"kind": "live", "bank": 600, "increment": 10, "claim": True})
    almost_over(home, made["game"], 12.0)
    union = open_page(made["at"]["union"])
    clocks = union.get_by_role("group", name="Clocks")
    expect(clocks).to_contain_text(re.compile(r"Union, running: 0:\d\d"))
    expect(clocks).to_contain_text("Confederate: 10:00")
    wide = union.viewport_size
    union.set_viewport_size({"width": 390, "height": 844})
    both = menu(union).get_by_role("group", name="Time of both sides")
    expect(both.get_by_title(re.compile("^Confederate: "))).to_be_visible()  # in the line there is room for one
    expect(clocks.get_by_title(re.compile("^Confederate: "))).to_be_hidden()
    union.keyboard.press("Escape")
    union.set_viewport_size(wide or {"width": 1280, "height": 720})
    confederate = open_page(made["at"]["confederate"])
    slip = region(confederate, "Time")
    expect(slip).to_contain_text("The time of the Union side is over", timeout=30_000)
    expect(region(union, "Time")).to_contain_text("the other side may claim the battle")
    expect(confederate.get_by_role("group", name="Clocks")).to_contain_text("-0:")
    for page in (union, confederate):
        assert faults(page) == []
    slip.get_by_role("button", name="Claim the battle").click()
    for page in (union, confederate):
        expect(region(page, "Result")).to_contain_text("The Union side has lost by its time")
    expect(region(confederate, "Time")).to_have_count(0)


def waits_alone(home: Path, game: str) -> None:
    """As if it were a rated game to which the Confederate has not come for eight days."""
    store = Store(f"sqlite:///{home / 'games.sqlite'}")
    side = {"left": 600.0, "holiday": 0.0}
    body = {"sides": {"union": side, "confederate": side}, "waits": {"union": time.time() - 8 * 86_400}}
    store.change_clocks(game, lambda _: json.dumps(body))
    with store.writing() as db:
        setup = json.loads(db.execute(select(games.c.setup).where(games.c.id == game)).scalar_one())
        db.execute(update(games).where(games.c.id == game).values(setup=json.dumps({**setup, "rated": True})))
    store.close()


def test_a_rated_game_to_which_the_other_never_came_is_claimed_and_has_no_help(
    home: Path, new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], faults: Find
) -> None:
    made = new_game(3, time={"kind": "live", "bank": 600, "increment": 10, "claim": True})
    waits_alone(home, made["game"])
    union = open_page(made["at"]["union"])
    slip = region(union, "Time")
    expect(slip).to_contain_text("You have waited long enough for the other player")
    clock = union.get_by_role("group", name="Clocks").get_by_title(re.compile("^Union: "))
    expect(clock).to_have_attribute("title", re.compile("begin once both sides have the game open at the same time"))
    card = region(union, "Decision")
    expect(card.get_by_role("button", name=re.compile("What would the adjutant"))).to_have_count(0)
    found = menu(union)
    expect(found.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    for name in ("Set a unit", "Other values"):
        expect(found.get_by_role("button", name=name)).to_have_count(0)
    union.keyboard.press("Escape")
    if shots := os.environ.get("VEDETTE_SHOTS"):
        union.screenshot(path=f"{shots}/never-came.png")
    assert faults(union) == []
    slip.get_by_role("button", name="Claim this game").click()
    expect(region(union, "Result")).to_contain_text("The Confederate side did not come to the game, which was claimed.")


def test_a_sitting_ends_with_a_note_and_the_other_side_knows_when_it_goes_on(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page], faults: Find
) -> None:
    made = new_game(3, time={"kind": "days", "bank": 259_200, "increment": 43_200, "holiday": 864_000})
    union, confederate = open_page(made["at"]["union"]), open_page(made["at"]["confederate"])
    expect(union.get_by_role("group", name="Clocks")).to_contain_text("3 d 0 h")
    menu(union).get_by_role("button", name="End the sitting").click()
    expect(union.get_by_label("To yourself")).to_be_focused()
    union.keyboard.type("The wall first, then the hill")
    union.get_by_label("To the other side").fill("on Sunday")
    union.get_by_role("button", name="Leave the table").click()
    expect(union).to_have_url(re.compile(r"^[^?]*/$"))
    slip = region(confederate, "Since the last sitting")
    expect(slip).to_contain_text("The Union player will be back: on Sunday.")
    expect(slip).not_to_contain_text("The wall first")
    wide = confederate.viewport_size
    confederate.set_viewport_size({"width": 1024, "height": 720})
    clocks = confederate.get_by_role("group", name="Clocks")
    expect(clocks.get_by_text("back on Sunday")).to_be_in_viewport(ratio=1)
    confederate.set_viewport_size({"width": 390, "height": 844})  # both clocks run, and there is room for one's own
    expect(clocks.get_by_title(re.compile("^Confederate: "))).to_be_visible()
    expect(clocks.get_by_title(re.compile("^Union: "))).to_be_hidden()
    confederate.set_viewport_size(wide or {"width": 1280, "height": 720})
    menu(confederate).get_by_role("button", name=re.compile("^Begin a holiday")).click()
    expect(region(confederate, "Holiday")).to_contain_text(
        re.compile("his clock stands for up to (10 days|9 days and 23 hours)")
    )
    menu(confederate).get_by_role("button", name="Nudge the other side").click()

    union.goto(made["at"]["union"])
    slip = region(union, "Since the last sitting")
    expect(slip).to_contain_text("The wall first, then the hill")
    expect(slip).to_contain_text("The other side asks you to go on.")
    assert faults(union) == []
    slip.get_by_role("button", name="Put it away").click()
    expect(slip).not_to_contain_text("The wall first")


def test_when_the_other_side_is_back_stands_in_the_line_of_a_game_without_clocks_too(
    new_game: Callable[..., dict[str, Any]], open_page: Callable[..., Page]
) -> None:
    made = new_game(3)
    union, confederate = open_page(made["at"]["union"]), open_page(made["at"]["confederate"])
    menu(union).get_by_role("button", name="End the sitting").click()
    union.get_by_label("To the other side").fill("at nine")
    union.get_by_role("button", name="Leave the table").click()
    back = confederate.get_by_role("group", name="Back at the table")
    expect(back.get_by_text("back at nine")).to_be_in_viewport(ratio=1)
    confederate.set_viewport_size({"width": 390, "height": 844})
    expect(menu(confederate).get_by_role("group", name="Back at the table")).to_contain_text("back at nine")


def test_a_webhook_is_put_down_tested_and_named_once_it_is_broken(
    tmp_path: Path, cards: None, open_page: Callable[..., Page], faults: Find
) -> None:
    environment = {**os.environ, "VEDETTE_HOME": str(tmp_path)}
    command = [VEDETTE, "serve", "--port", "0", "--webhook-allow", "127.0.0.1"]
    with web() as sink, serving(command, ROOT, environment, 60) as club:
        page = open_page(club)
        panel = set_up(page, "The Stone Wall")
        pick(panel, "Anybody here")
        panel.get_by_text("Dice, book of rules, options, clocks").click()
        pick(panel, re.compile("^An hour a side"))  # type: ignore[arg-type]
        page.get_by_role("button", name="Begin the battle").click()
        menu(page).get_by_role("button", name="Being told").click()
        form = leaf(page).get_by_role("form", name="Webhook")
        form.get_by_label("Webhook").fill(f"http://127.0.0.1:{sink.port}/hook")
        form.get_by_role("button", name="Tell me here").click()
        expect(form).to_contain_text("You are told there")
        form.get_by_role("button", name="Test it").click()
        assert sink.wait(1)[0]["what"] == "test"
        for theme in ("light", "dark"):
            page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
            assert faults(page, theme, within="aside.leaf", whole=True) == []
            picture(page, f"told-{theme}")
        sink.status = 500
        form.get_by_role("button", name="Test it").click()
        expect(form).to_contain_text("Nothing is sent any more: 127.0.0.1 answers 500.")
        page.reload()
        slip = region(page, "Being told")
        expect(slip).to_contain_text("You are told by webhook no more: 127.0.0.1 answers 500.")
        slip.get_by_role("button", name="Look at it").click()
        expect(leaf(page)).to_contain_text("Nothing is sent any more")
        expect(page.get_by_role("group", name="Clocks")).to_contain_text("1:00:00")
        other = open_page(club)
        row = region(other, "Lobby").get_by_role("listitem").first
        expect(row).to_contain_text("1 hour a side, 30 seconds more each time")
        by_mail(tmp_path, page, club, faults)


def by_mail(home: Path, page: Page, club: str, faults: Find) -> None:
    """The page behind the link of a mail: what its owner says there."""
    store = Store(f"sqlite:///{home / 'games.sqlite'}")
    game = page.url.split("game=")[1].split("&")[0]
    token = Channels(store).put(game, "union", "mail", "ann@example.org", "Europe/Berlin", confirmed=False).token
    store.close()
    page.goto(urljoin(club, f"/told/{token}"))
    assert faults(page) == []
    picture(page, "told-link")
    page.get_by_role("button", name="Tell me here").click()
    expect(page.get_by_role("main")).to_contain_text("From now on you are told here")
    assert faults(page) == []
    page.goto(urljoin(club, f"/told/{token}"))
    page.get_by_role("button", name="Nothing more about this game").click()
    expect(page.get_by_role("main")).to_contain_text("Nothing more is sent to ann@example.org about your game of")


def picture(page: Page, name: str) -> None:
    """At the widths at which somebody looks at it, where pictures are wanted."""
    if not (shots := os.environ.get("VEDETTE_SHOTS")):
        return
    wide = page.viewport_size
    for width, height in ((1400, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        page.screenshot(path=f"{shots}/{name}-{width}.png")
    page.set_viewport_size(wide or {"width": 1280, "height": 720})
