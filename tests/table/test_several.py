"""Several servers on one PostgreSQL: one game, whoever answers where."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, closing
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from tests.engine import toy
from tests.table.postgres import Cluster
from tests.table.tables import DUEL, FAST, STONE_WALL, Client, Table, seated, serving, shown
from tests.table.test_beat import BOTH, ordering
from tests.table.test_kill import VEDETTE, process
from tests.table.test_orders import done, ordered, settled, windows
from tests.table.test_stops import MARCH, moving
from vedette.engine.archive import verify
from vedette.table import Store, abreast
from vedette.table.keeping import Kept
from vedette.table.rooms import AT_ONCE, Rooms


@pytest.fixture
def tables(postgres: Cluster) -> Iterator[tuple[Table, Table]]:
    """Two servers at one database."""
    at = postgres.database()
    with ExitStack() as open:
        stores = [Store(at) for _ in range(2)]
        for store in stores:
            open.callback(store.close)
        one, two = (open.enter_context(serving(store, limits=FAST)) for store in stores)
        yield one, two


def play(rng: random.Random, client: Client) -> None:
    """An answer by lot."""
    decision = rng.choice(client.asked())
    action = rng.choice(decision["actions"])
    assert client.act(action["text"], seat=decision["seat"])["is"] == "done"


def test_a_game_through_two_servers_is_one_game(tables: tuple[Table, Table]) -> None:
    """Each answer is seen at the other server, by players and by who watches; the record is the same everywhere."""
    one, two = tables
    made = one.make(battle=DUEL, seed=5)
    rng = random.Random(5)
    with one.sit(made, "union") as blue, two.sit(made, "confederate") as gray, two.sit(made, "both") as both:
        n = 0
        while blue.state["decisions"]:
            for client in (blue, gray):
                if client.asked():
                    play(rng, client)
                    n = client.state["n"]
                    break
            for client in (blue, gray, both):
                client.up_to(n)
        assert blue.state["outcome"] == gray.state["outcome"] == both.state["outcome"]
    record = one.record(made)
    assert record == two.record(made) and verify(record, toy.load).ok and len(record.splitlines()) > 20


def test_the_same_message_at_two_servers_is_carried_out_once(tables: tuple[Table, Table]) -> None:
    """A double click while a connection moves from one server to the other."""
    made = tables[0].make(battle=DUEL)
    act = {"game": made["game"], "decision": 1, "text": "Blue: 0101", "id": "twice"}
    with tables[0].sit(made, "union") as one, tables[1].sit(made, "union") as two:
        with ThreadPoolExecutor(2) as both:
            told = list(both.map(lambda client: client.sent("act", act), (one, two)))
        assert [answer["is"] for answer in told] == ["done", "done"] and told[0] == told[1], told
    assert tables[0].record(made).count("Blue: 0101") == 1


def test_of_two_that_answer_at_once_one_is_told(tables: tuple[Table, Table]) -> None:
    for _ in range(5):
        made = tables[0].make(battle=DUEL)
        with tables[0].sit(made, "union") as one, tables[1].sit(made, "union") as two:
            with ThreadPoolExecutor(2) as both:
                told = list(both.map(lambda pair: pair[0].act(pair[1]), ((one, "Blue: 0101"), (two, "Blue: 0000"))))
            lost = next(answer for answer in told if answer["is"] == "refused")
            assert [answer["is"] for answer in told].count("done") == 1
            assert "the game has gone on" in lost["reason"] or "it is decision 2 now" in lost["reason"]
            for client in (one, two):
                client.up_to(max(one.state["n"], two.state["n"]))
            assert shown(one.state) == shown(two.state)
        assert tables[0].record(made) == tables[1].record(made)


def test_a_stop_and_a_request_are_known_at_the_other_server(tables: tuple[Table, Table]) -> None:
    """No die is rolled where the game is held, not even by a server that opens it; it goes on wherever that is said."""
    one, two = tables
    made = seated(one.store, moving())
    with one.sit(made, "union") as union:
        n = union.act(MARCH, stop=True)["n"]
        with two.sit(made, "union") as other, two.sit(made, "confederate") as foe:
            other.up_to(n)
            assert other.asked()[0]["kind"] == "stop" and union.state["n"] == other.state["n"] == n
            assert other.act("end")["is"] == "done"
            union.up_to(n + 1)
            while union.asked() and union.asked()[0]["kind"] == "stop":
                union.until("state")
            assert union.state["n"] == other.state["n"]
            assert "undo" in union.state and union.state["undo"]["union"]
            assert union.undo(ask=True, to=0)["is"] == "done"
            while not foe.state["request"]:
                foe.until("state")
            consent = {"game": made["game"], "request": foe.state["request"]["number"], "accept": True, "id": "yes"}
            assert foe.sent("consent", consent)["is"] == "done"
            union.up_to(foe.state["n"])
            assert shown(union.state) == shown(other.state) or union.state["n"] == foe.state["n"]


def test_a_computer_answers_once_and_goes_on_when_its_server_ends(postgres: Cluster) -> None:
    """One of the servers runs the game; when that one ends, the other does at once."""
    at = postgres.database()
    with (
        closing(Store(at)) as one,
        closing(Store(at)) as two,
        serving(two, limits=FAST) as second,
        ExitStack() as first,
    ):
        table = first.enter_context(serving(one, limits=FAST))
        made = table.make(battle=DUEL, seats={"confederate": "random"}, seed=3)
        rng = random.Random(3)
        with table.sit(made, "union") as union:
            pass
        with second.sit(made, "union") as union:
            n = 0
            while union.state["decisions"]:
                if union.state["n"] > 5 and not n:
                    n = union.state["n"]
                    assert not second.app.rooms.all_open()[made["game"]].runs
                    first.close()
                if union.asked():
                    play(rng, union)
                elif union.state["decisions"]:
                    union.until("state")
        assert n and second.app.rooms.all_open()[made["game"]].runs
        record = second.record(made, "union")
        rows = [json.loads(line) for line in record.splitlines()[1:]]
        assert verify(record, toy.load).ok and "confederate" in {row.get("seat") for row in rows[n:]}


def test_those_who_come_at_once_are_shown_by_one_look_what_was_stored(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server was killed, and all of its sockets come to the other."""
    looks: list[str] = []
    look = abreast.catch_up

    def looked(room: Kept) -> bool:
        looks.append(room.id)
        return look(room)

    monkeypatch.setattr(abreast, "catch_up", looked)
    with closing(Store(postgres.database())) as store:
        made = seated(store, toy.TOY.new_game(seed=1, digests=True))

        async def herd() -> None:
            rooms = Rooms(store, toy.load, lambda spoilt: [])
            rooms.begin()
            room = await rooms.room(made["game"])
            for _ in range(2):  # those who come later look again
                looks.clear()
                async with room.lock:
                    coming = [asyncio.create_task(rooms.room(made["game"])) for _ in range(20)]
                    await asyncio.sleep(0.1)
                    assert looks == []
                assert set(await asyncio.gather(*coming)) == {room} and looks == [room.id]
            await rooms.close()

        asyncio.run(herd())


def test_who_waits_for_a_game_keeps_nobody_from_another(postgres: Cluster) -> None:
    """As when long questions are worked out in as many games as are seen to at once."""
    with closing(Store(postgres.database())) as store:
        games = [seated(store, toy.TOY.new_game(seed=n, digests=True))["game"] for n in range(AT_ONCE + 1)]

        async def herd() -> None:
            rooms = Rooms(store, toy.load, lambda spoilt: [])
            rooms.begin()
            opened = [await rooms.room(game) for game in games]
            async with AsyncExitStack() as held:
                for room in opened[:AT_ONCE]:
                    await held.enter_async_context(room.lock)
                coming = [asyncio.create_task(rooms.room(room.id)) for room in opened[:AT_ONCE]]
                await asyncio.sleep(0.1)
                assert await asyncio.wait_for(rooms.room(opened[-1].id), 30) is opened[-1]
                assert not any(one.done() for one in coming)
            assert await asyncio.gather(*coming) == opened[:AT_ONCE]
            await rooms.close()

        asyncio.run(herd())


def test_who_looks_on_is_not_shown_all_again_when_others_come_elsewhere(tables: tuple[Table, Table]) -> None:
    """Those who play see how many look on; who looks on hears of nothing until the game goes on."""
    one, two = tables
    made = one.make(battle=DUEL, seed=5)
    watch = httpx.post(f"{one.base}/api/games/{made['game']}/watch?key={made['keys']['union']}").json()["key"]
    made["keys"]["watch"] = watch
    with one.sit(made, "union") as blue, one.sit(made, "watch") as looker, two.sit(made, "watch") as far:
        with two.sit(made, "watch"), two.sit(made, "watch"):
            while blue.state["watching"] < 4:
                blue.until("state")
            n, before = looker.state["n"], len(looker.frames)
        while blue.state["watching"] > 2:
            blue.until("state")
        play(random.Random(1), blue)
        for client, shown_before in ((looker, before), (far, 1)):
            client.up_to(blue.state["n"])
            since = [json.loads(frame)["state"]["n"] for frame in client.frames[shown_before:]]
            assert since and n not in since


def test_a_hand_that_is_raised_at_the_other_server_counts(tables: tuple[Table, Table]) -> None:
    """Two people at two servers have a beat like two at one; the one that runs the game rings it."""
    one, other = tables
    made = seated(one.store, ordering(held=BOTH), setup={"orders": True, "beat": 4.0})
    with one.sit(made, "union") as union, other.sit(made, "confederate") as gray:
        while not (union.state["pace"] and gray.state["pace"]):
            (gray if union.state["pace"] else union).until("state")
        gray.up_to(union.act("order attack")["n"])
        while not gray.state["beat"]:
            gray.until("state")
        assert gray.state["beat"]["may"] == ["confederate"] and 0 < gray.state["beat"]["left"] <= 2.0
        assert ordered(gray, "hold")["beat"]["held"] == ["confederate"]
        n = gray.state["n"]
        while union.state["beat"] or gray.state["beat"]:
            (gray if gray.state["beat"] else union).until("state")
        settled(gray)
        assert windows(gray) == ["after-order"] and done(other, made)[n:] == done(one, made)[n:] == []


def test_a_line_that_is_cut_is_laid_anew(tables: tuple[Table, Table]) -> None:
    """What was stored meanwhile is shown, and the readiness tells of the gap."""
    one, two = tables
    made = one.make(battle=DUEL)
    with one.sit(made, "union") as first, two.sit(made, "union") as second:
        with one.store.writing() as db:
            cut = "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"
            assert len(db.execute(text(cut)).all()) == 2
        n = first.act("Blue: 0101")["n"]
        second.up_to(n)
        assert shown(first.state) == shown(second.state)


def said(client: Client, words: str) -> dict[str, Any]:
    """Say something to the other side; what is answered."""
    client.send(say={"id": f"s{next(client.ids)}-{client.name}", "game": client.game, "text": words})
    return client.until("said", "refused")


def test_what_is_kept_for_one_side_alone_is_seen_by_nobody_else(tables: tuple[Table, Table]) -> None:
    """A note, an order, a word between the two, at either server: to who looks on, and of what is not said to him to
    the other side, there comes no message, of whatever size."""
    one = tables[0]
    made = one.make(battle=DUEL, seed=5, orders=True)
    at = f"{one.base}/api/games/{made['game']}/watch?key={made['keys']['union']}"
    made["keys"]["watch"] = httpx.post(at).json()["key"]
    with ExitStack() as sat:
        union, mine = (sat.enter_context(table.sit(made, "union")) for table in tables)
        gray = [sat.enter_context(table.sit(made, "confederate")) for table in tables]
        lookers = [sat.enter_context(table.sit(made, "watch")) for table in tables]
        time.sleep(1.5)  # who has come is announced everywhere
        for deed, to_gray in (
            (lambda: union.ask("sitting", game=made["game"], note="the mill first"), []),
            (lambda: ordered(union, "orders", suspended=True), []),
            (lambda: said(union, "a fine day"), ["chat"]),
            (lambda: union.ask("sitting", game=made["game"], note="the mill first", back="on Monday"), ["state"]),
        ):
            for client in (*gray, *lookers, mine):
                client.ask("moment", n=0)
            before = {client: len(client.frames) for client in (*gray, *lookers)}
            assert deed()["is"] != "refused"
            mine.until("chat" if to_gray == ["chat"] else "state")
            for client in (*gray, *lookers):
                client.ask("moment", n=0)
                came = [next(iter(json.loads(frame))) for frame in client.frames[before[client] :]]
                assert came == [*(to_gray if client in gray else []), "moment"], (came, to_gray)
        assert mine.state["manners"]["note"] == "the mill first"
        assert all(client.state["manners"]["back"] == {"union": "on Monday"} for client in gray)


HEARD = '{"behind":{"on":false}}'


def gap(store: Store, wanted: Callable[[float], bool]) -> None:
    """Wait until a server has not heard the others for so long, as `vedette_line_lost_seconds` tells."""
    for _ in range(600):
        if wanted(store.line_lost):
            return
        time.sleep(0.05)
    raise AssertionError(store.line_lost)


def test_while_the_database_is_away_the_board_stands_and_nothing_is_lost(
    postgres: Cluster, tables: tuple[Table, Table]
) -> None:
    """An answer is refused with one sentence, and the same message is carried out when the database is there again."""
    one, two = tables
    made = one.make(battle=DUEL)
    act = {"game": made["game"], "decision": 1, "text": "Blue: 0101", "id": "once"}
    with one.sit(made, "union") as first, two.sit(made, "union") as second:
        before = shown(first.state)
        postgres.stop()
        try:
            refused = first.sent("act", act)
            assert refused["reason"] == (
                "it could not be stored, so nothing was done: the database cannot be reached now"
            )
            first.send(see={"after": 0})
            first.until("state")
            assert shown(first.state) == before
            assert one.get("/api/ready").status_code == 503 and one.get("/api/health").status_code == 200
            found = one.get(f"/api/games/{made['game']}?key={made['keys']['union']}")
            assert found.status_code == 503 and "vedette-pg" not in found.text
            gap(one.store, lambda seconds: seconds > 0)
            for client in (first, second):
                assert client.until("behind")["on"]
        finally:
            postgres.start()
        told = first.sent("act", act)
        while told["is"] == "refused":  # the database has just been started
            assert "could not be stored" in told["reason"]
            told = first.sent("act", act)
        second.up_to(told["n"])
        assert shown(first.state) == shown(second.state)
        gap(one.store, lambda seconds: seconds == 0)
        for client in (first, second):
            while HEARD not in client.frames:
                client.receive()
    assert one.record(made).count("Blue: 0101") == 1


def test_who_comes_while_the_others_are_not_heard_is_told_so(
    tables: tuple[Table, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After his first state, and that they are heard again, also who looks on late; who comes then is told nothing."""
    one, _ = tables
    lost = [0.0]
    monkeypatch.setattr(Store, "line_lost", property(lambda self: lost[0]))
    made = one.make(battle=DUEL)
    made["keys"]["late"] = one.store.late_key(made["game"], 600, one.store.time())[0]
    with one.sit(made, "union") as there, one.sit(made, "late") as late:
        lost[0] = 0.9  # a line that is laid anew at once is no matter
        time.sleep(0.6)
        there.ask("plans", seat="union")
        assert not any("behind" in frame for frame in there.frames)
        lost[0] = 1.1
        assert there.until("behind")["on"] and late.until("behind")["on"]
        with one.sit(made, "confederate") as comes, one.sit(made, "late") as too_late:
            for client in (comes, too_late):
                assert not any("behind" in frame for frame in client.frames) and client.until("behind")["on"]
            lost[0] = 0.0
            for client in (there, late, comes, too_late):
                assert not client.until("behind")["on"]
    with one.sit(made, "union") as late:
        assert late.ask("plans", seat="union")["is"] in ("plans", "refused")
        assert not any("behind" in frame for frame in late.frames)


@pytest.mark.slow
def test_a_server_that_is_killed_leaves_its_games_to_the_other(postgres: Cluster) -> None:
    """It ran the game: the other carries on with the computer's answers, and nothing that was acknowledged is lost."""
    command = [*VEDETTE, "serve", "--port", "0", "--database", postgres.database()]
    with process(command) as (first, one), process(command) as (_, two):
        making = {"battle": STONE_WALL, "seats": {"confederate": "random"}, "seed": 8}
        made = httpx.post(one + "/api/games", json=making).json()
        rng, told = random.Random(8), list[str]()
        with Client(one, made["game"], made["keys"]["union"]) as union:
            while len(told) < 12:
                if not union.asked():
                    union.until("state")
                    continue
                text = rng.choice(union.texts())
                assert union.act(text)["is"] == "done"
                told.append(text)
            with Client(two, made["game"], made["keys"]["union"]) as other:
                union.act(rng.choice(union.texts())) if union.asked() else None
                first.kill()
                first.wait()
                n = other.state["n"]
                while other.state["n"] < n + 8:
                    if other.asked():
                        answer = other.act(rng.choice(other.texts()))
                        assert answer["is"] == "done" or "is not open" in answer["reason"]
                        if answer["is"] == "refused":  # the state was on its way
                            other.until("state")
                    else:
                        other.until("state")
        key = made["keys"]["union"]
        record = httpx.get(f"{two}/api/games/{made['game']}/record?key={key}").text
        rows = [json.loads(line) for line in record.splitlines()[1:]]
        assert [row["n"] for row in rows] == list(range(1, len(rows) + 1)) and verify(record).ok
        assert [row["do"] for row in rows if row["seat"] == "union"][:12] == told
        assert "confederate" in {row["seat"] for row in rows[-8:]}


def test_what_is_said_and_a_rematch_are_known_at_the_other_server(tables: tuple[Table, Table]) -> None:
    one, two = tables
    made = one.make(battle=STONE_WALL)
    with one.sit(made, "union") as union, two.sit(made, "confederate") as confederate:
        union.send(say={"game": made["game"], "id": "s", "text": "good luck"})
        assert union.until("said")["number"] == 1
        assert [line["text"] for line in confederate.until("chat")["lines"]] == ["good luck"]
        n = confederate.sent("resign", {"game": made["game"], "id": "r"})["n"]
        union.up_to(n)
        again = f"/api/games/{made['game']}/rematch?key="
        first = httpx.post(one.base + again + made["keys"]["union"]).json()
        while confederate.state.get("rematch") != "union":
            confederate.until("state")
        second = httpx.post(two.base + again + made["keys"]["confederate"]).json()
        assert first["game"] == second["game"] and list(second["keys"]) == ["union"]
