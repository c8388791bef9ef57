"""What a server does once for many: for those who come at once, who see the same, whose games it looks after."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import Event, get_ident
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from tests.engine import toy
from tests.table.postgres import BOTH, Cluster
from tests.table.tables import DUEL, FAST, Client, Table, come_to, seated, serving
from vedette.engine.game import Game
from vedette.table import Store, abreast, carrying, limits, shared, sharing, showing, sockets, tallies
from vedette.table import postgres as postgres_of
from vedette.table.messages import Act
from vedette.table.rooms import Rooms
from vedette.table.store import Grant


def watched(table: Table, **making: Any) -> dict[str, Any]:
    """A game with a key for those who look on."""
    made = table.make(battle=DUEL, seed=5, **making)
    watch = httpx.post(f"{table.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
    made["keys"]["watch"] = watch
    return made


def test_those_who_see_the_same_are_shown_what_is_made_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made, shown = watched(table), list[tuple[str, ...]]()
    show = showing.shown

    def counted(room: Any, grant: Any, *more: Any) -> dict[str, Any]:
        shown.append(grant.seats)
        return show(room, grant, *more)

    monkeypatch.setattr(sockets, "shown", counted)
    keys = ["union", "confederate", "watch", "watch", "watch", "confederate"]
    with ExitStack() as sat:
        clients = [sat.enter_context(table.sit(made, key)) for key in keys]
        while clients[0].state["watching"] < 3:
            clients[0].until("state")
        shown.clear()
        n = clients[0].act("Blue: 0101")["n"]
        for client in clients:
            client.up_to(n)
        assert sorted(shown) == [(), ("confederate",), ("union",)]
        assert clients[2].frames[-1] == clients[3].frames[-1] == clients[4].frames[-1] != clients[1].frames[-1]


def test_who_plays_is_told_at_times_how_many_look_on(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once where one comes alone; where many come and go, now and then, and in the end how many there are."""
    made = watched(table)
    with table.sit(made, "union") as union, ExitStack() as sat:
        monkeypatch.setattr(carrying, "COUNTED", 0.0)
        sat.enter_context(table.sit(made, "watch"))
        while union.state["watching"] < 1:
            union.until("state")
        monkeypatch.setattr(carrying, "COUNTED", 1.0)
        before = len(union.frames)
        for _ in range(8):
            sat.enter_context(table.sit(made, "watch"))
        while union.state["watching"] < 9:
            union.until("state")
        assert len(union.frames) - before < 8


def test_what_is_proposed_is_worked_out_beside_the_loop(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may take long, and the sockets of all other games wait for the loop."""
    made, inside = table.make(battle=DUEL, seed=5), list[str]()

    def noted(what: str, deed: Callable[..., Any]) -> Callable[..., Any]:
        def called(*more: Any) -> Any:
            try:
                asyncio.get_running_loop()
                inside.append(f"loop: {what}")
            except RuntimeError:
                inside.append(f"thread: {what}")
            return deed(*more)

        return called

    for name in ("notes", "proposed"):
        monkeypatch.setattr(toy.Toy, name, noted(name, getattr(toy.Toy, name)))
    rng = random.Random(5)
    with table.sit(made, "union") as union, table.sit(made, "confederate") as confederate:
        for _ in range(6):
            client: Client = union if union.asked() else confederate
            n = client.act(rng.choice(client.texts()))["n"]
            union.up_to(n)
            confederate.up_to(n)
    assert set(inside) == {"thread: notes", "thread: proposed"}


def test_a_look_takes_one_connection(postgres: Cluster) -> None:
    """And one question, whatever lies beside the record: one round trip, nothing is begun nor rolled back for it."""
    with closing(Store(postgres.database())) as store:
        made = seated(store, toy.TOY.new_game(seed=1, digests=True))
        told: list[str] = []

        async def looked() -> None:
            rooms = Rooms(store, toy.load, lambda spoilt: [])
            rooms.begin()
            room = await rooms.room(made["game"])
            assert rooms.sharing is not None
            for name in ("checkout", "begin", "before_cursor_execute"):
                event.listen(store._engine, name, lambda *_, name=name: told.append(name))
            async with room.lock:
                told.clear()
                await asyncio.to_thread(abreast.catch_up, room)
                found = tuple(told)
            await rooms.close()
            assert found.count("checkout") == 1 and found.count("before_cursor_execute") == 1, found

        asyncio.run(looked())


@BOTH
def test_an_answer_asks_the_database_for_little(store: Store) -> None:
    """What was answered, what has happened since, the lock, what is new, whom to tell: a statement each."""
    made, said = seated(store, toy.TOY.new_game(seed=1, digests=True)), list[tuple[int, str]]()

    async def answered() -> None:
        rooms = Rooms(store, toy.load, lambda spoilt: [])
        rooms.begin()
        room = await rooms.room(made["game"])
        grant = store.grant(made["game"], made["keys"]["union"])
        decision = room.game.decision_of("union")
        assert grant is not None and decision is not None
        act = Act(made["game"], decision.number, decision.actions[0].text, 1)
        event.listen(store._engine, "before_cursor_execute", lambda _, __, what, *___: said.append((get_ident(), what)))

        def play() -> tuple[str, list[str]]:
            said.clear()
            reply = room._answered(grant, act, lambda: room._play(grant, act))
            return reply, [what for by, what in said if by == get_ident()]

        async with room.lock:
            reply, found = await asyncio.to_thread(play)
        await rooms.close()
        assert reply.startswith('{"done"') and len(found) <= 6, found

    asyncio.run(answered())


def test_a_connection_that_was_just_used_is_not_tried(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Store(postgres.database())) as store:
        tried, ping = list[object](), type(store._engine.dialect).do_ping
        monkeypatch.setattr(
            type(store._engine.dialect), "do_ping", lambda dialect, line: tried.append(line) or ping(dialect, line)
        )
        for _ in range(3):
            store.count()
        assert not tried
        monkeypatch.setattr(postgres_of, "QUIET", 0.0)
        store.count()
        assert len(tried) == 1


def test_what_follows_from_the_entries_is_worked_out_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes again is shown it; with the next entry it is worked out anew."""
    made, seen, view = watched(table), list[str](), Game.view
    monkeypatch.setattr(Game, "view", lambda game, seat: seen.append(seat) or view(game, seat))
    with table.sit(made, "union") as union:
        for _ in range(3):
            with table.sit(made, "watch") as watch:
                first = watch.state
        assert seen.count("") == 1 and seen.count("union") == 1
        n = union.act("Blue: 0101")["n"]
        with table.sit(made, "watch") as watch:
            watch.up_to(n)
            assert watch.state["view"] != first["view"] and seen.count("") == 2


def test_within_a_look_something_can_be_written(postgres: Cluster) -> None:
    """What is read after it is what was written; nobody has two connections at once."""
    with closing(Store(postgres.database())) as store:
        made = seated(store, toy.TOY.new_game(seed=1, digests=True))
        out: list[int] = []
        event.listen(store._engine, "checkout", lambda *_: out.append(1))
        event.listen(store._engine, "checkin", lambda *_: out.append(-1))
        with store.at_once():
            assert store.request(made["game"]) is None
            with store.at_once():
                store.keep_request(made["game"], "{}", before=None)
            assert store.request(made["game"]) == "{}"
        come_to(lambda: sum(out) == 0)  # the bell is rung by a thread of its own
        assert max(sum(out[: n + 1]) for n in range(len(out))) <= 2  # the second one is the bell's


def test_a_game_that_is_busy_keeps_the_server_from_announcing_no_other(postgres: Cluster) -> None:
    """A server that announces nothing for seconds counts as gone, and all of its games change hands."""
    with closing(Store(postgres.database())) as store, closing(Store(store.url)) as far:
        games = [seated(store, toy.TOY.new_game(seed=n, digests=True))["game"] for n in range(3)]

        async def busy() -> None:
            rooms = Rooms(store, toy.load, lambda spoilt: [])
            rooms.begin()
            opened = [await rooms.room(game) for game in games]
            seats = (("union",),)
            async with opened[0].lock:
                await asyncio.to_thread(far.announce, dict.fromkeys(games, seats), ())
                assert rooms.sharing is not None
                rooms.sharing.met()
                for _ in range(2_000):
                    if [room.elsewhere for room in opened] == [(), seats, seats]:
                        break
                    await asyncio.sleep(0.005)
                assert [room.elsewhere for room in opened] == [(), seats, seats]
                await asyncio.to_thread(far.announce, {games[0]: (*seats, ())}, games[1:])
                rooms.sharing.met()
                for _ in range(2_000):
                    if not opened[1].elsewhere and not opened[2].elsewhere:
                        break  # it has been heard, and the game that is busy has waited
                    await asyncio.sleep(0.005)
            for _ in range(2_000):
                if opened[0].elsewhere == ((), *seats):
                    break
                await asyncio.sleep(0.005)
            assert opened[0].elsewhere == ((), *seats)  # as it was heard last
            await rooms.close()

        asyncio.run(busy())


@BOTH
def test_how_long_games_are(store: Store) -> None:
    """Of one that is there no longer, 0."""
    games = [seated(store, toy.TOY.new_game(seed=n, digests=True), upto=n)["game"] for n in range(2)]
    with store.reading() as db:
        assert shared.lengths(db, [*games, "gone"]) == {games[0]: 0, games[1]: 1, "gone": 0}


def test_what_no_bell_has_told_is_shown_after_a_while(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line makes no game longer, and the bell that told of it was lost."""
    monkeypatch.setattr(sharing, "HEALED", 0.3)
    at = postgres.database()
    with closing(Store(at)) as store, closing(Store(at)) as far, serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seed=5)
        monkeypatch.setattr(far, "ring", lambda game: None)
        with (
            serving(far, limits=FAST) as other,
            table.sit(made, "union") as union,
            other.sit(made, "confederate") as confederate,
        ):
            confederate.send(say={"game": made["game"], "id": "s", "text": "good luck"})
            confederate.until("said")
            assert [line["text"] for line in union.until("chat")["lines"]] == ["good luck"]


def test_who_waits_for_a_place_holds_no_game_and_who_has_one_waits_for_none(store: Store) -> None:
    """A page that is opened neither keeps a player waiting for pages of other games, nor those for his."""
    games = [seated(store, toy.TOY.new_game(seed=n, digests=True))["game"] for n in range(2)]

    async def herd() -> None:
        rooms = Rooms(store, toy.load, lambda spoilt: [])
        rooms.begin()
        one, other = [await rooms.room(game) for game in games]
        places = asyncio.Semaphore(1)
        async with places:
            page = asyncio.create_task(one.tell(lambda game: game.rulebook, places))
            await asyncio.sleep(0.05)
            assert not one.lock.locked() and not page.done()
        await page
        async with one.lock:
            busy = asyncio.create_task(one.tell(lambda game: "busy", places))
            await asyncio.sleep(0.05)
            assert await asyncio.wait_for(other.tell(lambda game: "free", places), 30) == "free" and not busy.done()
        assert await asyncio.wait_for(busy, 30) == "busy"
        async with places:
            page = asyncio.create_task(one.tell(lambda game: "late", places))
            await asyncio.sleep(0.05)
            await one.lock.acquire()  # somebody answers before there is a place
        await asyncio.sleep(0.3)
        assert await asyncio.wait_for(other.tell(lambda game: "free", places), 30) == "free" and not page.done()
        one.lock.release()
        assert await asyncio.wait_for(page, 30) == "late" and not one.lock.locked()
        await rooms.close()

    asyncio.run(herd())


def test_of_a_game_that_is_there_no_longer_nobody_is_woken(store: Store) -> None:
    """Nor is it told how many look on at it."""
    made = seated(store, toy.TOY.new_game(seed=1, digests=True))

    async def ends() -> None:
        rooms = Rooms(store, toy.load, lambda spoilt: [])
        rooms.begin()
        room = await rooms.room(made["game"])
        rung = list[str]()
        room.carrier._alarm = room.standing.pulse.later(0.1, lambda: rung.append("beat"))
        room.carrier.counted()
        counting = room.carrier._counting
        rooms.gone(made["game"])
        await asyncio.sleep(0.3)
        assert rung == [] and counting is not None and counting.cancelled()
        await rooms.close()

    asyncio.run(ends())


@pytest.mark.parametrize("held", (20.0, 0.05))
def test_who_looks_on_holds_up_nobody_who_plays_and_others_for_a_moment(
    table: Table, monkeypatch: pytest.MonkeyPatch, held: float
) -> None:
    """After a server has ended hundreds come at once: who plays is let in before those who look on, one by one; and a
    game that is held up keeps nobody from another for long."""
    monkeypatch.setattr(limits, "HELD", held)
    stuck, free = watched(table), watched(table)
    opened, waits, goes_on = Rooms.room_of, Event(), Event()

    async def room_of(rooms: Rooms, grant: Grant) -> Any:
        while grant.game == stuck["game"] and not goes_on.is_set():
            waits.set()
            await asyncio.sleep(0.01)
        return await opened(rooms, grant)

    monkeypatch.setattr(Rooms, "room_of", room_of)
    with ExitStack() as sat, ThreadPoolExecutor(2) as threads, ExitStack() as ends:
        ends.callback(goes_on.set)
        threads.submit(lambda: sat.enter_context(table.sit(stuck, "watch")))
        assert waits.wait(20)
        after = threads.submit(lambda: sat.enter_context(table.sit(free, "watch")))
        with table.sit(free, "union") as union:  # who plays is shown the game, and answers
            union.act("Blue: 0101")
        if held < 1.0:
            assert after.result(20).state["n"] >= 0
        else:
            assert not after.done()


def test_who_has_left_while_he_waited_is_not_served(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a live clock begun for him; and what he says meanwhile is read, for who is not read counts as gone."""
    monkeypatch.setattr(limits, "HELD", 20.0)
    stuck, free = watched(table), watched(table)
    opened, waits, goes_on, came = Rooms.room_of, Event(), Event(), list[str]()

    async def room_of(rooms: Rooms, grant: Grant) -> Any:
        while grant.game == stuck["game"] and not goes_on.is_set():
            waits.set()
            await asyncio.sleep(0.01)
        came.append(grant.game)
        return await opened(rooms, grant)

    monkeypatch.setattr(Rooms, "room_of", room_of)
    with ExitStack() as sat, ExitStack() as ends:
        ends.callback(goes_on.set)
        first = sat.enter_context(table.sit(stuck, "watch")._connection)
        assert waits.wait(20)
        for said in (0, 1, 2):
            with table.sit(free, "watch")._connection as gone:
                for _ in range(said):
                    gone.send('{"hidden": {"on": true}}')
        last = sat.enter_context(table.sit(free, "watch")._connection)
        goes_on.set()
        assert first.recv(20) and last.recv(20)
    assert came.count(free["game"]) == 1


def test_a_game_in_which_something_is_done_keeps_nobody_from_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes to it gives up his place and waits by himself."""
    monkeypatch.setattr(limits, "HELD", 20.0)
    busy, free = watched(table), watched(table)
    joined, begun, goes_on = carrying.Carrier.joined, Event(), Event()

    async def slowly(carrier: Any, watcher: Any) -> None:
        while carrier.room.id == busy["game"] and not goes_on.is_set():
            begun.set()
            await asyncio.sleep(0.01)
        await joined(carrier, watcher)

    monkeypatch.setattr(carrying.Carrier, "joined", slowly)
    with ExitStack() as sat, ExitStack() as ends:
        ends.callback(goes_on.set)
        union = sat.enter_context(table.sit(busy, "union")._connection)
        assert begun.wait(20)
        watch = sat.enter_context(table.sit(busy, "watch")._connection)
        with table.sit(free, "watch") as other:
            assert other.state["n"] >= 0
        goes_on.set()
        assert union.recv(20) and watch.recv(20)


def test_after_who_looks_on_there_is_a_rest_as_long_as_he_took() -> None:
    async def after(rest: bool) -> float:
        among, loop = asyncio.Semaphore(1), asyncio.get_running_loop()
        began = loop.time()
        async with limits.place(among, rest) as leave:
            await asyncio.sleep(0.1)
            leave()
            leave()  # it is left once
        async with limits.place(among):
            assert among.locked()
            return loop.time() - began

    assert asyncio.run(after(rest=True)) >= 0.19


@pytest.mark.parametrize("key", ("", "wrong"))
def test_who_tries_too_often_goes_by_another_door(table: Table, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """With wrong keys and without one, so that he keeps nobody with the right one waiting."""
    made, asked = watched(table), list[str]()

    def full(tally: tallies.Tally, address: str) -> bool:
        asked.append(tally.kind)
        return False

    monkeypatch.setattr(tallies.Tally, "full", full)
    with Client(table.base, made["game"], key)._connection as line:
        assert "no such game or key" in str(line.recv(20))
    assert set(asked) == {"keys" if key else "keyless"}


@pytest.mark.parametrize("stuck_at", ["the door", "its place"])
def test_who_waits_when_the_server_ends_is_let_go_and_not_served(
    store: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], stuck_at: str
) -> None:
    """And the log is not told of each that it failed."""
    monkeypatch.setattr(limits, "HELD", 20.0)
    opened, granted, waits, goes_on = Rooms.room_of, Rooms.grant, Event(), Event()
    asked, came = list[str](), list[str]()

    def grant(rooms: Rooms, id: str, key: str) -> Any:
        asked.append(id)
        if stuck_at == "the door":
            waits.set()
            assert goes_on.wait(60)
        return granted(rooms, id, key)

    async def room_of(rooms: Rooms, grant: Grant) -> Any:
        came.append(grant.game)
        waits.set()
        await asyncio.sleep(60)
        return await opened(rooms, grant)

    with ThreadPoolExecutor(20) as threads:
        with serving(store, limits=FAST) as table:
            made = watched(table)
            monkeypatch.setattr(Rooms, "grant", grant)
            monkeypatch.setattr(Rooms, "room_of", room_of)
            for _ in range(8):
                threads.submit(lambda: table.sit(made, "watch")._connection)
            assert waits.wait(20)
            time.sleep(0.5)
            threads.submit(lambda: time.sleep(3.0) or goes_on.set())  # the server waits for two seconds
        goes_on.set()
    told = capfd.readouterr().err
    assert "Traceback" not in told and "completing handshake" not in told, told
    assert (len(asked), len(came)) == ((2, 0) if stuck_at == "the door" else (8, 1))
