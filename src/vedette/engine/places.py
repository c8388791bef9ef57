"""The hexes of a game by their printed numbers: which there are, what lies beside which, what the ground is."""

from __future__ import annotations

from vedette.board import Board
from vedette.board.words import ground_words, side_words
from vedette.hexes import hexes_of


class Hexes:
    """The map of a game. A hex that is not on it raises `vedette.hexes.HexError`."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = board.grid
        self._sides: dict[str, dict[str, str]] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every hex, in the order of the numbers."""
        return self._grid.names

    def __contains__(self, hex: str) -> bool:
        return self._grid.has(hex)

    def neighbours(self, hex: str) -> tuple[str, ...]:
        """The hexes beside one."""
        return tuple(self._grid.name(h) for h in self._grid.neighbours[self._grid.index(hex)])

    def distance(self, a: str, b: str) -> int:
        """How many hexes one is from the other."""
        return self._grid.distance(self._grid.index(a), self._grid.index(b))

    def within(self, hex: str, radius: int) -> tuple[str, ...]:
        """The hexes at most so far off, itself among them."""
        return tuple(self._grid.name(h) for h in hexes_of(self._grid.within(self._grid.index(hex), radius)))

    def terrain(self, hex: str) -> str:
        """What covers a hex: "clear", "light-woods"."""
        return self._board.terrain[self._grid.index(hex)]

    def level(self, hex: str) -> int:
        """How high it lies."""
        return self._board.level[self._grid.index(hex)]

    def ground(self, hex: str) -> str:
        """All of it in words: "light woods, level 10, the stone wall, lane"."""
        return ground_words(self._board, self._grid.index(hex))

    def between(self, a: str, b: str) -> str:
        """What lies on the way from a hex into the one beside it: "slope up, road"; empty where nothing does."""
        self._grid.index(a), self._grid.index(b)
        if self._sides is None:
            self._sides = side_words(self._board)
        return self._sides.get(a, {}).get(b, "")
