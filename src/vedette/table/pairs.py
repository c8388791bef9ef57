"""Rated pairs over HTTP: who may take the other side of one, and how those who have played some stand."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .http import Failed, Handlers
from .messages import Refused
from .people import People, Person
from .ratings import ENTER, Rated


class Pairs:
    """The rated pairs of a server; on one without accounts nobody begins one."""

    def __init__(self, handlers: Handlers, people: People | None) -> None:
        self.handlers = handlers
        self.ratings = handlers.rooms.ratings
        self.people = people

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address."""
        return [Route("/api/ratings", self.show)] if self.people is not None else []

    async def show(self, request: Request) -> Response:
        """By title and side how people stand."""
        found = await asyncio.to_thread(self.ratings.listed)
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

    def met(self, game: str, seat: str, person: Person) -> None:
        """Somebody has taken the other side of the first game. Raises StoreError."""
        self.ratings.join(game, seat, person.id)
        self._claim(game)

    def first(self, game: str) -> Rated | None:
        """The first game of a pair, where this is it. Raises StoreError."""
        found = self.ratings.of(game)
        is_first = found is not None and found.other in ("", self.handlers.rooms.offers.next_of(game))
        return found if is_first else None

    def follow(self, first: Rated, second: str) -> None:
        """The second game of a pair was made: it is listed like the first. Raises StoreError."""
        found = self.ratings.follow(first, second)
        offered = [*found.players][-1]
        self.handlers.rooms.offers.put(second, offered, self._name(found), taken=True)
        self._claim(second)

    def offerer(self, game: str) -> str:
        """The name of who offers the first game of a pair; empty of any other game. Raises StoreError."""
        found = self.ratings.of(game)
        return self._name(found) if found is not None else ""

    def _name(self, found: Rated) -> str:
        """Of who has the seat that was not offered."""
        person = self.people.person(next(iter(found.players.values()))) if self.people is not None else None
        return person.name if person is not None else ""

    def _claim(self, game: str) -> None:
        """The two find the game wherever they enter."""
        found = self.ratings.of(game)
        if found is None or self.people is None:
            return
        for seat, account in found.players.items():
            if self.people.person(account) is not None:
                self.people.claim(account, {game: [seat]})


def told(rows: list[dict[str, Any]], handlers: Handlers) -> list[dict[str, Any]]:
    """How somebody stands, with the titles as people read them."""
    return [{"title": handlers.rooms.title(row["battle"]), **row} for row in rows]
