"""Processes that work for another one end with it, however that one ends."""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """Called in a process that a pool has begun: it ends when the one that began it is there no longer.

    A pool tells its processes when it is closed. Where its own process is killed nobody does, and they would wait for
    ever for more to do.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), name="parent", daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
