"""Being told, over HTTP: where a seat wants it, a test, and the two links that stand in a mail."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .channels import Channel
from .couriers import Courier
from .hours import zone_of
from .http import Failed, Handlers, body_of
from .limits import Meter
from .messages import Refused
from .paying import address_of
from .posting import beginning
from .postman import Postman
from .push import Push
from .room import Room
from .store import Grant

TESTS = 6
"""A minute of one address: what is sent at once goes to somebody."""
KEPT = {"cache-control": "no-store"}


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a seat wants to be told."""

    kind: str
    target: str
    zone: str = "UTC"
    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] | None = None
    """Once a day, at this hour there, with all that is told at the same address; None: always."""


class Told:
    """What is answered at which address."""

    def __init__(self, handlers: Handlers, postman: Postman) -> None:
        self.handlers = handlers
        self.postman = postman
        self.channels = postman.channels
        self._tests = Meter(TESTS)

    def routes(self) -> list[BaseRoute]:
        """What is answered at which address."""
        at = "/api/games/{game}/told"
        return [
            Route(at, self.show),
            Route(at, self.put, methods=["PUT"]),
            Route(at, self.drop, methods=["DELETE"]),
            Route(at + "/test", self.test, methods=["POST"]),
            Route("/told/{token}", self.asked),
            Route("/told/{token}", self.answered, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """The ways that there are, and those of the seat."""
        _, _, seat = await self._seat(request)
        return await self._told(request, seat)

    async def put(self, request: Request) -> Response:
        """Tell the seat there from now on."""
        room, _, seat = await self._seat(request)
        try:
            wish = msgspec.json.decode(await body_of(request), type=Wish)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Failed(400, f"it cannot be read: {error}") from None
        courier = self._courier(wish.kind)
        if zone_of(wish.zone) is None:
            raise Failed(400, f"there is no time zone {wish.zone[:60]!r}")
        try:
            courier.check(wish.target.strip())
        except Refused as error:
            raise Failed(400, error.reason) from None
        self._measure(request)
        target = wish.target.strip()
        confirmed = not courier.confirms or target == await self._own_mail(request)
        channel = await asyncio.to_thread(
            self.channels.put, room.id, seat, wish.kind, target, wish.zone, confirmed, wish.hour
        )
        await self._remind(room, seat)
        if not channel.confirmed:
            letter = self.postman.confirmation(room.game.battle.id, channel)
            if failed := await self.postman.give(channel, letter, asked=True):
                await asyncio.to_thread(self.channels.mark, room.id, channel, failed)
        return await self._told(request, seat)

    async def _remind(self, room: Room, seat: str) -> None:
        """Who is asked already will be reminded before his time is over, who waits be told when the other's is."""
        async with room.lock:
            await asyncio.to_thread(room.store.post, beginning(room, seat))

    async def drop(self, request: Request) -> Response:
        """Tell the seat there no more."""
        room, _, seat = await self._seat(request)
        await asyncio.to_thread(self.channels.drop, room.id, seat, request.query_params.get("kind", ""))
        return await self._told(request, seat)

    async def test(self, request: Request) -> Response:
        """Send something now; what is broken and works is used again."""
        room, _, seat = await self._seat(request)
        kind = request.query_params.get("kind", "")
        channel = next((one for one in await self._of(room.id, seat) if one.kind == kind), None)
        if channel is None:
            raise Failed(404, "nothing of the kind was put down")
        self._courier(kind)  # another server may have it
        self._measure(request)
        battle = room.game.battle.id
        if channel.confirmed:
            letter = self.postman.letter(battle, channel, "test", room.id)
        else:
            letter = self.postman.confirmation(battle, channel)
        failed = await self.postman.give(channel, letter, asked=True)
        await asyncio.to_thread(self.channels.mark, room.id, channel, failed)
        return await self._told(request, seat)

    async def _own_mail(self, request: Request) -> str:
        """Where who asks has agreed to be written to, by the account that he has entered; empty where nowhere."""
        person = await self.handlers.person(request) if self.handlers.person else None
        return person.mail if person else ""

    async def _told(self, request: Request, seat: str) -> Response:
        game = request.path_params["game"]
        rows = [
            {name: getattr(one, name) for name in ("kind", "target", "zone", "confirmed", "broken", "hour")}
            for one in await self._of(game, seat)
        ]
        push = self.postman.couriers.get("push")
        keys = {"push_key": push.public} if isinstance(push, Push) else {}
        can, own = list(self.postman.couriers), await self._own_mail(request)
        mail = {"mail": own} if own and "mail" in can else {}
        return JSONResponse({"can": can, "channels": rows, **keys, **mail}, headers=KEPT)

    async def _of(self, game: str, seat: str) -> list[Channel]:
        return await asyncio.to_thread(self.channels.of, game, seat)

    async def _seat(self, request: Request) -> tuple[Room, Grant, str]:
        """Room, key and seat. Raises Failed where nobody waits for anybody."""
        room, grant = await self.handlers.entered(request)
        if len(grant.seats) != 1 or not room.manners.two:
            raise Failed(403, "being told is for who has one side of a game of two people")
        return room, grant, grant.seats[0]

    def _courier(self, kind: str) -> Courier:
        """Raises Failed where this server has none of the kind."""
        courier = self.postman.couriers.get(kind)
        if courier is None:
            raise Failed(400, f"this server tells by {' and '.join(self.postman.couriers)}, not by {kind[:40]!r}")
        return courier

    def _measure(self, request: Request) -> None:
        if self._tests.another(address_of(request)):
            raise Failed(429, "too many at once from this address; wait a minute")

    # -- the links of a mail -------------------------------------------------------------------------------

    async def asked(self, request: Request) -> Response:
        """What the owner of an address may say; a link alone does nothing, since mail servers follow links."""
        found = await asyncio.to_thread(self.channels.by_token, request.path_params["token"][:80])
        if found is None:
            return _page("Nothing is sent to this address any more.", [])
        game, channel = found
        what = await self._meant(game, channel)
        if channel.confirmed:
            return _page(f"Vedette writes to {channel.target} when you are asked in {what}.", [STOP])
        deeds = [("confirm", "Tell me here"), STOP]
        return _page(f"Vedette may write to {channel.target} when you are asked in {what}.", deeds)

    async def _meant(self, game: str, channel: Channel) -> str:
        """Which game it is, and on which side."""
        battle = await asyncio.to_thread(self.channels.battle, game)
        return f"your game of {self.handlers.rooms.title(battle)}, as the {channel.seat.capitalize()}"

    async def answered(self, request: Request) -> Response:
        """The owner has said it."""
        token, deed = request.path_params["token"][:80], request.query_params.get("do", "")
        found = await asyncio.to_thread(self.channels.by_token, token)
        if found is None:
            return _page("Nothing is sent to this address any more.", [])
        game, channel = found
        if deed == "confirm":
            await asyncio.to_thread(self.channels.confirm, token)
            return _page("Thank you. From now on you are told here when you are asked.", [])
        what = await self._meant(game, channel)
        await asyncio.to_thread(self.channels.stop, game, channel)
        return _page(f"Nothing more is sent to {channel.target} about {what}.", [])


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Vedette</title>
<style>
body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: anywhere; font: 1.1rem/1.5 Georgia, serif }
body { background: #fbf6e9; color: #271e14 }
h1 { font-weight: normal }
a { color: #1d4c86 }
button { min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid #957a48; border-radius: 4px }
button { background: #fffdf6; color: inherit; font: inherit }
@media (prefers-color-scheme: dark) {
body { background: #241e18; color: #f1e8d6 }
a { color: #9cc2f5 }
button { border-color: #8f7d5e; background: #2d261e }
}
</style>
<main><h1>Vedette</h1><p>WORDS</p>DEEDS<p><a href="/">Your games</a></p></main></html>
"""
STOP = ("stop", "Nothing more about this game")
FORM = '<form method="post" action="?do=NAME"><p><button>TITLE</button></p></form>'


def _page(words: str, deeds: list[tuple[str, str]]) -> Response:
    forms = "".join(FORM.replace("NAME", name).replace("TITLE", escape(title)) for name, title in deeds)
    text = PAGE.replace("DEEDS", forms).replace("WORDS", escape(words))
    # With no referrer at all a browser would say of the form that it comes from nowhere.
    return HTMLResponse(text, headers={**KEPT, "referrer-policy": "same-origin"})
