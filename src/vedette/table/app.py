"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from vedette import packs
from vedette.engine.battle import Battle
from vedette.engine.forms import ready
from vedette.engine.rulebook import ContentError

from . import own as typing
from . import pages, places, snapshots, vital
from .account import Account
from .couriers import Courier
from .entering import Entering
from .faces import Faces
from .figures import Figures
from .forum import Forum
from .frames import Frames, reading
from .guard import Guard
from .http import Failed, Handlers, failed
from .limits import Limits, place
from .meeting import Meeting
from .messages import Refused
from .names import Names
from .pairs import Pairs
from .passwords import Passwords
from .paying import address_of
from .playable import Battles
from .postman import Postman, Times
from .rooms import Rooms
from .sockets import LATER, Socket, crowded, number, refuse
from .store import Grant, Store, StoreError
from .told import Told

LOGGER = logging.getLogger("vedette.table")
FAILURES = (Failed, HTTPException, packs.PackError, ContentError, StoreError, Exception)
LEAST = 1_000
"""Bytes of an answer that is packed."""
Door = Callable[[WebSocket], Awaitable[None]]


class Packing(GZipMiddleware):
    """Packs what is sent, as it goes; not for who says that it cannot unpack it, which Starlette overlooks."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not pages.takes_gzip(Headers(scope=scope)):
            scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]}
        await super().__call__(scope, receive, send)


class App(Guard):
    """The application, and its games for those who make some from outside."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, rooms: Rooms) -> None:
        super().__init__(app, hosts)
        self.rooms = rooms


def create_app(
    store: Store,
    *,
    load: Callable[[str], Battle] = packs.load,
    battles: Battles = packs.battles,
    hosts: frozenset[str] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    own: bool = False,
    lobby: bool = False,
    figures: Figures | None = None,
    couriers: Mapping[str, Courier] | None = None,
    address: str = "",
    times: Times = Times(),  # noqa: B008 - frozen
    passwords: Passwords | None = None,
    known_makers: bool = False,
    elsewhere: Callable[[], str] = str,
) -> App:
    """The table over a store.

    Args:
        load: who reads a battle, by its id.
        battles: what can be played, and what is left out because it is spoilt.
        hosts: the names that the server answers to; all where None.
        own: whether who asks is who runs it, on his own machine, and may type his own values in.
        lobby: whether those who come may find one another there.
        figures: what is told at /metrics; nothing where None.
        couriers: how people are told that they are asked, by its name; in no way where None.
        address: of the start page, as people reach it; for what they are told.
        passwords: what is made of the passwords of accounts; there are no accounts where None.
        known_makers: whether only who has entered his account makes games.
        elsewhere: the start page as people at other machines reach it, told who opens it at this one.
    """
    ready()
    rooms = Rooms(store, load, battles, lobby_open=lobby)
    handlers = Handlers(rooms, Faces(), limits, own)
    postman = Postman(rooms, couriers, address, times) if couriers else None
    handlers.tells, rooms.told_after = list(couriers or ()), times.first
    bringing = ((couriers or {}).get("mail"), address, postman.threads if postman else None)
    entering = Entering(handlers, passwords, *bringing) if passwords else None
    handlers.accounts = entering is not None
    handlers.person = entering.who if entering else None
    handlers.names = Names(entering.people, entering.who) if entering else Names()
    handlers.maker = entering.maker if entering and known_makers else None
    handlers.elsewhere = elsewhere
    pairs = Pairs(handlers, entering.people if entering else None)
    app = Starlette(
        middleware=[Middleware(Packing, minimum_size=LEAST, compresslevel=6)],
        routes=[
            *(typing.routes() if own else ()),
            *Meeting(handlers, pairs).routes(),
            *pairs.routes(),
            *Forum(handlers).routes(),
            *(Told(handlers, postman).routes() if postman else ()),
            *(Account(handlers, entering).routes() if entering else ()),
            *([Route("/metrics", figures.answer)] if figures else ()),
            *_routes(handlers, _door(handlers, limits, figures)),
        ],
        exception_handlers=dict.fromkeys(FAILURES, failed),
        lifespan=_closing(rooms, postman, handlers),
    )
    app.state.own = own
    if figures is not None:
        figures.watch(rooms)
    return App(app, hosts, rooms)


def _routes(handlers: Handlers, socket: Door) -> list[BaseRoute]:
    """What is answered at which address."""
    health, ready = vital.signs(handlers.rooms)
    at = "/api/battles/{pack}/{scenario}"
    return [
        Route("/", pages.index),
        Route("/api/health", health),
        Route("/api/ready", ready),
        Route("/api/battles", handlers.battles),
        Route(at, handlers.battle),
        Route(at + "/scene", handlers.opening),
        Route(at + "/{file}", handlers.picture),
        Route("/api/faces/{hash}.svg", handlers.face),
        Route("/api/cases", handlers.case_list),
        Route("/api/cases/{id}", handlers.case),
        Route("/api/games", handlers.create, methods=["POST"]),
        Route("/api/games/{game}", handlers.game),
        Route("/api/games/{game}", handlers.delete, methods=["DELETE"]),
        Route("/api/games/{game}/scene", handlers.scene),
        Route("/api/games/{game}/record", handlers.record),
        Route("/api/games/{game}/report", handlers.report),
        Route("/api/games/{game}/log", handlers.log),
        Route("/api/games/{game}/values", handlers.values),
        Route("/api/games/{game}/values", handlers.bring_values, methods=["POST"]),
        Route("/api/games/{game}/position", handlers.position),
        Route("/api/games/{game}/position.png", handlers.moment_picture),
        Route("/api/games/{game}/chronicle", handlers.chronicle),
        Route("/api/games/{game}/ending", handlers.ending),
        Route("/api/games/{game}/why", handlers.why),
        Route("/api/games/{game}/branch", handlers.branch, methods=["POST"]),
        WebSocketRoute("/ws", socket),
        Route("/{path:path}", pages.asset),
    ]


def _door(handlers: Handlers, limits: Limits, figures: Figures | None) -> Door:
    """Who lets connections in: those with the key of a game that can be opened."""
    rooms = handlers.rooms

    async def told(connection: WebSocket, error: Refused | StoreError) -> None:
        """Who cannot come is told why."""
        if isinstance(error, StoreError):
            LOGGER.error("game %s: %s", connection.query_params.get("game", "")[:40], error)
            await refuse(connection, error.said, LATER)
        else:
            await refuse(connection, error.reason if handlers.own else places.without(error.reason))

    async def granted(connection: WebSocket, frames: Frames, id: str, key: str) -> Grant | None:
        address = address_of(connection)
        async with frames.turn(rooms.doubted if handlers.tally(key).full(address) else rooms.doors):
            grant = await asyncio.to_thread(rooms.grant, id, key)
        if grant is None:
            await handlers.counted(address, key)
            await refuse(connection, "there is no such game or key")
        return grant

    async def shown_in(connection: WebSocket, frames: Frames, grant: Grant) -> None:
        query = connection.query_params
        await connection.accept()  # before it waits for its turn: who hears nothing comes again, and waits twice
        turn = place(rooms.sitting if grant.seats else rooms.looking, rest=not grant.seats)
        async with frames.turn(turn) as shown:
            room = await rooms.room_of(grant)
            if words := crowded(room, grant, limits):
                return await refuse(connection, words, LATER)
            after, hidden = number(query.get("after"), -1), query.get("hidden") == "1"
            line = Socket(connection, frames, room, grant, handlers.faces, limits, after, figures, hidden=hidden)
            await line.run(shown)

    async def socket(connection: WebSocket) -> None:
        query = connection.query_params
        try:
            async with reading(connection) as frames:
                try:
                    grant = await granted(connection, frames, query.get("game", ""), query.get("key", ""))
                    if grant is not None:
                        await shown_in(connection, frames, grant)
                except (Refused, StoreError) as error:
                    await told(connection, error)
        except WebSocketDisconnect:
            pass  # it has already left
        except asyncio.CancelledError:
            pass  # the server ends, and has waited long enough

    return socket


def _closing(
    rooms: Rooms, postman: Postman | None, handlers: Handlers
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """The server's life: at its end every room is closed."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        snapshots.fit()  # reads the whole program: not when the first one comes
        rooms.begin()
        if postman is not None:
            postman.begin()
        yield
        if postman is not None:
            await postman.close()
        await rooms.close()
        handlers.painter.close()
        if handlers.gallery is not None:
            await asyncio.to_thread(handlers.gallery.close)

    return lifespan
