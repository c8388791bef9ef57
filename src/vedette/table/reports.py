"""Lines that somebody has reported: what was said, by whom, and what went before, for who runs the server."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select, update

from .schema import accounts, claims, games, said
from .store import Store

BEFORE = 3
"""Lines that went before one that is reported."""


class Spoken(msgspec.Struct, frozen=True):
    """A line."""

    number: int
    seat: str
    text: str
    when: str


class Reported(msgspec.Struct, frozen=True):
    """A line that the other seat has reported."""

    game: str
    battle: str
    line: Spoken
    by: str
    """The account of who said it; empty where he has none."""
    before: tuple[Spoken, ...]


def reported(store: Store) -> list[Reported]:
    """Those that nobody has put away, the newest first. Raises StoreError."""
    wanted = select(said, games.c.battle).join(games, games.c.id == said.c.game).where(said.c.reported)
    with store.reading() as db:
        rows = db.execute(wanted.order_by(said.c.when.desc(), said.c.game, said.c.number.desc())).mappings().all()
        return [
            Reported(
                row["game"],
                row["battle"],
                Spoken(row["number"], row["seat"], row["text"], row["when"]),
                _name(db, row["game"], row["seat"]),
                _before(db, row["game"], row["number"]),
            )
            for row in rows
        ]


def put_away(store: Store, one: Reported) -> None:
    """It was dealt with; reported once more it comes again. Raises StoreError."""
    with store.writing() as db:
        where = (said.c.game == one.game, said.c.number == one.line.number)
        db.execute(update(said).where(*where).values(reported=False))


def _name(db: Connection, game: str, seat: str) -> str:
    """Of the account by which a seat is played."""
    owners = select(accounts.c.name).join(claims, claims.c.account == accounts.c.id)
    return str(db.execute(owners.where(claims.c.game == game, claims.c.seats == seat)).scalar() or "")


def _before(db: Connection, game: str, number: int) -> tuple[Spoken, ...]:
    wanted = select(said.c.number, said.c.seat, said.c.text, said.c.when)
    earlier = wanted.where(said.c.game == game, said.c.number < number).order_by(said.c.number.desc()).limit(BEFORE)
    return tuple(Spoken(**row) for row in reversed(db.execute(earlier).mappings().all()))
