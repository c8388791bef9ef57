"""The lobby over HTTP: what is offered, a seat taken, a game looked on at, and the next game of the same two."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from functools import partial
from typing import Any

from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from . import unheard
from .http import Failed, Handlers
from .keeping import DELETED
from .lobby import ALREADY, TAKEN, Taker
from .making import Making
from .messages import Refused
from .pairs import Pairs
from .paying import address_of
from .posting import taken
from .room import Room
from .spectators import delay_of, invited, key_to_look_on, told
from .store import Grant

LOGGER = logging.getLogger("vedette.table")
NOT_KEPT = {"cache-control": "no-store"}


class Meeting:
    """The lobby of a server, and what every server has: keys for looking on, rematches."""

    def __init__(self, handlers: Handlers, pairs: Pairs) -> None:
        self.handlers = handlers
        self.pairs = pairs
        self.rooms = handlers.rooms
        self.offers = handlers.rooms.offers

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address; the lobby only where it is open."""
        one = "/api/games/{game}"
        always = [
            Route(one + "/watch", self.invite, methods=["POST"]),
            Route(one + "/rematch", self.again, methods=["POST"]),
        ]
        if not self.rooms.lobby:
            return [*always]
        at = "/api/lobby/{game}"
        return [
            *always,
            Route("/api/lobby", self.show),
            Route(at, self.take, methods=["POST"]),
            Route(at, self.offer, methods=["PUT"]),
            Route(at, self.withdraw, methods=["DELETE"]),
            Route(at + "/watch", self.watch, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Seats that are offered, games to look on at, and those that are over."""
        found = await self.handlers.pay(request, lambda: self.offers.listed(self.rooms.clock))
        title, known = self.rooms.title, self.handlers.accounts
        told = {kind: [row.told(title(row.battle), accounts=known) for row in rows] for kind, rows in found.items()}
        return JSONResponse(told, headers=NOT_KEPT)

    async def take(self, request: Request) -> Response:
        """A seat that is offered, for who comes first."""
        self._measure(request)
        game, by = request.path_params["game"], _name(request)
        rated = await self.pairs.taker(request, game)
        heard: list[str] = []
        joins = self.pairs.joining(game, rated, await self.rooms.time(), heard) if rated is not None else None
        try:
            taker = await self.handlers.names.of(request, by)
            seat, key = await asyncio.to_thread(self.offers.take, game, joins, taker)
        except Refused as error:
            raise Failed(409, error.reason) from None
        except IntegrityError:  # one of the two closes his account in this moment
            raise Failed(409, TAKEN) from None
        if rated is not None:
            await _tried(game, self._pair(game, seat))
        self.rooms.hear_anew(heard)
        await _tried(game, self._shown(game))
        await _tried(game, self._tell(game, seat))
        return JSONResponse(_keys(game, seat, key), 201)

    async def _tell(self, game: str, seat: str) -> None:
        """Who has offered a seat is told that it is taken, where he is not at the page."""
        room = await self.rooms.room(game)
        async with room.lock:
            await asyncio.to_thread(self.rooms.store.post, taken(room, seat))

    async def _pair(self, game: str, seat: str) -> None:
        """A rated game has found its two: the second of the pair stands beside it from now on. Where that fails, it is
        made when somebody asks for it."""
        room = await self.rooms.room(game)
        async with room.lock:
            await asyncio.to_thread(self._again, room, "", seat)

    async def withdraw(self, request: Request) -> Response:
        """A seat is no longer offered; for who has the other."""
        _, grant = await self.handlers.entered(request)
        if not grant.seats:
            raise Failed(403, "only who offers a seat withdraws it")
        try:
            await asyncio.to_thread(self.offers.withdraw, grant.game)
        except Refused as error:
            raise Failed(409, error.reason) from None
        await self._shown(grant.game)
        return Response(status_code=204)

    async def offer(self, request: Request) -> Response:
        """The seat that nobody has is offered once more; for who has the other."""
        room, grant = await self.handlers.entered(request)
        self._measure(request)
        if not grant.seats:
            raise Failed(403, "only who plays offers a seat")
        named = _name(request)
        async with room.lock:
            # not by what the room knows: another has just offered it, or that it was offered is long ago
            vacant = await asyncio.to_thread(self.offers.vacant, grant.game, room.setup)
            if not vacant:
                raise Failed(409, ALREADY)
            try:
                by = await asyncio.to_thread(self.pairs.offerer, grant.game)
                who = Taker(by) if by else await self.handlers.names.of(request, named)
                await asyncio.to_thread(self.offers.put, grant.game, vacant, who.name)
            except Refused as error:
                raise Failed(409, error.reason) from None
            heard = await self.handlers.names.offered(self.offers, who.account, grant.game, grant.seats)
        self.rooms.hear_anew(heard)
        await self._shown(grant.game)
        return Response(status_code=204)

    async def watch(self, request: Request) -> Response:
        """A key for looking on at a game whose seat was offered to anybody."""
        self._measure(request)
        game = request.path_params["game"]
        if not await asyncio.to_thread(self.offers.is_public, game):
            raise Failed(404, "there is no such game to look on at")
        late = await asyncio.to_thread(self.offers.late, game)
        key, late = await asyncio.to_thread(key_to_look_on, self.rooms.store, game, late, self.rooms.clock)
        return JSONResponse(told(game, key, late), 201)

    async def invite(self, request: Request) -> Response:
        """A key for somebody whom a player asks to look on."""
        room, grant = await self.handlers.entered(request)
        self._measure(request)
        try:
            late = delay_of(request.query_params.get("late", ""))
        except Refused as error:
            raise Failed(400, error.reason) from None
        try:
            key, late = await asyncio.to_thread(invited, self.rooms.store, room, grant, late, self.rooms.clock)
        except Refused as error:
            raise Failed(403, error.reason) from None
        return JSONResponse(told(room.id, key, late), 201)

    async def _shown(self, game: str) -> None:
        """Those who have the game open see whether its seat is still offered."""
        self.rooms.store.ring(game)
        if (room := self.rooms.opened(game)) is not None:
            async with room.lock:
                room.offered = await asyncio.to_thread(self.offers.of, game)
                room.vacant = await asyncio.to_thread(self.offers.vacant, game, room.setup)
                await asyncio.to_thread(room.timing.reread)
                await asyncio.to_thread(room.talk.reread)
                room.push()

    def _measure(self, request: Request) -> None:
        if self.handlers.making.another(address_of(request)):
            raise Failed(429, "too many from this address; wait a minute")

    # -- rematch -------------------------------------------------------------------------------------------

    async def again(self, request: Request) -> Response:
        """The next game of the same two with the sides changed about: made for the first who asks, joined by the
        other."""
        room, grant = await self.handlers.entered(request)
        self._measure(request)
        try:
            first = room.setup.rated and await asyncio.to_thread(self.pairs.first, room.id) is not None
            seat = _other_seat(room, grant, early=first)
            async with room.lock:
                made = await asyncio.to_thread(self._again, room, grant.seats[0], seat)
                if not first:
                    room.rematch = room.rematch or grant.seats[0]
                room.push()
        except Refused as error:
            raise Failed(409, error.reason) from None
        return JSONResponse(made, 201)

    def _again(self, room: Room, asks: str, seat: str) -> dict[str, Any]:
        setup = room.setup
        first = self.pairs.first(room.id) if setup.rated else None
        if next := self.offers.next_of(room.id):
            if first is not None and not first.other:  # a server was killed before it had said that it counts
                self.pairs.follow(first, next)
            return self._joined(next, seat)
        options = room.game.header["options"]
        making = Making(
            room.game.battle.id,
            options=options,
            dice=setup.dice,
            open_hands=setup.open_hands,
            beat=setup.beat,
            orders=setup.orders,
            time=setup.time,
            rated=first is not None,
            slips=setup.slips,
        )
        position, battle = room.game.header.get("position"), room.game.battle
        made = self.rooms.make(making, position, battle, paired=first is not None)
        carry = partial(unheard.carry, game=room.id, following=made.game, people=setup.people)
        if not self.offers.follow(room.id, made.game, asks if first is None else "", carry):
            if not (next := self.offers.next_of(room.id)):
                raise Refused(DELETED)  # at another server, in this moment
            return self._joined(next, seat)
        if first is not None:
            self.pairs.follow(first, made.game)
        self.rooms.store.ring(room.id)
        return _keys(made.game, seat, made.keys[seat])

    def _joined(self, game: str, seat: str) -> dict[str, Any]:
        return _keys(game, seat, self.rooms.store.another_key(Grant("", game, (seat,))))


def _name(request: Request) -> str:
    """What somebody calls himself. Raises Failed where that is no name."""
    by = request.query_params.get("by", "").strip()
    if len(by) > 40 or not by.isprintable():
        raise Failed(400, "a name has letters, signs and spaces only, 40 at the most")
    return by


async def _tried(game: str, deed: Awaitable[None]) -> None:
    """What follows from a seat that is taken. Whatever fails of it, who has the seat is told its key, now or never."""
    try:
        await deed
    except Exception:
        LOGGER.exception("game %s: one of its seats is taken, and what follows from that has failed", game)


def _other_seat(room: Room, grant: Grant, *, early: bool) -> str:
    """The seat that a key has in the next game. Raises Refused.

    Args:
        early: it is there before this one is over, as the second of a pair.
    """
    others = [seat for seat in room.setup.people if seat not in grant.seats]
    if len(grant.seats) != 1 or len(others) != 1:
        raise Refused("a rematch is for two people who had a side each")
    if room.game.decisions and not early:
        raise Refused("the battle is not over")
    return others[0]


def _keys(game: str, seat: str, key: str) -> dict[str, Any]:
    return {"game": game, "keys": {seat: key}, "url": f"/?game={game}&key={key}"}
