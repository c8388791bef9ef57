"""People who want to be known again: what the store knows of accounts, who has entered where, whose games are whose."""

from __future__ import annotations

import secrets
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from . import unheard
from .channels import forget_seats, same_channel
from .messages import Refused
from .schema import (
    accounts,
    channels,
    claims,
    digests,
    games,
    hashed,
    links,
    offerers,
    offers,
    passkeys,
    rated,
    said,
    sessions,
    takers,
)
from .store import Setup, Store, new_key, storable

DAY = 86_400.0
UNUSED = 90 * DAY
"""Seconds after which a browser that was not used has to enter again."""
LONGEST = 30
"""Letters of a name."""
CLAIMS = 500
"""Games of one account; of more the oldest are no longer his wherever he enters."""


class Person(msgspec.Struct, frozen=True):
    """An account."""

    id: str
    name: str
    mail: str
    """Where its owner has agreed to be written to; empty where nowhere."""
    made: float


class Passkey(msgspec.Struct, frozen=True):
    """By what else an account is entered."""

    credential: str
    name: str
    public: bytes
    count: int
    """How often it has signed, as far as it says."""
    made: float


class Claim(msgspec.Struct, frozen=True):
    """A game that is somebody's."""

    game: str
    battle: str
    seats: tuple[str, ...]
    over: bool
    setup: Setup


def check_name(name: str) -> str:
    """A name as it is kept. Raises Refused."""
    found = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 2 <= len(found) <= LONGEST or not all(c.isalnum() or c in " -_.'" for c in found) or not found[0].isalnum():
        raise Refused(f"a name has 2 to {LONGEST} letters, digits, spaces, and begins with a letter or a digit")
    return found


def folded(name: str) -> str:
    """By what two names are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


class People:
    """The accounts of one store."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now

    # -- accounts ------------------------------------------------------------------------------------------

    def make(self, name: str, password: str) -> Person:
        """A new account; `password` as it is kept. Raises Refused where the name is taken, StoreError."""
        found = Person(secrets.token_hex(8), name, "", self.now())
        row = {**msgspec.structs.asdict(found), "folded": folded(name), "password": password}
        try:
            with self.store.writing() as db:
                db.execute(insert(accounts).values(**row))
        except IntegrityError:
            raise Refused(f"the name {name} is taken") from None
        return found

    def named(self, name: str) -> tuple[Person, str] | None:
        """An account and what is kept of its password. Raises StoreError."""
        if not storable(name):
            return None
        with self.store.reading() as db:
            wanted = select(accounts).where(accounts.c.folded == folded(" ".join(name.split()))[:120])
            row = db.execute(wanted).mappings().first()
        return (_person(row), row["password"]) if row is not None else None

    def by_mail(self, mail: str) -> list[Person]:
        """Those whose owner is written to there. Raises StoreError."""
        if not mail or not storable(mail):
            return []
        with self.store.reading() as db:
            rows = db.execute(select(accounts).where(accounts.c.mail == mail).limit(5)).mappings().all()
        return [_person(row) for row in rows]

    def kept(self, id: str) -> str | None:
        """What is kept of an account's password. Raises StoreError."""
        with self.store.reading() as db:
            found: str | None = db.execute(select(accounts.c.password).where(accounts.c.id == id)).scalar()
        return found

    def person(self, id: str) -> Person | None:
        """An account by its id. Raises StoreError."""
        with self.store.reading() as db:
            row = db.execute(select(accounts).where(accounts.c.id == id)).mappings().first()
        return _person(row) if row is not None else None

    def change(self, id: str, **values: Any) -> None:
        """Another password, as it is kept, or another address of mail. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(accounts).where(accounts.c.id == id).values(**values))

    def close(self, person: Person) -> list[str]:
        """An account is gone: its games stay, without its name, and are told of nowhere. Raises StoreError.

        Returns:
            Games in which somebody may be heard again.
        """
        with self.store.writing() as db:
            heard = self._concerned(db, person.id)
            theirs = select(claims.c.game).where(claims.c.account == person.id)
            his = select(offerers.c.game).where(offerers.c.account == person.id)
            made = or_(offers.c.game.in_(theirs), offers.c.game.in_(his))
            db.execute(update(offers).where(made, offers.c.by == person.name).values(by=""))
            named = and_(takers.c.game.in_(theirs), takers.c.by == person.name)  # by a program that kept no account
            db.execute(delete(takers).where(or_(takers.c.account == person.id, named)))
            pairs = select(rated.c.game).where(rated.c.players.contains(person.id, autoescape=True))
            db.execute(delete(offers).where(offers.c.game.in_(pairs), ~offers.c.taken))  # nobody may take them now
            _forget_where_told(db, person)
            unheard.forget(db, person.id)
            for table in (sessions, claims, links, passkeys, offerers):
                db.execute(delete(table).where(table.c.account == person.id))
            db.execute(delete(accounts).where(accounts.c.id == person.id))
        return heard

    # -- entering ------------------------------------------------------------------------------------------

    def enter(self, id: str) -> str:
        """What a browser shows from now on. Raises StoreError."""
        token, now = new_key(), self.now()
        with self.store.writing() as db:
            db.execute(delete(sessions).where(sessions.c.used < now - UNUSED))
            db.execute(insert(sessions).values(token=hashed(token), account=id, made=now, used=now))
        return token

    def of(self, token: str) -> Person | None:
        """Who has entered in a browser; None where nobody has. Raises StoreError."""
        if not token:
            return None
        wanted = select(accounts, sessions.c.used).join(sessions, sessions.c.account == accounts.c.id)
        now, mine = self.now(), sessions.c.token == hashed(token)
        with self.store.reading() as db:
            row = db.execute(wanted.where(mine, sessions.c.used > now - UNUSED)).mappings().first()
        if row is None:
            return None
        if row["used"] < now - DAY:
            with self.store.writing() as db:
                db.execute(update(sessions).where(mine).values(used=now))
        return _person(row)

    def leave(self, token: str) -> None:
        """Nobody has entered in this browser any more. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(delete(sessions).where(sessions.c.token == hashed(token)))

    def leave_everywhere(self, id: str, but: str = "") -> None:
        """In no browser, but in one. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(delete(sessions).where(sessions.c.account == id, sessions.c.token != hashed(but)))

    def browsers(self, id: str) -> int:
        """In how many somebody has entered. Raises StoreError."""
        with self.store.reading() as db:
            wanted = select(sessions.c.token).where(sessions.c.account == id, sessions.c.used > self.now() - UNUSED)
            return len(db.execute(wanted).all())

    # -- what is good for one deed -------------------------------------------------------------------------

    def link(self, kind: str, id: str | None, target: str, seconds: float, token: str = "") -> str:
        """A word that is good for one deed; those before of the same kind no more, where it is somebody's.
        Raises StoreError."""
        word, now = token or new_key(), self.now()
        with self.store.writing() as db:
            db.execute(delete(links).where(links.c.until < now))
            if id is not None:
                db.execute(delete(links).where(links.c.account == id, links.c.kind == kind))
            row = {"token": hashed(word), "account": id, "kind": kind, "target": target, "until": now + seconds}
            db.execute(insert(links).values(**row))
        return word

    def redeem(self, kind: str, token: str) -> tuple[str | None, str] | None:
        """Whose it is, and its target; it is good no more. None where it never was or is too old. Raises StoreError."""
        mine = (links.c.token == hashed(token), links.c.kind == kind, links.c.until >= self.now())
        with self.store.writing() as db:
            row = db.execute(select(links).where(*mine)).mappings().first()
            if row is None or not db.execute(delete(links).where(*mine)).rowcount:
                return None
        return row["account"], row["target"]

    # -- passkeys ------------------------------------------------------------------------------------------

    def passkeys(self, id: str) -> list[Passkey]:
        """Those of an account. Raises StoreError."""
        with self.store.reading() as db:
            wanted = select(passkeys).where(passkeys.c.account == id).order_by(passkeys.c.made)
            return [_passkey(row) for row in db.execute(wanted).mappings()]

    def by_passkey(self, credential: str) -> tuple[Person, Passkey] | None:
        """Whose it is. Raises StoreError."""
        if not storable(credential):
            return None
        with self.store.reading() as db:
            found = db.execute(select(passkeys).where(passkeys.c.credential == credential)).mappings().first()
        person = self.person(found["account"]) if found is not None else None
        return (person, _passkey(found)) if person is not None else None

    def add_passkey(self, id: str, one: Passkey) -> bool:
        """One more; whether it was there for nobody. Raises StoreError."""
        try:
            with self.store.writing() as db:
                db.execute(insert(passkeys).values(account=id, **msgspec.structs.asdict(one)))
        except IntegrityError:
            return False
        return True

    def count_passkey(self, credential: str, count: int) -> None:
        """It has signed once more. Raises StoreError."""
        with self.store.writing() as db:
            db.execute(update(passkeys).where(passkeys.c.credential == credential).values(count=count))

    def drop_passkey(self, id: str, credential: str) -> None:
        """It opens the account no more. Raises StoreError."""
        if storable(credential):
            with self.store.writing() as db:
                db.execute(delete(passkeys).where(passkeys.c.account == id, passkeys.c.credential == credential))

    # -- whose games are whose -----------------------------------------------------------------------------

    def claim(self, id: str, seats: Mapping[str, Sequence[str]]) -> list[str]:
        """These seats of games are somebody's. Raises StoreError.

        Returns:
            Those in which somebody may be heard no more from now on, or again, since they are the account's no longer.
        """
        with self.store.writing() as db:
            return self.claim_with(db, id, seats)

    def _concerned(self, db: Connection, id: str) -> list[str]:
        """The games of an account that hears somebody no more, or that somebody does not hear."""
        if not unheard.concerns(db, id):
            return []
        return list(db.execute(select(claims.c.game).where(claims.c.account == id)).scalars())

    def claim_with(self, db: Connection, id: str, seats: Mapping[str, Sequence[str]]) -> list[str]:
        """The same, within what else is stored."""
        for game, of in seats.items():
            db.execute(delete(claims).where(claims.c.account == id, claims.c.game == game))
            row = {"account": id, "game": game, "seats": " ".join(of), "when": self.now()}
            db.execute(insert(claims).values(**row))
        games = [*seats, *_forget_oldest(db, id)]
        return games if unheard.concerns(db, id) else []

    def disclaim(self, id: str, game: str) -> list[str]:
        """A game is somebody's no more; it where somebody may be heard there again. Raises StoreError."""
        if not storable(game):
            return []
        with self.store.writing() as db:
            db.execute(delete(claims).where(claims.c.account == id, claims.c.game == game))
            return [game] if unheard.concerns(db, id) else []

    def games(self, id: str) -> list[Claim]:
        """Those of an account, the newest first. Raises StoreError."""
        wanted = (
            select(claims, games.c.battle, games.c.over, games.c.setup)
            .join(games, games.c.id == claims.c.game)
            .where(claims.c.account == id)
            .order_by(games.c.number.desc())
        )
        with self.store.reading() as db:
            rows = db.execute(wanted).mappings().all()
        return [
            Claim(
                row["game"],
                row["battle"],
                tuple(row["seats"].split()),
                row["over"],
                msgspec.json.decode(row["setup"], type=Setup),
            )
            for row in rows
        ]

    def unheard(self, id: str) -> int:
        """How many others an account hears no more. Raises StoreError."""
        with self.store.reading() as db:
            return unheard.many(db, id)

    def hear_all(self, id: str) -> list[str]:
        """It hears everybody again: in which games it did not. Raises StoreError."""
        with self.store.writing() as db:
            return unheard.hear_all(db, id)

    def kept_of(self, person: Person) -> dict[str, Any]:
        """All that is kept of a person. Raises StoreError."""
        found: dict[str, Any] = {"account": msgspec.structs.asdict(person)}
        with self.store.reading() as db:
            wanted = select(sessions.c.made, sessions.c.used).where(sessions.c.account == person.id)
            found["entered"] = [dict(row) for row in db.execute(wanted.order_by(sessions.c.made)).mappings()]
            found["unheard"] = unheard.many(db, person.id)
            took = select(takers.c.game, takers.c.by).where(takers.c.account == person.id)
            found["took"] = [dict(row) for row in db.execute(took.order_by(takers.c.game)).mappings()]
            made = select(offerers.c.game).where(offerers.c.account == person.id).order_by(offerers.c.game)
            found["offered"] = list(db.execute(made).scalars())
        found["passkeys"] = [{"name": one.name, "made": one.made} for one in self.passkeys(person.id)]
        found["games"] = []
        for claim in self.games(person.id):
            row = msgspec.to_builtins(claim)
            del row["setup"]
            with self.store.reading() as db:
                lines = select(said.c.number, said.c.seat, said.c.text, said.c.when).where(
                    said.c.game == claim.game, said.c.seat.in_(claim.seats)
                )
                how = (channels.c.seat, channels.c.kind, channels.c.target, channels.c.zone, digests.c.hour)
                told = (
                    select(*how)
                    .outerjoin(digests, same_channel(channels, digests))
                    .where(channels.c.game == claim.game, channels.c.seat.in_(claim.seats))
                )
                row["said"] = [dict(one) for one in db.execute(lines.order_by(said.c.number)).mappings()]
                row["told"] = [dict(one) for one in db.execute(told).mappings()]
            found["games"].append(row)
        return found


def _forget_where_told(db: Connection, person: Person) -> None:
    """Somebody is told of his games nowhere any more; who has one of their seats by now, or has it as well, still is.

    Of a key of several seats nobody knows which is his: there he is written to no more at the address of his account.
    """
    rows = db.execute(select(claims).where(claims.c.account == person.id)).mappings().all()
    mine = [(row["game"], seat) for row in rows for seat in row["seats"].split()]
    if person.mail:
        forget_seats(db, mine, person.mail)
    for row in rows:
        others = select(claims.c.seats).where(claims.c.game == row["game"], claims.c.account != person.id)
        theirs = {seat for seats in db.execute(others).scalars() for seat in seats.split()}
        seats = row["seats"].split()
        if len(seats) == 1 and seats[0] not in theirs:
            forget_seats(db, [(row["game"], seats[0])])


def _forget_oldest(db: Connection, id: str) -> Sequence[str]:
    """Of too many games the oldest are an account's no longer: which."""
    wanted = (
        select(claims.c.game).where(claims.c.account == id).order_by(claims.c.when.desc()).offset(CLAIMS).limit(CLAIMS)
    )
    old = db.execute(wanted).scalars().all()
    for game in old:
        db.execute(delete(claims).where(claims.c.account == id, claims.c.game == game))
    return old


def _person(row: Any) -> Person:
    return Person(row["id"], row["name"], row["mail"], row["made"])


def _passkey(row: Any) -> Passkey:
    return Passkey(row["credential"], row["name"], row["public"], row["count"], row["made"])
