"""Rated pairs of games between two accounts, what came of them, and what they tell of each by title and side.

The sides of a battle are seldom equal, so a pair is two games with the sides changed about, and somebody has a rating
for each side of each title. A game counts as soon as it is over, whoever ended it: who leaves the second one alone
takes nothing back of the first.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .glicko import Strength, played
from .messages import Refused
from .schema import accounts, rated
from .store import Setup, Store, storable

DAY = 86_400.0
LISTED = 100
"""People of a side that are listed, the surest first."""
ENTER = "a rated pair is for people who have entered an account: enter yours, or make one, at the top of the page"
NOT_ONESELF = "nobody plays a rated pair against himself"
NOT_YET = "somebody is taking this seat in this moment"
BY_ITSELF = "a rated game keeps its values, and its units stand as the rules have it"
UNAIDED = "in a rated game everybody leads and answers himself: the computer neither plays for him nor advises him"
GOES_ON = "a rated game goes on: once it is over, practice games with a computer may begin at its moments"
OWNED = "a rated game is played by the program's own values, which both can know: those of this server were typed in"
GONE = "who offers this rated pair has closed his account"
Who = tuple[str, str, str]
"""An account, a title, a side."""


class Rated(msgspec.Struct, frozen=True):
    """A game of a pair."""

    game: str
    other: str
    """The second game of the pair, or the first; empty before it is made."""
    battle: str
    players: dict[str, str]
    """Accounts by seat."""
    winner: str | None = None
    """A seat; empty of a draw, None while nobody has won."""
    ended: float | None = None


class Standing(msgspec.Struct):
    """How somebody stands with a side of a title."""

    strength: Strength = Strength()
    last: float = 0.0
    won: int = 0
    drawn: int = 0
    lost: int = 0

    def at(self, now: float) -> Strength:
        """What is known of him by now."""
        return self.strength.after((now - self.last) / DAY)

    def told(self, now: float) -> dict[str, Any]:
        """In numbers, for a page."""
        known = self.at(now)
        return {
            "rating": round(known.rating),
            "within": round(known.within),
            "games": self.won + self.drawn + self.lost,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
        }


def check_values(setup: Setup) -> None:
    """Raises Refused where a game is rated, which does not go on by other values, nor with a unit that was set."""
    if setup.rated:
        raise Refused(BY_ITSELF)


def check_unaided(setup: Setup) -> None:
    """Raises Refused where a game is rated, in which no computer is asked."""
    if setup.rated:
        raise Refused(UNAIDED)


def check(setup: Setup, *, plain: bool) -> None:
    """Raises Refused where a game cannot be rated.

    Args:
        plain: it is played by the battle's own rules and options.
    """
    if not plain:
        raise Refused("a rated game is played as the battle has it: without a seed, other options or house rules")
    if setup.dice == "real":
        raise Refused("in a rated game the program rolls the dice")
    if setup.time is None or not setup.time.claim:
        raise Refused("a rated game has clocks, and a flag may be claimed, so that nobody leaves a game that he loses")


class Ratings:
    """What the store knows of it."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now
        self._kept: tuple[tuple[Any, ...], dict[Who, Standing]] = ((), {})
        """How everybody stood, with what told the games of that moment from those of any other."""

    def begin(self, game: str, battle: str, seat: str, account: str) -> None:
        """Somebody offers the first game of a pair, and has this seat in it. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(insert(rated).values(**_row(Rated(game, "", battle, {seat: account}))))

    def of(self, game: str) -> Rated | None:
        """A game of a pair; None of any other. Raises StoreError."""
        if not storable(game):
            return None
        with self.store.reading() as db:
            row = db.execute(select(rated).where(rated.c.game == game)).mappings().first()
        return _rated(row) if row is not None else None

    def check_taker(self, game: str, account: str) -> None:
        """Raises Refused where somebody cannot take the seat that is offered."""
        with self.store.reading() as db:
            _joined(db, game, account)

    def join(self, db: Connection, game: str, seat: str, account: str) -> Rated:
        """Somebody takes the other seat, within what gives him its key. Raises Refused."""
        found = _joined(db, game, account)
        players = {**found.players, seat: account}
        told = msgspec.json.encode(players).decode()
        db.execute(update(rated).where(rated.c.game == game).values(players=told))
        return msgspec.structs.replace(found, players=players)

    def follow(self, second: Rated) -> None:
        """The second game of a pair counts, unless another server has just said so. Raises StoreError."""
        with suppress(IntegrityError), self.store.writing() as db:
            db.execute(insert(rated).values(**_row(second)))
            db.execute(update(rated).where(rated.c.game == second.other).values(other=second.game))

    # -- what they come to ---------------------------------------------------------------------------------

    def results(self) -> list[Rated]:
        """Games that are over, in the order in which they ended. Raises StoreError."""
        wanted = select(rated).where(rated.c.ended.is_not(None)).order_by(rated.c.ended, rated.c.game)
        with self.store.reading() as db:
            return [_rated(row) for row in db.execute(wanted).mappings()]

    def standings(self) -> dict[Who, Standing]:
        """How everybody stands; reckoned anew only where some game has ended, or goes on again. Raises StoreError."""
        ended = rated.c.ended
        with self.store.reading() as db:
            row = db.execute(select(func.count(ended), func.max(ended), func.sum(ended))).one()
        known, found = self._kept
        if known != tuple(row):
            found = standings(self.results())
            self._kept = tuple(row), found
        return found

    def listed(self) -> dict[str, dict[str, list[dict[str, Any]]]]:
        """By title and side those who have an account, the one first who is surely strong. Raises StoreError."""
        with self.store.reading() as db:
            named = {row.id: row.name for row in db.execute(select(accounts.c.id, accounts.c.name))}
        found: dict[str, dict[str, list[tuple[float, dict[str, Any]]]]] = {}
        now = self.now()
        for (account, battle, seat), one in self.standings().items():
            if account in named:
                row = {"name": named[account], **one.told(now)}
                found.setdefault(battle, {}).setdefault(seat, []).append((one.at(now).at_least, row))
        return {
            battle: {seat: _first(rows) for seat, rows in sorted(sides.items(), reverse=True)}
            for battle, sides in sorted(found.items())
        }

    def of_account(self, account: str) -> list[dict[str, Any]]:
        """How somebody stands, by title and side. Raises StoreError."""
        now = self.now()
        found = sorted((who, one) for who, one in self.standings().items() if who[0] == account)
        return [{"battle": battle, "seat": seat, **one.told(now)} for (_, battle, seat), one in found]

    def games_of(self, account: str) -> list[dict[str, Any]]:
        """Somebody's rated games, for what is kept of him. Raises StoreError."""
        with self.store.reading() as db:
            theirs = select(rated).where(rated.c.players.contains(account, autoescape=True)).order_by(rated.c.ended)
            rows = [_rated(row) for row in db.execute(theirs).mappings()]
        return [
            {"game": row.game, "battle": row.battle, "seat": seat, "winner": row.winner, "ended": row.ended}
            for row in rows
            for seat, who in row.players.items()
            if who == account
        ]


def standings(results: list[Rated]) -> dict[Who, Standing]:
    """How everybody stands after these games, which are in their order."""
    found: dict[Who, Standing] = {}
    for game in results:
        if len(game.players) != 2 or game.ended is None:
            continue
        sides = [(seat, found.setdefault((who, game.battle, seat), Standing())) for seat, who in game.players.items()]
        before = [one.at(game.ended) if one.last else one.strength for _, one in sides]
        for (seat, one), mine, theirs in zip(sides, before, reversed(before), strict=True):
            points = 0.5 if not game.winner else float(game.winner == seat)
            one.strength, one.last = played(mine, [(theirs, points)]), game.ended
            one.won, one.drawn, one.lost = (
                one.won + (points == 1),
                one.drawn + (points == 0.5),
                one.lost + (points == 0),
            )
    return found


def second_of(first: Rated, game: str) -> Rated:
    """The second game of a pair that has found its two, with the sides changed about."""
    one, other = first.players
    changed = {one: first.players[other], other: first.players[one]}
    return Rated(game, first.game, first.battle, changed)


def settling(
    game: str, over: bool, winner: str | None, now: Callable[[Connection], float]
) -> Callable[[Connection], None]:
    """What an entry makes of a rated game, to be stored with it: its result once it is over, none while it goes on."""

    def settle(db: Connection) -> None:
        values = {"winner": winner or "", "ended": now(db)} if over else {"winner": None, "ended": None}
        known = rated.c.ended.is_not(None)
        db.execute(update(rated).where(rated.c.game == game, ~known if over else known).values(**values))

    return settle


def _joined(db: Connection, game: str, account: str) -> Rated:
    """The game of a pair that somebody takes the other side of. Raises Refused where he cannot."""
    row = db.execute(select(rated).where(rated.c.game == game)).mappings().first() if storable(game) else None
    found = _rated(row) if row is not None else None
    if found is None:
        raise Refused(NOT_YET)
    offerer = next(iter(found.players.values()))
    if account == offerer:
        raise Refused(NOT_ONESELF)
    if db.execute(select(accounts.c.id).where(accounts.c.id == offerer)).first() is None:
        raise Refused(GONE)
    return found


def _first(rows: list[tuple[float, dict[str, Any]]]) -> list[dict[str, Any]]:
    return [row for _, row in sorted(rows, key=lambda row: (-row[0], row[1]["name"]))[:LISTED]]


def _row(one: Rated) -> dict[str, Any]:
    return {**msgspec.structs.asdict(one), "players": msgspec.json.encode(one.players).decode()}


def _rated(row: Any) -> Rated:
    players = msgspec.json.decode(row["players"], type=dict[str, str])
    return Rated(row["game"], row["other"], row["battle"], players, row["winner"], row["ended"])
