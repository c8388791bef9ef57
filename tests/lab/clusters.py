"""A Dask cluster of separate processes for tests: a scheduler, and workers that come and go."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Machines:
    """A scheduler and its workers."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.running: list[subprocess.Popen[bytes]] = []
        self._start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    @property
    def address(self) -> str:
        return f"dask://127.0.0.1:{self.port}"

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """One more worker, a process of its own."""
        more = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self._start("dask_worker", f"tcp://127.0.0.1:{self.port}", *more, **environment)

    def _start(self, what: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{what}", *words]
        quiet, env = subprocess.DEVNULL, {**os.environ, **environment}
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=quiet, stderr=quiet)
        self.running.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self.running):
            process.kill()
            process.wait()


@contextmanager
def machines() -> Iterator[Machines]:
    """A scheduler without workers, ended with all that belongs to it."""
    found = Machines()
    try:
        yield found
    finally:
        found.close()
