"""Accounts over HTTP, second part: one's own account, its games, what is kept of it, its end."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from . import pairs
from .entering import AT, COOKIE, HOUR, KEPT, MAIL, Entering, Word, agreement, looked, told, wished
from .http import Failed, Handlers
from .making import HUMAN
from .passkeys import Passkeys, shown
from .passwords import check_password
from .paying import address_of
from .people import Claim, Person
from .store import Grant

AT_ONCE = 50
"""Games that are claimed, or of which keys are given, by one request."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be otherwise; `password` is the one that holds until then."""

    password: Word
    new_password: Word | None = None
    mail: Word | None = None
    """Empty: nothing is sent any more."""


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That it is really its owner."""

    password: Word


class Claiming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of this browser, each with its key."""

    keys: Annotated[dict[Word, Word], msgspec.Meta(max_length=AT_ONCE)]


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of which this browser has a key."""

    known: Annotated[list[Word], msgspec.Meta(max_length=1_000)] = []


class Account:
    """What is answered at which address."""

    def __init__(self, handlers: Handlers, entering: Entering) -> None:
        self.handlers = handlers
        self.entering = entering
        self.people = entering.people
        self.passkeys = Passkeys(entering)

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address."""
        own = self.entering
        return [
            Route(AT, self.show),
            Route(AT, own.make, methods=["POST"]),
            Route(AT, self.change, methods=["PUT"]),
            Route(AT, self.close, methods=["DELETE"]),
            Route(AT + "/enter", own.enter, methods=["POST"]),
            Route(AT + "/leave", own.leave, methods=["POST"]),
            Route(AT + "/forgotten", own.forget, methods=["POST"]),
            Route(AT + "/recover", own.recover, methods=["POST"]),
            Route(AT + "/mail", own.agree, methods=["POST"]),
            Route(AT + "/export", self.export),
            Route(AT + "/games", self.claim, methods=["PUT"]),
            Route(AT + "/games", self.keys, methods=["POST"]),
            Route(AT + "/games/{game}", self.disclaim, methods=["DELETE"]),
            Route(AT + "/unheard", self.hear_all, methods=["DELETE"]),
            *self.passkeys.routes(),
        ]

    async def show(self, request: Request) -> Response:
        """Who has entered here, and what the server can do for him."""
        person = await self.entering.who(request)
        found = await asyncio.to_thread(self._shown, person) if person is not None else None
        why = self.passkeys.barred(request)
        can = {"mail": self.entering.mail is not None, "passkey": not why, "why": why}
        return JSONResponse({"account": found, "can": can}, headers=KEPT)

    def _shown(self, person: Person) -> dict[str, Any]:
        ratings = self.handlers.rooms.ratings
        games, browsers = self.people.games(person.id), self.people.browsers(person.id)
        return {
            "name": person.name,
            "mail": person.mail,
            "made": person.made,
            "games": [claim.game for claim in games],
            "browsers": browsers,
            "unheard": self.people.unheard(person.id),
            "passkeys": [shown(one) for one in self.people.passkeys(person.id)],
            "ratings": pairs.told(ratings.of_account(person.id), self.handlers),
        }

    async def change(self, request: Request) -> Response:
        """Another password, or another address of mail, which its owner is asked about first."""
        wish = await wished(request, Change)
        person = await self._sure(request, wish.password)
        if wish.new_password is not None:
            new = wish.new_password
            told(lambda: check_password(new, person.name))
            kept = await looked(self.entering.passwords.kept(new))
            await asyncio.to_thread(lambda: self.people.change(person.id, password=kept))
            here = request.cookies.get(COOKIE, "")
            await asyncio.to_thread(self.people.leave_everywhere, person.id, here)
        if wish.mail is not None:
            await self._write_to(request, person, wish.mail.strip())
        return JSONResponse({"changed": True}, headers=KEPT)

    async def _write_to(self, request: Request, person: Person, mail: str) -> None:
        courier = self.entering.mail
        if not mail:
            await asyncio.to_thread(lambda: self.people.change(person.id, mail=""))
            return
        if courier is None:
            raise Failed(404, "this server sends no mail")
        told(lambda: courier.check(mail))
        if self.entering.letters.another(address_of(request)):
            raise Failed(429, "too many from this address; wait a minute")
        token = await asyncio.to_thread(self.people.link, MAIL, person.id, mail, 24 * HOUR)
        self.entering.send(mail, agreement(person.name, f"{self.entering.address}#mail={token}"))

    async def close(self, request: Request) -> Response:
        """The account is gone; its games stay, without its name."""
        wish = await wished(request, Closing)
        person = await self._sure(request, wish.password)
        self._look_again(await asyncio.to_thread(self.people.close, person))
        return await self.entering.leave(request)

    async def _sure(self, request: Request, password: str) -> Person:
        """Who has entered, once he has said his password again."""
        person = await self.entering.somebody(request)
        kept = await asyncio.to_thread(self.people.kept, person.id)
        await self.entering.check(request, kept, password)
        return person

    async def export(self, request: Request) -> Response:
        """All that is kept of a person, as a file."""
        person = await self.entering.somebody(request)
        ratings = self.handlers.rooms.ratings
        found = await asyncio.to_thread(self.people.kept_of, person)
        found["ratings"] = await asyncio.to_thread(ratings.of_account, person.id)
        found["rated"] = await asyncio.to_thread(ratings.games_of, person.id)
        headers = {"content-disposition": 'attachment; filename="vedette-account.json"', **KEPT}
        return Response(msgspec.json.format(msgspec.json.encode(found)), media_type="application/json", headers=headers)

    # -- games ---------------------------------------------------------------------------------------------

    async def claim(self, request: Request) -> Response:
        """Games whose keys somebody has are his, wherever he enters."""
        wish = await wished(request, Claiming)
        person = await self.entering.somebody(request)
        found = await asyncio.to_thread(self._granted, wish.keys)
        if len(found) < len(wish.keys) and await self.handlers.misses.counted(address_of(request)):
            raise Failed(429, "too many wrong keys from this address; wait a minute")
        seats = {game: grant.seats for game, grant in found.items() if grant.seats}
        self._look_again(await asyncio.to_thread(self.people.claim, person.id, seats))
        return JSONResponse({"games": list(seats)}, headers=KEPT)

    def _granted(self, keys: dict[str, str]) -> dict[str, Grant]:
        found = {game: self.handlers.rooms.grant(game, key) for game, key in keys.items()}
        return {game: grant for game, grant in found.items() if grant is not None}

    async def keys(self, request: Request) -> Response:
        """A key of each of one's games that this browser does not know, the newest first."""
        wish = await wished(request, Known)
        person = await self.entering.somebody(request)
        rows = await asyncio.to_thread(self._keys, person, frozenset(wish.known))
        return JSONResponse({"games": rows}, headers=KEPT)

    def _keys(self, person: Person, known: frozenset[str]) -> list[dict[str, Any]]:
        claims = [claim for claim in self.people.games(person.id) if claim.game not in known][:AT_ONCE]
        another = self.people.store.another_key
        return [self._row(claim, another(Grant("", claim.game, claim.seats))) for claim in claims]

    def _row(self, claim: Claim, key: str) -> dict[str, Any]:
        return {
            "game": claim.game,
            "key": key,
            "title": self.handlers.rooms.title(claim.battle),
            "seats": list(claim.seats),
            "computers": {seat: who for seat, who in claim.setup.seats.items() if who != HUMAN},
            "over": claim.over,
        }

    async def disclaim(self, request: Request) -> Response:
        """A game is one's own no more; its keys go on working."""
        person = await self.entering.somebody(request)
        self._look_again(await asyncio.to_thread(self.people.disclaim, person.id, request.path_params["game"]))
        return Response(status_code=204, headers=KEPT)

    async def hear_all(self, request: Request) -> Response:
        """Whom one heard no more in any game one hears again."""
        person = await self.entering.somebody(request)
        self._look_again(await asyncio.to_thread(self.people.hear_all, person.id))
        return Response(status_code=204, headers=KEPT)

    def _look_again(self, games: list[str]) -> None:
        """Who hears whom in some games is otherwise now, for the pages at which they are open too."""
        self.handlers.rooms.hear_anew(games)
