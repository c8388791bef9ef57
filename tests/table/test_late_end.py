"""That a game is over, nobody sees without a key before he does who looks on latest."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, event, func, insert, select, update
from websockets.exceptions import ConnectionClosed

from tests.table.postgres import BOTH, Cluster
from tests.table.tables import DUEL, FAST, PATIENCE, Client, Table, played, seated, serving
from tests.table.test_late import LATE, comes, late_key, looks_on, timed
from vedette.engine.procedure import CHANCE
from vedette.table import Store
from vedette.table.room import Room
from vedette.table.schema import ages, games, hashed, late, lookers
from vedette.table.store import Grant


def test_the_end_is_shown_to_nobody_without_a_key_before_the_latest_sees_it(store: Store) -> None:
    with timed(store, lobby=True) as (table, pulse):
        made = looks_on(table, looks_on(table, table.make(battle=DUEL, seed=4)), 3_600)
        at = f"/api/games/{made['game']}"
        comes(table, made)
        table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        for seconds, status in [(0, 404), (3_599, 404), (1, 200)]:
            pulse.tick(seconds)
            assert table.get(at).status_code == status
            found = table.get("/api/lobby").json()
            assert [row["game"] for row in found["over" if status == 200 else "watch"]] == [made["game"]]
            assert not found["watch" if status == 200 else "over"]
        assert table.get(f"{at}?key={made['keys']['late']}").json()["over"] is True
        assert httpx.delete(f"{table.base}{at}?key={made['keys']['late']}").status_code == 403


def test_a_player_is_told_how_long_an_end_is_withheld(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        with table.sit(made, "late"):
            pass
        id = made["game"]
        own = f"/api/games/{id}?key={made['keys']['both']}"
        assert "withheld" not in table.get(own).json()  # it goes on
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": id, "id": "r", "seat": "union"})
        assert table.get(own).json()["withheld"] == LATE
        pulse.tick(LATE + 1)
        assert "withheld" not in table.get(own).json() and table.get(f"/api/games/{id}").status_code == 200


@BOTH
def test_a_game_that_all_have_seen_the_end_of_is_not_hidden_again(store: Store) -> None:
    """Neither by a late key that is made after it, be it of a stranger's, nor by one that nobody has come by."""
    with timed(store, lobby=True) as (table, _):
        game = played(2, lambda g: not g.decisions, DUEL)
        old, made = seated(store, game), looks_on(table, table.make(battle=DUEL, seed=4), 86_400)
        with store.writing() as db:
            db.execute(update(games).where(games.c.id == old["game"]).values(over=True))
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        for one in (old, made):
            at = f"/api/games/{one['game']}"
            table.app.rooms.offers.put(one["game"], "union", "Ann", taken=True)
            for answer in (late_key(table, one, 86_400), httpx.post(f"{table.base}/api/lobby/{one['game']}/watch")):
                assert answer.status_code == 201 and "late" not in answer.json()
                assert table.get(f"{at}?key={answer.json()['key']}").json()["over"] is True
            assert table.get(at).status_code == 200
        assert {row["game"] for row in table.get("/api/lobby").json()["over"]} == {old["game"], made["game"]}


def test_nobody_makes_the_end_wait_longer_by_a_key_that_he_makes_after_it(store: Store) -> None:
    with timed(store) as (table, pulse):
        made = looks_on(table, table.make(battle=DUEL, seed=4))
        comes(table, made)
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        pulse.tick(LATE - 1)
        assert late_key(table, made, 86_400).json()["late"] == LATE
        pulse.tick(2)
        assert table.get(f"/api/games/{made['game']}").status_code == 200


@BOTH
def test_what_chance_answers_when_a_game_is_opened_has_its_age_and_what_has_none_is_young_everywhere(
    store: Store,
) -> None:
    game = played(2, lambda g: not g.decisions, DUEL)
    upto = max(e.n for e in game.entries if e.seat == CHANCE) - 1
    with serving(store, limits=FAST, lobby=True) as table:
        made = looks_on(table, seated(store, game, upto))
        comes(table, made)
        assert table.get(f"/api/games/{made['game']}?key={made['keys']['both']}").json()["entries"] > upto
        with store.reading() as db:
            noted = select(func.max(ages.c.n)).where(ages.c.game == made["game"])
            assert db.execute(noted).scalar() == len(table.app.rooms.opened(made["game"]).game.entries)
        table.app.rooms.offers.put(made["game"], "union", "Ann", taken=True)
        with store.writing() as db:  # an older program has stored the last entry long ago, with which it was over
            db.execute(delete(ages).where(ages.c.game == made["game"], ages.c.n > upto))
            db.execute(update(ages).where(ages.c.game == made["game"]).values(at=1.0))
            db.execute(update(games).where(games.c.id == made["game"]).values(over=True))
        found = table.get("/api/lobby").json()
        assert [row["game"] for row in found["watch"]] == [made["game"]] and not found["over"]
        assert table.get(f"/api/games/{made['game']}").status_code == 404  # and from now on it grows old
        assert not store.withholds(made["game"], lambda: table.app.rooms.clock() + LATE + 60)


@BOTH
def test_by_a_key_from_after_the_end_a_game_that_goes_on_again_is_seen_as_late_as_was_asked(store: Store) -> None:
    """Whoever looks at it meanwhile has to come again, and who has no key does not."""
    with serving(store, limits=FAST, lobby=True) as table:
        made = table.make(battle=DUEL, seed=4, practice=True)
        at = f"/api/games/{made['game']}"
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            answer = late_key(table, made, LATE, "both").json()
            assert "late" not in answer
            keys = {"late": answer["key"], "none": ""}
            over = [Client(table.base, made["game"], key).__enter__() for key in keys.values()]
            assert all(not one.state["decisions"] for one in over)
            told = both.undo(seat="union")
            assert told["is"] == "done" and both.state["decisions"], told
            n = both.state["n"]
            for one in over:
                with pytest.raises(ConnectionClosed):
                    one.until("nothing")
                assert not one.state["decisions"]
                one.__exit__(None, None, None)
            assert table.get(f"{at}?key={keys['late']}").json()["entries"] < n
            assert table.get(at).status_code == 404
            assert store.latest(made["game"]) == LATE
            both.sent("resign", {"game": made["game"], "id": "r2", "seat": "union"})
            assert table.get(at).status_code == 404  # nobody sees the end before he does


def test_who_waits_while_an_end_is_taken_back_is_not_shown_the_game_that_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He was let in as to one that is over: without a key, and by one that was made after the end."""
    with serving(store, limits=FAST) as table, ThreadPoolExecutor(4) as waiting:
        made = table.make(battle=DUEL, seed=4, practice=True)
        at = f"/api/games/{made['game']}"
        room_of, come, let = table.app.rooms.room_of, threading.Semaphore(0), threading.Event()

        async def waits(grant: Grant) -> Room:
            if not grant.seats:
                come.release()
                await asyncio.to_thread(let.wait, PATIENCE)
            found: Room = await room_of(grant)
            return found

        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            monkeypatch.setattr(table.app.rooms, "room_of", waits)
            keys = ["", late_key(table, made, 86_400, "both").json()["key"]]
            sockets = [waiting.submit(Client(table.base, made["game"], key).__enter__) for key in keys]
            asked = [waiting.submit(table.get, f"{at}?key={key}") for key in keys]
            assert all(come.acquire(timeout=PATIENCE) for _ in range(4))
            assert both.undo(seat="union")["is"] == "done"
            let.set()
            for socket in sockets:
                with pytest.raises(ConnectionClosed, match="1013"):
                    socket.result(PATIENCE)
            assert [answer.result(PATIENCE).status_code for answer in asked] == [409, 409]


def late_one(table: Table) -> dict[str, Any]:
    """A game of which an end can be taken back, with a key for ten minutes."""
    made = table.make(battle=DUEL, seed=4, practice=True)
    made["keys"]["late"] = late_key(table, made, LATE, "both").json()["key"]
    return made


def later_key(made: dict[str, Any], table: Table) -> dict[str, Any]:
    """A key for a day, of a game that is over and of which somebody sees that in ten minutes."""
    answer = late_key(table, made, 86_400, "both").json()
    assert answer["late"] == LATE
    made["keys"]["later"] = answer["key"]
    return made


def test_who_looks_less_late_at_an_end_than_was_asked_is_sent_back_when_it_is_taken_back(store: Store) -> None:
    """Though his room does not show the end yet; who has looked on at it so late before is not."""
    with timed(store) as (table, pulse):
        made = late_one(table)
        with table.sit(made, "both") as both, table.sit(made, "late") as before:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            with table.sit(later_key(made, table), "later") as after:
                assert after.state["decisions"] and after.state["late"] == LATE
                shown = len(before.frames)
                assert both.undo(seat="union")["is"] == "done"
                with pytest.raises(ConnectionClosed, match="1013"):
                    after.until("nothing")
            with table.sit(made, "later") as again:
                assert again.state["late"] == 86_400
            assert before.ask("news", after=0)["is"] == "news" and len(before.frames) == shown + 1
            pulse.tick(LATE + 1)
            before.up_to(both.state["n"])
            assert before.state["decisions"]


def test_he_is_sent_back_at_another_server_too(postgres: Cluster) -> None:
    """At which nobody looks at the game as it stands."""
    at = postgres.database()
    with ExitStack() as open:
        stores = [open.enter_context(closing(Store(at))) for _ in range(2)]
        one, two = (open.enter_context(serving(store, limits=FAST)) for store in stores)
        made = late_one(one)
        comes(one, made)
        both = open.enter_context(one.sit(made, "both"))
        both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
        after = open.enter_context(two.sit(later_key(made, one), "later"))
        assert two.app.rooms.opened(made["game"]) is None
        assert both.undo(seat="union")["is"] == "done"
        with pytest.raises(ConnectionClosed, match="1013"):
            after.until("nothing")


@BOTH
def test_a_key_from_after_the_first_end_shows_the_second_as_late_as_was_asked(store: Store) -> None:
    """Though nobody has come by it while the game went on."""
    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL, seed=4, practice=True)
        with table.sit(made, "both") as both:
            both.sent("resign", {"game": made["game"], "id": "r", "seat": "union"})
            key = late_key(table, made, LATE, "both").json()["key"]
            assert store.grant(made["game"], key) == Grant(hashed(key), made["game"], (), 0, of_the_end=True)
            both.undo(seat="union")
            assert store.grant(made["game"], key) == Grant(hashed(key), made["game"], (), LATE)
            both.sent("resign", {"game": made["game"], "id": "r2", "seat": "union"})
            assert store.grant(made["game"], key) == Grant(hashed(key), made["game"], (), LATE)
            assert table.get(f"/api/games/{made['game']}").status_code == 200  # nobody has come by it


@BOTH
def test_that_another_server_knows_already_who_comes_does_not_make_his_key_less_late(store: Store) -> None:
    made = seated(store, played(2, lambda g: not g.decisions, DUEL))
    id = made["game"]

    def over(now: bool) -> None:
        with store.writing() as db:
            db.execute(update(games).where(games.c.id == id).values(over=now))

    over(True)
    key, _ = store.late_key(id, LATE, 0.0)
    over(False)  # a program that knows of no such keys
    asked = []

    def between(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith("SELECT lookers") and not asked:
            asked.append(statement)
            with store.writing() as db:
                db.execute(insert(lookers).values(token=hashed(key), game=id))

    event.listen(store._engine, "after_cursor_execute", between)
    try:
        store.come_late(hashed(key), id)
    finally:
        event.remove(store._engine, "after_cursor_execute", between)
    with store.reading() as db:
        assert asked and list(db.execute(select(late.c.seconds).where(late.c.game == id)).scalars()) == [LATE]
