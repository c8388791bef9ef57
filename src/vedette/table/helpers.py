"""Processes of a server's own that carry out what would hold its sockets up."""

from __future__ import annotations

import os
import signal

from vedette.lab.orphans import end_with_parent

NICE = 5
"""Whoever plays comes before whoever thinks or paints."""


def begin() -> None:
    """Called in such a process: it leaves the keyboard's interrupt to the server, the processor to whoever plays."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
