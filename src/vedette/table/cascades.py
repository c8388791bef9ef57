"""Rows that go with what they refer to, in tables that were added without a new number of the schema.

A server of an older program may be at the same database (docs/hosting.md): it deletes games and closes accounts, and
knows nothing of such a table. A reference that did not cascade would keep it from doing so.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, MetaData, Table, insert, inspect, or_, select

CASCADE = "CASCADE"


def lacking(at: Engine | Connection, metadata: MetaData) -> list[Table]:
    """The tables of a database whose references do not cascade as ours do: an earlier program has made them so."""
    look = inspect(at)
    there = set(look.get_table_names())
    found = []
    for table in metadata.sorted_tables:
        ours = {key.parent.name for key in table.foreign_keys if key.ondelete == CASCADE}
        if ours and table.name in there:
            kept = look.get_foreign_keys(table.name)
            theirs = {name for key in kept if key.get("options", {}).get("ondelete") == CASCADE for name in _of(key)}
            if not ours <= theirs:
                found.append(table)
    return found


def added(table: Table) -> set[str]:
    """The columns without which a table may have been made by an earlier program: it is made anew with them."""
    return {key.parent.name for key in table.foreign_keys if key.ondelete == CASCADE and key.parent.nullable}


def _of(key: object) -> list[str]:
    """The columns of a reference as a database tells it."""
    assert isinstance(key, dict)
    return [str(name) for name in key["constrained_columns"]]


def mend(db: Connection, metadata: MetaData) -> None:
    """Make such tables anew with the same rows, in a transaction; without those that refer to what is gone."""
    for table in lacking(db, metadata):
        there = {column["name"] for column in inspect(db).get_columns(table.name)}
        keys = [key for key in table.foreign_keys if key.parent.name in there]
        stands = [or_(key.parent.is_(None), key.parent.in_(select(key.column))) for key in keys]
        kept = select(*(column for column in table.columns if column.name in there)).where(*stands)
        rows = [dict(row) for row in db.execute(kept).mappings()]
        table.drop(db)
        table.create(db)
        if rows:
            db.execute(insert(table), rows)
