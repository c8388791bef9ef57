"""Storage: games, who may see them, their records line by line, and what was answered. Any SQLAlchemy URL."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from . import postgres, shared
from .clocks import Time
from .disk import StoreError, driver_of, engine_of, failure, is_sqlite, shown
from .doorbell import EVERYBODY, Doorbell
from .schema import (
    answers,
    channels,
    clocks,
    editions,
    entries,
    games,
    grants,
    hashed,
    hushed,
    manners,
    offers,
    opened,
    outbox,
    rematches,
    requests,
    said,
    snapshots,
    standing,
)

__all__ = ["Grant", "Overtaken", "Setup", "Store", "StoreError", "Stored", "new_key"]

Changing = Callable[[str | None], str]
"""What is stored in the place of what was."""


def new_key() -> str:
    """A key by lot, of 144 bits."""
    return secrets.token_urlsafe(18)


class Overtaken(Exception):
    """Another process has stored an entry of this game in the meantime."""


class Setup(msgspec.Struct, frozen=True):
    """What a table knows of a game beside its record."""

    seats: dict[str, str]
    """Who plays each seat: "human" or a commander."""
    dice: str = "seeded"
    free_undo: bool = False
    """A lone player may take back past dice (practice)."""
    open_hands: bool = False
    hands: str = ""
    """One person on both sides: "open", or "drawn" where nobody sees a hand (see `hands`)."""
    beat: float | None = None
    """Seconds of a whole beat; None: the usual ones between two machines, none else (table/beat.py)."""
    orders: bool = False
    """Whether standing orders stand from the start; else all are suspended until their owner lets them stand."""
    lesson: bool = False
    """It is the guided first game of its battle."""
    time: Time | None = None
    """The pace of two people, where there are clocks."""

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people, in the order of the rulebook."""
        return tuple(s for s, who in self.seats.items() if who == "human")


class Grant(msgspec.Struct, frozen=True):
    """A key: what game and what seats it stands for."""

    token: str
    """What it is called in the store: its hash. Of a key that is made now, the key itself."""
    game: str
    seats: tuple[str, ...]


class Stored(msgspec.Struct, frozen=True):
    """A game as it is stored."""

    id: str
    battle: str
    setup: Setup
    secret: bytes
    header: str
    entries: tuple[str, ...]
    over: bool
    packed: tuple[bytes, ...] = ()
    """Its snapshots; `entries` then are those from the last of the packed ones on."""
    length: int = 0
    """How many entries it has."""

    @property
    def record(self) -> str:
        """The record so far, as JSON lines."""
        return "\n".join([self.header, *self.entries]) + "\n"


class Store:
    """One database. What `append` has returned from is on the disk."""

    def __init__(self, url: str, *, works: bool = False) -> None:
        """Open it, make its tables where they are missing, and move an older one. Raises StoreError.

        Args:
            works: for a worker (`work`), which runs the games that servers have open.
        """
        self.url = url
        self.name = (shared.WORKER if works else "") + secrets.token_hex(6)
        """Of this server, among those that are at the same database."""
        try:
            self._engine = engine_of(url)
            try:
                opened(self._engine, url)
                self._bell = Doorbell(self._engine, self.name) if self.is_shared else None
                if self.is_shared:
                    with self._engine.begin() as db:
                        postgres.lock(db, postgres.TABLES)
                        shared.create(db)
            except BaseException:
                self._engine.dispose()
                raise
        except SQLAlchemyError as error:
            raise failure(url, error) from None
        except ImportError as error:
            raise StoreError(f"database {shown(url)}: its driver is missing ({error}); {driver_of(url)}") from None

    @property
    def is_shared(self) -> bool:
        """Whether several servers may be at it at once."""
        return postgres.is_postgres(self._engine)

    def close(self) -> None:
        """Put what is in the write-ahead log into the database, and give every connection back."""
        if self._bell is not None:
            self._bell.close()
        if is_sqlite(self._engine):
            try:
                with self._engine.connect() as db:
                    db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            except SQLAlchemyError:
                pass  # what was committed is in the log, and is read from there
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which nothing is changed. What fails is a StoreError."""
        try:
            with self._engine.connect() as db:
                yield db
        except SQLAlchemyError as error:
            raise failure(self.url, error) from error

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all of it is on the disk when the block has ended, or nothing. What fails is a StoreError."""
        try:
            with self._engine.begin() as db:
                yield db
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise failure(self.url, error) from error

    def create(self, game: Stored, made: str, keys: Sequence[Grant]) -> None:
        """Store a new game with its keys, of which only the hash is kept. Raises StoreError."""
        with self.writing() as db:
            postgres.lock(db, postgres.GAMES)
            number = (db.execute(select(func.max(games.c.number))).scalar() or 0) + 1
            row = {"id": game.id, "battle": game.battle, "made": made, "secret": game.secret, "header": game.header}
            setup = msgspec.json.encode(game.setup).decode()
            db.execute(insert(games).values(**row, setup=setup, over=game.over, number=number))
            _add_entries(db, game.id, 1, game.entries)
            for key in keys:
                _add_key(db, key.token, key.game, key.seats)

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

    def game(self, id: str, fit: str = "") -> Stored | None:
        """A game with all its entries. Raises StoreError.

        Args:
            fit: the snapshots that fit this version are taken, and of the entries the last that is packed and what
                comes after it.
        """
        if not storable(id):
            return None
        with self.reading() as db:
            row = db.execute(select(games).where(games.c.id == id)).mappings().first()
            if row is None:
                return None
            packed = db.execute(_packed(id, fit)).all() if fit else []
            since = packed[-1].n if packed else 0
            wanted = select(entries.c.line).where(entries.c.game == id, entries.c.n >= since).order_by(entries.c.n)
            lines = tuple(db.execute(wanted).scalars().all())
        try:
            setup = msgspec.json.decode(row["setup"], type=Setup)
        except msgspec.MsgspecError as error:
            raise StoreError(f"database {shown(self.url)}: the row of game {id!r} is broken: {error}") from None
        bodies, length = tuple(one.body for one in packed), max(0, since - 1) + len(lines)
        return Stored(id, row["battle"], setup, row["secret"], row["header"], lines, row["over"], bodies, length)

    def keep_snapshots(self, game: str, fit: str, bodies: Mapping[int, bytes], *, anew: bool = False) -> None:
        """Keep snapshots by their last entries, where another server has not done so. Raises StoreError.

        Args:
            anew: in the place of all that were kept of the game.
        """
        with suppress(IntegrityError), self.writing() as db:
            postgres.lock_game(db, game)
            where = snapshots.c.game == game
            if anew:
                db.execute(delete(snapshots).where(where))
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
            for table in (
                grants,
                entries,
                snapshots,
                requests,
                standing,
                offers,
                rematches,
                said,
                hushed,
                clocks,
                manners,
                outbox,
                channels,
            ):
                db.execute(delete(table).where(table.c.game == game))
            db.execute(delete(games).where(games.c.id == game))
            if self.is_shared:
                shared.forget(db, game)
        self.ring(game)

    def grant(self, game: str, key: str) -> Grant | None:
        """What a key stands for; None where it is not one of this game. Raises StoreError."""
        if not storable(game):
            return None
        wanted = select(grants).where(grants.c.token == hashed(key), grants.c.game == game)
        with self.reading() as db:
            row = db.execute(wanted).mappings().first()
        return Grant(row["token"], row["game"], tuple(row["seats"].split())) if row else None

    def is_over(self, game: str) -> bool:
        """Whether there is such a game, and it is over. Raises StoreError."""
        if not storable(game):
            return False
        with self.reading() as db:
            return bool(db.execute(select(games.c.over).where(games.c.id == game)).scalar())

    def newest(self, played: bool = False) -> Grant | None:
        """The widest key of the game that was made last and is not over, one that somebody has played before others.

        Args:
            played: none that nobody has played.
        """
        answered = entries.c.line.not_like('%"seat":"chance"%')
        some = exists().where(entries.c.game == games.c.id, answered)
        wanted = select(games.c.id).where(~games.c.over).order_by(some.desc(), games.c.number.desc()).limit(1)
        with self.reading() as db:
            id = db.execute(wanted.where(some) if played else wanted).scalar()
            rows = db.execute(select(grants).where(grants.c.game == id)).mappings().all()
        found = [Grant(row["token"], row["game"], tuple(row["seats"].split())) for row in rows]
        return max(found, key=lambda g: len(g.seats), default=None)

    def another_key(self, grant: Grant) -> str:
        """A new key of the same seats: those that there are nobody can read out of the store. Raises StoreError."""
        key = new_key()
        with self.writing() as db:
            _add_key(db, key, grant.game, grant.seats)
        return key

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
    ) -> None:
        """Store new entries and what their sender is told, both or neither.

        Args:
            first: the number of the first of them.
            answer: (key, id of the act, what was answered).
            stop: where the game is held at the last of them, for the other servers.
            turned: what its clocks become with them.
            post: what its outbox becomes with them.

        Raises:
            Overtaken: another process was faster.
            StoreError: it could not be stored.
        """
        try:
            with self.writing() as db:
                postgres.lock_game(db, game)
                _add_entries(db, game, first, lines)
                _add_answer(db, answer)
                if turned is not None:
                    _change_clocks(db, game, turned)
                if post is not None:
                    post(db)
                db.execute(update(games).where(games.c.id == game, games.c.over != over).values(over=over))
                if self.is_shared:
                    shared.keep_pause(db, game, shared.STOP, first + len(lines) - 1, stop)
        except IntegrityError:
            raise Overtaken(game) from None
        self.ring(game)

    def request(self, game: str) -> str | None:
        """What a seat has asked the other, as it was put down."""
        with self.reading() as db:
            found: str | None = db.execute(select(requests.c.body).where(requests.c.game == game)).scalar()
        return found

    def keep_request(
        self, game: str, body: str, *, before: str | None, answer: tuple[str, str, str] | None = None
    ) -> None:
        """Put down what a seat asks the other, and what the sender is told, both or neither.

        Args:
            before: what stood there when it was decided.

        Raises:
            Overtaken: another process has put down something else since.
            StoreError: it could not be stored.
        """
        with self.writing() as db:
            postgres.lock_game(db, game)
            found = db.execute(select(requests.c.body).where(requests.c.game == game)).scalar()
            if self.is_shared and found != before:
                raise Overtaken(game)
            db.execute(delete(requests).where(requests.c.game == game))
            db.execute(insert(requests).values(game=game, body=body))
            _add_answer(db, answer)
        self.ring(game)

    def clocks(self, game: str) -> str | None:
        """How the clocks of a game stood when they were turned last. Raises StoreError."""
        with self.reading() as db:
            return _clocks(db, game)

    def change_clocks(self, game: str, change: Changing) -> str:
        """Turn the clocks of a game, while nobody else does. Raises StoreError."""
        with self.writing() as db:
            postgres.lock_game(db, game)
            body = _change_clocks(db, game, change)
        self.ring(game)
        return body

    def post(self, deed: Callable[[Connection], None]) -> None:
        """Do something with the outbox alone. Raises StoreError."""
        with self.writing() as db:
            deed(db)

    def edition(self, battle: str, hash: str) -> bytes | None:
        """An edition of a battle, packed; None where it is not kept. Raises StoreError."""
        if not storable(battle + hash):
            return None
        with self.reading() as db:
            where = (editions.c.battle == battle, editions.c.hash == hash)
            found: bytes | None = db.execute(select(editions.c.body).where(*where)).scalar()
        return found

    def has_edition(self, battle: str, hash: str) -> bool:
        """Whether an edition is kept. Raises StoreError."""
        with self.reading() as db:
            wanted = select(exists().where(editions.c.battle == battle, editions.c.hash == hash))
            return bool(db.execute(wanted).scalar())

    def keep_edition(self, battle: str, hash: str, body: bytes) -> None:
        """Keep an edition; that another server has done so in this moment is as good. Raises StoreError."""
        with suppress(IntegrityError), self.writing() as db:
            db.execute(insert(editions).values(battle=battle, hash=hash, body=body))

    def orders(self, game: str) -> dict[str, str]:
        """The standing orders of a game's seats, as they were kept."""
        with self.reading() as db:
            rows = db.execute(select(standing.c.seat, standing.c.body).where(standing.c.game == game)).all()
        return {row.seat: row.body for row in rows}

    def keep_orders(self, game: str, seat: str, body: str) -> None:
        """Keep the standing orders of a seat in the place of those before. Raises StoreError."""
        where = (standing.c.game == game, standing.c.seat == seat)
        with self.writing() as db:
            postgres.lock_game(db, game)
            if not db.execute(update(standing).where(*where).values(body=body)).rowcount:
                db.execute(insert(standing).values(game=game, seat=seat, body=body))
        self.ring(game)

    def answer(self, token: str, act: str) -> str | None:
        """What was answered to an act of a key, where it was carried out."""
        with self.reading() as db:
            where = (answers.c.token == token, answers.c.act == act)
            found: str | None = db.execute(select(answers.c.body).where(*where)).scalar()
        return found

    # -- several servers ---------------------------------------------------------------------------------

    def ring(self, game: str) -> None:
        """Tell the other servers that something has changed at a game."""
        if self._bell is not None:
            self._bell.ring(game)

    def listen(self, heard: Callable[[str], None]) -> None:
        """Hear from now on of what the other servers have changed; see `Doorbell`."""
        if self._bell is not None:
            self._bell.listen(heard)

    @property
    def line_lost(self) -> float:
        """Seconds since when the other servers are not heard, 0 while they are."""
        since = self._bell.lost_since if self._bell is not None else None
        return time.monotonic() - since if since is not None else 0.0

    def news(self, game: str, n: int) -> shared.News | None:
        """What was stored of a game beyond its first n entries; None where it is deleted. Raises StoreError."""
        with self.reading() as db:
            return shared.news(db, game, n)

    def pause(self, game: str, kind: str) -> tuple[int, str] | None:
        """A stop or a beat that was put down, and of how many entries it is. Raises StoreError."""
        if not self.is_shared:
            return None
        with self.reading() as db:
            return shared.pause(db, game, kind)

    def keep_pause(self, game: str, kind: str, n: int, body: str | None) -> None:
        """Put down a stop or a beat. Raises StoreError."""
        with self.writing() as db:
            postgres.lock_game(db, game)
            shared.keep_pause(db, game, kind, n, body)
        self.ring(game)

    def change_pause(self, game: str, kind: str, change: Callable[[str], str]) -> str | None:
        """Change what was put down, while nobody else does. Raises StoreError."""
        with self.writing() as db:
            postgres.lock_game(db, game)
            found = shared.pause(db, game, kind)
            body = change(found[1]) if found is not None else None
            if found is not None:
                shared.keep_pause(db, game, kind, found[0], body)
        self.ring(game)
        return body

    def keep_faces(self, rows: Mapping[str, tuple[str, str]]) -> None:
        """Put down what counters look like, for the other servers. Raises StoreError."""
        with self.writing() as db:
            shared.keep_faces(db, rows)

    def face(self, name: str) -> tuple[str, str] | None:
        """The battle of a counter that some server has shown, and what is shown of it. Raises StoreError."""
        with self.reading() as db:
            return shared.face(db, name)

    def announce(
        self, open: Mapping[str, shared.Seats], closed: Sequence[str]
    ) -> tuple[dict[str, list[shared.Presence]], float, dict[str, int]]:
        """Say what this server has open and what no longer; who has what, the time, how long the games are."""
        with self.writing() as db:
            if closed:
                shared.leave(db, self.name, closed)
            shared.sweep(db)
            return shared.announce(db, self.name, open), shared.now(db), shared.lengths(db, list(open))

    def at_work(self) -> tuple[list[str], list[str]]:
        """Say that this worker lives; the games that servers have open, and the workers. Raises StoreError."""
        with self.writing() as db:
            return shared.at_work(db, self.name)

    def elsewhere(self, game: str) -> bool:
        """Whether somebody looks at a game at another server. Raises StoreError."""
        if not self.is_shared:
            return False
        with self.reading() as db:
            return shared.elsewhere(db, game, self.name)

    def sits(self, game: str, seat: str) -> bool:
        """Whether somebody of a seat looks at a game at another server. Raises StoreError."""
        if not self.is_shared:
            return False
        with self.reading() as db:
            return shared.sits(db, game, seat)

    def time(self) -> float:
        """The time of a database that several servers are at. Raises StoreError."""
        with self.reading() as db:
            return shared.now(db)

    def leave(self) -> None:
        """This server ends: the others need not wait for it. Raises StoreError."""
        if self.is_shared:
            with self.writing() as db:
                shared.leave(db, self.name)
            self.ring(EVERYBODY)


def _packed(game: str, fit: str) -> Any:
    """What selects the snapshots of a game that fit."""
    where = (snapshots.c.game == game, snapshots.c.fit == fit)
    return select(snapshots.c.n, snapshots.c.body).where(*where).order_by(snapshots.c.n)


def storable(text: str) -> bool:
    """Whether a word from outside can stand in a database at all: PostgreSQL knows no character 0."""
    return "\0" not in text and text.isprintable()


def _add_entries(db: Any, game: str, first: int, lines: Sequence[str]) -> None:
    if lines:
        db.execute(insert(entries), [{"game": game, "n": n, "line": line} for n, line in enumerate(lines, first)])


def _add_answer(db: Any, answer: tuple[str, str, str] | None) -> None:
    if answer is not None:
        token, act, body = answer
        db.execute(insert(answers).values(token=token, act=act, body=body))


def _clocks(db: Connection, game: str) -> str | None:
    found: str | None = db.execute(select(clocks.c.body).where(clocks.c.game == game)).scalar()
    return found


def _change_clocks(db: Connection, game: str, change: Changing) -> str:
    body = change(_clocks(db, game))
    if not db.execute(update(clocks).where(clocks.c.game == game).values(body=body)).rowcount:
        db.execute(insert(clocks).values(game=game, body=body))
    return body


def _add_key(db: Connection, key: str, game: str, seats: Sequence[str]) -> None:
    db.execute(insert(grants).values(token=hashed(key), game=game, seats=" ".join(seats)))
