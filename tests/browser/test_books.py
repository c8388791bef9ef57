"""The choice of the book, the page that is played by it, and what only Cedar Mountain has on the page."""

from typing import Any

from playwright.sync_api import Page, expect

from .rest import settled
from .robot import leaf, pick, region, set_up, turn_to

SLAUGHTER = {
    "battle": "cedar-mountain/slaughter-mountain",
    "options": {"stonewalls-bad-day": True, "popes-reinforcements": True},
}


def test_the_book_is_chosen_with_the_battle_and_its_cases_are_shown(address: str, open_page: Any) -> None:
    page: Page = open_page(address)
    panel = set_up(page, "Cedar Mountain")
    expect(panel.get_by_role("radio", name="Valley Vengeance")).to_be_checked()
    panel.get_by_text("Dice, book of rules, options").click()
    expect(page.get_by_role("radio", name="By the book of the battle, Stonewall's Sword")).to_be_checked()
    page.get_by_role("radio", name="By the series rules of 2026").check()
    page.get_by_text("What is different then").click()
    expect(page.get_by_text("Ratings up to 2 may panic")).to_contain_text("instead of: Ratings up to 3 may panic")
    expect(panel).to_contain_text("the program rolls, the series rules of 2026")
    pick(panel, "Myself")
    page.get_by_role("button", name="Begin the battle").click()

    card = region(page, "Decision")
    expect(card).to_contain_text("bombardment of ")  # of whom, the dice say
    card.get_by_role("link", name="Why this is asked: SS 22.1").click()
    expect(page.get_by_role("dialog")).to_contain_text("Stonewall's Sword")
    turn_to(page, "Rules")
    tab = leaf(page)
    expect(tab).to_contain_text("played by Blind Swords, series rules, over Stonewall's Sword")
    expect(tab.get_by_role("combobox")).to_have_value("Blind Swords, series rules")
    tab.get_by_role("searchbox").fill("12.1b-P-1")
    tab.get_by_role("button", name="BS-12.1b-P-1").click()
    case = page.get_by_role("dialog", name="Case BS-12.1b-P-1")
    case.get_by_text("In the other books: 3 cases").click()
    others = ["Kernstown: the same", "Kernstown: the same", "Stonewall's Sword: differs"]
    expect(case.get_by_role("term")).to_contain_text(others)
    case.get_by_role("button", name="SS-15.1b-P-1").click()
    page.get_by_role("dialog", name="Case SS-15.1b-P-1").get_by_role("button", name="cases around it").click()
    expect(tab.get_by_role("combobox")).to_have_value("Stonewall's Sword")
    tab.get_by_role("combobox").select_option("Kernstown")
    expect(tab.get_by_role("button", name="16 Skirmish order")).to_be_visible()


def test_tracks_and_chits_that_sit_out(new_game: Any, open_page: Any) -> None:
    game = new_game(3, open_hands=True, **SLAUGHTER)
    page: Page = open_page(game["at"]["both"], viewport={"width": 1400, "height": 900})
    card = region(page, "Decision")
    card.get_by_role("button", name="key Confident").click()
    card.get_by_role("button", name="key Rebel Yell!").click()
    turn_to(page, "Chits")
    expect(page.get_by_role("list", name="Commanders")).to_contain_text("comes by his track")
    track = page.get_by_role("region", name="Where Is General Jackson?")
    expect(track.get_by_role("listitem").first).to_contain_text("Jackson")
    expect(track).to_contain_text("as this turn ends: 0 %.")
    expect(leaf(page)).to_contain_text("seen by nobody: 2 Union, 2 Confederate")
    page.set_viewport_size({"width": 1024, "height": 768})
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024
    turn_to(page, "Forces")
    expect(page.get_by_role("row", name="15th AL")).to_contain_text("frozen")


def test_a_battle_that_cannot_be_read_is_named_with_its_fault(address: str, open_page: Any) -> None:
    fault = {"id": "mine", "error": "packs/mine/pack.toml: Expected `str`, got `int` - at `$.title`"}
    page: Page = open_page("about:blank")
    page.route("**/api/battles", lambda route: route.fulfill(json={**route.fetch().json(), "broken": [fault]}))
    page.goto(address)
    told = page.get_by_role("alert").filter(has_text="before a file is mended")
    expect(told.get_by_role("listitem")).to_have_text([f"{fault['id']}: {fault['error']}"])
    expect(page.get_by_role("button", name="The Stone Wall", exact=True)).to_be_visible()
    page.unroute("**/api/battles")
