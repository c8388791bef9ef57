"""New entries of a game with what goes down beside them, in a transaction: on PostgreSQL by one statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, text, update

from . import postgres
from .beside import add_answer
from .lateness import end_taken_back, note_age
from .schema import entries, games

_ENTRIES = insert(entries)
_OVER = (
    update(games).where(games.c.id == bindparam("of"), games.c.over != bindparam("now")).values(over=bindparam("now"))
)
_AT_ONCE = text(
    """
    with put as (
        insert into entries (game, n, line)
        select cast(:game as text), cast(:first as int) + u.i - 1, u.line
        from unnest(cast(:lines as text[])) with ordinality as u (line, i)
    ), told as (
        insert into answers (token, act, body)
        select cast(:token as text), cast(:act as text), cast(:body as text)
        where cast(:token as text) is not null
    ), aged as (
        insert into ages (game, n, at)
        select cast(:game as text), cast(:last as int), cast(:at as float8)
        where cast(:at as float8) is not null and exists (select from ages where game = cast(:game as text))
    )
    update games set over = cast(:over as boolean)
    where id = cast(:game as text) and over <> cast(:over as boolean)
    """
)


class New(msgspec.Struct, frozen=True):
    """What is new."""

    game: str
    first: int
    """The number of the first of the entries."""
    lines: Sequence[str]
    answer: tuple[str, str, str] | None
    """Key, id of the act, what was answered."""
    over: bool
    at: float | None
    """When the entries came, where that is known."""

    @property
    def last(self) -> int:
        """The number of the last of the entries."""
        return self.first + len(self.lines) - 1


def put_down(db: Connection, new: New) -> None:
    """Store it. Raises IntegrityError where somebody else was faster."""
    at = new.at if new.lines else None
    if postgres.is_postgres(db):
        turned = db.execute(_AT_ONCE, {**_plain(new), "last": new.last, "at": at}).rowcount
    else:
        add_entries(db, new.game, new.first, new.lines)
        add_answer(db, new.answer)
        if at is not None:
            note_age(db, new.game, new.last, at)
        turned = db.execute(_OVER, {"of": new.game, "now": new.over}).rowcount
    if turned and not new.over:
        end_taken_back(db, new.game)


def add_entries(db: Connection, game: str, first: int, lines: Sequence[str]) -> None:
    """Store entries alone."""
    if lines:
        db.execute(_ENTRIES, [{"game": game, "n": n, "line": line} for n, line in enumerate(lines, first)])


def _plain(new: New) -> dict[str, Any]:
    token, act, body = new.answer or (None, None, None)
    told = {"token": token, "act": act, "body": body}
    return {"game": new.game, "first": new.first, "lines": list(new.lines), **told, "over": new.over}
