"""A choice: an answer as the rules read it, before anybody has put it into words.

>>> from vedette.engine.choice import DONE, Choice
>>> Choice("step", "7 OH-a", 1234)
Choice(kind='step', unit='7 OH-a', hex=1234, arg=None)
>>> Choice("done") == DONE
True

The procedures of a family offer choices and read them by their fields; the family's text room has one row a kind that
says what a choice is called (`State.words`), so that no rule ever takes a text apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import msgspec

from vedette.hexes.masks import Bits


class Choice(msgspec.Struct, frozen=True, gc=False):
    """One answer to a question of a player: what is done, by whom, where, and with what."""

    kind: str
    """What is done: "step", "attack", "done" ..."""
    unit: str = ""
    """Who does it, by id; empty where that is plain or nobody."""
    hex: int = -1
    """The hex that it concerns, by its index on the grid; -1 where it concerns none."""
    arg: Any = None
    """What else it takes: another unit, a bridge, a number of points."""


DONE = Choice("done")
"""Ends a phase or a move."""
PASS = Choice("pass")
"""Does nothing, where something might be done."""


class HexChoices(Sequence[Choice]):
    """The choices of a question about hexes, each made when somebody takes it.

    >>> offers = HexChoices("step", "7 OH-a", 0b1010000, last=(DONE,))
    >>> len(offers), offers[1].hex, offers[-1].kind
    (3, 6, 'done')
    >>> Choice("step", "7 OH-a", 5) in offers
    False

    A game at random, odds and simulations take one of many by its place, and a check of what was given looks for one:
    none of them needs the others made.
    """

    __slots__ = ("arg", "first", "hexes", "kind", "last", "unit")

    def __init__(
        self,
        kind: str,
        unit: str,
        hexes: int | Sequence[int],
        arg: Any = None,
        *,
        first: Sequence[Choice] = (),
        last: Sequence[Choice] = (),
    ) -> None:
        """Offer the same deed of a unit in several hexes.

        Args:
            hexes: as bits of one number, offered in ascending order, or in an order of their own.
            first: what is offered before them.
            last: what is offered after them.
        """
        self.kind, self.unit, self.arg = kind, unit, arg
        self.hexes: Sequence[int] = Bits(hexes) if isinstance(hexes, int) else hexes
        self.first, self.last = first, last

    def __len__(self) -> int:
        return len(self.first) + len(self.hexes) + len(self.last)

    @overload
    def __getitem__(self, at: int) -> Choice: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Choice, ...]: ...

    def __getitem__(self, at: int | slice) -> Choice | tuple[Choice, ...]:
        if isinstance(at, slice):
            return tuple(self[n] for n in range(*at.indices(len(self))))
        n = at if at >= 0 else at + len(self)
        if n < 0:
            raise IndexError(at)
        if n < len(self.first):
            return self.first[n]
        n -= len(self.first)
        if n < len(self.hexes):
            return Choice(self.kind, self.unit, self.hexes[n], self.arg)
        return self.last[n - len(self.hexes)]

    def __iter__(self) -> Iterator[Choice]:
        yield from self.first
        for hex in self.hexes:
            yield Choice(self.kind, self.unit, hex, self.arg)
        yield from self.last

    def __contains__(self, value: object) -> bool:
        return self._among(value) or value in self.first or value in self.last

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of a choice; ValueError where it is not offered."""
        if start == 0 and stop is None and self._among(value) and value not in self.first:
            return len(self.first) + self.hexes.index(value.hex)
        return tuple(self).index(value, start, len(self) if stop is None else stop)

    def _among(self, value: object) -> bool:
        """Whether a value is one of those that differ by their hex alone."""
        return (
            type(value) is Choice
            and value.kind == self.kind
            and value.unit == self.unit
            and value.arg == self.arg
            and value.hex in self.hexes
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexChoices | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
