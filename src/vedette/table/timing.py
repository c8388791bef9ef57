"""The clocks of a game at the table: what is stored of them, who may claim a flag, who is on holiday, what is shown.

By the server's clock, the database's where several servers are at it. They are stored with the entry that turns them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, Protocol

import msgspec

from vedette.engine.entries import live
from vedette.engine.game import Game

from .clocks import Clocks, Time, words
from .messages import Claim, Holiday, Refused, Unstored
from .posting import reminding
from .ratings import Ratings
from .store import Grant, Overtaken, Setup, Store, StoreError

NONE = "this game has no clock"
NOT_BEGUN = "the clocks have not begun: both sides have to open the game first"
NOT_TOGETHER = "the clocks have not begun: both sides have to have the game open at the same time"


class Pair(msgspec.Struct, frozen=True):
    """How it stands with the other game of a rated pair."""

    goes_on: bool = False
    """Both have begun it, and it is not over."""
    ended: float = 0.0
    """When it was over; 0 before."""
    taken: bool = True
    """Whether this one has both its players."""


class Timing:
    """The clocks of a game that has some; of any other it does nothing."""

    def __init__(self, store: Store, game: str, setup: Setup) -> None:
        self.store = store
        self.game = game
        self.time: Time | None = setup.time
        self.people = setup.people
        self.rated = setup.rated
        self.stored: str | None = None
        self.clocks: Clocks | None = None
        self.claimed = ""
        """The seat whose flag is being claimed."""
        self.pair = Pair()
        """As it was known when the clocks of a rated game that has not begun were read last."""
        self._here: dict[str, float] = {}
        """In a rated game that has not begun: the seats that have it before them at this server, and since when."""
        self._others = False
        """Whether another server had turned them when they were turned here last, and all have to be shown that."""
        self._gone: dict[str, float] = {}
        """The seconds for which seats had it before them that are not stored yet."""
        self._doubtful: dict[str, tuple[float, float]] = {}
        """Of those by seat what was to be stored last, and how long the seat has waited in all where it was, though
        nobody has said so."""
        self.reread()

    def reread(self) -> bool:
        """Take in what is stored; whether it is anything else. Raises StoreError."""
        return self.time is not None and self.took(self.store.clocks(self.game))

    def took(self, stored: str | None) -> bool:
        """Take in what was read; whether it is anything else."""
        if self.time is None:
            return False
        changed = stored != self.stored or self.clocks is None
        self._took(stored)
        return self._paired() or changed

    def _paired(self) -> bool:
        """Take in how it stands with the pair of a game that has not begun; whether that is anything else."""
        before = self.pair
        if self.waiting:
            self.pair = pair_of(self.store, self.game)
        return self.pair != before

    @property
    def waiting(self) -> bool:
        """Whether it is a rated game that has not begun, so that who waits for the other side may claim it."""
        return self.rated and self.clocks is not None and not self.clocks.begun

    @property
    def meeting(self) -> bool:
        """Whether its clocks begin once both sides have it open at once, and have not yet."""
        return self.time is not None and self.time.kind == "live" and not self.begun

    def _took(self, stored: str | None) -> None:
        self.stored = stored
        self.clocks = self._of(stored)
        self._settle(self.clocks)

    def _settle(self, clocks: Clocks) -> None:
        """What was to be stored, and of which nobody has said whether it was, may be found there: it counts once."""
        there = self._doubtful and all(
            clocks.waited.get(seat, 0.0) >= all_ for seat, (_, all_) in self._doubtful.items()
        )
        if clocks.begun or there:
            for seat, (noted, _) in self._doubtful.items():
                self._gone[seat] = max(0.0, self._gone.get(seat, 0.0) - noted)
            self._gone = {seat: left for seat, left in self._gone.items() if left}
            self._doubtful = {}

    def _of(self, stored: str | None) -> Clocks:
        assert self.time is not None
        if stored is None:
            return Clocks.new(self.time, self.people)
        return msgspec.json.decode(stored, type=Clocks)

    def _changed(self, deed: Callable[[Clocks], None]) -> Callable[[str | None], str]:
        """What is stored in the place of what was, by whom of several servers ever."""

        def change(stored: str | None) -> str:
            self._others = stored != self.stored
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
        flagged, begun, came = self.claimed, self.begun, {*self._gone, *self._here}

        def deed(clocks: Clocks) -> None:
            if flagged and not _lost(clocks, flagged, now, begun=begun):  # he has come, or answered, at another server
                raise Overtaken(self.game)
            clocks.turn(time, now, asked, by, length, own=own, ends=ends, consent=consent)
            if flagged:
                clocks.lost(flagged, came)

        return self._changed(deed)

    def by(self, room: Place, before: int, grant: Grant | None) -> str:
        """The seat that has answered since then."""
        mine = grant.seats[0] if grant is not None and len(grant.seats) == 1 else ""
        new = room.game.entries[before:]
        return next((entry.seat for entry in reversed(new) if entry.seat in self.people), mine)

    async def met(self, room: Place, seats: tuple[str, ...]) -> bool:
        """These have opened the game; whether the clocks begin with that, or all have to be shown something else of
        them that was taken in with it. Called while nobody changes it.

        By a live clock they begin once both sides have it open at once: nobody's time runs while he is elsewhere.
        """
        clocks = self.clocks
        if self.time is None or clocks is None or clocks.begun:
            return False
        now, asked, length = room.now, asked_at(room), len(live(room.game.entries))
        meeting = seats if self.time.kind == "days" else await self._together(room)
        sat = self._sat(room, now)
        known = not set(meeting) - set(clocks.met) and set(seats) in (set(), clocks.waits.keys()) and not sat
        if known and not (seats and self.waiting):
            return False

        def meet(found: Clocks) -> None:
            self._settle(found)
            self._doubtful = {}
            if not found.begun:  # else another server was faster
                found.sat(self._gone)
                self._doubtful = {seat: (self._gone[seat], found.waited[seat]) for seat in self._gone}
                found.came(seats, now)
                found.meet(meeting, now, asked, length)

        self._others = False

        def change() -> None:
            if not known:
                stored = self.store.change_clocks(self.game, self._changed(meet))
                self._gone, self._doubtful = {}, {}
                self._took(stored)
            self._paired()

        try:
            await asyncio.to_thread(change)
        except StoreError:
            return False  # the next one who comes is taken down, and with him who was there
        return self._others or self.begun

    def _sat(self, room: Place, now: float) -> dict[str, float]:
        """Those who have the game before them no longer, each with the seconds that are not stored yet."""
        here = {seat for watcher in room.watchers if not watcher.hidden for seat in watcher.grant.seats}
        here = here if self.waiting else set()
        for seat in self._here.keys() - here:
            self._gone[seat] = self._gone.get(seat, 0.0) + max(0.0, now - self._here[seat])
        self._here = {seat: self._here.get(seat, now) for seat in here}
        return dict(self._gone)

    def _claimed_in(self, seat: str, now: float) -> float | None:
        """Seconds until a seat may claim a rated game that has not begun; None where it cannot."""
        if self.pair.goes_on or not self.pair.taken:
            return None
        clocks = self._waited()
        clocks.sat({one: max(0.0, now - since) for one, since in self._here.items()})
        return clocks.claimed_in(seat, self.pair.ended, now)

    def _waited(self) -> Clocks:
        """The clocks with those who have gone, whether or not that could be stored."""
        clocks = self._of(self.stored)
        clocks.sat(self._gone)
        return clocks

    async def _together(self, room: Place) -> tuple[str, ...]:
        """The sides, where each has the game before somebody now; else none."""
        here = {seat for watcher in room.watchers if not watcher.hidden for seat in watcher.grant.seats}
        elsewhere = {seat for there in room.elsewhere for seat in there}
        missing = set(self.people) - here
        if not missing <= elsewhere:
            return ()
        try:
            seen = [await asyncio.to_thread(self.store.sits, self.game, seat) for seat in sorted(missing)]
        except StoreError:
            return ()
        return self.people if all(seen) else ()

    def holiday(self, room: Place, seat: str, on: bool) -> None:
        """A side stops its own clock, or lets it go on. Raises Refused."""
        if self.time is None or self.clocks is None:
            raise Refused(NONE)
        if self.time.kind != "days" or not self.time.holiday:
            raise Refused("there are no holidays in this game")
        if not self.begun:
            raise Refused(self.not_begun)
        now = room.now
        side = self._now(now).sides[seat]
        if on and side.holiday <= 0:
            raise Refused("your holidays are used up")
        if on and not room.game.decisions:
            raise Refused("the battle is over")
        try:
            change = self._changed(lambda clocks: clocks.on_holiday(seat, now, on))
            # who is asked was reminded before it, perhaps, and is once more when time is short again
            again = reminding(self.game, len(room.game.entries), seat, now + room.told_after)
            self._took(self.store.change_clocks(self.game, change, again if seat in asked_at(room) else None))
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

    def check_came(self, seat: str, other: str, now: float) -> None:
        """Raises Refused where a rated game cannot be claimed because the other one has never come to it, StoreError.

        By what is stored in this moment: another has just taken his seat, perhaps.
        """
        self.reread()
        if not self.pair.taken:
            raise Refused("nobody has taken the other side yet")
        if self.pair.goes_on:
            raise Refused("the other game of your pair goes on; finish that first")
        left = self._claimed_in(seat, now)
        if left is None:
            raise Refused(self.not_begun)
        if left > 0 and self._waited().waited.get(other) is not None:  # he has opened it, and gone again
            raise Refused(f"you may claim the game in {words(left)}, unless both of you have it open at once before")
        if left > 0:
            raise Refused(f"the {other.capitalize()} has {words(left)} left to open the game")

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
        found = {**msgspec.structs.asdict(self.time), "begun": clocks.begun, "sides": sides}
        if self.rated and not clocks.begun and not over:
            waits = {seat: self._claimed_in(seat, now) for seat in self.people}
            found["waits"] = {seat: round(left) for seat, left in waits.items() if left is not None}
        return {"clocks": found}

    @property
    def begun(self) -> bool:
        """Whether the clocks have begun."""
        return self.clocks is not None and self.clocks.begun

    @property
    def not_begun(self) -> str:
        """What clocks that have not begun wait for."""
        return NOT_TOGETHER if self.time is not None and self.time.kind == "live" else NOT_BEGUN

    @property
    def flagged(self) -> bool:
        """Whether the game was lost by its time."""
        return self.clocks is not None and bool(self.clocks.flagged)

    @property
    def absent(self) -> str:
        """What it is called where it was lost before it had begun: its side did not come, or never while the other side
        was there. Empty of any other game."""
        if self.clocks is None or not self.clocks.absent:
            return ""
        return "did_not_meet" if self.clocks.unmet else "did_not_come"


class Place(Protocol):
    """What is needed of a room."""

    timing: Timing
    lock: asyncio.Lock
    store: Store
    setup: Setup
    told_after: float

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
    @property
    def watchers(self) -> Collection[Present]: ...
    @property
    def elsewhere(self) -> Collection[tuple[str, ...]]: ...


class Present(Protocol):
    """A socket."""

    grant: Grant
    hidden: bool


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
    if room.timing.begun:
        room.timing.check_flag(other, room.now)
    else:
        check_came(room, seat, other)
    room.timing.claimed = other
    try:
        return room.commit(lambda: room.game.resign(other), grant, message.id)
    finally:
        room.timing.claimed = ""


def check_came(room: Place, seat: str, other: str) -> None:
    """Raises Refused where a game that has not begun is not lost by who does not come."""
    if not room.setup.rated:
        raise Refused(room.timing.not_begun)
    try:
        room.timing.check_came(seat, other, room.now)
    except StoreError as error:
        raise Unstored(error.said) from None


def _lost(clocks: Clocks, seat: str, now: float, *, begun: bool) -> bool:
    """Whether a seat has still lost by its time, or by not coming to a game that has not begun."""
    if clocks.begun != begun:
        return False
    return not begun or clocks.settle(now).sides[seat].remaining <= 0


def pair_of(store: Store, game: str) -> Pair:
    """How it stands with a rated game and the other of its pair. Raises StoreError."""
    known = Ratings(store)
    this = known.of(game)
    taken = this is None or len(this.players) > 1
    other = known.of(this.other) if this is not None else None
    if other is None or other.ended is not None:
        return Pair(ended=(other.ended or 0.0) if other is not None else 0.0, taken=taken)
    stored = store.clocks(other.game)
    return Pair(goes_on=stored is not None and msgspec.json.decode(stored, type=Clocks).begun, taken=taken)


def taken(now: float) -> Callable[[str], str]:
    """What becomes of the clocks of a game whose other side is taken: until now nobody was waited for."""

    def change(stored: str) -> str:
        clocks = msgspec.json.decode(stored, type=Clocks)
        clocks.taken(now)
        return msgspec.json.encode(clocks, order="deterministic").decode()

    return change


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
