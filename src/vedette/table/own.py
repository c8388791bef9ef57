"""An owner's values over HTTP, for the page *My printed copy*: on his own machine only."""

from __future__ import annotations

import asyncio
import errno
import logging
import tempfile
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from vedette.engine.game import Playable
from vedette.packs import PackError
from vedette.packs.carried import bring_in, named_layer, packed, unpacked
from vedette.packs.drawing import board_geometry, board_svg
from vedette.packs.find import folder, layers_folder
from vedette.packs.layers import NAME, Layer
from vedette.packs.painted import any_battle
from vedette.packs.sheet import PARTS, face, own
from vedette.packs.typed import Changed, Sheet, write

from .faces import style_of
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
        Route(at + "/board.svg", board),
        Route(at + "/geometry", geometry),
        Route(at + "/file", bring, methods=["POST"]),
        Route(at + "/{layer}", put, methods=["PUT"]),
        Route(at + "/{layer}/file", take),
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


async def board(request: Request) -> Response:
    """The whole board by the values in force, drawn without what only a scenario says."""
    battle = await _ground(request)
    style = style_of({**request.query_params, "signs": "0"})
    svg = await asyncio.to_thread(board_svg, battle, style=style)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})


async def geometry(request: Request) -> Response:
    """Where the hexes of that board lie."""
    battle = await _ground(request)
    found = await asyncio.to_thread(board_geometry, battle.board)
    return JSONResponse(found, headers={"cache-control": "no-store"})


async def _ground(request: Request) -> Playable:
    name = request.path_params["pack"]
    _known(name)
    try:
        return await asyncio.to_thread(any_battle, name)
    except PackError as error:
        raise Failed(409, str(error)) from None


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
        raise _unwritten(layer, error) from None


async def take(request: Request) -> Response:
    """A layer as one file, to be taken to another machine."""
    pack, name = request.path_params["pack"], request.path_params["layer"]
    _known(pack)
    try:
        data = await asyncio.to_thread(_packed, pack, name)
    except PackError as error:
        raise Failed(404, str(error)) from None
    headers = {"content-disposition": f'attachment; filename="{name}.zip"', "cache-control": "no-store"}
    return Response(data, media_type="application/zip", headers=headers)


async def bring(request: Request) -> Response:
    """A layer out of such a file, under a name that is free."""
    if request.headers.get("content-type", "").split(";")[0].strip() != "application/zip":
        raise Failed(415, "send it as application/zip")
    pack = request.path_params["pack"]
    _known(pack)
    data = await body_of(request, MOST_BYTES)
    try:
        layer = await asyncio.to_thread(_brought, pack, data)
    except PackError as error:
        raise Failed(400, str(error)) from None
    except OSError as error:
        raise _unwritten("of a file", error) from None
    return JSONResponse({"layer": layer.name, "title": layer.title, "on": layer.about.on})


def _packed(pack: str, name: str) -> bytes:
    layer = named_layer(name)
    if layer.about.pack != pack:
        raise PackError(f"the layer {name[:60]} lies over {layer.about.pack}")
    return packed(layer)


def _brought(pack: str, data: bytes) -> Layer:
    """The layer of a file over a pack, in the folder of the layers. Raises PackError, OSError."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "layer.zip"
        file.write_bytes(data)
        try:
            name = unpacked(file)[0].lower()
            return bring_in(file, _free(name if NAME.fullmatch(name) else f"my-{pack}"), over=pack)
        except PackError as error:
            raise PackError(str(error).replace(f"{place}/", "")) from None


def _free(name: str) -> str:
    """A name that no layer has yet: mine, mine-2, mine-3 ..."""
    names = (name if n == 1 else f"{name[:50]}-{n}" for n in count(1))
    return next(one for one in names if not (layers_folder() / one).exists())


def _unwritten(layer: str, error: OSError) -> Failed:
    """What was not written, and what would help."""
    LOGGER.error("layer %s: %s", layer[:60], error)
    mend = "make room on the disk" if error.errno in FULL else "make the folder of the layers writable"
    words = f"{error.strerror or error}; nothing typed here is written yet: {mend}, then try again"
    return Failed(507 if error.errno in FULL else 503, words)


def _json(found: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(found), media_type="application/json", headers={"cache-control": "no-store"})


def _known(pack: str) -> None:
    """There is a pack of the name."""
    try:
        folder(pack)
    except PackError as error:
        raise Failed(404, str(error)) from None
