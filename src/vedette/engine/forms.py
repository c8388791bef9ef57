"""What rows and messages are read into, made ready before several threads read at once."""

from __future__ import annotations

import threading
from contextlib import suppress

import msgspec

_LOCK = threading.Lock()


def ready() -> None:
    """Work out the form of every struct that has been imported.

    msgspec does it when the first row of a form is read, and where two threads read one each at once the process ends:
    a server died so of the first faces of counters. Called where a server begins, and when a rulebook is loaded.
    """
    with _LOCK:
        pending: list[type[msgspec.Struct]] = [msgspec.Struct]
        while pending:
            for form in pending.pop().__subclasses__():
                pending.append(form)
                with suppress(TypeError, NameError):  # one that is only written, never read
                    msgspec.json.Decoder(form)
