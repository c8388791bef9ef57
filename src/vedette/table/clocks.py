"""The clocks of two people: a bank for each side, and what is added; kept beside the game and never in its record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Literal

import msgspec

MINUTE, DAY = 60.0, 86_400.0
FREE = 30.0
"""Seconds of each question that cost nothing: nobody pays for what a standing order answers, nor for a short look."""


NEVER_CAME = 7 * DAY
"""So long one waits in a rated game for somebody who does not come; then it may be claimed."""
NEVER_MET = 14 * DAY
"""After so long a rated game may be claimed to which both came but never at once, by who has waited there longer."""
RECALLED = 200
"""Hand-overs that are remembered: those that brought time, so that they bring none twice."""


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pace of a game, chosen when it is made. All in seconds."""

    kind: Literal["live", "days"]
    bank: Annotated[float, msgspec.Meta(ge=MINUTE, le=90 * DAY)]
    """What each side has."""
    increment: Annotated[float, msgspec.Meta(ge=0, le=10 * DAY)] = 0.0
    """What comes to it each time that the question goes over to the other side, if it has answered any itself; by days
    never above the bank."""
    holiday: Annotated[float, msgspec.Meta(ge=0, le=60 * DAY)] = 0.0
    """By days: for so long each side may stop its own clock in all."""
    claim: bool = False
    """Whether the other side may claim the game once the time is over; among friends it is only shown."""


class Side(msgspec.Struct):
    """One clock, as it stood when it was last looked at."""

    left: float
    holiday: float
    since: float | None = None
    """The side is asked, and its time was counted up to here; None while it is not asked."""
    used: float = 0.0
    """Of the question that is open."""
    free: float = 0.0
    """So much of it costs nothing."""
    away: float | None = None
    """It is on holiday, and the days were counted up to here."""
    answered: bool = False
    """It has answered something itself since the question came to it; nothing is earned by standing orders."""
    owed: float = 0.0
    """What hand-overs have brought that were taken back since: the next ones bring so much less."""

    @property
    def remaining(self) -> float:
        """What is left of the bank; below 0 the time is over."""
        return self.left - max(0.0, self.used - self.free)

    def settle(self, now: float) -> None:
        """Count up to now. Where the clock was set back, what has gone by twice is not counted twice."""
        if self.since is not None:
            self.used += self._ran(self.since, now)
            self.since = now
        if self.away is not None:
            self.holiday -= min(max(0.0, now - self.away), self.holiday)
            self.away = now if self.holiday > 0 else None

    def _ran(self, since: float, now: float) -> float:
        """Seconds for which it ran: those of a holiday do not count."""
        whole = max(0.0, now - since)
        if self.away is None:
            return whole
        return whole - max(0.0, min(now, self.away + self.holiday) - max(since, self.away))

    def ask(self, now: float, free: float) -> None:
        """A question is put."""
        self.since, self.used, self.free = now, 0.0, free

    def close(self) -> None:
        """It is answered, or no longer put."""
        self.left = self.remaining
        self.since, self.used, self.free = None, 0.0, 0.0


class Clocks(msgspec.Struct):
    """The clocks of a game. They begin once both sides have opened it, by a live clock both at once."""

    sides: dict[str, Side]
    met: list[str] = []
    """The seats that have."""
    waits: dict[str, float] = {}
    """Before they begin: since when a seat waits for the other one, which has not been there since."""
    open: float = 0.0
    """Before they begin: since when both could have come; 0 before anybody has."""
    waited: dict[str, float] = {}
    """Before they begin: for how many seconds in all each seat had the game before it without the other."""
    high: int = 0
    """The most entries that counted so far: what is played again after a take-back brings no time."""
    ended: int = 0
    """The most entries at which an activation was ended by a word that is no entry."""
    paid: int = 0
    """The most entries at which a hand-over brought time."""
    earned: list[tuple[int, str, float]] = []
    """Those of the hand-overs that count: at how many entries, to whom, and what."""
    flagged: str = ""
    """The seat that has lost by its time."""
    absent: bool = False
    """These had not begun: it did not come to the game, or never while the other side was there."""
    unmet: bool = False
    """It had come, but never then."""

    @classmethod
    def new(cls, time: Time, seats: tuple[str, ...]) -> Clocks:
        """As they stand before the first question."""
        return cls({seat: Side(time.bank, time.holiday) for seat in seats})

    @property
    def begun(self) -> bool:
        """Whether both sides have opened the game."""
        return set(self.met) >= set(self.sides)

    def settle(self, now: float) -> Clocks:
        """Count up to now."""
        for side in self.sides.values():
            side.settle(now)
        return self

    def meet(self, seats: tuple[str, ...], now: float, asked: frozenset[str], length: int) -> None:
        """Somebody has opened the game; once both have, who is asked is on his time."""
        self.met += [seat for seat in seats if seat in self.sides and seat not in self.met]
        if self.begun:
            self.high = self.paid = self.ended = length
            self.waits, self.waited, self.open = {}, {}, 0.0
            for seat in asked & self.sides.keys():
                self.sides[seat].ask(now, FREE)

    def came(self, seats: tuple[str, ...], now: float) -> None:
        """These are there now, before the clocks have begun."""
        mine = [seat for seat in seats if seat in self.sides]
        if mine:
            self.waits = {seat: self.waits.get(seat, now) for seat in mine}
            self.open = self.open or now

    def sat(self, there: Mapping[str, float]) -> None:
        """For so long these had the game before them, before the clocks have begun."""
        for seat in there.keys() & self.sides.keys():
            self.waited[seat] = self.waited.get(seat, 0.0) + there[seat]

    def taken(self, now: float) -> None:
        """The other side is somebody's from now on: before that nobody was waited for."""
        self.waits, self.waited, self.open = dict.fromkeys(self.waits, now), {}, now

    def lost(self, seat: str, came: Collection[str] = ()) -> None:
        """The game was claimed of a seat: its time is over, or these have not begun.

        Args:
            came: seats that have come to it, which is not put down in these yet.
        """
        self.flagged, self.absent = seat, not self.begun
        self.unmet = self.absent and any(seat in those for those in (self.waits, self.waited, came))

    def claimed_in(self, seat: str, since: float, now: float) -> float | None:
        """Seconds until a seat may claim a game that has not begun; None where it has not waited at all.

        Args:
            since: nobody had to come before.
        """
        found = [max(self.waits[seat], since) + NEVER_CAME] if seat in self.waits else []
        theirs = max((there for other, there in self.waited.items() if other != seat), default=0.0)
        if self.open and self.waited.get(seat, 0.0) > theirs:
            found.append(max(self.open, since) + NEVER_MET)
        return min(found) - now if found else None

    def turn(
        self,
        time: Time,
        now: float,
        asked: frozenset[str],
        by: str,
        length: int,
        *,
        own: bool = True,
        ends: bool = False,
        consent: bool = False,
    ) -> None:
        """Something was answered or taken back.

        Args:
            asked: the seats that are asked from now on.
            by: the seat that has answered.
            length: how many entries count.
            own: its owner has answered, and no standing order.
            ends: he has said that an activation is over, which is no entry.
            consent: it was taken back with the other side's agreement.
        """
        if not self.begun:
            return
        self.settle(now)
        self._taken_back(length)
        new = length > (self.ended if ends else self.high) or consent
        for seat, side in self.sides.items():
            if seat == by and own and side.since is not None:
                side.answered = True
            if side.since is None:
                if seat in asked:
                    side.ask(now, FREE if new or seat != by else 0.0)
            elif seat not in asked:
                side.close()
            elif seat == by and new:
                side.close()
                side.ask(now, FREE)
        if asked:  # else both wait for the dice
            self._hand_over(time, asked, length)
        self._reached(length, ends=ends, consent=consent)

    def _taken_back(self, length: int) -> None:
        """So many entries count now: what hand-overs have brought that do not is kept, and set against the next."""
        for _, seat, brought in (one for one in self.earned if one[0] > length):
            self.sides[seat].owed += brought
            self.paid = min(self.paid, length)
        self.earned = [one for one in self.earned if one[0] <= length]

    def _hand_over(self, time: Time, asked: frozenset[str], length: int) -> None:
        """Who has answered something himself, and is no longer asked, earns time; where he plays again what he took
        back he does not."""
        done = [seat for seat, side in self.sides.items() if seat not in asked and side.answered]
        for seat in done:
            side = self.sides[seat]
            side.answered = False
            if length > self.paid:
                before, had = side.left, min(side.owed, time.increment)
                side.owed -= had
                side.left += time.increment - had
                side.left = min(side.left, time.bank) if time.kind == "days" else side.left
                self.earned = [*self.earned[1 - RECALLED :], (length, seat, had + side.left - before)]
        if done:
            self.paid = max(self.paid, length)

    def _reached(self, length: int, *, ends: bool, consent: bool) -> None:
        """So many entries count now; what was taken back with the other side's word is as if it had never been."""
        if consent:
            self.high, self.paid, self.ended = length, min(self.paid, length), min(self.ended, length)
        self.high = max(self.high, length)
        self.ended = max(self.ended, length) if ends else self.ended

    def on_holiday(self, seat: str, now: float, on: bool) -> None:
        """A side stops its own clock, or lets it go on."""
        self.settle(now)
        self.sides[seat].away = now if on else None


def words(seconds: float) -> str:
    """A stretch of time: `2 days and 3 hours`, `12 minutes`, `40 seconds`."""
    whole = max(0, int(seconds))
    units = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
    at = next((i for i, (_, size) in enumerate(units) if whole >= size), 3)
    parts: list[str] = []
    for name, size in units[at : at + (2 if at < 2 else 1)]:
        count, whole = divmod(whole, size)
        if count or not parts:
            parts.append(f"{count} {name}{'' if count == 1 else 's'}")
    return " and ".join(parts)
