"""The page with divisions: brigades by their chit, generals who are hit, the attack that was earned."""

from typing import Any

import pytest
from playwright.sync_api import expect

from .rest import settled
from .robot import leaf, region, turn_to

POSITION = {
    "battle": "kernstown/second-kernstown", "begin": "draw", "turn": 5, "surprise": 2,
    "casualties": ["Crook", "Gordon"], "activated": ["Patton", "Hayes"],
}  # fmt: skip


@pytest.mark.parametrize("size", [(1400, 900), (1024, 768)])
def test_brigades_stand_with_their_chit_and_the_attack_says_what_it_does(
    at_position: Any, open_page: Any, size: tuple[int, int]
) -> None:
    width, height = size
    page = open_page(at_position(POSITION)["confederate"], viewport={"width": width, "height": height})
    turn_to(page, "Chits")
    boxes = page.locator(".box")
    expect(boxes.filter(has_text="Duval")).to_contain_text(["rating 3"])
    expect(boxes.filter(has_text="Duval")).to_contain_text(["Hayes: activated"])
    expect(boxes.filter(has_text="Duval")).to_contain_text(["Johnson: available"])
    expect(boxes.filter(has_text="Gordon")).to_contain_text(["Gordon is hit; another takes his place"])
    commanders = page.get_by_role("list", name="Commanders")
    expect(commanders).to_contain_text("his replacement is active on 1 to 2")
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    card = region(page, "Decision")
    expect(card).to_contain_text("make the Surprise Attack now?")
    expect(card).to_contain_text("8 MP a unit, cohesion +1")
    expect(commanders).to_contain_text("Early always active")
    expect(commanders).to_contain_text("earned: may be announced before any draw")
    turn_to(page, "Charts")
    leaf(page).get_by_role("tab", name="Command ratings").click()
    expect(page.get_by_role("row", name="Crook").get_by_text("counts now")).to_have_count(1)


def test_the_brigades_of_the_attack_are_chosen_one_after_the_other(at_position: Any, open_page: Any) -> None:
    page = open_page(at_position(POSITION)["confederate"])
    card = region(page, "Decision")
    card.get_by_role("button", name="announce Surprise Attack").click()
    expect(card).to_contain_text("Surprise Attack: which brigade acts next, then the other 2")
    card.get_by_role("button", name="activate Smith").click()
    expect(card).to_contain_text("Surprise Attack › Smith, attack")
    expect(page.locator("[role=log]")).to_contain_text("8 MP each")
