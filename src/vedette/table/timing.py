"""The clocks of a game at the table: what is stored of them, who may claim a flag, who is on holiday, what is shown.

By the server's clock, the database's where several servers are at it. They are stored with the entry that turns them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from vedette.engine.entries import live
from vedette.engine.game import Game

from .clocks import Clocks, Time, words
from .messages import Claim, Holiday, Refused, Unstored
from .store import Grant, Setup, Store, StoreError

NONE = "this game has no clock"


class Timing:
    """The clocks of a game that has some; of any other it does nothing."""

    def __init__(self, store: Store, game: str, setup: Setup) -> None:
        self.store = store
        self.game = game
        self.time: Time | None = setup.time
        self.people = setup.people
        self.stored: str | None = None
        self.clocks: Clocks | None = None
        self.claimed = ""
        """The seat whose flag is being claimed."""
        self.reread()

    def reread(self) -> bool:
        """Take in what is stored; whether it is anything else. Raises StoreError."""
        if self.time is None:
            return False
        stored = self.store.clocks(self.game)
        changed = stored != self.stored or self.clocks is None
        self._took(stored)
        return changed

    def _took(self, stored: str | None) -> None:
        self.stored = stored
        self.clocks = self._of(stored)

    def _of(self, stored: str | None) -> Clocks:
        assert self.time is not None
        if stored is None:
            return Clocks.new(self.time, self.people)
        return msgspec.json.decode(stored, type=Clocks)

    def _changed(self, deed: Callable[[Clocks], None]) -> Callable[[str | None], str]:
        """What is stored in the place of what was, by whom of several servers ever."""

        def change(stored: str | None) -> str:
            clocks = self._of(stored)
            deed(clocks)
            return msgspec.json.encode(clocks, order="deterministic").decode()

        return change

    # -- what turns them -----------------------------------------------------------------------------------

    def turning(self, room: Place, before: int, grant: Grant | None) -> Callable[[str | None], str] | None:
        """What the entries of a room since then make of its clocks, to be stored with them; None without a clock."""
        if self.time is None:
            return None
        time, now, asked, length = self.time, room.now, asked_at(room), len(live(room.game.entries))
        new = room.game.entries[before:]
        by = self.by(room, before, grant)
        mine = grant.seats if grant is not None and len(grant.seats) == 1 else ()
        # what was agreed beforehand brings no time: whoever takes back would earn it anew each time
        consent = any(entry.undo is not None and entry.consent and entry.seat not in mine for entry in new)
        own = grant is not None and by in grant.seats and all(entry.undo is None for entry in new)
        ends = own and all(entry.seat not in self.people for entry in new)
        flagged = self.claimed

        def deed(clocks: Clocks) -> None:
            clocks.turn(time, now, asked, by, length, own=own, ends=ends, consent=consent)
            clocks.flagged = flagged or clocks.flagged

        return self._changed(deed)

    def by(self, room: Place, before: int, grant: Grant | None) -> str:
        """The seat that has answered since then."""
        mine = grant.seats[0] if grant is not None and len(grant.seats) == 1 else ""
        new = room.game.entries[before:]
        return next((entry.seat for entry in reversed(new) if entry.seat in self.people), mine)

    async def met(self, room: Place, grant: Grant) -> bool:
        """Somebody has opened the game; whether the clocks begin with that. Called while nobody changes it."""
        clocks = self.clocks
        if self.time is None or clocks is None or clocks.begun or not set(grant.seats) - set(clocks.met):
            return False
        now, asked, length = room.now, asked_at(room), len(live(room.game.entries))

        def meet(found: Clocks) -> None:
            if not found.begun:  # else another server was faster
                found.meet(grant.seats, now, asked, length)

        try:
            self._took(await asyncio.to_thread(self.store.change_clocks, self.game, self._changed(meet)))
        except StoreError:
            return False  # the next one who comes is taken down
        return self.clocks is not None and self.clocks.begun

    def holiday(self, room: Place, seat: str, on: bool) -> None:
        """A side stops its own clock, or lets it go on. Raises Refused."""
        if self.time is None or self.clocks is None:
            raise Refused(NONE)
        if self.time.kind != "days" or not self.time.holiday:
            raise Refused("there are no holidays in this game")
        now = room.now
        side = self._now(now).sides[seat]
        if on and side.holiday <= 0:
            raise Refused("your holidays are used up")
        if on and not room.game.decisions:
            raise Refused("the battle is over")
        try:
            change = self._changed(lambda clocks: clocks.on_holiday(seat, now, on))
            self._took(self.store.change_clocks(self.game, change))
        except StoreError as error:
            raise Unstored(error.said) from None

    def check_flag(self, seat: str, now: float) -> None:
        """Raises Refused where the flag of a seat cannot be claimed."""
        if self.time is None or self.clocks is None:
            raise Refused(NONE)
        if not self.time.claim:
            raise Refused("in this game a flag is not claimed: its clocks are for the eye alone")
        left = self._now(now).sides[seat].remaining
        if left > 0:
            raise Refused(f"the {seat.capitalize()} still has {words(left)}")

    # -- what is shown -------------------------------------------------------------------------------------

    def _now(self, now: float) -> Clocks:
        """The clocks as they stand now; those that are stored stay as they are."""
        return self._of(self.stored).settle(now)

    def shown(self, now: float, over: bool) -> dict[str, Any]:
        """The field of a state; without a clock none."""
        if self.time is None:
            return {}
        clocks = self._now(now)
        sides = {
            seat: {
                "left": round(side.remaining, 1),
                "free": round(max(0.0, side.free - side.used), 1),
                "runs": side.since is not None and side.away is None and not over,
                "holiday": round(side.holiday),
                "away": side.away is not None,
            }
            for seat, side in ((seat, clocks.sides[seat]) for seat in self.people)
        }
        return {"clocks": {**msgspec.structs.asdict(self.time), "begun": clocks.begun, "sides": sides}}

    @property
    def flagged(self) -> bool:
        """Whether the game was lost by its time."""
        return self.clocks is not None and bool(self.clocks.flagged)


class Place(Protocol):
    """What is needed of a room."""

    timing: Timing
    lock: asyncio.Lock
    store: Store
    setup: Setup

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> Game: ...
    @property
    def stop(self) -> Any: ...
    @property
    def now(self) -> float: ...
    def check_game(self, id: str) -> None: ...
    def commit(self, deed: Callable[[], Any], grant: Grant | None, id: Any) -> str: ...
    def push(self) -> None: ...


def asked_at(room: Place) -> frozenset[str]:
    """The seats whose answer is waited for; nobody's while the dice are."""
    if room.stop is not None:
        return frozenset({room.stop.seat})
    return frozenset(decision.seat for decision in room.game.decisions if decision.seat in room.setup.people)


def claim(room: Place, grant: Grant, message: Claim) -> str:
    """The other side's time is over, and the game is claimed: it has lost as if it had resigned. Raises Refused."""
    room.check_game(message.game)
    if message.n is not None and message.n != len(room.game.entries):
        raise Refused(f"the game has gone on: it has {len(room.game.entries)} entries and not {message.n}")
    seat = seat_of(grant, message.seat)
    if not room.game.decisions:
        raise Refused("the battle is over")
    if room.timing.time is None:
        raise Refused(NONE)
    other = next(one for one in room.setup.people if one != seat)
    room.timing.check_flag(other, room.now)
    room.timing.claimed = other
    try:
        return room.commit(lambda: room.game.resign(other), grant, message.id)
    finally:
        room.timing.claimed = ""


async def holiday(room: Place, grant: Grant, message: Holiday) -> dict[str, Any]:
    """A side stops its own clock or lets it go on, and both are shown it. Raises Refused."""
    room.check_game(message.game)
    seat = seat_of(grant, message.seat)
    async with room.lock:
        await asyncio.to_thread(room.timing.holiday, room, seat, message.on)
        room.push()
    room.store.ring(room.id)
    return {"seat": seat, "on": message.on}


def seat_of(grant: Grant, seat: str | None) -> str:
    """For which seat a key speaks. Raises Refused."""
    found = seat or (grant.seats[0] if len(grant.seats) == 1 else "")
    if not found:
        raise Refused(f"say for which seat, {' or '.join(grant.seats)}")
    if found not in grant.seats:
        raise Refused(f"this key is not that of {found}")
    return found
