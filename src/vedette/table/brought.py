"""Editions that somebody has brought and no game is played by: the oldest go when they become too many."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, delete, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from vedette.engine.battle import Battle
from vedette.packs.editions import edition_of

from .schema import brought, editions
from .store import Store

MOST, BYTES = 200, 8 << 20
"""Of all of them that one database keeps."""


def keep(store: Store, battle: Battle, most: int = MOST, size: int = BYTES) -> None:
    """Keep an edition that a game could go on by, until it does or others push it out. Raises StoreError."""
    if store.has_edition(battle.id, battle.hash):
        return
    body = edition_of(battle)
    with suppress(IntegrityError), store.writing() as db:  # another server has done so in this moment
        number = (db.execute(select(func.max(brought.c.number))).scalar() or 0) + 1
        db.execute(insert(editions).values(battle=battle.id, hash=battle.hash, body=body))
        db.execute(insert(brought).values(battle=battle.id, hash=battle.hash, size=len(body), number=number))
        _push_out(db, most, size)


def _push_out(db: Connection, most: int, size: int) -> None:
    """The oldest go, but never the newest."""
    rows = db.execute(select(brought).order_by(brought.c.number.desc())).all()
    total = 0
    for n, row in enumerate(rows):
        total += row.size
        if n and (n >= most or total > size):
            for table in (brought, editions):
                db.execute(delete(table).where(table.c.battle == row.battle, table.c.hash == row.hash))


def taken(store: Store, battle: Battle) -> None:
    """A game is played by an edition: it stays from now on. Raises StoreError."""
    here = (brought.c.battle == battle.id, brought.c.hash == battle.hash)
    with store.reading() as db:
        found = db.execute(select(exists().where(*here))).scalar()
    if found:
        with store.writing() as db:
            db.execute(delete(brought).where(*here))
