"""Computer seats: each answer is thought out in a thread and goes through the game's queue like anybody's."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import weakref
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

from vedette import staff
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.staff.general import Said

from . import pacing
from .messages import Refused, Unstored
from .room import Room
from .thinking import Thinker, processes
from .threads import Workers

LOGGER = logging.getLogger("vedette.table")
Answer = TypeVar("Answer")
PATIENCE = 30.0
"""Seconds after which the usual answer is given for a commander that is still thinking."""
PLACES = 2
"""How many think at a time, searches aside: of these as many as there are processes for them."""
LATE, FAILED = "it thought too long; the usual answer", "it failed; the usual answer"
"""What the record says of an answer that was given for a commander."""
LATE_PLAN, FAILED_PLAN = "it thought too long; the adjutant's answer", "it failed; the adjutant's answer"
"""The same of the general."""
HURRIED, HURRIED_PLAN = "told to move now; the usual answer", "told to move now; the adjutant's answer"
"""The same of one that was told by the other player not to think any longer."""
THREADS = 16
"""More than that: one that never ends takes no place from the others."""
AGAIN = 2.0
"""Seconds after which an answer that could not be stored is given again."""


class Hurried(Exception):
    """A player has told a computer to move now."""


class Ready(NamedTuple):
    """An answer that may be given."""

    said: Said
    """Its text is "" where nobody has one but the rules."""
    after: str = FAILED
    """What the record says of the one that the rules give in its place."""
    own: bool = False
    """The commander has found it itself."""


class Commanders:
    """Thinks for the computer seats of all games, a few at a time."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.again = AGAIN
        self._places = asyncio.Semaphore(PLACES)
        self._searches = asyncio.Semaphore(processes())
        self._threads = Workers(max_workers=THREADS, thread_name_prefix="commander")
        self._tasks: dict[tuple[str, str, int], asyncio.Task[None]] = {}
        self._cuts: dict[tuple[str, str, int], asyncio.Event] = {}
        """How who answers is told to move now."""
        self._thinker = Thinker(processes())
        self._reasons = Thinker(1)
        """Thinks for whoever asks why, so that no battle that goes on waits for it."""

    def serve(self, room: Room, secret: bytes) -> None:
        """From now on answer for the computer seats of a game, beginning with what is open."""
        seats: dict[str, staff.Seat] = {}
        seated_at: list[str] = []

        here = weakref.ref(room)  # which goes as soon as it is put away

        def wake() -> None:
            room = here()
            assert room is not None, "it is its room that wakes them"
            battle = room.game.battle
            if seated_at != [battle.hash]:  # other values hold since: who prepares himself does so anew
                seated_at[:] = [battle.hash]
                for seat, who in computers.items():
                    seats[seat] = found = staff.seat(who, battle, _seed(secret, seat))
                    if isinstance(found, staff.General):
                        found.think = self._thinker.ask
                        room.planners[seat] = found
            self._wake(room, seats)

        computers = {seat: who for seat, who in room.setup.seats.items() if who != "human"}
        if computers:
            room.reconsider = self._reasons.ask
            room.wake = wake
            room.wake()

    def busy(self, room: Room) -> bool:
        """Whether somebody is thinking about this game."""
        return any(game == room.id for game, _, _ in self._tasks)

    async def close(self) -> None:
        """Stop thinking."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._thinker.close()
        self._reasons.close()

    def _wake(self, room: Room, seats: dict[str, staff.Seat]) -> None:
        n = len(room.game.entries)
        if not room.runs:
            return
        if room.stop is not None or not (room.setup.people or room.watchers or room.elsewhere):
            return  # what nobody watches waits for somebody
        for decision in room.game.decisions:
            at = (room.id, decision.seat, n)
            if decision.seat in seats and at not in self._tasks and not room.standing.waits(decision.seat):
                asked = room.standing.pulse.now()
                self._cuts[at] = cut = asyncio.Event()
                thought = self._answer(room, seats[decision.seat], decision.seat, n, asked, cut)
                self._tasks[at] = asyncio.get_running_loop().create_task(thought)
                self._tasks[at].add_done_callback(functools.partial(self._forget, at))
            if room.hasty == n and at in self._cuts:
                self._cuts[at].set()

    def _forget(self, at: tuple[str, str, int], _: object) -> None:
        self._tasks.pop(at, None)
        self._cuts.pop(at, None)

    async def _answer(
        self, room: Room, commander: staff.Seat, seat: str, n: int, asked: float, cut: asyncio.Event | None = None
    ) -> None:
        """One answer: the commander's, or a legal one where it fails; given at a tick since it was asked.

        Args:
            cut: is set where one that plans ahead is told to move now.
        """
        try:
            desk, paced = await room.tell(lambda game: (_desk(game, seat, n), pacing.holds_something(game, seat)))
        except Exception:
            LOGGER.exception("game %s: %s of %s is not asked", room.id, commander.name, seat)
            await self._fall_back(room, seat, n, FAILED)
            return
        if desk is None:
            return
        try:
            cut = cut if pacing.searches(commander, desk) else None
        except Exception:
            cut = None  # his answer fails of the same, and that is told
        ready = self._ready(room, commander, desk, asked, paced)
        try:
            found = await (_uncut(ready, cut) if cut else ready)
        except Hurried:
            found = await self._plainly(room, commander, desk, paced, HURRIED_PLAN, HURRIED)
        if await self._tried(room, seat, n, found.said):
            return
        if found.own:
            found = await self._plainly(room, commander, desk, paced, FAILED_PLAN, FAILED)
            if await self._tried(room, seat, n, found.said):
                return
        await self._fall_back(room, seat, n, found.after)

    async def _ready(self, room: Room, commander: staff.Seat, desk: staff.Desk, asked: float, paced: bool) -> Ready:
        """What a commander answers, once it may be given; for one that fails or is late the adjutant's answer."""
        tick = pacing.TICK
        try:
            tick = pacing.tick_of(commander, desk)
            found = Ready(await self._thought(commander, desk), own=True)
        except Exception as error:
            LOGGER.error("game %s: %s of %s: %s: %s", room.id, commander.name, desk.seat, type(error).__name__, error)
            note, after = (LATE_PLAN, LATE) if isinstance(error, TimeoutError) else (FAILED_PLAN, FAILED)
            found = Ready(Said(await self._plain(commander, desk), note), after)
        if paced:
            await pacing.next_tick(room.standing.pulse, asked, tick)
        return found

    async def _plainly(
        self, room: Room, commander: staff.Seat, desk: staff.Desk, paced: bool, note: str, after: str
    ) -> Ready:
        """What the adjutant answers from now on, at a tick of his own."""
        asked = room.standing.pulse.now()
        found = Ready(Said(await self._plain(commander, desk), note), after)
        if paced:
            await pacing.next_tick(room.standing.pulse, asked, pacing.TICK)
        return found

    async def _thought(self, commander: staff.Seat, desk: staff.Desk) -> Said:
        """What a commander chooses, and what the record is to say of it. Its time runs while it thinks, not while
        others do: else a busy server would answer in its place, and its game would hang on what else is played."""
        if not isinstance(commander, staff.General):
            return Said(await self._in_time(self._places, commander.choose, desk))
        places = self._searches if pacing.searches(commander, desk) else self._places
        return await self._in_time(places, commander.noted, desk)

    async def _plain(self, commander: staff.Seat, desk: staff.Desk) -> str:
        """What the adjutant answers for a general that did not; nothing where he fails as well."""
        if not isinstance(commander, staff.General):
            return ""
        try:
            return await self._in_time(self._places, commander.plainly, desk)
        except Exception as error:
            LOGGER.error("%s: the adjutant of %s: %s: %s", commander.name, desk.seat, type(error).__name__, error)
            return ""

    async def _in_time(
        self, places: asyncio.Semaphore, choose: Callable[[staff.Desk], Answer], desk: staff.Desk
    ) -> Answer:
        """What is chosen at a place. Who is late still has it: his search goes on where it was begun, and whoever came
        after him would wait for that in his own time. But one that never ends has it once more as long at the most."""
        await places.acquire()
        loop = asyncio.get_running_loop()
        held = [places]

        def leave(_: object = None) -> None:
            if held:
                held.pop().release()

        thinking = loop.run_in_executor(self._threads, choose, desk)
        thinking.add_done_callback(leave)
        try:
            return await asyncio.wait_for(asyncio.shield(thinking), self.patience)
        except (TimeoutError, asyncio.CancelledError):  # he is late, or is told to move now
            thinking.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody asks for it any more
            loop.call_later(self.patience, leave)
            raise

    async def _give(self, room: Room, seat: str, n: int, said: Said) -> None:
        """Play an answer; where it cannot be stored, the same one again after a while, and never another."""
        while True:
            try:
                await room.choose(seat, n, *said)
                return
            except Unstored:
                await asyncio.sleep(self.again)

    async def _fall_back(self, room: Room, seat: str, n: int, note: str) -> None:
        """The first legal answer that the rules carry out, the usual one before all others."""
        for text in await room.tell(lambda game: _texts(game, seat)):
            if await self._tried(room, seat, n, Said(text, note)):
                return

    async def _tried(self, room: Room, seat: str, n: int, said: Said) -> bool:
        """Whether there is an answer, and the rules have carried it out."""
        if not said.text:
            return False
        try:
            await self._give(room, seat, n, said)
            return True
        except (IllegalAction, Refused) as error:
            LOGGER.error("game %s: %r of %s is refused: %s", room.id, said.text, seat, error)
        except Exception:
            LOGGER.exception("game %s: %r of %s failed", room.id, said.text, seat)
        return False


async def _uncut(ready: Awaitable[Ready], cut: asyncio.Event) -> Ready:
    """An answer that may be given, unless its commander is told to move now before it is: whether it was still
    searching then, or waited for its tick, nobody is to learn. Raises Hurried."""
    tasks: list[asyncio.Future[object]] = [asyncio.ensure_future(ready), asyncio.ensure_future(cut.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if cut.is_set():
            raise Hurried
        found = tasks[0].result()
        assert isinstance(found, Ready)
        return found
    finally:
        for task in tasks:
            task.cancel()


def _seed(secret: bytes, seat: str) -> int:
    """A commander's seed: the same after a restart, and not a word about the dice."""
    return int.from_bytes(hashlib.blake2b(b"commander " + seat.encode(), key=secret, digest_size=6).digest(), "big")


def _desk(game: Game, seat: str, n: int) -> staff.Desk | None:
    if len(game.entries) != n or game.decision_of(seat) is None:
        return None
    return staff.desk(game, seat)


def _texts(game: Game, seat: str) -> list[str]:
    decision = game.decision_of(seat)
    if decision is None:
        return []
    usual = [decision.usual.text] if decision.usual else []
    return usual + [a.text for a in decision.actions if a.text not in usual]
