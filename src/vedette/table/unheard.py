"""Whom somebody hears no more, wherever the two meet: in all games that are their accounts', and in a rematch."""

from __future__ import annotations

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select

from . import postgres
from .schema import claims, hushed, unheard

_mine, _theirs = claims.alias(), claims.alias()
SINCE = (
    select(_mine.c.seats.label("seat"), func.min(unheard.c.when).label("when"))
    .join(_theirs, and_(_theirs.c.game == _mine.c.game, _theirs.c.seats != _mine.c.seats))
    .join(unheard, and_(unheard.c.account == _mine.c.account, unheard.c.other == _theirs.c.account))
    .where(_mine.c.game == bindparam("game"), ~_mine.c.seats.contains(" "), ~_theirs.c.seats.contains(" "))
    .group_by(_mine.c.seats)
)
"""The seats of a game whose owners hear the other one no more, each with the moment from which on."""


def since(db: Connection, game: str) -> dict[str, str]:
    """The seats of a game whose owners hear the other one no more, each with the moment from which on."""
    return {row.seat: row.when for row in db.execute(SINCE, {"game": game}).all()}


def put(db: Connection, game: str, people: tuple[str, ...], seat: str, when: str) -> list[str]:
    """Who has a seat of a game hears who has the other no more, wherever both have entered an account; all games of the
    two."""
    pairs = _pairs(db, game, people, seat)
    _lock(db, pairs)
    for mine, other in pairs:
        known = select(unheard.c.when).where(unheard.c.account == mine, unheard.c.other == other)
        if db.execute(known).first() is None:
            db.execute(insert(unheard).values(account=mine, other=other, when=when))
    return [of for mine, other in pairs for of in _of_both(db, mine, other)]


def lift(db: Connection, game: str, people: tuple[str, ...], seat: str) -> list[str]:
    """He hears him again, in all of their games: which they are."""
    found: list[str] = []
    pairs = _pairs(db, game, people, seat)
    _lock(db, pairs)
    for mine, other in pairs:
        db.execute(delete(unheard).where(unheard.c.account == mine, unheard.c.other == other))
        for of, seats in _of_both(db, mine, other).items():
            db.execute(delete(hushed).where(hushed.c.game == of, hushed.c.seat == seats))
            found.append(of)
    return found


def _lock(db: Connection, pairs: list[tuple[str, str]]) -> None:
    """Nothing else is said of whom these accounts hear, as in another game of the two in this moment. All lock in the
    same order, each account before its pairs."""
    for mine, other in sorted({*pairs, *((mine, "") for mine, _ in pairs)}):
        postgres.lock_game(db, f"{mine} {other}")


def _of_both(db: Connection, mine: str, other: str) -> dict[str, str]:
    """The games of two accounts, and the seats that the first has there."""
    theirs = claims.alias()
    both = select(claims.c.game, claims.c.seats).join(theirs, theirs.c.game == claims.c.game)
    rows = db.execute(both.where(claims.c.account == mine, theirs.c.account == other)).all()
    return {row.game: row.seats for row in rows}


def concerns(db: Connection, account: str) -> bool:
    """Whether an account hears somebody no more, or somebody it."""
    mine = (unheard.c.account == account) | (unheard.c.other == account)
    return db.execute(select(unheard.c.account).where(mine).limit(1)).first() is not None


def carry(db: Connection, game: str, following: str, people: tuple[str, ...]) -> None:
    """Who hears the other no more in a game hears him no more in the next one, in which the sides are changed about."""
    for seat in db.execute(select(hushed.c.seat).where(hushed.c.game == game)).scalars().all():
        for other in people:
            if other != seat:
                db.execute(insert(hushed).values(game=following, seat=other, since=0))


def many(db: Connection, account: str) -> int:
    """How many accounts one hears no more."""
    return int(db.execute(select(func.count()).where(unheard.c.account == account)).scalar() or 0)


def forget(db: Connection, account: str) -> None:
    """An account is closed: nothing is known of whom it heard no more, nor of who did not hear it."""
    db.execute(delete(unheard).where((unheard.c.account == account) | (unheard.c.other == account)))


def hear_all(db: Connection, account: str) -> list[str]:
    """An account hears everybody again: in which games it heard somebody no more."""
    _lock(db, [(account, "")])
    others = select(unheard.c.other).where(unheard.c.account == account)
    _lock(db, [(account, other) for other in db.execute(others).scalars().all()])
    theirs = claims.alias()
    met = and_(theirs.c.game == claims.c.game, theirs.c.account == unheard.c.other)
    games = select(claims.c.game, claims.c.seats).join(unheard, unheard.c.account == claims.c.account).join(theirs, met)
    rows = db.execute(games.where(claims.c.account == account)).all()
    for row in rows:
        db.execute(delete(hushed).where(hushed.c.game == row.game, hushed.c.seat == row.seats))
    db.execute(delete(unheard).where(unheard.c.account == account))
    return [row.game for row in rows]


def _pairs(db: Connection, game: str, people: tuple[str, ...], seat: str) -> list[tuple[str, str]]:
    """The account of a seat with that of the other, where each has one."""
    owners = _owners(db, game, people)
    others = [account for other, theirs in owners.items() if other != seat for account in theirs]
    return sorted((mine, other) for mine in owners.get(seat, ()) for other in others if mine != other)


def _owners(db: Connection, game: str, people: tuple[str, ...]) -> dict[str, list[str]]:
    """The accounts by which each seat of a game is played."""
    found: dict[str, list[str]] = {seat: [] for seat in people}
    wanted = select(claims.c.account, claims.c.seats).where(claims.c.game == game, claims.c.seats.in_(people))
    for row in db.execute(wanted).all():
        found[row.seats].append(row.account)
    return found
