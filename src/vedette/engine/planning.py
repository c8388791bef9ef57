"""What a commander that plans ahead must know of a family: where a plan begins, how far it holds, how things stand.

A family that has none of it leaves `Counsel.planning` out, and `staff.general` plays there as the adjutant does.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from vedette.engine.procedure import Ask
from vedette.engine.temper import Temper

PARTS = 1024
"""A plain count (`Planning.lead`) is in whole numbers: so many to a point."""


def parts(points: float) -> int:
    """Points as a plain count adds them up: what is not whole is rounded here, before it is added to anything."""
    return round(PARTS * points)


def parted(points: int, by: int) -> int:
    """A whole number by another one, to the nearest; a half goes up."""
    return (2 * points + by) // (2 * by)


class Look(NamedTuple):
    """How plans are looked at in a scenario. It stands on what both sides know."""

    others: int = 2
    """So many answers beside the usual one are tried as usual."""
    stands: bool = False
    """To do nothing at all is a plan too."""
    periods: int = 1
    """After so many quiet moments a position is valued (`Planning.period`)."""
    least: int = 3
    """Worlds in which every plan is always looked at; with several a world that is begun is ended, with none plans are
    given up for the budget.
    """
    most: int = 200
    """Worlds after which nothing is looked at any more."""
    dear: int = 1
    """How many answers of The Stone Wall one answer costs, on average: budgets are counted in those."""
    whole: int = 100
    """By how many points a side is ahead that cannot be more so (`Planning.lead`)."""
    doubt: float = 3.0
    """By how many points two plans may well differ in a world that come to the same on average."""


class Planning(Protocol):
    """What a family says about plans: pure functions of a state that a seat could be in."""

    postures: Mapping[str, Temper]
    """The tempers under which a plan may be carried out, by name; the plain one is not among them."""

    kinds: frozenset[str]
    """The kinds of question at which a plan may begin."""

    several: bool
    """Whether a seat is asked such questions several times while it does one thing (`under_way`), which never comes
    again; else each of them is the first of something."""

    def opens(self, g: Any, ask: Ask) -> bool:
        """Whether a question may be the first of what a plan holds for, be it worth a search or not."""
        ...

    def begins(self, g: Any, ask: Ask) -> bool:
        """Whether the plan that a question opens is worth a search. It stands on what both sides know."""
        ...

    def under_way(self, g: Any, seat: str) -> Hashable | None:
        """What a seat is doing that a plan of its own can hold for; None where it does nothing of the kind."""
        ...

    def period(self, g: Any) -> int:
        """A number that changes where the field is quiet enough to be valued."""
        ...

    def look(self, g: Any) -> Look:
        """How plans are looked at in the scenario of a state."""
        ...

    def lead(self, g: Any) -> int:
        """By how much the first side is ahead, by a plain count: what scores, what is left, what is about to be won.

        In whole numbers, PARTS to a point, so that a position has one count on every machine.
        """
        ...


class Learning(Planning, Protocol):
    """A family of which a value can be learned, where one was."""

    made: str
    """Which features these are: another word with each change of them, so that older weights are known as such."""

    def features(self, g: Any) -> Sequence[Sequence[int]]:
        """For each thing that is fought for what the value of a position depends on, in whole numbers."""
        ...

    def held(self, g: Any) -> Sequence[int]:
        """Of each of these, the side that has it."""
        ...
