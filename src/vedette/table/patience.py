"""How long a connection may be silent in the middle of something; uvicorn itself only ends those between requests."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

LINE, LINES = 8_000, 120
"""Bytes of a line, and lines, of the head of a socket."""


def patient(silence: float) -> type[H11Protocol]:
    """HTTP connections that are closed where a request does not come whole, or an answer is not read, for so long.

    A request that has come whole may be thought about for as long as it takes; a socket of a game has pings of its own.
    """

    class Patient(H11Protocol):
        alarm: asyncio.TimerHandle | None = None
        upgraded = False
        """Whether a socket of a game has taken the connection over."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self._owes():
                self._wait()
            else:
                self._wait_no_more()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            if _too_long(event):  # what reads the head of a socket would never answer
                self.send_400_response("Address or headers too long.")
                return
            self.upgraded = True
            self._wait_no_more()
            super().handle_websocket_upgrade(event)

        def send_400_response(self, msg: str) -> None:
            """What comes after a head that could be read makes no sense: whoever answers it already is not heard."""
            cycle = self.cycle
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
            try:
                super().send_400_response(msg)
            except h11.LocalProtocolError:  # an answer has begun, or was to have no body
                self.transport.close()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._wait()

        def resume_writing(self) -> None:
            super().resume_writing()
            self._wait_no_more()

        def _owes(self) -> bool:
            """Whether a part of a request has come and the rest has not."""
            theirs = self.conn.their_state
            if self.upgraded:
                return False
            return theirs is h11.SEND_BODY or (theirs is h11.IDLE and bool(self.conn.trailing_data[0]))

        def _wait(self) -> None:
            """From the first thing that is waited for: who sends a letter now and then is closed as well."""
            if self.alarm is None:
                self.alarm = self.loop.call_later(silence, self.transport.abort)

        def _wait_no_more(self) -> None:
            if self.alarm is not None:
                self.alarm.cancel()
                self.alarm = None

    return Patient


def _too_long(head: h11.Request) -> bool:
    """Whether the head of a socket is longer than it can be read."""
    lines = [len(head.target), *(len(name) + len(value) for name, value in head.headers)]
    return max(lines) > LINE or len(lines) > LINES
