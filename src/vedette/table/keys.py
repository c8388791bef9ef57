"""The keys of games, of which only the hash is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, bindparam, exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from .database import Database
from .schema import afterwards, entries, games, grants, hashed, late, server_keys
from .stored import Grant, new_key, storable

_LATE = func.coalesce(late.c.seconds, 0)
_GOING_ON = func.coalesce(afterwards.c.seconds, _LATE)
_KEY = (
    select(grants, games.c.over, _LATE.label("seconds"), _GOING_ON.label("going_on"))
    .join(games, games.c.id == grants.c.game)
    .outerjoin(late, grants.c.token == late.c.token)
    .outerjoin(afterwards, grants.c.token == afterwards.c.token)
    .where(grants.c.token == bindparam("by"), grants.c.game == bindparam("of"))
)


class Keys(Database):
    """What keys stand for."""

    def grant(self, game: str, key: str) -> Grant | None:
        """What a key stands for; None where it is not one of this game. Raises StoreError."""
        if not storable(game):
            return None
        with self.reading() as db:
            row = db.execute(_KEY, {"by": hashed(key), "of": game}).mappings().first()
        if row is None:
            return None
        seats, seconds = tuple(row["seats"].split()), row["seconds"] if row["over"] else row["going_on"]
        of_the_end = row["over"] and not seats and (not seconds or seconds != row["going_on"])
        return Grant(row["token"], row["game"], seats, seconds, of_the_end)

    def newest(self, played: bool = False) -> Grant | None:
        """The widest key of the game that was made last and is not over, one that somebody has played before others.

        Args:
            played: none that nobody has played.
        """
        answered = entries.c.line.not_like('%"seat":"chance"%')
        some = exists().where(entries.c.game == games.c.id, answered)
        wanted = select(games.c.id).where(~games.c.over).order_by(some.desc(), games.c.number.desc()).limit(1)
        with self.reading() as db:
            id = db.execute(wanted.where(some) if played else wanted).scalar()
            rows = db.execute(select(grants).where(grants.c.game == id)).mappings().all()
        found = [Grant(row["token"], row["game"], tuple(row["seats"].split())) for row in rows]
        return max(found, key=lambda g: len(g.seats), default=None)

    def another_key(self, grant: Grant) -> str:
        """A new key of the same seats: those that there are nobody can read out of the store. Raises StoreError."""
        key = new_key()
        with self.writing() as db:
            add_key(db, key, grant.game, grant.seats)
        return key

    def server_key(self, name: str, make: Callable[[], str]) -> str:
        """A key of the server itself, made when it is asked for first. Raises StoreError."""
        wanted = select(server_keys.c.key).where(server_keys.c.name == name)
        with self.reading() as db:
            found: str | None = db.execute(wanted).scalar()
        if found is not None:
            return found
        try:
            with self.writing() as db:
                db.execute(insert(server_keys).values(name=name, key=(found := make())))
        except IntegrityError:  # another server was faster
            return self.server_key(name, make)
        return found


def add_key(db: Connection, key: str, game: str, seats: Sequence[str]) -> None:
    """Keep a key, in a transaction."""
    db.execute(insert(grants).values(token=hashed(key), game=game, seats=" ".join(seats)))
