"""*My printed copy*: the map painted by brush, by pointer and keys, and one's own scan, which leaves no browser."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from tests.table.tables import STONE_WALL
from vedette import packs

from .test_axe import Find, faults, with_axe
from .test_own import kept, mine, own_home

__all__ = ["faults", "mine", "own_home"]
pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]


def board(page: Page) -> None:
    """The map is there."""
    expect(page.get_by_role("heading", name=re.compile("The map .* yours"))).to_be_visible(timeout=60_000)


def brush(page: Page, name: str, word: str, of: str = "What it paints") -> None:
    """Takes a brush."""
    page.get_by_role("group", name="Brush").get_by_role("button", name=name, exact=True).click()
    page.get_by_label(of).fill(word)


def test_the_map_is_painted_by_pointer_and_by_keys_and_each_stroke_can_be_undone(
    mine: str, open_page: Callable[..., Page], faults: Find
) -> None:
    before = packs.load(STONE_WALL).board
    page = with_axe(open_page(f"{mine}?own=kernstown#map"))
    board(page)
    said = page.get_by_role("status", name="Brush")
    cell = lambda hex: page.get_by_role("gridcell", name=hex, exact=True)  # noqa: E731
    cell("2021").click()
    expect(said).to_contain_text("Choose what is painted first.")
    brush(page, "Terrain", "light-woods")
    cell("2021").click()
    expect(said).to_contain_text("2021: light-woods.")
    cell("2120").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("2119: light-woods.")
    page.keyboard.press("Control+z")
    expect(said).to_contain_text("Undone: 2119.")
    brush(page, "Hexside", "slope")
    cell("2120").focus()
    page.keyboard.press("2")
    expect(said).to_contain_text("slope between 2120 and 2119: there.")
    brush(page, "Level", "9")
    cell("2018").click()
    brush(page, "Road", "lane", "Which kind")
    page.get_by_label("Its name").fill("Mill lane")
    for hex in ("2018", "2019", "2020"):
        cell(hex).click()
    cell("1632").click()
    expect(said).to_contain_text("1632 does not lie beside 2020: a road goes from hex to hex.")
    page.get_by_role("button", name="Keep the road").click()
    brush(page, "In the hex", "no such word")
    cell("2022").click()
    kept(page)
    assert faults(page) == []
    now = packs.load(STONE_WALL).board
    at = now.grid.index
    assert [now.terrain[at(h)] for h in ("2021", "2120", "2119")] == [
        "light-woods",
        "light-woods",
        before.terrain[at("2119")],
    ]
    assert now.level[at("2018")] == 9 and "slope" in {
        *now.hexsides.get((at("2120"), at("2119")), ()),
        *now.hexsides.get((at("2119"), at("2120")), ()),
    }
    assert [r.hexes for r in now.roads if r.name == "Mill lane"] == [tuple(map(at, ("2018", "2019", "2020")))]
    page.reload()
    board(page)
    expect(page.get_by_role("heading", name=re.compile("The map 4 hexes are yours"))).to_be_visible()
    brush(page, "Hexside", "slope")
    cell("2120").focus()
    page.keyboard.press("2")
    expect(said).to_contain_text("slope between 2120 and 2119: taken out.")
    kept(page)
    assert packs.load(STONE_WALL).board.hexsides == before.hexsides


def test_a_scan_lies_under_the_grid_by_three_hexes_and_is_sent_nowhere(
    mine: str, open_page: Callable[..., Page]
) -> None:
    image = pytest.importorskip("PIL.Image")
    data = io.BytesIO()
    image.effect_noise((400, 300), 90).save(data, "PNG")
    sent: list[Request] = []
    page = open_page(f"{mine}?own=kernstown#map")
    board(page)
    page.on("request", lambda one: sent.append(one))
    page.get_by_text("A scan of my map under the grid").click()
    page.get_by_label("Choose a picture").set_input_files(
        {"name": "map.png", "mimeType": "image/png", "buffer": data.getvalue()}
    )
    raw = page.get_by_role("img", name=re.compile("My scan"))
    for x, y in ((20, 20), (380, 20), (20, 280)):
        raw.click(position={"x": x, "y": y})
    expect(page.get_by_text("It lies under the grid.")).to_be_visible()
    lies = page.locator("image.scan")
    expect(lies).to_have_attribute("transform", re.compile("^matrix"))
    before = lies.get_attribute("transform")
    page.get_by_label("from the left").first.fill("40")
    page.keyboard.press("Tab")
    expect(lies).not_to_have_attribute("transform", before or "")
    brush(page, "Level", "9")
    page.get_by_role("gridcell", name="2018", exact=True).click()
    kept(page)
    page.reload()
    board(page)
    expect(lies).to_have_attribute("transform", re.compile("^matrix"))
    assert any(one.method == "PUT" for one in sent)
    for one in sent:
        body = one.post_data_buffer or b""
        assert one.url.startswith(("blob:", mine)) and (not body or one.url.endswith("/api/own/kernstown/my-kernstown"))
        assert len(body) < 500 and b"PNG" not in body
    page.get_by_text("A scan of my map under the grid").click()
    page.get_by_role("button", name="Without it").click()
    expect(lies).to_have_count(0)
