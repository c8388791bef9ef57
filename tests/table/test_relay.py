"""A server that nobody reaches is come to through a relay: a game is played, lines are cut, and nobody else gets in."""

from __future__ import annotations

import asyncio
import os
import queue
import re
import socket
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from tests.table.tables import DUEL, Client, Table
from tests.table.test_cli import VEDETTE, started
from vedette.cli.program import program
from vedette.table import relay, through
from vedette.table.relay import Relay, line_of, proof
from vedette.table.running import bound
from vedette.table.through import Through

WORD = "a word of twelve"


class Loop:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def do(self, deed: Awaitable[Any]) -> Any:
        async def done() -> Any:
            return await deed

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(30)

    def close(self) -> None:
        async def end() -> None:
            for task in asyncio.all_tasks():
                if task is not asyncio.current_task():
                    task.cancel()
            await asyncio.sleep(0)

        self.do(end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(10)


@pytest.fixture
def loop() -> Iterator[Loop]:
    found = Loop()
    yield found
    found.close()


def free(many: int) -> list[int]:
    """Ports that nobody uses."""
    taken = [bound("127.0.0.1", 0) for _ in range(many)]
    ports = [one.getsockname()[1] for one in taken]
    for one in taken:
        one.close()
    return ports


class Standing:
    """A relay that runs, and can be ended and begun again at the same place."""

    def __init__(self, loop: Loop, many: int = 2) -> None:
        self.loop = loop
        self.port, *self.ports = free(many + 1)
        self.begin()

    def begin(self) -> None:
        self.relay = Relay(WORD, "127.0.0.1", self.ports)
        self._calls = self.loop.do(self.relay.begin(bound("127.0.0.1", self.port)))

    def end(self) -> None:
        async def gone() -> None:
            self._calls.close()
            for home in tuple(self.relay.homes.values()):
                home.gone()

        self.loop.do(gone())


class Caller:
    """A server that calls a relay."""

    def __init__(self, loop: Loop, standing: Standing, base: str, name: str = "one", word: str = WORD) -> None:
        self._begin(loop, standing.port, base, name, word)

    @classmethod
    def of(cls, loop: Loop, port: int, base: str) -> Caller:
        """One that calls whatever is at a port."""
        found = cls.__new__(cls)
        found._begin(loop, port, base, "one", WORD)
        return found

    def _begin(self, loop: Loop, port: int, base: str, name: str, word: str) -> None:
        self.said: queue.Queue[str] = queue.Queue()
        at = "127.0.0.1", int(base.rpartition(":")[2])
        self.through = Through(("127.0.0.1", port), word, name, at, self.said.put)
        self.loop = loop

        async def begin() -> asyncio.Task[None]:
            return asyncio.ensure_future(self.through.stay())

        self.task: asyncio.Task[None] = loop.do(begin())

    def told(self, words: str) -> str:
        """The next line with these words."""
        while words not in (line := self.said.get(timeout=30)):
            pass
        return line

    @property
    def base(self) -> str:
        return self.told("Through the relay: ").split()[3].rstrip("/")

    def end(self) -> None:
        self.loop.loop.call_soon_threadsafe(self.task.cancel)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(through, "AGAIN", (0.05,))


def test_two_play_through_it_and_find_each_other_after_it_was_gone(table: Table, loop: Loop) -> None:
    standing = Standing(loop)
    home = Caller(loop, standing, table.base)
    base = home.base
    made = httpx.post(f"{base}/api/games", json={"battle": DUEL}, timeout=30).json()
    keys = made["keys"]
    with Client(base, made["game"], keys["union"]) as blue, Client(base, made["game"], keys["confederate"]) as gray:
        done = blue.act(blue.texts()[0])
        gray.up_to(done["n"])
        assert httpx.get(f"{base}/api/battles", timeout=30).status_code == 200
        standing.end()
        with pytest.raises(Exception, match="close"):
            gray.until("never")
    home.told("Nobody comes through the relay")
    standing.begin()
    assert home.base == base  # the addresses that they have sent each other go on working
    with Client(base, made["game"], keys["confederate"]) as gray:
        assert gray.state["n"] >= done["n"]


def test_who_has_not_the_word_gets_nothing(table: Table, loop: Loop) -> None:
    standing = Standing(loop)
    stranger = Caller(loop, standing, table.base, word="another word of it")
    assert "refuses this server: the word is wrong" in stranger.told("refuses")
    assert standing.relay.homes == {}
    for said in ("", "home one 0", "line 00 " + "0" * 64, "GET / HTTP/1.1", "x" * 5_000):
        with socket.create_connection(("127.0.0.1", standing.port), 30) as line:
            hello = line.recv(100)
            assert hello.startswith(b"vedette-relay 1 ")
            line.sendall(f"{said}\n".encode())
            assert line.recv(100) in (b"no the word is wrong\n", b"")
    nonce = "not this one"
    with socket.create_connection(("127.0.0.1", standing.port), 30) as line:
        line.recv(100)
        line.sendall(f"home one 0 {proof(WORD, nonce, 'home one 0')}\n".encode())  # heard elsewhere, and said again
        assert line.recv(100) == b"no the word is wrong\n"


def test_each_server_has_a_port_and_one_that_is_gone_leaves_it(table: Table, loop: Loop) -> None:
    standing = Standing(loop)
    first, second = (Caller(loop, standing, table.base, name) for name in ("one", "two"))
    places = [first.base, second.base]
    assert len(set(places)) == 2
    third = Caller(loop, standing, table.base, "three")
    third.told("all ports of this relay are taken")
    first.end()
    assert third.base == places[0]
    third.end()
    until(lambda: "three" not in standing.relay.homes)
    with pytest.raises(httpx.ConnectError):
        httpx.get(places[0])
    assert httpx.get(f"{places[1]}/api/health").status_code == 200


def test_a_server_that_is_ended_as_a_line_comes_is_ended(loop: Loop) -> None:
    """It read on where the relay asked whether it was there in that moment."""

    async def ended() -> bool:
        reader = asyncio.StreamReader()
        waits = asyncio.ensure_future(line_of(reader))
        await asyncio.sleep(0)
        reader.feed_data(b"ping\n")
        waits.cancel()
        await asyncio.wait([waits])
        return waits.cancelled()

    assert loop.do(ended())


async def silent(port: int, name: str) -> asyncio.StreamWriter:
    """A server that has called, and does nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said, nonce = f"home {name} 0", (await line_of(reader)).split()[-1]
    writer.write(f"{said} {proof(WORD, nonce, said)}\n".encode())
    assert (await line_of(reader)).startswith("port ")
    writer.write(b"pong\n")
    return writer


def test_a_server_that_calls_anew_takes_the_place_of_its_old_line(table: Table, loop: Loop) -> None:
    standing = Standing(loop)
    line = loop.do(silent(standing.port, "one"))
    place = standing.relay.homes["one"].port
    after = Caller(loop, standing, table.base)
    assert after.base == f"http://127.0.0.1:{place}" and httpx.get(f"{table.base}/api/health").status_code == 200
    assert httpx.get(f"http://127.0.0.1:{place}/api/health").status_code == 200
    loop.loop.call_soon_threadsafe(line.close)


def test_a_visitor_for_whom_nobody_comes_is_let_go(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its server is there, and does not answer."""
    monkeypatch.setattr(relay, "PATIENCE", 0.3)
    standing = Standing(loop)
    line = loop.do(silent(standing.port, "one"))
    home = standing.relay.homes["one"]
    with socket.create_connection(("127.0.0.1", home.port), 30) as visitor:
        assert came(visitor) == b""
    until(lambda: not home.waiting and not home.visitors)
    loop.loop.call_soon_threadsafe(line.close)


class Strange:
    """What is called is no relay of this version, or one that breaks off."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = [*answers]
        self.ended = threading.Event()

    async def begin(self) -> int:
        self.listening = await asyncio.start_server(self._call, "127.0.0.1", 0)
        return int(self.listening.sockets[0].getsockname()[1])

    async def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.answers:
            writer.close()
            return
        writer.write(f"{relay.HELLO} nonce\n".encode())
        await reader.readline()
        writer.write(self.answers.pop(0))
        with suppress(asyncio.CancelledError):
            while await reader.read(100):
                pass
            self.ended.set()
        writer.close()


@pytest.mark.parametrize("port", ["x", "0", "65536", "-1", "9" * 200, ""])
def test_a_port_that_is_none_is_told_and_asked_for_again(table: Table, loop: Loop, port: str) -> None:
    strange = Strange(f"port {port}\n".encode(), b"port 8101\n")
    caller = Caller.of(loop, loop.do(strange.begin()), table.base)
    assert "as a relay of this version of Vedette does: it says 'port" in caller.told("It is called")
    assert caller.base == "http://127.0.0.1:8101"
    caller.end()
    loop.loop.call_soon_threadsafe(strange.listening.close)


def test_where_a_visitor_cannot_be_led_no_line_stays_open(loop: Loop) -> None:
    """Neither to the server itself where the relay is gone, nor to the relay where the server answers nobody."""
    came_in = list[Any]()

    async def home() -> int:
        listening = await asyncio.start_server(lambda *line: came_in.append(line), "127.0.0.1", 0)
        return int(listening.sockets[0].getsockname()[1])

    async def lead(relay_at: int, server_at: int) -> None:
        await Through(("127.0.0.1", relay_at), WORD, "one", ("127.0.0.1", server_at), print)._lead("a visitor")

    loop.do(lead(loop.do(Strange().begin()), loop.do(home())))
    assert came_in == []
    (nobody,) = free(1)
    strange = Strange(b"")
    loop.do(lead(loop.do(strange.begin()), nobody))
    assert strange.ended.wait(10)


def came(line: socket.socket) -> bytes:
    try:
        return line.recv(1)
    except ConnectionError:
        return b""


def until(found: Callable[[], bool]) -> None:
    for _ in range(400):
        if found():
            return
        time.sleep(0.02)
    raise AssertionError("it never is")


@contextmanager
def leading(port: int, ports: str) -> Iterator[subprocess.Popen[str]]:
    """`vedette relay`."""
    words = ["relay", "--host", "127.0.0.1", "--port", str(port), "--ports", ports]
    environment = {**os.environ, "VEDETTE_RELAY_WORD": WORD}
    running = subprocess.Popen([*VEDETTE, *words], env=environment, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        assert running.stdout.readline().startswith(f"Vedette: servers call port {port}, people come by ")
        yield running
    finally:
        running.terminate()
        assert running.wait(30) in (0, -15)


def test_both_are_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_RELAY_WORD", WORD)
    calls, people = free(2)
    serve = ("serve", "--port", "0", "--relay", f"127.0.0.1:{calls}")
    with leading(calls, f"{people}-{people}"), started(tmp_path, *serve) as (running, _):
        assert running.stdout is not None
        said = running.stdout.readline()
        assert said == f"Through the relay: http://127.0.0.1:{people}/ is this server's start page for everybody.\n"
        at = f"http://127.0.0.1:{people}/api"
        assert httpx.get(f"{at}/battles", timeout=60).json()["lobby"] is True
        wrong = f"{at}/games/none?key=wrong"  # guessed, each time as somebody else
        told = [
            httpx.get(wrong, headers={"x-forwarded-for": f"192.0.2.{n}"}, timeout=60).status_code for n in range(70)
        ]
        assert told[0] == 404 and told[-1] == 429


@pytest.mark.parametrize(
    ("words", "word", "why"),
    [
        (["relay"], "short", "12 letters or more into $VEDETTE_RELAY_WORD"),
        (["relay", "--ports", "9-1"], WORD, "--ports 9-1: two numbers"),
        (["relay", "--ports", "8090-8110"], WORD, "8100 is where servers call (--port)"),
        (["serve", "--relay", "a.example.org:99999"], WORD, "it is a host, or a host with a port"),
        (["serve", "--relay", "a.example.org"], "", "12 letters or more into $VEDETTE_RELAY_WORD"),
        (["serve", "--relay", "http://a.example.org/"], WORD, "it is a host, or a host with a port"),
        (["serve", "--relay", "a.example.org", "--accounts"], WORD, "--accounts does not go with --relay"),
    ],
)
def test_what_is_missing_is_said(words: list[str], word: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_RELAY_WORD", word)
    found = CliRunner().invoke(program, words)
    assert found.exit_code == 1 and why in re.sub(r"\s+", " ", found.output)
