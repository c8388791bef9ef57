"""What keeps other sites out: headers on every answer, whose Host is served, who may post or open a socket."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
"""No script but our own files; counters and board carry style attributes."""
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",  # the address of a page has a key in it
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def from_here(client: str) -> bool:
    """Whether somebody comes from this machine itself, by the address that he has: a Host is anybody's word."""
    try:
        found = ip_address(client)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


OURS = ("same-origin", "none")
"""What a browser says of a request (Sec-Fetch-Site) that a page of this server or its user himself made."""


def same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request that changes something comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    return foreign(headers) is False and (origin is None or _after_scheme(origin) == headers.get("host"))


def foreign(headers: Mapping[str, str]) -> bool:
    """Whether a browser says that a page of another site asks; another port of this machine is another site."""
    return headers.get("sec-fetch-site", "none") not in OURS


def follows_a_link(scope: Scope, headers: Mapping[str, str]) -> bool:
    """Whether somebody leaves a page of another site for one of ours, which that page cannot look into."""
    to = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest"))
    return scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and to == ("navigate", "document")


def _after_scheme(origin: str) -> str:
    return origin.partition("://")[2]


def _name(host: str) -> str:
    """The name in a Host header, without its port; empty where it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Wraps the application.

    A server that is bound to this machine answers only to this machine's names: otherwise a stranger's page could
    reach it by a name of its own that leads here. A page of another site may send its reader here by a link; pictures,
    frames and scripts of ours it gets none, nor can it make his browser guess keys.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None = None) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check and pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong = self._wrong(scope, headers)
        if scope["type"] == "websocket":
            if wrong:
                await send({"type": "websocket.close", "code": 1008, "reason": wrong})
            else:
                await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        if wrong:
            await JSONResponse({"error": wrong}, 403)(scope, receive, with_headers)
        else:
            await self.app(scope, receive, with_headers)

    def _wrong(self, scope: Scope, headers: Headers) -> str:
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return f"this server answers to {', '.join(sorted(self.hosts))} and not to {host[:100]!r}"
        changing = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changing and not same_site(headers):
            return "this comes from a page of another site"
        if foreign(headers) and not follows_a_link(scope, headers):
            return "this is asked by a page of another site"
        return ""
