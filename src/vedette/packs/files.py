"""Files that somebody else may have written or edited: read whole and plain, and never anything but a file."""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.resources.abc import Traversable
from pathlib import Path

from .errors import PackError, fault

MOST = 1 << 25
"""Bytes of the largest file of a pack."""
BOM = b"\xef\xbb\xbf"


def plain(data: bytes) -> bytes:
    """A text without the byte order mark and the line ends that editors on Windows write.

    They change no value, and so neither the fingerprint of a pack.
    """
    return data.removeprefix(BOM).replace(b"\r\n", b"\n")


def read_file(file: Traversable, shown: str, within: Traversable | None = None) -> bytes:
    """The bytes of a file of a pack, plain.

    Args:
        shown: how it is named in messages.
        within: the folder that it must lie in, wherever a link leads.

    Raises:
        PackError: there is none, it is a device or a pipe, too large, or a link leads out of the folder.
    """
    try:
        if isinstance(file, Path):
            _check(file, shown, within)
        return plain(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError, KeyError):
        if isinstance(file, Path) and file.is_symlink():
            raise fault(shown, "is a link that leads nowhere", "mend it, or take it out") from None
        raise PackError(f"{shown}: there is no such file; a pack needs it") from None
    except (OSError, RuntimeError) as error:
        words = getattr(error, "strerror", None) or "its links lead in a circle"
        raise fault(shown, f"cannot be read ({words})", "mend it, or take it out") from None


def _check(file: Path, shown: str, within: Traversable | None) -> None:
    """A file is one, of a size that can be read, and lies where its pack lies. Raises PackError, OSError."""
    real = file.resolve(strict=True)
    if isinstance(within, Path) and not real.is_relative_to(within.resolve()):
        raise fault(shown, "leads out of its folder", "put the file itself there")
    if not real.is_file():
        raise fault(shown, "is a folder, a pipe or a device and no file", "put a file there, or take it out")
    if real.stat().st_size > MOST:
        raise fault(shown, f"is larger than {MOST >> 20} MB", "no file of a pack is so large")


def write_file(file: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, then in its place. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with part.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
