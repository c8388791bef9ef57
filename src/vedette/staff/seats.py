"""The commanders by name."""

from __future__ import annotations

from typing import Any, Protocol

from vedette.staff.adjutant import Adjutant
from vedette.staff.desk import Desk, Slip
from vedette.staff.lots import Lots


class SeatError(ValueError):
    """A commander that does not exist."""


class Seat(Protocol):
    """A computer commander."""

    name: str
    blind: bool
    """Whether a slip is enough for it to `pick`."""

    def pick(self, desk: Any) -> int:
        """The place in the list of the answer that it gives."""
        ...

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        ...


class Random(Lots):
    """Every listed answer with the same chance."""

    name = "random"
    blind = True

    def pick(self, desk: Slip) -> int:
        """The place in the list of the answer that it gives."""
        return self.lot(desk, desk.count)

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))


class Cautious(Lots):
    """Holds what it has, fires where it pays and rallies the hurt; what it likes the rulebook's counsel says."""

    name = "cautious"
    blind = False

    def pick(self, desk: Desk) -> int:
        """The best liked answer; among equals by lot."""
        liking = desk.counsel.cautious(desk.view, desk.decision, desk)
        best = max(liking)
        equal = [i for i, value in enumerate(liking) if value == best]
        return equal[self.lot(desk, len(equal))]

    def choose(self, desk: Desk) -> str:
        """The text of the answer that it gives."""
        return desk.text(self.pick(desk))


SEATS: dict[str, type[Random] | type[Cautious] | type[Adjutant]] = {
    "random": Random,
    "cautious": Cautious,
    "adjutant": Adjutant,
}


def seat(name: str, battle: object = None, seed: int = 0) -> Seat:
    """A commander by name.

    Args:
        battle: of the game, for commanders that prepare themselves; these do not.
        seed: makes its lots repeatable.

    Raises:
        SeatError: there is none of that name.
    """
    if name not in SEATS:
        raise SeatError(f"there is no commander {name!r}; there are {', '.join(SEATS)}")
    return SEATS[name](seed)
