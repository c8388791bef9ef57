"""What comes by a socket while whoever is to hear it waits for his turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.websockets import WebSocket

WAITING = 8
"""Messages that are read before anybody hears them; the next one is not read, as nothing after it is."""


class Frames:
    """The messages of a socket, in their order, read as they come."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.left = False
        """Whether the other end has gone: it need not be shown anything."""
        self._come: asyncio.Queue[Any] = asyncio.Queue(WAITING)

    async def receive(self) -> Any:
        """The next message, as the socket gives it. After the last one comes none."""
        return await self._come.get()

    async def read(self) -> None:
        """Read, until the other end has gone."""
        while not self.left:
            try:
                frame: Any = await self.socket.receive()
            except (RuntimeError, OSError):  # it was closed from here
                frame = {"type": "websocket.disconnect"}
            self.left = frame["type"] == "websocket.disconnect"
            await self._come.put(frame)


@asynccontextmanager
async def reading(socket: WebSocket) -> AsyncIterator[Frames]:
    """Read what comes, whoever hears it. A socket that nobody reads is not even heard to be there still."""
    frames = Frames(socket)
    reads = asyncio.create_task(frames.read())
    try:
        yield frames
    finally:
        reads.cancel()
        await asyncio.gather(reads, return_exceptions=True)
