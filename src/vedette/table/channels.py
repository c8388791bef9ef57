"""Where the people of a game want to be told that they are asked, and what is still to be told: rows of the store.

A row of the outbox is put down in the transaction of the entry that asks its seat, and goes with the one by which that
seat answers: what is told is true when it is told.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from . import postgres
from .hours import next_hour
from .schema import channels, digests, games, outbox
from .store import Store
from .stored import storable

TURN, REMINDER, NUDGE = "turn", "reminder", "nudge"
LEASE = 120.0
"""Seconds for which a server that has taken a row may be at it, before another one takes it. They begin anew just
before it is brought (`held`): it may be the last one of many."""
MOST, TOGETHER = 20, 500
"""Rows that are taken at a time; those of digests go in a few letters."""


class Channel(msgspec.Struct, frozen=True):
    """One way in which a seat is told."""

    seat: str
    kind: str
    target: str
    zone: str
    """The name of its owner's time zone."""
    token: str
    """By which its owner says that it is his, or that he wants nothing more."""
    confirmed: bool
    broken: str
    """Why nothing is sent any more; empty while it is."""
    hour: int | None = None
    """Told once a day at this hour of that zone, of all games together; None: always."""

    def due(self, at: float) -> float:
        """When something is told that could be told then."""
        return at if self.hour is None else next_hour(at, self.zone, self.hour)


class Due(msgspec.Struct, frozen=True):
    """What is to be told now."""

    game: str
    n: int
    battle: str
    setup: str
    """As it is stored."""
    what: str
    tries: int
    channel: Channel
    lease: float
    """Until then it is ours; by that moment the row tells whom it belongs to."""


class Channels:
    """What the store knows of it."""

    def __init__(self, store: Store, sends: Collection[str] = ()) -> None:
        """`sends`: the kinds by which this server tells; what is due by others is left to servers that have them."""
        self.store = store
        self.sends = sends

    def of(self, game: str, seat: str) -> list[Channel]:
        """Those of a seat. Raises StoreError."""
        with self.store.reading() as db:
            where = (channels.c.game == game, channels.c.seat == seat)
            rows = db.execute(_rows().where(*where).order_by(channels.c.kind)).mappings().all()
        return [_channel(row) for row in rows]

    def put(
        self, game: str, seat: str, kind: str, target: str, zone: str, confirmed: bool, hour: int | None = None
    ) -> Channel:
        """Tell a seat there from now on, and nowhere else of this kind. Raises StoreError.

        Args:
            confirmed: whether nobody need agree to it. Who has agreed already has, and the links that he was sent
                stay good: only when he is told is another.
        """
        with self.store.writing() as db:
            postgres.lock_game(db, game)
            _drop(db, game, seat, kind, (outbox, digests))
            wanted = select(channels).where(*_at(game, seat, kind)).with_for_update()
            row = db.execute(wanted).mappings().first()
            token = secrets.token_urlsafe(18)
            if row is not None and row["target"] == target:
                token, confirmed = row["token"], confirmed or row["confirmed"]
            values = {"target": target, "zone": zone, "token": token, "confirmed": confirmed, "broken": ""}
            if row is not None:
                db.execute(update(channels).where(*_at(game, seat, kind)).values(**values))
            else:
                db.execute(insert(channels).values(game=game, seat=seat, kind=kind, **values))
            if hour is not None:
                db.execute(insert(digests).values(game=game, seat=seat, kind=kind, hour=hour))
        return Channel(seat, kind, target, zone, token, confirmed, "", hour)

    def drop(self, game: str, seat: str, kind: str) -> None:
        """Tell it there no more. Raises StoreError."""
        with self.store.writing() as db:
            postgres.lock_game(db, game)
            _drop(db, game, seat, kind)

    def stop(self, game: str, channel: Channel) -> None:
        """The same, unless it is another address by now. Raises StoreError."""
        with self.store.writing() as db:
            postgres.lock_game(db, game)
            if db.execute(delete(channels).where(*_this(game, channel))).rowcount:
                _drop(db, game, channel.seat, channel.kind)

    def by_token(self, token: str) -> tuple[str, Channel] | None:
        """The game and the channel that a link of a mail is about. Raises StoreError."""
        if not storable(token):
            return None
        with self.store.reading() as db:
            row = db.execute(_rows().where(channels.c.token == token)).mappings().first()
        return (row["game"], _channel(row)) if row is not None else None

    def battle(self, game: str) -> str:
        """The battle of a game at which somebody is told; empty where it is gone. Raises StoreError."""
        with self.store.reading() as db:
            return db.execute(select(games.c.battle).where(games.c.id == game)).scalar() or ""

    def confirm(self, token: str) -> None:
        """Its owner says that it is his. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(channels).where(channels.c.token == token).values(confirmed=True))

    def mark(self, game: str, channel: Channel, broken: str) -> None:
        """Nothing was brought by it, often enough; or it works again. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(channels).where(*_this(game, channel)).values(broken=broken[:300]))

    # -- the outbox ----------------------------------------------------------------------------------------

    def due(self, now: float) -> list[Due]:
        """What is to be told now, taken so that no other server takes it meanwhile. Raises StoreError."""
        return self._taken(now, digests.c.hour.is_(None), most=MOST)

    def due_together(self, now: float) -> list[list[Due]]:
        """What is to be told now once a day: all that goes to one address, the first such. Raises StoreError."""
        found: dict[tuple[str, str], list[Due]] = {}
        for one in self._taken(now, digests.c.hour.is_not(None), most=TOGETHER):
            found.setdefault((one.channel.kind, one.channel.target), []).append(one)
        return [*found.values()]

    def _taken(self, now: float, which: ColumnElement[bool], *, most: int) -> list[Due]:
        wanted = (
            select(outbox, channels, digests.c.hour, games.c.battle, games.c.setup)
            .join(channels, same_channel(outbox, channels))
            .outerjoin(digests, same_channel(outbox, digests))
            .join(games, games.c.id == outbox.c.game)
            .where(outbox.c.due <= now, ~outbox.c.sent, outbox.c.kind.in_(self.sends), *_open(), which)
            .order_by(outbox.c.due)
            .limit(most)
            .with_for_update(skip_locked=True, of=outbox)
        )
        with self.store.writing() as db:
            rows = db.execute(wanted).mappings().all()
            found = []
            for row in rows:
                names = ("game", "n", "battle", "setup", "what", "tries")
                one = Due(**{name: row[name] for name in names}, channel=_channel(row), lease=row["due"])
                found.append(self._leased(db, one, now))
        return [one for one in found if one is not None]

    def held(self, taken: list[Due], now: float) -> list[Due]:
        """Of what was taken that which is still to be told, ours from now on anew: nothing that was answered meanwhile,
        or that another server has taken since. Raises StoreError."""
        with self.store.writing() as db:
            found = [self._leased(db, one, now) for one in taken]
        return [one for one in found if one is not None]

    def _leased(self, db: Connection, one: Due, now: float) -> Due | None:
        """Ours from now on; None where it no longer was."""
        there = exists().where(same_channel(outbox, channels), channels.c.token == one.channel.token, *_open())
        lease = now + LEASE
        row = db.execute(update(outbox).where(*_where(one), there).values(due=lease))
        return msgspec.structs.replace(one, lease=lease) if row.rowcount else None

    def later(self, one: Due, due: float, *, failed: bool = False) -> None:
        """It is told at another time, unless it is no longer ours. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(outbox).where(*_where(one)).values(due=due, tries=one.tries + failed))

    def sent(self, one: Due) -> None:
        """It was told; the row stands, so that it is told once, until its seat answers. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(outbox).where(*_where(one)).values(sent=True))


def add(db: Connection, game: str, n: int, seat: str, kind: str, what: str, due: float) -> None:
    """One row, unless its seat was told of the same question already, or is about to be."""
    postgres.lock_game(db, game)  # that another server puts down the same in this moment is waited for
    same = (outbox.c.game == game, outbox.c.seat == seat, outbox.c.kind == kind, outbox.c.what == what)
    if what == NUDGE:
        db.execute(delete(outbox).where(*same))
    elif db.execute(select(outbox.c.n).where(*same)).first() is not None:
        return
    row = {"game": game, "n": n, "seat": seat, "kind": kind, "what": what}
    db.execute(insert(outbox).values(**row, due=due, tries=0, sent=False))


def nudging(game: str, n: int, seat: str, now: float) -> Callable[[Connection], None]:
    """The other side nudges a seat."""

    def post(db: Connection) -> None:
        for one in channels_of(db, game, [seat]):
            add(db, game, n, seat, one.kind, NUDGE, one.due(now))

    return post


def channels_of(db: Connection, game: str, seats: Collection[str] | None = None) -> list[Channel]:
    """Those of some seats, or of all."""
    found = [_channel(row) for row in db.execute(_OF_GAME, {"of": game}).mappings()]
    return [one for one in found if seats is None or one.seat in seats]


def _rows() -> Select[Any]:
    """Channels, each with the hour of its digest."""
    return select(channels, digests.c.hour).outerjoin(digests, same_channel(channels, digests))


def same_channel(one: Table, other: Table) -> ColumnElement[bool]:
    """Rows about the same channel."""
    return and_(*(one.c[name] == other.c[name] for name in ("game", "seat", "kind")))


_OF_GAME = _rows().where(channels.c.game == bindparam("of"))


def _drop(
    db: Connection, game: str, seat: str, kind: str, tables: Collection[Table] = (outbox, digests, channels)
) -> None:
    for table in tables:
        db.execute(delete(table).where(*_at(game, seat, kind, table)))


def forget_seats(db: Connection, seats: Iterable[tuple[str, str]], mail: str | None = None) -> None:
    """Tell these seats of games nowhere any more, in a transaction; by an address of mail no more to that one."""
    for game, seat in seats:
        theirs = select(channels.c.kind).where(channels.c.game == game, channels.c.seat == seat)
        if mail is not None:
            theirs = theirs.where(channels.c.kind == "mail", func.lower(channels.c.target) == mail.lower())
        kinds = list(db.execute(theirs).scalars())
        for table in (outbox, digests, channels):
            db.execute(delete(table).where(table.c.game == game, table.c.seat == seat, table.c.kind.in_(kinds)))


def _at(game: str, seat: str, kind: str, table: Table = channels) -> tuple[ColumnElement[bool], ...]:
    return (table.c.game == game, table.c.seat == seat, table.c.kind == kind)


def _this(game: str, channel: Channel) -> tuple[ColumnElement[bool], ...]:
    """This one, and none that has come in its place."""
    return (*_at(game, channel.seat, channel.kind), channels.c.token == channel.token)


def _open() -> tuple[ColumnElement[bool], ...]:
    """By which something is sent."""
    return (channels.c.confirmed, channels.c.broken == "")


def _where(one: Due) -> tuple[ColumnElement[bool], ...]:
    """The row, while it is ours."""
    at = {"game": one.game, "n": one.n, "seat": one.channel.seat, "kind": one.channel.kind, "what": one.what}
    return (*(outbox.c[name] == value for name, value in at.items()), outbox.c.due == one.lease, ~outbox.c.sent)


def _channel(row: Any) -> Channel:
    return Channel(**{name: row[name] for name in Channel.__struct_fields__})
