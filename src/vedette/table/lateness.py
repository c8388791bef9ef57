"""What a database knows of those who look on later than it happens: their keys, and when a game had how many entries.

Whatever is not known, as of a game from before this was kept or of entries that an older program has stored, counts
from when somebody notices: what is shown is then later than it need be, and never earlier. That somebody has come by a
key was not always kept: of those that were there before it was, somebody has. By a key that a server of such an older
program lets in afterwards, while both are at a database, nobody has until he comes to a newer one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
)
from sqlalchemy.exc import IntegrityError

from . import postgres
from .database import Database
from .disk import StoreError
from .schema import afterwards, ages, entries, games, grants, hashed, late, lookers
from .stored import new_key

LONGEST = 2**31 - 1
"""More entries than a game has."""
_HAS_AGES = select(ages.c.n).where(ages.c.game == bindparam("of")).limit(1)
_AGE = insert(ages)


class Ripe(msgspec.Struct, frozen=True):
    """How far a game is shown to somebody who looks on late."""

    n: int
    """All entries up to this one are old enough."""
    next: float | None
    """When the first of those that are not was stored."""
    over: bool
    """Whether the game is over now, be it seen yet or not."""


class Lateness(Database):
    """The keys of those who look on late, and the ages of entries."""

    def late_key(self, game: str, seconds: int, now: float) -> tuple[str, int]:
        """A new key of no seat that is shown a game later, and by how many seconds. Raises StoreError.

        A game that is over is shown by it no later than others see the end: at once where all may see it. Where the
        end is taken back it is shown as much later as was asked for.
        """
        key = new_key()
        with self.writing() as db:
            postgres.lock_game(db, game)
            if db.execute(select(games.c.over).where(games.c.id == game)).scalar():
                row = {"token": hashed(key), "game": game, "seconds": seconds}
                db.execute(insert(afterwards).values(row))
                begin_ages(db, game, now)
                seconds = min(seconds, _withheld_for(db, game, now))
            db.execute(insert(grants).values(token=hashed(key), game=game, seats=""))
            if seconds:
                db.execute(insert(late).values(token=hashed(key), game=game, seconds=seconds))
                begin_ages(db, game, now)
        return key, seconds

    def come_late(self, token: str, game: str) -> None:
        """Somebody comes by such a key: from now on nobody without a key sees the end before he does. Raises
        StoreError."""
        wanted = select(lookers.c.token).where(lookers.c.token == token)
        goes_on = select(games.c.id).where(games.c.id == game, ~games.c.over)
        taken_back = goes_on.join(afterwards, games.c.id == afterwards.c.game).where(afterwards.c.token == token)
        with self.reading() as db:
            known = db.execute(wanted).first() is not None
            moves = db.execute(taken_back).first() is not None
        if not known:
            with suppress(IntegrityError), self.writing() as db:  # at another server, or the game is deleted
                db.execute(insert(lookers).values(token=token, game=game))
        if moves:  # a program that knows nothing of it has taken the end back
            with suppress(IntegrityError), self.writing() as db:
                postgres.lock_game(db, game)
                if db.execute(goes_on).first() is not None:
                    end_taken_back(db, game)

    def latest(self, game: str) -> int:
        """By how many seconds at the most somebody is shown a game later; 0 where nobody is. Raises StoreError."""
        with self.reading() as db:
            return db.execute(select(latest(late.c.game == game))).scalar() or 0

    def withholds(self, game: str, clock: Callable[[], float]) -> bool:
        """Whether something of a game is still too young for somebody who looks on late. Raises StoreError."""
        if not self.latest(game):
            return False
        now = clock()
        with suppress(StoreError):  # it is so long withheld, then
            self._note(game, now)
        with self.reading() as db:
            return db.execute(select(games.c.id).where(games.c.id == game, withheld(now))).first() is not None

    def ripe(self, game: str, seconds: int, now: float) -> Ripe | None:
        """How much of a game is so old; None where it is there no longer. Raises StoreError."""
        found = self._ripe(game, now - seconds)
        if found is not None and found.next is None and self._note(game, now):
            return self._ripe(game, now - seconds)
        return found

    def _note(self, game: str, now: float) -> bool:
        """Entries whose age is not known count from now on; whether there were any. Raises StoreError."""
        if self._is_noted(game):
            return False
        with suppress(IntegrityError), self.writing() as db:  # somebody else has noted it in this moment
            postgres.lock_game(db, game)
            _note_last(db, game, now)
        return True

    def lines(self, game: str, first: int, last: int) -> list[str]:
        """Some of the entries of a game, as they stand in its record. Raises StoreError."""
        where = (entries.c.game == game, entries.c.n.between(first, last))
        with self.reading() as db:
            return list(db.execute(select(entries.c.line).where(*where).order_by(entries.c.n)).scalars())

    def _ripe(self, game: str, before: float) -> Ripe | None:
        """By the clock, which may have been set back in between: what is after something young is young too.

        It is one statement: between two another server, or another thread, may store an entry.
        """
        with self.reading() as db:
            found = db.execute(_how_ripe(game, before)).first()
        return Ripe(found.n, found.next, found.over) if found is not None else None

    def _is_noted(self, game: str) -> bool:
        with self.reading() as db:
            noted = db.execute(select(func.max(ages.c.n)).where(ages.c.game == game)).scalar()
            return noted is not None and noted >= db.execute(_length(game)).scalar_one()


def begin_ages(db: Connection, game: str, at: float) -> None:
    """From now on it is kept when the entries of a game came, in a transaction."""
    if db.execute(select(ages.c.n).where(ages.c.game == game).limit(1)).first() is None:
        _note_last(db, game, at)


def note_age(db: Connection, game: str, n: int, at: float) -> None:
    """A game has n entries, in a transaction; of one of which no ages are kept nothing is noted."""
    if db.execute(_HAS_AGES, {"of": game}).first() is not None:
        db.execute(_AGE, {"game": game, "n": n, "at": at})


def end_taken_back(db: Connection, game: str) -> None:
    """A game that was over goes on, in a transaction of who writes it: the keys from after its end are shown it from
    now on as late as was asked for, the next end as well."""
    wanted = select(afterwards.c.token, afterwards.c.game, afterwards.c.seconds).where(afterwards.c.game == game)
    rows = [dict(row) for row in db.execute(wanted).mappings()]
    if rows:
        tokens = [row["token"] for row in rows]
        for table in (late, afterwards):
            db.execute(delete(table).where(table.c.token.in_(tokens)))
        db.execute(insert(late), rows)


def latest(of: ColumnElement[bool]) -> ScalarSelect[int]:
    """By how many seconds at the most somebody has come later to a game."""
    came = late.c.token == lookers.c.token
    return select(func.max(late.c.seconds)).where(of, came).scalar_subquery()


def withheld(now: float) -> ColumnElement[bool]:
    """Whether something of a game is still too young for somebody who looks on late: a clause about `games`.

    What was stored without a note of its age is too young.
    """
    mine = ages.c.game == late.c.game
    young = exists().where(mine, ages.c.at + late.c.seconds > now).correlate(late)
    noted = select(func.max(ages.c.n)).where(mine).correlate(late).scalar_subquery()
    length = select(func.max(entries.c.n)).where(entries.c.game == late.c.game).correlate(late).scalar_subquery()
    came = (late.c.game == games.c.id, late.c.token == lookers.c.token)
    return exists().where(*came, young | (func.coalesce(noted, -1) < func.coalesce(length, 0))).correlate(games)


def _withheld_for(db: Connection, game: str, now: float) -> int:
    """By how many seconds at the most somebody sees later that a game is over; 0 where all may see it."""
    if db.execute(select(games.c.id).where(games.c.id == game, withheld(now))).first() is None:
        return 0
    return db.execute(select(latest(late.c.game == game))).scalar() or 0


def _how_ripe(game: str, before: float) -> Select[tuple[int, float | None, bool]]:
    """Up to which entry a game is old enough, and when the first that is not was stored."""
    young = select(ages.c.n, ages.c.at).where(ages.c.game == game, ages.c.at > before).order_by(ages.c.n).limit(1)
    first = young.subquery()
    old = select(func.max(ages.c.n)).where(ages.c.game == game, ages.c.n < func.coalesce(first.c.n, LONGEST))
    n = func.coalesce(old.correlate(first).scalar_subquery(), 0)
    return (
        select(n.label("n"), first.c.at.label("next"), games.c.over)
        .select_from(games.outerjoin(first, literal(True)))
        .where(games.c.id == game)
    )


def _note_last(db: Connection, game: str, at: float) -> None:
    db.execute(insert(ages).values(game=game, n=db.execute(_length(game)).scalar_one(), at=at))


def _length(game: str) -> Select[tuple[int]]:
    return select(func.coalesce(func.max(entries.c.n), 0)).where(entries.c.game == game)
