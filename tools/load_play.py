"""Players and onlookers of a load: each has a socket, comes back when it is cut, and remembers what it was told."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

AWAY = (OSError, WebSocketException, InvalidHandshake, TimeoutError)
"""What a server that was killed makes of a socket."""
PATIENCE = 15.0
"""Seconds after which an answer that has not come is asked for again, by the same message."""
AS_A_PAGE: dict[str, Any] = {
    "max_size": None,
    "open_timeout": PATIENCE,
    "ping_interval": None,
    "compression": None,
    "extensions": [ClientPerMessageDeflateFactory()],
}
"""As browsers come: they unpack whatever was packed, and leave it to the server to ask whether they are there."""


class Offer(msgspec.Struct):
    """An answer that may be given."""

    text: str


class Question(msgspec.Struct):
    """What a seat is asked, as far as a player looks at it."""

    seat: str
    number: int = 0
    actions: list[Offer] = []


class State(msgspec.Struct):
    """How a game stands."""

    n: int
    decisions: list[Question]


class Answered(msgspec.Struct):
    """What became of a message."""

    id: str | None = None
    n: int = -1
    reason: str = ""


class Message(msgspec.Struct):
    """Whatever a server says; all else in it is passed over."""

    state: State | None = None
    done: Answered | None = None
    refused: Answered | None = None


class Seat(msgspec.Struct):
    """A place at a game: who sits there, or looks on where it is no seat."""

    game: str
    key: str
    seat: str


class Counted:
    """What all of them have met with."""

    def __init__(self) -> None:
        self.answers: list[tuple[float, float]] = []
        """When each acknowledged answer was given, and for how long its player waited."""
        self.states = 0
        self.letters = self.read = 0
        """Of the states that were unpacked: those of who plays."""
        self.cut = 0
        self.again = 0
        """Messages that were sent again after a line was cut."""
        self.refused: dict[str, int] = {}


class Pace:
    """Lets so many answers through a second, of all players together."""

    def __init__(self, rate: float) -> None:
        self.gap = 1.0 / rate
        self._next = time.monotonic()

    async def turn(self) -> None:
        """Wait for one's turn."""
        self._next = max(self._next + self.gap, time.monotonic())
        await asyncio.sleep(self._next - time.monotonic())


def _rank(game: str, server: int) -> bytes:
    return hashlib.blake2b(f"{server} {game}".encode()).digest()


class Player:
    """One socket at a game. It answers where its seat is asked, and looks on where it has none.

    It comes to the server of its game, as a proxy sends it there, to the game's next one where that one is not there,
    and back to its own when it is cut the next time; and it says from where on it wants the log, as the page does. The
    games of a server that is gone are spread over all others, as by a proxy that ranks the servers for each game.
    """

    def __init__(self, place: Seat, servers: Sequence[str], pace: Pace, counted: Counted, seed: int) -> None:
        self.place = place
        self.servers = servers
        self.have = -1
        """How many entries of the game it was shown."""
        self.pace = pace
        self.counted = counted
        self.rng = random.Random(seed)
        self.told: list[str] = []
        """Every answer that was acknowledged, in their order."""
        self.open: tuple[str, str, float] | None = None
        """The message that waits for its answer, its text, and when it was sent first."""
        self.state: State | None = None
        self.over = False
        self._ids = itertools.count(1)
        self._ranked = sorted(servers, key=lambda server: _rank(place.game, servers.index(server)))
        self.there = False
        """Whether the server to which it came last let it in."""
        self._away = 0
        """How many servers in a row were not there."""

    def address(self) -> str:
        """Where it sits down next."""
        server = self._ranked[self._away % len(self._ranked)]
        after = f"&after={self.have}" if self.have >= 0 else ""
        return f"{server}/ws?game={self.place.game}&key={self.place.key}{after}"

    async def play(self, ended: Callable[[], bool]) -> None:
        """Play until the time is up, through as many connections as it takes."""
        while not (ended() and self.open is None) and not self.over:
            self.there = False
            try:
                await self._come(ended)
            except AWAY:
                self.counted.cut += 1
                self._away = 0 if self.there else self._away + 1
                await asyncio.sleep(self.rng.uniform(0.1, 1.0))

    async def _come(self, ended: Callable[[], bool]) -> None:
        """Play through one connection."""
        async with connect(self.address(), **AS_A_PAGE) as line:
            self.there = True
            await self._sit(line, ended)

    async def _sit(self, line: ClientConnection, ended: Callable[[], bool]) -> None:
        await self._hear(line)
        if self.open is not None:
            self.counted.again += 1
            await line.send(self.open[0])
        while not self.over and not (ended() and self.open is None):
            if self.open is None and (text := self._choose()) is not None:
                await self.pace.turn()
                if ended():
                    return
                self.open = self._act(*text), text[1], time.monotonic()
                await line.send(self.open[0])
            await self._hear(line, PATIENCE if self.open is not None else 1.0)

    def _choose(self) -> tuple[Question, str] | None:
        mine = [d for d in self.state.decisions if d.actions and d.seat == self.place.seat] if self.state else []
        return (mine[0], self.rng.choice(mine[0].actions).text) if mine else None

    def _act(self, question: Question, text: str) -> str:
        id = f"{self.place.seat}-{next(self._ids)}"
        body = {"game": self.place.game, "decision": question.number, "text": text, "id": id, "seat": question.seat}
        return json.dumps({"act": body})

    async def _hear(self, line: ClientConnection, patience: float = PATIENCE) -> None:
        """The next message; nothing where none comes and no answer is waited for."""
        try:
            async with asyncio.timeout(patience):
                frame = await line.recv()
        except TimeoutError:
            if self.open is not None or self.state is None:
                raise
            return
        found = msgspec.json.decode(frame, type=Message)
        if found.state is not None:
            self.counted.states += 1
            self.counted.read += 1
            self.counted.letters += len(frame)
            self.state, self.over = found.state, not found.state.decisions
            self.have = found.state.n
        if self.open is None:
            return
        if found.done is not None:
            self.told.append(self.open[1])
            self.counted.answers.append((self.open[2], time.monotonic() - self.open[2]))
            self.open, self.state = None, None if self.state and self.state.n < found.done.n else self.state
        elif found.refused is not None:
            reason = found.refused.reason[:60]
            self.counted.refused[reason] = self.counted.refused.get(reason, 0) + 1
            if "could not be stored" in reason:
                await asyncio.sleep(0.5)
                await line.send(self.open[0])
            else:
                self.open = None
