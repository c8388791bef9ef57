"""A server that nobody reaches lets visitors come to it through a relay (`relay`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .messages import Refused
from .relay import BEAT, HELLO, PATIENCE, WRONG_WORD, Line, joined, line_of, proof

AGAIN = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which a relay is called again; then each time the last."""


class Through:
    """Calls a relay, and again whenever it is gone."""

    def __init__(
        self, relay: tuple[str, int], word: str, name: str, at: tuple[str, int], told: Callable[[str], None]
    ) -> None:
        """What it needs to know.

        Args:
            name: by which the relay knows the server again; nobody else knows it.
            at: where the server itself listens.
            told: is given what its owner has to know, a line at a time.
        """
        self.relay = relay
        self.word = word
        self.name = name
        self.at = at
        self.told = told
        self.port = 0
        """The one of the relay by which it was reached last."""
        self._lines: set[asyncio.Task[None]] = set()

    @property
    def page(self) -> str:
        """The start page as others reach it."""
        host = self.relay[0]
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    async def stay(self) -> None:
        """Be reached, as long as this is not cancelled or refused for good."""
        failed, why = 0, ""
        while True:
            there = False
            try:
                there = await self._once()
                said = "the relay is gone"
            except Refused as error:
                said = error.reason
                if WRONG_WORD in said:
                    self.told(f"The relay {self.relay[0]} refuses this server: {said}.")
                    return
            except OSError as error:
                said = error.strerror or "it does not answer"
            failed = 0 if there else failed + 1
            if there or said != why:
                self.told(f"Nobody comes through the relay {self.relay[0]} now: {said}. It is called again.")
            why = said
            await asyncio.sleep(AGAIN[min(failed, len(AGAIN) - 1)])

    async def _once(self) -> bool:
        """Until the relay is gone; whether it was there. Raises Refused, OSError."""
        reader, writer = await self._called("home", self.name, str(self.port))
        try:
            answer = await line_of(reader)
            if not answer.startswith("port "):
                raise Refused(answer.removeprefix("no ") or "the relay does not answer")
            self.port = int(answer.removeprefix("port "))
            self.told(f"Through the relay: {self.page} is this server's start page for everybody.")
            while said := await line_of(reader, 3 * BEAT):
                if said == "ping":
                    writer.write(b"pong\n")
                elif said.startswith("visitor "):
                    line = asyncio.ensure_future(self._lead(said.removeprefix("visitor ")))
                    self._lines.add(line)
                    line.add_done_callback(self._lines.discard)
            return True
        finally:
            writer.transport.abort()

    async def _lead(self, id: str) -> None:
        """A line from a visitor to the server itself."""
        try:
            here = await asyncio.wait_for(asyncio.open_connection(*self.at), PATIENCE)
            there = await self._called("line", id)
        except (TimeoutError, OSError, Refused):
            return  # the relay tells the visitor that nobody came
        await joined(there, here)

    async def _called(self, *words: str) -> Line:
        """A line to the relay, which was told something. Raises Refused, OSError."""
        reader, writer = await asyncio.wait_for(asyncio.open_connection(*self.relay), PATIENCE)
        hello, _, nonce = (await line_of(reader)).rpartition(" ")
        if hello != HELLO:
            writer.transport.abort()
            raise Refused("nobody answers there as a relay of this version of Vedette does")
        said = " ".join(words)
        writer.write(f"{said} {proof(self.word, nonce, said)}\n".encode())
        return reader, writer
