"""Who finds whom: seats that are offered to anybody, games that anybody may look at, the next game of the same two."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, insert, not_, or_, select, update
from sqlalchemy.exc import IntegrityError

from . import postgres
from .lateness import latest, withheld
from .messages import Refused
from .news import Offered
from .schema import accounts, claims, games, grants, hashed, late, offerers, offers, rematches, takers
from .store import Setup, Store, new_key, storable

RANDOM = "random"
"""In the place of a seat: by lot."""
SHOWN = 30
"""Games of a kind that the start page lists, the newest first."""
ALREADY = "no seat of this game is free, or it is offered already"
TAKEN = "somebody else has taken this seat, or it is no longer offered"
RATED_LATE = 600
"""Seconds by which a stranger looks on later at a rated game."""
LONGEST = 14 * 24 * 3600.0
"""Seconds for which a seat is offered; then nobody waits behind it any more."""

_OWN = exists().where(
    offerers.c.game == offers.c.game, offerers.c.account == accounts.c.id, accounts.c.name == offers.c.by
)
"""Whether who offers a seat had entered the account of the name by which he does."""
_CLAIMED = exists().where(
    claims.c.game == offers.c.game,
    claims.c.seats != offers.c.seat,
    claims.c.account == accounts.c.id,
    accounts.c.name == offers.c.by,
)
"""The same of an offer of an older program, which has kept no account with it."""
_OFFER = select(offers.c.seat, offers.c.made, offers.c.taken).where(offers.c.game == bindparam("of"))
_HAD = select(grants.c.seats).where(grants.c.game == bindparam("of"))
_REMATCH = select(rematches.c.seat).where(rematches.c.game == bindparam("of"))


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a new game is for anybody."""

    seat: str = RANDOM
    by: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """What who offers it calls himself."""


class Listed(msgspec.Struct, frozen=True):
    """A game of the lobby."""

    game: str
    battle: str
    seat: str
    """The one that is or was offered."""
    by: str
    seconds: float
    """Since it was offered."""
    setup: Setup
    late: int = 0
    """Seconds by which a stranger looks on later."""
    taker: str = ""
    """What he calls himself who has taken the seat."""
    guests: tuple[str, ...] = ()
    """Which of the two names is that of nobody who has entered an account of this name: `by`, `taker`."""

    def told(self, title: str, *, accounts: bool = False) -> dict[str, Any]:
        """As the start page is told of it.

        Args:
            accounts: the server has some.
        """
        return {
            "game": self.game,
            "battle": self.battle,
            "title": title,
            "seat": self.seat,
            "by": self.by,
            "seconds": round(self.seconds),
            "dice": self.setup.dice,
            "time": msgspec.to_builtins(self.setup.time),
            "rated": self.setup.rated,
            "slips": self.setup.slips,
            **({"late": self.late} if self.late else {}),
            **({"taker": self.taker} if self.taker else {}),
            **({"guests": list(self.guests)} if self.guests and accounts else {}),
        }


def offered(offer: Offer, setup: Setup) -> str:
    """The seat that is offered. Raises Refused where none can be."""
    if len(setup.people) < 2 or setup.hands or setup.free_undo or setup.open_hands:
        raise Refused("a seat is offered in a game of two people, without practice and with hands that are hidden")
    if not offer.by.isprintable():
        raise Refused("a name has letters, signs and spaces only")
    if offer.seat != RANDOM and offer.seat not in setup.people:
        raise Refused(f"there is no seat {offer.seat[:40]!r}; there are {', '.join((*setup.people, RANDOM))}")
    return secrets.choice(setup.people) if offer.seat == RANDOM else offer.seat


class Taker(NamedTuple):
    """Who takes a seat."""

    name: str = ""
    """What he calls himself."""
    account: str | None = None
    """The id of the account that he has entered."""


NOBODY = Taker()


class _Faster(Exception):
    """Another server was."""


class Offers:
    """What the store knows of it."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now

    def put(self, game: str, seat: str, by: str, *, taken: bool = False, taker: Taker = NOBODY) -> None:
        """Offer a seat of a game to anybody, or list a game of which somebody has the seat, by what he calls himself.

        Raises:
            Refused: it is listed already.
            StoreError: it could not be stored.
        """
        row = {"game": game, "seat": seat, "by": by.strip(), "made": self.now(), "taken": taken}
        try:
            with self.store.writing() as db:
                too_old = offers.c.made <= self.now() - LONGEST
                db.execute(delete(offers).where(offers.c.game == game, ~offers.c.taken, too_old))
                db.execute(delete(offerers).where(offerers.c.game == game))
                db.execute(insert(offers).values(**row))
                _name(db, game, taker)
        except IntegrityError:
            raise Refused(ALREADY) from None

    def owned(self, game: str, account: str) -> None:
        """Who offers a seat has entered an account. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(delete(offerers).where(offerers.c.game == game))
            db.execute(insert(offerers).values(game=game, account=account))

    def of(self, game: str) -> str:
        """The seat of a game that anybody may take; empty where there is none."""
        with self.store.reading() as db:
            row = db.execute(_OFFER, {"of": game}).first()
        return free(Offered(*row) if row is not None else None, self.now())

    def take(
        self, game: str, joins: Callable[[Connection, str], None] | None = None, by: Taker = NOBODY
    ) -> tuple[str, str]:
        """The seat and its new key, for the first who comes. Raises Refused, StoreError.

        Args:
            by: what he calls himself.
            joins: what else is stored of who has the seat from now on, with his key or not at all.
        """
        key = new_key()
        if not storable(game):
            raise Refused(TAKEN)
        with self.store.writing() as db:
            postgres.lock_game(db, game)
            where = (offers.c.game == game, *self._stands())
            goes_on = exists().where(games.c.id == offers.c.game, ~games.c.over)
            seat = db.execute(select(offers.c.seat).where(*where, goes_on)).scalar()
            if seat is None or not db.execute(update(offers).where(*where).values(taken=True)).rowcount:
                raise Refused(TAKEN)
            db.execute(insert(grants).values(token=hashed(key), game=game, seats=seat))
            _name(db, game, by)
            if joins is not None:
                joins(db, seat)
        return seat, key

    def _stands(self) -> tuple[ColumnElement[bool], ...]:
        """What is so while a seat can be taken."""
        return ~offers.c.taken, offers.c.made > self.now() - LONGEST

    def withdraw(self, game: str) -> None:
        """Nobody can take the seat any more. Raises Refused where somebody has, StoreError."""
        with self.store.writing() as db:
            if not db.execute(delete(offers).where(offers.c.game == game, ~offers.c.taken)).rowcount:
                raise Refused("no seat of this game is offered, or somebody has taken it")

    def vacant(self, game: str, setup: Setup, offered: str | None = None) -> str:
        """The seat of a person of which nobody has a key and that is offered to nobody; empty where there is none.

        Args:
            offered: the seat that anybody may take (`of`), where that is known.
        """
        if self.of(game) if offered is None else offered:
            return ""
        with self.store.reading() as db:
            had = db.execute(_HAD, {"of": game}).scalars().all()
        return without_key(setup, had, "")

    def listed(self, clock: Callable[[], float]) -> dict[str, list[Listed]]:
        """Seats that can be taken, games to look on at, and those that are over: the newest first. Of a game at which
        somebody looks on late it is not said that it is over before he sees it.

        Args:
            clock: the time by which entries age.
        """
        behind = latest(late.c.game == games.c.id).label("late")
        wanted = (
            select(
                offers,
                games.c.battle,
                games.c.over,
                games.c.setup,
                behind,
                takers.c.by.label("taker"),
                takers.c.account,
                or_(_OWN, _CLAIMED).label("own"),
            )
            .join(games, games.c.id == offers.c.game)
            .outerjoin(takers, takers.c.game == offers.c.game)
            .order_by(games.c.number.desc())
        )
        over = and_(games.c.over, not_(withheld(clock())))
        kinds: dict[str, tuple[ColumnElement[bool], ...]] = {
            "open": (*self._stands(), ~games.c.over),
            "watch": (offers.c.taken, not_(over)),
            "over": (offers.c.taken, over),
        }
        found: dict[str, list[Listed]] = {}
        with self.store.reading() as db:
            for kind, where in kinds.items():
                rows = db.execute(wanted.where(*where).limit(SHOWN)).mappings().all()
                found[kind] = [self._listed(row) for row in rows]
        return found

    def is_public(self, game: str) -> bool:
        """Whether anybody may look on at a game: its seat was offered to anybody, and was taken."""
        if not storable(game):
            return False
        with self.store.reading() as db:
            return db.execute(select(offers.c.game).where(offers.c.game == game, offers.c.taken)).first() is not None

    def late(self, game: str) -> int:
        """By how many seconds a stranger looks on later: as late as anybody does, and at rated games always."""
        with self.store.reading() as db:
            setup = db.execute(select(games.c.setup).where(games.c.id == game)).scalar()
        return _late(msgspec.json.decode(setup, type=Setup), self.store.latest(game)) if setup else 0

    def _listed(self, row: Any) -> Listed:
        setup = msgspec.json.decode(row["setup"], type=Setup)
        since, late = max(0.0, self.now() - row["made"]), _late(setup, row["late"] or 0)
        by, taker = row["by"], row["taker"] or ""
        known = {"by": not by or setup.rated or row["own"], "taker": not taker or row["account"]}
        guests = tuple(which for which in known if not known[which])
        return Listed(row["game"], row["battle"], row["seat"], by, since, setup, late, taker, guests)

    # -- the next game of the same two ---------------------------------------------------------------------

    def asked_again(self, game: str) -> str:
        """The seat of a game that has asked for the next one; empty where none has."""
        with self.store.reading() as db:
            return str(db.execute(_REMATCH, {"of": game}).scalar() or "")

    def next_of(self, game: str) -> str:
        """The game that follows; empty where nobody has asked for one, or it was deleted."""
        wanted = select(rematches.c.next).join(games, games.c.id == rematches.c.next)
        with self.store.reading() as db:
            return str(db.execute(wanted.where(rematches.c.game == game)).scalar() or "")

    def follow(self, game: str, next: str, seat: str, goes_on: Callable[[Connection], None] | None = None) -> bool:
        """A seat of a game has asked for the next one; whether it was the first. Raises StoreError.

        Args:
            goes_on: what else is stored of the next one with that, or not at all.
        """
        try:
            with self.store.writing() as db:
                gone = rematches.c.next.not_in(select(games.c.id))  # an older program has deleted it
                db.execute(delete(rematches).where(rematches.c.game == game, gone))
                try:
                    db.execute(insert(rematches).values(game=game, next=next, seat=seat))
                except IntegrityError:
                    raise _Faster from None
                if goes_on is not None:
                    goes_on(db)
        except _Faster:
            return False  # another server: what it has made counts
        return True


def _name(db: Connection, game: str, taker: Taker) -> None:
    """What he calls himself who has taken the seat of a game, where he calls himself something."""
    db.execute(delete(takers).where(takers.c.game == game))
    if taker.name:
        db.execute(insert(takers).values(game=game, by=taker.name, account=taker.account))


def free(offer: Offered | None, now: float) -> str:
    """The seat that anybody may take; empty where there is none."""
    stands = offer is not None and not offer.taken and offer.made > now - LONGEST
    return offer.seat if offer is not None and stands else ""


def without_key(setup: Setup, had: Iterable[str], offered: str) -> str:
    """The seat of a person of which nobody has a key and that is offered to nobody; empty where there is none.

    Args:
        had: the seats of each key.
        offered: the seat that anybody may take.
    """
    taken = {seat for seats in had for seat in seats.split()}
    return "" if offered else next((seat for seat in setup.people if seat not in taken), "")


def _late(setup: Setup, latest: int) -> int:
    return max(latest, RATED_LATE if setup.rated else 0)
