"""Games are looked at again one after the other: none holds up the others, and a look that failed is none."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from vedette.table import abreast, sharing
from vedette.table.carrying import Carrier
from vedette.table.keeping import Kept
from vedette.table.sharing import Sharing
from vedette.table.store import StoreError


def test_a_game_that_is_busy_keeps_no_other_from_being_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "HEALED", 0.05)
    looked: list[str] = []

    async def look(room: Any, **_: object) -> bool:
        async with room.lock:
            looked.append(room.id)
        return True

    async def healed() -> None:
        games = [SimpleNamespace(id=id, watchers={1}, looked=-1e9, lock=asyncio.Lock()) for id in ("busy", "other")]
        healing = Sharing.__new__(Sharing)
        healing.rooms = cast("Any", SimpleNamespace(all_open=lambda: {one.id: one for one in games}, turns=None))
        monkeypatch.setattr(healing, "abreast", look)
        async with games[0].lock:
            task = asyncio.create_task(healing._heal())
            for _ in range(200):
                await asyncio.sleep(0.005)
                if looked:
                    break
            task.cancel()

    asyncio.run(healed())
    assert looked and set(looked) == {"other"}


def test_a_look_that_failed_is_none() -> None:
    def news(*_: object) -> None:
        raise StoreError("gone for a moment")

    room = SimpleNamespace(id="x", looked=0.0, game=SimpleNamespace(entries=[]), store=SimpleNamespace(news=news))
    with pytest.raises(StoreError):
        abreast._caught_up(cast("Kept", room))
    assert room.looked == 0.0


def test_nothing_of_a_game_that_is_put_away_is_still_to_be_done() -> None:
    async def stopped() -> bool:
        carrier = Carrier(cast("Kept", SimpleNamespace(lock=asyncio.Lock(), watchers=set())))
        carrier._counted = asyncio.get_running_loop().time()
        carrier.counted()
        counting = carrier._counting
        assert counting is not None
        carrier.stop()
        await asyncio.gather(counting, return_exceptions=True)
        return counting.cancelled()

    assert asyncio.run(stopped())


def test_who_comes_is_not_shown_what_orders_are_about_to_answer_at_another_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor is it covered for longer, however many come."""
    standing, seen, alarms = Standing(), list[frozenset[str]](), list[float]()
    pulse = SimpleNamespace(later=lambda seconds, _: alarms.append(seconds) or SimpleNamespace(cancel=alarms.clear))
    standing.pulse = pulse
    room = SimpleNamespace(
        runs=False,
        standing=standing,
        watchers=set(),
        setup=SimpleNamespace(people=("union", "confederate")),
        game=SimpleNamespace(entries=[1]),
        timing=SimpleNamespace(met=lambda *_: asyncio.sleep(0, result=False)),
    )
    grant = SimpleNamespace(seats=("union",))
    watcher = SimpleNamespace(grant=grant, hidden=False, changed=lambda: seen.append(standing.answering))

    async def come() -> None:
        carrier = Carrier(cast("Kept", room))
        monkeypatch.setattr(carrier, "_live", lambda: 0.0)
        monkeypatch.setattr(carrier, "_work_out", lambda: asyncio.sleep(0))
        for _ in range(3):
            await carrier.joined(cast("Any", watcher))

    asyncio.run(come())
    assert seen == [frozenset({"union"})] * 3 and len(alarms) == 1


class Standing:
    """Orders of the Union that are about to answer."""

    begun, live, pulse, answering = False, 0.0, cast("Any", None), frozenset[str]()

    def foresee(self, *_: object) -> None:
        self.answering = frozenset({"union"})
