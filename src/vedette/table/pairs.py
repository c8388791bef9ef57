"""Rated pairs over HTTP: who may take the other side of one, and how those who have played some stand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from . import timing
from .beside import change_kept_clocks
from .http import Failed, Handlers
from .limits import Meter
from .lobby import Taker
from .messages import Refused
from .paying import address_of
from .people import People, Person
from .ratings import ENTER, GONE, Rated, second_of


class Pairs:
    """The rated pairs of a server; on one without accounts nobody begins one."""

    def __init__(self, handlers: Handlers, people: People | None) -> None:
        self.handlers = handlers
        self.ratings = handlers.rooms.ratings
        self.people = people
        self.asked = Meter(handlers.limits.games)
        """How often an address has asked how people stand."""

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address."""
        return [Route("/api/ratings", self.show)] if self.people is not None else []

    async def show(self, request: Request) -> Response:
        """By title and side how people stand."""
        if self.asked.another(address_of(request)):
            raise Failed(429, "too many from this address; wait a minute")
        found = await self.handlers.pay(request, self.ratings.listed)
        title = self.handlers.rooms.title
        rows = [{"battle": battle, "title": title(battle), "sides": sides} for battle, sides in found.items()]
        return JSONResponse({"titles": rows}, headers={"cache-control": "no-store"})

    async def taker(self, request: Request, game: str) -> Person | None:
        """Who takes the other side of a rated pair; None of any other game. Raises Failed where he may not."""
        if await asyncio.to_thread(self.ratings.of, game) is None:
            return None
        person = await self.handlers.person(request) if self.handlers.person is not None else None
        if person is None:
            raise Failed(403, ENTER)
        try:
            await asyncio.to_thread(self.ratings.check_taker, game, person.id)
        except Refused as error:
            raise Failed(409, error.reason) from None
        return person

    def joining(self, game: str, person: Person, now: float, heard: list[str]) -> Callable[[Connection, str], None]:
        """What is stored with the key of who takes the other side: that he plays and is waited for from now on, and
        that the two find the game wherever they enter.

        Args:
            heard: the games are put into it in which somebody may be heard no more, or again, from then on.
        """

        def joins(db: Connection, seat: str) -> None:
            found = self.ratings.join(db, game, seat, person.id)
            change_kept_clocks(db, game, timing.taken(now))
            if self.people is not None:
                for has, account in found.players.items():
                    heard.extend(self.people.claim_with(db, account, {game: [has]}))

        return joins

    def first(self, game: str) -> Rated | None:
        """The first game of a pair, where this is it and it has found its two. Raises StoreError."""
        found = self.ratings.of(game)
        if found is None or len(found.players) != 2:
            return None
        return found if found.other in ("", self.handlers.rooms.offers.next_of(game)) else None

    def follow(self, first: Rated, second: str) -> None:
        """The second game of a pair was made: it is listed like the first, and counts. Raises StoreError.

        That it counts is stored last: where a server is killed before, all of it is done once more.
        """
        found = second_of(first, second)
        offered = [*found.players][-1]
        with suppress(Refused):
            taker = self._called(found.players[offered])
            self.handlers.rooms.offers.put(
                second, offered, self._name(found), taken=True, taker=Taker(taker, found.players[offered])
            )
        self._claim(found)
        self.ratings.follow(found)

    def offerer(self, game: str) -> str:
        """The name of who offers the first game of a pair; empty of any other game. Raises Refused where he has closed
        his account, StoreError."""
        found = self.ratings.of(game)
        if found is None or self.people is None:
            return ""
        name = self._name(found)
        if not name:
            raise Refused(GONE)
        return name

    def _name(self, found: Rated) -> str:
        """Of who has the seat that was not offered."""
        return self._called(next(iter(found.players.values())))

    def _called(self, account: str) -> str:
        """The name of an account; empty where it is closed."""
        person = self.people.person(account) if self.people is not None else None
        return person.name if person is not None else ""

    def _claim(self, found: Rated) -> None:
        """The two find the game wherever they enter."""
        if self.people is None:
            return
        for seat, account in found.players.items():
            if self.people.person(account) is not None:
                with suppress(IntegrityError):  # another server does the same, or the account is closed in this moment
                    self.handlers.rooms.hear_anew(self.people.claim(account, {found.game: [seat]}))


def told(rows: list[dict[str, Any]], handlers: Handlers) -> list[dict[str, Any]]:
    """How somebody stands, with the titles as people read them."""
    return [{"title": handlers.rooms.title(row["battle"]), **row} for row in rows]
