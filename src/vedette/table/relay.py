"""A relay: a machine that everybody reaches leads visitors to servers that nobody does.

A server at home calls the relay and is given a port of it; whoever opens that port is led to the server, byte by byte.
The relay keeps no game and reads nothing of what it passes on; who may use it has its word. Each connection of a server
begins with a line of the relay, `vedette-relay 1 NONCE`, and one of the server, with the proof that it has the word:

    home NAME PORT PROOF   it wants visitors, by the port that it had; answered by `port N` or `no WHY`, and from then
                           on by `visitor ID` for each who comes, and by `ping`, which it answers by `pong`
    line ID PROOF          its line to that visitor; all that follows is passed on
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

LOGGER = logging.getLogger("vedette.table")
HELLO = "vedette-relay 1"
LONGEST = 300
"""Letters of a line."""
PATIENCE = 10.0
"""Seconds for which an answer is waited for."""
BEAT = 20.0
"""Seconds after which a server is asked whether it is still there."""
MOST_LINES = 100
"""Visitors of one server at a time."""
MOST_UNKNOWN = 200
"""Connections that have not yet shown that they have the word."""
WRONG_WORD = "the word is wrong"

Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def proof(word: str, nonce: str, said: str) -> str:
    """That somebody has the word, without saying it."""
    return hmac.new(word.encode(), f"{nonce} {said}".encode(), hashlib.sha256).hexdigest()


async def line_of(reader: asyncio.StreamReader, seconds: float = PATIENCE) -> str:
    """One line; empty where the other end is gone, says nothing in time, or says too much."""
    try:
        async with asyncio.timeout(seconds):  # `wait_for` of 3.11 forgets a cancelling that meets the line
            found = await reader.readline()
    except (TimeoutError, OSError, ValueError):
        return ""
    return found.decode("ascii", "replace").strip() if len(found) <= LONGEST else ""


async def joined(one: Line, other: Line) -> None:
    """Pass on whatever comes, both ways, until one end is gone."""
    pours = [asyncio.ensure_future(_pour(one[0], other[1])), asyncio.ensure_future(_pour(other[0], one[1]))]
    try:
        await asyncio.wait(pours)
    finally:
        for pour in pours:
            pour.cancel()
        for _, writer in (one, other):
            writer.transport.abort()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        await writer.drain()
    writer.close()


class Home:
    """A server that is reached through the relay."""

    def __init__(self, name: str, port: int, line: Line) -> None:
        self.name = name
        self.port = port
        self.line = line
        self.waiting: dict[str, asyncio.Future[Line]] = {}
        """Visitors for whom it has been asked to come."""
        self.visitors: set[asyncio.Task[None]] = set()
        self.listening: asyncio.Server | None = None

    def tell(self, words: str) -> None:
        """Send it a line."""
        self.line[1].write(f"{words}\n".encode())

    def gone(self) -> None:
        """Nobody is led there any more."""
        if self.listening is not None:
            self.listening.close()
        self.line[1].transport.abort()
        for visitor in tuple(self.visitors):
            visitor.cancel()


class Relay:
    """Leads visitors of its ports to the servers that have called."""

    def __init__(self, word: str, host: str, ports: Sequence[int]) -> None:
        self.word = word
        self.host = host
        self.ports = ports
        self.homes: dict[str, Home] = {}
        """By their names."""
        self.kept: dict[str, int] = {}
        """The port of each name that has called, those that were there longest ago first."""
        self._unknown = 0

    async def begin(self, listener: socket.socket) -> asyncio.Server:
        """Take calls."""
        return await asyncio.start_server(self._call, sock=listener)

    async def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._unknown >= MOST_UNKNOWN:
            writer.transport.abort()
            return
        self._unknown += 1
        try:
            nonce = secrets.token_hex(16)
            writer.write(f"{HELLO} {nonce}\n".encode())
            *words, shown = (await line_of(reader)).split(" ")
        finally:
            self._unknown -= 1
        if not hmac.compare_digest(proof(self.word, nonce, " ".join(words)).encode(), shown.encode()):
            writer.write(f"no {WRONG_WORD}\n".encode())
            writer.close()
        elif words[:1] == ["line"] and len(words) == 2:
            self._arrived(words[1], (reader, writer))
        elif words[:1] == ["home"] and len(words) == 3 and words[2].isdigit():
            await self._stay(words[1], int(words[2]), (reader, writer))
        else:
            writer.write(b"no this relay does not know what you say: use the same version of Vedette\n")
            writer.close()

    # -- servers -------------------------------------------------------------------------------------------

    async def _stay(self, name: str, wanted: int, line: Line) -> None:
        """A server is there, until it is gone."""
        if (before := self.homes.pop(name, None)) is not None:
            before.gone()  # its line was cut, and it calls anew
        home = await self._placed(name, wanted, line)
        if home is None:
            line[1].write(b"no all ports of this relay are taken\n")
            line[1].close()
            return
        self.homes[name] = home
        LOGGER.info("port %d leads to a server at %s", home.port, line[1].get_extra_info("peername"))
        home.tell(f"port {home.port}")
        try:
            while not line[0].at_eof():
                home.tell("ping")
                if await line_of(line[0]) != "pong":
                    return
                await line_of(line[0], BEAT)  # it says nothing more, unless it goes
        finally:
            if self.homes.get(name) is home:
                del self.homes[name]
            home.gone()

    async def _placed(self, name: str, wanted: int, line: Line) -> Home | None:
        """A server with the port at which it is reached, as before where that can be."""
        for port in self._choice(name, wanted):
            home = Home(name, port, line)
            try:
                home.listening = await asyncio.start_server(partial(self._visit, home), self.host, port)
            except OSError:
                continue  # another program has it
            self.kept.pop(name, None)
            self.kept = {one: at for one, at in self.kept.items() if at != port} | {name: port}
            return home
        return None

    def _choice(self, name: str, wanted: int) -> list[int]:
        """Ports that nobody uses now: its own, the one that it had, those of nobody, those left longest ago."""
        used = {home.port for home in self.homes.values()}
        left = list(self.kept.values())
        likes = [self.kept.get(name, 0), wanted if wanted not in left else 0]
        likes += [*(port for port in self.ports if port not in left), *left]
        return [port for port in dict.fromkeys(likes) if port in self.ports and port not in used]

    # -- visitors ------------------------------------------------------------------------------------------

    async def _visit(self, home: Home, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if len(home.visitors) >= MOST_LINES or task is None:
            writer.transport.abort()
            return
        home.visitors.add(task)
        id = secrets.token_hex(8)
        arrives = home.waiting[id] = asyncio.get_running_loop().create_future()
        try:
            home.tell(f"visitor {id}")
            async with asyncio.timeout(PATIENCE):
                line = await arrives
            await joined((reader, writer), line)
        except (TimeoutError, asyncio.CancelledError):
            pass
        finally:
            home.visitors.discard(task)
            home.waiting.pop(id, None)
            writer.transport.abort()
            if arrives.done() and not arrives.cancelled():  # also where it came as this ended
                arrives.result()[1].transport.abort()

    def _arrived(self, id: str, line: Line) -> None:
        """A server has come for a visitor, who may be gone."""
        arrives = next((home.waiting.pop(id) for home in self.homes.values() if id in home.waiting), None)
        if arrives is None or arrives.done():
            line[1].transport.abort()
        else:
            arrives.set_result(line)
