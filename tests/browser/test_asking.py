"""*Ask about this moment*: the menu gives the position as a referee's file and a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from vedette.cli.position import read_position

from .positions import spec_of
from .robot import leaf

pytestmark = pytest.mark.needs_chromium

UNITS = {"7 OH-a": "1532", "7 OH-b": "1431", "110 PA-a": "1229", "27 VA": "1936"}
MOVING = spec_of(UNITS, begin="movement", turn=6, active="Tyler", order="attack", waiting=False)


def test_a_moment_is_taken_to_who_knows_the_rules(
    at_position: Callable[..., dict[str, str]], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_page(at_position(MOVING)["union"])
    page.get_by_role("button", name="More", exact=True).click()
    menu = page.get_by_role("group", name="More")
    menu.get_by_role("button", name="Ask about this moment", exact=True).click()
    sheet = leaf(page)
    expect(sheet.get_by_label("The position file")).to_contain_text('battle = "kernstown/the-stone-wall"')
    expect(sheet.get_by_label("The position file")).to_contain_text("# Asked of union: Tyler")
    picture = sheet.get_by_role("img", name="The board about the question")
    drawn = "image => image.complete && image.naturalWidth > 800"
    page.wait_for_function(drawn, arg=picture.element_handle(), timeout=60_000)
    with page.expect_download() as taken:
        sheet.get_by_role("link", name="The file").click()
    file = tmp_path / "moment.toml"
    taken.value.save_as(file)
    walk = read_position(str(file)).walk()
    assert walk.refused is None and walk.game.state.hex_name(walk.game.state.at("7 OH-a")) == "1532"
    assert walk.game.decision is not None and walk.game.decision.kind == "move-unit"
