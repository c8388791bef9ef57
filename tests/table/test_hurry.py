"""A computer that plans ahead is told to move now: whoever runs the game, and whether it still searches or not."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest

from tests.lab.test_general import begun
from tests.table.postgres import Cluster
from tests.table.tables import FAST, Client, Table, serving
from tests.table.test_thinking import Asked, general
from vedette import staff
from vedette.engine.run import asks
from vedette.staff.general import General, Said
from vedette.table import Store, commanders, pacing, shared
from vedette.table.work import Work


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Generals search at every question until this is set."""
    found = threading.Event()

    def searches(commander: staff.Seat, desk: staff.Desk) -> bool:
        return isinstance(commander, General)

    def noted(self: General, desk: staff.Desk) -> Said:
        assert found.wait(60)
        return Said(self.plainly(desk))

    monkeypatch.setattr(pacing, "searches", searches)
    monkeypatch.setattr(General, "noted", noted)
    yield found
    found.set()


class Slow(Asked):
    """A room whose time stands still."""

    def later(self, seconds: float, deed: Callable[[], None]) -> Any:
        if seconds < 1.0:  # not the tick of a search
            return super().later(seconds, deed)
        return threading.Timer(0, lambda: None)


@pytest.mark.parametrize("ended", [False, True])
def test_it_answers_as_the_adjutant_would_whether_its_search_had_ended_or_not(
    go_on: threading.Event, ended: bool
) -> None:
    """A search that has ended waits for its tick: that nobody learns. The record says the same of both."""
    game = begun()
    seat = asks(game.state)[0].seat
    room, one = Slow(game), general()
    usual = one.plainly(staff.desk(game, seat))

    async def asked() -> None:
        table, cut = commanders.Commanders(20.0), asyncio.Event()
        if ended:
            go_on.set()
        n = len(game.entries)
        answer = asyncio.ensure_future(table._answer(room, one, seat, n, 1.0, cut))  # type: ignore[arg-type]
        await asyncio.sleep(0.3)
        assert not answer.done() and (table._searches._value == commanders.processes()) == ended
        cut.set()
        await asyncio.wait_for(answer, 20)
        go_on.set()
        await table.close()

    asyncio.run(asked())
    assert room.given == [(usual, commanders.HURRIED_PLAN)]


def hurried(client: Client) -> Any:
    return client.ask("hurry", game=client.game)["cut"]


def answers(store: Store, made: dict[str, Any]) -> list[tuple[str, str]]:
    """Who has answered, and the notes to that."""
    stored = store.game(made["game"])
    assert stored is not None
    rows = [json.loads(line) for line in stored.entries]
    return [(row["seat"], row.get("note", "")) for row in rows]


def test_who_plays_against_no_planner_hurries_nobody_and_no_other_game(table: Table) -> None:
    made = table.make(seats={"union": "human", "confederate": "random"})
    with table.sit(made, "union") as union:
        assert hurried(union) is False
        assert "not of game" in union.ask("hurry", game="another")["reason"]


@pytest.mark.parametrize("runs", ["server", "worker"])
def test_whoever_runs_the_game_it_is_told(postgres: Cluster, go_on: threading.Event, runs: str) -> None:
    """Another server, or a worker: the same is answered everywhere."""
    at = postgres.database()
    with ExitStack() as open:
        one, two, third = (open.enter_context(closing(Store(at, works=works))) for works in (False, False, True))
        first, second = (open.enter_context(serving(store, limits=FAST)) for store in (one, two))
        if runs == "worker":
            work = Work(third)
            thread = threading.Thread(target=lambda: asyncio.run(work.run()), daemon=True)
            open.callback(thread.join, 60)
            open.callback(work.end)
            thread.start()
        made = first.make(seats={"union": "general:1"}, seed=3)
        with first.sit(made, "confederate") as here, second.sit(made, "confederate") as there:
            n = there.state["n"]
            assert hurried(there) is True
            here.up_to(n + 1)
            assert ("union", commanders.HURRIED_PLAN) in answers(one, made)[n:], answers(one, made)


def test_it_is_put_down_once_for_whoever_runs_the_game_after_this_server(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody presses; also where the game is run here."""
    monkeypatch.setattr(commanders.Commanders, "_wake", lambda *_: None)  # it has ended before it could answer
    with closing(Store(postgres.database())) as store, serving(store, limits=FAST) as table:
        made, keep, kept = table.make(seats={"union": "general:1"}, seed=3), store.keep_pause, list[str]()
        monkeypatch.setattr(store, "keep_pause", lambda *what: (kept.append(what[1]), keep(*what)))
        with table.sit(made, "confederate") as confederate:
            assert [hurried(confederate) for _ in range(3)] == [True, True, True]
            n = confederate.state["n"]
        assert kept.count(shared.HURRY) == 1
        with store.reading() as db:
            assert shared.pause(db, made["game"], shared.HURRY) == (n, "")
