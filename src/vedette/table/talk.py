"""What the two seats of a game say to each other: kept beside the game and not in its record, for them alone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from . import postgres, unheard
from .limits import Meter
from .messages import Hush, Refused, Report, Say, Unstored
from .schema import hushed, named, said
from .store import Grant, Setup, Store, StoreError

LOGGER = logging.getLogger("vedette.table")
MOST_A_MINUTE = 30
"""Lines of one seat."""
LONGEST = 500
"""Letters of a line."""

_LINES = (
    select(said.c.number, said.c.seat, said.c.text, said.c.entry, said.c.when)
    .where(said.c.game == bindparam("of"))
    .order_by(said.c.number)
)
_HUSHED = select(hushed.c.seat, hushed.c.since).where(hushed.c.game == bindparam("of"))


class Line(msgspec.Struct, frozen=True):
    """Something that was said."""

    number: int
    seat: str
    text: str
    entry: int | None
    """The moment that it is about: after this entry."""
    when: str


class Talk:
    """What was said in a game."""

    def __init__(self, store: Store, game: str, setup: Setup, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.game = game
        self.setup = setup
        self.now = now
        self.lines: tuple[Line, ...] = ()
        self.hushed: dict[str, int] = {}
        """Seats that hear the other no more, each from this line on."""
        self._meter = Meter(MOST_A_MINUTE)
        if self.is_on:
            self.reread()

    @property
    def heard(self) -> tuple[tuple[Line, ...], dict[str, int]]:
        """What was said, and who hears the other no more: all of which hangs what a seat is sent."""
        return self.lines, self.hushed

    @property
    def is_on(self) -> bool:
        """Whether there are two who may talk."""
        return self.setup.apart

    def reread(self) -> None:
        """Take in what is stored. Raises StoreError."""
        if not self.is_on:
            return
        with self.store.reading() as db:
            lines = db.execute(_LINES, {"of": self.game}).all()
            shut = db.execute(_HUSHED, {"of": self.game}).all()
            since = unheard.since(db, self.game)
        self.took([tuple(row) for row in lines], {row.seat: row.since for row in shut}, since)

    def took(
        self,
        lines: Iterable[tuple[int, str, str, int | None, str]],
        hushed: Mapping[str, int],
        since: Mapping[str, str],
    ) -> None:
        """Take in what was read: the fields of each line, who hears no more since which line in this game, and who
        since when in all games of the two."""
        if self.is_on:
            self.lines = tuple(Line(*fields) for fields in lines)
            everywhere = {
                seat: sum(line.when < when for line in self.lines)
                for seat, when in since.items()
                if seat in self.setup.people
            }
            self.hushed = everywhere | dict(hushed)

    def told(self, grant: Grant, after: int) -> list[Line]:
        """The lines after a number that a key hears: those of its seat and of the other; of no seat none."""
        if not grant.seats:
            return []
        return [line for line in self.lines if line.number > after and self._hears(grant, line)]

    def is_hushed(self, grant: Grant) -> bool:
        """Whether a key hears the other seat no more."""
        return any(seat in self.hushed for seat in grant.seats)

    def _hears(self, grant: Grant, line: Line) -> bool:
        if line.seat in grant.seats:
            return True
        return all(line.number <= self.hushed.get(seat, line.number) for seat in grant.seats)

    def seat_of(self, grant: Grant) -> str:
        """Who speaks by a key. Raises Refused where nobody could hear it."""
        if not self.is_on:
            raise Refused("there is nobody to talk to in this game")
        if len(grant.seats) != 1:
            raise Refused("both of you sit at this screen: say it to each other")
        return grant.seats[0]

    def add(self, grant: Grant, message: Say, n: int) -> int:
        """Say something; its number. Said again by the same id it stands once. Raises Refused, StoreError.

        Args:
            n: how many entries the game has.
        """
        seat, text, act = self.seat_of(grant), message.text.strip(), named(message.id)
        if not text or not text.isprintable():
            raise Refused("a line has letters, signs and spaces, and one of them at least")
        if message.entry is not None and not 0 <= message.entry <= n:
            raise Refused(f"the game has the entries 0 to {n}; there is no entry {message.entry}")
        with self._writing() as db:
            known = select(said.c.number).where(said.c.game == self.game, said.c.seat == seat, said.c.act == act)
            if (number := db.execute(known).scalar()) is not None:
                return int(number)
            if self._meter.another(seat):
                raise Refused(f"{MOST_A_MINUTE} lines were said within a minute; wait a little")
            last = db.execute(select(func.max(said.c.number)).where(said.c.game == self.game)).scalar()
            number = (last or 0) + 1
            row = {"game": self.game, "number": number, "seat": seat, "text": text, "entry": message.entry}
            db.execute(insert(said).values(**row, when=self._moment(), act=act, reported=False))
        self.reread()
        return int(number)

    def _moment(self) -> str:
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="seconds")

    def hush(self, grant: Grant, on: bool) -> list[str]:
        """Hear the other seat no more, or again; with accounts on both sides in all of their games: which they are.
        Raises Refused, StoreError."""
        seat, people = self.seat_of(grant), self.setup.people
        with self._writing() as db:
            own = (hushed.c.game == self.game, hushed.c.seat == seat)
            if on and db.execute(select(hushed.c.seat).where(*own)).first() is not None:
                return []  # said twice: what was said since is not heard either
            db.execute(delete(hushed).where(*own))
            if on:
                since = self.lines[-1].number if self.lines else 0
                db.execute(
                    insert(hushed).values(game=self.game, seat=seat, since=min(since, self.hushed.get(seat, since)))
                )
                games = unheard.put(db, self.game, people, seat, self._moment())
            else:
                games = unheard.lift(db, self.game, people, seat)
        self.reread()
        return [game for game in games if game != self.game]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction in which no other server writes what is said in this game."""
        with self.store.writing() as db:
            postgres.lock_game(db, self.game)
            yield db

    def report(self, grant: Grant, number: int) -> None:
        """Bring a line of the other seat before who runs the server. Raises Refused, StoreError."""
        seat = self.seat_of(grant)
        line = next((one for one in self.told(grant, 0) if one.number == number and one.seat != seat), None)
        if line is None:
            raise Refused(f"the other side has said no line {number}")
        with self.store.writing() as db:
            where = (said.c.game == self.game, said.c.number == number)
            again = db.execute(select(said.c.reported).where(*where)).scalar()
            db.execute(update(said).where(*where).values(reported=True))
        if not again:
            LOGGER.warning("game %s: %s reports line %d of %s: %r", self.game, seat, number, line.seat, line.text)


class Place(Protocol):
    """What is needed of a room."""

    id: str
    lock: asyncio.Lock
    talk: Talk
    store: Store

    hear_anew: Callable[[Sequence[str]], None]

    @property
    def game(self) -> Any: ...
    def show_aside(self) -> None: ...
    def check_game(self, id: str) -> None: ...


async def carry_out(room: Place, grant: Grant, message: Say | Hush | Report) -> dict[str, Any]:
    """Say, hush or report, and let those hear it who may; what the sender is told. Raises Refused."""
    room.check_game(message.game)
    async with room.lock:
        try:
            found, others = await asyncio.to_thread(_done, room, grant, message)
        except StoreError as error:
            raise Unstored(error.said) from None
        room.show_aside()
    room.store.ring(room.id)
    room.hear_anew(others)
    return found


def _done(room: Place, grant: Grant, message: Say | Hush | Report) -> tuple[dict[str, Any], list[str]]:
    """What the sender is told, and in which other games somebody is heard no more, or again."""
    if isinstance(message, Say):
        return {"number": room.talk.add(grant, message, len(room.game.entries))}, []
    if isinstance(message, Hush):
        return {"hushed": message.on}, room.talk.hush(grant, message.on)
    room.talk.report(grant, message.number)
    return {"number": message.number, "reported": True}, []
