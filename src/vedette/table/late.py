"""Games as they are shown to those who look on later than it happens: each of them a room of its own.

Such a room knows the entries of the game that are old enough and no others, so that nothing which is asked there can
tell of one that is younger: no address and no message has to be careful. It answers nothing, stores nothing, and has no
clocks, requests, orders or offers, which would tell how the game stands now.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import weakref
from collections.abc import Callable
from typing import Protocol

import msgspec

from vedette.engine.record import RecordError
from vedette.engine.rulebook import ContentError
from vedette.engine.shelf import Shelf
from vedette.packs import PackError

from . import snapshots
from .beat import Alarm, Pulse
from .clocks import Clocks
from .keeping import DELETED
from .limits import Purses
from .messages import Refused
from .room import Room
from .store import Grant, Store, Stored, StoreError

LOGGER = logging.getLogger("vedette.table")
MEMORY = 64 << 20
"""Bytes of such rooms in memory beyond which those are put away that nobody looks at."""
AGAIN = 10.0
"""Seconds after which the database is asked again that could not be reached."""
MOMENT = 0.01
"""Seconds by which one wakes up later than need be, so that what is waited for is old enough then."""


class LateRoom(Room):
    """A game as it stood some time ago."""

    def __init__(self, stored: Stored, store: Store, shelf: Shelf, pulse: Pulse, seconds: int, n: int) -> None:
        self._upto = n
        """It knows the entries up to this one."""
        self.over = stored.over
        """Whether the game is over now, be that shown yet or not."""
        shown = msgspec.structs.replace(stored.setup, time=None)
        super().__init__(msgspec.structs.replace(stored, setup=shown), store, shelf, pulse)
        self.late = seconds
        self.runs = False
        self._forget_beside()
        self.standing.begun = True
        self.due = 0.0
        """When there may be more to show, by the pulse."""
        self._note_end()

    def catch_up(self, now: float) -> bool:
        """Take in what has become old enough; whether there was anything. Called by who holds the lock.

        Raises:
            Refused: the game is there no longer.
            StoreError: it cannot be read now.
        """
        ripe = self.store.ripe(self.id, self.late, now)
        if ripe is None:
            raise Refused(DELETED)
        self.over = ripe.over
        left = self.late if ripe.next is None else max(0.0, ripe.next + self.late - now)
        self.due = self.standing.pulse.now() + left + MOMENT
        n = len(self.game.entries)
        if ripe.n <= n and not self._doubtful:
            return False
        self._upto = max(ripe.n, n)
        try:
            self.mend()
            if self._upto > len(self.game.entries):
                self.follow(self.store.lines(self.id, n + 1, self._upto))
        except RecordError:
            self.reload()
        self._note_end()
        return True

    @property
    def goes_on(self) -> bool:
        """Whether it is not over now, or no longer."""
        return not self.over

    def send_back(self) -> None:
        """Who came while the game was over, and would be shown it later now that it is not, comes again."""
        for watcher in tuple(self.watchers):
            if watcher.grant.of_the_end and self.goes_on:
                watcher.changed()

    def _forget_beside(self) -> None:
        """Nothing that is kept beside the entries is as old as they are."""
        self.request = self.request_stored = None
        self.standing.reread({})
        self.talk.lines, self.talk.hushed = (), {}
        self.manners.rows = {}

    def settle(self) -> None:
        """What came of a rated game is put down by the room in which it is played."""

    def keep_snapshots(self) -> None:
        """They are stored by the room in which the game is played."""
        self.log.unstored = []

    def _note_end(self) -> None:
        """That a game was lost by its time is known once it is over, and no clock before."""
        if not self.game.decisions and (stored := self.store.clocks(self.id)) is not None:
            self.timing.clocks = msgspec.json.decode(stored, type=Clocks)

    def _open(self, stored: Stored) -> None:
        """What chance is asked at its end is answered by entries that are younger."""
        self._unpack(stored, settle=False)

    def _read(self, fit: str) -> Stored | None:
        return self.store.game(self.id, fit, self._upto)


BARE, ENTRY = 500_000, 350
"""Bytes of a room with what of it is not packed yet, and of each of its entries."""


def weight(room: Room) -> int:
    """About how many bytes a room takes, as measured in three families; its battle is shared with all others."""
    return BARE + ENTRY * len(room.game.entries) + room.log.size + room.lately.size + room.carrier.size


class Rooms(Protocol):
    """The games of a server."""

    store: Store
    shelf: Shelf
    pulse: Pulse
    turns: asyncio.Semaphore
    lookers: Purses

    def clock(self) -> float:
        """The time by which entries age."""
        ...


class LateRooms:
    """The rooms of those who look on late, by game and delay. Lives in the event loop."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self._open: dict[tuple[str, int], LateRoom] = {}
        self._opening: dict[tuple[str, int], asyncio.Lock] = {}
        self._alarms: dict[tuple[str, int], Alarm] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._came: dict[str, tuple[str, int]] = {}
        """Keys by which somebody has come here, with their games and how late they are; that is stored."""

    async def come(self, grant: Grant) -> LateRoom:
        """The room to which a key leads. Raises Refused where it cannot be opened, StoreError."""
        came = (grant.game, grant.late)
        if self._came.get(grant.token) != came:
            try:
                await asyncio.to_thread(self.rooms.store.come_late, grant.token, grant.game)
                self._came[grant.token] = came
            except StoreError as error:  # it can be read even where nothing can be written
                LOGGER.warning("game %s: that somebody looks on late is not stored: %s", grant.game, error)
        return await self.room(grant.game, grant.late)

    async def room(self, game: str, seconds: int) -> LateRoom:
        """A game as somebody sees it so many seconds later. Raises Refused where it cannot be, StoreError."""
        at = (game, seconds)
        async with self._opening.setdefault(at, asyncio.Lock()):
            if at not in self._open:
                self._put_away()
                async with self.rooms.turns:
                    self._open[at] = await asyncio.to_thread(self._read, game, seconds)
            found = self._open[at] = self._open.pop(at)  # the last one is the one that was used last
            found.met = functools.partial(self._met, weakref.ref(found))
            try:
                await self._go_on(found)
            except Refused:
                self.forget(game)
                raise
        self._opening.pop(at, None)
        return found

    def all_open(self) -> list[LateRoom]:
        """The rooms that are open."""
        return list(self._open.values())

    def watched(self, game: str) -> bool:
        """Whether somebody looks on late at a game."""
        return any(room.watchers for (id, _), room in self._open.items() if id == game)

    def sockets(self) -> int:
        """How many look on late."""
        return sum(len(room.watchers) for room in self._open.values())

    def heard(self, game: str) -> None:
        """Something may have been stored of a game: where somebody came while it was over, it is looked whether it goes
        on. What has happened else is shown when it is old enough."""
        for (id, _), room in self._open.items():
            if id == game and any(watcher.grant.of_the_end for watcher in room.watchers):
                self._look(room)

    def forget(self, game: str) -> None:
        """A game is there no longer."""
        for at in [at for at in self._open if at[0] == game]:
            room = self._open.pop(at)
            room.gone()
            room.let_go()
            self._disarm(at)
        self._came = {token: came for token, came in self._came.items() if came[0] != game}

    async def close(self) -> None:
        """The server ends."""
        for at in list(self._alarms):
            self._disarm(at)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._open.clear()

    def _read(self, game: str, seconds: int) -> LateRoom:
        rooms = self.rooms
        ripe = rooms.store.ripe(game, seconds, rooms.clock())
        stored = rooms.store.game(game, snapshots.fit(), ripe.n if ripe is not None else None)
        if ripe is None or stored is None:
            raise Refused(f"there is no game {game[:40]!r}")
        try:
            room = LateRoom(stored, rooms.store, rooms.shelf, rooms.pulse, seconds, ripe.n)
        except (RecordError, PackError, ContentError, LookupError, msgspec.MsgspecError) as error:
            raise Refused(f"the game cannot be opened: {error}") from None
        room.lookers = rooms.lookers
        return room

    async def _go_on(self, room: LateRoom) -> None:
        """Show what has become old enough, and wake up when more has. Raises Refused, StoreError."""
        async with room.lock:
            if await asyncio.to_thread(lambda: room.catch_up(self.rooms.clock())):
                room.push()
            else:
                room.send_back()
        self._arm(room)

    def _put_away(self) -> None:
        """Forget rooms that nobody looks at, the one first that was used least lately, when they take too much."""
        beyond = sum(map(weight, self._open.values())) - MEMORY
        for at, room in list(self._open.items()):
            if beyond <= 0:
                return
            if not room.watchers and not room.lock.locked():
                room.let_go()
                del self._open[at]
                self._disarm(at)
                beyond -= weight(room)

    def _met(self, here: weakref.ref[LateRoom]) -> None:
        """A socket comes or goes at a room, which does not hold itself by this."""
        if (room := here()) is not None:
            self._arm(room)

    # -- what wakes them -----------------------------------------------------------------------------------

    def _arm(self, room: LateRoom, seconds: float | None = None) -> None:
        """Wake up when the next entry is old enough, while somebody looks. What is stored from now on is so after the
        whole delay at the earliest."""
        at = (room.id, room.late)
        self._disarm(at)
        if self._open.get(at) is room and room.watchers:
            left = max(0.0, room.due - self.rooms.pulse.now())
            self._alarms[at] = self.rooms.pulse.later(left if seconds is None else seconds, self._rings(room))

    def _rings(self, room: LateRoom) -> Callable[[], None]:
        def ring() -> None:
            self._alarms.pop((room.id, room.late), None)
            self._look(room)

        return ring

    def _look(self, room: LateRoom) -> None:
        task = asyncio.get_running_loop().create_task(self._rung(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _disarm(self, at: tuple[str, int]) -> None:
        if (alarm := self._alarms.pop(at, None)) is not None:
            alarm.cancel()

    async def _rung(self, room: LateRoom) -> None:
        try:
            await self._go_on(room)
        except Refused:
            self.forget(room.id)
        except StoreError as error:
            LOGGER.warning("game %s, shown later: %s", room.id, error)
            self._arm(room, AGAIN)
        except Exception:
            LOGGER.exception("game %s cannot be shown later", room.id)
            self._arm(room, AGAIN)
