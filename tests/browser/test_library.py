"""The first page: own games with a picture, a card for each battle, a panel; two presses from opening to playing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from .positions import spec_of
from .robot import Robot, menu, pick, region, set_up

pytestmark = pytest.mark.needs_chromium

Open = Callable[..., Page]
Lay = Callable[..., dict[str, str]]
Make = Callable[..., dict[str, Any]]
UNITS = {"7 OH-a": "1733", "7 OH-b": "1632", "110 PA-a": "1633", "27 VA": "1834", "4 VA": "1836", "37 VA": "1934"}
FIRE = spec_of(UNITS, begin="fire", active="Tyler", order="attack", turn=6, waiting=False)
CARDS = ("The Stone Wall", "Second Kernstown", "Cedar Mountain", "Cross Keys", "Stonewall")


def ticket(at: str) -> dict[str, str]:
    found = re.search(r"game=([\w-]+)&key=([\w-]+)", at)
    assert found
    return {"game": found[1], "key": found[2]}


def kept(page: Page, address: str, *games: dict[str, Any]) -> None:
    """The start page of a browser that has these games."""
    plain = {"title": "The Stone Wall", "seats": ["union"], "computers": {}, "turn": 6, "turns": 11}
    rows = [{**plain, "waiting": ["union"], "practice": False, "at": 1000 - i, **game} for i, game in enumerate(games)]
    page.evaluate("games => localStorage.setItem('vedette-games', games)", json.dumps(rows))
    page.goto(address)


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=title, exact=True))


def drawn(images: Locator) -> None:
    """All of them have come and can be shown."""
    expect(images.first).to_be_visible()
    for image in images.all():
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("one => one.naturalWidth") > 0


WITHIN = """one => { const box = one.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"""


def test_the_last_game_and_all_battles_are_seen_at_once(address: str, at_position: Lay, open_page: Open) -> None:
    page = open_page(address, viewport={"width": 1400, "height": 900})
    kept(page, address, ticket(at_position(FIRE)["union"]))
    games = region(page, "Unfinished games")
    expect(games).to_contain_text("Your move as the Union")
    expect(games).to_contain_text("Turn 6 of 11, 5:20. Tyler: fire at which hex?")
    counters = games.locator("svg image[href^='/api/faces/']")
    expect(counters).to_have_count(len(UNITS))
    for title in CARDS:
        expect(card(page, title)).to_be_visible()
        assert card(page, title).evaluate(WITHIN), title
    drawn(page.get_by_role("region", name="Battles").locator("img"))
    expect(card(page, "Second Kernstown")).to_contain_text(
        re.compile(r"Chits.*24 July 1864.*Early's.*5–7 hours.*109 units.*3 scenarios", re.DOTALL)
    )
    expect(card(page, "Stonewall")).to_contain_text("Fire and command")
    expect(card(page, "Cross Keys")).to_contain_text("March and zones")
    assert games.evaluate(WITHIN)


def test_two_presses_lead_from_the_page_into_a_game(address: str, open_page: Open) -> None:
    page = open_page(address)
    page.get_by_role("button", name="The Stone Wall", exact=True).click()
    page.get_by_role("button", name="Begin the battle").click()
    assert all(name.startswith("key ") for name in Robot(page).answers())


def test_by_keys_alone_and_back(address: str, open_page: Open) -> None:
    page = open_page(address)
    first = page.get_by_role("button", name="The Stone Wall", exact=True)
    first.focus()
    page.keyboard.press("Enter")
    expect(region(page, "New game: The Stone Wall").get_by_role("radio", name="The Stone Wall")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="The First Battle of Kernstown")).to_be_checked()
    page.keyboard.press("Escape")
    expect(first).to_be_focused()
    expect(region(page, "New game: The Stone Wall")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="The Stone Wall")).to_be_focused()
    page.keyboard.press("Enter")
    assert all(name.startswith("key ") for name in Robot(page).answers())


def asked_for(page: Page) -> dict[str, Any]:
    """What the panel sends for a new game; none is made."""
    sent: list[Any] = []

    def hear(route: Any) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=400, json={"error": "not today"})

    page.route("**/api/games", hear)
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("alert")).to_have_text("not today")
    page.unroute("**/api/games")
    return dict(sent[0])


def test_all_that_a_game_can_be_is_chosen_in_the_panel(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "The Stone Wall")
    plain = {"battle": "kernstown/the-stone-wall", "options": {}, "dice": "seeded", "orders": True, "practice": False}
    expect(panel).to_contain_text("The Union wins by holding 2 or more of the 4 hexes of the stone wall (1834,")
    assert asked_for(page) == {**plain, "seats": {"union": "human", "confederate": "adjutant"}}
    panel.get_by_text("The computer's part").click()
    panel.get_by_role("checkbox", name="Tyler", exact=True).check()
    expect(panel).to_contain_text("The computer's part Tyler")
    assert asked_for(page)["parts"] == {"union": ["Tyler"]}
    panel.get_by_role("checkbox", name="Tyler", exact=True).uncheck()
    pick(panel, "Confederate")
    panel.get_by_role("button", name="Change").click()
    panel.get_by_role("combobox", name="The computer plays as").select_option("cautious")
    panel.get_by_text("Dice, book of rules, options").click()
    pick(panel, "We roll our own dice")
    panel.get_by_role("checkbox", name="Practice").check()
    assert asked_for(page) == {
        **plain,
        "seats": {"union": "cautious", "confederate": "human"},
        "dice": "real",
        "practice": True,
    }
    both = {"union": "human", "confederate": "human"}
    pick(panel, "Myself")
    pick(panel, "Hidden hands")
    assert asked_for(page) == {**plain, "seats": both, "dice": "real", "practice": True, "hands": "drawn"}
    pick(panel, "A friend here")
    panel.get_by_role("checkbox", name="Open hands").check()
    pick(panel, "I press to roll")
    assert asked_for(page) == {**plain, "seats": both, "dice": "pressed", "open_hands": True}
    pick(panel, "A friend elsewhere")
    panel.get_by_role("combobox", name="Pause before a draw").select_option("6")
    pick(panel, "By the series rules of 2026")
    panel.get_by_role("checkbox", name="learning game").check()
    found = asked_for(page)
    assert found == {**plain, "seats": both, "dice": "pressed", "beat": 6, "options": found["options"]}
    assert found["options"] == {"rules": "series-2026", "no-events": True}
    expect(panel).to_contain_text("I press to roll, the series rules of 2026, 1 option changed")
    pick(panel, "Jackson Is Aware")
    assert asked_for(page)["battle"] == "kernstown/jackson-is-aware" and asked_for(page)["options"] == {}


def test_a_choice_of_the_book_that_is_no_other_book(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "Stonewall")
    expect(panel.get_by_role("radio", name="Union")).to_be_checked()
    expect(panel).to_contain_text("must win the hills, or get past them")
    panel.get_by_text("Dice, book of rules, options").click()
    panel.get_by_role("combobox", name="Set-up: as the armies stood").select_option("free")
    assert asked_for(page)["options"]["deployment"] == "free"


def test_two_machines_get_two_addresses(address: str, open_page: Open) -> None:
    page = open_page(address)
    panel = set_up(page, "Cross Keys")
    pick(panel, "A friend elsewhere")
    panel.get_by_role("button", name="Begin the battle").click()
    expect(panel.get_by_role("textbox", name="Address of the Union player")).to_have_value(re.compile("game="))
    expect(panel.get_by_role("link", name="Confederate page")).to_be_visible()
    expect(panel).to_contain_text("can be reached from this machine only")


CUT = """() => [...document.querySelectorAll('.library, .library *')].filter(one => one.clientWidth > 1
  && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline').map(
  one => one.outerHTML.slice(0, 120))"""
"""What has more in it than is seen."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1024, 768)])
def test_nothing_is_cut_at_the_sides(address: str, at_position: Lay, open_page: Open, width: int, height: int) -> None:
    page = open_page(address, viewport={"width": width, "height": height})
    kept(page, address, ticket(at_position(FIRE)["union"]))
    expect(region(page, "Unfinished games").get_by_role("link", name="Go on")).to_be_visible()
    expect(card(page, "Stonewall")).to_be_visible()
    assert page.evaluate(CUT) == []
    panel = set_up(page, "Second Kernstown")
    expect(panel.get_by_role("button", name="Begin the battle")).to_be_in_viewport(ratio=1)
    assert panel.evaluate("one => one.getBoundingClientRect().width") < min(width, 460) + 1
    assert page.evaluate(CUT) == []


def test_an_unfinished_game_that_the_program_names_is_taken_up(address: str, at_position: Lay, open_page: Open) -> None:
    """Behind the address of the start page stands the game that was played last, by whatever browser."""
    found = ticket(at_position(FIRE)["both"])
    page = open_page(f"{address}#unfinished={found['game']}.{found['key']}")
    games = region(page, "Unfinished games")
    expect(games).to_contain_text("The Stone Wall")
    expect(page).to_have_url(re.compile(r"/$"))
    page.reload()
    expect(games.get_by_role("link", name="Go on")).to_have_attribute("href", re.compile(found["game"]))


def test_a_game_that_ends_on_its_page_stands_among_the_finished_ones(
    address: str, at_position: Lay, open_page: Open
) -> None:
    """With its level; deleted there it is gone from the server too."""
    at = at_position(spec_of(UNITS, begin="movement", active="Tyler", order="attack", turn=6, waiting=False))["both"]
    page = open_page(at)
    robot = Robot(page, likes=("move",))
    robot.until_asked("where to?")
    robot.press(robot.answers()[0])
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    more = menu(page)
    more.get_by_role("button", name="Resign", exact=True).click()
    more.get_by_role("button", name="Resign for the Union").click()
    expect(region(page, "Result")).to_contain_text("The Union side has resigned")
    page.goto(address)
    row = region(page, "Finished games")
    row.get_by_text("1 finished game").click()
    expect(row.get_by_role("listitem")).to_contain_text("The Stone Wall: Major CSA Victory")
    expect(region(page, "Unfinished games")).to_have_count(0)
    row.get_by_role("button", name="Delete").click()
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    found = ticket(at)
    assert httpx.get(f"{address}api/games/{found['game']}?key={found['key']}").status_code == 404


def against_random(new_game: Make) -> dict[str, str]:
    """A game against a computer that has only begun."""
    made = new_game(battle="kernstown/the-stone-wall", seats={"confederate": "random"}, dice="pressed")
    return ticket(made["at"]["union"])


def test_a_finished_game_is_begun_again_from_the_other_side_and_deleted_after_one_question(
    address: str, new_game: Make, open_page: Open
) -> None:
    page = open_page(address)
    found = against_random(new_game)
    ended = {**found, "over": "Minor USA Victory", "computers": {"confederate": "random"}, "waiting": []}
    kept(page, address, ended)
    row = region(page, "Finished games")
    row.get_by_text("1 finished game").click()
    one = row.get_by_role("listitem", name="The Stone Wall, Minor USA Victory")
    expect(one).to_contain_text("You led the Union side against random")
    expect(one.get_by_role("link", name="Record")).to_have_attribute("href", re.compile(rf"{found['game']}/record"))
    expect(one.get_by_role("link", name="Keep as a page")).to_have_attribute("href", re.compile("/report"))
    expect(one.get_by_role("link", name="Look back")).to_have_attribute("href", re.compile(found["key"]))
    one.get_by_role("button", name="Delete").click()
    one.get_by_role("button", name="Keep it").click()
    one.get_by_role("button", name="Delete").click()
    expect(one).to_contain_text("Delete it for good?")
    one.get_by_role("button", name="Delete").click()
    expect(one.get_by_role("alert")).to_contain_text("the game is not over")  # the list was wrong about it
    one.get_by_role("button", name="Other side").click()
    robot = Robot(page)
    expect(robot.card.get_by_role("button", name="key ").first).to_be_visible()
    expect(robot.card).to_have_attribute("data-seat", "confederate")
    again = ticket(page.url)
    made = httpx.get(f"{address}api/games/{again['game']}?key={again['key']}").json()
    assert made["computers"] == {"union": "random"} and made["dice"] == "pressed"
    page.goto(address)  # not answered yet, it is among one's own all the same
    expect(region(page, "Unfinished games")).to_contain_text("Your move as the Confederates, against random")


@pytest.mark.slow
def test_deleted_it_is_gone_from_the_list_and_from_the_server(address: str, open_page: Open) -> None:
    page = open_page(address)
    kept(page, address, {"game": "gone", "key": "K", "over": "Draw", "waiting": []})
    row = region(page, "Finished games")
    row.get_by_text("1 finished game").click()
    row.get_by_role("button", name="Delete").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    row.get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)
    assert any(line.startswith("DELETE") and "/api/games/gone?key=K" in line for line in asked)
    page.reload()
    expect(page.get_by_role("button", name="The Stone Wall", exact=True)).to_be_visible()
    expect(row).to_have_count(0)
