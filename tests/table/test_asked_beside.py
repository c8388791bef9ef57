"""Questions stand beside the game: who answers, a page that opens and a computer wait for no question of anybody."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests.engine import toy
from tests.table.tables import DUEL, PATIENCE, Table, seated, serving
from tests.table.test_fairness import come_to, slow
from tests.table.test_why import fought
from vedette.staff.general.commander import searched
from vedette.table import Store, report
from vedette.table.http import Handlers
from vedette.table.limits import Limits


def test_computers_move_and_pages_open_whatever_is_asked_elsewhere(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In more games than there are threads for questions something is asked that takes long."""
    with ExitStack() as sat:
        asking = [sat.enter_context(table.sit(table.make(battle=DUEL), "union")) for _ in range(3)]
        led = table.make(battle=DUEL, seats={"confederate": "random"})
        union = sat.enter_context(table.sit(led, "union"))
        with slow(monkeypatch, toy.Toy, "reach") as called:
            for client in asking:
                client.send(reach={"id": "q", "unit": "Blue"})
            come_to(lambda: len(called) >= 2)
            opened = table.get(f"/api/games/{led['game']}?key={led['keys']['union']}", timeout=20)
            assert opened.status_code == 200
            n = union.state["n"]
            while not any(entry.seat == "confederate" for entry in table.app.rooms.opened(led["game"]).game.entries):
                if union.asked():
                    union.act(union.texts()[-1])
                union.up_to(n := n + 1)
        for client in asking:
            client.until("reach")


def test_who_answers_waits_for_one_question_of_each_person_at_the_most(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other player asks for the report twenty times at once, while this one is on move."""
    made = table.make(battle=DUEL)
    at = f"/api/games/{made['game']}/report?key={made['keys']['confederate']}"
    came, made_up, begun = [0], list[float](), threading.Event()
    entered, turns = Handlers.entered, report.turns

    async def comes(self: Handlers, request: Any) -> Any:
        found = await entered(self, request)
        came[0] += 1
        return found

    def slowly(*asked: Any) -> Any:
        begun.wait(PATIENCE)
        made_up.append(time.monotonic())
        time.sleep(0.02)
        return turns(*asked)

    monkeypatch.setattr(Handlers, "entered", comes)
    monkeypatch.setattr(report, "turns", slowly)
    with table.sit(made, "union") as union, ThreadPoolExecutor(20) as threads:
        asked = [threads.submit(table.get, at) for _ in range(20)]
        come_to(lambda: came[0] == 20)
        union.send(act={"game": made["game"], "decision": union.asked()[0]["number"], "text": "Blue: 0101", "id": "a"})
        time.sleep(0.3)  # it stands in the line
        begun.set()
        assert union.until("done", "refused")["is"] == "done"
        answered = time.monotonic()
        assert all(one.result(PATIENCE).status_code == 200 for one in asked)
    assert len(made_up) == 20 and sum(when < answered for when in made_up) <= 3


def test_an_answer_is_not_behind_a_question_of_ones_own_that_is_not_paid(store: Store) -> None:
    with serving(store, limits=Limits(thought=1e-6)) as table:
        made = table.make(battle=DUEL)
        with table.sit(made, "union") as union:
            room = table.app.rooms.opened(made["game"])
            (socket,) = room.watchers
            socket.purse.left = -1.0
            union.send(reach={"id": "q", "unit": "Blue"})
            assert union.act("Blue: 0101")["is"] == "done"


def test_a_search_for_why_leaves_its_game_free(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, weighed = fought()
    made = seated(table.store, game, union="general:1")
    at, locked = f"/api/games/{made['game']}/why?key={made['keys']['confederate']}", list[bool]()
    table.get(at)
    room = table.app.rooms.opened(made["game"])
    monkeypatch.setattr(room, "reconsider", lambda *asked: locked.append(room.lock.locked()) or searched(*asked))
    assert table.get(f"{at}&n={next(iter(weighed))}").status_code == 200
    assert locked and not any(locked)


def test_who_comes_is_told_what_has_happened_since_whatever_happens_meanwhile(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart it is looked up when he answered last; while that takes its time the other side acts."""
    made = table.make(battle=DUEL)
    with table.sit(made, "union") as union:
        n = union.act("Blue: 0101")["n"]
    room, ended, called = table.app.rooms.opened(made["game"]), threading.Event(), list[str]()
    room.given.clear()
    given = table.store.given

    def slowly(token: str) -> int:
        called.append(token)
        ended.wait(PATIENCE)
        return given(token)

    monkeypatch.setattr(table.store, "given", slowly)
    with ThreadPoolExecutor(1) as thread:

        def comes() -> dict[str, Any]:
            with table.sit(made, "union") as union:
                return union.state

        coming = thread.submit(comes)
        come_to(lambda: bool(called))
        room.push()
        time.sleep(0.1)
        ended.set()
        assert coming.result(PATIENCE)["given"] == n
    come_to(lambda: not room.watchers)
    called.clear()
    with table.sit(made, "union", f"&after={n}") as union:  # who comes back knows the rest
        assert not called
        union.ask("news")
    assert len(called) == 1
