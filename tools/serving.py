"""Starts a server and reads from its first line where it serves; for the scripts beside this one."""

import os
import queue
import re
import signal
import subprocess
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ADDRESS = re.compile(r"Vedette: (http://127\.0\.0\.1:\d+\S*)")


class NoServer(Exception):
    """The command ended or fell silent before it served."""


@contextmanager
def serving(command: Sequence[str | Path], cwd: Path, environment: Mapping[str, str], patience: float) -> Iterator[str]:
    """The address that the command prints; the command and all it started are ended at the close."""
    process = subprocess.Popen(
        list(map(str, command)),
        cwd=cwd,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield address_of(process, patience)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def address_of(process: "subprocess.Popen[str]", patience: float) -> str:
    """Reads lines until one names the address."""
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=pump, args=(process, lines), daemon=True).start()
    said: list[str] = []
    try:
        while (line := lines.get(timeout=patience)) is not None:
            said.append(line)
            if found := ADDRESS.search(line):
                return found[1]
    except queue.Empty:
        raise NoServer(f"no address within {patience:.0f} s; it said:\n{''.join(said)}") from None
    raise NoServer(f"ended before it served; it said:\n{''.join(said)}")


def pump(process: "subprocess.Popen[str]", lines: "queue.Queue[str | None]") -> None:
    """Goes on reading to the end, so that the server never waits for a full pipe."""
    for line in process.stdout or ():
        lines.put(line)
    lines.put(None)


def page_with_scripts(address: str) -> str:
    """The page at an address and every script and style that it names, as one text."""
    page = fetch(address)
    names = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page)
    return "\n".join([page, *(fetch(urllib.parse.urljoin(address, name)) for name in names)])


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode("utf-8"))
