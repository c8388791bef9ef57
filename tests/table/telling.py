"""A server that tells people and kills itself with signal 9 as it does; started by test_failures.py.

python -m tests.table.telling DATABASE before|after|never
"""

from __future__ import annotations

import os
import signal
import sys

from vedette.table import Store, channels, create_app
from vedette.table.couriers import Letter, Webhook
from vedette.table.postman import Times
from vedette.table.running import address, bound, run

LEASE = 4.0
"""Seconds for which a server may be at a letter."""


class Dying(Webhook):
    """Dies at a letter: before it is brought, or when it has been and nobody has put that down."""

    def __init__(self, when: str) -> None:
        super().__init__(frozenset({"127.0.0.1"}))
        self.when = when

    def bring(self, target: str, letter: Letter) -> None:
        if self.when != "before":
            super().bring(target, letter)
        if self.when != "never":
            os.kill(os.getpid(), signal.SIGKILL)


def main(database: str, when: str) -> None:
    """Serve until the moment comes."""
    channels.LEASE = LEASE
    listener = bound("127.0.0.1", 0)
    app = create_app(
        Store(database),
        couriers={"webhook": Dying(when)},
        address="https://club.example.org/",
        times=Times(first=0.3, looks=0.2),
    )
    run(app, listener, lambda: print(f"Vedette: {address(listener)}/", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
