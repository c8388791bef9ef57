"""What servers on one PostgreSQL tell each other through it: who has which game open, and what lies in memory only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    bindparam,
    delete,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert

from .schema import entries, games, standing

ALIVE = 6.0
"""Seconds after which a server that says nothing counts as gone. All times are the database's."""
STOP, BEAT, HURRY = "stop", "beat", "hurry"
WORKER = "work-"
"""How the names of workers begin: of those that have a game open they come first, and run it."""
AT_WORK = "*"
"""In the place of a game: a worker lives."""
IN_USE = 3600.0
"""Seconds for which the snapshots of a version are left alone after one of its servers was heard."""

passing = MetaData()
present = Table(
    "present",
    passing,
    Column("game", String(40), nullable=False),
    Column("server", String(40), nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False, index=True),
    Column("seats", Text, nullable=False),
    Column("looked", Text),
    PrimaryKeyConstraint("game", "server"),
    prefixes=["UNLOGGED"],
)
"""Which server has which game open, since when, the seats of the sockets that it has there, and those of them whose
pages are before somebody's eyes (null from a server of an older version: all)."""
pauses = Table(
    "pauses",
    passing,
    Column("game", String(40), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("n", Integer, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("game", "kind"),
    prefixes=["UNLOGGED"],
)
"""A stop, a beat, or that a computer is to move now, of a game that has n entries. They belong to no record, and
nothing is lost with them."""

faces = Table(
    "faces",
    passing,
    Column("name", String(40), primary_key=True),
    Column("battle", String(200), nullable=False),
    Column("unit", Text, nullable=False),
)
"""What counters look like that some server has shown, by the hash under which their picture is asked for."""

versions = Table(
    "versions",
    passing,
    Column("fit", String(40), primary_key=True),
    Column("seen", Float, nullable=False),
    prefixes=["UNLOGGED"],
)
"""Which versions of the program are at the database, and when one of each was heard last."""

misses = Table(
    "misses",
    passing,
    Column("kind", String(20), nullable=False),
    Column("who", String(40), nullable=False),
    Column("part", BigInteger, nullable=False),
    Column("count", Integer, nullable=False),
    PrimaryKeyConstraint("kind", "who", "part"),
    prefixes=["UNLOGGED"],
)
"""Wrong keys and passwords (`tallies`), by the hash of an address and the part of a minute in which they came."""
PARTS, PART = 6, 10.0
"""Parts of a minute that count, and the seconds of each."""

Seats = tuple[tuple[str, ...], ...]
"""The seats of each socket."""


class Presence(msgspec.Struct, frozen=True):
    """A server that has a game open."""

    server: str
    since: float
    seats: Seats


class Open(msgspec.Struct, frozen=True):
    """A game that some server has open."""

    game: str
    setup: str
    """As it is stored."""
    orders: list[str] | None
    """What its people have ordered, as that is stored."""


def create(db: Connection) -> None:
    """Make the tables where they are missing."""
    passing.create_all(db)
    if "looked" not in {column["name"] for column in inspect(db).get_columns("present")}:
        db.execute(text("alter table present add column looked text"))  # made by an older version


_ANNOUNCE = text(
    """
    insert into present (game, server, since, seen, seats, looked)
    select u.game, cast(:server as text), cast(:at as float8), cast(:at as float8), u.seats, u.looked
    from unnest(cast(:games as text[]), cast(:seats as text[]), cast(:looked as text[])) as u (game, seats, looked)
    on conflict (game, server) do update
    set seen = excluded.seen, seats = excluded.seats, looked = excluded.looked
    """
)
_THERE = text(
    f"""
    select game, server, since, seats from present
    where game = any(cast(:games as text[])) and seen > cast(:after as float8)
    order by server not like '{WORKER}%', since, server
    """
)
_LENGTHS = select(
    games.c.id, select(func.max(entries.c.n)).where(entries.c.game == games.c.id).scalar_subquery()
).where(games.c.id.in_(bindparam("games", expanding=True)))
"""The last entry of each by the index; grouped, every entry of all of them would be read."""
_RING = text("select pg_notify(:channel, word) from unnest(cast(:words as text[])) as word")


def _now() -> Any:
    return func.extract("epoch", func.clock_timestamp())


def now(db: Connection) -> float:
    """The time of the database, in seconds."""
    return float(db.execute(select(_now())).scalar_one())


def keep_pause(db: Connection, game: str, kind: str, n: int, body: str | None) -> None:
    """Put down a stop or a beat in the place of the one before; None where there is none now."""
    db.execute(delete(pauses).where(pauses.c.game == game, pauses.c.kind == kind))
    if body is not None:
        db.execute(insert(pauses).values(game=game, kind=kind, n=n, body=body))


def pause(db: Connection, game: str, kind: str) -> tuple[int, str] | None:
    """A stop or a beat, and of how many entries it is."""
    found = db.execute(select(pauses.c.n, pauses.c.body).where(pauses.c.game == game, pauses.c.kind == kind)).first()
    return (found.n, found.body) if found else None


def forget(db: Connection, game: str) -> None:
    """A game is deleted."""
    for table in (present, pauses):
        db.execute(delete(table).where(table.c.game == game))


def keep_faces(db: Connection, rows: Mapping[str, tuple[str, str]]) -> None:
    """Put down what counters look like, by name: their battle, and what is shown of them."""
    values = [{"name": name, "battle": battle, "unit": unit} for name, (battle, unit) in sorted(rows.items())]
    if values:
        db.execute(insert(faces).on_conflict_do_nothing(), values)


def face(db: Connection, name: str) -> tuple[str, str] | None:
    """The battle of a counter, and what is shown of it."""
    found = db.execute(select(faces.c.battle, faces.c.unit).where(faces.c.name == name)).first()
    return (found.battle, found.unit) if found else None


def elsewhere(db: Connection, game: str, server: str) -> bool:
    """Whether somebody looks at a game at another server."""
    where = (present.c.game == game, present.c.server != server, present.c.seats != "[]")
    return db.execute(select(present.c.game).where(*where, present.c.seen > _now() - ALIVE)).first() is not None


def sits(db: Connection, game: str, seat: str) -> bool:
    """Whether somebody of a seat has a game before him, at whatever server."""
    where = (present.c.game == game, present.c.seen > _now() - ALIVE)
    for row in db.execute(select(present.c.seats, present.c.looked).where(*where)):
        if row.looked is not None:
            found = seat in msgspec.json.decode(row.looked, type=list[str])
        else:
            found = any(seat in seats for seats in msgspec.json.decode(row.seats, type=Seats))
        if found:
            return True
    return False


def announce(
    db: Connection, server: str, open: Mapping[str, Seats], looked: Mapping[str, Sequence[str]]
) -> dict[str, list[Presence]]:
    """Say what a server has open, and hear who else has; by game, workers before servers, and who was there first
    before the others."""
    if not open:
        return {}
    at, names = now(db), sorted(open)
    there = [msgspec.json.encode(open[game]).decode() for game in names]
    seen = [msgspec.json.encode(looked.get(game, ())).decode() for game in names]
    db.execute(_ANNOUNCE, {"games": names, "server": server, "at": at, "seats": there, "looked": seen})
    found: dict[str, list[Presence]] = {game: [] for game in open}
    for game, who, since, body in db.execute(_THERE, {"games": names, "after": at - ALIVE}):
        found[game].append(Presence(who, since, _seats(body)))
    return found


@lru_cache(4096)
def _seats(body: str) -> Seats:
    """The seats of the sockets of a game, as they were put down: mostly as they were a moment ago."""
    return msgspec.json.decode(body, type=Seats)


def missed(db: Connection, kind: str, who: str) -> int:
    """How often something of a kind was wrong within the last minute, by the hash of an address."""
    wanted = select(func.coalesce(func.sum(misses.c.count), 0)).where(misses.c.kind == kind, misses.c.who == who)
    return int(db.execute(wanted.where(misses.c.part > now(db) // PART - PARTS)).scalar_one())


def miss(db: Connection, kind: str, who: str) -> None:
    """Once more."""
    put = insert(misses).values(kind=kind, who=who, part=int(now(db) // PART), count=1)
    more = {"count": misses.c.count + 1}
    db.execute(put.on_conflict_do_update(index_elements=["kind", "who", "part"], set_=more))


def in_use(db: Connection, fit: str) -> list[str]:
    """Say which version is here; those that are at the database, or were a short while ago."""
    put, at = insert(versions), now(db)
    db.execute(
        put.on_conflict_do_update(index_elements=["fit"], set_={"seen": put.excluded.seen}), [{"fit": fit, "seen": at}]
    )
    db.execute(delete(versions).where(versions.c.seen < at - IN_USE))
    return list(db.execute(select(versions.c.fit)).scalars())


def at_work(db: Connection, worker: str) -> tuple[list[Open], list[str]]:
    """Say that a worker lives; the games that servers have open, and the workers that live."""
    announce(db, worker, {AT_WORK: ()}, {})
    alive = present.c.seen > _now() - ALIVE
    is_worker = present.c.server.like(f"{WORKER}%")
    ordered = select(func.json_agg(standing.c.body)).where(standing.c.game == games.c.id).scalar_subquery()
    there = select(present.c.game).where(alive, ~is_worker)
    found = db.execute(select(games.c.id, games.c.setup, ordered).where(games.c.id.in_(there)).order_by(games.c.id))
    workers = select(present.c.server).where(alive, is_worker, present.c.game == AT_WORK).order_by(present.c.server)
    return [Open(*row) for row in found], list(db.execute(workers).scalars())


def leave(db: Connection, server: str, closed: Iterable[str] | None = None) -> None:
    """A server has put games away; all of them where none is named."""
    where = present.c.server == server
    db.execute(delete(present).where(where if closed is None else where & present.c.game.in_(list(closed))))


def sweep(db: Connection) -> None:
    """Forget servers that are long gone."""
    db.execute(delete(present).where(present.c.seen < _now() - 10 * ALIVE))
    db.execute(delete(misses).where(misses.c.part < _now() / PART - PARTS - 1))


def lengths(db: Connection, wanted: Sequence[str]) -> dict[str, int]:
    """How many entries games have."""
    found = {game: n for game, n in db.execute(_LENGTHS, {"games": list(wanted)})}  # noqa: C416 - a result has keys
    return {game: found.get(game) or 0 for game in wanted}


def ring(db: Connection, channel: str, words: Iterable[str]) -> None:
    """Tell all who listen; they hear it when the transaction has ended."""
    db.execute(_RING, {"channel": channel, "words": list(words)})
