"""Nobody with a key can keep others from a server: who asks, floods or sits down many times slows himself alone."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.engine import toy
from tests.table.postgres import BOTH
from tests.table.tables import DUEL, FAST, PATIENCE, Table, come_to, serving
from vedette.table import Store, rooms
from vedette.table.limits import DOORS, Limits, Purse
from vedette.table.running import Server, bound, run
from vedette.table.sockets import crowded
from vedette.table.spectators import grant_of
from vedette.table.store import Grant

FAR = "127.0.0.2"
"""Another address of this machine."""


@contextmanager
def slow(monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> Iterator[list[object]]:
    """Whatever calls this waits until the block ends; who has called."""
    ended, called = threading.Event(), list[object]()

    def waits(*what: object, **_: object) -> object:
        called.append(what[-1])
        ended.wait(PATIENCE)
        return []

    monkeypatch.setattr(where, name, waits)
    try:
        yield called
    finally:
        ended.set()


@BOTH
@pytest.mark.parametrize("question", ["plans", "reach"])
def test_who_answers_does_not_wait_for_those_who_ask(
    store: Store, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    """In more games than there are threads something is asked that takes long; in another one an answer is given."""
    monkeypatch.setattr(rooms, "THREADS", 2)
    with serving(store, limits=FAST) as table, ExitStack() as sat:
        other = sat.enter_context(table.sit(table.make(battle=DUEL), "union"))
        asking = [sat.enter_context(table.sit(table.make(battle=DUEL), "union")) for _ in range(4)]
        with slow(monkeypatch, toy.Toy, question) as called:
            for client in asking:
                client.send(**{question: {"id": "q", **({"unit": "Blue"} if question == "reach" else {})}})
            come_to(lambda: len(called) >= 2)  # as many as there are threads for answers
            assert other.act("Blue: 0101")["is"] == "done"
        for client in asking:
            client.until(question)


def test_who_asks_for_anything_pays_for_it(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Purse, "_wait", lambda purse: 0.0)  # nothing is saved up meanwhile
    made = table.make(battle=DUEL)
    watch = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
    made["keys"]["watch"] = watch
    with table.sit(made, "union") as union, table.sit(made, "watch") as looker:
        room = table.app.rooms.opened(made["game"])
        assert room is not None
        mine = next(one for one in room.watchers if one.grant.seats)
        theirs = next(one for one in room.watchers if not one.grant.seats)
        asked = {
            "see": {"after": -1},
            "reach": {"unit": "Blue"},
            "why": {"text": "Blue: 0101"},
            "ends": {},
            "moment": {"n": 0},
            "news": {},
        }
        for client, purse in ((union, mine.purse), (looker, theirs.purse)):  # type: ignore[attr-defined]
            for name, body in asked.items():
                if client is looker and name in ("why", "ends"):
                    continue
                left = purse.left
                client.send(**{name: body if name == "see" else {"id": name, **body}})
                client.until("state" if name == "see" else name)
                come_to(lambda purse=purse, left=left: purse.left < left)  # type: ignore[misc]
        grant = Grant("of all who look on", made["game"], ())
        assert room.purse(grant, FAST, FAR) is not room.purse(grant, FAST, "127.0.0.1")
        assert room.purse(mine.grant, FAST, FAR) is mine.purse  # type: ignore[attr-defined]


def test_a_key_has_so_many_sockets_and_a_game_so_many_who_look_on(store: Store) -> None:
    """Who comes beyond that is told to come again; the others of the game are not concerned."""
    with serving(store, limits=Limits(sockets=3, onlookers=2)) as table, ExitStack() as sat:
        made = table.make(battle=DUEL)
        for n in range(2):
            watch = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
            made["keys"][f"watch{n}"] = watch
        for seat in ("union", "union", "watch0", "watch1"):
            sat.enter_context(table.sit(made, seat))
        with table.sit(made, "union"):
            for seat in ("union", "watch0", "watch1"):
                with pytest.raises(ConnectionClosed, match="1013"), table.sit(made, seat) as beyond:
                    beyond.receive()
            sat.enter_context(table.sit(made, "confederate"))
        room = table.app.rooms.opened(made["game"])
        assert room is not None
        come_to(lambda: len(room.watchers) == 5)
        few, looks_on = Limits(sockets=2, onlookers=2), Grant("of yet another", made["game"], ())
        assert crowded(room, looks_on, few).startswith("2 look on at this game")  # the limit is the game's
        sits = next(one.grant for one in room.watchers if "union" in one.grant.seats)
        assert crowded(room, sits, few).startswith("this address is open in 2 windows")
        with table.sit(made, "union") as again:
            assert again.act("Blue: 0101")["is"] == "done"


def test_who_has_tried_many_wrong_keys_stands_before_a_door_of_its_own(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others come in meanwhile, and the right key opens that door as well."""
    ended, tried = threading.Event(), list[str]()

    def slowly(store: Store, id: str, key: str, clock: Callable[[], float]) -> Grant | None:
        if key == "wrong":
            tried.append(id)
            ended.wait(PATIENCE)
        return grant_of(store, id, key, clock)

    monkeypatch.setattr(rooms, "grant_of", slowly)
    with serving(store, limits=Limits(misses=3)) as table, ThreadPoolExecutor(8) as threads:
        made = table.make(battle=DUEL)
        at = f"{table.base.replace('http', 'ws')}/ws?game={made['game']}&key="

        def come(key: str) -> str:
            with connect(at + key, source_address=(FAR, 0), open_timeout=PATIENCE) as socket:
                return str(socket.recv(timeout=PATIENCE))

        assert "no such game or key" in "".join(come(f"wrong{n}") for n in range(3))
        wrong = [threads.submit(come, "wrong") for _ in range(6)]
        come_to(lambda: len(tried) >= 1)
        right = threads.submit(come, made["keys"]["union"])
        with table.sit(made, "union") as union:
            assert union.act("Blue: 0101")["is"] == "done" and len(tried) == 1
        ended.set()
        assert right.result(PATIENCE).startswith('{"state"')
        assert all("no such game or key" in one.result(PATIENCE) for one in wrong)


def test_games_are_opened_while_many_stand_at_the_door(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key takes long to look up, as while the database is busy: who is in already is not kept waiting."""
    ended, tried = threading.Event(), list[str]()

    made = table.make(battle=DUEL)

    def slowly(store: Store, id: str, key: str, clock: Callable[[], float]) -> Grant | None:
        if key == made["keys"]["union"]:
            tried.append(id)
            ended.wait(PATIENCE)
        return grant_of(store, id, key, clock)

    monkeypatch.setattr(rooms, "grant_of", slowly)

    def sit() -> None:
        with table.sit(made, "union"):
            pass

    with ThreadPoolExecutor(6) as threads:
        coming = [threads.submit(lambda: sit()) for _ in range(6)]
        come_to(lambda: len(tried) >= DOORS)
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").json()["game"] == made["game"]
        assert len(tried) == DOORS
        ended.set()
        for one in coming:
            one.result(PATIENCE)


def test_a_thread_that_works_lets_others_on_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    found, before = list[float](), sys.getswitchinterval()
    monkeypatch.setattr(Server, "run", lambda server, sockets: found.append(sys.getswitchinterval()))
    try:
        with bound("127.0.0.1", 0) as listener:
            run(lambda: None, listener, lambda: None)
        assert found[0] < before
    finally:
        sys.setswitchinterval(before)
