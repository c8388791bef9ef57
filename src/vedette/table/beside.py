"""What is kept beside the record of a game: requests, standing orders, clocks, the outbox, the values it began with."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from . import postgres
from .database import Database
from .schema import ACT, answers, clocks, editions, requests, standing
from .stored import Overtaken, storable

Changing = Callable[[str | None], str]
"""What is stored in the place of what was."""
_DONE = re.compile(r'\{"done":\{"id":(?:"(?:[^"\\]|\\.)*"|-?\d+|null),"n":(\d+),')
"""The beginning of what is told of something that was done."""
_ANSWER = select(answers.c.body).where(answers.c.token == bindparam("by"), answers.c.act == bindparam("id"))
_ADD_ANSWER = insert(answers)
_HEADS = select(func.substr(answers.c.body, 1, ACT * 3)).where(answers.c.token == bindparam("by"))
"""What was done is told behind it, and may be long."""
_REQUEST = select(requests.c.body).where(requests.c.game == bindparam("of"))
_ORDERS = select(standing.c.seat, standing.c.body).where(standing.c.game == bindparam("of"))
_CLOCKS = select(clocks.c.body).where(clocks.c.game == bindparam("of"))
_THIS_EDITION = (editions.c.battle == bindparam("of"), editions.c.hash == bindparam("by"))
_EDITION, _HAS_EDITION = select(editions.c.body).where(*_THIS_EDITION), select(exists().where(*_THIS_EDITION))


class Beside(Database):
    """The rows of a game that are no entries."""

    def request(self, game: str) -> str | None:
        """What a seat has asked the other, as it was put down."""
        with self.reading() as db:
            found: str | None = db.execute(_REQUEST, {"of": game}).scalar()
        return found

    def keep_request(
        self,
        game: str,
        body: str,
        *,
        before: str | None,
        answer: tuple[str, str, str] | None = None,
        post: Callable[[Connection], None] | None = None,
    ) -> None:
        """Put down what a seat asks the other, and what the sender is told, both or neither.

        Args:
            before: what stood there when it was decided.
            post: what its outbox becomes with it.

        Raises:
            Overtaken: another process has put down something else since.
            StoreError: it could not be stored.
        """
        with self.writing() as db:
            postgres.lock_game(db, game)
            found = db.execute(_REQUEST, {"of": game}).scalar()
            if self.is_shared and found != before:
                raise Overtaken(game)
            db.execute(delete(requests).where(requests.c.game == game))
            db.execute(insert(requests).values(game=game, body=body))
            add_answer(db, answer)
            if post is not None:
                post(db)
        self.ring(game)

    def answer(self, token: str, act: str) -> str | None:
        """What was answered to an act of a key, where it was carried out."""
        with self.reading() as db:
            found: str | None = db.execute(_ANSWER, {"by": token, "id": act}).scalar()
        return found

    def given(self, token: str) -> int:
        """The entries that there were when a key had done something last, 0 where it never did. Raises StoreError."""
        with self.reading() as db:
            found = db.execute(_HEADS, {"by": token}).scalars()
            return max((int(n[1]) for one in found if (n := _DONE.match(one))), default=0)

    def orders(self, game: str) -> dict[str, str]:
        """The standing orders of a game's seats, as they were kept."""
        with self.reading() as db:
            rows = db.execute(_ORDERS, {"of": game}).all()
        return {row.seat: row.body for row in rows}

    def keep_orders(self, game: str, seat: str, body: str) -> None:
        """Keep the standing orders of a seat in the place of those before. Raises StoreError."""
        where = (standing.c.game == game, standing.c.seat == seat)
        with self.writing() as db:
            postgres.lock_game(db, game)
            if not db.execute(update(standing).where(*where).values(body=body)).rowcount:
                db.execute(insert(standing).values(game=game, seat=seat, body=body))
        self.ring(game)

    def clocks(self, game: str) -> str | None:
        """How the clocks of a game stood when they were turned last. Raises StoreError."""
        with self.reading() as db:
            return _clocks(db, game)

    def change_clocks(self, game: str, change: Changing, post: Callable[[Connection], None] | None = None) -> str:
        """Turn the clocks of a game, while nobody else does. Raises StoreError.

        Args:
            post: what its outbox becomes with it.
        """
        with self.writing() as db:
            postgres.lock_game(db, game)
            body = turn_clocks(db, game, change)
            if post is not None:
                post(db)
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
            found: bytes | None = db.execute(_EDITION, {"of": battle, "by": hash}).scalar()
        return found

    def has_edition(self, battle: str, hash: str) -> bool:
        """Whether an edition is kept. Raises StoreError."""
        with self.reading() as db:
            return bool(db.execute(_HAS_EDITION, {"of": battle, "by": hash}).scalar())

    def keep_edition(self, battle: str, hash: str, body: bytes) -> None:
        """Keep an edition; that another server has done so in this moment is as good. Raises StoreError."""
        with suppress(IntegrityError), self.writing() as db:
            db.execute(insert(editions).values(battle=battle, hash=hash, body=body))


def add_answer(db: Connection, answer: tuple[str, str, str] | None) -> None:
    """Keep what was answered to an act, in a transaction."""
    if answer is not None:
        token, act, body = answer
        db.execute(_ADD_ANSWER, {"token": token, "act": act, "body": body})


def _clocks(db: Connection, game: str) -> str | None:
    found: str | None = db.execute(_CLOCKS, {"of": game}).scalar()
    return found


def turn_clocks(db: Connection, game: str, change: Changing) -> str:
    """Turn the clocks of a game, in a transaction."""
    body = change(_clocks(db, game))
    if not db.execute(update(clocks).where(clocks.c.game == game).values(body=body)).rowcount:
        db.execute(insert(clocks).values(game=game, body=body))
    return body


def change_kept_clocks(db: Connection, game: str, change: Callable[[str], str]) -> None:
    """Turn the clocks of a game, in a transaction; where none are kept yet nothing is done."""
    found = _clocks(db, game)
    if found is not None:
        db.execute(update(clocks).where(clocks.c.game == game).values(body=change(found)))
