"""What the settings of all families have alike: hours, and the same setting with something changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from vedette.board import Board


class Printed:
    """Base of a setting: all that is printed, compiled once a battle and shared by its games."""

    hours: tuple[str, ...]
    first_turn: int

    def hour(self, turn: int) -> str:
        """The hour of a turn, such as "14:20"."""
        n = turn - self.first_turn
        return self.hours[n] if 0 <= n < len(self.hours) else ""

    def lay(self, board: Board) -> None:
        """Compile what depends on the ground."""
        raise NotImplementedError

    def changed(self, **changes: Any) -> Self:
        """The same setting with some fields replaced."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def with_board(self, board: Board) -> Self:
        """The same setting on another board (a position's overrides)."""
        new = self.changed()
        new.lay(board)
        return new

    def with_counters(self, counters: Mapping[str, Any]) -> Self:
        """The same setting with other counters (a position's own values)."""
        return self.changed(counters=dict(counters))
