"""What is kept, how safe it is, and what is said where nothing can be kept; against servers that run."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.engine import toy
from tests.table.tables import DUEL, FAST, PATIENCE, Client, played, seated, serving
from vedette.cli.program import run
from vedette.table import Store, StoreError
from vedette.table.schema import hashed

OLD = Path(__file__).with_name("old.sql")
"""A database as it was made before keys were hashed: two games, the first by a clock that went ahead."""
OLD_KEYS = {
    ("52c7a8e9eb93", "L8Fh8wyAiUwmyov8Htf2tR7U"): ("union",),
    ("52c7a8e9eb93", "c9IRhkXdTZ4rlZ212Y9ySWOo"): ("confederate",),
    ("52c7a8e9eb93", "M77NJjohubBCw1zH3kY6S56m"): ("union", "confederate"),
    ("a8e3ad6e9632", "8S5yoi3rWiPrHR3kRjw-_9r3"): ("union",),
}
VEDETTE = [sys.executable, "-c", "from vedette.cli import main; main()"]
MAKING = {"battle": "kernstown/the-stone-wall", "seed": 3, "options": {"no-events": True}}
"""A game in which no question is secret."""
posix = pytest.mark.skipif(os.name != "posix", reason="the system has no such modes")


@contextmanager
def served(home: Path, *arguments: str, umask: int = 0o022, most: int | None = None) -> Iterator[tuple[Any, str]]:
    """A server of its own over a home, and its address; `most` bytes may a file of its have."""

    def prepare() -> None:
        os.umask(umask)
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    running = subprocess.Popen(
        [*VEDETTE, *(arguments or ("serve", "--port", "0"))],
        env={**os.environ, "VEDETTE_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
    )
    assert running.stdout is not None and running.stderr is not None
    try:
        line = running.stdout.readline()
        assert line.startswith("Vedette: http://127.0.0.1:"), running.stderr.read()
        yield running, line.removeprefix("Vedette: ").strip()
    finally:
        if running.poll() is None:
            running.kill()
        running.communicate()


def bytes_of(folder: Path) -> bytes:
    """All that lies in a folder."""
    return b"".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())


def old(folder: Path) -> Path:
    """The old database, as a file that others can read."""
    at = folder / "games.sqlite"
    with closing(sqlite3.connect(at)) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
        db.execute("PRAGMA journal_mode=WAL")
    at.chmod(0o644)
    return at


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- who can read it ---------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("umask", [0o022, 0o000, 0o077])
def test_games_are_their_owners_alone_while_the_server_runs(tmp_path: Path, umask: int) -> None:
    """The database, what lies beside it, and the folder, however open the system makes new files."""
    home = tmp_path / "home"
    with served(home, umask=umask) as (_, base):
        made = httpx.post(base + "api/games", json={"battle": "kernstown/the-stone-wall"}).json()
        files = sorted(home.glob("games.sqlite*"))
        assert [file.name for file in files] == ["games.sqlite", "games.sqlite-shm", "games.sqlite-wal"]
        assert [mode(file) for file in files] == [0o600] * 3 and mode(home) == 0o700
        kept = bytes_of(home)
        assert made["game"].encode() in kept
        assert not [key for key in made["keys"].values() if key.encode() in kept]


@posix
def test_what_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    old(home)
    (home / "games.sqlite-wal").touch(mode=0o644)
    with served(home):
        assert [mode(file) for file in home.glob("games.sqlite*")] == [0o600] * 3 and mode(home) == 0o700


@posix
def test_a_folder_that_is_not_the_programs_own_is_left_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    with closing(Store(f"sqlite:///{folder / 'club.sqlite'}")):
        assert (mode(folder), mode(folder / "club.sqlite")) == (0o755, 0o600)
    with pytest.raises(StoreError):
        Store(f"sqlite:///{folder}")
    assert mode(folder) == 0o755


# -- an older database -------------------------------------------------------------------------------------


def test_old_links_open_their_games_after_the_move_and_nothing_of_a_key_is_left(tmp_path: Path) -> None:
    at = old(tmp_path)
    before = at.read_bytes()
    assert all(key.encode() in before for _, key in OLD_KEYS)
    for _ in range(2):  # moved once, and opened again
        with closing(Store(f"sqlite:///{at}")) as store, serving(store, limits=FAST) as table:
            for (game, key), seats in OLD_KEYS.items():
                with Client(table.base, game, key) as client:
                    assert tuple(client.state["seats"]) == seats
            kept = bytes_of(tmp_path)
            assert not [key for _, key in OLD_KEYS if key.encode() in kept]
            grant = store.grant("52c7a8e9eb93", hashed("M77NJjohubBCw1zH3kY6S56m"))
            assert grant is None  # what is kept opens nothing


def test_an_act_that_was_answered_before_the_move_is_not_done_again(tmp_path: Path) -> None:
    with (
        closing(Store(f"sqlite:///{old(tmp_path)}")) as store,
        serving(store, limits=FAST) as table,
        Client(table.base, "52c7a8e9eb93", "L8Fh8wyAiUwmyov8Htf2tR7U") as union,
    ):
        n = union.state["n"]
        act = {"game": union.game, "decision": 1, "text": "Blue: 0101", "id": "old-act"}
        assert union.sent("act", act)["n"] == n
        assert union.act("Blue: 0102")["n"] == n + 1


def test_dice_after_the_move_are_those_that_would_have_come(tmp_path: Path) -> None:
    """The secret is the same: the record proves its rolls with the seed that was committed to."""
    from vedette.engine.archive import verify

    at = old(tmp_path)
    with closing(sqlite3.connect(at)) as db:
        (secret,) = db.execute("select secret from games where id = '52c7a8e9eb93'").fetchone()
    with closing(Store(f"sqlite:///{at}")) as store, serving(store, limits=FAST) as table:
        found = store.game("52c7a8e9eb93")
        assert found is not None and found.secret == secret
        with Client(table.base, "52c7a8e9eb93", "M77NJjohubBCw1zH3kY6S56m") as client:
            while client.state["outcome"] is None:
                client.act(client.texts()[-1], seat=client.asked()[0]["seat"])
        assert verify(table.get("/api/games/52c7a8e9eb93/record?key=M77NJjohubBCw1zH3kY6S56m").text, toy.load).ok


def test_of_an_old_database_the_newest_game_is_the_last_that_was_made(tmp_path: Path) -> None:
    """Not the one whose clock went ahead; of both nobody has played the later one."""
    at = old(tmp_path)
    with closing(Store(f"sqlite:///{at}")) as store:
        played_one = store.newest(played=True)
        assert played_one is not None and played_one.game == "52c7a8e9eb93"
    with closing(sqlite3.connect(at)) as db:
        assert db.execute("select id from games order by number").fetchall() == [("52c7a8e9eb93",), ("a8e3ad6e9632",)]


def test_two_servers_that_start_at_once_move_it_once(tmp_path: Path) -> None:
    from threading import Thread

    at, found = old(tmp_path), []

    def start() -> None:
        with closing(Store(f"sqlite:///{at}")) as store:
            found.append([store.grant(game, key) is not None for game, key in OLD_KEYS])

    threads = [Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [[True] * 4] * 4


# -- the newest game ---------------------------------------------------------------------------------------


def test_the_newest_game_is_the_last_that_was_made_whatever_the_clock_says(store: Store) -> None:
    """The clock was set back between two games."""
    game = played(2, lambda g: len(g.entries) > 3, DUEL)
    for year in ("2026", "2024", "2025"):
        made = seated(store, game, when=f"{year}-11-29T00:00:00+00:00")
        for how in (True, False):
            found = store.newest(played=how)
            assert found is not None and found.game == made["game"]


# -- an end ------------------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_after_a_signal_all_is_in_the_database_itself(tmp_path: Path, sign: int) -> None:
    """Not in the log beside it, which somebody who copies the database leaves behind; and with a socket still open."""
    with served(tmp_path) as (running, base):
        made = httpx.post(base + "api/games", json=MAKING).json()
        with Client(base.rstrip("/"), made["game"], made["keys"]["both"]) as client:
            assert client.act(client.texts()[0], seat=client.asked()[0]["seat"])["is"] == "done"
            n = client.state["n"]
            running.send_signal(sign)
            assert running.wait(20) == (130 if sign == signal.SIGINT else 0)
        assert running.stderr.read().strip() == ""
    assert [file.name for file in tmp_path.glob("games.sqlite*")] == ["games.sqlite"]
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((tmp_path / "games.sqlite").read_bytes())
    with closing(Store(f"sqlite:///{copy}")) as store:
        found = store.game(made["game"])
        assert found is not None and len(found.entries) == n


# -- no room -----------------------------------------------------------------------------------------------


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="a limit of files there ends the process")
def test_a_full_disk_is_said_in_words_and_loses_nothing(tmp_path: Path) -> None:
    """Games are made and played until there is no room: then 507 and a refusal; with room again all goes on."""
    empty = tmp_path / "games.sqlite"
    Store(f"sqlite:///{empty}").close()
    with served(tmp_path, most=empty.stat().st_size + 120_000) as (running, base):
        made = httpx.post(base + "api/games", json=MAKING).json()
        with Client(base.rstrip("/"), made["game"], made["keys"]["both"]) as client:
            answer = httpx.post(base + "api/games", json=MAKING)
            while answer.status_code == 201:
                answer = httpx.post(base + "api/games", json=MAKING)
            assert answer.status_code == 507, answer.text
            assert "make room" in answer.json()["error"] and "INSERT" not in answer.text
            told = {"is": "done"}
            for _ in range(60):
                before = client.state["n"]
                told = client.act(client.texts()[0], seat=client.asked()[0]["seat"])
                if told["is"] == "refused":
                    break
            assert "nothing was done" in told["reason"] and "make room" in told["reason"]
            client.send(see={"after": before})
            assert client.until("state")["n"] == before
            assert httpx.get(f"{base}api/games/{made['game']}?key={made['keys']['both']}").json()["entries"] == before
        running.send_signal(signal.SIGTERM)
        assert running.wait(20) == 0
        errors = running.stderr.read()
        assert "Traceback" not in errors and "INSERT" not in errors and errors
    with served(tmp_path) as (_, base):
        with Client(base.rstrip("/"), made["game"], made["keys"]["both"]) as client:
            assert client.state["n"] == before
            assert client.act(client.texts()[0], seat=client.asked()[0]["seat"])["is"] == "done"
        assert httpx.post(base + "api/games", json=MAKING).status_code == 201


def limit_pages(store: Store) -> Callable[[], None]:
    """No page more for the database of a store; what lets it grow again."""
    from sqlalchemy import event

    def tell(connection: Any, most: int) -> None:
        connection.execute(f"PRAGMA max_page_count={most}")

    def none(connection: Any, *_: Any) -> None:
        tell(connection, 1)

    event.listen(store._engine, "checkout", none)

    def again() -> None:
        event.remove(store._engine, "checkout", none)
        event.listen(store._engine, "checkout", lambda connection, *_: tell(connection, 1_000_000))

    return again


def test_a_message_that_could_not_be_stored_may_be_sent_again_as_it_is(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(store, limits=FAST) as table, table.sit(table.make(**MAKING), "both") as client:
        grow = limit_pages(store)
        told = act = {"is": "done"}
        while told["is"] == "done":  # there may be room in the last page
            asked = client.asked()[0]
            text = asked["actions"][0]["text"]
            act = {"game": client.game, "decision": asked["number"], "text": text, "id": f"a{client.state['n']}"}
            told = client.sent("act", {**act, "seat": asked["seat"]})
        assert "full" in told["reason"]
        made = [httpx.post(table.base + "/api/games", json=MAKING).status_code for _ in range(9)]
        assert set(made) <= {201, 507} and made[-1] == 507
        grow()
        assert client.sent("act", act)["is"] == "done"
    assert "Traceback" not in caplog.text


def test_a_commanders_answer_that_could_not_be_stored_is_given_again_and_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Else a moment without room would change its game: what it chose would give way to the usual answer."""
    from vedette.table import commanders

    monkeypatch.setattr(commanders, "AGAIN", 0.02)
    texts = []
    for lacks in (0, 3):
        left = [lacks]

        def append(*args: Any, left: list[int] = left, **more: Any) -> None:
            if more["answer"] is None and args[2] and left[0]:
                left[0] -= 1
                raise StoreError("database or disk is full", full=True)
            Store.append(store, *args, **more)

        monkeypatch.setattr(store, "append", append)
        with serving(store, limits=FAST) as table:
            made = table.make(battle=DUEL, seats={"confederate": "random"}, seed=4)
            with table.sit(made, "union") as union:
                union.act("done")
                while not union.asked():
                    union.until("state")
                while union.state["outcome"] is None:
                    if union.asked():
                        union.act(union.texts()[-1])
                    else:
                        union.until("state")
            texts.append([line["text"] for line in union.lines])
    assert texts[0] == texts[1] and left == [0]


@posix
@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_database_that_may_only_be_read_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = tmp_path / "games.sqlite"
    Store(f"sqlite:///{at}").close()
    at.chmod(0o400)
    assert run(["play", "--port", "0", "--database", f"sqlite:///{at}"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "readonly" in err and "make the file" in err and err.count("\n") == 1


def test_a_new_game_in_a_database_that_may_only_be_read(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    from sqlalchemy import event

    def lock(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA query_only=ON")

    with serving(store, limits=FAST) as table:
        made = table.make(battle=DUEL)
        event.listen(store._engine, "checkout", lock)
        answer = httpx.post(table.base + "/api/games", json={"battle": DUEL})
        assert answer.status_code == 503 and "readonly" in answer.json()["error"] and "INSERT" not in answer.text
        with table.sit(made, "union") as union:
            assert "nothing was done" in union.act("Blue: 0101")["reason"]
        event.remove(store._engine, "checkout", lock)
    assert "Traceback" not in caplog.text and "INSERT" not in caplog.text


# -- no database of ours -----------------------------------------------------------------------------------


def broken(at: Path) -> None:
    """A page in the midst of it is gone."""
    whole = bytearray(old(at.parent).read_bytes())
    whole[4096 * 2 : 4096 * 9] = b"\xff" * (4096 * 7)
    at.write_bytes(whole)


def script(sql: str) -> Callable[[Path], None]:
    def make(at: Path) -> None:
        with closing(sqlite3.connect(at)) as db:
            db.executescript(sql)

    return make


FOREIGN = {
    "of another program": script("create table moz_places (id integer)"),
    "games of another": script("create table games (id integer, name text)"),
    "about of another": script("create table about (author text)"),
    "a schema that is none": script(
        "create table about (name text, value text); insert into about values ('schema', 'x')"
    ),
    "a table is wrong": script(
        "create table about (name text, value text); insert into about values ('schema', '2');"
        "create table games (id text, battle text)"
    ),
    "old, a table is wrong": script(
        "create table about (name text, value text); insert into about values ('schema', '1');"
        "create table grants (id text)"
    ),
    "broken": broken,
    "no database": lambda at: at.write_bytes(b"SQLite format 3\x00 and then nothing that is right" * 100),
    "a folder": lambda at: at.mkdir(),
}


@pytest.mark.parametrize("make", FOREIGN.values(), ids=list(FOREIGN))
@pytest.mark.parametrize("command", [["play", "--resume"], ["play"]], ids=["resume", "play"])
def test_a_database_that_is_not_ours_or_broken_is_one_clear_line(
    make: Callable[[Path], None],
    command: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = tmp_path / "games.sqlite"
    make(at)
    before = bytes_of(tmp_path)
    assert run([*command, "--port", "0", "--no-browser", "--database", f"sqlite:///{at}"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and str(at) in err
    assert "fault of the program" not in err and ("--database" in err or "copy of yours" in err)
    assert bytes_of(tmp_path) == before


def test_a_row_that_is_broken_ends_nothing(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with serving(store, limits=FAST) as table:
        made, other = table.make(battle=DUEL), table.make(battle=DUEL)
    with closing(sqlite3.connect(str(store.url).removeprefix("sqlite:///"))) as db:
        db.execute("update games set setup = '{' where id = ?", (made["game"],))
        db.execute("update entries set line = '{' where game = ?", (other["game"],))
        db.commit()
    with serving(store, limits=FAST) as table:
        for game in (made, other):
            answer = table.get(f"/api/games/{game['game']}?key={game['keys']['union']}")
            assert answer.status_code in (409, 503) and answer.json()["error"]
            with Client(table.base, game["game"], game["keys"]["union"])._connection as socket:
                assert "refused" in str(socket.recv(timeout=PATIENCE))
        assert httpx.post(table.base + "/api/games", json={"battle": DUEL}).status_code == 201
    assert "Traceback" not in caplog.text


def test_a_move_that_fails_in_the_middle_leaves_the_database_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vedette.table import schema

    at = old(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "_number_the_games", lambda db: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            Store(f"sqlite:///{at}")
    with closing(sqlite3.connect(at)) as db:
        assert db.execute("select value from about where name = 'schema'").fetchone() == ("1",)
        assert {token for (token,) in db.execute("select token from grants")} == {key for _, key in OLD_KEYS}
    with closing(Store(f"sqlite:///{at}")) as store:
        assert all(store.grant(game, key) for game, key in OLD_KEYS)
