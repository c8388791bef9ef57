"""What overlays and layers have in common: how a row is known, where rows may be added, a cell that was laid."""

from __future__ import annotations

import msgspec

from .table import Table

REMOVED = "removed"
"""In a file that an owner may add to, the word of `source` that takes a row out."""


class Rules(msgspec.Struct, frozen=True):
    """How a pack may be overlaid: the key of each file, and the files to which rows may be added."""

    keys: dict[str, list[str]] = {}
    adds: list[str] = []

    def key(self, path: str, table: Table) -> tuple[str, ...]:
        """The columns that tell the rows of a file apart."""
        return tuple(self.keys.get(path, table.columns[:1]))


class Laid(msgspec.Struct, frozen=True):
    """A cell that an owner has laid."""

    table: str
    row: str
    column: str
    value: str
    before: str
    """What stood there, "" where the row is his own."""
    layer: str
    """The layer, "" for the tables under packs/."""
    source: str = ""
    seen: bool = False
    """He has looked and found the same."""
