"""By what name others know somebody: who has entered an account by that of the account, and nobody else by it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

import msgspec
from starlette.requests import Request

from .lobby import Offers, Taker
from .making import Making
from .messages import Refused
from .people import People, Person

LOGGER = logging.getLogger("vedette.table")


class Names:
    """Of a server, with accounts or without."""

    def __init__(
        self, people: People | None = None, who: Callable[[Request], Awaitable[Person | None]] | None = None
    ) -> None:
        self.people = people
        self.who = who

    async def of(self, request: Request, by: str) -> Taker:
        """Who asks, as others know him. Raises Refused where he calls himself as somebody's account is called.

        Args:
            by: what he calls himself, where he has entered none.
        """
        if self.people is None or self.who is None:
            return Taker(by)
        person = await self.who(request)
        if person is not None:
            return Taker(person.name, person.id)
        if by.strip() and await asyncio.to_thread(self.people.named, by) is not None:
            raise Refused(f"{by.strip()} is the name of an account here: enter it, or call yourself something else")
        return Taker(by)

    async def maker(self, request: Request, making: Making) -> tuple[Making, str]:
        """A game as it is made, with the name of who offers a seat of it, and his account. Raises Refused."""
        if making.open is None and not making.rated:
            return making, ""
        named = await self.of(request, making.open.by if making.open is not None else "")
        if making.open is not None:
            making = msgspec.structs.replace(making, open=msgspec.structs.replace(making.open, by=named.name))
        return making, named.account or ""

    async def offered(self, offers: Offers, account: str | None, game: str, seats: Iterable[str]) -> list[str]:
        """A game of which a seat is offered is an account's, where there is one: in which somebody may be heard no
        more, or again. Whatever fails of it, the offer stands, and who has made it is told his keys, now or never."""
        if self.people is None or not account:
            return []
        heard: list[str] = []
        try:
            heard = await asyncio.to_thread(self.people.claim, account, {game: tuple(seats)})
        except Exception:
            LOGGER.exception("game %s: a seat is offered, and does not become an account's", game)
        try:
            await asyncio.to_thread(offers.owned, game, account)
        except Exception:
            LOGGER.exception("game %s: a seat is offered, and whose account does so is not kept", game)
        return heard
