"""What is asked over HTTP and takes a while: of one person one question at a time, and who asks much waits himself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import HTTPConnection, Request

from vedette.engine.game import Game

from .limits import Limits, Purse, timed
from .room import Room
from .rooms import Rooms
from .store import Grant

T = TypeVar("T")


class Paying:
    """Lets those who ask pay for it, by the key or the address that they have."""

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        self.rooms = rooms
        self.limits = limits

    def purse(self, request: Request, room: Room, grant: Grant) -> Purse:
        """Of who asks."""
        return room.purse(grant, self.limits, address_of(request))

    async def asked(self, request: Request, room: Room, grant: Grant, question: Callable[[Game], T]) -> T:
        """Ask something of a game that takes a while: who answers waits for one of each person at the most."""
        return await self.purse(request, room, grant).ask(room.ask, question)

    async def opened(self, request: Request, room: Room, grant: Grant, question: Callable[[Game], T]) -> T:
        """Ask what a page needs that is opened: one at a time of one person as well, but behind no question."""
        purse = room.page(grant, self.limits, address_of(request))
        return await purse.ask(lambda asked: room.tell(asked, self.rooms.pages), question)

    async def pay(self, request: Request, deed: Callable[[], T]) -> T:
        """Do what belongs to no game as a page that is opened needs it: of one address one thing at a time, but behind
        no question."""
        async with self.rooms.lookers.of(("page", address_of(request)), self.limits).paid() as took:
            return await asyncio.to_thread(timed, deed, took)

    async def spent(self, request: Request, deed: Callable[[], T]) -> T:
        """Work out something that belongs to no game; of one address one at a time."""
        return await self.rooms.lookers.of((address_of(request),), self.limits).spend(deed)


def address_of(connection: HTTPConnection) -> str:
    """Whence somebody comes."""
    return connection.client.host if connection.client else ""
