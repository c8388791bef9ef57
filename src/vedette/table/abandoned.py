"""Games that nobody opens any more: on which day somebody did last, and which may be deleted."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
from sqlalchemy import exists, func, insert, select, update

from . import postgres
from .schema import entries, games, rematches, seen
from .store import Setup, Store

DAY = 86_400


class Abandoned(msgspec.Struct, frozen=True):
    """A game that is not over, and that nobody has opened for long."""

    game: str
    battle: str
    days: int
    entries: int
    people: int


class Seen:
    """When the games of a store were opened last, to the day."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now

    @property
    def today(self) -> int:
        """The day that it is, counted from one for all."""
        return int(self.now() // DAY)

    def note(self, game: str) -> None:
        """Somebody has opened a game today. Raises StoreError."""
        with self.store.writing() as db:
            postgres.lock_game(db, game)
            if not db.execute(update(seen).where(seen.c.game == game).values(day=self.today)).rowcount:
                db.execute(insert(seen).values(game=game, day=self.today))

    def abandoned(self, days: int) -> list[Abandoned]:
        """Those that are not over and that nobody has opened for so many days. Raises StoreError.

        A game of which no day is known, since an older program kept none, counts from today on. The second game of a
        pair waits for the first, as long as that is played.
        """
        with self.store.writing() as db:
            missing = select(games.c.id).where(~games.c.over, games.c.id.not_in(select(seen.c.game)))
            for game in db.execute(missing).scalars().all():
                db.execute(insert(seen).values(game=game, day=self.today))
        first, looked = games.alias(), seen.alias()
        waits = exists().where(
            rematches.c.next == games.c.id,
            first.c.id == rematches.c.game,
            ~first.c.over,
            looked.c.game == first.c.id,
            looked.c.day > self.today - days,
        )
        wanted = (
            select(games.c.id, games.c.battle, games.c.setup, seen.c.day)
            .join(seen, seen.c.game == games.c.id)
            .where(~games.c.over, seen.c.day <= self.today - days, ~waits)
            .order_by(games.c.number)
        )
        with self.store.reading() as db:
            found = []
            for row in db.execute(wanted).mappings():
                count = db.execute(select(func.count()).where(entries.c.game == row["id"])).scalar() or 0
                people = len(msgspec.json.decode(row["setup"], type=Setup).people)
                found.append(Abandoned(row["id"], row["battle"], self.today - row["day"], count, people))
        return found

    def forget(self, one: Abandoned) -> bool:
        """Delete a game for good, unless somebody has it open at a server; whether it was done. Raises StoreError."""
        if self.store.elsewhere(one.game):
            return False
        self.store.remove(one.game)
        return True
