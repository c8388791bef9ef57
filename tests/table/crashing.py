"""A server that kills itself with signal 9 at one chosen moment of its storage; started by test_kill.py.

python -m tests.table.crashing DATABASE before|inside|after|slow N [PORT]
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

from vedette.table import Store, create_app
from vedette.table import store as storage
from vedette.table.running import address, bound, run


class Crashing(Store):
    """Dies at the Nth entry that is to be stored: before it, within the transaction, or when it is on the disk. `slow`
    says that it is at it, and takes its time.
    """

    def __init__(self, url: str, where: str, n: int) -> None:
        super().__init__(url)
        self.where = where
        self.left = n

    def append(self, *args: Any, **more: Any) -> None:
        self.left -= 1
        if self.left == 0 and self.where == "before":
            die()
        if self.left == 0 and self.where == "inside":
            write = storage.put_down

            def write_and_die(*args: Any) -> None:
                write(*args)
                die()

            storage.put_down = write_and_die
        if self.left == 0 and self.where == "slow":
            print("storing", flush=True)
            time.sleep(1.0)
        super().append(*args, **more)
        if self.left == 0 and self.where != "slow":
            die()


def die() -> None:
    """As the power goes."""
    os.kill(os.getpid(), signal.SIGKILL)


def main(database: str, where: str, n: str, port: str = "0") -> None:
    """Serve until the moment comes."""
    listener = bound("127.0.0.1", int(port))
    app = create_app(Crashing(database, where, int(n)))
    run(app, listener, lambda: print(f"Vedette: {address(listener)}/", flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
