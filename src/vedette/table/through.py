"""A server that nobody reaches lets visitors come to it through a relay (`relay`)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress

from .messages import Refused
from .relay import BEAT, HELLO, PATIENCE, WRONG_WORD, Line, joined, line_of, proof

AGAIN = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which a relay is called again; then each time the last."""
STRANGE = "nobody answers there as a relay of this version of Vedette does"


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
            if not answer or answer.startswith("no "):
                raise Refused(answer.removeprefix("no ") or "the relay does not answer")
            self.port = _port_of(answer)
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
        """A line from a visitor to the server itself. Where it does not come about the relay tells the visitor that
        nobody came."""
        with suppress(TimeoutError, OSError, Refused):
            there = await self._called("line", id)
            try:
                async with asyncio.timeout(PATIENCE):
                    here = await asyncio.open_connection(*self.at)
                await joined(there, here)
            finally:
                there[1].transport.abort()

    async def _called(self, *words: str) -> Line:
        """A line to the relay, which was told something. Raises Refused, OSError."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(*self.relay)
        try:
            hello, _, nonce = (await line_of(reader)).rpartition(" ")
            if hello != HELLO:
                raise Refused(STRANGE)
            said = " ".join(words)
            writer.write(f"{said} {proof(self.word, nonce, said)}\n".encode())
        except BaseException:
            writer.transport.abort()
            raise
        return reader, writer


def _port_of(answer: str) -> int:
    """The port that a relay gives. Raises Refused where it says something else."""
    found = re.fullmatch(r"port (\d{1,5})", answer)
    if found is None or not 0 < int(found[1]) < 65_536:
        raise Refused(f"{STRANGE}: it says {answer[:40]!r}")
    return int(found[1])
