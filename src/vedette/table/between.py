"""What the servers at one database tell each other: who has what open, what stands still, what counters look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection

from . import postgres, shared
from .database import Database
from .doorbell import EVERYBODY
from .news import News, news_of


class Between(Database):
    """Between several servers; `shared` has the tables."""

    def news(self, game: str, n: int) -> News | None:
        """What was stored of a game beyond its first n entries; None where it is deleted. Raises StoreError."""
        with self.reading() as db:
            return news_of(db, game, n)

    def pause(self, game: str, kind: str) -> tuple[int, str] | None:
        """A stop or a beat that was put down, and of how many entries it is. Raises StoreError."""
        if not self.is_shared:
            return None
        with self.reading() as db:
            return shared.pause(db, game, kind)

    def keep_pause(self, game: str, kind: str, n: int, body: str | None) -> None:
        """Put down a stop or a beat. Raises StoreError."""
        with self.writing() as db:
            postgres.lock_game(db, game)
            shared.keep_pause(db, game, kind, n, body)
        self.ring(game)

    def change_pause(self, game: str, kind: str, change: Callable[[str], str]) -> str | None:
        """Change what was put down, while nobody else does. Raises StoreError."""
        with self.writing() as db:
            postgres.lock_game(db, game)
            found = shared.pause(db, game, kind)
            body = change(found[1]) if found is not None else None
            if found is not None:
                shared.keep_pause(db, game, kind, found[0], body)
        self.ring(game)
        return body

    def keep_faces(self, rows: Mapping[str, tuple[str, str]]) -> None:
        """Put down what counters look like, for the other servers. Raises StoreError."""
        with self.writing() as db:
            shared.keep_faces(db, rows)

    def face(self, name: str) -> tuple[str, str] | None:
        """The battle of a counter that some server has shown, and what is shown of it. Raises StoreError."""
        with self.reading() as db:
            return shared.face(db, name)

    def announce(
        self,
        open: Mapping[str, shared.Seats],
        closed: Sequence[str],
        fit: str = "",
        looked: Mapping[str, Sequence[str]] | None = None,
    ) -> tuple[dict[str, list[shared.Presence]], float, dict[str, int]]:
        """Say what this server has open and what no longer; who has what, the time, how long the games are.

        Args:
            fit: the version that is here, where that is to be said; then what is long gone is forgotten as well.
            looked: by game the seats of the sockets whose pages are before somebody's eyes.
        """
        with self.writing() as db:
            if closed:
                shared.leave(db, self.name, closed)
            if fit:
                shared.sweep(db)
                shared.in_use(db, fit)
            found = shared.announce(db, self.name, open, looked or {})
            return found, shared.now(db), shared.lengths(db, list(open))

    def versions(self, db: Connection, fit: str) -> list[str]:
        """Say which version of the program is here, by what tells its snapshots; all that use them."""
        return shared.in_use(db, fit) if self.is_shared else [fit]

    def at_work(self) -> tuple[list[shared.Open], list[str]]:
        """Say that this worker lives; the games that servers have open, and the workers. Raises StoreError."""
        with self.writing() as db:
            return shared.at_work(db, self.name)

    def elsewhere(self, game: str) -> bool:
        """Whether somebody looks at a game at another server. Raises StoreError."""
        if not self.is_shared:
            return False
        with self.reading() as db:
            return shared.elsewhere(db, game, self.name)

    def misses(self, kind: str, who: str) -> int:
        """How often something was wrong within the last minute, at all servers. Raises StoreError."""
        with self.reading() as db:
            return shared.missed(db, kind, who)

    def missed(self, kind: str, who: str, most: int) -> bool:
        """Something was wrong once more, unless it was so often already; whether it was. Raises StoreError."""
        with self.writing() as db:
            if shared.missed(db, kind, who) >= most:
                return True
            shared.miss(db, kind, who)
            return False

    def sits(self, game: str, seat: str) -> bool:
        """Whether somebody of a seat looks at a game at another server. Raises StoreError."""
        if not self.is_shared:
            return False
        with self.reading() as db:
            return shared.sits(db, game, seat)

    def time(self) -> float:
        """The time of a database that several servers are at. Raises StoreError."""
        with self.reading() as db:
            return shared.now(db)

    def leave(self) -> None:
        """This server ends: the others need not wait for it. Raises StoreError."""
        if self.is_shared:
            with self.writing() as db:
                shared.leave(db, self.name)
            self.ring(EVERYBODY)
