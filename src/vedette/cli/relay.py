"""`vedette relay`: leads people to servers at homes that nobody reaches from outside."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from contextlib import suppress

import click

from vedette.cli.common import Bad
from vedette.table.relay import Relay
from vedette.table.running import BindError, bound

PORT = 8100
WORD = "VEDETTE_RELAY_WORD"
SHORTEST = 12
"""Letters of a word."""


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to bind to.")
@click.option("--port", type=int, default=PORT, show_default=True, help="Where servers call.")
@click.option("--ports", default="8101-8140", show_default=True, help="Where people come, one for each server.")
def relay(host: str, port: int, ports: str) -> None:
    """Lead people to servers at homes that nobody reaches from outside (`vedette serve --relay HOST`).

    For a machine with an address in the internet. It keeps no game and reads nothing of what it passes on. The word in
    $VEDETTE_RELAY_WORD is for those whose servers may call it.
    """
    word, places = word_of(), _ports(ports)
    if port in places:
        raise Bad(f"--ports {ports}: {port} is where servers call (--port); leave it out")
    try:
        listener = bound(host, port)
    except BindError as error:
        raise Bad(str(error)) from None
    signal.signal(signal.SIGTERM, signal.default_int_handler)

    async def lead() -> None:
        calls = await Relay(word, host, places).begin(listener)
        at = calls.sockets[0].getsockname()[1]
        click.echo(f"Vedette: servers call port {at}, people come by {places[0]} to {places[-1]}")
        await asyncio.Event().wait()

    with listener, suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(lead())


def word_of() -> str:
    """The word of the relay. Raises Bad."""
    found = os.environ.get(WORD, "")
    if len(found) < SHORTEST:
        raise Bad(f"put a word of {SHORTEST} letters or more into ${WORD}, the same at the relay and at each server")
    return found


def called(relay: str) -> tuple[str, int]:
    """Host and port of a relay that somebody names. Raises Bad."""
    found = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?", relay)
    if found is None or not 0 < int(found[3] or PORT) < 65_536:
        raise Bad(f"--relay {relay}: it is a host, or a host with a port, such as relay.example.org:{PORT}")
    return found[1] or found[2], int(found[3] or PORT)


def _ports(text: str) -> range:
    found = re.fullmatch(r"(\d{1,5})-(\d{1,5})", text)
    first, last = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 0 < first <= last < 65_536:
        raise Bad(f"--ports {text}: two numbers with a stroke between them, such as 8101-8140")
    return range(first, last + 1)
