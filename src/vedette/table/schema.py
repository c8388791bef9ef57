"""The tables of the store, what an older database is moved to, and whether a database is one of ours."""

from __future__ import annotations

import hashlib
import json

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from . import cascades, postgres
from .cascades import CASCADE
from .disk import StoreError, is_sqlite, keep_private, log_first, shown

SCHEMA = 2
"""Raised when the tables change, with what an older database is moved by; a database of a later one is refused. A table
may be added without that if nothing of it keeps an older program from what it does (`cascades`)."""

ACT = 80
"""Letters of an act's id as it is stored."""

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
    Column("number", Integer),
)
"""`number` counts up with each game that is made: which one is the newest no clock can turn round."""
grants = Table(
    "grants",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("seats", String(400), nullable=False),
)
"""`token` is the hash of a key (`hashed`); the key itself is kept nowhere."""
late = Table(
    "late",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("seconds", Integer, nullable=False),
)
"""Keys by which somebody looks on later than it happens, and by how much (`lateness`)."""
lookers = Table(
    "lookers",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("game", ForeignKey("games.id", ondelete=CASCADE), nullable=False, index=True),
)
"""Those of them by which somebody has come: nothing hangs on one that was only made."""
afterwards = Table(
    "afterwards",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("game", ForeignKey("games.id", ondelete=CASCADE), nullable=False, index=True),
    Column("seconds", Integer, nullable=False),
)
"""Keys to look on that were made while their game was over, and by how much later they are shown it if that is taken
back."""
ages = Table(
    "ages",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("at", Float, nullable=False),
    PrimaryKeyConstraint("game", "n"),
)
"""When a game had so many entries; by the clock of the database where several servers are at it."""
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
    Column("act", String(ACT), nullable=False),
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
offers = Table(
    "offers",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", String(40), nullable=False),
    Column("by", String(40), nullable=False),
    Column("made", Float, nullable=False),
    Column("taken", Boolean, nullable=False),
)
"""Games of which one seat was offered to anybody (`lobby`); `made` by the clock of the server, in seconds."""
offerers = Table(
    "offerers",
    metadata,
    Column("game", ForeignKey("games.id", ondelete=CASCADE), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete=CASCADE), nullable=False, index=True),
)
"""By which account a seat is or was offered, where who offers it has entered one."""
takers = Table(
    "takers",
    metadata,
    Column("game", ForeignKey("games.id", ondelete=CASCADE), primary_key=True),
    Column("by", String(40), nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete=CASCADE), index=True),
)
"""What he calls himself who has taken the seat of a game that was offered, and by which account, if he has entered
one."""
rematches = Table(
    "rematches",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("next", String(40), nullable=False),
    Column("seat", String(40), nullable=False),
)
"""The game that follows one that is over with the sides changed about, and the seat of the old one that asked first."""
said = Table(
    "said",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Column("entry", Integer),
    Column("when", String(40), nullable=False),
    Column("act", String(ACT), nullable=False),
    Column("reported", Boolean, nullable=False),
    PrimaryKeyConstraint("game", "number"),
)
"""What the two seats of a game have said to each other (`talk`)."""
hushed = Table(
    "hushed",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("since", Integer, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""Seats that hear the other no more, each from a line on."""
clocks = Table(
    "clocks",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("body", Text, nullable=False),
)
"""How the clocks of a game stood when they were turned last (`timing`)."""
manners = Table(
    "manners",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("who", String(400), nullable=False),
    Column("note", String(1000), nullable=False),
    Column("back", String(80), nullable=False),
    Column("nudged", Float),
    Column("asked", Boolean, nullable=False),
    PrimaryKeyConstraint("game", "who"),
)
"""What somebody said at the end of a sitting, and that he was nudged (`manners`); `who` are the seats of a key."""
channels = Table(
    "channels",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("target", String(500), nullable=False),
    Column("zone", String(60), nullable=False),
    Column("token", String(40), nullable=False, index=True),
    Column("confirmed", Boolean, nullable=False),
    Column("broken", String(300), nullable=False),
    PrimaryKeyConstraint("game", "seat", "kind"),
)
"""Where a seat wants to be told that it is asked (`channels`)."""
digests = Table(
    "digests",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("hour", Integer, nullable=False),
    PrimaryKeyConstraint("game", "seat", "kind"),
)
"""Channels by which a seat is told once a day, at this hour of its owner's zone; by the others always."""
outbox = Table(
    "outbox",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("seat", String(40), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("what", String(20), nullable=False),
    Column("due", Float, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    Column("sent", Boolean, nullable=False),
    PrimaryKeyConstraint("game", "n", "seat", "kind", "what"),
)
"""What is to be told, and what was, until its seat answers."""
seen = Table(
    "seen",
    metadata,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("day", Integer, nullable=False),
)
"""The day on which somebody has opened a game last (`abandoned`)."""
editions = Table(
    "editions",
    metadata,
    Column("battle", String(200), nullable=False),
    Column("hash", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("battle", "hash"),
)
"""What battles are played by, each edition once; `hash` is that of the headers of its games. None by which a game was
ever played is deleted: a record that was sent somewhere may need it."""
brought = Table(
    "brought",
    metadata,
    Column("battle", String(200), nullable=False),
    Column("hash", String(40), nullable=False),
    Column("size", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("battle", "hash"),
)
"""Those of the editions that somebody has brought and no game has gone over to, by the order in which they came."""
accounts = Table(
    "accounts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("folded", String(120), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("mail", String(500), nullable=False, index=True),
    Column("made", Float, nullable=False),
)
"""People who want to be known again (`people`). `folded`: by what two names are the same; `mail` is empty before its
owner has agreed."""
sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("made", Float, nullable=False),
    Column("used", Float, nullable=False),
)
"""Browsers in which somebody has entered; `token` is a hash, as that of a key."""
claims = Table(
    "claims",
    metadata,
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("seats", String(400), nullable=False),
    Column("when", Float, nullable=False),
    PrimaryKeyConstraint("account", "game"),
)
"""The seats of games that are somebody's: he gets a key of them wherever he enters."""
unheard = Table(
    "unheard",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete=CASCADE), nullable=False),
    Column("other", ForeignKey("accounts.id", ondelete=CASCADE), nullable=False, index=True),
    Column("when", String(40), nullable=False),
    PrimaryKeyConstraint("account", "other"),
)
"""Accounts that hear another no more in any game, each from a moment on (`unheard`)."""
passkeys = Table(
    "passkeys",
    metadata,
    Column("credential", String(1400), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("public", LargeBinary, nullable=False),
    Column("count", Integer, nullable=False),
    Column("made", Float, nullable=False),
)
"""By what else an account is entered: the public half of a key that somebody's device keeps."""
rated = Table(
    "rated",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("other", String(40), nullable=False),
    Column("battle", String(200), nullable=False),
    Column("players", String(300), nullable=False),
    Column("winner", String(40)),
    Column("ended", Float, index=True),
)
"""Games of rated pairs (`ratings`). What came of one stays when the game is deleted, and when an account is closed: the
ratings of others rest upon it."""
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("key", String(200), nullable=False),
)
"""Keys of the server itself, by what they are for (`push`): they go with a copy, or what rests upon them ends."""
links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=True, index=True),
    Column("kind", String(20), nullable=False),
    Column("target", String(500), nullable=False),
    Column("until", Float, nullable=False),
)
"""What is good for one deed and a short while: a link of a mail, what a passkey has to sign. `token` is a hash."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("fit", String(40), nullable=False),
    Column("n", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("game", "fit", "n"),
)
"""Stretches of games, packed, by their last entry and the version of the program (`snapshots`): what they hold follows
from the entries, and no copy takes them along."""


def hashed(key: str) -> str:
    """What is kept of a key. Keys are random, of 144 bits: nobody tries them all, so that a plain hash is enough."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def named(id: object) -> str:
    """The id of an act as it is stored; of one that becomes too long by its signs the hash."""
    text = json.dumps(id)
    return text if len(text) <= ACT else hashed(text)


def opened(engine: Engine, url: str) -> None:
    """Make the tables where they are missing, and move an older database. Raises StoreError where it is not ours.

    Nothing is put into a database that somebody else has made, nor into one that is broken.
    """
    before = _check_whose(engine, url)
    if is_sqlite(engine):
        log_first(engine)
        keep_private(engine)
    if before == SCHEMA and not _missing(engine) and not cascades.lacking(engine, metadata):
        return
    with engine.connect() as db:
        if is_sqlite(engine):
            db.exec_driver_sql("BEGIN IMMEDIATE")  # of two servers that start at once, one does it
        postgres.lock(db, postgres.TABLES)
        added = _missing(db)
        metadata.create_all(db)
        cascades.mend(db, metadata)
        if lookers.name in added:  # of keys that an earlier program has made nobody knows whether somebody has come
            db.execute(insert(lookers).from_select(["token", "game"], select(late.c.token, late.c.game)))
        before = _schema(db, url)
        _move(db, before)
        db.commit()
    if before == 1 and is_sqlite(engine):
        _wipe(engine)


def _move(db: Connection, before: int | None) -> None:
    """Bring a database from the schema that it had to ours."""
    if before is None:
        db.execute(insert(about).values(name="schema", value=str(SCHEMA)))
    elif before < SCHEMA:
        _hash_the_keys(db)
        _number_the_games(db)
        db.execute(update(about).where(about.c.name == "schema").values(value=str(SCHEMA)))


def _schema(db: Connection, url: str) -> int | None:
    """The number of a database's tables; None where it is new. Raises StoreError."""
    found = db.execute(select(about.c.value).where(about.c.name == "schema")).scalar()
    if found is None:
        return None
    if not str(found).isdigit():
        raise _foreign(url, f"its schema is {found!r}")
    if int(found) > SCHEMA:
        raise StoreError(f"database {shown(url)}: of schema {found}, this program knows {SCHEMA}; use a newer Vedette")
    return int(found)


# -- whose it is -------------------------------------------------------------------------------------------


def _foreign(url: str, why: str) -> StoreError:
    mend = "name another file with --database, or put a copy of yours in its place"
    return StoreError(f"database {shown(url)}: it is not one of Vedette's, or it is broken: {why}; {mend}")


def _check_whose(engine: Engine, url: str) -> int | None:
    """The schema of a database of ours, None of a new one. Raises StoreError for one that somebody else has made."""
    names = set(inspect(engine).get_table_names())
    if about.name not in names:
        if others := sorted(names & set(metadata.tables) or (names if is_sqlite(engine) else ())):
            raise _foreign(url, f"it has {', '.join(others[:4])} and no table {about.name!r}")
        return None
    if not {"name", "value"} <= _columns(engine, about.name):
        raise _foreign(url, f"its table {about.name!r} is another's")
    with engine.connect() as db:
        found = _schema(db, url)  # before the columns: another server may move it in this moment
    has = {name: _columns(engine, name) for name in names & set(metadata.tables)}
    for name, columns in has.items():
        later = {"number"} if found != SCHEMA else cascades.added(metadata.tables[name])
        if missing := {column.name for column in metadata.tables[name].columns} - columns - later:
            raise _foreign(url, f"its table {name!r} has no {', '.join(sorted(missing))}")
    return found


def _columns(engine: Engine, table: str) -> set[str]:
    return {column["name"] for column in inspect(engine).get_columns(table)}


def _missing(at: Engine | Connection) -> set[str]:
    """The tables that are not there: some were added without a new schema."""
    return set(metadata.tables) - set(inspect(at).get_table_names())


# -- what an older one is moved by -------------------------------------------------------------------------


def _hash_the_keys(db: Connection) -> None:
    """From schema 1: keys stood there as they are. Links that people have go on working."""
    if is_sqlite(db.engine):
        db.exec_driver_sql("PRAGMA secure_delete=ON")
    for table in (grants, answers):
        for token in db.execute(select(table.c.token).distinct()).scalars().all():
            db.execute(update(table).where(table.c.token == token).values(token=hashed(token)))


def _number_the_games(db: Connection) -> None:
    """From schema 1: which game was the newest said the clock; where the database knows the order of its rows, that."""
    if "number" not in {column["name"] for column in inspect(db).get_columns(games.name)}:
        db.execute(text("ALTER TABLE games ADD COLUMN number INTEGER"))
    order = text("rowid") if is_sqlite(db.engine) else games.c.made
    for number, id in enumerate(db.execute(select(games.c.id).order_by(order)).scalars().all(), 1):
        db.execute(update(games).where(games.c.id == id).values(number=number))


def _wipe(engine: Engine) -> None:
    """Leave nothing of the keys in pages that are free, nor in the write-ahead log."""
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
            db.exec_driver_sql("VACUUM")
            db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except SQLAlchemyError:
        return  # no room for a second copy, or another server reads: what is free was overwritten, and goes in time
