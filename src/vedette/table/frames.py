"""What comes by a socket while whoever is to hear it waits for his turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

T = TypeVar("T")

WAITING = 8
"""Messages that are read before anybody hears them; the next one is not read, as nothing after it is."""


class Frames:
    """The messages of a socket, in their order, read as they come."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.left = False
        """Whether the other end has gone: it need not be shown anything."""
        self._come: asyncio.Queue[Any] = asyncio.Queue(WAITING)
        self._patience: asyncio.Timeout | None = None
        """Of who waits for his turn."""

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
            if self.left and self._patience is not None:
                self._patience.reschedule(asyncio.get_running_loop().time())
            await self._come.put(frame)

    @asynccontextmanager
    async def turn(self, place: AbstractAsyncContextManager[T]) -> AsyncIterator[T]:
        """Within a place, for which is waited only as long as the other end is there: raises WebSocketDisconnect."""
        if self.left:  # before his turn had begun
            raise WebSocketDisconnect
        async with AsyncExitStack() as held:
            try:
                async with asyncio.timeout(None) as self._patience:
                    found = await held.enter_async_context(place)
            except TimeoutError:
                raise WebSocketDisconnect from None
            finally:
                self._patience = None
            if self.left:
                raise WebSocketDisconnect
            yield found


@asynccontextmanager
async def reading(socket: WebSocket) -> AsyncIterator[Frames]:
    """Read what comes, whoever hears it. A socket that nobody reads is not even heard to be there still.

    It need not be accepted yet: until then nothing comes but that it has gone.
    """
    await socket.receive()  # that it is there
    frames = Frames(socket)
    reads = asyncio.create_task(frames.read())
    try:
        yield frames
    finally:
        reads.cancel()
        await asyncio.gather(reads, return_exceptions=True)
