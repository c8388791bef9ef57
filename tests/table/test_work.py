"""Workers: who runs the games of the servers at one PostgreSQL, each of them once."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import httpx
import pytest

import vedette
from tests.engine import toy
from tests.table.postgres import Cluster
from tests.table.tables import DUEL, FAST, PATIENCE, STONE_WALL, Client, Table, come_to, seated, serving
from tests.table.test_beat import before_a_draw, ordering
from tests.table.test_kill import VEDETTE, process
from tests.table.test_orders import done, ordered
from tests.table.test_parts import MOVING
from vedette.cli.program import run
from vedette.engine.archive import verify
from vedette.engine.game import Game
from vedette.table import Store, carrying
from vedette.table.carrying import Carrier
from vedette.table.shared import Open
from vedette.table.work import Work, chosen, to_run


@contextmanager
def working(at: str) -> Iterator[Work]:
    """A worker in a thread, until the block ends."""
    ready, found = threading.Event(), list[Work]()
    with closing(Store(at, works=True)) as store:

        async def main() -> None:
            found.append(Work(store, toy.load))
            found[0].loop = asyncio.get_running_loop()  # type: ignore[attr-defined]
            await found[0].run(ready.set)

        thread = threading.Thread(target=asyncio.run, args=(main(),), daemon=True)
        thread.start()
        assert ready.wait(60)
        try:
            yield found[0]
        finally:
            found[0].loop.call_soon_threadsafe(found[0].end)  # type: ignore[attr-defined]
            thread.join(60)


def through(client: Client, rng: random.Random) -> None:
    """Play a game to its end, whoever else answers."""
    while client.state["decisions"]:
        if client.asked():
            decision = rng.choice(client.asked())
            answer = client.act(rng.choice(decision["actions"])["text"], seat=decision["seat"])
            assert answer["is"] == "done", answer
        else:
            client.until("state")


def test_a_worker_thinks_for_the_computers_of_a_server(postgres: Cluster) -> None:
    """The server shows what it answers, and goes on by itself when the worker has left."""
    at = postgres.database()
    with closing(Store(at)) as store, serving(store, limits=FAST) as table, ExitStack() as worker:
        work = worker.enter_context(working(at))
        made = table.make(battle=DUEL, seats={"confederate": "random"}, seed=3)
        with table.sit(made, "union") as union:
            room = table.app.rooms.all_open()[made["game"]]
            while room.runs:
                union.ask("moment", n=0)
            through(union, random.Random(3))
            assert work.rooms.all_open()[made["game"]].runs and not room.runs
        record = table.record(made, "union")
        rows = [json.loads(line) for line in record.splitlines()[1:]]
        assert verify(record, toy.load).ok and "confederate" in {row.get("seat") for row in rows}
        worker.close()
        again = table.make(battle=DUEL, seats={"confederate": "random"}, seed=4)
        with table.sit(again, "union") as union:
            through(union, random.Random(4))
        assert table.app.rooms.all_open()[again["game"]].runs


def test_a_worker_rings_the_beat(postgres: Cluster) -> None:
    """Nobody has raised a hand: who holds something has passed when it is over."""
    at = postgres.database()
    with closing(Store(at)) as store, serving(store, limits=FAST) as table, working(at):
        made = seated(store, before_a_draw(), setup={"orders": True, "beat": 1.0})
        with table.sit(made, "union") as union, table.sit(made, "confederate"):
            come_to(lambda: not runs(union, table, made) and union.state["pace"])
            union.act("order regroup")
            while (union.state["beat"] or {}).get("window") != "before-draw":
                if union.asked() and not union.state["beat"]:
                    union.act("done" if "done" in union.texts() else union.texts()[-1])
                else:
                    union.until("state")
            n = union.state["n"]
            union.up_to(n + 1)
            assert done(table, made)[n] == "pass"
            assert not table.app.rooms.all_open()[made["game"]].runs


def runs(union: Client, table: Table, made: dict[str, Any]) -> bool:
    """Whether a server sees to a game itself, once who plays at it has read what it has sent."""
    union.ask("moment", n=0)
    return bool(table.app.rooms.all_open()[made["game"]].runs)


def answered_elsewhere(union: Client, table: Table, made: dict[str, Any]) -> list[bool]:
    """After an order to attack, in each state whether the question is listed that a standing order answers."""
    come_to(lambda: not runs(union, table, made))
    ordered(union, "order", window="after-order", setting="pass")
    before = len(union.frames)
    union.act("order attack")
    listed: list[bool] = []
    while not (listed and (listed[-1] or union.state["n"] >= 2)):
        states = (json.loads(frame).get("state") for frame in union.frames[before:])
        listed = [any(d.get("window") == "after-order" for d in s["decisions"]) for s in states if s and s["n"]]
        if not (listed and (listed[-1] or union.state["n"] >= 2)):
            union.until("state")
    return listed


HELD = {"union": ["Quick March"], "confederate": []}


def test_a_question_that_an_order_answers_at_the_worker_is_not_shown(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is left open there, because the order was refused or the worker has died: after a second it is put."""
    at = postgres.database()
    with closing(Store(at)) as store, serving(store, limits=FAST) as table, working(at):
        made = seated(store, ordering(held=HELD), setup={"orders": True})
        with table.sit(made, "union") as union:
            assert not any(answered_elsewhere(union, table, made))
        assert done(table, made)[:2] == ["order attack", "pass"]

        async def refused(carrier: Carrier, seat: str, text: str) -> None:
            carrier.room.standing.failed(carrier.room.game.state.number)

        monkeypatch.setattr(Carrier, "_carry_out", refused)
        made = seated(store, ordering(held=HELD), setup={"orders": True})
        with table.sit(made, "union") as union:
            listed = answered_elsewhere(union, table, made)
            assert listed[-1] and not any(listed[:-1]) and union.state["n"] == 1


def test_a_worker_leaves_games_to_the_servers_in_which_two_answer_each_other(postgres: Cluster) -> None:
    """Until an order stands in one; then it is run there, also when it stands no longer."""
    at = postgres.database()
    with closing(Store(at)) as store, serving(store, limits=FAST) as table, working(at) as work:
        made = table.make(battle=DUEL, seed=3)
        thought = table.make(battle=DUEL, seed=3, seats={"confederate": "random"})
        with table.sit(made, "union") as union, table.sit(thought, "union") as other:
            while thought["game"] not in work.rooms.all_open():
                other.ask("moment", n=0)
            assert made["game"] not in work.rooms.all_open() and table.app.rooms.all_open()[made["game"]].runs
            for suspended in (False, True):
                ordered(union, "orders", suspended=suspended)
                while table.app.rooms.all_open()[made["game"]].runs:
                    union.ask("moment", n=0)
                asyncio.run_coroutine_threadsafe(work._look(), work.loop).result(60)  # type: ignore[attr-defined]
                assert work.rooms.all_open()[made["game"]].runs


def test_what_the_computer_answers_for_a_formation_at_the_worker_is_not_shown(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the moment in which it is handed over; what is left to its person then is."""
    monkeypatch.setattr(carrying, "COVERED", 60.0)  # however slow the machine is
    at = postgres.database()
    game = Game.new(vedette.battle(STONE_WALL), seed=4, position=MOVING, digests=True)
    with closing(Store(at)) as store, serving(store, limits=FAST) as table, working(at):
        made = seated(store, game, setup={"orders": True})
        with table.sit(made, "union") as union:
            while table.app.rooms.all_open()[made["game"]].runs:
                union.ask("moment", n=0)
            time.sleep(2.0)  # he is shown that another one runs it
            union.ask("moment", n=0)
            before, n = len(union.frames), union.state["n"]
            assert {d["kind"] for d in union.asked()} & {"move-unit", "move"}
            ordered(union, "orders", parts=["Tyler"])
            told = -1
            while (now := len(done(table, made))) < n + 3 or now != told:  # until nothing more is answered
                told = now
                time.sleep(1.0)
            union.up_to(told)
            states = [s for frame in union.frames[before:] if (s := json.loads(frame).get("state"))]
        listed = [(s["n"], d["kind"]) for s in states for d in s["decisions"] if "actions" in d]
        assert not {kind for _, kind in listed} & {"move-unit", "move"}, listed


def test_each_game_is_one_workers_and_few_change_hands() -> None:
    games = [f"game{n}" for n in range(300)]
    three = ["work-a", "work-b", "work-c"]
    shares = [sum(chosen(game, three) == one for game in games) for one in three]
    assert sum(shares) == 300 and min(shares) > 60
    moved = [game for game in games if chosen(game, three) != chosen(game, three[:2])]
    assert {chosen(game, three) for game in moved} == {"work-c"}
    assert chosen("game", []) == ""


def test_a_worker_is_of_no_use_at_a_file(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["work", "--database", f"sqlite:///{tmp_path}/games.sqlite"]) == 2
    assert "a worker needs PostgreSQL" in capsys.readouterr().err


def test_figures_of_a_worker_want_an_address_and_an_address_a_port(capsys: pytest.CaptureFixture[str]) -> None:
    for alone in (["--metrics"], ["--host", "0.0.0.0"]):
        assert run(["work", "--database", "postgresql:///nowhere", *alone]) == 2
        assert "give --port as well" in capsys.readouterr().err


@pytest.mark.slow
def test_a_worker_answers_who_watches_over_it_and_nobody_else(postgres: Cluster) -> None:
    """Its readiness is that of its database; it ends as it is told, with its listener."""
    pytest.importorskip("prometheus_client")
    command = [*VEDETTE, "work", "--database", postgres.database(), "--port", "0", "--metrics"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        said, _, base = running.stdout.readline().strip().partition(", watched over at ")
        try:
            assert said == "Vedette: at work"
            base = base.rstrip("/")
            assert httpx.get(base + "/api/health").json() == {"is": "up", "open": 0}
            assert httpx.get(base + "/api/ready").json() == {"is": "ready"}
            assert "vedette_rooms 0.0" in httpx.get(base + "/metrics").text.splitlines()
            assert [httpx.get(base + at).status_code for at in ("/", "/api/battles", "/ws")] == [404] * 3
            assert httpx.get(base + "/api/health", headers={"host": "elsewhere.example.org"}).status_code == 403
            running.send_signal(signal.SIGTERM)
            assert running.wait(60) == 0
        finally:
            running.kill()


@pytest.mark.slow
def test_of_three_workers_one_is_killed_and_every_answer_is_given_once(postgres: Cluster) -> None:
    """Games of two computers and a person; kill -9 in mid-game. The records have each entry once, and are those of the
    seed."""
    at = postgres.database()
    with ExitStack() as open:
        _, base = open.enter_context(process([*VEDETTE, "serve", "--port", "0", "--database", at]))
        workers = []
        for _ in range(3):
            one = subprocess.Popen(
                [*VEDETTE, "work", "--database", at], stdout=subprocess.PIPE, text=True, stderr=sys.stderr
            )
            open.callback(one.wait)
            open.callback(one.kill)
            assert one.stdout is not None and one.stdout.readline() == "Vedette: at work\n"
            open.callback(one.stdout.close)
            workers.append(one)
        computers = {"battle": STONE_WALL, "seats": {"confederate": "random"}}
        made = [httpx.post(base + "/api/games", json={**computers, "seed": n}, timeout=PATIENCE) for n in range(3)]
        sat = [open.enter_context(Client(base, m["game"], m["keys"]["union"])) for m in (row.json() for row in made)]
        rng = random.Random(1)
        for turn in range(60):
            if turn == 20:
                workers.pop().kill()
            for client in sat:
                while not client.asked():
                    client.until("state")
                answer = client.act(rng.choice(client.texts()))
                # A computer that is asked at the same time may have answered in this moment, or a worker has given the
                # only answer that there was, as for everybody who is alone with a computer.
                assert answer["is"] == "done" or any(
                    words in answer["reason"] for words in ("is not open", "gone on", "not asked anything now")
                ), answer
        for row in made:
            m = row.json()
            record = httpx.get(f"{base}/api/games/{m['game']}/record?key={m['keys']['union']}", timeout=PATIENCE).text
            rows = [json.loads(line) for line in record.splitlines()[1:]]
            assert [r["n"] for r in rows] == list(range(1, len(rows) + 1)) and verify(record).ok


def test_a_game_that_cannot_be_read_stops_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    """It may be of a newer program."""
    assert not to_run(Open("there", '{"people": 5}', None)) and "game there is left to the servers" in caplog.text
    assert not to_run(Open("there", "{", ["{"]))
