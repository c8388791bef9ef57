"""Storage: games, who may see them, their records line by line, and what was answered. Any SQLAlchemy URL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    exists,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

SCHEMA = 1
"""Raised when the tables change; a database of a later one is refused."""

metadata = MetaData()
about = Table("about", metadata, Column("name", String(40), primary_key=True), Column("value", String(200)))
games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("battle", String(200), nullable=False),
    Column("made", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("header", Text, nullable=False),
    Column("over", Boolean, nullable=False),
)
grants = Table(
    "grants",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("seats", String(400), nullable=False),
)
entries = Table(
    "entries",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("line", Text, nullable=False),
    PrimaryKeyConstraint("game", "n"),
)
answers = Table(
    "answers",
    metadata,
    Column("token", String(64), nullable=False),
    Column("act", String(80), nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("token", "act"),
)


requests = Table("requests", metadata, Column("game", ForeignKey("games.id"), primary_key=True), Column("body", Text))
standing = Table(
    "orders",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)


class StoreError(Exception):
    """The database cannot be used; one line for a person."""


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

    @property
    def people(self) -> tuple[str, ...]:
        """The seats of people, in the order of the rulebook."""
        return tuple(s for s, who in self.seats.items() if who == "human")


class Grant(msgspec.Struct, frozen=True):
    """A key: what game and what seats it stands for."""

    token: str
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

    @property
    def record(self) -> str:
        """The record so far, as JSON lines."""
        return "\n".join([self.header, *self.entries]) + "\n"


class Store:
    """One database. What `append` has returned from is on the disk."""

    def __init__(self, url: str) -> None:
        """Open it, and make its tables where they are missing. Raises StoreError."""
        self.url = url
        try:
            self._engine = _engine(url)
            metadata.create_all(self._engine)
            self._check_schema()
        except SQLAlchemyError as error:
            raise StoreError(f"database {_shown(url)}: {_first_line(error)}") from None
        except ImportError as error:
            raise StoreError(f"database {_shown(url)}: its driver is missing ({error}); install it with pip") from None

    def _check_schema(self) -> None:
        with self._engine.begin() as db:
            found = db.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
            if found is None:
                db.execute(insert(about).values(name="schema", value=str(SCHEMA)))
            elif int(found) > SCHEMA:
                raise StoreError(
                    f"database {_shown(self.url)}: of schema {found}, this program knows {SCHEMA}; use a newer Vedette"
                )

    def close(self) -> None:
        """Give every connection back."""
        self._engine.dispose()

    def create(self, game: Stored, made: str, keys: Sequence[Grant]) -> None:
        """Store a new game with its keys."""
        with self._engine.begin() as db:
            row = {"id": game.id, "battle": game.battle, "made": made, "secret": game.secret, "header": game.header}
            setup = msgspec.json.encode(game.setup).decode()
            db.execute(insert(games).values(**row, setup=setup, over=game.over))
            _add_entries(db, game.id, 1, game.entries)
            for key in keys:
                db.execute(insert(grants).values(token=key.token, game=key.game, seats=" ".join(key.seats)))

    def game(self, id: str) -> Stored | None:
        """A game with all its entries."""
        with self._engine.connect() as db:
            row = db.execute(select(games).where(games.c.id == id)).mappings().first()
            if row is None:
                return None
            lines = db.execute(select(entries.c.line).where(entries.c.game == id).order_by(entries.c.n)).scalars()
            setup = msgspec.json.decode(row["setup"], type=Setup)
            return Stored(id, row["battle"], setup, row["secret"], row["header"], tuple(lines), row["over"])

    def grant(self, game: str, token: str) -> Grant | None:
        """What a key stands for; None where it is not one of this game."""
        with self._engine.connect() as db:
            row = db.execute(select(grants).where(grants.c.token == token, grants.c.game == game)).mappings().first()
        return Grant(row["token"], row["game"], tuple(row["seats"].split())) if row else None

    def newest(self, played: bool = False) -> Grant | None:
        """The widest key of the game that was made last and is not over, one that somebody has played before others.

        Args:
            played: none that nobody has played.
        """
        answered = entries.c.line.not_like('%"seat":"chance"%')
        some = exists().where(entries.c.game == games.c.id, answered)
        wanted = select(games.c.id).where(~games.c.over).order_by(some.desc(), games.c.made.desc()).limit(1)
        with self._engine.connect() as db:
            id = db.execute(wanted.where(some) if played else wanted).scalar()
            rows = db.execute(select(grants).where(grants.c.game == id)).mappings().all()
        found = [Grant(row["token"], row["game"], tuple(row["seats"].split())) for row in rows]
        return max(found, key=lambda g: len(g.seats), default=None)

    def append(
        self, game: str, first: int, lines: Sequence[str], *, answer: tuple[str, str, str] | None, over: bool
    ) -> None:
        """Store new entries and what their sender is told, both or neither.

        Args:
            first: the number of the first of them.
            answer: (key, id of the act, what was answered).

        Raises:
            Overtaken: another process was faster.
            StoreError: it could not be stored.
        """
        try:
            with self._engine.begin() as db:
                _add_entries(db, game, first, lines)
                _add_answer(db, answer)
                db.execute(update(games).where(games.c.id == game, games.c.over != over).values(over=over))
        except IntegrityError:
            raise Overtaken(game) from None
        except SQLAlchemyError as error:
            raise StoreError(_first_line(error)) from error

    def request(self, game: str) -> str | None:
        """What a seat has asked the other, as it was put down."""
        with self._engine.connect() as db:
            found: str | None = db.execute(select(requests.c.body).where(requests.c.game == game)).scalar()
        return found

    def keep_request(self, game: str, body: str, *, answer: tuple[str, str, str] | None = None) -> None:
        """Put down what a seat asks the other, and what the sender is told, both or neither. Raises StoreError."""
        try:
            with self._engine.begin() as db:
                db.execute(delete(requests).where(requests.c.game == game))
                db.execute(insert(requests).values(game=game, body=body))
                _add_answer(db, answer)
        except SQLAlchemyError as error:
            raise StoreError(_first_line(error)) from error

    def orders(self, game: str) -> dict[str, str]:
        """The standing orders of a game's seats, as they were kept."""
        with self._engine.connect() as db:
            rows = db.execute(select(standing.c.seat, standing.c.body).where(standing.c.game == game)).all()
        return {row.seat: row.body for row in rows}

    def keep_orders(self, game: str, seat: str, body: str) -> None:
        """Keep the standing orders of a seat in the place of those before. Raises StoreError."""
        where = (standing.c.game == game, standing.c.seat == seat)
        try:
            with self._engine.begin() as db:
                if not db.execute(update(standing).where(*where).values(body=body)).rowcount:
                    db.execute(insert(standing).values(game=game, seat=seat, body=body))
        except SQLAlchemyError as error:
            raise StoreError(_first_line(error)) from error

    def answer(self, token: str, act: str) -> str | None:
        """What was answered to an act of a key, where it was carried out."""
        with self._engine.connect() as db:
            where = (answers.c.token == token, answers.c.act == act)
            found: str | None = db.execute(select(answers.c.body).where(*where)).scalar()
        return found


def _add_entries(db: Any, game: str, first: int, lines: Sequence[str]) -> None:
    if lines:
        db.execute(insert(entries), [{"game": game, "n": n, "line": line} for n, line in enumerate(lines, first)])


def _add_answer(db: Any, answer: tuple[str, str, str] | None) -> None:
    if answer is not None:
        token, act, body = answer
        db.execute(insert(answers).values(token=token, act=act, body=body))


def _engine(url: str) -> Engine:
    at = make_url(url)
    if at.get_backend_name() != "sqlite":
        return create_engine(at, pool_pre_ping=True)
    if at.database in (None, "", ":memory:"):
        raise StoreError(f"database {url}: in memory nothing is kept; name a file, such as sqlite:///games.sqlite")
    engine = create_engine(at)
    event.listen(engine, "connect", _durable)
    return engine


def _durable(connection: Any, _: Any) -> None:
    """A commit that has returned outlives a kill and a loss of power."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _shown(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return repr(url)


def _first_line(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
