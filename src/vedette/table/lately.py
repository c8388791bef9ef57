"""What was worked out of a game as it stands, for as long as it stands so: who comes and goes has it shown again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import msgspec

from vedette.engine.game import Game

T = TypeVar("T")


class Lately:
    """Of one game: all that follows from its entries alone may be kept here, and nothing else."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._n = -1
        self._kept: dict[Hashable, object] = {}
        self.size = 0
        """Bytes of what of it is packed already."""

    def get(self, game: Game, what: Hashable, make: Callable[[], T]) -> T:
        """What was made of a game, or is made now; nobody may change it."""
        if self._game is not game or self._n != len(game.entries):
            self._game, self._n, self._kept, self.size = game, len(game.entries), {}, 0
        if what not in self._kept:
            self._kept[what] = made = make()
            self.size += len(bytes(made)) if isinstance(made, msgspec.Raw) else 0
        found: T = self._kept[what]  # type: ignore[assignment]
        return found
