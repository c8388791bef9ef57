"""Those who look on at a load, as sparing as may be: on the machine of the servers no browser of theirs takes anything.

Each has a socket like any other and is sent what everybody is; it unpacks no more of it than it takes to say, when it
comes back, up to where it has seen the game.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from load_play import PATIENCE, Counted, Message, Player

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PACKED, WHOLE = 0x40, 0x80
MASKED = 0x80
TAIL = b"\x00\x00\xff\xff"
"""What `permessage-deflate` leaves out at the end of each message."""
HEAD = """GET {path} HTTP/1.1\r
Host: {host}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: {key}\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r
\r
"""


class Line(asyncio.Protocol):
    """A socket that is told things, and says nothing but that it is still there."""

    def __init__(self, at: str, counted: Counted) -> None:
        self.at = urlsplit(at)
        self.counted = counted
        loop = asyncio.get_running_loop()
        self.there: asyncio.Future[None] = loop.create_future()
        """Done when the server lets it in."""
        self.gone: asyncio.Future[None] = loop.create_future()
        """Done when the line is cut."""
        self.last: tuple[bool, bytes] | None = None
        """Whether the last message was packed, and the message."""
        self._buffer = bytearray()
        self._unpacker: zlib._Decompress | None = None
        """Where a message can only be unpacked by all before it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be let in."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        path = f"{self.at.path}?{self.at.query}" if self.at.query else self.at.path
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(HEAD.format(path=path, host=self.at.netloc, key=key).encode())

    def connection_lost(self, error: Exception | None) -> None:
        """It is cut."""
        for waits in (self.there, self.gone):
            if not waits.done():
                waits.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self._buffer += data
        if not self.there.done():
            head, ended, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not ended:
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.transport.abort()
                return
            self._buffer = bytearray(rest)
            alone = b"server_no_context_takeover" in head
            self._unpacker = None if alone else zlib.decompressobj(wbits=-15)
            self.there.set_result(None)
        while (size := self._frame()) is not None:
            del self._buffer[:size]

    def _frame(self) -> int | None:
        """Read a frame, if all of it is here; its bytes."""
        found = self._buffer
        if len(found) < 2:
            return None
        short, begin = found[1] & 0x7F, 2
        more = {126: ">H", 127: ">Q"}.get(short)
        if more is not None:
            begin += struct.calcsize(more)
            if len(found) < begin:
                return None
        length = struct.unpack_from(more, found, 2)[0] if more else short
        if len(found) < begin + length:
            return None
        self._read(found[0], bytes(found[begin : begin + length]))
        return int(begin + length)

    def _read(self, first: int, body: bytes) -> None:
        kind, packed = first & 0x0F, bool(first & PACKED)
        if kind == TEXT:
            if packed and self._unpacker is not None:
                packed, body = False, self._unpacker.decompress(body + TAIL)
            self.last = packed, body
            self.counted.states += 1
        elif kind == PING:
            self.transport.write(bytes((WHOLE | PONG, MASKED | len(body), 0, 0, 0, 0)) + body)
        elif kind == CLOSE:
            self.transport.close()

    @classmethod
    async def come(cls, at: str, counted: Counted) -> Line:
        """A socket that was let in, or was cut. Raises OSError, TimeoutError."""
        where, loop = urlsplit(at), asyncio.get_running_loop()
        async with asyncio.timeout(PATIENCE):
            _, line = await loop.create_connection(lambda: cls(at, counted), str(where.hostname), where.port or 80)
            await line.there
        return line

    def text(self) -> bytes:
        """The last message."""
        packed, body = self.last or (False, b"{}")
        return zlib.decompressobj(wbits=-15).decompress(body + TAIL) if packed else body


class Onlooker(Player):
    """Who has no seat."""

    async def _come(self, ended: Callable[[], bool]) -> None:
        """Look on until the line is cut."""
        line = await Line.come(self.address(), self.counted)
        try:
            self.there = not line.gone.done()
            await line.gone
        finally:
            line.transport.abort()
            found = msgspec.json.decode(line.text(), type=Message)
            if found.state is not None:
                self.have, self.over = found.state.n, not found.state.decisions
        raise ConnectionError("cut")
