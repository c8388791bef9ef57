"""What a battle came to: what each side lost, and every throw with what could be expected of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from vedette.engine.events import Event


class Throw(NamedTuple):
    """A throw of dice, weighed by what it cost."""

    event: int
    """Its place among the events."""
    side: str
    """Whom a high number helps."""
    expected: float
    """What the enemy could be expected to lose by it, more than the side itself."""
    happened: float
    variance: float

    @property
    def luck(self) -> float:
        """What it brought beyond what could be expected."""
        return self.happened - self.expected


class Loss(NamedTuple):
    """A kind of loss, and how much of it each side had, by seat."""

    name: str
    sides: dict[str, int]


class Turned(NamedTuple):
    """A combat in a sentence of the past, without a capital and a full stop."""

    text: str
    """"" where there is nothing to tell."""
    hurt: str = ""
    """The seat at whose cost all of it was, "" where at nobody's or at both."""


class Reckoning(NamedTuple):
    """What a battle came to, as its rulebook counts it."""

    unit: str = ""
    """What throws are weighed in: "steps"."""
    throws: tuple[Throw, ...] = ()
    losses: tuple[Loss, ...] = ()


def throw(event: int, side: str, worth: Sequence[float], happened: float) -> Throw:
    """A throw whose results are equally likely."""
    mean = sum(worth) / len(worth)
    return Throw(event, side, mean, happened, sum((one - mean) ** 2 for one in worth) / len(worth))


def throws_of(
    g: Any, events: Iterable[Event], makers: dict[str, Callable[[Any, int, Event], Throw | None]]
) -> tuple[Throw, ...]:
    """The throws among events, each by what makes one of its kind; what only one seat may know is none."""
    made = (makers[e.kind](g, i, e) for i, e in enumerate(events) if e.kind in makers and e.roll and not e.only)
    return tuple(one for one in made if one is not None)


def balance(throws: Iterable[Throw], side: str) -> tuple[float, float]:
    """What luck brought a side in all, and that in standard deviations; (0, 0) without throws."""
    found = list(throws)
    total = sum(one.luck if one.side == side else -one.luck for one in found)
    spread = sqrt(sum(one.variance for one in found))
    return total, total / spread if spread else 0.0
