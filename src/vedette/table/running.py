"""Runs the server: binds first, says where it listens once it does, ends without a word."""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from .garbage import seldom
from .guard import LOOPBACK
from .limits import Limits
from .patience import patient
from .wire import Line

FRAME = 1 << 20
"""Longest frame in bytes; longer ones break the connection, those beyond a message's limit are refused."""


SWITCH = 0.001
"""Seconds after which a thread that works lets another one on: who has asked the database some fifty times for one
answer, and waits for his turn after each, waits a fifth of what is usual."""


class BindError(Exception):
    """The address cannot be had; one line for a person."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises BindError."""
    if not host.strip():  # to the system it means every address
        raise BindError("address '' is empty; give one such as 127.0.0.1, or 0.0.0.0 for the whole network")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named so that connections inherit it: only then are small messages sent without delay.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
        return listener
    except OSError as error:
        listener.close()
        words = {
            errno.EADDRINUSE: f"port {port} is in use; give another with --port, or --port 0 for any that is free",
            errno.EACCES: f"port {port} may not be used by this user; give one above 1023 with --port",
        }
        told = words.get(error.errno or 0, f"address {host!r} cannot be used: {error.strerror or error}")
        raise BindError(told) from None
    except (OverflowError, UnicodeError):
        listener.close()
        raise BindError(f"address {host!r}, port {port} cannot be used; a port is 0 to 65535") from None


def address(listener: socket.socket) -> str:
    """Where a listener is reached from this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def elsewhere(listener: socket.socket) -> str:
    """The start page as others in the same network reach it; empty where nobody comes from another machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = own_address()
    if not host or ipaddress.ip_address(host).is_loopback:
        return ""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def whose(page: str) -> str:
    """For whom such an address is: one of a private network, as a container or a rented machine has it within, leads
    nobody here who is not in it."""
    try:
        near = ipaddress.ip_address(urlsplit(page).hostname or "").is_private
    except ValueError:
        near = False
    return "people in the same network" if near else "people at other machines"


def own_address() -> str:
    """Of this machine, as others in its network know it; empty where it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's: it asks by which of ours it would go out
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def names_of(host: str, page: str = "", other: str = "") -> frozenset[str] | None:
    """The host names that a server answers to: this machine's where it is bound to this machine, else all.

    Args:
        page: the address by which people reach it through a proxy; its name is one of them.
        other: the name of another machine that leads people here.
    """
    if host not in LOOPBACK:
        return None
    named = urlsplit(page).hostname
    return LOOPBACK | {name.lower() for name in (named, other) if name}


class Server(uvicorn.Server):
    """A server that calls back once it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def server(
    app: Any,
    ready: Callable[[], None],
    silence: float = Limits().silence,
    own_log: bool = True,
    proxied: bool = True,
) -> Server:
    """A server of an application, with nothing on stdout and only warnings on stderr.

    Args:
        silence: seconds for which it waits for a client that says nothing more.
        own_log: whether its warnings are written as the server that it runs on writes them, or as all others.
        proxied: a program of this machine that leads people here may say who they are.
    """
    return Server(configured(app, silence, own_log, proxied), ready)


def configured(
    app: Any, silence: float = Limits().silence, own_log: bool = True, proxied: bool = True
) -> uvicorn.Config:
    """How an application is served."""
    more: dict[str, Any] = {"proxy_headers": proxied, **({} if own_log else {"log_config": None})}
    return uvicorn.Config(
        app,
        http=patient(silence),
        log_level="warning",
        access_log=False,
        ws=Line,  # packs: a first state of a large battle is 150 KB of words that repeat
        ws_max_size=FRAME,
        server_header=False,
        timeout_graceful_shutdown=2,
        lifespan="on",
        **more,
    )


def run(
    app: Any, listener: socket.socket, ready: Callable[[], None], *, own_log: bool = True, proxied: bool = True
) -> None:
    """Serve until the process is told to end, by whatever signal; what is to be done then follows."""
    sys.setswitchinterval(SWITCH)
    serving = server(app, ready, own_log=own_log, proxied=proxied)
    with _told_to_end(serving), seldom():
        serving.run(sockets=[listener])


@contextmanager
def _told_to_end(serving: Server) -> Iterator[None]:
    """SIGTERM, and the end of the terminal, end the program as Ctrl+C does, and not in the middle of something.

    The server hands a signal on once it has ended; this is who it is handed to.
    """

    def end(*_: object) -> None:
        serving.should_exit = True

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {sign: signal.signal(sign, end) for sign in signals}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
