"""What failure looks like, row by row of the table in `docs/hosting.md`, with processes on one PostgreSQL."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from tests.table.postgres import Cluster
from tests.table.receivers import web
from tests.table.tables import PATIENCE, STONE_WALL, Client, come_to, shown
from tests.table.telling import LEASE
from tests.table.test_kill import ROOT, VEDETTE, process

pytestmark = pytest.mark.slow

Servers = list[tuple["subprocess.Popen[str]", str]]


@contextmanager
def servers(database: str, many: int = 2, *more: str) -> Iterator[Servers]:
    """So many processes at one database, each with its address."""
    command = [*VEDETTE, "serve", "--port", "0", "--database", database, *more]
    with ExitStack() as open:
        yield [open.enter_context(process(command)) for _ in range(many)]


def made(base: str, seed: int = 1) -> dict[str, Any]:
    """A new game; both its sides are asked for a Key Chit."""
    making = {"battle": STONE_WALL, "seed": seed}
    found: dict[str, Any] = httpx.post(base + "/api/games", json=making, timeout=PATIENCE).json()
    return found


def sit(base: str, game: dict[str, Any], seat: str) -> Client:
    return Client(base, game["game"], game["keys"][seat])


def record(base: str, game: dict[str, Any]) -> str:
    """All of it."""
    at = f"{base}/api/games/{game['game']}/record?key={game['keys']['both']}"
    return httpx.get(at, timeout=PATIENCE).text


def answer_of(client: Client, id: str, which: int = 0) -> dict[str, Any]:
    """A message that answers what a seat is asked."""
    (decision,) = client.asked()
    text = decision["actions"][which]["text"]
    return {"game": client.game, "decision": decision["number"], "text": text, "id": id}


def test_an_answer_that_was_stored_by_a_server_that_is_dead_is_told_by_another_one(postgres: Cluster) -> None:
    """Killed after the commit, before the answer: the same message at the other process gets it, and does nothing."""
    database = postgres.database()
    crashing = [sys.executable, "-m", "tests.table.crashing", database, "after", "1"]
    with servers(database, 1) as ((_, other),), process(crashing) as (running, base):
        game = made(base)
        with sit(base, game, "union") as union, sit(other, game, "union") as there:
            act = answer_of(union, "once")
            union.send(act=act)
            with pytest.raises(ConnectionClosed):
                union.until("done", "refused")
            assert running.wait(PATIENCE) == -signal.SIGKILL
            told = there.sent("act", act)
            assert (told["is"], told["id"]) == ("done", "once") and there.sent("act", act) == told
        assert record(other, game).count(f'"{act["text"]}"') == 1


def test_of_two_processes_that_get_an_answer_at_once_one_carries_it_out(postgres: Cluster) -> None:
    """The other says that the game has gone on, and both show the same."""
    with servers(postgres.database()) as ((_, one), (_, two)):
        for seed in range(5):
            game = made(one, seed)
            with sit(one, game, "union") as first, sit(two, game, "union") as second, ThreadPoolExecutor(2) as both:
                acts = [answer_of(client, f"of-{n}", n) for n, client in enumerate((first, second))]
                told = list(
                    both.map(lambda pair: pair[0].sent("act", pair[1]), zip((first, second), acts, strict=True))
                )
                lost = next(answer for answer in told if answer["is"] == "refused")
                assert [answer["is"] for answer in told].count("done") == 1, told
                assert "the game has gone on" in lost["reason"] or "it is decision 2 now" in lost["reason"], lost
                for client in (first, second):
                    client.up_to(1)
                assert shown(first.state) == shown(second.state)
            assert record(one, game) == record(two, game)


def test_the_line_and_the_database_are_away_and_come_back(postgres: Cluster) -> None:
    """A line that is cut is laid anew, and what was stored meanwhile is shown. Without the database a board stands, an
    answer is refused with one sentence, the figures tell the gap; then the same message is carried out, once."""
    pytest.importorskip("prometheus_client")
    database = postgres.database()
    with servers(database, 2, "--metrics") as ((_, one), (_, two)):
        game = made(one)
        with sit(one, game, "union") as first, sit(two, game, "confederate") as second:
            cut(database)
            n = first.sent("act", answer_of(first, "before"))["n"]
            second.up_to(n)
            act, before = answer_of(second, "once"), shown(second.state)
            postgres.stop()
            try:
                told = second.sent("act", act)
                assert told["reason"].startswith("it could not be stored, so nothing was done: the database cannot be")
                second.send(see={"after": 0})
                second.until("state")
                assert shown(second.state) == before
                assert httpx.get(two + "/api/ready").status_code == 503
                assert httpx.get(two + "/api/health").status_code == 200
                assert come_to(lambda: gap(two) > 0)
                for client in (first, second):
                    assert client.until("behind")["on"]
            finally:
                postgres.start()
            told = come_to(lambda: carried_out(second, act))
            first.up_to(told["n"])
            for client in (first, second):
                while '{"behind":{"on":false}}' not in client.frames:
                    client.receive()
            assert come_to(lambda: gap(two) == 0) and httpx.get(two + "/api/ready").status_code == 200
        assert record(one, game).count(f'"{act["text"]}"') == 1


def carried_out(client: Client, act: dict[str, Any]) -> dict[str, Any] | None:
    """What is told of an answer once it is stored; None while the database, which has just been started, is away."""
    told = client.sent("act", act)
    assert told["is"] == "done" or "could not be stored" in told["reason"]
    return told if told["is"] == "done" else None


def cut(database: str) -> None:
    """Cut the lines on which the servers listen, once both do and are at nothing else."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            listens = text("select pid from pg_stat_activity where query ilike 'listen%'")
            pids = come_to(lambda: [*rows] if len(rows := db.execute(listens).scalars().all()) == 2 else None)
            for pid in pids:
                assert db.execute(text("select pg_terminate_backend(:pid)"), {"pid": pid}).scalar()
    finally:
        engine.dispose()


def gap(base: str) -> float:
    """For how long a server has not heard the others, as its figures tell."""
    found = re.search(r"^vedette_line_lost_seconds ([\d.e+-]+)$", httpx.get(base + "/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize(("when", "times"), [("before", 1), ("after", 2)])
def test_who_was_to_be_told_by_a_server_that_is_dead_is_told_by_another_one(
    postgres: Cluster, when: str, times: int
) -> None:
    """Nothing is lost; only who was told in the moment in which it died is told again, under the same name."""
    database = postgres.database()
    telling = [sys.executable, "-m", "tests.table.telling", database]
    with web() as sink, process([*telling, when]) as (running, base):
        game = made(base)
        channel = {"kind": "webhook", "target": f"http://127.0.0.1:{sink.port}/", "zone": "Europe/Berlin"}
        at = f"{base}/api/games/{game['game']}/told"
        assert httpx.put(at, params={"key": game["keys"]["confederate"]}, json=channel).status_code < 300
        with sit(base, game, "union") as union:
            union.send(act=answer_of(union, "asks"))
            assert running.wait(PATIENCE) == -signal.SIGKILL
        assert len(sink.got) == times - 1
        with process([*telling, "never"]):
            told = sink.wait(times)
            time.sleep(2 * LEASE)  # it comes no more
        assert len(sink.got) == times and len({letter["id"] for letter in told}) == 1
        assert told[0]["what"] == "turn" and told[0]["seat"] == "confederate"


SERVED_FROM_AFAR = """\
import sys
from pathlib import Path
from vedette.cli import main
from vedette.table import claim
claim.MOUNTS = Path(sys.argv[1])
sys.argv = ["vedette", *sys.argv[2:]]
main()
"""


def test_a_second_server_at_a_file_and_one_at_a_network_disk_end_at_once_with_the_reason(tmp_path: Path) -> None:
    """Whatever the file is called; the first one serves on, and nothing is written to the disk of another machine."""
    (tmp_path / "games").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "games")
    mine, same = (f"sqlite:///{tmp_path / name / 'games.sqlite'}" for name in ("games", "link"))
    mounts = tmp_path / "mounts"
    mounts.write_text(f"server:/club {(tmp_path / 'games').resolve()} nfs4 rw 0 0\n")

    def refused(command: list[str], database: str) -> str:
        whole = [*command, "serve", "--port", "0", "--database", database]
        done = subprocess.run(whole, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode != 0 and not done.stdout, done
        (line,) = done.stderr.splitlines()
        return line

    with process([*VEDETTE, "serve", "--port", "0", "--database", mine]) as (_, base):
        game = made(base)
        for database in (mine, same):
            assert "another server serves it already; end that one, or name a database of Postgre" in refused(
                list(VEDETTE), database
            )
        with sit(base, game, "union") as union:
            assert union.sent("act", answer_of(union, "goes-on"))["is"] == "done"
    line = refused([sys.executable, "-c", SERVED_FROM_AFAR, str(mounts)], mine)
    assert "it lies on a disk of another machine (nfs4), where two programs can spoil it; name another file" in line


def test_a_server_that_is_stopped_for_a_new_version_loses_no_answer_that_is_under_way(postgres: Cluster) -> None:
    """It ends what it is at and closes with 1012; who comes to another one with the same message is told it, once."""
    database = postgres.database()
    slow = [sys.executable, "-m", "tests.table.crashing", database, "slow", "1"]
    with servers(database, 1) as ((_, two),), process(slow) as (running, one):
        game = made(one)
        with sit(one, game, "union") as union:
            act = answer_of(union, "under-way")
            union.send(act=act)
            assert running.stdout is not None and running.stdout.readline() == "storing\n"
            running.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                union.until("nothing")
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert running.wait(PATIENCE) == 0
        assert record(two, game).count(f'"{act["text"]}"') == 1, "what was under way is lost"
        with sit(two, game, "union") as union:
            told = union.sent("act", act)
            assert (told["is"], told["id"]) == ("done", "under-way"), told
        assert record(two, game).count(f'"{act["text"]}"') == 1
