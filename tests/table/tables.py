"""A real server in a thread, and a client that plays by the listed texts.

with serving(store) as table:
    game = table.make(battle="toy/duel")
    with table.sit(game, "union") as union:
        union.act("done")
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx
import uvicorn.server
from websockets.sync.client import ClientConnection, connect

from tests.engine import toy
from vedette import packs
from vedette.engine import record as rec
from vedette.engine.archive import entry_line
from vedette.engine.game import Game
from vedette.packs import register
from vedette.table import Store, create_app
from vedette.table.limits import Limits
from vedette.table.running import address, bound, names_of, server
from vedette.table.store import Grant, Setup, Stored

register("toy", toy.Toy())


class _Prompt:
    """The event loops of the servers: they look ten times a second whether they are to end, and for those who are still
    on; here fifty times, since each test has its server."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.02))


uvicorn.server.asyncio = _Prompt()  # type: ignore[assignment]

STONE_WALL = "kernstown/the-stone-wall"
DUEL = "toy/duel"
TOY_ROW = packs.Listed(DUEL, "A duel", "toy", "Two units, one die, one hidden chit.", None)
PATIENCE = 60.0
"""Seconds after which a message that does not come is a failure."""
Seen = TypeVar("Seen")


def come_to(state: Callable[[], Seen], pause: float = 0.01) -> Seen:
    """What is so as soon as it is something, looked at now and then; a failure where it never is."""
    until = time.monotonic() + PATIENCE
    while not (found := state()):
        assert time.monotonic() < until, f"it never comes to it: {found!r}"
        time.sleep(pause)
    return found


class Client:
    """One socket. `state` is the last one that came; `frames` are all, as text."""

    def __init__(self, base: str, game: str, key: str, after: str = "") -> None:
        at = f"{base.replace('http', 'ws')}/ws?game={game}&key={key}{after}"
        self._connection = connect(at, max_size=None, compression=None, open_timeout=PATIENCE)
        self.game = game
        self.frames: list[str] = []
        self.lines: list[dict[str, Any]] = []
        """The log as it came."""
        self.state: dict[str, Any] = {}
        self.ids = itertools.count(1)
        self.name = secrets.token_hex(6)
        """Part of the ids of its acts, by lot: its place in memory may be that of an earlier client."""

    def __enter__(self) -> Client:
        self.socket: ClientConnection = self._connection.__enter__()
        self.until("state")
        return self

    def __exit__(self, *what: Any) -> None:
        self._connection.__exit__(*what)

    def look(self, seat: str, on: bool = True) -> None:
        """Show a seat's own part at one screen; a state that was on its way already does not count."""
        self.send(look={"seat": seat, "on": on})
        self.until("state")
        while self.state["hotseat"] and not self.state.get("views") and self.state["seat"] != (seat if on else ""):
            self.until("state")

    def receive(self) -> tuple[str, dict[str, Any]]:
        """The next message: its name and what it says."""
        frame = self.socket.recv(timeout=PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        ((name, body),) = json.loads(frame).items()
        if name == "state":
            self.state = body
            self.lines += body["log"]
        return name, body

    def until(self, *names: str) -> dict[str, Any]:
        """The next message of one of these names."""
        while True:
            name, body = self.receive()
            if name in names:
                return {"is": name, **body}

    def send(self, **message: Any) -> None:
        """One message: its name and what it says."""
        self.socket.send(json.dumps(message))

    def ask(self, name: str, /, **body: Any) -> dict[str, Any]:
        """Send a question and read its answer."""
        self.send(**{name: {"id": f"q{next(self.ids)}", **body}})
        return self.until(name, "refused")

    def act(self, text: str, **more: Any) -> dict[str, Any]:
        """Answer the decision of this socket (or of `seat`); the answer, and the state that follows it."""
        seat = more.get("seat")
        mine = [d for d in self.asked() if seat in (None, d["seat"])]
        number = mine[0]["number"] if mine else 0
        act = {"game": self.game, "decision": number, "text": text, "id": f"a{next(self.ids)}-{self.name}", **more}
        return self.sent("act", act)

    def undo(self, **more: Any) -> dict[str, Any]:
        """Take back."""
        return self.sent("undo", {"game": self.game, "id": f"u{next(self.ids)}-{self.name}", **more})

    def sent(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send an act or undo; what was answered, with the state after it where it was carried out."""
        self.send(**{name: body})
        answer = self.until("done", "refused")
        while answer["is"] == "done" and self.state["n"] < answer["n"]:
            self.until("state")
        return answer

    def asked(self) -> list[dict[str, Any]]:
        """The decisions that this socket may answer."""
        return [d for d in self.state["decisions"] if "actions" in d]

    def texts(self, seat: str | None = None) -> list[str]:
        """The texts offered to a seat."""
        mine = [d for d in self.asked() if seat in (None, d["seat"])]
        return [a["text"] for a in mine[0]["actions"]]

    def up_to(self, n: int) -> None:
        """Read until the state has at least n entries."""
        while self.state["n"] < n:
            self.until("state")


class Table:
    """A server that is running."""

    def __init__(self, base: str, store: Store, app: Any) -> None:
        self.base = base
        self.store = store
        self.app = app

    def get(self, path: str, **more: Any) -> httpx.Response:
        """An answer over HTTP."""
        return httpx.get(self.base + path, **{"timeout": PATIENCE, **more})

    def make(self, **making: Any) -> dict[str, Any]:
        """A new game."""
        made = httpx.post(self.base + "/api/games", json={"battle": STONE_WALL, **making}, timeout=PATIENCE)
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    def sit(self, made: dict[str, Any], seat: str, after: str = "") -> Client:
        """A socket of a game."""
        return Client(self.base, made["game"], made["keys"][seat], after)

    def record(self, made: dict[str, Any], seat: str = "both") -> str:
        """The record as a key may read it."""
        return self.get(f"/api/games/{made['game']}/record?key={made['keys'][seat]}").text


class Metronome:
    """The time of a table, which passes when a test says so (`table.beat.Pulse`)."""

    def __init__(self) -> None:
        self.time = 0.0
        self.rung: list[float] = []
        """When the alarms rang that `step` waited for."""
        self._due: list[tuple[float, Callable[[], None], asyncio.AbstractEventLoop]] = []
        self._set = threading.Condition()

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, deed: Callable[[], None]) -> Metronome.Alarm:
        row = (self.time + seconds, deed, asyncio.get_running_loop())
        if seconds > 0:
            with self._set:
                self._due.append(row)
                self._set.notify_all()
        else:
            row[2].call_soon(deed)
        return Metronome.Alarm(self._due, row)

    def tick(self, seconds: float) -> None:
        """Let time pass, and the alarms ring that are due."""
        self.time += seconds
        ringing = [row for row in self._due if row[0] <= self.time]
        for row in ringing:
            self._due.remove(row)
            row[2].call_soon_threadsafe(row[1])

    def step(self) -> None:
        """Wait until somebody waits for a moment, and let the time pass until then."""
        with self._set:
            assert self._set.wait_for(lambda: self._due, PATIENCE), "nobody waits for anything"
            at = min(when for when, _, _ in self._due)
        self.rung.append(round(at, 6))
        self.tick(at - self.time)

    class Alarm:
        """An alarm that may be called off."""

        def __init__(self, due: list[Any], row: Any) -> None:
            self.due, self.row = due, row

        def cancel(self) -> None:
            if self.row in self.due:
                self.due.remove(self.row)


@contextmanager
def serving(store: Store, **more: Any) -> Iterator[Table]:
    """A server over a store, until the block ends."""
    listener = bound("127.0.0.1", 0)
    app = create_app(
        store,
        load=toy.load,
        battles=lambda spoilt: [*packs.battles(spoilt), TOY_ROW],
        hosts=names_of("127.0.0.1"),
        **more,
    )
    ready = threading.Event()
    running = server(app, ready.set, more.get("limits", Limits()).silence)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield Table(address(listener), store, app)
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        listener.close()


def seated(
    store: Store,
    game: Game,
    upto: int | None = None,
    setup: dict[str, Any] | None = None,
    when: str = "2026-11-28",
    **seats: str,
) -> dict[str, Any]:
    """A game played elsewhere, or its first entries, put on the table; `setup` are fields of the table's own."""
    names = game.rulebook.seats
    chosen = Setup({s: seats.get(s, "human") for s in names}, **(setup or {}))
    header, chain = rec.chained({**game.header, "seats": dict(chosen.seats)}, "")
    lines = []
    for entry in game.entries[:upto]:
        line, chain = rec.chained(entry_line(entry, entry.digest), chain)
        lines.append(line)
    id = f"game{random.randrange(10**9)}"
    keys = {s: Grant(f"{id}-{s}", id, (s,)) for s in names} | {"both": Grant(f"{id}-both", id, names)}
    stored = Stored(id, game.battle.id, chosen, game.chance.key, header, tuple(lines), False)  # type: ignore[union-attr]
    store.create(stored, when, list(keys.values()))
    return {"game": id, "keys": {s: k.token for s, k in keys.items()}}


def played(seed: int, until: Callable[[Game], bool], battle: str = STONE_WALL) -> Game:
    """A game of random legal answers up to a certain moment."""
    game = toy.load(battle).new_game(seed=seed, digests=True)
    rng = random.Random(seed)
    while not until(game):
        decision = rng.choice(game.decisions)
        game.play(rng.choice(decision.actions).text, decision.seat)
    return game


def bare(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the pictures and other faces that the table adds."""
    units = [{k: v for k, v in unit.items() if k not in ("face", "back")} for unit in view["units"]]
    found: dict[str, Any] = json.loads(json.dumps({**view, "units": units}))
    return found


def shown(state: dict[str, Any], *without: str) -> dict[str, Any]:
    """A state without its log and what comes with all of it, to be compared."""
    return {k: v for k, v in state.items() if k not in ("log", "given", "game", *without)}


def pick(rng: random.Random, texts: Sequence[str]) -> str:
    """A text by lot."""
    return texts[rng.randrange(len(texts))]


FAST = Limits(messages=50_000.0, burst=50_000, games=10_000, misses=10_000, thought=1_000.0)
"""Limits that no test reaches by accident."""
