"""The beat: a pause of fixed length in which whoever holds something may raise his hand (live play)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from .store import Grant, Setup

USUAL = 4.0
"""Seconds of a whole beat between two machines, where the game's maker did not say."""
MOST = 10.0


class Alarm(Protocol):
    """Something that will be done, unless it is called off."""

    def cancel(self) -> None:
        """Call it off."""
        ...


class Pulse(Protocol):
    """The time, and what is to be done later. Tests bring one whose time they make pass."""

    def now(self) -> float:
        """Seconds, of a clock that never goes back."""
        ...

    def later(self, seconds: float, deed: Callable[[], None]) -> Alarm:
        """Do something after a while, in the thread of the event loop."""
        ...


class WallClock:
    """The time as it is."""

    def now(self) -> float:
        """Seconds, of a clock that never goes back."""
        return time.monotonic()

    def later(self, seconds: float, deed: Callable[[], None]) -> Alarm:
        """Do something after a while."""
        return asyncio.get_running_loop().call_later(seconds, deed)


class Beat(msgspec.Struct):
    """One pause. It has the same length whatever is held and whatever orders stand."""

    window: str
    title: str
    seconds: float
    until: float
    holders: tuple[str, ...]
    """Who may raise a hand: every seat of which all know that it holds something."""
    n: int
    """Entries of the game when it was looked at last."""
    passing: frozenset[str]
    """Texts of the answers that let it go on."""
    held: frozenset[str] = frozenset()
    """Seats that have raised their hand."""
    done: bool = False
    """Whether it was found to be over: who has not raised his hand passes."""

    def over(self, now: float) -> bool:
        """Whether its time is up."""
        return now >= self.until

    def plain(self, seats: Iterable[str], now: float) -> dict[str, Any]:
        """It as the seats of a key see it: nothing of another's hand."""
        return {
            "window": self.window,
            "title": self.title,
            "seconds": self.seconds,
            "left": round(max(0.0, self.until - now), 2),
            "may": [s for s in seats if s in self.holders and s not in self.held],
            "held": [s for s in seats if s in self.held],
        }


def length(setup: Setup, grants: Iterable[Grant]) -> float:
    """Seconds of a whole beat as things are: none while somebody is away, since then the orders answer.

    Unless the game says how long, it is the usual time between two machines, and none at one screen or alone.
    """
    found = [grant for grant in grants if grant.seats]  # who only looks on changes nothing
    present = {seat for grant in found for seat in grant.seats}
    if not present.issuperset(setup.people):
        return 0.0
    if setup.beat is not None:
        return setup.beat
    two_machines = len(setup.people) > 1 and all(len(grant.seats) == 1 for grant in found)
    return USUAL if setup.orders and two_machines else 0.0
