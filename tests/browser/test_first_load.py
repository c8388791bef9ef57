"""What a first visit costs: counted in bytes as they come over the line, and in letters that are fetched."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from vedette.packs.drawing import card

from .rest import settled

pytestmark = [pytest.mark.needs_chromium, pytest.mark.slow]

Open = Callable[..., Page]
Make = Callable[..., dict[str, Any]]
MOST = 500_000
DRAWN = 120_000
"""Milliseconds after which boards and cards are there that did not come with the program."""


class Line:
    """Counts what comes to a page."""

    def __init__(self, page: Page) -> None:
        self.by: dict[str, int] = {}
        """Bytes by address; those of sockets as one."""
        self._names: dict[str, str] = {}
        self._packed = False
        found = page.context.new_cdp_session(page)
        found.send("Network.enable")
        found.send("Network.setCacheDisabled", {"cacheDisabled": True})
        found.on("Network.responseReceived", self._named)
        found.on("Network.loadingFinished", self._done)
        found.on("Network.webSocketHandshakeResponseReceived", self._shaken)
        found.on("Network.webSocketFrameReceived", self._frame)

    def _named(self, event: dict[str, Any]) -> None:
        self._names[event["requestId"]] = event["response"]["url"]

    def _done(self, event: dict[str, Any]) -> None:
        """A picture of a card that did not come with the program, but is drawn now, counts for as much as one may."""
        name, size = self._names.get(event["requestId"], event["requestId"]), int(event["encodedDataLength"])
        self.by[name] = self.by.get(name, 0) + (min(size, card.MOST) if "/card?" in name else size)

    def _shaken(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): words for name, words in event["response"]["headers"].items()}
        self._packed = "permessage-deflate" in headers.get("sec-websocket-extensions", "")

    def _frame(self, event: dict[str, Any]) -> None:
        """A frame is told unpacked: where it was packed it is packed again to be counted."""
        said = event["response"]["payloadData"].encode()
        self.by["socket"] = self.by.get("socket", 0) + len(zlib.compress(said) if self._packed else said)

    @property
    def all(self) -> int:
        return sum(self.by.values())

    @property
    def told(self) -> list[tuple[int, str]]:
        return sorted(((size, name) for name, size in self.by.items()), reverse=True)[:12]

    @property
    def fonts(self) -> list[str]:
        return sorted(name.rsplit("/", 1)[1] for name in self.by if name.endswith(".woff2"))


def counted(open_page: Open, address: str) -> Line:
    page = open_page("about:blank", viewport={"width": 1400, "height": 900})
    line = Line(page)
    page.goto(address)
    expect(page.get_by_role("main")).to_be_visible()
    page.wait_for_load_state("networkidle", timeout=DRAWN)
    settled(page, pictures=True)
    return line


def test_the_start_page_comes_in_half_a_million_bytes_and_with_two_fonts(address: str, open_page: Open) -> None:
    """Those of texts, one of them with its italics; those of counters and great figures come with a board."""
    line = counted(open_page, address)
    assert line.all < MOST, line.told
    assert {font.split("-latin")[0] for font in line.fonts} == {"libre-caslon-text", "source-sans-3"}, line.fonts


@pytest.mark.parametrize("battle", ["kernstown/the-stone-wall", "stonewall-1978/kernstown"])
def test_and_a_battle_too(new_game: Make, open_page: Open, battle: str) -> None:
    line = counted(open_page, new_game(battle=battle, open_hands=True)["at"]["both"])
    assert "socket" in line.by
    assert line.all < MOST, line.told
