"""Boards as they were drawn, before theme and choice of layers: those of the program's own packs come with it.

A file is named by the digest of all that its board was drawn from, so that one of another pack, another program or
another scenario is never taken for it: what has no file is drawn.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import msgspec

from vedette.board import Board

from .landmarks import Landmarks
from .shading import Shade

FOLDER = "boards"
"""Beside this file; tools/boards.py fills it."""
ENDING = ".json.gz"


class Drawn(NamedTuple):
    """A board in the colours of the palette, without what differs by theme beside colours."""

    head: str
    """Up to where its style goes."""
    under: str
    """From there to where its shading goes."""
    over: list[tuple[str, str]]
    """What lies over that, with the name of the layer where it can be left out."""
    shade: Shade
    fonts: str
    hexes: float
    """How many hexes wide it is."""


class Source(NamedTuple):
    """All that a board is drawn from, beside pack and program."""

    area: int | None
    turned: bool
    setup: int
    """The hexes in which counters stand as a battle begins."""
    victory: int
    marks: Landmarks


def name_of(edition: str, board: Board, source: Source) -> str:
    """What tells this drawing from every other."""
    sides = sorted((pair, sorted(found)) for pair, found in board.hexsides.items())
    features = [sorted(found.items()) for found in board.features]
    ground = repr((board.grid.spec, board.terrain, board.level, features, sides, board.roads, board.road_kinds))
    return hashlib.blake2b(f"{edition} {ground} {source!r}".encode(), digest_size=10).hexdigest()


def _folder() -> Traversable:
    return files(__package__) / FOLDER


def kept(name: str) -> Drawn | None:
    """The drawing that came with the program, None where there is none or it cannot be read."""
    file = _folder() / f"{name}{ENDING}"
    try:
        return msgspec.json.decode(gzip.decompress(file.read_bytes()), type=Drawn)
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeError):
        return None


def file_of(folder: Path, name: str) -> Path:
    """Where a drawing lies in a folder."""
    return folder / f"{name}{ENDING}"


def keep(file: Path, drawn: Drawn) -> Path:
    """Writes a drawing, as a whole or not at all: one that was cut off would be taken for drawn."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_bytes(gzip.compress(msgspec.json.encode(drawn), 9, mtime=0))
    return part.replace(file)
