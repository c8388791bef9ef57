"""What stands before several servers, as a proxy does: it leads each connection to the first of them that is there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress


class Relay:
    """Listens at an address of its own, in a thread, until it is closed."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        """Of the servers, the one that is tried first before the others."""
        self._lines: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        listening = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(listening,), daemon=True)
        self._thread.start()
        assert listening.wait(10)

    def cut(self) -> None:
        """Every connection is gone, without a word."""
        self._loop.call_soon_threadsafe(self._cut)

    def close(self) -> None:
        """It leads nowhere any more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _cut(self) -> None:
        for line in tuple(self._lines):
            line.transport.abort()

    def _run(self, listening: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._lead, "127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        listening.set()
        self._loop.run_forever()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self.ports:
            with suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            writer.transport.abort()
            return
        lines = {writer, back}
        self._lines |= lines
        await asyncio.gather(self._pour(reader, back), self._pour(there, writer))
        self._lines -= lines

    async def _pour(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()
