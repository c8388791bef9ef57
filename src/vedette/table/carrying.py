"""After each entry: carry out standing orders one by one, each like any answer, and keep the time of a beat."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction

from . import abreast, pacing
from .beat import Alarm, length
from .keeping import Kept, Watcher
from .messages import HoldOn, Ordering, Overrun, Refused, Unstored
from .schema import named
from .showing import work_out
from .store import Grant, StoreError

LOGGER = logging.getLogger("vedette.table")
REMEMBERED = 500
"""Answers to orders that are remembered, so that a repeated id does nothing more."""

COVERED = 1.0
"""Seconds for which a question is not shown that orders are to answer at another server."""
COUNTED = 0.5
"""Seconds between two times at which those who play are told how many look on."""


class Carrier:
    """Carries out the standing orders of a room. Every method is called while nobody else changes the game."""

    def __init__(self, room: Kept) -> None:
        self._room: Callable[[], Kept | None] = lambda: room
        self._alarm: Alarm | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._cover: Alarm | None = None
        self._covered = -1
        """The entries that there are at the question that is covered."""
        self._uncovering: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._counted = -COUNTED
        """When those who play were told last how many look on."""
        self._worked_out: set[Decision] = set()
        """Questions of which all is worked out that is told of them."""
        self._told: OrderedDict[tuple[str, str], bytes | Refused] = OrderedDict()
        """What was answered to orders, by key and id; packed, since orders are told in full each time."""
        self.size = 0
        """Bytes of what is packed of it."""

    @property
    def room(self) -> Kept:
        """The room whose orders these are. An alarm may ring when it is there no longer (`_room`)."""
        found = self._room()
        assert found is not None, "whoever has a game carried on holds its room"
        return found

    def let_go(self) -> None:
        """The game is put away: nobody waits any longer, and its room goes when nobody else holds it."""
        self.stop()
        self._ringing = self._uncovering = self._counting = None  # which hold it, as they were when they were stopped
        self._room = weakref.ref(self.room)

    async def go_on(self) -> None:
        """Show what was stored, then let the orders answer as long as they do; the commanders come last.

        Each answer of an order is shown as it would be if its owner had given it.
        """
        room = self.room
        if not room.runs:  # another server does, and this one shows what it stores
            room.standing.pace(self._live())
            await self._foresee()
            await self._push()
            return
        found = await self._paced()
        await self._push()
        while found is not None:
            await self._carry_out(*found)
            found = await self._paced()
            await self._push()
        self._arm()
        room.wake()

    async def aside(self) -> None:
        """Orders, notes and words that were kept at another server, or that a computer is to move now: what orders
        answer is carried out; else those are shown it whom it concerns. Nobody else sees that there was anything."""
        if not self.room.runs:
            await self._foresee()
        elif await self._consider() is not None:
            await self.go_on()
            return
        self._arm()
        self.room.wake()
        self.room.show_aside()

    async def show_news(self) -> None:
        """Show what was taken in of what others have stored: to everybody, or to those alone whom it concerns."""
        if self.room.stirred:
            await self.go_on()
        elif self.room.asides:
            await self.aside()

    async def _push(self) -> None:
        """Show every socket how the game stands."""
        await self._work_out()
        self.room.push()

    async def _work_out(self) -> None:
        """What is told of questions and proposed at them is worked out in a thread, for those who are here."""
        room = self.room
        here = {seat for watcher in room.watchers for seat in watcher.grant.seats} - room.standing.answering
        asked = {d for d in room.game.decisions if d.seat in here and room.stop is None}
        if asked - self._worked_out:
            await asyncio.to_thread(work_out, room.game, asked - self._worked_out)
        self._worked_out = asked

    async def joined(self, watcher: Watcher) -> None:
        """A socket has come: it is shown the game; the first one sets going what orders have to answer.

        Where another server runs the game nothing is set going here. Nobody else is shown anything, unless a beat has
        another length from now on, or the clocks begin.
        """
        standing = self.room.standing
        if await self.room.timing.met(self.room, () if watcher.hidden else watcher.grant.seats):
            await self._push()  # now both have opened it, and the clocks begin
        if not self.room.runs:
            await self._foresee()
        if self.room.runs and not standing.begun:
            await self.go_on()
        elif standing.live != (live := self._live()):
            standing.pace(live)  # for the next beat; one that is running keeps its length
            await self._push()
        else:
            await self._work_out()
            watcher.changed()
        if not self.room.setup.people:
            self.room.wake()

    def looked_at(self) -> None:
        """Somebody has come or gone at another server: how long a beat is, and who looks on, may be different now."""
        begun = self.room.standing.begun or not self.room.runs
        if begun and self.room.standing.live != (live := self._live()):
            self.room.standing.pace(live)
            self.room.push()
        else:
            self._show_players()
        if not self.room.setup.people:
            self.room.wake()

    def counted(self) -> None:
        """Another number of people looks on: at once, then twice a second at most, however many come and go."""
        if self._counting is not None:
            return
        loop = asyncio.get_running_loop()
        due = max(self._counted + COUNTED - loop.time(), 0.0)
        self._counting = loop.create_task(self._count(due))

    async def _count(self, due: float) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(due)
        if (room := self._room()) is None:
            return
        async with room.lock:
            self._counting, self._counted = None, loop.time()
            self._show_players()

    def _show_players(self) -> None:
        """Those who play see how many look on; who looks on need not be shown all of it again for that."""
        for watcher in tuple(self.room.watchers):
            if watcher.grant.seats:
                watcher.changed()

    async def ordered(self, grant: Grant, message: Ordering) -> dict[str, Any]:
        """What the owner of a seat says of its orders, or a raised hand. Raises Refused.

        One that is sent again gets the first answer again and does nothing.
        """
        at = (grant.token, named(message.id))
        kept = self._told.get(at)
        if kept is None:
            try:
                found = await self._ordered(grant, message)
            except Unstored:
                raise
            except Refused as error:  # not itself: it holds all that was under way when it was raised
                self._remember(at, Refused(error.reason, error.cite))
                raise
            self._remember(at, msgspec.json.encode(found))
            return found
        if isinstance(kept, Refused):
            raise Refused(kept.reason, kept.cite)
        again: dict[str, Any] = msgspec.json.decode(kept)
        return again

    def _remember(self, at: tuple[str, str], told: bytes | Refused) -> None:
        """Keep what was answered to an order; of more than so many the first are forgotten."""
        self._told[at] = told
        self.size += len(told) if isinstance(told, bytes) else 0
        while len(self._told) > REMEMBERED:
            _, gone = self._told.popitem(last=False)
            self.size -= len(gone) if isinstance(gone, bytes) else 0

    async def _ordered(self, grant: Grant, message: Ordering) -> dict[str, Any]:
        """Take over an order. Nobody else is sent anything, unless it answers what is open, or something was taken in
        with it that others have stored."""
        room = self.room
        seat = message.seat or (grant.seats[0] if len(grant.seats) == 1 else "")
        if not seat:
            raise Refused(f"say for which seat, {' or '.join(grant.seats)}")
        if seat not in grant.seats:
            raise Refused(f"this key is not that of {seat}")
        try:
            await asyncio.to_thread(self._heard, seat, message)
        except Refused:
            await self.show_news()
            raise
        if not room.runs:
            await self._foresee()
        found = await self._consider()
        if found is not None or room.stirred:
            await self.go_on()
        else:
            self._show(seat)
            self.room.show_aside()
            self._arm()
        return {"seat": seat, **room.standing.shown((seat,))}

    def _heard(self, seat: str, message: Ordering) -> None:
        try:
            abreast.catch_up(self.room)
            beat = self.room.standing.beat
            held = beat.held if beat is not None else frozenset()
            self.room.standing.heard(seat, message)
            if isinstance(message, HoldOn):
                self._tell_hand(seat, held)
        except StoreError as error:
            raise Unstored(error.said) from None

    def _tell_hand(self, seat: str, held: frozenset[str]) -> None:
        """Put down that a hand was raised; where that fails it was not. Raises StoreError."""
        try:
            abreast.tell_hand(self.room, seat)
        except StoreError:
            if self.room.standing.beat is not None:
                self.room.standing.beat.held = held
            raise

    def _show(self, seat: str) -> None:
        """Push the state to the sockets of a seat alone."""
        for watcher in tuple(self.room.watchers):
            if seat in watcher.grant.seats:
                watcher.changed()

    async def _consider(self) -> tuple[str, str] | None:
        """What orders answer now; nothing where they fail, so that the question is put."""
        standing = self.room.standing
        if self.room.stop is not None or not self.room.runs:
            return None
        try:
            return await asyncio.to_thread(self._considered)
        except Exception:
            LOGGER.exception("game %s: the orders failed", self.room.id)
            standing.answering, standing.beat = frozenset(), None
            return None

    async def _foresee(self) -> None:
        """What the orders are about to answer at the server that runs the game is not shown; where it is not answered
        after all, because that server has died or the order was refused, it is."""
        standing = self.room.standing
        try:
            await asyncio.to_thread(standing.foresee, {s for one in self.room.watchers for s in one.grant.seats})
        except Exception:
            LOGGER.exception("game %s: the orders failed", self.room.id)
            standing.answering = frozenset()
        n = len(self.room.game.entries)
        if self._cover is not None and (not standing.answering or n != self._covered):
            self._cover.cancel()
            self._cover = None
        if standing.answering and self._cover is None:
            self._cover, self._covered = standing.pulse.later(COVERED, self._uncover), n

    def _uncover(self) -> None:
        self._cover = None
        self._uncovering = asyncio.get_running_loop().create_task(self._uncovered())

    async def _uncovered(self) -> None:
        """It was waited for long enough: the question is put."""
        if (room := self._room()) is None:
            return
        async with room.lock:
            if not room.runs and room.standing.answering:
                room.standing.given_up, room.standing.answering = len(room.game.entries), frozenset()
                await self._push()

    def _considered(self) -> tuple[str, str] | None:
        found = self.room.standing.consider(self._live())
        try:
            abreast.tell_beat(self.room)
        except StoreError as error:
            LOGGER.error("game %s: the other servers are not told of the beat: %s", self.room.id, error)
        return found

    def _live(self) -> float:
        """Seconds of a whole beat, with those who are here now, or at another server."""
        here = [watcher.grant for watcher in self.room.watchers]
        return length(self.room.setup, [*here, *(Grant("", self.room.id, seats) for seats in self.room.elsewhere)])

    async def _paced(self) -> tuple[str, str] | None:
        """What orders answer now. Between people nothing is shown before a tick is over in which the computer has
        thought for a seat: as with a commander its time would tell what the seat holds."""
        room, pulse = self.room, self.room.standing.pulse
        asked = pulse.now()
        found = await self._consider()
        for seat in room.standing.thought if len(room.setup.people) > 1 else ():
            if await asyncio.to_thread(pacing.holds_something, room.game, seat):
                await pacing.next_tick(pulse, asked)
        return found

    async def _carry_out(self, seat: str, text: str) -> None:
        """One answer; where it is refused the question is put to the seat."""
        room = self.room
        number = room.game.state.number
        try:
            await asyncio.to_thread(room.chosen, seat, text)
        except Overrun:
            pass  # looked at anew, as it stands now
        except (IllegalAction, Refused) as error:
            LOGGER.error("game %s: the order of %s, %r, is refused: %s", room.id, seat, text, error)
            room.standing.failed(number)
        except Exception:
            LOGGER.exception("game %s: the order of %s, %r, failed", room.id, seat, text)
            room.standing.failed(number)

    # -- the beat ----------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Wake up when the beat is over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        standing = self.room.standing
        if standing.beat is not None and not standing.beat.done and self.room.runs:
            left = standing.beat.until - standing.pulse.now()
            self._alarm = standing.pulse.later(max(0.0, left), self._ring)

    def stop(self) -> None:
        """The server ends, or the game is put away: nobody waits any longer."""
        tasks = self._ringing, self._uncovering, self._counting
        waiting: list[Alarm | asyncio.Task[None] | None] = [self._alarm, self._cover, *tasks]
        for one in waiting:
            if one is not None:
                one.cancel()

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.get_running_loop().create_task(self._over())

    async def _over(self) -> None:
        """The beat is over: who has not raised his hand passes."""
        if (room := self._room()) is None:
            return
        async with room.lock:
            try:
                await asyncio.to_thread(abreast.catch_up, room)  # a hand may have been raised at another server
            except (Refused, StoreError) as error:
                LOGGER.error("game %s: %s", room.id, error)
            await self.go_on()
