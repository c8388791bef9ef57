"""The commanders by name."""

from __future__ import annotations

from typing import Protocol

from vedette.engine.chance import below, key_of
from vedette.staff.desk import Desk


class SeatError(ValueError):
    """A commander that does not exist."""


class Seat(Protocol):
    """A computer commander."""

    name: str

    def pick(self, desk: Desk) -> int:
        """The place in the list of the answer that it gives."""
        ...

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        ...


class Random:
    """Every listed answer with the same chance."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.key = key_of(seed)

    def lot(self, desk: Desk, n: int) -> int:
        """A number below n that follows from seed, seat and decision."""
        return below(self.key + desk.seat.encode(), desk.number, n)

    def pick(self, desk: Desk) -> int:
        """The place in the list of the answer that it gives."""
        return self.lot(desk, desk.count)

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))


class Cautious(Random):
    """Holds what it has, fires where it pays and rallies the hurt; what it likes the rulebook's counsel says."""

    name = "cautious"

    def pick(self, desk: Desk) -> int:
        """The best liked answer; among equals by lot."""
        liking = desk.counsel.cautious(desk.view, desk.decision, desk.odds)
        best = max(liking)
        equal = [i for i, value in enumerate(liking) if value == best]
        return equal[self.lot(desk, len(equal))]


SEATS: dict[str, type[Random]] = {cls.name: cls for cls in (Random, Cautious)}


def seat(name: str, battle: object = None, seed: int = 0) -> Seat:
    """A commander by name.

    Args:
        battle: of the game, for commanders that prepare themselves; these two do not.
        seed: makes its lots repeatable.

    Raises:
        SeatError: there is none of that name.
    """
    if name not in SEATS:
        raise SeatError(f"there is no commander {name!r}; there are {', '.join(SEATS)}")
    return SEATS[name](seed)
