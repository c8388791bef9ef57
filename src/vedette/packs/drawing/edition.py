"""What tells one way of drawing a pack's boards from another, without drawing one."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files

from .. import find
from .themes import THEMES

LOOKS = (find.META, "scenery.json")
"""The files of a pack that change how a board looks and nothing that is played."""
BENEATH = ("vedette.board", "vedette.hexes")
"""The packages by which a board is drawn, beside this one."""


@lru_cache(maxsize=1)
def _program() -> bytes:
    """The drawing program itself: a picture that is kept under its name must not outlive it."""
    here = files(__package__)
    folders = (here, here / "fonts", *map(files, BENEATH))
    found = [f for folder in folders for f in folder.iterdir() if f.name.endswith((".py", ".ttf", ".json"))]
    sources = sorted(found, key=lambda f: f.name)
    return b"".join(f.read_bytes() for f in sources)


def edition(pack: str) -> str:
    """A name that changes with whatever changes the look of a pack's boards, apart from what a battle's hash covers.

    Raises:
        PackError: where there is no such pack.
    """
    folder = find.folder(pack)
    total = hashlib.blake2b(_program(), digest_size=10)
    total.update(repr(THEMES).encode())
    for path in LOOKS:
        total.update(folder.read(path) if folder.has(path) else b"")
    return total.hexdigest()
