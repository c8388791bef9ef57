"""A database at which an older program is as well, or was: it knows nothing of tables that were added since."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, MetaData, Table, delete, func, insert, select, text

from tests.table.postgres import BOTH
from tests.table.tables import DUEL, played, seated
from vedette.table import Store
from vedette.table.schema import accounts, games, hashed, late, lookers, metadata, takers, unheard
from vedette.table.store import OF_A_GAME

KNOWN = {
    *("about", "accounts", "ages", "answers", "brought", "channels", "claims", "clocks", "digests", "editions"),
    *("entries", "games", "grants", "hushed", "late", "links", "manners", "offers", "orders", "outbox", "passkeys"),
    *("rated", "rematches", "requests", "said", "seen", "server_keys", "sessions", "snapshots"),
}
"""The tables of a program of this schema, before others were added without a new number."""
ADDED = (lookers, takers, unheard)
KEYS = ("sooner", "later")


def two_games(store: Store) -> list[str]:
    """Games, each with a late key by which nobody is known to have come, and accounts of which one hears nobody."""
    ids = [seated(store, played(2, lambda g: len(g.entries) >= 4, DUEL))["game"] for _ in KEYS]
    row = {"password": "", "mail": "", "made": 0.0}
    with store.writing() as db:
        for key, id in zip(KEYS, ids, strict=True):
            db.execute(insert(late).values(token=hashed(key), game=id, seconds=600))
            db.execute(insert(accounts).values(id=key, name=key, folded=key, **row))
    return ids


def as_before(db: Connection) -> None:
    """Make the added tables as they were made first: by references that keep what they refer to."""
    for table in ADDED:
        table.drop(db)
    made = MetaData()
    for table in metadata.sorted_tables:
        copy = table.to_metadata(made)
        for key in copy.foreign_key_constraints:
            key.ondelete = None
    for name in ("lookers", "unheard"):
        made.tables[name].create(db)
    db.execute(text("create table takers (game varchar(40) not null primary key, by varchar(40) not null)"))


def fill(db: Connection, id: str) -> None:
    db.execute(insert(lookers).values(token=hashed(KEYS[0]), game=id))
    db.execute(insert(unheard).values(account=KEYS[0], other=KEYS[1], when="2026-11-29"))
    db.execute(text("insert into takers (game, by) values (:game, 'Ann')"), {"game": id})


def many(db: Connection, table: Table) -> int:
    return db.execute(select(func.count()).select_from(table)).scalar() or 0


def older_deletes(store: Store, id: str) -> None:
    """A game is deleted and an account closed by a program that knows no other tables."""
    with store.writing() as db:
        for table in OF_A_GAME:
            if table.name in KNOWN:
                db.execute(delete(table).where(table.c.game == id))
        db.execute(delete(games).where(games.c.id == id))
        db.execute(delete(accounts).where(accounts.c.id == KEYS[0]))


@BOTH
@pytest.mark.parametrize("made", ["now", "before"])
def test_an_older_program_deletes_games_and_accounts_of_which_more_is_kept_than_it_knows(
    store: Store, made: str
) -> None:
    """Also where a program has made the new tables that kept it from doing so: they are mended with their rows."""
    id, other = two_games(store)
    with store.writing() as db:
        if made == "before":
            as_before(db)
            db.execute(text("insert into takers (game, by) values ('deleted', 'Bob')"))
        fill(db, id)
    newer = Store(store.url)
    try:
        with newer.reading() as db:
            assert [many(db, table) for table in ADDED] == [1, 1, 1]
        older_deletes(newer, id)
        with newer.reading() as db:
            assert [many(db, table) for table in ADDED] == [0, 0, 0]
        assert newer.ids() == [other]
    finally:
        newer.close()


def test_what_is_added_without_a_number_keeps_no_older_program_from_anything() -> None:
    added = [table for table in metadata.sorted_tables if table.name not in KNOWN]
    assert {table.name for table in added} >= {"lookers", "takers", "unheard"}
    for table in added:
        assert all(key.ondelete == "CASCADE" for key in table.foreign_keys), table.name


@BOTH
def test_an_older_program_that_closes_an_account_takes_its_name_away(store: Store) -> None:
    """From the seat that was taken by it; the other account has taken another, which stays."""
    ids = two_games(store)
    with store.writing() as db:
        for id, key in zip(ids, KEYS, strict=True):
            db.execute(insert(takers).values(game=id, by=key, account=key))
    with store.writing() as db:
        db.execute(delete(accounts).where(accounts.c.id == KEYS[0]))
        assert db.execute(select(takers.c.by)).scalars().all() == [KEYS[1]]


@BOTH
def test_by_keys_of_an_older_program_somebody_has_come(store: Store) -> None:
    """When the table is made in which that stands; what is made later counts once somebody comes."""
    id, _ = two_games(store)
    assert store.latest(id) == 0
    with store.writing() as db:
        db.execute(text("drop table lookers"))
    newer = Store(store.url)
    try:
        assert newer.latest(id) == 600
        newer.remove(id)
    finally:
        newer.close()
