"""What watches over a server asks: whether it runs, and whether it could serve a game now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from .figures import Figures
from .guard import Guard
from .rooms import Rooms
from .store import StoreError

LOGGER = logging.getLogger("vedette.table")
Answer = Callable[[Request], Awaitable[JSONResponse]]
NOT_KEPT = {"cache-control": "no-store"}


def signs(rooms: Rooms) -> tuple[Answer, Answer]:
    """Who answers whether the server runs, and whether it can read its database."""

    async def health(request: Request) -> JSONResponse:
        return JSONResponse({"is": "up", "open": rooms.open}, headers=NOT_KEPT)

    async def ready(request: Request) -> JSONResponse:
        try:
            await asyncio.to_thread(rooms.store.count)
        except StoreError as error:
            LOGGER.error("not ready: %s", error)
            return JSONResponse({"is": "not ready", "reason": error.said}, 503, headers=NOT_KEPT)
        return JSONResponse({"is": "ready"}, headers=NOT_KEPT)

    return health, ready


def watched(rooms: Rooms, figures: Figures | None, hosts: frozenset[str] | None) -> ASGIApp:
    """What a process that serves no pages answers to who watches over it; its figures where it tells some."""
    health, ready = signs(rooms)
    routes = [Route("/api/health", health), Route("/api/ready", ready)]
    if figures is not None:
        figures.watch(rooms)
        routes.append(Route("/metrics", figures.answer))
    return Guard(Starlette(routes=routes), hosts)
