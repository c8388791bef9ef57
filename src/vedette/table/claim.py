"""A file of SQLite is served by one server, on a disk of its own machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .disk import StoreError, clipped, database_file, shown

NETWORK = ("nfs", "cifs", "smb", "afs", "ceph", "glusterfs", "lustre", "beegfs", "fuse.sshfs", "fuse.rclone", "davfs")
"""How the kinds of disks begin that lie at another machine: there SQLite's locks do not hold."""
MOUNTS = Path("/proc/self/mounts")
MEND = "name a database of PostgreSQL, which several servers can serve"


def network(file: Path, mounts: str) -> str:
    """The kind of a disk where it lies at another machine; empty where it is this machine's own.

    Args:
        mounts: what is mounted where, as Linux tells it.
    """
    at = str(file.absolute().parent.resolve()) + "/"
    found = ("", "")
    for line in mounts.splitlines():
        _, where, kind = [*line.split(" "), "", "", ""][:3]
        where = where.replace("\\040", " ")
        if where and at.startswith(where.rstrip("/") + "/") and len(where) >= len(found[0]):
            found = (where, kind)
    return found[1] if found[1].startswith(NETWORK) else ""


@contextmanager
def claimed(url: str) -> Iterator[None]:
    """Serve a database for as long as the block lasts. Raises StoreError where that would do harm."""
    file = database_file(url)
    if file is None or os.name != "posix":
        yield
        return
    import fcntl

    if kind := network(file, MOUNTS.read_text(encoding="utf-8", errors="replace") if MOUNTS.exists() else ""):
        told = f"it lies on a disk of another machine ({kind}), where two programs can spoil it; name another file"
        raise StoreError(f"database {clipped(shown(url))}: {told}, or {MEND}", told)
    # A lock of its own kind, which SQLite does not look at. It is given back only when the process has closed the file
    # for good: with the first descriptor that a process closes, it loses all that SQLite holds.
    descriptor = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        told = "another server serves it already; end that one"
        raise StoreError(f"database {clipped(shown(url))}: {told}, or {MEND}", told) from None
    try:
        yield
    finally:
        os.close(descriptor)
