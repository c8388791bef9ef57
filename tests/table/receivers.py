"""Real receivers on this machine: an SMTP server that keeps what it is given, an HTTP server that answers as told."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Sink:
    """What has come, and how the next one is answered."""

    def __init__(self) -> None:
        self.port = 0
        self.status = 204
        self.location = ""
        self.got: list[Any] = []
        self.tried = 0
        self.changed = threading.Condition()

    def note(self, one: Any) -> None:
        with self.changed:
            self.got.append(one)
            self.changed.notify_all()

    def attempt(self) -> None:
        with self.changed:
            self.tried += 1
            self.changed.notify_all()

    def wait(self, count: int) -> list[Any]:
        """Until so many have come."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.got) >= count, 20), self.got
            return list(self.got)

    def wait_tried(self, count: int) -> None:
        """Until so much has been tried."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.tried >= count, 20), self.tried


@contextmanager
def running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


@contextmanager
def web() -> Iterator[Sink]:
    """An HTTP server."""
    sink = Sink()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(sink.status)
            if sink.location:
                self.send_header("location", sink.location)
            self.end_headers()
            sink.attempt()
            if sink.status < 300:
                sink.note(json.loads(body))

        def log_message(self, *what: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    sink.port = server.server_address[1]
    with running(server):
        yield sink


@contextmanager
def mail() -> Iterator[Sink]:
    """An SMTP server; `status` other than 204 refuses every receiver."""
    sink = Sink()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                word = line.split(" ")[0].upper()
                if word == "DATA":
                    self.say("354 go on")
                    lines = []
                    while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
                        lines.append(line.removeprefix("."))
                    self.say("250 kept")
                    sink.note(message_from_string("\n".join(lines)))
                elif word == "QUIT":
                    self.say("221 bye")
                    return
                elif word == "RCPT":
                    sink.attempt()
                    self.say("250 yes" if sink.status == 204 else "550 no such person")
                else:
                    self.say("250 yes")

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    sink.port = server.server_address[1]
    with running(server):
        yield sink


def text_of(mail: Message) -> str:
    """The words of a mail."""
    payload = mail.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()
