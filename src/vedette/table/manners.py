"""Good manners between sittings: a note to oneself, a word to the other side when one is back, a nudge once a day.

Kept beside the game and not in its record. The note is shown to its own key alone, the rest to the two seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from . import postgres
from .channels import nudging
from .messages import Nudge, Refused, Sitting, Unstored
from .schema import manners
from .store import Grant, Setup, Store, StoreError
from .talk import Talk

ONCE = 86_400.0
"""Seconds after which somebody may be nudged again."""

_ROWS = select(manners.c.who, manners.c.note, manners.c.back, manners.c.nudged, manners.c.asked).where(
    manners.c.game == bindparam("of")
)


class Row(msgspec.Struct, frozen=True):
    """What is kept of a key's seats."""

    note: str = ""
    back: str = ""
    """When the other side may count on it again, in its own words; until it answers."""
    nudged: float | None = None
    """When it was nudged last."""
    asked: bool = False
    """It has not answered since."""


class Manners:
    """Of one game."""

    def __init__(self, store: Store, game: str, setup: Setup) -> None:
        self.store = store
        self.game = game
        self.setup = setup
        self.rows: dict[str, Row] = {}
        self.reread()

    @property
    def two(self) -> bool:
        """Whether there is another person at another machine."""
        return self.setup.apart

    def reread(self) -> bool:
        """Take in what is stored; whether it is anything else. Raises StoreError."""
        with self.store.reading() as db:
            found = db.execute(_ROWS, {"of": self.game}).all()
        return self.took([tuple(row) for row in found])

    def took(self, rows: Iterable[tuple[str, str, str, float | None, bool]]) -> bool:
        """Take in what was read: by whom, and the fields of each row; whether it is anything else."""
        before = self.rows
        self.rows = {who: Row(note, back, nudged, asked) for who, note, back, nudged, asked in rows}
        return self.rows != before

    def of(self, seats: tuple[str, ...]) -> Row:
        """What is kept of the seats of a key."""
        return self.rows.get(" ".join(seats), Row())

    def keep(self, seats: tuple[str, ...], post: Callable[[Connection], None] | None = None, **changed: Any) -> None:
        """Keep something of the seats of a key. Raises StoreError.

        Args:
            post: what the outbox becomes with it.
        """
        who = " ".join(seats)
        where = (manners.c.game == self.game, manners.c.who == who)
        with self.store.writing() as db:
            postgres.lock_game(db, self.game)
            if not db.execute(update(manners).where(*where).values(**changed)).rowcount:
                row = {**msgspec.structs.asdict(Row()), **changed}
                db.execute(insert(manners).values(game=self.game, who=who, **row))
            if post is not None:
                post(db)
        try:
            self.reread()
        except StoreError:  # it is stored all the same
            self.rows = {**self.rows, who: msgspec.structs.replace(self.of(seats), **changed)}

    def came_back(self, grant: Grant) -> None:
        """A key has answered: it is there, and need not be nudged. Raises StoreError."""
        row = self.of(grant.seats)
        if row.back or row.asked:
            self.keep(grant.seats, back="", asked=False)

    def shown(self, grant: Grant, hushed: bool) -> dict[str, Any]:
        """The field of a state; without anything to tell none.

        Args:
            hushed: the key hears the other seat no more.
        """
        if not grant.seats:
            return {}
        mine = self.of(grant.seats)
        back = {seat: row.back for seat in self.setup.people if (row := self.of((seat,))).back}
        back = {seat: words for seat, words in back.items() if seat in grant.seats or not hushed}
        told = {"note": mine.note, "back": back, "nudged": mine.asked and not hushed}
        return {"manners": told} if any(told.values()) else {}


def nudged_at(store: Store, game: str, seat: str) -> float:
    """When a seat was nudged last, 0 where it never was. Raises StoreError."""
    with store.reading() as db:
        where = (manners.c.game == game, manners.c.who == seat)
        return float(db.execute(select(manners.c.nudged).where(*where)).scalar() or 0.0)


class Place(Protocol):
    """What is needed of a room."""

    manners: Manners
    talk: Talk
    lock: asyncio.Lock
    store: Store

    @property
    def id(self) -> str: ...
    @property
    def game(self) -> Any: ...
    @property
    def now(self) -> float: ...
    @property
    def asked(self) -> frozenset[str]: ...
    def check_game(self, id: str) -> None: ...
    def show_aside(self) -> None: ...


async def carry_out(room: Place, grant: Grant, message: Sitting | Nudge) -> dict[str, Any]:
    """Do as a message says, and show it to those whom it concerns. Raises Refused."""
    room.check_game(message.game)
    async with room.lock:
        try:
            done = _sit if isinstance(message, Sitting) else _nudge
            found: dict[str, Any] = await asyncio.to_thread(done, room, grant, message)  # type: ignore[arg-type]
        except StoreError as error:
            raise Unstored(error.said) from None
        room.show_aside()
    room.store.ring(room.id)
    return found


def _sit(room: Place, grant: Grant, message: Sitting) -> dict[str, Any]:
    note, back = message.note.strip(), message.back.strip()
    if not all(line.isprintable() for line in note.split("\n")) or not back.isprintable():
        raise Refused("a note has letters, signs and spaces")
    if back and (not room.manners.two or len(grant.seats) != 1):
        raise Refused("nobody waits for you at another machine: leave out when you are back")
    room.manners.keep(grant.seats, note=note, back=back)
    return {"note": note, "back": back}


def _nudge(room: Place, grant: Grant, message: Nudge) -> dict[str, Any]:
    kept = room.manners
    if not kept.two or len(grant.seats) != 1:
        raise Refused("there is nobody to be nudged in this game")
    other = next(seat for seat in kept.setup.people if seat not in grant.seats)
    if other not in room.asked:
        raise Refused(f"the {other.capitalize()} is not asked anything now")
    last = kept.of((other,)).nudged
    if last is not None and 0 <= room.now - last < ONCE:
        raise Refused("you have nudged within the last day; once a day is enough")
    room.talk.reread()  # another server, or another game of the two, may have been told meanwhile
    nudge = nudging(room.id, len(room.game.entries), other, room.now)
    # who hears no more is not written to either
    kept.keep((other,), None if other in room.talk.hushed else nudge, nudged=room.now, asked=True)
    return {"seat": other}
