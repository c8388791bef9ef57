"""What an entry, or a wish of one side, makes of the outbox: rows that are stored with it (`channels` brings them)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy import ColumnElement, Connection, delete, false

from .channels import REMINDER, TURN, add, channels_of
from .manners import Manners
from .requests import OPEN, REFUSED, Request
from .schema import outbox
from .store import Grant, Setup
from .talk import Talk

ASKED, DECLINED, OVER, FLAG, TAKEN = "asked", "refused", "over", "flag", "taken"
OF_A_MOMENT = (ASKED, DECLINED, OVER, TAKEN)
"""They are of one entry, and gone with the next."""
Post = Callable[[Connection], None]


class Place(Protocol):
    """What is needed of a room."""

    setup: Setup
    told_after: float
    stop: Any
    game: Any
    manners: Manners
    talk: Talk
    request: Request | None

    @property
    def id(self) -> str: ...
    @property
    def now(self) -> float: ...
    @property
    def asked(self) -> frozenset[str]: ...


def posting(
    game: str,
    n: int,
    asked: frozenset[str],
    by: str,
    due: float,
    *,
    knows: bool = True,
    over: frozenset[str] = frozenset(),
    flags: frozenset[str] = frozenset(),
) -> Post:
    """What the entry n of a game makes of its outbox, to be done with it.

    Args:
        asked: the seats that are asked from now on.
        by: the seat that has answered.
        due: when somebody is told.
        knows: whether that seat knows that it is asked again: not where a standing order has answered for it.
        over: the seats to which it is news that the battle is over.
        flags: the seats that may claim it once the time of the other side is over.
    """

    def post(db: Connection) -> None:
        told = channels_of(db, game)
        if not told:  # what is to be told there has gone with the last of them
            return
        mine, flag = outbox.c.game == game, outbox.c.what == FLAG
        db.execute(delete(outbox).where(mine, flag, outbox.c.seat.not_in(flags)))
        gone = outbox.c.seat.not_in(asked) | (outbox.c.seat == by) | outbox.c.what.in_(OF_A_MOMENT)
        db.execute(delete(outbox).where(mine, ~flag, gone))
        for one in told:
            if one.seat in asked and not (knows and one.seat == by):
                add(db, game, n, one.seat, one.kind, TURN, one.due(due))
            if one.seat in asked:
                add(db, game, n, one.seat, one.kind, REMINDER, due)
            if one.seat in over:
                add(db, game, n, one.seat, one.kind, OVER, one.due(due))
            if one.seat in flags:
                add(db, game, n, one.seat, one.kind, FLAG, due)

    return post


def beginning(room: Place, seat: str) -> Post:
    """Who says now where he is to be told: what he will be told there though the game does not go on."""
    n, now, asked, flags = len(room.game.entries), room.now, room.asked, waiting(room)

    def post(db: Connection) -> None:
        for one in channels_of(db, room.id, [seat]):
            if seat in asked:
                add(db, room.id, n, seat, one.kind, REMINDER, now)
            if seat in flags:
                add(db, room.id, n, seat, one.kind, FLAG, now)

    return post


def reminding(game: str, n: int, seat: str, due: float) -> Post:
    """A seat that is asked is reminded once more, whether or not it was for the same question."""

    def post(db: Connection) -> None:
        mine = (outbox.c.game == game, outbox.c.seat == seat, outbox.c.what == REMINDER)
        db.execute(delete(outbox).where(*mine))
        for one in channels_of(db, game, [seat]):
            add(db, game, n, seat, one.kind, REMINDER, due)

    return post


def of_entries(room: Place, by: str, grant: Grant | None) -> Post | None:
    """What the entries that are stored now make of the outbox; None where nobody is elsewhere.

    Args:
        by: the seat of the last entry that is a seat's.
        grant: whose key has done it; None where it was a standing order.
    """
    if not room.manners.two:
        return None
    by = grant.seats[0] if grant is not None and len(grant.seats) == 1 else by
    there = frozenset(grant.seats) if grant is not None else frozenset()
    goes_on = room.game.decisions or room.stop is not None
    over = frozenset[str]() if goes_on else frozenset(room.setup.people) - there
    due = room.now + room.told_after
    n, flags = len(room.game.entries), waiting(room)
    return posting(room.id, n, room.asked, by, due, knows=grant is not None, over=over, flags=flags)


def taken(room: Place, seat: str) -> Post:
    """Somebody has taken this seat, which was offered: who has the other may come and play."""
    n, due = len(room.game.entries), room.now + room.told_after

    def post(db: Connection) -> None:
        for one in channels_of(db, room.id, [other for other in room.setup.people if other != seat]):
            add(db, room.id, n, one.seat, one.kind, TAKEN, one.due(due))

    return post


def waiting(room: Place) -> frozenset[str]:
    """The seats that may claim the game once the time of the other side, which is asked, is over."""
    time, people = room.setup.time, frozenset(room.setup.people)
    if time is None or not time.claim:
        return frozenset()
    return frozenset(seat for seat in people if room.asked - {seat})


def wished(room: Place, request: Request) -> Post | None:
    """What one side asks of the other is told to that one, and to the first that the other does not agree."""
    if not room.manners.two:
        return None
    others = [seat for seat in room.setup.people if seat != request.seat and seat not in room.talk.hushed]
    told = {OPEN: (ASKED, others), REFUSED: (DECLINED, [request.seat])}.get(request.status)
    n, due, before = len(room.game.entries), room.now + room.told_after, room.request
    known = before.kinds if before is not None and before.n == n else ()
    of_others: ColumnElement[bool] = outbox.c.sent if request.status == OPEN and request.kind not in known else false()

    def post(db: Connection) -> None:
        # what was told stands: it is told once, however often it is withdrawn and put again
        mine, asked = outbox.c.game == room.id, outbox.c.what == ASKED
        db.execute(delete(outbox).where(mine, asked, ~outbox.c.sent))
        db.execute(delete(outbox).where(mine, asked | (outbox.c.what == DECLINED), of_others))
        what, seats = told or ("", [])
        for one in channels_of(db, room.id, seats):
            add(db, room.id, n, one.seat, one.kind, what, one.due(due))

    return post
