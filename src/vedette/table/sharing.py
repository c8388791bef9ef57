"""Servers on one PostgreSQL: which of them runs a game, and that each shows what the others have stored."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import nullcontext, suppress
from typing import Any, Protocol

from . import abreast, snapshots
from .beat import Pulse
from .doorbell import ALL, EVERYBODY, GONE
from .messages import Overrun, Refused, Unstored
from .room import Room
from .shared import Presence, Seats
from .store import Store, StoreError

SWEPT = 5.0
"""Seconds after which what is long gone is forgotten again."""
HEALED = 10.0
"""Seconds after which a game at which somebody looks is read again, if nothing was heard of it: a bell may be lost."""
PAUSE = 0.3
"""Seconds between two looks at who is there: where many come one after the other, one look does for all of them."""
BEHIND = 1.0
"""Seconds after which it is told at the pages that the others are not heard: a line that is cut is laid anew sooner."""
LOGGER = logging.getLogger("vedette.table")


class Rooms(Protocol):
    """The games that are open at this server."""

    store: Store
    pulse: Pulse
    turns: asyncio.Semaphore
    """Of games that are opened or looked at."""

    def all_open(self) -> dict[str, Room]:
        """By the id of the game."""
        ...

    def looked_at(self) -> list[Room]:
        """All at which somebody may look, those of who looks on late as well."""
        ...

    def forget(self, room: Room) -> None:
        """It is there no longer."""
        ...

    def gone(self, id: str) -> None:
        """Nor is it for those who look on late."""
        ...

    def heard(self, id: str) -> None:
        """Something may have been stored of it: who looks on late is not told by its room."""
        ...


class Sharing:
    """Keeps the rooms of this server abreast of the others'. Lives in the event loop."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.store = rooms.store
        self._loop = asyncio.get_running_loop()
        self._wanted = asyncio.Event()
        self._told: dict[str, tuple[Seats, list[str]]] = {}
        """What the others were told last: the seats of the sockets, and those whose pages can be seen."""
        self._again: dict[str, bool] = {}
        """Rooms that are looked at, and whether they have to be looked at once more."""
        self._coming: dict[str, asyncio.Task[None]] = {}
        """Rooms to which somebody comes who waits for a turn."""
        self.unheard = False
        """Whether it was told at the pages that the others are not heard."""
        self._swept = -SWEPT
        """When the others were last told of the version here, and what is long gone was forgotten."""
        self._there: dict[str, list[Presence]] = {}
        """Who has the rooms open that wait to be told of it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._begin(self._look())
        self._begin(self._heal())
        self._begin(self._hearing())
        self.store.listen(self._overheard)

    async def close(self) -> None:
        """Leave every game to the others at once."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        try:
            self.store.leave()
        except StoreError as error:
            LOGGER.warning("the other servers are not told that this one ends: %s", error)

    def met(self) -> None:
        """A socket has come or gone."""
        self._wanted.set()

    def _overheard(self, game: str) -> None:
        """In the thread that listens."""
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(self._heard, game)

    def _heard(self, game: str) -> None:
        if game == EVERYBODY:
            self._wanted.set()
            return
        if game.startswith(GONE):
            self.rooms.gone(game.removeprefix(GONE))
            return
        if game == ALL:
            self._wanted.set()
        rooms = self.rooms.all_open()
        for id in list(rooms) if game == ALL else [game]:
            if id in rooms:
                self._soon(rooms[id])
        for id in {room.id for room in self.rooms.looked_at()} if game == ALL else [game]:
            self.rooms.heard(id)

    def _soon(self, room: Room) -> None:
        """Look at a room, or once more if that is under way."""
        if room.id in self._again:
            self._again[room.id] = True
            return
        self._again[room.id] = False
        self._begin(self._fetch(room))

    def _begin(self, deed: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside all else; it ends with the server."""
        task = self._loop.create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _fetch(self, room: Room) -> None:
        try:
            while True:
                self._again[room.id] = False
                await self.abreast(room)
                if not self._again[room.id]:
                    return
        finally:
            self._again.pop(room.id, None)

    async def come(self, room: Room) -> None:
        """Show what was stored elsewhere to somebody who comes.

        After a server was killed all of its sockets come at once: those of a room who wait for their turn share it, and
        there are so few turns at once that who plays finds a thread free.
        """
        if room.id not in self._coming:
            self._coming[room.id] = self._begin(self._came(room))
        await asyncio.shield(self._coming[room.id])

    async def _came(self, room: Room) -> None:
        def begun() -> None:
            self._coming.pop(room.id, None)  # who comes from now on may have heard of more

        try:
            await self.abreast(room, begun, self.rooms.turns)
        except BaseException:
            begun()
            raise

    async def abreast(
        self, room: Room, begun: Callable[[], None] = lambda: None, turns: asyncio.Semaphore | None = None
    ) -> bool:
        """Show what was stored elsewhere; whether it could be read. What cannot be now is looked for again.

        Args:
            begun: called when nobody else changes the game.
            turns: one of these is waited for, and only then: who waits for a game keeps nobody from another.
        """
        try:
            async with room.lock:
                begun()
                async with turns or nullcontext():
                    await asyncio.to_thread(abreast.catch_up, room)
                await room.carrier.show_news()
        except Refused:
            self.rooms.forget(room)
        except StoreError as error:
            LOGGER.warning("game %s: %s", room.id, error)
            return False
        return True

    async def _heal(self) -> None:
        """Look now and then, one after the other, at games of which nothing was heard for a while.

        That a game has more entries is seen where servers hear of each other (`_announce`); what is asked, ordered or
        said makes none. One at which something is under way just now is not waited for: all others would wait too.
        """
        while True:
            await asyncio.sleep(HEALED / 10)
            await self._heal_all()  # and hold none of them meanwhile

    async def _heal_all(self) -> None:
        for room in self.rooms.all_open().values():
            if room.watchers and not room.lock.locked() and time.monotonic() - room.looked >= HEALED:
                try:
                    if not await self.abreast(room, turns=self.rooms.turns):
                        await asyncio.sleep(HEALED / 10)
                except Exception:
                    LOGGER.exception("game %s could not be looked at", room.id)

    async def _hearing(self) -> None:
        """Tell at the pages when the others are no longer heard, and when they are again."""
        while True:
            await asyncio.sleep(BEHIND / 4)
            unheard = self.store.line_lost >= BEHIND
            if unheard != self.unheard:
                self._tell(unheard)

    def _tell(self, unheard: bool) -> None:
        self.unheard = unheard
        for room in self.rooms.looked_at():
            room.unheard = unheard
            for watcher in tuple(room.watchers):
                watcher.unheard(unheard)

    async def enter(self, room: Room) -> None:
        """A room that was opened, before anybody comes: whether it is run here."""
        room.met = self.met
        found, at, _ = await asyncio.to_thread(self.store.announce, {room.id: ()}, ())
        self._told[room.id] = (), []
        room.ahead = at - self.rooms.pulse.now()
        room.elsewhere, room.runs = self._seen(found[room.id])
        room.unheard = self.unheard

    # -- who runs what -----------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Say now and then what is open here, and hear who else has it."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                await self._announce(self.rooms.all_open())
            except Exception:
                LOGGER.exception("the other servers could not be looked at")
            await asyncio.sleep(PAUSE)

    async def _announce(self, rooms: dict[str, Room]) -> None:
        seats = {id: tuple(sorted(watcher.grant.seats for watcher in room.watchers)) for id, room in rooms.items()}
        looked = {
            id: sorted({seat for watcher in room.watchers if not watcher.hidden for seat in watcher.grant.seats})
            for id, room in rooms.items()
        }
        closed = [id for id in self._told if id not in rooms]
        sweeps = self.rooms.pulse.now() - self._swept >= SWEPT
        try:
            fit = snapshots.fit() if sweeps else ""
            found, at, lengths = await asyncio.to_thread(self.store.announce, seats, closed, fit, looked)
        except StoreError as error:
            LOGGER.warning("the other servers could not be looked at: %s", error)
            return
        if sweeps:
            self._swept = self.rooms.pulse.now()
        told = {id: (there, looked[id]) for id, there in seats.items()}
        changed = bool(closed) or any(self._told.get(id) != now for id, now in told.items())
        for id in closed:
            self._told.pop(id, None)
        self._told.update(told)
        if changed:
            self.store.ring(EVERYBODY)
        for id, room in rooms.items():
            room.ahead = at - self.rooms.pulse.now()
            if self._place(room, found.get(id, [])):
                await asyncio.sleep(0)  # others have their turn between two rooms
            elif room.timing.meeting and looked[id] and not room.lock.locked():
                self._begin(self._met(room))
            if lengths.get(id, 0) > len(room.game.entries):
                self._soon(room)

    def _place(self, room: Room, there: list[Presence]) -> bool:
        """Who has a game open: the one that had it first runs it. Whether that is to be seen to.

        A room whose queue is long is not waited for: a server that announced nothing meanwhile would count as gone.
        """
        if room.id in self._there:
            self._there[room.id] = there  # who waits for the room takes what is known by then
            return False
        if self._seen(there) == (room.elsewhere, room.runs):
            return False
        self._there[room.id] = there
        self._begin(self._placed(room))
        return True

    async def _met(self, room: Room) -> None:
        """Begin live clocks where the other side has the game before it at another server: each of the two may have
        looked before the other had said so."""
        try:
            async with room.lock:
                if await room.timing.met(room, ()):
                    room.push()
        except Exception:
            LOGGER.exception("game %s could not be looked at", room.id)

    async def _placed(self, room: Room) -> None:
        try:
            async with room.lock:
                seats, runs = self._seen(self._there.pop(room.id))
                begins = runs and not room.runs
                room.elsewhere, room.runs = seats, runs
                if await room.timing.met(room, ()):
                    room.push()
                if begins:
                    await self._take_over(room)
                    await room.carrier.go_on()
                else:
                    room.carrier.looked_at()
        except (Unstored, Overrun, StoreError) as error:
            LOGGER.warning("game %s: %s", room.id, error)
        except Refused:
            self.rooms.forget(room)
        except Exception:
            LOGGER.exception("game %s could not be looked at", room.id)

    async def _take_over(self, room: Room) -> None:
        """Begin to run a game. Where what is stored cannot be read or written now, the next look does it again."""
        try:
            async with self.rooms.turns:  # where another server has ended many rooms begin at once
                await asyncio.to_thread(abreast.take_over, room)
        except (Refused, StoreError):
            room.runs = False
            raise

    def _seen(self, there: list[Presence]) -> tuple[Seats, bool]:
        """The seats that others have, and whether a game is run here."""
        mine = self.store.name
        seats = tuple(sorted(s for one in there if one.server != mine for s in one.seats))
        return seats, not there or there[0].server == mine
