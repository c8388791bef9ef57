"""Storage: games, who may see them, their records line by line, and what was answered. Any SQLAlchemy URL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import postgres, shared
from .appending import New, add_entries, put_down
from .beside import Beside, Changing, turn_clocks
from .between import Between
from .disk import StoreError, shown
from .doorbell import GONE
from .keys import Keys, add_key
from .lateness import Lateness, begin_ages
from .schema import (
    afterwards,
    ages,
    answers,
    channels,
    claims,
    clocks,
    digests,
    entries,
    games,
    grants,
    hushed,
    late,
    lookers,
    manners,
    offerers,
    offers,
    outbox,
    rated,
    rematches,
    requests,
    said,
    seen,
    snapshots,
    standing,
    takers,
)
from .stored import Grant, Overtaken, Setup, Stored, new_key, storable

__all__ = ["Grant", "Overtaken", "Setup", "Store", "StoreError", "Stored", "new_key", "storable"]

OF_A_GAME = (
    late,
    lookers,
    afterwards,
    ages,
    grants,
    entries,
    snapshots,
    requests,
    standing,
    offers,
    offerers,
    takers,
    rematches,
    said,
    hushed,
    clocks,
    manners,
    outbox,
    digests,
    channels,
    claims,
    seen,
)
"""Tables whose rows go with their game."""

ALL = 2**31 - 1
"""No game has so many entries."""
_GAME = select(games).where(games.c.id == bindparam("of"))
_PACKED = (
    select(snapshots.c.n, snapshots.c.body)
    .where(snapshots.c.game == bindparam("of"), snapshots.c.fit == bindparam("fit"), snapshots.c.n <= bindparam("last"))
    .order_by(snapshots.c.n)
)
"""The snapshots of a game that fit and tell of no later entry."""
_LINES = (
    select(entries.c.line)
    .where(entries.c.game == bindparam("of"), entries.c.n >= bindparam("since"), entries.c.n <= bindparam("last"))
    .order_by(entries.c.n)
)


class Store(Keys, Beside, Between, Lateness):
    """One database. What `append` has returned from is on the disk."""

    def create(self, game: Stored, made: str, keys: Sequence[Grant], at: float | None = None) -> None:
        """Store a new game with its keys, of which only the hash is kept. Raises StoreError.

        Args:
            at: the time, where it is to be kept when its entries came.
        """
        with self.writing() as db:
            postgres.lock(db, postgres.GAMES)
            number = (db.execute(select(func.max(games.c.number))).scalar() or 0) + 1
            row = {"id": game.id, "battle": game.battle, "made": made, "secret": game.secret, "header": game.header}
            setup = msgspec.json.encode(game.setup).decode()
            db.execute(insert(games).values(**row, setup=setup, over=game.over, number=number))
            add_entries(db, game.id, 1, game.entries)
            for key in keys:
                add_key(db, key.token, key.game, key.seats)
            if at is not None:
                begin_ages(db, game.id, at)

    def ids(self, over: bool | None = None) -> list[str]:
        """The games, in the order in which they were made; only those that are over, or are not. Raises StoreError."""
        wanted = select(games.c.id).order_by(games.c.number)
        with self.reading() as db:
            found = db.execute(wanted if over is None else wanted.where(games.c.over == over)).scalars().all()
        return list(found)

    def count(self) -> int:
        """How many games there are. Raises StoreError."""
        with self.reading() as db:
            return db.execute(select(func.count()).select_from(games)).scalar() or 0

    def game(self, id: str, fit: str = "", upto: int | None = None) -> Stored | None:
        """A game with all its entries. Raises StoreError.

        Args:
            fit: the snapshots that fit this version are taken, and of the entries the last that is packed and what
                comes after it.
            upto: only its first entries, so many.
        """
        if not storable(id):
            return None
        with self.reading() as db:
            row = db.execute(_GAME, {"of": id}).mappings().first()
            if row is None:
                return None
            last = ALL if upto is None else upto
            packed = db.execute(_PACKED, {"of": id, "fit": fit, "last": last}).all() if fit else []
            since = packed[-1].n if packed else 0
            lines = tuple(db.execute(_LINES, {"of": id, "since": since, "last": last}).scalars().all())
        try:
            setup = msgspec.json.decode(row["setup"], type=Setup)
        except msgspec.MsgspecError as error:
            raise StoreError(f"database {shown(self.url)}: the row of game {id!r} is broken: {error}") from None
        bodies, length = tuple(one.body for one in packed), max(0, since - 1) + len(lines)
        return Stored(id, row["battle"], setup, row["secret"], row["header"], lines, row["over"], bodies, length)

    def is_over(self, game: str) -> bool:
        """Whether there is such a game, and it is over. Raises StoreError."""
        if not storable(game):
            return False
        with self.reading() as db:
            return bool(db.execute(select(games.c.over).where(games.c.id == game)).scalar())

    def keep_snapshots(self, game: str, fit: str, bodies: Mapping[int, bytes], *, anew: bool = False) -> None:
        """Keep snapshots by their last entries, where another server has not done so. Raises StoreError.

        Args:
            anew: in the place of all that were kept of the game, but for those of another version that is at the
                database as well, as while servers are brought up to date one after the other.
        """
        with suppress(IntegrityError), self.writing() as db:
            postgres.lock_game(db, game)
            where = snapshots.c.game == game
            if anew:
                others = [one for one in self.versions(db, fit) if one != fit]
                db.execute(delete(snapshots).where(where, snapshots.c.fit.not_in(others)))
            there = set(db.execute(select(snapshots.c.n).where(where, snapshots.c.fit == fit)).scalars())
            rows = [{"game": game, "fit": fit, "n": n, "body": body} for n, body in bodies.items() if n not in there]
            if rows:
                db.execute(insert(snapshots), rows)

    def remove(self, game: str) -> None:
        """Delete a game with its keys and all that was kept of it. Raises StoreError."""
        keys = select(grants.c.token).where(grants.c.game == game)
        with self.writing() as db:
            postgres.lock_game(db, game)
            db.execute(delete(answers).where(answers.c.token.in_(keys)))
            _part(db, game)
            for table in OF_A_GAME:
                db.execute(delete(table).where(table.c.game == game))
            db.execute(delete(games).where(games.c.id == game))
            if self.is_shared:
                shared.forget(db, game)
        self.ring(game)
        self.ring(GONE + game)

    def append(
        self,
        game: str,
        first: int,
        lines: Sequence[str],
        *,
        answer: tuple[str, str, str] | None,
        over: bool,
        stop: str | None = None,
        turned: Changing | None = None,
        post: Callable[[Connection], None] | None = None,
        at: float | None = None,
    ) -> None:
        """Store new entries and what their sender is told, both or neither.

        Args:
            first: the number of the first of them.
            answer: (key, id of the act, what was answered).
            stop: where the game is held at the last of them, for the other servers.
            turned: what its clocks become with them.
            post: what its outbox becomes with them.
            at: the time; without it they count from when somebody who looks on late comes next.

        Raises:
            Overtaken: another process was faster.
            StoreError: it could not be stored.
        """
        try:
            with self.writing() as db:
                postgres.lock_game(db, game)
                put_down(db, New(game, first, lines, answer, over, at))
                if turned is not None:
                    turn_clocks(db, game, turned)
                if post is not None:
                    post(db)
                if self.is_shared and (stop is not None or not lines):  # one of fewer entries holds no longer
                    shared.keep_pause(db, game, shared.STOP, first + len(lines) - 1, stop)
        except IntegrityError:
            raise Overtaken(game) from None
        self.ring(game)


def _part(db: Connection, game: str) -> None:
    """Take a game that is deleted out of its pair and from behind the game that it follows, which may have another."""
    row = db.execute(select(rated.c.players, rated.c.ended).where(rated.c.game == game)).first()
    if row is not None and (row.ended is None or len(msgspec.json.decode(row.players)) < 2):
        db.execute(delete(rated).where(rated.c.game == game))
        before = select(rematches.c.game).where(rematches.c.next == game)
        db.execute(update(rated).where(rated.c.other == game, rated.c.game.in_(before)).values(other=""))
    db.execute(delete(rematches).where(rematches.c.next == game))
