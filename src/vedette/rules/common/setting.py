"""What the settings of all families have alike: hours, the same setting with something changed, cells of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Self, TypeVar

from vedette.board import Board
from vedette.engine.battle import Battle
from vedette.engine.rulebook import ContentError

S = TypeVar("S", bound="Printed")


class ChartError(ContentError):
    """A chart that cannot be read: its file, the row, and the mend."""


def number(cell: str | None) -> int:
    """A whole number in a cell that may be empty, or missing."""
    return int(cell) if cell else 0


class Printed:
    """Base of a setting: all that is printed, compiled once a battle and shared by its games."""

    battle: Battle
    hours: tuple[str, ...]
    first_turn: int

    @property
    def file(self) -> str:
        """The file of the scenario, for errors."""
        return f"{self.battle.pack}/scenarios/{self.battle.id.rpartition('/')[2]}.toml"

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


def compiled_once(compile: Callable[[Battle, dict[str, Any]], S]) -> Callable[[Battle, Mapping[str, Any]], S]:
    """What gives the setting of a battle with its options: a new one where it has not been asked for lately."""

    @lru_cache(maxsize=32)
    def kept(battle: Battle, options: tuple[tuple[str, Any], ...]) -> S:
        return compile(battle, dict(options))

    return lambda battle, options: kept(battle, tuple(sorted(options.items())))
