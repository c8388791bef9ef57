"""Who lets the server work pays for it: no address that takes it long is answered without a purse."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from tests.table.tables import FAST, STONE_WALL, Table, played, seated, serving
from tests.table.test_hostile_everywhere import routes
from vedette.table import Store
from vedette.table.limits import Limits, Purse, Purses
from vedette.table.passwords import Passwords
from vedette.table.paying import Paying

CHEAP = 0.04
"""Seconds of the processor that nobody pays for: to pack a report of 450 KB takes a third of it, or half."""
TRIES = 4
ENTRIES = 250


@pytest.fixture(scope="module")
def game() -> Any:
    """A long game."""
    return played(3, lambda game: len(game.entries) >= ENTRIES or not game.decisions)


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What was paid for."""
    found: list[float] = []
    real = Purse.paid

    @asynccontextmanager
    async def counted(purse: Purse) -> AsyncIterator[list[float]]:
        async with real(purse) as took:
            yield took
            found.append(took[0])

    monkeypatch.setattr(Purse, "paid", counted)
    return found


def asked(table: Table, made: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All that is read over HTTP, and what is made or told by a post."""
    key = made["keys"]["union"]
    words = {"{game}": made["game"], "{pack}/{scenario}": STONE_WALL, "{id}": "KT-12.3-1"}
    for route in routes(table):
        if "GET" not in (route.methods or ()) or "{path" in route.path or "{token}" in route.path:
            continue
        path = route.path
        for name, word in words.items():
            path = path.replace(name, word)
        files = ("board.svg", "geometry", "charts") if "{file}" in path else ("",)
        for file in files:
            yield "GET", f"{path.replace('{file}', file).replace('{hash}', '0' * 20)}?key={key}", {}
    yield "GET", "/api/cases?q=flanking+fire", {}
    yield "POST", "/api/games", {"json": {"battle": STONE_WALL}}
    yield "POST", f"/api/games/{made['game']}/report?key={key}&as=markdown", {"json": {}}
    yield "POST", f"/api/games/{made['game']}/branch?key={key}", {"json": {"n": ENTRIES // 2}}


def test_whatever_takes_the_server_long_is_paid_for(store: Store, game: Any, paid: list[float]) -> None:
    """The least of a few times: what is worked out once, as the first one comes, is everybody's."""
    with (
        serving(store, limits=FAST, lobby=True, passwords=Passwords(light=True)) as table,
        httpx.Client(base_url=table.base, timeout=60) as client,
    ):
        made = seated(store, game)
        unpaid: dict[str, float] = {}
        for method, path, body in asked(table, made):
            costs = []
            for _ in range(TRIES):
                paid.clear()
                began = time.process_time()
                answer = client.request(method, path, **body)
                costs.append(time.process_time() - began - sum(paid))
                assert answer.status_code < 500 or answer.status_code == 503, (path, answer.text)
                if min(costs) < CHEAP:
                    break
            if min(costs) >= CHEAP:
                unpaid[path] = round(min(costs), 3)
    assert not unpaid


@pytest.mark.parametrize("what", ["record", "report", "log", "chronicle", "ending", "scene", "position", "values"])
def test_what_is_read_of_a_game_is_paid_by_who_reads(store: Store, game: Any, paid: list[float], what: str) -> None:
    with serving(store, limits=FAST) as table:
        made = seated(store, game)
        at = f"/api/games/{made['game']}/{what}?key={made['keys']['union']}"
        assert table.get(at).status_code == 200 and len(paid) >= 1 and paid[0] > 0
        room = table.app.rooms.opened(made["game"])
        assert room is not None and len(room._purses._known) == 1
        assert not table.app.rooms.lookers._known


def test_the_purse_of_an_address_is_its_own_and_apart_from_its_questions() -> None:
    """An address that has worked much waits, and no other; a page waits for no question of its address."""

    async def story() -> None:
        limits = Limits(saved=1.0, thought=0.001)
        rooms = SimpleNamespace(lookers=Purses())
        paying = Paying(rooms, limits)  # type: ignore[arg-type]
        much, once = (Request({"type": "http", "client": (address, 1)}) for address in ("much", "once"))
        rooms.lookers.of(("much",), limits).left = -5.0
        assert await paying.pay(much, lambda: 1) == 1
        rooms.lookers.of(("page", "much"), limits).left = -5.0
        assert await paying.pay(once, lambda: 2) == 2
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await paying.pay(much, lambda: 3)

    asyncio.run(story())
