"""After each entry: carry out standing orders one by one, each like any answer, and keep the time of a beat."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from typing import Any

from vedette.engine.events import IllegalAction

from . import pacing
from .beat import Alarm, length
from .keeping import Kept, Watcher
from .messages import Ordering, Refused, Unstored
from .store import Grant

LOGGER = logging.getLogger("vedette.table")
REMEMBERED = 500
"""Answers to orders that are remembered, so that a repeated id does nothing more."""


class Carrier:
    """Carries out the standing orders of a room. Every method is called while nobody else changes the game."""

    def __init__(self, room: Kept) -> None:
        self.room = room
        self._alarm: Alarm | None = None
        self._ringing: asyncio.Task[None] | None = None
        self._told: OrderedDict[tuple[str, str], dict[str, Any] | Refused] = OrderedDict()
        """What was answered to orders, by key and id."""

    async def go_on(self) -> None:
        """Show what was stored, then let the orders answer as long as they do; the commanders come last.

        Each answer of an order is shown as it would be if its owner had given it.
        """
        room = self.room
        found = await self._paced()
        room.push()
        while found is not None:
            await self._carry_out(*found)
            found = await self._paced()
            room.push()
        self._arm()
        room.wake()

    async def joined(self, watcher: Watcher) -> None:
        """A socket has come: it is shown the game; the first one sets going what orders have to answer."""
        standing = self.room.standing
        if not standing.begun:
            await self.go_on()
        elif standing.live != (live := self._live()):
            standing.pace(live)  # for the next beat; one that is running keeps its length
            self.room.push()
        else:
            watcher.changed()
        if not self.room.setup.people:
            self.room.wake()

    async def ordered(self, grant: Grant, message: Ordering) -> dict[str, Any]:
        """What the owner of a seat says of its orders, or a raised hand. Raises Refused.

        One that is sent again gets the first answer again and does nothing.
        """
        at = (grant.token, json.dumps(message.id))
        found = self._told.get(at)
        if found is None:
            try:
                found = await self._ordered(grant, message)
            except Unstored:
                raise
            except Refused as error:
                found = error
            self._told[at] = found
            while len(self._told) > REMEMBERED:
                self._told.popitem(last=False)
        if isinstance(found, Refused):
            raise Refused(found.reason, found.cite)
        return found

    async def _ordered(self, grant: Grant, message: Ordering) -> dict[str, Any]:
        """Take over an order. Nobody else is sent anything, unless it answers what is open."""
        room = self.room
        seat = message.seat or (grant.seats[0] if len(grant.seats) == 1 else "")
        if not seat:
            raise Refused(f"say for which seat, {' or '.join(grant.seats)}")
        if seat not in grant.seats:
            raise Refused(f"this key is not that of {seat}")
        await asyncio.to_thread(room.standing.heard, seat, message)
        found = await self._consider()
        if found is not None:
            await self.go_on()
        else:
            self._show(seat)
            self._arm()
        return {"seat": seat, **room.standing.shown((seat,))}

    def _show(self, seat: str) -> None:
        """Push the state to the sockets of a seat alone."""
        for watcher in tuple(self.room.watchers):
            if seat in watcher.grant.seats:
                watcher.changed()

    async def _consider(self) -> tuple[str, str] | None:
        """What orders answer now; nothing where they fail, so that the question is put."""
        standing = self.room.standing
        if self.room.stop is not None:
            return None
        try:
            return await asyncio.to_thread(standing.consider, self._live())
        except Exception:
            LOGGER.exception("game %s: the orders failed", self.room.id)
            standing.answering, standing.beat = frozenset(), None
            return None

    def _live(self) -> float:
        """Seconds of a whole beat, with those who are here now."""
        return length(self.room.setup, [watcher.grant for watcher in self.room.watchers])

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
        if standing.beat is not None and not standing.beat.done:
            left = standing.beat.until - standing.pulse.now()
            self._alarm = standing.pulse.later(max(0.0, left), self._ring)

    def stop(self) -> None:
        """The server ends: nobody waits any longer."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.get_running_loop().create_task(self._over())

    async def _over(self) -> None:
        """The beat is over: who has not raised his hand passes."""
        async with self.room.lock:
            await self.go_on()
