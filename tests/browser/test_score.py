"""The score of a battle of points on the page: its parts, how it is won, what leaving the map would earn."""

import pytest
from playwright.sync_api import expect

from .positions import spec_of
from .rest import box_of, hex_cell
from .robot import Robot, leaf, region, turn_to

pytestmark = pytest.mark.needs_chromium

FLANK = "kernstown/breckinridge-attacks"
UNITS = {"13 WV": "1026", "5 WV": "2423", "45 VA": {"box": "2"}}


def test_the_score_opens_its_parts_and_a_unit_on_the_edge_may_leave(at_position, open_page):
    keys = {"begin": "movement", "active": "Hayes", "order": "maneuver", "turn": 4, "waiting": False}
    spec = spec_of(UNITS, points={"union": 12, "confederate": 3}, cup=[], **keys) | {"battle": FLANK}
    page = open_page(at_position(spec)["both"])
    page.get_by_role("button", name="Union 18 points, Confederates 3").click()
    score = page.get_by_role("complementary", name="Score", exact=True)
    expect(score).to_contain_text("Union ahead by 15: now Minor USA Victory. Union: 26 more for Major USA Victory.")
    expect(score.get_by_role("row", name="enemy losses 6 (6 SP)")).to_be_visible()
    score.get_by_text("How it is won").click()
    expect(score).to_contain_text("Union: 3 points at each turn's end for holding Pritchard's Hill (2423)")
    page.keyboard.press("Escape")
    expect(page.get_by_text("How it is won").filter(visible=True)).to_have_count(0)  # rules stay, unseen

    page.get_by_role("button", name="Choose 13 WV").click()
    expect(page.get_by_text("it leaves for good with 6 SP: 0 points now, 6 SP led off at 7 a point")).to_be_visible()
    page.get_by_role("button", name="13 WV: exit").click()
    expect(page.locator("[role=log]")).to_contain_text("13 WV leaves the map with 6 SP")


def test_the_end_leads_to_the_next_battle_and_looking_back_from_it_leaves_the_result(at_position, open_page):
    keys = {"begin": "movement", "active": "Tyler", "order": "attack", "turn": 11}
    page = open_page(at_position(spec_of({"7 OH-a": "1733", "27 VA": "2139"}, cup=[], **keys))["both"])
    robot = Robot(page)
    for name in ("move 7 OH-a", "7 OH-a: 1834", "done"):
        robot.answers()
        robot.press(name)
    card, strip = region(page, "Decision"), page.get_by_role("region", name="State of the battle")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.get_by_role("button", name="Next battle").click()
    expect(page.get_by_role("radio", name="The First Battle of Kernstown")).to_be_checked()  # not the same one again
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to the game").click()
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Confederate wins: Union holds 1 of 4")
    expect(strip).to_contain_text("Minor CSA Victory")
    expect(strip).not_to_contain_text("now Minor CSA Victory")
    page.keyboard.press(",")
    page.keyboard.press(",")
    expect(strip).to_contain_text("now Minor CSA Victory")
    moment = region(page, "Looking back")  # in the card's place, while one looks back
    expect(moment).not_to_contain_text("Confederate wins")
    moment.get_by_role("button", name="To the result").click()
    expect(card).to_contain_text("Confederate wins: Union holds 1 of 4")


def test_while_the_score_is_open_the_map_shows_what_counts(new_game, open_page):
    page = open_page(new_game(battle=FLANK)["at"]["union"])
    expect(page.locator("[data-prize]")).to_have_count(0)
    turn_to(page, "Score")
    expect(page.locator("[data-prize='2423'] text")).to_have_text(["3 +20", "2"])
    expect(page.locator("[data-exit]").first).to_be_attached()
    legend = page.get_by_role("list", name="On the map")
    expect(legend).to_contain_text("1 point for 7 strength points led off the north or east edge")
    expect(legend.get_by_role("button", name="Show the edge")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-prize]")).to_have_count(0)


def test_the_score_does_not_cover_the_hexes_that_count(new_game, open_page):
    """The drawer is as high as what it says; the wall is seen below it."""
    page = open_page(new_game(open_hands=True)["at"]["union"], viewport={"width": 1400, "height": 900})
    expect(region(page, "Decision").locator("button[data-answer]").first).to_be_visible()
    page.locator("button.level").click()
    drawer = box_of(leaf(page))
    for name in ("1834", "1835", "1836", "1933"):
        hex = box_of(hex_cell(page, name))
        assert hex["y"] >= drawer["y"] + drawer["height"] or hex["x"] >= drawer["x"] + drawer["width"], name
