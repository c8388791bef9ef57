"""The client's files, out of the package, packed where the browser takes them so; a word where they are missing."""

from __future__ import annotations

import mimetypes
import re
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

FOREVER = "public, max-age=31536000, immutable"
AGAIN = "no-cache"
PACKED = ".gz"
"""Beside a file, the same packed (tools/client.py)."""
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q\s*=\s*0(\.0*)?\s*(,|$))", re.IGNORECASE)

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Vedette</title>
<h1>The page has not been built</h1>
<p>This copy of Vedette has its server and not its page. In the checkout, <code>make play</code> builds it;
without make: <code>python tools/client.py build</code>. A wheel has it built in.</p></html>
"""


def client() -> Traversable:
    """Where the built client lies."""
    return files("vedette").joinpath("table", "client")


async def index(request: Request) -> Response:
    """The page."""
    page = client().joinpath("index.html")
    if not page.is_file():
        return HTMLResponse(MISSING, 503, {"cache-control": AGAIN})
    return HTMLResponse(page.read_bytes(), headers={"cache-control": AGAIN})


async def asset(request: Request) -> Response:
    """A file of the page; those under assets/ have their hash in their name."""
    parts = request.path_params["path"].split("/")
    if any(part in ("", ".", "..") or "\\" in part for part in parts):
        return JSONResponse({"error": "no such file"}, 404)
    file = _file(parts)
    if not _there(file):
        return JSONResponse({"error": "no such file"}, 404)
    kind = mimetypes.guess_type(parts[-1])[0] or "application/octet-stream"
    headers = {"cache-control": FOREVER if parts[0] == "assets" else AGAIN}
    packed = _file([*parts[:-1], parts[-1] + PACKED])
    if _there(packed):
        headers["vary"] = "Accept-Encoding"
        if takes_gzip(request.headers):
            return Response(packed.read_bytes(), media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(file.read_bytes(), media_type=kind, headers=headers)


def takes_gzip(headers: Headers) -> bool:
    """Whether who asks can unpack what is packed: `gzip;q=0` says that it cannot."""
    return bool(TAKES_GZIP.search(headers.get("accept-encoding", "")))


def has(request: Request, tag: str) -> bool:
    """Whether who asks has what a tag names; a proxy that packs as it goes makes tags weak (`W/"..."`)."""
    asked = request.headers.get("if-none-match", "")
    return asked.strip() == "*" or tag in (one.strip().removeprefix("W/") for one in asked.split(","))


def _file(parts: list[str]) -> Traversable:
    file = client()
    for part in parts:
        file = file.joinpath(part)
    return file


def _there(file: Traversable) -> bool:
    """Whether there is such a file; a name that no file can have is none."""
    try:
        return file.is_file()
    except (OSError, ValueError):
        return False
