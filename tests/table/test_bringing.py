"""What is due is brought whatever befalls the row beside it, and however a machine talks to which it is brought."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.engine import toy
from tests.table.postgres import BOTH
from tests.table.tables import seated
from vedette.engine.battle import Battle
from vedette.table import Store, couriers
from vedette.table.channels import Channels, Due, nudging
from vedette.table.couriers import Letter, Mail, Undelivered, Webhook
from vedette.table.entering import Entering
from vedette.table.limits import Limits
from vedette.table.posting import posting
from vedette.table.postman import Postman, Times
from vedette.table.schema import games, outbox

LETTER = Letter("a", "b", {})
QUICK = Times(looks=0.01, again=(0.0,))


class Ear:
    """A courier that keeps what it is given; `deed` is done meanwhile."""

    confirms = True

    def __init__(self) -> None:
        self.heard: list[tuple[str, Letter]] = []
        self.deed: Callable[[str], None] = lambda target: None

    def check(self, target: str) -> None: ...

    def bring(self, target: str, letter: Letter) -> None:
        self.heard.append((target, letter))
        self.deed(target)

    @property
    def targets(self) -> list[str]:
        return [target for target, _ in self.heard]


class Slow:
    """Rooms of which nobody has one open; each look at the clock takes `step` seconds."""

    def __init__(self, store: Store, step: float = 0.0) -> None:
        self.store = store
        self.at, self.step = 1_000.0, step
        self.spoilt = ""

    def opened(self, id: str) -> None:
        return None

    async def time(self) -> float:
        self.at += self.step
        return self.at

    def load(self, battle: str) -> Battle:
        return toy.load(battle)


def postman(rooms: Slow, ear: Ear, kind: str = "ear") -> Postman:
    return Postman(rooms, {kind: ear}, "https://club.example.org/", QUICK)  # type: ignore[arg-type, dict-item]


def nudged(store: Store, target: str, kind: str = "ear", hour: int | None = None) -> str:
    """A new game whose Union side is nudged; what that is told is due at once."""
    game = str(seated(store, toy.TOY.new_game(seed=1), setup={})["game"])
    Channels(store).put(game, "union", kind, target, "UTC", True, hour)
    store.post(nudging(game, 1, "union", 0.0))
    return game


def row(store: Store, game: str) -> Any:
    with store.reading() as db:
        return db.execute(select(outbox).where(outbox.c.game == game)).mappings().one()


async def going(one: Postman, until: Callable[[], bool]) -> None:
    """It goes round until something is so."""
    one.begin()
    try:
        for _ in range(400):
            if until():
                return
            await asyncio.sleep(0.005)
        raise AssertionError("it never is")
    finally:
        await one.close()


def test_what_another_server_tells_is_left_to_it_and_stops_nothing(store: Store) -> None:
    others, own = nudged(store, "there", "push"), nudged(store, "here")
    ear = Ear()
    asyncio.run(going(postman(Slow(store), ear), lambda: bool(row(store, own)["sent"])))
    assert ear.targets == ["here"] and row(store, others)["due"] == 0.0
    asyncio.run(going(postman(Slow(store), ear, "push"), lambda: bool(row(store, others)["sent"])))
    assert ear.targets == ["here", "there"]


def test_the_fault_of_one_row_is_its_own(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Its battle cannot be read, or what it was set up with; at last its channel is broken."""
    first, second, third = (nudged(store, f"to {n}") for n in range(3))
    with store.writing() as db:
        db.execute(update(games).where(games.c.id == first).values(battle="spoilt"))
        db.execute(update(games).where(games.c.id == second).values(setup="{spoilt"))

    class Faulty(Slow):
        def load(self, battle: str) -> Battle:
            if battle == "spoilt":
                raise RuntimeError("a fault of ours")
            return super().load(battle)

    ear, known = Ear(), Channels(store)
    asyncio.run(going(postman(Faulty(store), ear), lambda: bool(known.of(first, "union")[0].broken)))
    assert sorted(ear.targets) == ["to 1", "to 2"] and row(store, third)["sent"]
    assert known.of(first, "union")[0].broken == "the program failed at it"
    assert f"game {first}" in caplog.text


@BOTH
def test_a_letter_of_a_long_round_comes_once_and_not_when_it_was_answered_meanwhile(store: Store) -> None:
    """Two servers; the second comes to it when the time of the first is over for all but the first letter."""
    names = {target: nudged(store, target, hour=0) for target in ("a", "b", "c")}
    rooms = Slow(store, step=70.0)
    mine, other = Ear(), Ear()
    second = postman(rooms, other)

    async def rounds(one: Postman) -> None:
        for letters in one.channels.due_together(await rooms.time()):
            await one._bring_together(letters)

    def meanwhile(target: str) -> None:
        if target == "a":
            store.post(posting(names["c"], 2, frozenset(), "union", 0.0))
            asyncio.run(rounds(second))

    mine.deed = meanwhile
    asyncio.run(rounds(postman(rooms, mine)))
    assert sorted(mine.targets + other.targets) == ["a", "b"] and mine.targets == ["a"]
    assert row(store, names["a"])["sent"] and row(store, names["b"])["sent"]


def test_a_nudge_that_comes_while_an_earlier_one_is_brought_is_brought_too(store: Store) -> None:
    game = nudged(store, "here")
    ear = Ear()
    ear.deed = lambda target: store.post(nudging(game, 1, "union", 5.0))

    async def one_round(one: Postman) -> None:
        for due in one.channels.due(await one.rooms.time()):
            await one._bring(due)

    asyncio.run(one_round(postman(Slow(store), ear)))
    assert (row(store, game)["sent"], row(store, game)["due"]) == (False, 5.0)


@BOTH
def test_what_an_old_address_comes_to_is_nothing_of_a_new_one(store: Store) -> None:
    """Its late failure, and the link of a mail that went there."""
    game, known = nudged(store, "old"), Channels(store)
    (old,) = known.of(game, "union")
    new = known.put(game, "union", "ear", "new", "UTC", True)
    known.mark(game, old, "127.0.0.1 answers 500")
    known.stop(game, old)
    assert known.of(game, "union") == [new] and new.broken == "" and new.token != old.token
    known.mark(game, new, "127.0.0.1 answers 500")
    assert known.of(game, "union")[0].broken
    known.stop(game, new)
    assert known.of(game, "union") == []


@BOTH
def test_links_stay_good_while_the_address_is_the_same(store: Store) -> None:
    game, known = nudged(store, "old"), Channels(store)
    first = known.put(game, "union", "ear", "a@b.example", "UTC", False)
    known.confirm(first.token)
    again = known.put(game, "union", "ear", "a@b.example", "Europe/Berlin", False, 8)
    assert (again.token, again.confirmed, again.hour) == (first.token, True, 8)
    assert known.of(game, "union") == [again] and known.by_token(first.token) == (game, again)
    other = known.put(game, "union", "ear", "c@d.example", "UTC", False)
    assert not other.confirmed and known.by_token(first.token) is None


# -- machines that talk for ever -------------------------------------------------------------------------------


@contextmanager
def dripping(first: bytes, drip: bytes) -> Iterator[int]:
    """A machine that says so, then goes on and on with a pause within every time-out; it is left before it ends."""
    ended, outlasted = threading.Event(), threading.Event()

    def talk(line: socket.socket) -> None:
        with line, suppress(OSError):
            line.sendall(first)
            for _ in range(500):
                line.sendall(drip)
                if ended.wait(0.02):
                    return
            outlasted.set()

    def serve(door: socket.socket) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=talk, args=(door.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=serve, args=(door,), daemon=True).start()
        yield door.getsockname()[1]
        ended.set()
        with suppress(OSError):
            door.shutdown(socket.SHUT_RDWR)
    assert not outlasted.is_set()


@pytest.mark.parametrize(
    ("scheme", "first", "drip"),
    [
        ("http", b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        ("http", b"HTTP/1.1 200 Kept\r\nX-A: ", b"a"),
        ("https", b"\x16\x03\x03\x40\x00\x02", b"\x00"),
    ],
    ids=["continue", "header", "handshake"],
)
def test_a_webhook_that_talks_for_ever_is_left_in_time(
    monkeypatch: pytest.MonkeyPatch, scheme: str, first: bytes, drip: bytes
) -> None:
    monkeypatch.setattr(couriers, "SECONDS", 0.2)
    with dripping(first, drip) as port, pytest.raises(Undelivered, match=r"cannot be reached: .*timed out"):
        Webhook(frozenset({"127.0.0.1"})).bring(f"{scheme}://127.0.0.1:{port}/", LETTER)


@pytest.mark.parametrize("security", ["none", "starttls", "tls"])
def test_a_mail_server_that_talks_for_ever_is_left_in_time(monkeypatch: pytest.MonkeyPatch, security: str) -> None:
    monkeypatch.setattr(couriers, "SECONDS", 0.2)
    with dripping(b"", b"220-wait\r\n") as port:
        with pytest.raises(Undelivered, match="did not take it: ") as told:
            Mail("127.0.0.1", port, "x@y.example", security=security).bring("a@b.example", LETTER)
        assert security == "tls" or "timed out" in str(told.value)


# -- threads ---------------------------------------------------------------------------------------------------


def held(let: threading.Event) -> None:
    """A machine takes its time."""
    assert let.wait(10)


async def beside(many: int, give: Callable[[], Awaitable[Any]], ear: Ear) -> None:
    """So many letters are brought, each by a machine that takes its time; the server's one thread is free meanwhile."""
    let = threading.Event()
    ear.deed = lambda target: held(let)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    letters = [asyncio.ensure_future(give()) for _ in range(many)]
    try:
        while not ear.heard:
            await asyncio.sleep(0.001)
        await asyncio.wait_for(asyncio.to_thread(int), 1)
    finally:
        let.set()
        await asyncio.gather(*letters)


def test_who_brings_a_letter_takes_no_thread_of_the_server_and_who_asks_none_of_the_round(store: Store) -> None:
    ear = Ear()

    async def asked() -> None:
        one = postman(Slow(store), ear)
        game = nudged(store, "here")
        (channel,) = one.channels.of(game, "union")
        await beside(6, lambda: one.give(channel, LETTER, asked=True), ear)
        assert len(ear.heard) == 6
        let = threading.Event()
        ear.deed = lambda target: None if target == "round" else held(let)
        letters = [asyncio.ensure_future(one.give(channel, LETTER, asked=True)) for _ in range(6)]
        await asyncio.sleep(0)
        other = nudged(store, "round")
        try:
            await asyncio.wait_for(one.give(one.channels.of(other, "union")[0], LETTER), 1)
        finally:
            let.set()
            await asyncio.gather(*letters)
            await one.close()

    asyncio.run(asked())


def test_nor_does_a_mail_about_an_account(store: Store) -> None:
    ear = Ear()

    async def asked() -> None:
        one = postman(Slow(store), ear)
        handlers: Any = SimpleNamespace(rooms=SimpleNamespace(store=store), limits=Limits())
        entering = Entering(handlers, None, ear, "", one.threads)  # type: ignore[arg-type]
        await beside(2, lambda: entering._bring("a@b.example", LETTER), ear)
        await one.close()

    asyncio.run(asked())


def test_what_is_taken_is_as_it_is_stored(store: Store) -> None:
    """A row is taken once, by its moment."""
    game = nudged(store, "here")
    known = Channels(store, {"ear"})
    (one,) = known.due(10.0)
    assert isinstance(one, Due) and (one.game, one.lease) == (game, 130.0) and known.due(129.0) == []
    assert known.held([one], 20.0)[0].lease == 140.0 and known.held([one], 20.0) == []
