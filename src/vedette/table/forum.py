"""The way to a report that a forum takes: what somebody has to say of a game is sent, and nothing of it is kept."""

from __future__ import annotations

import re
from typing import get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from vedette.lab.battle_markup import Kind

from .http import Failed, Handlers, body_of
from .messages import Refused
from .readers import reader_of
from .retold import collected

ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]{1,200}(:\d{1,5})?")
KINDS: tuple[Kind, ...] = get_args(Kind)


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody has to say of a game."""

    captions: dict[str, str] = {}
    """His words by turn, and those of the beginning and the end."""
    address: str = ""
    """Of the server, where the moments of a game that is over can be looked at."""


class Forum:
    """What is answered."""

    def __init__(self, handlers: Handlers) -> None:
        self.handlers = handlers

    def routes(self) -> list[Route]:
        """What is answered at which address."""
        return [Route("/api/games/{game}/report", self.told, methods=["POST"])]

    async def told(self, request: Request) -> Response:
        """The text, as far as the key may know the game."""
        room, grant = await self.handlers.entered(request)
        asked = request.query_params.get("as", KINDS[0])
        kind = next((one for one in KINDS if one == asked), None)
        if kind is None:
            raise Failed(400, f"as is {' or '.join(KINDS)}, not {asked[:20]!r}")
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise Failed(415, "send it as application/json")
        try:
            telling = msgspec.json.decode(await body_of(request), type=Telling)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Failed(400, f"the report cannot be made: {error}") from None
        if telling.address and not ADDRESS.fullmatch(telling.address):
            raise Failed(400, "address is that of the server, such as https://example.org")
        at = f"{telling.address}/?game={room.id}" if telling.address else ""
        reader = reader_of(grant, room.setup)
        try:
            purse = self.handlers.purse(request, room, grant)
            told = await purse.ask(room.ask, lambda game: collected(game, room.log, reader, telling.captions, at))
            text = await purse.spend(lambda: told.markup(kind))
        except Refused as error:
            raise Failed(400, error.reason) from None
        return Response(text, media_type="text/plain; charset=utf-8", headers={"cache-control": "no-store"})
