"""All games of a server: made, found, opened when somebody comes, put away when everybody has left."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError

from vedette.engine import record as rec
from vedette.engine.archive import entry_line
from vedette.engine.battle import Battle
from vedette.engine.chance import key_of
from vedette.engine.game import Game
from vedette.engine.making import secret as secret_of
from vedette.engine.record import RecordError
from vedette.engine.rulebook import ContentError, OptionError, PositionError
from vedette.packs import PackError

from . import editions, hands, lobby, snapshots
from .abandoned import Seen
from .beat import Pulse, WallClock
from .commanders import Commanders
from .late import LateRooms, weight
from .limits import AT_ONCE, DOORS, LOOKING, PAGES, SITTING, THREADS, Purses
from .making import BOTH, Making, check_rated, handed_over, keys_of, setup_of, taught
from .messages import Refused
from .playable import Battles
from .ratings import Ratings
from .room import Room
from .sharing import Sharing
from .spectators import grant_of
from .store import Grant, Setup, Store, Stored, StoreError, new_key
from .threads import Workers

LOGGER = logging.getLogger("vedette.table")
MEMORY = 256 << 20
"""Bytes of games in memory beyond which those are put away that nobody looks at, the one first that was used least
lately."""


class Made(msgspec.Struct, frozen=True):
    """A new game: its keys by seat, and under "both" that of all seats of people where they are several."""

    game: str
    keys: dict[str, str]

    @property
    def url(self) -> str:
        """The page for one screen."""
        key = self.keys.get(BOTH) or next(iter(self.keys.values()))
        return f"/?game={self.game}&key={key}"


class Rooms:
    """The games of one store."""

    def __init__(
        self, store: Store, load: Callable[[str], Battle], battles: Battles, *, lobby_open: bool = False
    ) -> None:
        self.store = store
        self.lobby = lobby_open
        """Whether seats may be offered to anybody."""
        self.offers = lobby.Offers(store)
        self.seen = Seen(store)
        self.load = load
        self.shelf = editions.shelf_of(load, store)
        self.pulse: Pulse = WallClock()
        self.wall: Callable[[], float] = time.time
        self.ahead = self.wall() - self.pulse.now()
        """Seconds by which the machine's clock is ahead of the pulse."""
        self._ahead_first: float | None = None
        """The same when entries began to age here."""
        self.late = LateRooms(self)
        """Where somebody looks on later than it happens."""
        self.told_after = 60.0
        """Seconds after which somebody who does not look is told that he is asked."""
        self.ratings = Ratings(store)
        self.battles = battles
        self.commanders = Commanders()
        self.sharing: Sharing | None = None
        """Where several servers are at the same database."""
        self._open: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        """In which the server lives, once it has begun."""
        self.turns, self.doors = asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(DOORS)
        """Of those who come: to a game that is opened, or that others may have gone on with; at the door."""
        self.sitting, self.looking = asyncio.Semaphore(SITTING), asyncio.Semaphore(LOOKING)
        """Of those who have passed the door, until they are shown their game: with a seat, and without. Within these
        somebody takes one of the turns, and nobody the other way round."""
        self.pages = asyncio.Semaphore(PAGES)
        """Of pages that are told of their game: together with those above fewer than there are threads."""
        self.lookers = Purses()
        """What those who look on may let the server think, at whatever games, by their addresses."""
        self.doubted = asyncio.Semaphore(1)
        """The door for addresses from which too many wrong keys have come: the right one still opens it."""

    def make(
        self,
        making: Making,
        position: Mapping[str, Any] | None = None,
        battle: Battle | None = None,
        maker: str = "",
        paired: bool = False,
    ) -> Made:
        """Begin and store a game, at a position where one is given. Raises Refused with what is wrong and the mend.

        Args:
            battle: an edition of it; the present one by default.
            maker: the account of who makes it, where it is the first of a rated pair.
            paired: it is the second of a rated pair, of which the first was made so.
        """
        rules = battle.rules if battle is not None and paired else 0  # both of a pair are played alike
        battle = editions.chosen(battle or self.load, making.battle, making.errata, making.house).by_rules(rules)
        if making.lesson:
            making = taught(battle, making)
        secret = key_of(making.seed) if making.seed is not None else secret_of(making.practice)
        try:
            game = Game.new(
                battle,
                seed=making.seed,
                options=making.options,
                key=None if making.seed is not None else secret,
                dice=making.dice,
                position=position,
                practice=making.practice,
                digests=True,
            )
        except (OptionError, PositionError, ContentError) as error:
            raise Refused(str(error)) from None
        setup = setup_of(making, game.rulebook.seats)
        handed = handed_over(making, setup, game)
        if setup.hands == hands.DRAWN:
            hands.settle(game, hands.key_of(secret))
        game.header["seats"] = dict(setup.seats)
        id = secrets.token_hex(6)
        keys = {name: Grant(new_key(), id, seats) for name, seats in keys_of(setup, making).items()}
        header, chain = rec.chained(game.header, "")
        lines = []
        for entry in game.entries:
            line, chain = rec.chained(entry_line(entry, entry.digest), chain)
            lines.append(line)
        editions.keep(self.store, battle)
        over = not game.decisions
        stored = Stored(id, battle.id, setup, secret, header, tuple(lines), over, length=len(lines))
        offered = self._offered(making, setup, keys)
        if setup.rated and not paired:
            check_rated(making, setup, game, offered, maker)
        at = self.clock() if setup.apart else None
        self.store.create(stored, datetime.now(UTC).isoformat(), list(keys.values()), at)
        if setup.rated and offered is not None:
            self.ratings.begin(id, battle.id, next(seat for seat in setup.people if seat != offered), maker)
        if offered is not None and making.open is not None:
            self.offers.put(id, offered, making.open.by)
        for seat, ordered in handed.items():
            self.store.keep_orders(id, seat, msgspec.json.encode(ordered).decode())
        return Made(id, {name: grant.token for name, grant in keys.items()})

    def _offered(self, making: Making, setup: Setup, keys: dict[str, Grant]) -> str | None:
        """The seat of a new game that anybody may take; who makes the game keeps the key of the other alone."""
        if making.open is None:
            return None
        if not self.lobby:
            raise Refused("nobody is offered a seat here: this server has no start page for others")
        if making.seed is not None:
            raise Refused("who knows the seed knows every die to come: a seat is offered without a seed")
        seat = lobby.offered(making.open, setup)
        if seat in making.parts or seat in making.answered:
            raise Refused(f"who takes the seat of {seat} says himself what a computer does for him: leave it out")
        for name in (seat, BOTH):
            keys.pop(name, None)
        return seat

    def title(self, battle: str) -> str:
        """Of a battle, as people read it; its id where its pack is gone."""
        try:
            return self.load(battle).title
        except (PackError, LookupError):
            return battle

    @property
    def open(self) -> int:
        """How many games are in memory."""
        return len(self._open)

    def opened(self, id: str) -> Room | None:
        """The room of a game that is in memory."""
        return self._open.get(id)

    async def room(self, id: str) -> Room:
        """The room of a game, folded from its record where nobody was there. Raises Refused where it cannot be."""
        found = self._open.pop(id, None)
        if found is not None:
            self._open[id] = found  # the last one is the one that was used last
            await self._seen(found)
            if self.sharing is not None:
                await self.sharing.come(found)
            if self._open.get(id) is found:  # nobody has put it away meanwhile
                return found
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self._open:
                self._put_away()
                async with self.turns:
                    room, secret = await asyncio.to_thread(self._read, id)
                room.ahead = self.ahead = self.wall() - self.pulse.now()
                room.told_after = self.told_after
                if self.sharing is not None:
                    await self.sharing.enter(room)
                self._open[id] = room
                await self._seen(room)
                self.commanders.serve(room, secret)
                if self.sharing is not None:  # what was stored while it was read
                    await self.sharing.abreast(room)
            there = self._open.get(id)
        self._opening.pop(id, None)
        return there or await self.room(id)  # it was put away, or is gone, while others were asked about it

    async def _seen(self, room: Room) -> None:
        """Somebody has come to a game; that is put down once a day."""
        if room.seen != self.seen.today:
            room.seen = self.seen.today
            with suppress(StoreError, IntegrityError):  # it can be read even where nothing can be written
                await asyncio.to_thread(self.seen.note, room.id)

    async def time(self) -> float:
        """The time of the database where several servers are at it, else of the machine."""
        if self.store.is_shared:
            return await asyncio.to_thread(self.store.time)
        return self.pulse.now() + self.ahead

    def clock(self) -> float:
        """The time by which entries age for those who look on late: the database's where several servers are at it.

        Else that of the machine when it was asked for first, and what has passed since: entries grow no older where
        somebody sets its clock.
        """
        if self.store.is_shared:
            return self.store.time()
        if self._ahead_first is None:
            self._ahead_first = self.wall() - self.pulse.now()
        return self.pulse.now() + self._ahead_first

    def grant(self, id: str, key: str) -> Grant | None:
        """What a key stands for. Raises StoreError."""
        return grant_of(self.store, id, key, self.clock)

    async def room_of(self, grant: Grant) -> Room:
        """The room that a key leads to. Raises Refused where it cannot be opened, StoreError."""
        if not grant.late:
            return await self.room(grant.game)
        found = await self.late.come(grant)
        if found.seen != self.seen.today:
            await self._seen(found)
            found = await self.late.room(grant.game, grant.late)  # the other may have been put away meanwhile
        found.unheard = self.sharing is not None and self.sharing.unheard
        return found

    async def entered(self, grant: Grant) -> Room:
        """The same for a single question. Raises Refused, StoreError."""
        room = await self.room_of(grant)
        if grant.of_the_end and room.goes_on:
            raise Refused("the end was taken back and the battle goes on: load the page again")
        return room

    def all_open(self) -> dict[str, Room]:
        """The rooms that are open, by the id of their game."""
        return dict(self._open)

    def looked_at(self) -> list[Room]:
        """All at which somebody may look, those of who looks on late as well."""
        return [*self._open.values(), *self.late.all_open()]

    def forget(self, room: Room) -> None:
        """A game is there no longer."""
        self._open.pop(room.id, None)
        room.gone()
        room.let_go()

    def gone(self, id: str) -> None:
        """Nor is it for those who look on late."""
        self.late.forget(id)
        if id in self._open:
            self.forget(self._open[id])

    def heard(self, id: str) -> None:
        """Another server may have stored something of a game: who looks on late at it is not told by its room."""
        self.late.heard(id)

    def hear_anew(self, games: Sequence[str]) -> None:
        """In some games a seat hears the other no more, or again: those who have them open are shown it, here and at
        the other servers. From whatever thread; while the server ends nobody is, and nothing else fails of that."""
        with suppress(RuntimeError):
            for id in games:
                self.store.ring(id)
        if games and self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._hear_anew, games)

    def _hear_anew(self, games: Sequence[str]) -> None:
        for id in games:
            if (room := self._open.get(id)) is not None:
                task = asyncio.create_task(self._heard_anew(room))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _heard_anew(self, room: Room) -> None:
        try:
            async with room.lock:
                await asyncio.to_thread(room.talk.reread)
                room.show_aside()
        except StoreError as error:
            LOGGER.warning("game %s: who hears whom cannot be read: %s", room.id, error)

    def put_away(self, id: str) -> bool:
        """Forget a game at which nothing is under way; whether it could be."""
        room = self._open.get(id)
        if room is None or room.watchers or room.lock.locked() or self.commanders.busy(room):
            return room is None
        room.let_go()
        del self._open[id]
        return True

    def begin(self) -> None:
        """The server begins: from now on it hears of the others. Called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_default_executor(Workers(THREADS, thread_name_prefix="table"))
        if self.store.is_shared:
            self.sharing = Sharing(self)

    def bar(self, id: str) -> str:
        """Why a game that is stored can no longer be opened; empty where it can. What chance was asked last is answered
        with that. Raises StoreError."""
        try:
            self._read(id, folded=True)
        except Refused as error:
            return error.reason
        return ""

    async def remove(self, room: Room, grant: Grant) -> bool:
        """Delete a game that is over and that nobody looks at, or one that nobody can join but who has this key; says
        whether it was done."""
        async with room.lock:
            if not room.vacant or not grant.seats:
                looked_at = await asyncio.to_thread(self.store.elsewhere, room.id)
                if room.game.decisions or room.watchers or looked_at or self.late.watched(room.id):
                    return False
            await asyncio.to_thread(self.store.remove, room.id)
            self.gone(room.id)
        return True

    async def close(self) -> None:
        """Stop what is under way; all of it is stored."""
        await self.commanders.close()
        await self.late.close()
        if self.sharing is not None:
            await self.sharing.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._open.values():
            room.carrier.stop()
        self._open.clear()

    def _read(self, id: str, *, folded: bool = False) -> tuple[Room, bytes]:
        """A room. `folded`: from every line of the record, whatever is packed of it."""
        with self.store.at_once():
            return self._opened(id, folded)

    def _opened(self, id: str, folded: bool) -> tuple[Room, bytes]:
        stored = self.store.game(id, "" if folded else snapshots.fit())
        if stored is None:
            raise Refused(f"there is no game {id[:40]!r}")
        try:
            room = Room(stored, self.store, self.shelf, self.pulse, self.clock)
            room.lookers, room.hear_anew, room.end_taken_back = self.lookers, self.hear_anew, self.late.heard
            room.offered, room.rematch = self.offers.of(id), self.offers.asked_again(id)
            room.vacant = self.offers.vacant(id, room.setup, room.offered)
            room.settle()
            editions.keep(self.store, room.game.battle)  # a game from before editions were kept has none yet
            return room, stored.secret
        except RecordError as error:
            raise Refused(f"the game cannot be opened: {error}") from None
        except (PackError, ContentError, LookupError, msgspec.MsgspecError) as error:
            raise Refused(f"the game cannot be opened: {error}") from None

    def _put_away(self) -> None:
        """Forget games that nobody looks at, the one first that was used least lately, when they take too much room."""
        quiet = {id: room for id, room in self._open.items() if not room.watchers and room.standing.beat is None}
        beyond = sum(map(weight, self._open.values())) - MEMORY
        for id, room in quiet.items():
            if beyond <= 0:
                return
            if not self.commanders.busy(room) and not room.lock.locked():
                room.let_go()
                del self._open[id]
                beyond -= weight(room)
