"""Several servers on one PostgreSQL where two do something in the same moment, or only the other one was there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import httpx
import pytest

from tests.table.postgres import Cluster
from tests.table.tables import DUEL, FAST, Client, Table, serving
from tests.table.test_draws import asked, offer, respond
from tests.table.test_orders import ordered
from tests.table.test_talk import say
from vedette.table import Store, abreast
from vedette.table.keeping import Kept
from vedette.table.store import Overtaken, StoreError


@pytest.fixture
def tables(postgres: Cluster) -> Iterator[tuple[Table, Table]]:
    """Two servers at one database, with a lobby."""
    at = postgres.database()
    with ExitStack() as open:
        stores = [Store(at) for _ in range(2)]
        for store in stores:
            open.callback(store.close)
        one, two = (open.enter_context(serving(store, limits=FAST, lobby=True)) for store in stores)
        yield one, two


def test_both_sides_speak_at_once_at_two_servers(tables: tuple[Table, Table]) -> None:
    made = tables[0].make(battle=DUEL)
    with tables[0].sit(made, "union") as union, tables[1].sit(made, "confederate") as gray:
        for n in range(1, 13):
            with ThreadPoolExecutor(2) as both:
                told = list(both.map(lambda client: say(client, f"line {n}"), (union, gray)))  # noqa: B023
            assert sorted(answer.get("number", 0) for answer in told) == [2 * n - 1, 2 * n], told


def test_of_many_who_take_a_seat_at_two_servers_one_has_it(tables: tuple[Table, Table]) -> None:
    made = tables[0].make(battle=DUEL, open={"seat": "union"})
    at = [f"{table.base}/api/lobby/{made['game']}" for table in tables] * 4
    with ThreadPoolExecutor(8) as all:
        told = [answer.status_code for answer in all.map(httpx.post, at)]
    assert sorted(told) == [201, *[409] * 7]


def test_a_game_that_is_watched_goes_on_wherever_somebody_looks(tables: tuple[Table, Table]) -> None:
    """The server that runs it has it open for an address alone; who looks on is at the other one."""
    one, two = tables
    made = one.make(battle=DUEL, seats={"union": "random", "confederate": "random"}, watched=True)
    (key,) = made["keys"].values()
    n = one.get(f"/api/games/{made['game']}?key={key}").json()["entries"]
    with Client(two.base, made["game"], key) as watcher:
        watcher.up_to(n + 3)
        assert one.app.rooms.opened(made["game"]).runs and not two.app.rooms.opened(made["game"]).runs


def test_who_plays_sees_who_looks_on_at_the_other_server(tables: tuple[Table, Table]) -> None:
    one, two = tables
    made = one.make(battle=DUEL)
    key = made["keys"]["union"]
    watch = httpx.post(f"{one.base}/api/games/{made['game']}/watch?key={key}").json()["key"]
    with one.sit(made, "union") as union:
        assert union.state["watching"] == 0
        with Client(two.base, made["game"], watch):
            while union.state["watching"] != 1:
                union.until("state")
        while union.state["watching"] != 0:
            union.until("state")


def test_what_was_withdrawn_at_one_server_is_not_agreed_to_at_another(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other side agrees in the moment in which the offer is withdrawn: what was acknowledged first holds."""
    one, two = tables
    made = one.make(battle=DUEL)
    with one.sit(made, "union") as union, two.sit(made, "confederate") as gray:
        offer(union)
        asked(gray)
        while union.state["request"] is None:
            union.until("state")
        answers: list[dict[str, Any]] = []
        keep = two.store.keep_request

        def late(*what: Any, **more: Any) -> None:
            if not answers:
                answers.append({})
                answers[0] |= respond(union, False)
            keep(*what, **more)

        monkeypatch.setattr(two.store, "keep_request", late)
        refused = respond(gray, True)
        assert answers[0]["is"] == "done" and refused["is"] == "refused", refused
        assert "no longer open" in refused["reason"]
        assert gray.state["outcome"] is None and union.state["outcome"] is None
        number = asked(gray)["number"]
        assert offer(union)["asked"] is True
        while asked(gray)["number"] == number:
            gray.until("state")
        assert respond(gray, True)["is"] == "done"


def test_two_wishes_at_once_are_not_both_asked(tables: tuple[Table, Table]) -> None:
    for _ in range(4):
        made = tables[0].make(battle=DUEL)
        with tables[0].sit(made, "union") as union, tables[1].sit(made, "confederate") as gray:
            with ThreadPoolExecutor(2) as both:
                told = list(both.map(offer, (union, gray)))
            assert sorted(answer["is"] for answer in told) == ["done", "refused"], told
            assert "answer that first" in next(a["reason"] for a in told if a["is"] == "refused")


def test_a_counter_that_one_server_has_shown_is_drawn_by_each(tables: tuple[Table, Table]) -> None:
    """A balancer sends the socket to the one and the pictures to the other."""
    one, two = tables
    made = one.make()
    with one.sit(made, "union") as union:
        faces = {unit["face"] for unit in union.state["view"]["units"]}
        for face in sorted(faces)[:5]:
            answer = two.get(f"/api/faces/{face}.svg")
            assert answer.status_code == 200 and answer.text == one.get(f"/api/faces/{face}.svg").text
    assert two.get("/api/faces/0123456789abcdef0123.svg").status_code == 404


def test_a_game_is_opened_while_another_server_lets_it_go_on(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What chance was asked is answered there in the moment in which it is answered here: what is stored counts."""
    one, two = tables
    made = one.make(battle=DUEL)
    append, calls = two.store.append, list[int]()

    def overtaken(*what: Any, **more: Any) -> None:
        calls.append(1)
        raise Overtaken(made["game"])

    with one.sit(made, "union") as union, two.sit(made, "union") as other:
        union.act("Blue: 0101")
        other.up_to(union.state["n"])
        room = two.app.rooms.opened(made["game"])
        stored = two.store.game(made["game"])
        assert stored is not None
        # As it was stored before chance was answered: the fold answers itself, and is too late.
        packed = ("entries", "n", "length", "packed")
        kept = {name: getattr(stored, name) for name in stored.__struct_fields__ if name not in packed}
        before = type(stored)(**kept, entries=())
        found = [before, stored]
        monkeypatch.setattr(two.store, "game", lambda id, fit="": found.pop(0))
        monkeypatch.setattr(two.store, "append", overtaken)
        room.reload()
        monkeypatch.setattr(two.store, "append", append)
        assert len(room.game.entries) == len(stored.entries)


@pytest.mark.parametrize("id", ['"' * 64, "\\" * 64], ids=["quotes", "backslashes"])
def test_an_id_of_whatever_signs_is_stored(tables: tuple[Table, Table], id: str) -> None:
    made = tables[0].make(battle=DUEL)
    act = {"game": made["game"], "decision": 1, "text": "Blue: 0101", "id": id}
    with tables[0].sit(made, "union") as union:
        assert [union.sent("act", act)["is"] for _ in range(2)] == ["done", "done"]
        union.send(say={"game": made["game"], "id": id, "text": "hello"})
        assert union.until("said", "refused")["is"] == "said"


def test_addresses_that_cannot_be_stored_are_of_no_game(tables: tuple[Table, Table]) -> None:
    for path in ("", "/watch"):
        for id in ("%00", "a%00b", "%ED%A0%80", "x" * 4000):
            assert httpx.post(f"{tables[0].base}/api/lobby/{id}{path}").status_code in (404, 409)


def test_a_game_that_cannot_be_taken_over_at_once_is_taken_over_at_the_next_look(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away in the moment in which another server ends: the game must not stand still for it."""
    taken, take_over = list[str](), abreast.take_over

    def fails_once(room: Kept) -> None:
        taken.append(room.id)
        if len(taken) == 1:
            raise StoreError("away", "away")
        take_over(room)

    monkeypatch.setattr(abreast, "take_over", fails_once)
    at = postgres.database()
    with closing(Store(at)) as other, serving(other, limits=FAST) as two:
        with closing(Store(at)) as store, serving(store, limits=FAST) as one:
            made = one.make(battle=DUEL)
            with one.sit(made, "union"), two.sit(made, "confederate"):
                assert one.app.rooms.opened(made["game"]).runs and not two.app.rooms.opened(made["game"]).runs
            gray = two.sit(made, "confederate")
            gray.__enter__()
        room = two.app.rooms.opened(made["game"])
        for _ in range(3_000):
            if len(taken) > 1 and room.runs:
                break
            time.sleep(0.005)
        gray.__exit__(None, None, None)
        assert taken == [made["game"]] * 2 and room.runs


ORDERS: list[tuple[str, dict[str, Any], str]] = [
    ("orders", {"suspended": True}, "ordered"),
    ("order", {"window": "no such window", "setting": "pass"}, "refused"),
]


@pytest.mark.parametrize(("name", "order", "answer"), ORDERS)
def test_what_an_order_finds_stored_is_shown_to_all_at_its_server(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch, name: str, order: dict[str, Any], answer: str
) -> None:
    """Whoever takes something in shows it, also where his order is refused: the bell finds nothing new after him."""
    one, two = tables
    made = one.make(battle=DUEL, orders=True)
    with one.sit(made, "union") as union, ExitStack() as sat:
        monkeypatch.setattr(two.app.rooms.sharing, "_soon", lambda room: None)  # no bell is heard
        mine, other = (sat.enter_context(two.sit(made, seat)) for seat in ("confederate", "union"))
        n = union.act("Blue: 0101")["n"]
        assert ordered(mine, name, **order)["is"] == answer
        for client in (mine, other):
            client.ask("moment", n=0)
            assert client.state["n"] == n


def test_what_is_read_anew_where_memory_was_in_doubt_is_shown_to_all(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a commit of which nobody knows whether it was stored, and another server has gone on since."""
    one, two = tables
    made = one.make(battle=DUEL)
    with one.sit(made, "union") as union, two.sit(made, "confederate") as mine:
        monkeypatch.setattr(two.app.rooms.sharing, "_soon", lambda room: None)
        n = union.act("Blue: 0101")["n"]
        room = two.app.rooms.opened(made["game"])
        room._doubtful = True
        loop = two.app.rooms.sharing._loop
        asyncio.run_coroutine_threadsafe(two.app.rooms.sharing.abreast(room), loop).result(60)
        mine.ask("moment", n=0)
        assert mine.state["n"] == n
