"""What a setting keeps of lines between two hexes, each judged once: a board has millions, so only some are kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = TypeVar("P", bound=Hashable)

MOST = 40_000
"""Lines that a setting keeps: about 20 MB."""


class Judged(dict[K, V]):
    """Lines by their ends. Where there would be too many a quarter of them is forgotten, those that were judged first.

    All games of a battle share them, in whatever threads they are played.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pieces: dict[Hashable, Hashable] = {}

    def keep(self, line: K, found: V) -> V:
        """From now on a line is known."""
        if len(self) >= MOST:
            for old in list(self)[: max(1, MOST // 4)]:
                self.pop(old, None)
            if len(self._pieces) > MOST:
                self._pieces.clear()
        self[line] = found
        return found

    def shared(self, pieces: Iterable[P]) -> tuple[P, ...]:
        """The same pieces, each the one that other lines have as well: there are few different ones of each hex."""
        known = self._pieces
        return tuple(known.setdefault(piece, piece) for piece in pieces)  # type: ignore[misc]
