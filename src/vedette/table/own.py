"""An owner's values over HTTP, for the page *My printed copy*: on his own machine only."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vedette.packs import PackError
from vedette.packs.find import folder
from vedette.packs.sheet import PARTS, face, own
from vedette.packs.typed import Changed, Sheet, write

from .http import Failed, body_of

LOGGER = logging.getLogger("vedette.table")
MOST_BYTES = 2_000_000
"""Of what is typed at once: a whole pack, every cell of it with its source."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NAMED = ("unit", "side", "detail")
"""What of an address of a face is no value."""


def routes() -> list[BaseRoute]:
    """What is answered at which address."""
    at = "/api/own/{pack}"
    return [
        Route(at, show),
        Route(at + "/face", draw),
        Route(at + "/{layer}", put, methods=["PUT"]),
    ]


async def show(request: Request) -> Response:
    """What can be typed, and what has been."""
    asked = request.query_params.get("part", "")
    parts = [part for part in asked.split(",") if part in PARTS] or PARTS[:3]
    name = request.path_params["pack"]
    _known(name)
    try:
        found = await asyncio.to_thread(own, name, parts)
    except PackError as error:
        raise Failed(409, str(error)) from None  # a file was written by hand, and says what cannot be
    return _json(found)


async def draw(request: Request) -> Response:
    """A counter as it is typed."""
    asked: Mapping[str, str] = request.query_params
    values = {column: value for column, value in asked.items() if column not in NAMED}
    name, unit = request.path_params["pack"], asked.get("unit", "")
    _known(name)
    try:
        svg = await asyncio.to_thread(face, name, unit, values, asked.get("side") == "back", asked.get("detail", ""))
    except PackError as error:
        raise Failed(400, str(error)) from None
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def put(request: Request) -> Response:
    """What was typed goes into a layer."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
        raise Failed(415, "send it as application/json")
    body = await body_of(request, MOST_BYTES)
    try:
        sheet = msgspec.json.decode(body, type=Sheet)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Failed(400, f"the cells cannot be read: {error}") from None
    pack, layer = request.path_params["pack"], request.path_params["layer"]
    _known(pack)
    try:
        return _json(await asyncio.to_thread(write, pack, layer, sheet))
    except PackError as error:
        raise Failed(400, str(error)) from None
    except Changed as changed:
        more = {"edition": changed.edition, "changed": msgspec.to_builtins(changed.cells)}
        return JSONResponse({"error": str(changed), **more}, 409)
    except OSError as error:
        LOGGER.error("layer %s: %s", layer[:60], error)
        mend = "make room on the disk" if error.errno in FULL else "make the folder of the layers writable"
        words = f"{error.strerror or error}; nothing typed here is written yet: {mend}, then try again"
        raise Failed(507 if error.errno in FULL else 503, words) from None


def _json(found: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(found), media_type="application/json", headers={"cache-control": "no-store"})


def _known(pack: str) -> None:
    """There is a pack of the name."""
    try:
        folder(pack)
    except PackError as error:
        raise Failed(404, str(error)) from None
