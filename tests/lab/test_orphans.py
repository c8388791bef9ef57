"""A pool's processes end with the one that began them, even where that one is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

BEGIN = """
import multiprocessing, os, time
from concurrent.futures import ProcessPoolExecutor
from vedette.lab.orphans import end_with_parent

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), end_with_parent)
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and ") Z " in stat.read_text())  # one that has ended, and that nobody has asked after


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is one of POSIX")
def test_the_processes_of_a_pool_do_not_outlive_who_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "begin.py"
    script.write_text(BEGIN, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as begun:
        assert begun.stdout is not None
        worker = int(begun.stdout.readline())
        assert alive(worker)
        begun.send_signal(signal.SIGKILL)
        begun.wait()
        until = time.monotonic() + 30
        while alive(worker) and time.monotonic() < until:
            time.sleep(0.05)
        try:
            assert not alive(worker)
        finally:
            if alive(worker):
                os.kill(worker, signal.SIGKILL)
